"""Packages in lock files, read by themselves: they come, go, or change, each in lines of its own.

A lock file is a list of packages, one after another. If all that differs between two versions of it is some of them,
only those are parsed, each alone. Files in which a name stands twice, or that have texts of several lines, passwords
or comments, are read as a whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tenure.errors import InputError
from tenure.ingest.git.edits import Edit, Former
from tenure.ingest.items import ItemKey
from tenure.ingest.manifests.locked import LOCKED
from tenure.ingest.readers.base import base_of
from tenure.ingest.readers.npm_lock import packages_of as npm_packages
from tenure.ingest.readers.toml import load_toml
from tenure.ingest.readers.toml_locks import packages_of as toml_packages

_MOST_PACKAGES = 40
"""So many packages may come or go at most."""
_NAME = re.compile(r"(?:@[\w.-]+/)?[\w.-]+", re.ASCII)
_VERSION = re.compile(r"[\w.+!-]{1,60}", re.ASCII)
_HEAD = "\n[[package]]\n"
_BEHIND = re.compile(r"^\[(?!\[?package\b)", re.MULTILINE)
"""The first table behind the packages, in TOML."""
_MEMBER = '\n    "'
"""What stands before a member of a member of a JSON file that a tool has written."""
_CLOSED = "\n    }"
_TANGLED = {"toml lock": ('"""', "'''"), "package-lock": ("/*",)}
"""By format: what a file must not have for its packages to be told apart by their lines."""


class _Parts(NamedTuple):
    """A lock file taken apart: the packages, as text, and all around them."""

    around: tuple[str, ...]
    packages: Sequence[str]


class _Pin(NamedTuple):
    """A package as a lock file states it: the key of its version, its own spelling of the name, and the version."""

    key: ItemKey
    name: str
    version: str


def pinned(former: Former, text: str, lines: Sequence[str]) -> list[Edit] | None:
    """Return the versions that packages which came, went or changed state; None if the whole file has to be read."""
    apart = _FORMATS.get(former.kind)
    if apart is None or former.safe is not former.lines or any(m in text for m in _TANGLED[former.kind]):
        return None
    old, new = apart(former.text), apart(text)
    if old is None or new is None or old.around != new.around:
        return None
    # Packages that come are parsed, so only those of the version that was read whole need to be looked at.
    former.balanced = former.balanced or all(one.count("{") == one.count("}") for one in old.packages)
    if not former.balanced:
        return None
    before, after = set(old.packages), set(new.packages)
    gone = [one for one in old.packages if one not in after]
    fresh = [one for one in new.packages if one not in before]
    if max(len(gone), len(fresh)) > _MOST_PACKAGES or len(gone) == len(before) or len(fresh) == len(after):
        return None
    # No package stands twice, and those that stay do so in their order.
    if len(before) < len(old.packages) or len(after) < len(new.packages):
        return None
    if [one for one in old.packages if one in after] != [one for one in new.packages if one in before]:
        return None
    return _edits(former, gone, fresh, lines)


def _edits(former: Former, gone: Sequence[str], fresh: Sequence[str], lines: Sequence[str]) -> list[Edit] | None:
    went: dict[ItemKey, _Pin] = {}
    for one in gone:
        pin = _pin(former, one)
        if pin is None or former.count(pin.name) != 1 or former.members.get(pin.key) != (pin.version,):
            return None
        went[pin.key] = pin
    found: dict[ItemKey, Edit] = {}
    folded: set[str] | None = None
    for one in fresh:
        pin = _pin(former, one)
        if pin is None or pin.key in found:
            return None
        last = went.pop(pin.key, None)
        if last is None:
            folded = folded or {key[0].casefold() for key in (*former.members, *found)}
            if former.count(pin.name) or pin.key[0].casefold() in folded:
                return None
            folded.add(pin.key[0].casefold())
        line = _line(former.kind, lines, pin)
        if not line:
            return None
        found[pin.key] = Edit(pin.key, pin.version, line, "" if last is None else last.version)
    return [*(Edit(pin.key, None, 0, pin.version) for pin in went.values()), *found.values()]


# --- packages ---------------------------------------------------------------------------------------


def _toml_apart(text: str) -> _Parts | None:
    head, *packages = ("\n" + text).split(_HEAD)
    if not packages:
        return None
    behind = _BEHIND.search(packages[-1])
    tail = "" if behind is None else packages[-1][behind.start() :]
    if behind is not None:
        packages[-1] = packages[-1][: behind.start()]
    return _Parts((head, tail), [one.strip("\n") for one in packages])


def _npm_apart(text: str) -> _Parts | None:
    head, *members = text.split(_MEMBER)
    if not members:
        return None
    last, closed, tail = members[-1].rpartition(_CLOSED)
    if not closed or not head.endswith('"packages": {') or not all(one.endswith(_CLOSED + ",") for one in members[:-1]):
        return None
    return _Parts((head, tail), [*(one[:-1] for one in members[:-1]), last + closed])


_FORMATS: dict[str, Callable[[str], _Parts | None]] = {"toml lock": _toml_apart, "package-lock": _npm_apart}


def _pin(former: Former, package: str) -> _Pin | None:
    """Return what a package states, read alone; None if that is not certain."""
    if "\\u" in package or ("://" in package and "@" in package.partition("://")[2]):
        return None
    found = _toml_pin(former, package) if former.kind == "toml lock" else _npm_pin(package)
    if found is None:
        return None
    stated, name, version = found
    if _NAME.fullmatch(name) is None or _VERSION.fullmatch(version) is None:
        return None
    return _Pin((stated, LOCKED, (("file", former.subject),)), name, version)


def _toml_pin(former: Former, package: str) -> tuple[str, str, str] | None:
    try:
        data = load_toml(_HEAD + package)
    except InputError:
        return None
    if len(data) != 1 or len(data["package"]) != 1:
        return None
    stated = list(toml_packages(data["package"], rust=base_of(former.subject) == "Cargo.lock"))
    return (stated[0][0], data["package"][0]["name"], stated[0][1]) if len(stated) == 1 else None


def _npm_pin(package: str) -> tuple[str, str, str] | None:
    try:
        data: Any = json.loads('{"' + package + "}")
    except (json.JSONDecodeError, RecursionError):
        return None
    stated = list(npm_packages(data))
    if len(data) != 1 or len(stated) != 1 or next(iter(data)) != f"node_modules/{stated[0][0]}":
        return None
    return stated[0][0], stated[0][0], stated[0][1]


def _line(kind: str, lines: Sequence[str], pin: _Pin) -> int:
    """Return the line of a package's version; 0 if it does not stand just below the name."""
    if kind == "toml lock":
        above, own = f'name = "{pin.name}"', f'version = "{pin.version}"'
    else:
        above, own = f'    "node_modules/{pin.name}": {{', f'      "version": "{pin.version}"'
    try:
        place = lines.index(above) + 1
    except ValueError:
        return 0
    return place + 1 if place < len(lines) and lines[place].rstrip(",") == own else 0
