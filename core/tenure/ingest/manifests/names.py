"""Names and specifiers of Python requirements, as PEP 503 and PEP 508 write them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from tenure.errors import InputError

ANY = "any"
"""The requirement of a list that names a package and no version."""

_RUN = re.compile(r"[-_.]+")
_REQUIREMENT = re.compile(
    r"\s*(?P<name>[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?P<extras>\[[^\[\]]*\])?\s*"
    r"(?:@\s*(?P<url>\S+)|\((?P<inner>[^()]*)\)|(?P<spec>(?:===?|[<>!~]=?)[^;]*))?\s*(?:;\s*(?P<marker>.*\S))?\s*\Z"
)


class Requirement(NamedTuple):
    """One requirement taken apart: the name as written, what is asked of it, and when it counts."""

    name: str
    asked: str
    marker: str


def python_name(written: str) -> str:
    """Return a Python package's name with ``_`` and ``.`` written as ``-`` (PEP 503 but for case, which is kept)."""
    return _RUN.sub("-", written)


@lru_cache(maxsize=65_536)
def requirement(text: str) -> Requirement:
    """Take a requirement of PEP 508 apart ("click[x]>=8,<9; python_version < '3.9'").

    Raises:
        InputError: if it is none; the text, which may hold a password, is not repeated.
    """
    match = _REQUIREMENT.match(text)
    if match is None:
        raise InputError("what stands there is not a requirement")
    name, extras, url, inner, spec, marker = match.groups()
    asked = (inner or spec or "").strip()
    if url is not None:
        asked = f"{extras} @ {url}" if extras else url
    elif extras is not None:
        asked = extras + asked
    return Requirement(name, asked or ANY, marker or "")
