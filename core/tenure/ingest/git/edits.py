"""Changed lines read by themselves, without reading the whole file anew.

Most commits change a value or two in their places. Where a format lets one line state one value (``port = 80``), and
nothing but that value differs, the new version says what the old one said, with that value in place of the old; in a
format of free lines one may come or go as well. This is an optimisation only: whatever is in doubt — any other
difference, a name that occurs more often in the text than among the values, a possible secret — is left to the
reader of the whole file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tenure.ingest.items import ItemKey
from tenure.ingest.pathnames import is_set_path, relation_of_path
from tenure.ingest.secrets import is_secret, redact

_MOST = 8
_NUMBER = r"-?(?:0|[1-9]\d{0,14})"
_QUOTED = r'"[\w./:@+<>=~^*-](?:[\w ./:@,+<>=~^*-]*[\w./:@+<>=~^*-])?"'
_BARE = r"[\w./@+-]+"
_SPECIFIER = r"(?:===?|~=|!=|<=?|>=?)[\w.*+!-]+(?:,(?:===?|~=|!=|<=?|>=?)[\w.*+!-]+)*"
_REQUIREMENTS = "requirements"
_FORMS = {
    "json": re.compile(rf'\s*"(?P<key>[\w-]+)": (?P<value>{_NUMBER}|true|false|{_QUOTED}),?', re.ASCII),
    "toml": re.compile(rf"(?P<key>[\w-]+) = (?P<value>{_NUMBER}|true|false|{_QUOTED})", re.ASCII),
    "yaml": re.compile(rf"\s*(?P<key>[A-Za-z][\w-]*): (?P<value>{_NUMBER}|true|false|{_QUOTED})", re.ASCII),
    "env": re.compile(rf"(?P<key>[A-Za-z_]\w*)=(?P<value>{_BARE})", re.ASCII),
    "properties": re.compile(rf"(?P<key>[\w-]+(?:\.[\w-]+)*)(?: ?[=:] ?)(?P<value>{_BARE})", re.ASCII),
    _REQUIREMENTS: re.compile(rf"(?P<key>[a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?P<value>{_SPECIFIER})", re.ASCII),
}
"""By format: a line that states one value and nothing else; ``value`` is stored as it stands there, without quotes."""
_TELLING = frozenset({"openapi", "swagger", "apiVersion", "kind", "$schema", "lockfileVersion"})
"""Names whose value may tell another reader that the file is its own."""


_FREE = frozenset({"env", "properties", "requirements"})
"""Formats in which a line may come or go by itself: what surrounds it does not matter."""
_REQUIREMENT = "requirement"


class Edit(NamedTuple):
    """A value that a changed line states.

    Attributes:
        key: subject, relation and scope.
        value: the new value, or None if it is gone.
        line: the line's number, from 1; 0 if the value is gone.
    """

    key: ItemKey
    value: str | None
    line: int


Names = Mapping[str, Sequence[ItemKey]]
"""The keys of a file by the last part of their relation, of requirements by the package."""


class Former(NamedTuple):
    """What is known of a file's former version: its format, text and lines, and what it states."""

    kind: str
    text: str
    lines: Sequence[str]
    values: Mapping[ItemKey, str]
    names: Names


def names_of(kind: str, values: Mapping[ItemKey, str]) -> Names:
    """Return the keys of a file by name, for formats whose lines can be read by themselves."""
    found: dict[str, list[ItemKey]] = {}
    if kind in _FORMS:
        for key in values:
            name = key[0] if key[1] == _REQUIREMENT else key[1].rpartition(".")[2]
            found.setdefault(name, []).append(key)
    return found


def edits(subject: str, former: Former, lines: Sequence[str]) -> list[Edit] | None:
    """Return the values that the lines which differ state now, or None if the whole file has to be read.

    Args:
        subject: the file's source name.
        former: the version before.
        lines: the new version's lines.
    """
    form = _FORMS.get(former.kind)
    if form is None:
        return None
    if len(former.lines) != len(lines):
        return _moved(form, subject, former, lines) if former.kind in _FREE else None
    places = [place for place, (old, new) in enumerate(zip(former.lines, lines, strict=True)) if old != new]
    if len(places) > _MOST:
        return None
    found: list[Edit] = []
    for place in places:
        edit = _edit(form, subject, former, (place, lines[place]))
        if edit is None:
            return None
        found.append(edit)
    return found if len(found) == 1 or len({edit.key for edit in found}) == len(found) else None


def _edit(form: re.Pattern[str], subject: str, former: Former, now: tuple[int, str]) -> Edit | None:
    place, line = now
    written = former.lines[place]
    before, after = form.fullmatch(written), form.fullmatch(line)
    if before is None or after is None:
        return None
    start = before.start("value")
    if written[:start] != line[:start] or written[before.end("value") :] != line[after.end("value") :]:
        return None
    key = _key(before, subject, former)
    value = after["value"].strip('"')
    if key is None or redact(line) != line or is_secret(key[1], value):
        return None
    return Edit(key, value, place + 1)


def _key(match: re.Match[str], subject: str, former: Former) -> ItemKey | None:
    """Return the key of the value that a line of the former version states, if there is but one it can be."""
    name, value = match["key"], match["value"].strip('"')
    if former.kind == _REQUIREMENTS:
        keys = former.names.get(name, ())
    else:
        keys = _keys(name, match.string[: match.start("value")].lstrip(), former)
    if len(keys) > 1:
        keys = [key for key in keys if former.values[key] == value]
    if len(keys) != 1 or former.values[keys[0]] != value:
        return None
    return keys[0] if keys[0][0] == subject or former.kind == _REQUIREMENTS else None


def _keys(name: str, before: str, former: Former) -> Sequence[ItemKey]:
    """Return the keys of a name, or none if the text has that name elsewhere too (repeated, in a comment or text)."""
    if name in _TELLING:
        return ()
    keys = former.names.get(name.rpartition(".")[2], ())
    if "." in name:
        keys = [key for key in keys if key[1] == name]
    if former.text.count(before) != len(keys):
        occurrences = re.findall(rf"(?<![\w.-]){re.escape(before)}", former.text)
        return keys if len(occurrences) == len(keys) else ()
    return keys


# --- lines that come and go -------------------------------------------------------------------------


def _moved(form: re.Pattern[str], subject: str, former: Former, lines: Sequence[str]) -> list[Edit] | None:
    """Return what lines that came and went state, in a format of free lines."""
    if "\\" in former.text or (former.kind == "env" and any(quote in former.text for quote in "\"'`")):
        return None
    # Their order does not matter either.
    before, after = set(former.lines), set(lines)
    gone = [line for line in former.lines if line not in after]
    fresh = [(number, line) for number, line in enumerate(lines, 1) if line not in before]
    if max(len(gone), len(fresh)) > _MOST:
        return None
    found: dict[ItemKey, Edit] = {}
    for line in gone:
        match = form.fullmatch(line)
        key = _key(match, subject, former) if match is not None else None
        if key is not None:
            found[key] = Edit(key, None, 0)
        elif line and not line.startswith("#"):
            return None
    for number, line in fresh:
        match = form.fullmatch(line)
        key = _new_key(match, subject, former, found) if match is not None else None
        if match is not None and key is not None and redact(line) == line and not is_secret(key[1], match["value"]):
            found[key] = Edit(key, match["value"], number)
        elif line and not line.startswith("#"):
            return None
    return list(found.values())


def _new_key(match: re.Match[str], subject: str, former: Former, found: Mapping[ItemKey, Edit]) -> ItemKey | None:
    """Return the key of the value that a new line states, if nothing else states anything of that name."""
    name = match["key"]
    if former.kind == _REQUIREMENTS:
        scopes = {key[2] for keys in former.names.values() for key in keys if key[1] == _REQUIREMENT}
        key = (name, _REQUIREMENT, next(iter(scopes), ()))
        if len(scopes) != 1:
            return None
    elif is_set_path(name):
        return None
    else:
        key = (subject, relation_of_path(name), ())
    folded = (key[0].casefold(), key[1].casefold())
    same = [k for k in (*former.values, *found) if (k[0].casefold(), k[1].casefold()) == folded]
    gone = key in found and found[key].value is None
    if any(k != key for k in same) or (same and not gone):
        return None
    return key if gone or former.kind == _REQUIREMENTS or former.text.count(name) == 0 else None


def differing(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """Return the first line of the new version that differs, and the first after the last one (from 0)."""
    shorter = min(len(old), len(new))
    first = next((n for n in range(shorter) if old[n] != new[n]), shorter)
    behind = next((n for n in range(1, shorter - first + 1) if old[-n] != new[-n]), shorter - first + 1)
    return first, len(new) - behind + 1
