"""Packages in lock files, read by themselves: they come, go, or change, each in lines of its own.

A lock file is a list of packages, one after another. If all that differs between two versions of it is some of them,
only those are parsed. Files in which a name stands twice, or that have texts of several lines, passwords
or comments, are read as a whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import filterfalse

from tenure.errors import InputError
from tenure.ingest.git.edits import Edit, Former, Parts
from tenure.ingest.items import ItemKey
from tenure.ingest.manifests.locked import LOCKED
from tenure.ingest.manifests.names import python_name
from tenure.ingest.readers.base import base_of
from tenure.ingest.readers.npm_lock import packages_of as npm_packages
from tenure.ingest.readers.toml import load_toml
from tenure.ingest.readers.toml_locks import packages_of as toml_packages

_MOST_PACKAGES = 40
"""So many packages may come or go at most."""
_HEAD = "\n[[package]]\n"
_BEHIND = re.compile(r"^\[(?!\[?package\b)", re.MULTILINE)
"""The first table behind the packages, in TOML."""
_MEMBER = '\n    "'
"""What stands before a member of a member of a JSON file that a tool has written."""
_CLOSED = "\n    }"
"""What closes one; packages are told without it."""
_BETWEEN = _CLOSED + "," + _MEMBER
_PINS = {
    "toml lock": re.compile(r'name = "(?P<name>[\w.-]+)"\nversion = "(?P<version>[\w.+!-]{1,60})"', re.ASCII),
    "package-lock": re.compile(
        r'node_modules/(?P<name>(?:@[\w.-]+/)?[\w.-]+)": \{\n +"version": "(?P<version>[\w.+!-]{1,60})"', re.ASCII
    ),
}
"""By format: how a package begins, with its name and just below it the version."""
_BEGINNINGS = {"toml lock": _HEAD[1:], "package-lock": _MEMBER}
"""By format: what stands before that, two lines above the version."""
_TANGLING = {"toml lock": ('"""', "'''"), "package-lock": ("/*",)}
"""By format: what begins a text of several lines, or a comment."""


def pinned(former: Former, text: str) -> list[Edit] | None:
    """Return the versions that packages which came, went or changed state; None if the whole file has to be read.

    The edits are to be taken up: ``former.parts`` is what they make.
    """
    apart = _FORMATS.get(former.kind)
    if apart is None or former.safe is not former.lines:
        return None
    old, new = former.parts or _first_parts(former, apart), apart(text)
    if old is None or new is None or (old.around != new.around and former.kind != "toml lock"):
        return None
    gone, fresh = old.known - new.known, new.known - old.known
    if max(len(gone), len(fresh)) > _MOST_PACKAGES or len(gone) == len(old.known):
        return None
    # No package stands twice, and those that stay do so in their order.
    if len(new.known) < len(new.packages):
        return None
    if list(filterfalse(gone.__contains__, old.packages)) != list(filterfalse(fresh.__contains__, new.packages)):
        return None
    went = [one for one in old.packages if one in gone]
    came = [one for one in new.packages if one in fresh]
    around = ("", "") if old.around == new.around else new.around
    stated = _stated(former, came, around)
    found = None if stated is None else _edits(former, went, list(zip(came, stated, strict=True)), text)
    former.parts = None if found is None else new
    return found


def _first_parts(former: Former, apart: Callable[[str], Parts | None]) -> Parts | None:
    """Take apart the version that was read whole, if every package is closed where it is opened.

    Of later versions only the packages that come have to be looked at.
    """
    found = apart(former.text)
    unclosed = former.kind == "package-lock"
    if found is None or len(found.known) < len(found.packages) or _is_tangled(former.kind, former.text):
        return None
    return found if all(p.count("{") - p.count("}") == unclosed for p in found.packages) else None


def _is_tangled(kind: str, text: str) -> bool:
    """Whether a text has what a file must not have for its packages to be told apart by their lines."""
    return any(mark in text for mark in _TANGLING[kind])


def _edits(
    former: Former, gone: Sequence[str], fresh: Sequence[tuple[str, tuple[str, str, str]]], text: str
) -> list[Edit] | None:
    went: dict[ItemKey, str] = {}
    for one in gone:
        match = _PINS[former.kind].match(one)
        key = _key(former, match["name"]) if match is not None else None
        if match is None or key is None or former.count(match["name"]) != 1:
            return None
        if former.members.get(key) != (match["version"],):
            return None
        went[key] = match["version"]
    found: dict[ItemKey, Edit] = {}
    for one, (name, version, _) in fresh:
        match = _PINS[former.kind].match(one)
        key = _key(former, match["name"]) if match is not None else None
        if match is None or key is None or key in found or (key[0], match["version"]) != (name, version):
            return None
        last = went.pop(key, "")
        if not last and (former.count(match["name"]) or _is_known(former, key, found)):
            return None
        place = text.find(_BEGINNINGS[former.kind] + match[0])
        found[key] = Edit(key, version, text.count("\n", 0, place) + 3, last)
    return [*(Edit(key, None, 0, version) for key, version in went.items()), *found.values()]


def _is_rust(former: Former) -> bool:
    return base_of(former.subject) == "Cargo.lock"


def _key(former: Former, name: str) -> ItemKey:
    name = python_name(name) if former.kind == "toml lock" and not _is_rust(former) else name
    return name, LOCKED, (("file", former.subject),)


def _is_known(former: Former, key: ItemKey, found: Iterable[ItemKey]) -> bool:
    """Whether a package of that name, however it is spelled, is stated already."""
    folded = key[0].casefold()
    return any(known[0].casefold() == folded for known in (*former.members, *found))


# --- packages ---------------------------------------------------------------------------------------


def _toml_apart(text: str) -> Parts | None:
    head, *packages = ("\n" + text).split(_HEAD)
    if not packages:
        return None
    last = packages[-1]
    behind = _BEHIND.search(last)
    at = len(last) if behind is None else behind.start()
    packages[-1] = last[:at].rstrip("\n") + "\n"
    return Parts((head, last[at:]), packages, frozenset(packages))


def _npm_apart(text: str) -> Parts | None:
    packages = text.split(_BETWEEN)
    head, _, packages[0] = packages[0].partition(_MEMBER)
    packages[-1], closed, tail = packages[-1].rpartition(_CLOSED)
    if not closed or not head.endswith('"packages": {') or text.count(_MEMBER) != len(packages):
        return None
    return Parts((head, tail), packages, frozenset(packages))


_FORMATS: dict[str, Callable[[str], Parts | None]] = {"toml lock": _toml_apart, "package-lock": _npm_apart}


def _stated(former: Former, packages: Sequence[str], around: tuple[str, str]) -> list[tuple[str, str, str]] | None:
    """Return what packages state (name, version and group), parsed with what changed around them, without the rest.

    None if that is not certain.
    """
    toml = former.kind == "toml lock"
    text = "".join([_HEAD + one for one in packages]) if toml else _BETWEEN.join(packages)
    if around != ("", ""):
        text = f"{around[0]}{text}\n{around[1]}"
    if "\\u" in text or _is_tangled(former.kind, text) or ("://" in text and "@" in text.partition("://")[2]):
        return None
    try:
        if toml:
            data = load_toml(text).get("package", [])
            if not isinstance(data, list) or not all(isinstance(one, dict) for one in data):
                return None
            found = list(toml_packages(data, rust=_is_rust(former)))
        else:
            data = json.loads('{"' + text + "}}") if packages else {}
            found = list(npm_packages(data))
    except (InputError, json.JSONDecodeError, RecursionError):
        return None
    return found if len(found) == len(data) == len(packages) else None
