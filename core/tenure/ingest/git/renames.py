"""Files that a commit renamed, told by equal or similar content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from tenure.ingest.git.changes import FileChange

_SIMILAR = 0.5
"""Share of lines that two contents must have in common, of the longer one, as in Git."""
_MOST = 50
"""If more files than this vanished or appeared in one commit, only equal contents are compared."""

Lines = Callable[[str, str], Sequence[str] | None]
"""Returns the lines of a version, by path and blob, or None if it can't be read."""


def renamed(changes: Sequence[FileChange], lines: Lines) -> list[tuple[str, str]]:
    """Return pairs (old path, new path) of the files that a commit renamed.

    Each file is in one pair at most. Equal contents go first, then the most similar ones, if at least half of
    their lines are the same.
    """
    gone = {c.path: c.before for c in changes if c.blob is None and c.before is not None}
    fresh = {c.path: c.blob for c in changes if c.before is None and c.blob is not None}
    if not gone or not fresh:
        return []
    found: list[tuple[str, str]] = []
    for new, blob in list(fresh.items()):
        same = [old for old, content in gone.items() if content == blob]
        if same:
            old = max(same, key=lambda path: (_base(path) == _base(new), path))
            found.append((old, new))
            del gone[old], fresh[new]
    if len(gone) <= _MOST and len(fresh) <= _MOST:
        found += _similar(gone, fresh, lines)
    return sorted(found)


def _similar(gone: dict[str, str], fresh: dict[str, str], lines: Lines) -> list[tuple[str, str]]:
    before = {path: _counted(lines(path, blob)) for path, blob in gone.items()}
    after = {path: _counted(lines(path, blob)) for path, blob in fresh.items()}
    scores = [
        (_likeness(a, b), old, new) for old, a in before.items() for new, b in after.items() if _kind(old) == _kind(new)
    ]
    found: list[tuple[str, str]] = []
    taken: set[str] = set()
    for score, old, new in sorted(scores, key=lambda s: (-s[0], s[1], s[2])):
        if score >= _SIMILAR and old not in taken and new not in taken:
            taken |= {old, new}
            found.append((old, new))
    return found


def _counted(lines: Sequence[str] | None) -> Counter[str]:
    return Counter(stripped for line in lines or () if (stripped := line.strip()))


def _likeness(a: Counter[str], b: Counter[str]) -> float:
    longer = max(a.total(), b.total())
    return (a & b).total() / longer if longer else 0.0


def _base(path: str) -> str:
    return path.rsplit("/", 1)[-1]


def _kind(path: str) -> str:
    base = _base(path)
    return base.rsplit(".", 1)[-1] if "." in base else base
