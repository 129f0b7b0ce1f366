"""The sample projects that ship with Tenure, and folders of the same shape.

A sample is a folder with ``project.json`` (name, title, description, now, about), the raw ``files`` as a team would
have them, and ``questions.jsonl`` with gold answers.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from tenure.errors import InputError, NotFoundError
from tenure.instants import parse_date


@dataclass(frozen=True, slots=True)
class Sample:
    """One sample project.

    Attributes:
        name: short name, also of its folder.
        title: what it is called on screen.
        description: one sentence.
        about: a paragraph for the welcome page.
        now: the instant its story ends (microseconds UTC).
        folder: where it is.
    """

    name: str
    title: str
    description: str
    about: str
    now: int
    folder: Path

    @property
    def files(self) -> Path:
        """The folder of raw files."""
        return self.folder / "files"

    @property
    def questions(self) -> Path:
        """The questions with gold answers, JSON Lines."""
        return self.folder / "questions.jsonl"

    @property
    def more_questions(self) -> Path:
        """Further questions of the same kinds that the demo has no time for; may be missing."""
        return self.folder / "more_questions.jsonl"


def _root() -> Path:
    return Path(str(files("tenure_samples")))


def samples() -> tuple[Sample, ...]:
    """Return the samples that ship, by name."""
    return tuple(sample_at(path.parent) for path in sorted(_root().glob("*/project.json")))


def sample_named(name: str) -> Sample:
    """Return the sample of this name, or the one in the folder of this path.

    Raises:
        NotFoundError: if there is neither.
    """
    known = [path.parent.name for path in sorted(_root().glob("*/project.json"))]
    if name in known:
        return sample_at(_root() / name)
    if (Path(name) / "project.json").is_file():
        return sample_at(Path(name))
    raise NotFoundError(f"there is no sample '{name}': there is {', '.join(known)}, or give a folder of the same shape")


def sample_at(folder: Path) -> Sample:
    """Read the sample in a folder.

    Raises:
        InputError: if its ``project.json`` cannot be read or lacks a field, or there are no files.
    """
    path = folder / "project.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        fields = {name: str(data[name]) for name in ("name", "title", "description", "now")}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path} is not the description of a sample project: {error}") from error
    if not (folder / "files").is_dir():
        raise InputError(f"{folder} has no folder 'files'")
    return Sample(
        name=fields["name"],
        title=fields["title"],
        description=fields["description"],
        about=str(data.get("about", "")),
        now=parse_date(fields["now"]).at,
        folder=folder,
    )
