"""At every commit of the path, and at its end, the ledger says what the files say."""

from __future__ import annotations

import json
import re
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import pygit2
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.git_repository import START, GitRepository
from tenure.clock import fixed_clock
from tenure.ingest.git import GitSource, import_git
from tenure.instants import SECOND
from tenure.keys import Key, fold
from tenure.ledger import Ledger
from tenure.project import Project

NOW = (START + 10_000_000) * SECOND
NAMES = ("port", "host", "level", "backlog", "mode_a")
PATHS = ("app.env", "conf/app.json", "conf/app.toml", "conf/deep/app.properties", "other.json", "other.toml")
VALUES = st.sampled_from(["1", "2", "80", "8080", "blue", "green", "a b", "true", "10.5", "x-y"])
Rows = dict[str, str]
Tree = dict[str, Rows]


def written(path: str, rows: Rows) -> str:
    """Write a file of its format by hand."""
    if path.endswith(".json"):
        return json.dumps({"top": dict(rows), "port": 7}, indent=2) + "\n"
    if path.endswith(".toml"):
        return "title = 3\n\n[part]\n" + "".join(f"{n} = {_toml(v)}\n" for n, v in rows.items())
    if path.endswith(".env"):
        return "# settings\n" + "".join(
            f'{n.upper()}="{v}"\n' if " " in v else f"{n.upper()}={v}\n" for n, v in rows.items()
        )
    return "".join(f"a.{n} = {v}\n" for n, v in rows.items())


def _toml(value: str) -> str:
    return value if value.isdecimal() or value == "true" else json.dumps(value)


def parsed(path: str, text: str) -> dict[tuple[str, str], str]:
    """Read a file of its format by other means than Tenure's."""
    if path.endswith(".json"):
        data: Any = json.loads(text)
        found = {f"top.{n}": v for n, v in data["top"].items()} | {"port": str(data["port"])}
        return {(path, n): v for n, v in found.items()} or {}
    if path.endswith(".toml"):
        table = tomllib.loads(text)
        plain = {"title": table["title"]} | {f"part.{n}": v for n, v in table.get("part", {}).items()}
        return {(path, n): v if isinstance(v, str) else json.dumps(v) for n, v in plain.items()}
    rows = (line.split("=", 1) for line in text.splitlines() if "=" in line and not line.startswith("#"))
    return {(path, n.strip()): v.strip().strip('"') for n, v in rows}


def empty_top(path: str, rows: Rows) -> dict[tuple[str, str], str]:
    """A JSON object without members is a value of its own; a TOML table without members is one too."""
    if rows or not path.endswith((".json", ".toml")):
        return {}
    return {(path, "top" if path.endswith(".json") else "part"): "{}"}


def says(tree: Tree) -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for path, rows in tree.items():
        found |= parsed(path, written(path, rows)) | empty_top(path, rows)
    return found


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[Tree, int, bool]]:
    """Draw the trees of a path with the seconds of each commit, and whether it is a merge."""
    tree: Tree = {"app.env": {"port": "80"}}
    trees: list[tuple[Tree, int, bool]] = []
    seconds = START
    for _ in range(draw(st.integers(2, 9))):
        for _ in range(draw(st.integers(1, 3))):
            tree = _changed(draw, tree, [t for t, _, _ in trees])
        seconds += draw(st.sampled_from([60, 3600, 0, -7200, 86_400, 20_000_000]))
        trees.append((tree, seconds, draw(st.booleans())))
        if seconds > START + 10_000_000:
            seconds -= 20_000_000
    return trees


def _changed(draw: st.DrawFn, tree: Tree, before: list[Tree]) -> Tree:
    kind = draw(st.sampled_from(["value", "value", "value", "remove", "delete", "rename", "revert", "reorder"]))
    present = sorted(tree)
    if kind == "revert" and before:
        return draw(st.sampled_from(before))
    if kind == "delete" and present:
        return {p: r for p, r in tree.items() if p != draw(st.sampled_from(present))}
    if kind == "rename" and present:
        old = draw(st.sampled_from(present))
        new = draw(st.sampled_from(PATHS))
        return tree if new in tree else {new if p == old else p: r for p, r in tree.items()}
    path = draw(st.sampled_from(present or PATHS)) if kind != "value" else draw(st.sampled_from(PATHS))
    rows = dict(tree.get(path, {}))
    name = draw(st.sampled_from(NAMES))
    if kind == "remove":
        rows.pop(name, None)
    elif kind == "reorder":
        rows = dict(reversed(rows.items()))
    else:
        rows[name] = draw(VALUES)
    return {**tree, path: rows}


def build(folder: Path, history: list[tuple[Tree, int, bool]]) -> GitRepository:
    repository = GitRepository(folder / "repo.git")
    for tree, seconds, merge in history:
        files = {path: written(path, rows) for path, rows in tree.items()} | {"README.txt": "No value here.\n"}
        parents: list[pygit2.Oid] | None = None
        if merge and repository.count:
            side = repository.commit({"side.env": "SIDE=1\n"}, parents=[repository.tip], update=False)
            parents = [repository.tip, side]
        repository.commit(files, at=seconds, parents=parents)
    return repository


def times(history: list[tuple[Tree, int, bool]]) -> list[int]:
    """Work out the time of each commit by the rule."""
    found: list[int] = []
    known = [s * SECOND for _, s, _ in history if s * SECOND <= NOW]
    ahead = next((n for n, (_, s, _) in enumerate(history) if s * SECOND <= NOW), len(history))
    last = (known[0] - ahead - 1) if known else NOW - len(history)
    for _, seconds, _ in history:
        at = seconds * SECOND
        last = at if last < at <= NOW else last + 1
        found.append(last)
    return found


def check(ledger: Ledger, history: list[tuple[Tree, int, bool]]) -> None:
    keys = {key for tree, _, _ in history for key in says(tree)}
    for (tree, _, _), at in zip(history, times(history), strict=True):
        expected = says(tree)
        tx = ledger.tx_at(at)
        for subject, relation in keys:
            key = Key(subject, relation)
            wanted = expected.get((subject, relation))
            assert ledger.lookup(key, at) == wanted, (at, subject, relation)
            assert ledger.lookup(key, at, tx) == wanted, ("known then", at, subject, relation)
    wanted_now = {
        (path, fold(ledger.registry.get(name).name)): value for (path, name), value in says(history[-1][0]).items()
    }
    now = {
        (fact.key.subject, fold(fact.key.relation)): fact.object
        for info in ledger.keys()  # noqa: SIM118 - not a mapping
        for fact in ledger.slot(info.key).facts
        if info.key.relation != "renamed"
    }
    assert now == wanted_now


def project(folder: Path, name: str) -> Project:
    return Project.create(folder / name, clock=fixed_clock(NOW))


@given(histories())
@settings(max_examples=60)
def test_every_commit_says_what_its_files_say(history: list[tuple[Tree, int, bool]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        repository = build(folder, history)
        with project(folder, "p.tenure") as opened:
            summary = import_git(opened.ledger, GitSource(repository.path))
            assert summary.commits == len(history)
            assert not summary.warnings
            assert not summary.moved_up
            check(opened.ledger, history)
            assert opened.ledger.check().problems == ()


@given(histories(), st.data())
@settings(max_examples=30)
def test_two_imports_say_what_one_says(history: list[tuple[Tree, int, bool]], data: st.DataObject) -> None:
    first = data.draw(st.integers(1, len(history)))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        repository = build(folder, history)
        path = list(repository.repo.walk(repository.tip, pygit2.enums.SortMode.NONE))
        shas = [str(c.id) for c in _first_parents(repository, path[0])]
        with project(folder, "p.tenure") as opened:
            import_git(opened.ledger, GitSource(repository.path, branch=shas[first - 1]))
            summary = import_git(opened.ledger, GitSource(repository.path))
            assert summary.commits == len(history) - first
            assert summary.rewritten is None
            # A date ahead of the clock counts from the commit before it, whichever import brings it.
            check(opened.ledger, history)


def _first_parents(repository: GitRepository, tip: pygit2.Commit) -> list[pygit2.Commit]:
    found = [tip]
    while found[-1].parents:
        found.append(found[-1].parents[0])
    return found[::-1]


def test_the_helper_reads_what_it_writes() -> None:
    rows = {"port": "80", "host": "a b"}
    for path in PATHS:
        values = set(parsed(path, written(path, rows)).values())
        assert {"80", "a b"} <= values
        assert re.search("80", written(path, rows))
