"""Marking: which values of which keys a text speaks of, and whether they hold.

A value belongs to a key when it is written near the words of that key: in a sentence (list item,
row, key-value line) that is about the subject, and either names the relation or can only mean that
one. A sentence without a subject is about the subject of the one before it in its block, else of
the heading above. Everything is decided by fixed rules, so the same text is always marked the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tenure.answer.held import HeldValues
from tenure.answer.marks import Mark
from tenure.answer.names import NameIndex, RelationIndex
from tenure.answer.reader import Reader
from tenure.answer.words import content_stems
from tenure.keys import Key, fold
from tenure.ledger import Ledger
from tenure.progress import Progress, no_progress
from tenure.relations import Relation


def mark(
    text: str,
    ledger: Ledger,
    *,
    valid: int,
    known: int | None = None,
    keys: Sequence[Key] | None = None,
) -> tuple[Mark, ...]:
    """Mark the values in a text; see :class:`Marker` for many texts about one ledger."""
    return Marker(ledger).mark(text, valid=valid, known=known, keys=keys)


@dataclass(slots=True)
class Marker:
    """Marks texts against one ledger; keeps what it looked up until the ledger changes.

    Not for use from several threads at once: it reads through the ledger's connection.
    """

    ledger: Ledger
    _tx: int = -1
    _names: NameIndex = field(default_factory=NameIndex)
    _relations: RelationIndex = field(default_factory=RelationIndex)
    _stems: frozenset[str] = frozenset()
    _held: dict[tuple[str, int, int | None], HeldValues] = field(default_factory=dict)

    def names(self) -> NameIndex:
        """Return the index of all names and aliases of subjects."""
        self._refresh()
        return self._names

    def relation_words(self) -> RelationIndex:
        """Return the index of the words of all relations, listed or in use."""
        self._refresh()
        return self._relations

    def relation_stems(self) -> frozenset[str]:
        """Return the stems of all words of names and phrases of the relations that the ledger uses."""
        self._refresh()
        return self._stems

    def _refresh(self) -> None:
        last = self.ledger.last_tx()
        if last == self._tx:
            return
        self._tx = last
        self._held.clear()
        self._names = NameIndex.of(all_names(self.ledger))
        relations = all_relations(self.ledger)
        self._relations = RelationIndex.of(relations)
        used = {fold(relation.name) for relation in self.ledger.relations_in_use()}
        texts = (text for r in relations if fold(r.name) in used for text in (r.name, *r.aliases, *r.phrases))
        self._stems = frozenset(stem for text in texts for stem in content_stems(text))

    def held(self, subject: str, valid: int, known: int | None) -> HeldValues:
        """Return every value believed of a subject, with states at the two times."""
        self._refresh()
        place = (fold(subject), valid, known)
        if place not in self._held:
            if len(self._held) > 4096:
                self._held.clear()
            slots = [slot.id for slot in self.ledger.find_slots(subject=subject)]
            self._held[place] = self._values(slots, valid, known)
        return self._held[place]

    def held_by(self, keys: Sequence[Key], valid: int, known: int | None) -> HeldValues:
        """Return every value believed of exactly these keys."""
        self._refresh()
        wanted = {key.normal for key in keys}
        slots = [
            slot.id
            for subject, relation in dict.fromkeys((key.subject, key.relation) for key in keys)
            for slot in self.ledger.find_slots(subject=subject, relation=relation)
            if slot.key.normal in wanted
        ]
        return self._values(slots, valid, known)

    def _values(self, slots: Sequence[int], valid: int, known: int | None) -> HeldValues:
        facts = self.ledger.facts_of_slots(slots, valid=valid, known=known) if slots else ()
        return HeldValues.of(facts, self.ledger.registry, known)

    def mark(
        self,
        text: str,
        *,
        valid: int,
        known: int | None = None,
        keys: Sequence[Key] | None = None,
        strict: bool = False,
        progress: Progress = no_progress,
    ) -> tuple[Mark, ...]:
        """Find the values in ``text`` and judge them.

        Args:
            text: any text.
            valid: the instant in valid time (microseconds UTC).
            known: the transaction, or None for the latest.
            keys: if given, the text is an answer about these keys, and only their values count; it
                need not name them.
            strict: with ``keys``, also count values that stand with another subject's name.
            progress: called for each block; may cancel.

        Returns:
            The marks in the order of the text; they don't overlap.
        """
        reader = Reader(self, text, valid, known)
        if keys is not None:
            reader.answer_about(self.held_by(keys, valid, known), keys, strict=strict)
        else:
            reader.read_all(progress)
        return reader.result()


def all_names(ledger: Ledger) -> Iterator[tuple[str, str]]:
    """Yield every name and alias of a subject with the subject it may mean."""
    for entry in ledger.all_names():
        yield entry.name, entry.subject


def all_relations(ledger: Ledger) -> list[Relation]:
    """Return the relations of the registry and those in use that it does not list."""
    listed = list(ledger.registry)
    known = {fold(relation.name) for relation in listed}
    in_use = [relation.name for relation in ledger.relations_in_use()]
    return listed + [ledger.registry.get(name) for name in in_use if fold(name) not in known]
