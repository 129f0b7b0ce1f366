"""Whether a name may be the subject of a relation: what a thing is called tells what may be said of it.

A work is quoted or known, a person has the name of one; a bare noun ("票价", "保温杯") names a place or an
organisation at most, and nothing at all once something else is being spoken of.
"""

from __future__ import annotations

import re

from tenure.ingest.extract.chinese.lexicon import either, lexicon
from tenure.ingest.extract.chinese.subjects import Found
from tenure.ingest.extract.chinese.values import HAN, is_person

PERSONAL = frozenset(
    (
        "occupation", "employer", "position", "spouse", "birth date", "birthplace", "death date", "death place",
        "education", "nationality", "residence", "children", "parents", "siblings", "native language",
        "political party", "field of work",
    )
)  # fmt: skip
"""Relations of people."""
WORKS = frozenset(
    (
        "author", "director", "composer", "publisher", "publication date", "genre", "cast", "artist", "illustrator",
        "translator", "original language", "page count", "running time", "record label", "series",
        "screenwriter", "producer",
    )
)  # fmt: skip
_PLACES = frozenset(
    (
        "capital", "country", "population", "area", "mayor", "governor", "head of state", "head of government",
        "continent", "currency", "official languages", "located in", "time zone", "elevation", "postal code",
        "calling code", "borders",
    )
)  # fmt: skip
_ORGANISATIONS = frozenset(
    (
        "founder", "founding date", "ceo", "chair", "president", "headquarters", "parent organization", "subsidiaries",
        "industry", "employee count", "revenue", "stock symbol", "dissolution date", "sponsor", "partners", "slogan",
        "awards", "members", "lead", "owner", "maintainers", "manager", "product owner",
    )
)  # fmt: skip
_COMMON = re.compile(
    rf"(?:{either(lexicon().lists['generic_modifiers'])}|[{HAN}]{{0,2}})"
    rf"(?:{either(lexicon().lists['common_ends'])})$"
)
_MARKS = frozenset(lexicon().lists["marks"])


def common(simple: str) -> bool:
    """Whether a text is a common noun, perhaps with a word before it, that names nothing."""
    return _COMMON.fullmatch(simple) is not None


def fits(found: Found, simple: str, relation: str) -> bool:
    """Whether the name found, in simplified characters, may be a subject of a relation."""
    if found.kind in ("known", "title"):
        return True
    if found.kind == "identifier":
        return simple.lower() not in _MARKS and not simple.startswith("/")
    if common(simple):
        return False
    if relation in PERSONAL:
        return is_person(simple)
    if found.kind == "class":
        return True
    if relation in WORKS:
        return False
    return found.sure or relation in _PLACES or relation in _ORGANISATIONS
