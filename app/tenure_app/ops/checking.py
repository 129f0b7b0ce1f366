"""Checking a text for retired values: read and marked away from the window's thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tenure.answer.findings import Finding, corrected, findings
from tenure.errors import InputError
from tenure.project import Project
from tenure_app.ops.executors import Task
from tenure_app.ops.queries import two_times
from tenure_app.times import TwoTimes
from tenure_app.widgets.positions import qt_places

LARGEST = 16 * 1024 * 1024
"""Bytes of a file that can be shown and checked."""
_TELL = 0.1
"""Seconds between two reports of progress."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A text with its retired values.

    Attributes:
        text: as checked.
        findings: in its order.
        places: of the findings, as Qt counts characters.
        better: the text with the values replaced that can be without a doubt.
        left: how many were left.
    """

    text: str
    findings: tuple[Finding, ...]
    places: tuple[tuple[int, int], ...]
    better: str
    left: int


def check(project: Project, task: Task, *, text: str, times: TwoTimes, tell: Callable[[float], None]) -> Checked:
    """Find the retired values of a text at the two times; ``tell`` hears how far it is (0 to 1)."""
    told = time.monotonic()

    def progress(_message: str, fraction: float) -> None:
        nonlocal told
        task.token.raise_if_cancelled()
        if time.monotonic() - told >= _TELL:
            told = time.monotonic()
            tell(fraction)

    task.token.raise_if_cancelled()
    at = two_times(project, times)
    valid = project.clock() if times.valid is None else times.valid.at
    marker = project.answers(None).marker
    found = findings(marker, text, valid=valid, known=at["known"], progress=progress)
    places = qt_places(text, [(one.mark.start, one.mark.end) for one in found])
    return Checked(text, found, tuple(places), *corrected(text, found))


def read_text(path: Path) -> str:
    """Return the text of a file.

    Raises:
        InputError: if it cannot be read, is no text, or is too large.
    """
    from tenure.ingest.readers.decode import decode, looks_binary

    try:
        if path.stat().st_size > LARGEST:
            raise InputError(f"{path.name} is larger than {LARGEST // (1024 * 1024)} MB")
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error
    if looks_binary(data):
        raise InputError(f"{path.name} is no text")
    return decode(data, path.name)


def report(found: Sequence[Finding], name: str) -> str:
    """Return the findings as lines of text: place, message, source."""
    lines = []
    for one in found:
        source = one.holds[0].evidence.source if one.holds else None
        told = f" ({source})" if source else ""
        lines.append(f"{name}:{one.line}:{one.column}: {one.message}{told}")
    return "\n".join(lines)
