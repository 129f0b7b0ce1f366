"""Which things a question names, and whether what it names is unknown.

A name that is only part of a longer one does not count: whoever asks about the billing exporter or
the partner gateway asks neither about billing nor about the gateway. (A word before a name such as
``api-gateway`` only describes it.)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tenure.answer.mark import Marker
from tenure.answer.names import Named
from tenure.answer.words import STOP_WORDS, Word, stem, words

_PARTS = frozenset(
    [
        "exporter",
        "importer",
        "worker",
        "proxy",
        "adapter",
        "adaptor",
        "bridge",
        "client",
        "sdk",
        "cli",
        "ui",
        "frontend",
        "backend",
        "scheduler",
        "consumer",
        "producer",
        "sidecar",
        "dashboard",
        "portal",
        "console",
        "plugin",
        "agent",
        "mirror",
        "sandbox",
        "simulator",
        "archive",
        "tracker",
        "forecast",
        "planner",
        "monitor",
        "daemon",
        "operator",
        "controller",
        "connector",
        "emulator",
        "wrapper",
        "shim",
        "bot",
        "widget",
        "tool",
        "toolkit",
    ]
)
_MODIFIERS = frozenset(
    [
        "current",
        "new",
        "old",
        "main",
        "own",
        "whole",
        "entire",
        "live",
        "present",
        "latest",
        "default",
        "production",
        "staging",
        "prod",
        "test",
        "development",
        "dev",
        "same",
        "actual",
        "our",
        "internal",
        "external",
        "public",
    ]
)
_DETERMINERS = frozenset(["the", "our", "your", "their", "a", "an"])
_IDENTIFIER = re.compile(r"(?<![\w-])[A-Za-z][\w]*(?:[-_][\w]+)+(?![\w-])|(?<![\w-])[a-z]+[A-Z]\w+")
_ASKED = re.compile(
    r"\b(?:does|do|did|is|was|are|were|has|have|had|will|can|could|may|of|for|about|owns?|owned|runs?|maintains?"
    r"|looks after|behind)\s+(?:the\s+|our\s+)?$",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"\b(?:does|do|did|is|was|are|were|has|have|had|will|can|of|for|about|in|behind|after|owns?|owned|runs?"
    r"|leads?|maintains?|uses?|operates?|supports?|on)\s+(?:the\s+)?"
)
_NOT_NAMES = frozenset(["now", "today", "currently", "used", "known", "there", "it", "we", "this", "that"])


def subjects_named(marker: Marker, question: str, skip: Sequence[tuple[int, int]]) -> list[Named]:
    """Return the places where a question names subjects, in order, those in ``skip`` left out."""
    found = marker.names().find(words(question))
    return [n for n in found if not any(a <= n.start and n.end <= b for a, b in skip)]


def unknown_name(marker: Marker, question: str, named: Sequence[Named], skip: Sequence[tuple[int, int]]) -> str:
    """Return the words that name a thing the ledger does not know, or an empty string.

    Args:
        marker: knows the words of relations.
        question: as asked.
        named: the subjects it names.
        skip: character spans of time words.
    """
    text = words(question)
    for place in named:
        longer = _longer_name(marker, question, text, place)
        if longer:
            return longer
    strange = _identifier(question, named, skip)
    if strange:
        return strange
    return "" if named else _topic(question, skip)


def _longer_name(marker: Marker, question: str, text: Sequence[Word], place: Named) -> str:
    relation_stems = marker.relation_stems()
    after = text[place.last] if place.last < len(text) else None
    if after is not None and after.form in _PARTS and stem(after.form) not in relation_stems:
        return question[place.start : after.end]
    plain = place.last - place.first == 1 and text[place.first].form.isalpha()
    if plain and place.first >= 2 and text[place.first - 2].form in _DETERMINERS:
        before = text[place.first - 1]
        ordinary = (
            before.form in STOP_WORDS
            or before.form in _MODIFIERS
            or stem(before.form) in relation_stems
            or before.form.endswith(("ing", "ed", "s"))
            or not before.form.isalpha()
        )
        if not ordinary:
            return question[before.start : place.end]
    return ""


def _identifier(question: str, named: Sequence[Named], skip: Sequence[tuple[int, int]]) -> str:
    """Return an identifier the question asks about that is no known name."""
    for match in _IDENTIFIER.finditer(question):
        taken = any(a < match.end() and match.start() < b for a, b in skip)
        known = any(n.start < match.end() and match.start() < n.end for n in named)
        first = not any(n.start < match.start() for n in named)
        if not taken and not known and first and _ASKED.search(question[: match.start()]):
            return match[0]
    return ""


def _topic(question: str, skip: Sequence[tuple[int, int]]) -> str:
    """Guess the words that name what a question is about; only used to say what is not known."""
    kept = "".join(c for i, c in enumerate(question) if not any(a <= i < b for a, b in skip))
    for match in reversed(list(_LEAD.finditer(kept))):
        rest = re.match(r"[\w-]+(?:\s+[A-Z][\w-]*)*", kept[match.end() :])
        if rest and rest[0].casefold() not in STOP_WORDS | _NOT_NAMES:
            return rest[0]
    return ""
