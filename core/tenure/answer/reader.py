"""Reads a text with the ledger at hand and finds which value belongs to which key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tenure.answer.blocks import Block, Sentence, blocks, sentence_at
from tenure.answer.held import Held, HeldValues
from tenure.answer.marks import Mark
from tenure.answer.names import Named, NameIndex, RelationIndex, RelationNamed
from tenure.answer.phrasing import one_line
from tenure.answer.places import (
    Span,
    gap,
    moved,
    nearness,
    overlap,
    part_of_date,
    same_text,
    spans_of,
    subjects_of,
    telling,
)
from tenure.answer.stance import REACH, Stance, stance
from tenure.answer.unknown import unknown_values
from tenure.answer.values import Found
from tenure.answer.words import STOP_WORDS, Pattern, Word, words
from tenure.keys import Key, fold
from tenure.ledger import Ledger
from tenure.ledger.types import State
from tenure.progress import Progress
from tenure.timewords import DateMention, find_dates

_MODIFIERS = frozenset(
    [
        "default",
        "main",
        "current",
        "new",
        "old",
        "own",
        "former",
        "previous",
        "original",
        "actual",
        "only",
        "same",
        "listening",
        "standard",
        "usual",
    ]
)


class Lookup(Protocol):
    """What the reader asks of the ledger."""

    @property
    def ledger(self) -> Ledger:
        """The ledger."""

    def names(self) -> NameIndex:
        """Return the names of subjects."""

    def relation_words(self) -> RelationIndex:
        """Return the words of relations."""

    def held(self, subject: str, valid: int, known: int | None) -> HeldValues:
        """Return the values of a subject."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A value written in the text, and the key it may belong to."""

    found: Found
    held: Held
    distance: int = 0
    nearness: int = 0

    def rank(self, text: str, valid: int) -> tuple[int, int, int, bool, bool, bool]:
        """Return what the best reading of a place has least of: the longest, nearest, written just so, current."""
        length = self.found.end - self.found.start
        current = self.held.at(valid).state is State.CURRENT
        written = one_line(text[self.found.start : self.found.end])
        exact = any(one_line(fact.object) == written for fact in self.held.facts)
        return -length, self.nearness, self.distance, not exact, not current, not self.found.whole


@dataclass(slots=True)
class _Passage:
    """A block or sentence being read: its words, names, dates."""

    text: str
    words: list[Word]
    names: list[Named]
    dates: list[DateMention]


@dataclass(slots=True)
class Reader:
    """Collects the marks of one text at one pair of times."""

    lookup: Lookup
    text: str
    valid: int
    known: int | None
    marks: list[Mark] = field(default_factory=list)
    _headings: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    _silent: list[Span] = field(default_factory=list)
    _carried: tuple[str, ...] = ()
    _table: tuple[str, ...] = ()
    _in_table: bool = False

    def result(self) -> tuple[Mark, ...]:
        """Return the marks in the order of the text."""
        return tuple(sorted(self.marks, key=lambda m: m.start))

    # an answer about given keys

    def answer_about(self, held: HeldValues, keys: Sequence[Key], *, strict: bool) -> None:
        """Find the values of ``keys`` anywhere in the text."""
        own = {fold(key.subject) for key in keys}
        exempt_names = [Pattern.of(name) for key in keys for name in (key.subject, key.relation, str(key.scope))]
        for block in blocks(self.text):
            part = self._passage(block.start, block.end)
            exempt = list(spans_of(exempt_names, part.words))
            self._silent = [*exempt, *((n.start, n.end) for n in part.names)]
            candidates = []
            for found in held.index.find(self.text, part.words, held.units):
                item = held.items[found.item]
                if self._exempt(found, part, exempt, own):
                    continue
                if not strict and self._about_another(found, item, part, block, own):
                    exempt.append((found.start, found.end))
                    continue
                candidates.append(_Candidate(found, item))
            taken = self._accept(candidates)
            self._unknown_in_answer(block, held, [*taken, *exempt, *_spans(part)])

    def _unknown_in_answer(self, block: Block, held: HeldValues, taken: list[Span]) -> None:
        for relation, key in held.keys.items():
            shapes = held.shapes.get(relation, set())
            for first, last in unknown_values(self.text, block.start, block.end, shapes, taken):
                self._mark_unknown(first, last, key)
                taken.append((first, last))

    def _about_another(self, found: Found, item: Held, part: _Passage, block: Block, own: set[str]) -> bool:
        """Whether the value stands in a sentence about another subject only, which the names before it tell."""
        sentence = sentence_at(block.sentences, found.start)
        inside = [n for n in part.names if sentence.start <= n.start < sentence.end and not overlap(n, found)]
        before = [n for n in inside if n.end <= found.start]
        nearest = (before or inside)[-1:] if before else inside[:1]
        if not nearest or any(fold(s) in own for s in nearest[0].subjects):
            return False
        relation = item.key.relation
        return any(relation in self.lookup.held(s, self.valid, self.known).relations for s in nearest[0].subjects)

    # any text

    def read_all(self, progress: Progress) -> None:
        """Find the values of every key the text speaks about."""
        size = max(1, len(self.text))
        for block in blocks(self.text):
            progress("reading", block.start / size)
            self._read_block(block)

    def _read_block(self, block: Block) -> None:
        if block.level:
            part = self._passage(block.start, block.end, dates=False)
            subjects = subjects_of(part.names)
            self._headings = [h for h in self._headings if h[0] < block.level]
            self._headings.append((block.level, subjects))
            self._carried = ()
            self._in_table = False
            return
        if block.fresh:
            self._carried = ()
        row = self.text[block.start : block.end].lstrip().startswith("|")
        header = row and not self._in_table
        self._in_table = row
        for sentence in block.sentences:
            self._read_sentence(sentence, header=header, row=row)

    def _read_sentence(self, sentence: Sentence, *, header: bool, row: bool) -> None:
        part = self._passage(sentence.start, sentence.end, dates=False)
        if not part.words:
            return
        own = subjects_of(part.names)
        about = own or self._carried or next((s for _, s in reversed(self._headings) if s), ())
        if own:
            self._carried = own[-1:]
        if header:
            self._table = tuple(dict.fromkeys(n.relation for n in self._relations_named(part)))
        tables = {s: self.lookup.held(s, self.valid, self.known) for s in about}
        places = [(s, f) for s, held in tables.items() for f in held.index.find(self.text, part.words, held.units)]
        if not places and not (about and any(w.form[0].isdigit() for w in part.words)):
            return
        named = self._relations_named(part)
        if row and own and not header:
            named = named + [RelationNamed(0, 0, r, 1) for r in self._table]
        part.dates = self._dates(sentence.start, sentence.end) if places or named else []
        self._silent = [(n.start, n.end) for n in part.names]
        self._sentence_values(part, tables, places, named, own=bool(own))

    def _relations_named(self, part: _Passage) -> list[RelationNamed]:
        """Return the relations named in a sentence, without those that are part of a longer name."""
        spans = [(n.first, n.last) for n in part.names]
        taken = {i for a, b in spans for i in range(a, b)}
        found = self.lookup.relation_words().find(part.words, spans)
        kept = []
        for one in found:
            longer = any(
                o.first <= one.first and one.last <= o.last and (o.last - o.first) > (one.last - one.first)
                for o in found
            )
            previous = one.first - 1
            compound = (
                not one.phrase
                and previous >= 0
                and previous not in taken
                and part.words[previous].form.isalpha()
                and part.words[previous].form not in STOP_WORDS
                and part.words[previous].form not in _MODIFIERS
                and any(c.isalpha() for c in part.words[one.first].form)
                and one.last - one.first == 1
            )
            if not longer and not compound:
                kept.append(one)
        return kept

    def _sentence_values(
        self,
        part: _Passage,
        tables: dict[str, HeldValues],
        places: Sequence[tuple[str, Found]],
        named: list[RelationNamed],
        *,
        own: bool,
    ) -> None:
        about = tuple(tables)
        candidates: list[_Candidate] = []
        for subject, found in places:
            held = tables[subject]
            item = held.items[found.item]
            distance = self._distance(found, item, part, held, named, own=own)
            if distance is None or self._exempt(found, part, (), {fold(subject)}):
                continue
            order = nearness(part.names, found, about)
            if not self._nearer_subject_has(order, subject, item.key.relation, tables):
                candidates.append(_Candidate(found, item, distance, order.index(subject)))
        taken = self._accept(candidates)
        if len(about) == 1 and named:
            self._unknown_near(part, tables[about[0]], named, [*taken, *_spans(part)])

    def _nearer_subject_has(
        self, order: Sequence[str], subject: str, relation: str, tables: dict[str, HeldValues]
    ) -> bool:
        return any(relation in tables[other].relations for other in order[: order.index(subject)])

    def _distance(
        self, found: Found, item: Held, part: _Passage, held: HeldValues, named: list[RelationNamed], *, own: bool
    ) -> int | None:
        """Return how far the words of the value's relation are from it, or None if it does not belong to it."""
        relation = item.key.relation
        place = next(i for i, w in enumerate(part.words) if w.end > found.start)
        mine = [gap(n, place) for n in named if fold(n.relation) == fold(relation)]
        rivals = [
            gap(n, place)
            for n in named
            if fold(n.relation) != fold(relation) and n.relation in held.relations and n.last <= place
        ]
        if mine:
            return min(mine) if not rivals or min(mine) <= min(rivals) else None
        if rivals or not found.whole or not own or not telling(self.text[found.start : found.end]):
            return None
        others = {i.key.relation for i in held.items if i is not item and same_text(i, item)}
        return 1000 if others <= {relation} else None

    def _unknown_near(self, part: _Passage, held: HeldValues, named: list[RelationNamed], taken: list[Span]) -> None:
        for one in named:
            key = held.keys.get(one.relation)
            if key is None or one.last == 0 or one.phrase:
                continue
            stop = min(one.last + 4, len(part.words))
            start, end = part.words[one.last - 1].end, part.words[stop - 1].end
            for first, last in unknown_values(self.text, start, end, held.shapes.get(one.relation, set()), taken):
                self._mark_unknown(first, last, key)
                taken.append((first, last))
                break

    # shared

    def _passage(self, start: int, end: int, *, dates: bool = True) -> _Passage:
        found = words(self.text[start:end], start)
        names = self.lookup.names().find(found)
        return _Passage(self.text, found, names, self._dates(start, end) if dates else [])

    def _dates(self, start: int, end: int) -> list[DateMention]:
        part = self.text[start:end]
        if not any(c.isdigit() for c in part):
            return []
        return [moved(d, start) for d in find_dates(part, self.valid, self.lookup.ledger.zone)]

    def _exempt(self, found: Found, part: _Passage, spans: Sequence[Span], own: set[str]) -> bool:
        """Whether what looks like the value is part of a name or of a date; what stands all alone is not."""
        if part.words and found.start <= part.words[0].start and part.words[-1].end <= found.end:
            return False
        if any(a <= found.start and found.end <= b and (found.end - found.start) < (b - a) for a, b in spans):
            return True
        for name in part.names:
            inside = name.start <= found.start and found.end <= name.end
            whole = inside and found.end - found.start == name.end - name.start
            if inside and (not whole or any(fold(s) in own for s in name.subjects)):
                return True
        return any(part_of_date(found, date) for date in part.dates)

    def _accept(self, candidates: list[_Candidate]) -> list[Span]:
        """Mark the best reading of each place; what stands inside a longer value is not a value."""
        taken: list[Span] = []
        for candidate in sorted(candidates, key=lambda c: c.rank(self.text, self.valid)):
            found = candidate.found
            if any(a < found.end and found.start < b for a, b in taken):
                continue
            taken.append((found.start, found.end))
            self._mark(candidate)
        return taken

    def _mark(self, candidate: _Candidate) -> None:
        found, fact = candidate.found, candidate.held.at(self.valid)
        self.marks.append(
            Mark(
                found.start,
                found.end,
                self.text[found.start : found.end],
                fact.object,
                fact.key,
                fact.state,
                self._stance(found.start, found.end),
                fact.valid_from,
                fact.valid_to,
                fact.superseded_by,
                fact.id,
                fact.precision,
                fact.to_precision,
            )
        )

    def _mark_unknown(self, start: int, end: int, key: Key) -> None:
        value = self.text[start:end]
        self.marks.append(Mark(start, end, value, value, key, State.UNKNOWN, self._stance(start, end)))

    def _stance(self, start: int, end: int) -> Stance:
        """Return what the text does with a value; words of names ("old billing") say nothing about that."""
        low, high = max(0, start - REACH), min(len(self.text), end + REACH)
        near = list(self.text[low:high])
        for first, last in self._silent:
            for index in range(max(first, low), min(last, high)):
                if not start <= index < end and not near[index - low].isspace():
                    near[index - low] = "x"
        zone = self.lookup.ledger.zone
        return stance("".join(near), start - low, end - low, at=self.valid, zone=zone)


def _spans(part: _Passage) -> Iterator[Span]:
    yield from ((n.start, n.end) for n in part.names)
    yield from ((d.start, d.end) for d in part.dates)
