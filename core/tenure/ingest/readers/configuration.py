"""What the readers of configuration share: from a file's data to a document with items, lines and safe text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping

from tenure.errors import InputError
from tenure.ingest.document import Document, Refused
from tenure.ingest.flatten import Flat, Path, Row, file_names
from tenure.ingest.items import ItemKey, Items
from tenure.ingest.readers.base import Content
from tenure.ingest.readers.dates import of_document
from tenure.ingest.secrets import SECRET, redact

_TEMPLATE = re.compile(r"^\s*(?:\{\{|\{%|<%|<#)", re.MULTILINE)

Unfold = Callable[[Flat], object]
"""Adds to a :class:`Flat` everything a file says; called again when lines are asked for."""

Lines = Callable[[], Mapping[Path, int]]
"""Finds the line (from 1) of each key and item of a file, by its path."""


def configuration(content: Content, kind: str, unfold: Unfold, lines: Lines, title: str = "") -> Document:
    """Make the document of a file of configuration.

    Raises:
        InputError: what ``unfold`` raises, with the file's name before it.
    """
    flat = Flat(names=file_names(content.name))
    try:
        unfold(flat)
    except InputError as error:
        raise InputError(f"'{content.name}', {error}") from None
    whole = of_document(content.name, None, content.file_time, content.zone, content.now)
    known = lines() if flat.refused or flat.secrets else {}
    if flat.secrets:
        _hide_again(flat)
    items = Items(
        values=flat.values,
        members=flat.members,
        relations=flat.relations,
        names=tuple(dict.fromkeys(flat.names)),
        locate=_Locator(unfold, lines),
        safe_text=_safe_text(content.text, flat, known),
    )
    refused = tuple(Refused(content.name, line_of(known, path) or None, why) for path, why in flat.refused)
    return Document(content.name, kind, title, content.digest, whole.dated, refused=refused, items=items)


def is_template(text: str) -> bool:
    """Whether a text only makes configuration once it is filled in: lines of it begin with ``{{``, ``{%`` or ``<%``."""
    return ("{{" in text or "{%" in text or "<%" in text or "<#" in text) and _TEMPLATE.search(text) is not None


def line_of(lines: Mapping[Path, int], path: Path) -> int:
    """Return the line of a path, or of the nearest thing around it; 0 if nothing is known."""
    for length in range(len(path), 0, -1):
        found = lines.get(path[:length])
        if found:
            return found
    return 0


def row_lines(rows: Iterable[Row]) -> Mapping[Path, int]:
    """Return the lines of a file of lines, whose paths they are."""
    return {(row.line,): row.line for row in rows}


class _Locator:
    """Finds lines when the first is asked for, and remembers all of the file's."""

    __slots__ = ("_lines", "_paths", "_unfold", "_where")

    def __init__(self, unfold: Unfold, lines: Lines) -> None:
        self._unfold = unfold
        self._where = lines
        self._paths: dict[ItemKey | tuple[ItemKey, str], Path] | None = None
        self._lines: Mapping[Path, int] = {}

    def __call__(self, key: ItemKey, value: str) -> int:
        if self._paths is None:
            self._paths = {}
            self._unfold(Flat(paths=self._paths))
            self._lines = self._where()
        path = self._paths.get(key) or self._paths.get((key, value))
        return line_of(self._lines, path) if path is not None else 0


def _hide_again(flat: Flat) -> None:
    """Hide what is a secret in one place wherever else the file says it, whatever it is called there."""
    known = {value.strip() for _, value in flat.secrets if _telling(value.strip())}
    for key, value in flat.values.items():
        if value != SECRET and any(secret in value for secret in known):
            flat.values[key] = SECRET
    for key, members in flat.members.items():
        hidden = (SECRET if any(secret in member for secret in known) else member for member in members)
        flat.members[key] = tuple(dict.fromkeys(hidden))
    flat.names = [pair for pair in flat.names if not any(secret in pair[1] for secret in known)]


def _telling(secret: str) -> bool:
    """Whether a secret is itself wherever it stands: not a word ("postgres" is also an image and a user)."""
    return len(secret) >= 8 and not secret.isalpha()


def _safe_text(text: str, flat: Flat, lines: Mapping[Path, int]) -> str | None:
    """Return the text without its secrets, line by line the same; None if there are none."""
    safe = text
    if flat.secrets:
        rows = text.split("\n")
        starts = sorted(set(lines.values()))
        for path, value in flat.secrets:
            _blank(rows, path, value, line_of(lines, path), starts)
        safe = "\n".join(rows)
    safe = redact(safe)
    return safe if safe != text else None


def _blank(rows: list[str], path: Path, value: str, line: int, starts: list[int]) -> None:
    """Blank a secret where it stands, and everywhere else if it is long enough to be nothing but itself."""
    forms = _forms(value)
    if line:
        last = next((start for start in starts if start > line), len(rows) + 1) - 1
        found = _blank_first(rows, line - 1, str(path[-1]) if path else "", forms)
        for row in range(line, last):
            if rows[row].strip() in forms:
                rows[row] = SECRET
                found = True
        if not found and SECRET not in rows[line - 1]:
            rows[line - 1] = re.sub(r"^([^:=]*[:=]).*", rf"\1 {SECRET}", rows[line - 1])
            rows[line:last] = [SECRET if row.strip() else row for row in rows[line:last]]
    for form in filter(_telling, forms):
        rows[:] = [row.replace(form, SECRET) if form in row else row for row in rows]


def _blank_first(rows: list[str], row: int, key: str, forms: tuple[str, ...]) -> bool:
    text = rows[row]
    start = text.find(key) + len(key) if key and key in text else 0
    for form in forms:
        if form in text[start:] and form not in SECRET:
            rows[row] = text[:start] + text[start:].replace(form, SECRET)
            return True
    return False


def _forms(value: str) -> tuple[str, ...]:
    """The forms a value may be written in, longest first: escaped or not, and each of its lines."""
    forms = {
        value.strip(),
        json.dumps(value)[1:-1],
        json.dumps(value, ensure_ascii=False)[1:-1],
        value.replace("'", "''"),
    }
    forms.update(part.strip() for part in value.split("\n"))
    return tuple(sorted((f for f in forms if f), key=len, reverse=True))
