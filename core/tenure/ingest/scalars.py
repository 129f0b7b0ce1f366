"""Scalars of configuration as they are stored: their form, what is a secret, what is too long."""

from __future__ import annotations

import json
import re
from datetime import date, datetime, time
from functools import lru_cache

from tenure.ingest.secrets import SECRET, is_secret

LONGEST = 10_000  # a longer value is left out and told
_BARE = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")


class Written(str):
    """A scalar whose form in the file is kept, and which is no string there: a number, a date, true, null."""

    __slots__ = ()


def label(key: str) -> str:
    """Return a key as part of a subject: in one line, at most 200 characters, and none of it if it is a secret."""
    text = " ".join(sound(key).split())
    if len(text) >= 16 and is_secret("", text):
        return SECRET
    return text if len(text) <= 200 else f"{text[:199]}…"


def listed(name: str, item: object) -> tuple[str, bool, str]:
    """Return what :func:`leaf` does, as a member of a list: a string in quotes, as in JSON."""
    return _string_listed(name, item) if type(item) is str else _read_listed(name, item)


def _read_listed(name: str, item: object) -> tuple[str, bool, str]:
    stored, secret, fault = leaf(name, item if isinstance(item, str) else scalar(item))
    if not _quoted(item):
        return stored, secret, fault
    return json.dumps("" if stored == '""' else stored, ensure_ascii=False), secret, fault


_string_listed = lru_cache(maxsize=65_536)(_read_listed)


def _quoted(item: object) -> bool:
    """Whether a scalar needs quotes in a list: all but numbers in a form JSON has, true, false and null."""
    return _BARE.fullmatch(item) is None if isinstance(item, Written) else isinstance(item, str | date | time)


def scalar(value: object) -> str:
    """Return a scalar as it is stored: ``true``, ``null``, numbers in their canonical form, dates in ISO 8601."""
    if isinstance(value, str):
        return value
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return repr(value) if isinstance(value, float) else str(value)


def leaf(name: str, value: str) -> tuple[str, bool, str]:
    """Return (what is stored, whether it is a secret, why it is left out) for a scalar under a name."""
    return _short_leaf(name, value) if len(value) <= 200 else _read_leaf(name, value)


def _read_leaf(name: str, value: str) -> tuple[str, bool, str]:
    text = value.strip()
    if not text:
        return '""', False, ""
    if is_secret(name, text):
        return SECRET, True, ""
    if len(text) > LONGEST:
        return "", False, f"a value of {len(text):,} characters is left out; the longest kept is {LONGEST:,}"
    return sound(text), False, ""


_short_leaf = lru_cache(maxsize=65_536)(_read_leaf)


def sound(text: str) -> str:
    """Return a text that can be stored: without NUL and lone surrogates, which become U+FFFD."""
    if text.isascii():
        return text.replace("\0", "\ufffd")
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\0", "\ufffd")
