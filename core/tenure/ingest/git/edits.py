"""Changed lines read by themselves, without reading the whole file anew.

Most commits change a value or two in their places. Where a format lets one line state one value (``port = 80``), and
nothing but that value differs, the new version says what the old one said, with that value in place of the old. This
is an optimisation only: whatever is in doubt — another number of lines, any other difference, a name that occurs
more often in the text than among the values, a possible secret — is left to the reader of the whole file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tenure.ingest.items import ItemKey
from tenure.ingest.secrets import is_secret, redact

_MOST = 8
_NUMBER = r"-?(?:0|[1-9]\d{0,14})"
_QUOTED = r'"[\w./:@+<>=~^*-](?:[\w ./:@,+<>=~^*-]*[\w./:@+<>=~^*-])?"'
_BARE = r"[\w./@+-]+"
_SPECIFIER = r"(?:===?|~=|!=|<=?|>=?)[\w.*+!-]+(?:,(?:===?|~=|!=|<=?|>=?)[\w.*+!-]+)*"
_FORMS = {
    "json": re.compile(rf'\s*"(?P<key>[\w-]+)": (?P<value>{_NUMBER}|true|false|{_QUOTED}),?', re.ASCII),
    "toml": re.compile(rf"(?P<key>[\w-]+) = (?P<value>{_NUMBER}|true|false|{_QUOTED})", re.ASCII),
    "yaml": re.compile(rf"\s*(?P<key>[A-Za-z][\w-]*): (?P<value>{_NUMBER}|true|false|{_QUOTED})", re.ASCII),
    "env": re.compile(rf"(?P<key>[A-Za-z_]\w*)=(?P<value>{_BARE})", re.ASCII),
    "properties": re.compile(rf"(?P<key>[\w-]+(?:\.[\w-]+)*)(?: ?[=:] ?)(?P<value>{_BARE})", re.ASCII),
    "requirements": re.compile(rf"(?P<key>[a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?P<value>{_SPECIFIER})", re.ASCII),
}
"""By format: a line that states one value and nothing else; ``value`` is stored as it stands there, without quotes."""
_TELLING = frozenset({"openapi", "swagger", "apiVersion", "kind", "$schema", "lockfileVersion"})
"""Names whose value may tell another reader that the file is its own."""


class Edit(NamedTuple):
    """A value that a changed line states.

    Attributes:
        key: subject, relation and scope.
        value: the new value.
        line: the line's number, from 1.
    """

    key: ItemKey
    value: str
    line: int


class Former(NamedTuple):
    """What is known of a file's former version: its format, text and lines, and what it states."""

    kind: str
    text: str
    lines: Sequence[str]
    values: Mapping[ItemKey, str]


def edits(subject: str, former: Former, lines: Sequence[str]) -> list[Edit] | None:
    """Return the values that the lines which differ state now, or None if the whole file has to be read.

    Args:
        subject: the file's source name.
        former: the version before.
        lines: the new version's lines.
    """
    form = _FORMS.get(former.kind)
    if form is None or len(former.lines) != len(lines):
        return None
    places = [place for place, (old, new) in enumerate(zip(former.lines, lines, strict=True)) if old != new]
    if len(places) > _MOST:
        return None
    found: list[Edit] = []
    for place in places:
        edit = _edit(form, subject, former, (place, lines[place]))
        if edit is None:
            return None
        found.append(edit)
    return found if len({edit.key for edit in found}) == len(found) else None


def _edit(form: re.Pattern[str], subject: str, former: Former, now: tuple[int, str]) -> Edit | None:
    place, line = now
    written = former.lines[place]
    before, after = form.fullmatch(written), form.fullmatch(line)
    if before is None or after is None:
        return None
    start = before.start("value")
    if written[:start] != line[:start] or written[before.end("value") :] != line[after.end("value") :]:
        return None
    name, value = before["key"], after["value"].strip('"')
    if form is _FORMS["requirements"]:
        keys = [key for key in former.values if key[0] == name and key[1] == "requirement"]
    else:
        keys = _keys(name, written[:start].lstrip(), former)
    old = before["value"].strip('"')
    keys = [key for key in keys if former.values[key] == old] if len(keys) > 1 else keys
    if len(keys) != 1 or former.values[keys[0]] != old:
        return None
    key = keys[0]
    if (key[0] != subject and form is not _FORMS["requirements"]) or redact(line) != line or is_secret(key[1], value):
        return None
    return Edit(key, value, place + 1)


def _keys(name: str, before: str, former: Former) -> list[ItemKey]:
    """Return the keys of a name, or none if the text has that name elsewhere too (repeated, in a comment or text)."""
    if name in _TELLING:
        return []
    ending = f".{name}"
    keys = [key for key in former.values if key[1] == name or key[1].endswith(ending)]
    if former.text.count(before) != len(keys):
        occurrences = re.findall(rf"(?<![\w.-]){re.escape(before)}", former.text)
        return keys if len(occurrences) == len(keys) else []
    return keys
