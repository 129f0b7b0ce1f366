"""How fast the history of a Git repository is imported, beside ``git log -p`` over the same paths in the same run.

    python bench/git.py [--commits 10000] [--json FILE]

Two generated repositories, the same each time: one of line formats, TOML and JSON, one with YAML and lock files too.
Prints two Markdown tables: commits, statements, git log -p, import, ratio, bar, peak memory (times are the best of
three); and the peak of memory as the history grows.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from tenure.ingest.git import GitSource, import_git
from tenure.project import Project

START = 1_400_000_000
STEP = 3_600
WORDS = [
    "port",
    "host",
    "timeout",
    "retries",
    "workers",
    "pool",
    "cache",
    "queue",
    "region",
    "bucket",
    "level",
    "format",
    "owner",
    "path",
    "limit",
    "quota",
    "token_ttl",
    "batch",
    "window",
    "interval",
    "backlog",
    "threads",
    "prefix",
    "suffix",
    "mode",
    "engine",
    "driver",
    "schema",
    "role",
    "tier",
    "zone",
]
PACKAGES = [
    "requests",
    "flask",
    "click",
    "numpy",
    "pandas",
    "attrs",
    "rich",
    "httpx",
    "anyio",
    "pydantic",
    "celery",
    "redis",
    "boto3",
    "sqlalchemy",
    "alembic",
    "jinja2",
    "pytest",
    "ruff",
    "mypy",
    "black",
    "tox",
    "nox",
    "sphinx",
    "babel",
    "lxml",
    "pillow",
    "scipy",
    "networkx",
    "orjson",
    "uvicorn",
    "starlette",
    "fastapi",
]
Rows = list[tuple[str, str]]
"""The lines of a file as (name, value), in order."""


@dataclass(frozen=True, slots=True)
class Measure:
    name: str
    commits: int
    statements: int
    reference: float
    seconds: float
    bar: float
    memory: int
    """Peak of the importing process, MiB."""

    @property
    def ratio(self) -> float:
        return self.seconds / self.reference


# --- files ------------------------------------------------------------------------------------------


def env(rows: Rows) -> str:
    return "".join(f"{name.upper()}={value}\n" for name, value in rows)


def properties(rows: Rows) -> str:
    return "# settings\n" + "".join(f"app.{name.replace('_', '.')} = {value}\n" for name, value in rows)


def requirements(rows: Rows) -> str:
    return "".join(f"{name.replace('_', '-')}>={value}.0,<{int(value) + 1}\n" for name, value in rows)


def nested(rows: Rows) -> dict[str, dict[str, object]]:
    """Give each value a section and a type that go by its name, so that a line that comes or goes moves no other."""
    sections: dict[str, dict[str, object]] = {}
    for name, value in rows:
        mark = zlib.crc32(name.encode())
        sections.setdefault(f"section{mark % 6}", {})[name] = int(value) if mark & 64 else value
    return dict(sorted(sections.items()))


def toml(rows: Rows) -> str:
    lines: list[str] = []
    for section, members in nested(rows).items():
        lines.append(f"[{section}]")
        lines += [f"{name} = {json.dumps(value)}" for name, value in members.items()]
        lines.append("")
    return "\n".join(lines)


def json_file(rows: Rows) -> str:
    return json.dumps(nested(rows), indent=2) + "\n"


def yaml(rows: Rows) -> str:
    lines: list[str] = []
    for section, members in nested(rows).items():
        lines.append(f"{section}:")
        lines += [f"  {name}: {json.dumps(value)}" for name, value in members.items()]
    return "\n".join(lines) + "\n"


def poetry_lock(rows: Rows) -> str:
    parts = [
        f'[[package]]\nname = "{name}"\nversion = "{value}.0.0"\ndescription = "A package"\noptional = false\n'
        f'python-versions = ">=3.8"\nfiles = []\n'
        for name, value in rows
    ]
    return "\n".join(parts) + '\n[metadata]\nlock-version = "2.0"\n'


def package_lock(rows: Rows) -> str:
    packages: dict[str, object] = {"": {"name": "web", "version": "1.0.0"}}
    packages.update({f"node_modules/{name}": {"version": f"{value}.0.0", "license": "MIT"} for name, value in rows})
    return json.dumps({"name": "web", "version": "1.0.0", "lockfileVersion": 3, "packages": packages}, indent=2) + "\n"


LINES = (
    ("{}.env", env),
    ("conf/{}.properties", properties),
    ("requirements/{}/requirements.txt", requirements),
    ("conf/{}.toml", toml),
    ("data/{}.json", json_file),
)
LOCKS = (
    *LINES,
    ("deploy/{}.yaml", yaml),
    ("services/{}/values.yml", yaml),
    ("python/{}/poetry.lock", poetry_lock),
    ("web/{}/package-lock.json", package_lock),
)
Format = tuple[str, Callable[[Rows], str]]


@dataclass(slots=True)
class File:
    path: str
    write: Callable[[Rows], str]
    rows: Rows


def new_file(draw: random.Random, form: Format, number: int) -> File:
    pattern, write = form
    names = PACKAGES if write in {requirements, poetry_lock, package_lock} else WORDS
    pool = [name if index == 0 else f"{name}_{index}" for index in range(3) for name in names]
    chosen = draw.sample(pool, draw.randint(20, 80))
    return File(pattern.format(f"file{number}"), write, [(name, str(draw.randint(1, 9_999))) for name in chosen])


def change(draw: random.Random, file: File) -> None:
    for _ in range(draw.randint(1, 3)):
        at = draw.randrange(len(file.rows))
        kind = draw.random()
        if kind < 0.9:
            file.rows[at] = (file.rows[at][0], str(draw.randint(1, 9_999)))
        elif kind < 0.95 and len(file.rows) > 20:
            del file.rows[at]
        else:
            taken = {name for name, _ in file.rows}
            number = next(n for n in range(3, 10_000) if f"{file.rows[at][0]}_{n}" not in taken)
            file.rows.insert(at, (f"{file.rows[at][0]}_{number}", str(draw.randint(1, 9_999))))


def history(commits: int, forms: tuple[Format, ...], seed: int) -> Iterator[bytes]:
    """Yield the history as ``git fast-import`` reads it."""
    draw = random.Random(seed)
    files = [new_file(draw, forms[n % len(forms)], n) for n in range(20)]
    number, at = len(files), START
    for index in range(commits):
        at += draw.randint(1, 2 * STEP)
        touched: list[File] = files if index == 0 else []
        gone: list[File] = []
        if index and draw.random() < 0.002:
            gone = [files.pop(draw.randrange(len(files)))]
            files.append(new_file(draw, forms[number % len(forms)], number))
            touched, number = [files[-1]], number + 1
        elif index:
            touched = [draw.choice(files)]
            change(draw, touched[0])
        message = f"Change {index}"
        yield (
            f"commit refs/heads/main\nauthor A <a@example.org> {at} +0000\ncommitter A <a@example.org> {at} +0000\n"
            f"data {len(message)}\n{message}\n"
        ).encode()
        for file in gone:
            yield f"D {file.path}\n".encode()
        for file in touched:
            data = file.write(file.rows).encode()
            yield f"M 100644 inline {file.path}\ndata {len(data)}\n".encode() + data + b"\n"


def make_repository(path: Path, commits: int, forms: tuple[Format, ...], seed: int) -> None:
    """Make a bare repository with a generated history, packed as a clone is."""
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(path)], check=True)
    command = ["git", "-C", str(path), "fast-import", "--quiet"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        if process.stdin is None:
            raise RuntimeError("git fast-import has no standard input")
        for part in history(commits, forms, seed):
            process.stdin.write(part)
        process.stdin.close()
        if process.wait():
            raise RuntimeError("git fast-import failed")
    subprocess.run(["git", "-C", str(path), "repack", "-adfq"], check=True)


# --- measuring --------------------------------------------------------------------------------------


def log_seconds(path: Path) -> float:
    """Return how long ``git log -p`` takes, the best of three, its output thrown away."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        command = ["git", "-C", str(path), "log", "-p", "--first-parent", "main"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - start)
    return best


def import_once(repository: Path, target: Path) -> tuple[float, int, int]:
    """Import into a new project; return seconds, statements and peak memory (MiB)."""
    with Project.create(target) as project:
        start = time.perf_counter()
        summary = import_git(project.ledger, GitSource(repository))
        seconds = time.perf_counter() - start
    return seconds, summary.statements, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def import_apart(repository: Path, target: Path) -> tuple[float, int, int]:
    """Import in a process of its own, so that the peak of memory is that of one import; the project is removed."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        found = pool.apply(import_once, (repository, target))
    for file in target.parent.glob(f"{target.name}*"):
        file.unlink()
    return found


def measure(name: str, folder: Path, commits: int, forms: tuple[Format, ...], bar: float) -> Measure:
    short = name.split(maxsplit=1)[0].strip(",")
    repository = folder / f"{short}.git"
    make_repository(repository, commits, forms, seed=3)
    reference = log_seconds(repository)
    imports = [import_apart(repository, folder / f"{short}.tenure") for _ in range(3)]
    seconds, statements, memory = min(imports)
    return Measure(name, commits, statements, reference, seconds, bar, memory)


def peaks(folder: Path, commits: int, forms: tuple[Format, ...]) -> list[int]:
    """Return the peak memory (MiB) of importing a quarter, half, all, and four times as many commits."""
    found: list[int] = []
    for count in (commits // 4, commits // 2, commits, 4 * commits):
        repository = folder / f"{count}.git"
        make_repository(repository, count, forms, seed=3)
        found.append(import_apart(repository, folder / f"{count}.tenure")[2])
        shutil.rmtree(repository)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commits", type=int, default=10_000)
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    options = parser.parse_args()
    rows: list[Measure] = []
    print("| repository | commits | statements | git log -p | import | ratio | bar | peak memory |")
    print("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        for title, forms, bar in (("lines, TOML, JSON", LINES, 3.0), ("with YAML and lock files", LOCKS, 8.0)):
            row = measure(title, Path(name), options.commits, forms, bar)
            rows.append(row)
            print(
                f"| {row.name} | {row.commits:,} | {row.statements:,} | {row.reference:.2f} s | {row.seconds:.2f} s | "
                f"{row.ratio:.2f} | {row.bar:.0f} | {row.memory} MiB |"
            )
        size = options.commits
        print(f"\n| peak memory at | {size // 4:,} | {size // 2:,} | {size:,} | {4 * size:,} commits |")
        print("|---|---|---|---|---|")
        for title, forms in (("lines, TOML, JSON", LINES), ("with YAML and lock files", LOCKS)):
            print(f"| {title} | " + " | ".join(f"{peak} MiB" for peak in peaks(Path(name), size, forms)) + " |")
    if options.json is not None:
        options.json.write_text(json.dumps([asdict(row) for row in rows], indent=2), encoding="utf-8")
    return 0 if all(row.ratio <= row.bar for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
