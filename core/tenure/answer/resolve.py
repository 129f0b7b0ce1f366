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

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tenure.answer.expect import Sort, expected, sort_of
from tenure.answer.inquiry import Resolved
from tenure.answer.kin import only_kin
from tenure.answer.likeness import Likeness, masked_sentence
from tenure.answer.mark import Marker, all_relations
from tenure.answer.names import Named
from tenure.answer.phrasing import is_verb
from tenure.answer.wording import Asked, covered, named_whole, says_exactly, stems_of, wording_of
from tenure.answer.words import words
from tenure.keys import Key, fold
from tenure.ledger.types import Fact
from tenure.progress import CancelToken
from tenure.relations import Relation

_WORDING = 0.25
_SORT = 0.12
_ELSEWHERE = 0.7
"""The best relation of the subject is not meant if it fits less than this share of what another one does."""
_CLEAR = 0.8
"""A relation of the subject that fits this well is meant, whatever else might be."""
_SECOND_MARGIN = 0.02
"""Two relations of the subject that fit within this margin both remain."""
_FLOOR = 0.5
"""A relation that is not named whole must fit at least this well."""
_UNWORDED_FLOOR = 0.56
"""A relation of which the question has no word at all must fit at least this well."""
_UNWORDED = 0.1
_UNWORDED_CLEAR = 0.7
"""One that fits this well needs no word in the question."""
_UNWORDED_MARGIN = 0.05
"""By how much another relation may fit better than one of which the question has no word."""
_LEADING = 0.44
"""One that no other relation of the subject comes near must fit at least this well."""
_LEAD = 0.11
"""How far ahead of the others it must be."""
_BEHIND = 0.07
"""By how much a relation the subject does not have may still fit better."""
_NAMED = 0.5
"""A relation whose wording counts for this much is named in the question."""
_BY_VALUE = 1.5
"""What it counts for that the question names a value of the relation, and of no other."""
_COVER = 0.8
"""What a sentence with all the words of the question counts for, beside a name of the relation."""
_VERB = 0.5
"""What it counts for that a relation's name has the verb of the question ("does it round", rounding mode)."""
_RIVALS = 12
"""How many relations that the subject does not have are weighed in full."""
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
        only: bool = True,
        cancel: CancelToken | None = None,
    ) -> Resolution:
        """Find the relation of ``subject`` that a question means.

        Args:
            question: as asked.
            named: where it names the subject.
            subject: the subject meant.
            skip: character spans that say something else (times, scopes).
            only: whether no other subject may be meant, to which the fit would have to be compared.
            cancel: stops the work.
        """
        asked = Asked.of(question, named, subject, skip)
        if not any(w.form[0].isalnum() for w in asked.words):
            return Resolution(Resolved.NO_RELATION)
        if only and self.likeness is not None:
            exact = self._exact(asked)
            if exact is not None:
                return exact
        choices = self._weigh(asked, cancel)
        mine = [c for c in choices if c.stated]
        others = [c for c in choices if not c.stated]
        if not mine:
            best = next((c for c in others if c.wording >= 1.0), None)
            return Resolution(Resolved.NO_RELATION, (), best.relation.name if best else None, tuple(choices))
        best = mine[0]
        elsewhere = others[0] if others else None
        if self.likeness is not None and _leads(mine, others):
            return Resolution(Resolved.KEY, best.keys, best.relation.name, tuple(choices))
        if elsewhere is not None and self._elsewhere(best, elsewhere):
            kin = only_kin(elsewhere.relation.name, {fold(c.relation.name) for c in mine})
            if kin is not None:
                meant = next(c for c in mine if fold(c.relation.name) == kin)
                return Resolution(Resolved.KEY, meant.keys, meant.relation.name, tuple(choices))
            return Resolution(Resolved.NO_RELATION, (), elsewhere.relation.name, tuple(choices))
        floor = _UNWORDED_FLOOR if best.wording < _UNWORDED else _FLOOR
        if best.wording < 1.0 and self.likeness is not None and best.score < floor:
            return Resolution(Resolved.NO_RELATION, (), None, tuple(choices))
        if best.wording < 0.5 and self.likeness is None:
            return Resolution(Resolved.NO_RELATION, (), None, tuple(choices))
        level = [c for c in mine if best.score - c.score <= _SECOND_MARGIN]
        keys = tuple(key for choice in level for key in choice.keys)
        resolved = Resolved.KEY if len(level) == 1 else Resolved.SEVERAL
        return Resolution(resolved, keys, best.relation.name if len(level) == 1 else None, tuple(choices))

    def _exact(self, asked: Asked) -> Resolution | None:
        """Return the one relation a question says in so many words, which needs no embedder; else None."""
        ledger = self.marker.ledger
        slots = ledger.find_slots(subject=asked.subject)
        stated = {fold(slot.relation.name) for slot in slots}
        said = [relation for relation in all_relations(ledger) if says_exactly(relation, asked)]
        if len(said) != 1 or asked.inverse or fold(said[0].name) not in stated or self._by_value(asked):
            return None
        mine = [slot for slot in slots if fold(slot.relation.name) == fold(said[0].name)]
        facts = ledger.facts_of_slots([slot.id for slot in mine])
        if _sort_fit(expected(asked.question), facts) < 0:
            return None
        choice = Choice(said[0], 1.0 + _WORDING, 1.0, True, tuple(slot.key for slot in mine))
        return Resolution(Resolved.KEY, choice.keys, said[0].name, (choice,))

    def _elsewhere(self, best: Choice, other: Choice) -> bool:
        """Whether a question means a relation the subject does not have, rather than its best one."""
        if best.score >= _CLEAR:
            return False
        unworded = best.wording < _UNWORDED and best.score < _UNWORDED_CLEAR
        return (unworded and other.score > best.score + _UNWORDED_MARGIN) or best.score < _ELSEWHERE * other.score

    def _weigh(self, asked: Asked, cancel: CancelToken | None) -> list[Choice]:
        ledger = self.marker.ledger
        slots = ledger.find_slots(subject=asked.subject)
        keys: dict[str, list[Key]] = {}
        for slot in slots:
            keys.setdefault(fold(slot.key.relation), []).append(slot.key)
        facts: dict[str, list[Fact]] = {}
        for fact in ledger.facts_of_slots([slot.id for slot in slots]):
            facts.setdefault(fold(fact.key.relation), []).append(fact)
        mine = {name: ledger.registry.get(group[0].relation) for name, group in keys.items()}
        others = {fold(r.name): r for r in all_relations(ledger) if fold(r.name) not in mine}
        found = self._weigh_stated(asked, mine, facts, keys, cancel)
        found += self._weigh_others(asked, others, cancel)
        return sorted(found, key=lambda c: (-c.score, c.relation.name))

    def _weigh_stated(
        self,
        asked: Asked,
        relations: Mapping[str, Relation],
        facts: Mapping[str, Sequence[Fact]],
        keys: Mapping[str, Sequence[Key]],
        cancel: CancelToken | None,
    ) -> list[Choice]:
        """Weigh the relations the subject has."""
        by_value = self._by_value(asked)
        sentences = {name: _sentences(facts.get(name, ())) for name in relations}
        means = dict.fromkeys(relations, 0.0)
        if self.likeness is not None:
            labels = [(relation.name, sentences[name]) for name, relation in relations.items()]
            scores = self.likeness.full(asked.question, asked.named, asked.subject, labels, cancel=cancel)
            means = dict(zip(relations, scores, strict=True))
        sorts = expected(asked.question)
        found = []
        for name, relation in relations.items():
            if asked.inverse and is_verb(relation.name):
                continue
            wording = max(wording_of(relation, asked), _COVER * covered(asked, sentences[name]))
            if wording < 1.0 and asked.verb and asked.verb in stems_of(relation):
                wording += _VERB
            if name in by_value:
                wording += _BY_VALUE / len(by_value)
            score = means[name] + _WORDING * wording + _SORT * _sort_fit(sorts, facts.get(name, ()))
            found.append(Choice(relation, score, wording, True, tuple(keys[name])))
        return found

    def _weigh_others(
        self, asked: Asked, relations: Mapping[str, Relation], cancel: CancelToken | None
    ) -> list[Choice]:
        """Weigh the relations the subject does not have; only those that may be meant in earnest."""
        names = list(relations)
        wording = {name: named_whole(relations[name], asked) for name in names}
        if self.likeness is None:
            return [Choice(relations[n], _WORDING * wording[n], wording[n], False) for n in names if wording[n] >= 1.0]
        bare = self.likeness.bare(asked.question, asked.named, [relations[n].name for n in names], cancel=cancel)
        rough = {name: score + _WORDING * wording[name] for name, score in zip(names, bare, strict=True)}
        best = sorted(names, key=lambda n: -rough[n])[:_RIVALS]
        labels: list[tuple[str, Sequence[str]]] = [(relations[n].name, ()) for n in best]
        scores = self.likeness.full(asked.question, asked.named, asked.subject, labels, cancel=cancel)
        return [
            Choice(relations[n], score + _WORDING * wording[n], wording[n], False)
            for n, score in zip(best, scores, strict=True)
        ]

    def _by_value(self, asked: Asked) -> set[str]:
        """Return the relations of the subject whose values the question names."""
        held = self.marker.held(asked.subject, 0, None)
        # A new name of a subject is a value too ("name"), but naming it asks for nothing.
        question = re.sub(rf"(?<!\w){re.escape(asked.named)}(?!\w)", lambda m: " " * len(m[0]), asked.question)
        found = held.index.find(question, words(question), held.units)
        return {fold(held.items[f.item].key.relation) for f in found if f.whole and f.end - f.start > _SHORT_VALUE}


def _leads(mine: Sequence[Choice], others: Sequence[Choice]) -> bool:
    """Whether one relation of the subject is meant although the question has none of its words.

    It must be far ahead of the subject's other relations, no relation may be named in the question,
    and none that the subject does not have may fit much better.
    """
    best = mine[0]
    if len(mine) < 2 or best.wording >= _UNWORDED or best.score < _LEADING:
        return False
    named = any(c.wording >= _NAMED for c in (*mine, *others))
    nearest = max((c.score for c in others), default=0.0)
    return not named and best.score - mine[1].score >= _LEAD and nearest - best.score <= _BEHIND


def _sentences(facts: Sequence[Fact]) -> list[str]:
    """Return some sentences that state a relation, the values masked, the newest first."""
    told = [masked_sentence(f.evidence.text, f.object) for f in reversed(facts) if f.evidence.text]
    return list(dict.fromkeys(t for t in told if len(t) <= 200))[:_SENTENCES]


def _sort_fit(wanted: frozenset[Sort], facts: Sequence[Fact]) -> float:
    """Return 1.0 if the values are of a sort wanted, -1.0 if of another, 0.0 if nothing can be said."""
    if not wanted or not facts:
        return 0.0
    held = [sort_of(fact.object) for fact in facts]
    fits = sum(sort in wanted for sort in held)
    return 1.0 if 2 * fits >= len(held) else -1.0
