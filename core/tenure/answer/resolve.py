"""Which key a question means.

The subject must be named in the question, by name or alias. Its relation is chosen among all
relations known, those of the subject and those of others alike, by three things added up:

* wording: the question holds a name, alias or phrase of the relation, or part of one;
* meaning: similarity of the question to the label "subject relation" and to the sentences that
  state it, with the value masked (only with an embedder);
* sort: whether the relation's values are of the sort asked for ("how long" wants a duration).

The best relation of the subject is meant if no relation that the subject does not have fits clearly
better (then what is asked was never stated), and no second one fits as well (then both remain).
These margins decide which key is meant, never whether a fact holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tenure.answer.expect import Sort, expected, sort_of
from tenure.answer.inquiry import Resolved
from tenure.answer.likeness import Likeness, masked_sentence
from tenure.answer.mark import Marker, all_relations
from tenure.answer.names import Named
from tenure.answer.words import Word, content_stems, stem, words
from tenure.keys import Key, fold
from tenure.ledger.types import Fact
from tenure.progress import CancelToken
from tenure.relations import Relation

_WORDING = 0.25
_SORT = 0.12
_ELSEWHERE_MARGIN = 0.16
"""By how much a relation the subject does not have must fit better for the question to mean it."""
_SECOND_MARGIN = 0.02
"""Two relations of the subject that fit within this margin both remain."""
_FLOOR = 0.38
"""A relation that is not named must fit at least this well (similarity and sort)."""
_SENTENCES = 4
_SHORT_VALUE = 2
"""Values of no more characters are too common to tell which relation is meant."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One relation weighed against a question.

    Attributes:
        relation: the relation.
        score: how well it fits, all in all.
        wording: the part from its words: 1.0 for its whole name, less for a part of it.
        stated: whether the subject has it.
        keys: the subject's keys of this relation.
    """

    relation: Relation
    score: float
    wording: float
    stated: bool
    keys: tuple[Key, ...] = ()


@dataclass(frozen=True, slots=True)
class Resolution:
    """What came of it.

    Attributes:
        resolved: how far the key could be told.
        keys: the keys of the relation meant (one a scope), or of every reading.
        relation: the relation meant, also when the subject has none such.
        choices: all that were weighed, best first.
    """

    resolved: Resolved
    keys: tuple[Key, ...] = ()
    relation: str | None = None
    choices: tuple[Choice, ...] = field(default=())


@dataclass(slots=True)
class Resolver:
    """Finds the key a question means."""

    marker: Marker
    likeness: Likeness | None = None

    def resolve(
        self,
        question: str,
        named: Named,
        subject: str,
        *,
        skip: Sequence[tuple[int, int]] = (),
        cancel: CancelToken | None = None,
    ) -> Resolution:
        """Find the relation of ``subject`` that a question means.

        Args:
            question: as asked.
            named: where it names the subject.
            subject: the subject meant.
            skip: character spans that say something else (times, scopes).
            cancel: stops the work.
        """
        choices = self._weigh(_Asked.of(question, named, subject, skip), cancel)
        mine = [c for c in choices if c.stated]
        others = [c for c in choices if not c.stated]
        if not mine:
            best = next((c for c in others if c.wording >= 1.0), None)
            return Resolution(Resolved.NO_RELATION, (), best.relation.name if best else None, tuple(choices))
        best = mine[0]
        elsewhere = others[0] if others else None
        if elsewhere is not None and elsewhere.score - best.score > _ELSEWHERE_MARGIN:
            return Resolution(Resolved.NO_RELATION, (), elsewhere.relation.name, tuple(choices))
        if best.wording < 1.0 and self.likeness is not None and best.score < _FLOOR:
            return Resolution(Resolved.NO_RELATION, (), None, tuple(choices))
        if best.wording < 0.5 and self.likeness is None:
            return Resolution(Resolved.NO_RELATION, (), None, tuple(choices))
        level = [c for c in mine if best.score - c.score <= _SECOND_MARGIN]
        keys = tuple(key for choice in level for key in choice.keys)
        resolved = Resolved.KEY if len(level) == 1 else Resolved.SEVERAL
        return Resolution(resolved, keys, best.relation.name if len(level) == 1 else None, tuple(choices))

    def _weigh(self, asked: _Asked, cancel: CancelToken | None) -> list[Choice]:
        ledger = self.marker.ledger
        slots = ledger.find_slots(subject=asked.subject)
        keys: dict[str, list[Key]] = {}
        for slot in slots:
            keys.setdefault(fold(slot.key.relation), []).append(slot.key)
        facts: dict[str, list[Fact]] = {}
        for fact in ledger.facts_of_slots([slot.id for slot in slots]):
            facts.setdefault(fold(fact.key.relation), []).append(fact)
        relations = {fold(r.name): r for r in all_relations(ledger)}
        relations.update({name: ledger.registry.get(group[0].relation) for name, group in keys.items()})
        wording = _wordings(relations.values(), asked.words)
        for name in self._by_value(asked):
            wording[name] = max(wording[name], 1.0)
        means = self._meanings(asked, relations, facts, cancel)
        sorts = expected(asked.question)
        choices = [
            Choice(
                relation,
                means[name] + _WORDING * wording[name] + _SORT * _sort_fit(sorts, facts.get(name, ())),
                wording[name],
                name in keys,
                tuple(keys.get(name, ())),
            )
            for name, relation in relations.items()
        ]
        return sorted(choices, key=lambda c: (-c.score, c.relation.name))

    def _by_value(self, asked: _Asked) -> set[str]:
        """Return the relations of the subject whose values the question names."""
        held = self.marker.held(asked.subject, self.marker.ledger.clock(), None)
        found = held.index.find(asked.question, words(asked.question), tuple(held.relations.values()))
        return {fold(held.items[f.item].key.relation) for f in found if f.whole and f.end - f.start > _SHORT_VALUE}

    def _meanings(
        self,
        asked: _Asked,
        relations: Mapping[str, Relation],
        facts: Mapping[str, Sequence[Fact]],
        cancel: CancelToken | None,
    ) -> dict[str, float]:
        if self.likeness is None:
            return dict.fromkeys(relations, 0.0)
        labels = [(relation.name, _sentences(facts.get(name, ()))) for name, relation in relations.items()]
        scores = self.likeness.scores(asked.question, asked.named, asked.subject, labels, cancel=cancel)
        return dict(zip(relations, scores, strict=True))


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question on its way: what is left of it without times and scopes.

    Attributes:
        question: the question without them.
        named: how it names the subject.
        subject: the subject meant.
        words: its words without them and without the subject's name.
    """

    question: str
    named: str
    subject: str
    words: tuple[Word, ...]

    @classmethod
    def of(cls, question: str, named: Named, subject: str, skip: Sequence[tuple[int, int]]) -> _Asked:
        left_out = [*skip, (named.start, named.end)]
        text = [w for w in words(question) if not any(a <= w.start and w.end <= b for a, b in left_out)]
        return cls(_cut(question, skip), question[named.start : named.end], subject, tuple(text))


def _sentences(facts: Sequence[Fact]) -> list[str]:
    """Return some sentences that state a relation, the values masked, the newest first."""
    told = [masked_sentence(f.evidence.text, f.object) for f in reversed(facts) if f.evidence.text]
    return list(dict.fromkeys(t for t in told if len(t) <= 200))[:_SENTENCES]


def _cut(question: str, skip: Sequence[tuple[int, int]]) -> str:
    kept = "".join(c for i, c in enumerate(question) if not any(a <= i < b for a, b in skip))
    return " ".join(kept.split()).replace(" ?", "?").strip(" ,")


def _wordings(relations: Iterable[Relation], text: Sequence[Word]) -> dict[str, float]:
    """Return for each relation how much of its wording the question has."""
    bag = {stem(w.form) for w in text}
    plain = " ".join(stem(w.form) for w in text if w.form[0].isalnum())
    found: dict[str, float] = {}
    for relation in relations:
        best = 0.0
        for name in (relation.name, *relation.aliases):
            best = max(best, _name_fit(name, bag))
        for phrase in relation.phrases:
            wanted = " ".join(stem(w.form) for w in words(phrase) if w.form[0].isalnum())
            if wanted and f" {wanted} " in f" {plain} ":
                best = max(best, 1.0 + 0.25 * (len(wanted.split()) - 1))
        found[fold(relation.name)] = best
    return found


def _name_fit(name: str, bag: set[str]) -> float:
    stems = content_stems(name)
    if not stems:
        return 0.0
    held = sum(s in bag for s in stems)
    if held == len(stems):
        return 1.0 + 0.5 * (len(stems) - 1)
    return 0.5 * held / len(stems)


def _sort_fit(wanted: frozenset[Sort], facts: Sequence[Fact]) -> float:
    """Return 1.0 if the values are of a sort wanted, -1.0 if of another, 0.0 if nothing can be said."""
    if not wanted or not facts:
        return 0.0
    held = [sort_of(fact.object) for fact in facts]
    fits = sum(sort in wanted for sort in held)
    return 1.0 if 2 * fits >= len(held) else -1.0
