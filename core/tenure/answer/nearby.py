"""What is known near a question that could not be answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from tenure.keys import Key, fold
from tenure.ledger import Ledger
from tenure.ledger.types import Fact, State

_LIKE = 0.6
_NAMES = 3


@dataclass(frozen=True, slots=True)
class Nearby:
    """What may help instead of an answer.

    Attributes:
        facts: what is known of the same key at other times or in other scopes, else of the same subject.
        names: subjects whose names are like the unknown one.
    """

    facts: tuple[Fact, ...] = ()
    names: tuple[str, ...] = ()


def nearby(
    ledger: Ledger,
    *,
    keys: Sequence[Key],
    subjects: Sequence[str],
    named: str,
    valid: int,
    known: int | None,
    most: int = 5,
) -> Nearby:
    """Return what the ledger knows near the keys, subjects or name a question asks about.

    Args:
        ledger: the facts.
        keys: the keys it means.
        subjects: the subjects it names.
        named: the words that seem to name a thing that is not known.
        valid: the instant asked about (microseconds UTC).
        known: the transaction asked about, or None for the latest.
        most: how many facts to return.
    """
    found: dict[str, Fact] = {}
    for fact in _near(ledger, keys, subjects, valid, known):
        found.setdefault(fact.id, fact)
        if len(found) >= most:
            break
    names = () if found or not named else _alike(ledger, named)
    return Nearby(tuple(found.values()), names)


def _near(
    ledger: Ledger, keys: Sequence[Key], subjects: Sequence[str], valid: int, known: int | None
) -> Iterator[Fact]:
    for key in keys:
        reading = ledger.slot(key, valid=valid, known=known)
        yield from (*reading.facts, *reading.scopes)
        if reading.last is not None:
            yield reading.last
    for subject in dict.fromkeys((*subjects, *(key.subject for key in keys))):
        slots = [slot.id for slot in ledger.find_slots(subject=subject)]
        facts = ledger.facts_of_slots(slots, valid=valid, known=known) if slots else ()
        yield from (fact for fact in facts if fact.state is State.CURRENT)


def _alike(ledger: Ledger, named: str) -> tuple[str, ...]:
    names = {fold(entry.name): entry.name for entry in ledger.all_names()}
    found = get_close_matches(fold(named), list(names), _NAMES, _LIKE)
    return tuple(names[one] for one in found)
