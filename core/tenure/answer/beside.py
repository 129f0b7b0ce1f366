"""Questions about the neighbour of a value: "before the Tide team", "after 8443"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tenure.answer.inquiry import Beside
from tenure.answer.mark import Marker
from tenure.answer.words import words
from tenure.keys import Key
from tenure.ledger import Ledger
from tenure.ledger.types import Fact
from tenure.relations import same_value_form

_LEAD = re.compile(
    r"\b(?:before|prior to|until|(?P<after>after|following))\s+"
    r"(?:(?:the|our|it|we|they|was|were|had|has|been|being|became|becoming|us(?:ed|ing)|(?:mov|switch|chang|migrat)(?:ed|ing)"
    r"|to|on|by|owned|version|release|port|value)\s+)*$",
    re.IGNORECASE,
)


def find_beside(
    marker: Marker, question: str, key: Key, skip: Sequence[tuple[int, int]]
) -> tuple[Beside, tuple[int, int]] | None:
    """Return beside which value of ``key`` the value asked for stands, with the span of the words, or None.

    Args:
        marker: knows the values.
        question: as asked.
        key: the key asked about, its scope left open.
        skip: character spans that say something else (dates, scopes).
    """
    keys = marker.ledger.find_keys(subject=key.subject, relation=key.relation)
    held = marker.held_by(keys, 0, None)
    for place in sorted(held.index.find(question, words(question), held.units), key=lambda f: (f.start, -f.end)):
        lead = _LEAD.search(question[: place.start])
        if lead is None or any(a < place.end and place.start < b for a, b in skip):
            continue
        value = held.items[place.item].facts[0].object
        return Beside(value, lead["after"] is not None), (lead.start(), place.end)
    return None


def neighbours(ledger: Ledger, beside: Beside, keys: Sequence[Key], *, known: int | None, now: int) -> tuple[Fact, ...]:
    """Return the facts next to every stretch in which a value held, one of each value, in the order of time.

    Args:
        ledger: the facts.
        beside: which value, and on which side.
        keys: whose chains to look through.
        known: the transaction, or None for the latest.
        now: the instant at which states are told (microseconds UTC).
    """
    found: dict[tuple[tuple[str, str, str], str], Fact] = {}
    for key in keys:
        relation = ledger.registry.get(key.relation)
        wanted = same_value_form(beside.value, relation)
        chain = list(ledger.history(key, known=known, valid=now))
        if beside.after:
            chain.reverse()
        forms = [same_value_form(fact.object, relation) for fact in chain]
        for index in range(1, len(chain)):
            if forms[index] == wanted != forms[index - 1]:
                found.setdefault((chain[index - 1].key.normal, forms[index - 1]), chain[index - 1])
    return tuple(sorted(found.values(), key=lambda fact: fact.valid_from))
