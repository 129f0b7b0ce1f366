"""The guard: no text leaves that claims what does not hold.

It reads a text as :mod:`tenure.answer.mark` does. The text must claim every value that the ledger
gives, and no value of these keys that does not hold at the times asked. Dates, names, plain
mentions ("no longer 8080", "moved from 8080 to") and values that hold are no such claims.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tenure.answer.abstain import abstentions
from tenure.answer.mark import Marker
from tenure.answer.marks import Mark
from tenure.answer.stance import Stance
from tenure.keys import Key
from tenure.ledger.types import Fact
from tenure.relations import RelationRegistry, same_value_form


@dataclass(frozen=True, slots=True)
class Guarded:
    """What the guard found in a text.

    Attributes:
        marks: the values of the keys in the text.
        missing: values it should have claimed.
        false: marks of values it claims and that don't hold.
        abstained: whether it says that it does not know, though something holds.
    """

    marks: tuple[Mark, ...]
    missing: tuple[str, ...]
    false: tuple[Mark, ...]
    abstained: bool = False

    @property
    def passed(self) -> bool:
        """Whether the text may be shown."""
        return not self.missing and not self.false and not self.abstained

    @property
    def fault(self) -> str:
        """Say what is wrong; empty if nothing is."""
        if self.false:
            return "claims " + ", ".join(f"{m.text} ({m.state})" for m in self.false)
        if self.missing:
            return "does not give " + ", ".join(self.missing)
        return "abstains though a value holds" if self.abstained else ""


class Guard:
    """Judges texts against what holds for some keys at two times."""

    def __init__(
        self,
        marker: Marker,
        keys: Sequence[Key],
        expected: Sequence[Fact],
        allowed: Sequence[Fact] = (),
        *,
        valid: int,
        known: int | None,
        past: bool,
    ) -> None:
        """Set up for one question.

        Args:
            marker: reads the texts.
            keys: the keys asked about, scope included.
            expected: what holds; a text must claim each of these values.
            allowed: what a text may claim besides, such as changes later in the period asked about.
            valid: the instant asked about (microseconds UTC).
            known: the transaction asked about, or None for the latest.
            past: whether that instant is over, so that a text may speak of the value as past.
        """
        self._marker = marker
        self._keys = keys
        self._registry = marker.ledger.registry
        self._valid = valid
        self._known = known
        self._past = past
        self._expected = {self._form(f): f for f in expected}
        self._allowed = {self._form(f) for f in (*expected, *allowed)}

    def _form(self, fact: Fact | Mark) -> tuple[str, str]:
        value = fact.object if isinstance(fact, Fact) else fact.value
        return fact.key.normal[1], value_form(self._registry, fact.key, value)

    def judge(self, text: str) -> Guarded:
        """Read a text and say whether it may be shown."""
        marks = self._marker.mark(text, valid=self._valid, known=self._known, keys=self._keys, strict=True)
        said = {self._form(m) for m in marks if self._says(m)}
        missing = tuple(f.object for form, f in self._expected.items() if form not in said)
        false = tuple(m for m in marks if m.claimed and self._form(m) not in self._allowed)
        abstained = bool(self._expected) and not missing and not false and self._hedges(text, marks)
        return Guarded(marks, missing, false, abstained)

    def _says(self, found: Mark) -> bool:
        return found.claimed or (self._past and found.stance is Stance.PAST)

    def _hedges(self, text: str, marks: Sequence[Mark]) -> bool:
        """Whether the text says it does not know, apart from the values themselves."""
        rest = list(text)
        for found in marks:
            rest[found.start : found.end] = "x" * (found.end - found.start)
        return abstentions().in_text("".join(rest))


def value_form(registry: RelationRegistry, key: Key, value: str) -> str:
    """Return the form in which two values of a key's relation are the same."""
    return same_value_form(value, registry.get(key.relation))
