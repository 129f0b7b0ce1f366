"""Versions in lock files, read by themselves: a package goes from one version to another, on one line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import compress
from operator import ne

from tenure.ingest.git.edits import MOST, Edit, Former
from tenure.ingest.items import ItemKey
from tenure.ingest.manifests.locked import LOCKED
from tenure.ingest.manifests.names import python_name
from tenure.ingest.readers.base import base_of

_VERSION = r"(?P<version>[\w.+!-]{1,60})"
_LINES = {
    "toml lock": re.compile(rf'version = "{_VERSION}"', re.ASCII),
    "package-lock": re.compile(rf' +"version": "{_VERSION}",?', re.ASCII),
}
"""By format: the line that has a package's version."""
_NAMES = {
    "toml lock": re.compile(r'name = "(?P<name>[\w.-]+)"', re.ASCII),
    "package-lock": re.compile(r' +"node_modules/(?P<name>(?:@[\w.-]+/)?[\w.-]+)": \{', re.ASCII),
}
"""By format: the line before it, which has its name."""
_HEAD = "[[package]]"
"""The line before the name, in TOML."""
_LONGEST = 40
"""Lines of a package looked at; the lists that a longer one has come last."""


def pinned(former: Former, lines: Sequence[str]) -> list[Edit] | None:
    """Return the versions that the lines which differ state, or None if the whole file has to be read."""
    form = _LINES.get(former.kind)
    if form is None or len(lines) != len(former.lines):
        return None
    places = list(compress(range(len(lines)), map(ne, former.lines, lines)))
    if not 0 < len(places) <= MOST:
        return None
    found: list[Edit] = []
    for place in places:
        before, after = form.fullmatch(former.lines[place]), form.fullmatch(lines[place])
        key = _key(former, place) if before is not None and after is not None else None
        if key is None or before is None or after is None:
            return None
        version = after["version"]
        if former.members[key] != (before["version"],) or _rest(before) != _rest(after):
            return None
        if not former.is_plain(key, version, lines[place]):
            return None
        found.append(Edit(key, version, place + 1, before["version"]))
    return found if len({edit.key for edit in found}) == len(found) else None


def _rest(match: re.Match[str]) -> tuple[str, str]:
    start, end = match.span("version")
    return match.string[:start], match.string[end:]


def _key(former: Former, place: int) -> ItemKey | None:
    """Return the key of the package that has its version on a line, if it stands in the file but once."""
    lines = former.lines
    named = _NAMES[former.kind].fullmatch(lines[place - 1]) if place else None
    if named is None:
        return None
    name = named["name"]
    if former.kind == "toml lock":
        if place < 2 or lines[place - 2] != _HEAD or former.count(name) != 1:
            return None
        if base_of(former.subject) != "Cargo.lock":
            name = python_name(name)
    elif former.text.lower().count(f'node_modules/{name.lower()}"') != 1 or _renamed(lines, place):
        return None
    key: ItemKey = (name, LOCKED, (("file", former.subject),))
    return key if key in former.members else None


def _renamed(lines: Sequence[str], place: int) -> bool:
    """Whether a package of npm has a name of its own, other than its folder's."""
    for line in lines[place + 1 : place + _LONGEST]:
        if line.lstrip()[:1] == "}":
            return False
        if line.lstrip().startswith('"name"'):
            return True
    return True
