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
from itertools import pairwise

from tenure.answer.expect import Sort, expected, sort_of
from tenure.answer.inquiry import Resolved
from tenure.answer.likeness import Likeness, masked_sentence
from tenure.answer.mark import Marker, all_relations
from tenure.answer.names import Named
from tenure.answer.phrasing import is_verb
from tenure.answer.words import STOP_WORDS, Word, content_stems, stem, words
from tenure.keys import Key, fold
from tenure.ledger.types import Fact
from tenure.progress import CancelToken
from tenure.relations import Cardinality, Relation

_AUXILIARIES = frozenset(("does", "do", "did", "will", "can", "could", "may", "must", "should"))
_INVERSE = re.compile(
    r"^\W*(?:which|what|who)\b(?!.*\b(?:does|do|did|is|are|was|were|has|have|will|can|could|should|must)\b).*"
    r"\b(?:depends?|depended|uses?|used|needs?|needed|requires?|required|consumes?|runs?)\s+(?:(?:up)?on\s+)?(?:the\s+)?$",
    re.IGNORECASE,
)
_ORDINARY = frozenset(
    [
        *("old", "new", "main", "default", "own", "whole", "same", "many", "much", "long", "often"),
        *("large", "big", "high", "low", "maximum", "minimum", "usual"),
    ]
)
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
_BY_VALUE = 1.5
"""What it counts for that the question names a value of the relation, and of no other."""
_COVER = 0.8
"""What a sentence with all the words of the question counts for, beside a name of the relation."""
_VERB = 0.5
"""What it counts for that a relation's name has the verb of the question ("does it round", rounding mode)."""
_COMPOUND = 0.5
"""What the last word of a longer name counts for ("template language" is no language)."""
_RIVALS = 12
"""How many relations that the subject does not have are weighed in full."""
_LONG = 5
"""Stems of at least as many letters may differ by an ending."""
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
        asked = _Asked.of(question, named, subject, skip)
        if not any(w.form[0].isalnum() for w in asked.words):
            return Resolution(Resolved.NO_RELATION)
        choices = self._weigh(asked, cancel)
        mine = [c for c in choices if c.stated]
        others = [c for c in choices if not c.stated]
        if not mine:
            best = next((c for c in others if c.wording >= 1.0), None)
            return Resolution(Resolved.NO_RELATION, (), best.relation.name if best else None, tuple(choices))
        best = mine[0]
        elsewhere = others[0] if others else None
        if elsewhere is not None and self._elsewhere(best, elsewhere):
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

    def _elsewhere(self, best: Choice, other: Choice) -> bool:
        """Whether a question means a relation the subject does not have, rather than its best one."""
        if best.score >= _CLEAR:
            return False
        unworded = best.wording < _UNWORDED and best.score < _UNWORDED_CLEAR
        return (unworded and other.score > best.score + _UNWORDED_MARGIN) or best.score < _ELSEWHERE * other.score

    def _weigh(self, asked: _Asked, cancel: CancelToken | None) -> list[Choice]:
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
        asked: _Asked,
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
            wording = max(_wording(relation, asked), _COVER * _covered(asked, sentences[name]))
            if wording < 1.0 and asked.verb and asked.verb in _stems_of(relation):
                wording += _VERB
            if name in by_value:
                wording += _BY_VALUE / len(by_value)
            score = means[name] + _WORDING * wording + _SORT * _sort_fit(sorts, facts.get(name, ()))
            found.append(Choice(relation, score, wording, True, tuple(keys[name])))
        return found

    def _weigh_others(
        self, asked: _Asked, relations: Mapping[str, Relation], cancel: CancelToken | None
    ) -> list[Choice]:
        """Weigh the relations the subject does not have; only those that may be meant in earnest."""
        names = list(relations)
        wording = {name: _named_in(relations[name], asked) for name in names}
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

    def _by_value(self, asked: _Asked) -> set[str]:
        """Return the relations of the subject whose values the question names."""
        held = self.marker.held(asked.subject, 0, None)
        found = held.index.find(asked.question, words(asked.question), held.units)
        return {fold(held.items[f.item].key.relation) for f in found if f.whole and f.end - f.start > _SHORT_VALUE}


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question on its way: what is left of it without times and scopes.

    Attributes:
        question: the question without them.
        named: how it names the subject.
        subject: the subject meant.
        words: its words without them and without the subject's name.
        verb: the stem of what the subject does ("does billing round"), or an empty string.
        compound_heads: stems of words that only end a longer name ("template language").
        inverse: whether the subject is what is done to, not what does it ("what uses billing").
    """

    question: str
    named: str
    subject: str
    words: tuple[Word, ...]
    verb: str
    compound_heads: frozenset[str]
    inverse: bool

    @classmethod
    def of(cls, question: str, named: Named, subject: str, skip: Sequence[tuple[int, int]]) -> _Asked:
        left_out = [*skip, (named.start, named.end)]
        text = [w for w in words(question) if not any(a <= w.start and w.end <= b for a, b in left_out)]
        verb = _verb(words(question), named)
        name = question[named.start : named.end]
        inverse = _INVERSE.search(question[: named.start]) is not None
        return cls(_cut(question, skip), name, subject, tuple(text), verb, _heads(question, text), inverse)


def _verb(text: Sequence[Word], named: Named) -> str:
    """Return the stem of the verb of a question like "does billing round amounts"."""
    before = [w.form for w in text[max(0, named.first - 2) : named.first]]
    if not _AUXILIARIES.intersection(before) or named.last >= len(text):
        return ""
    verb = text[named.last].form
    return stem(verb) if verb.isalpha() and verb not in STOP_WORDS else ""


def _heads(question: str, text: Sequence[Word]) -> frozenset[str]:
    """Return the stems of words that end a longer name: with another noun right before them."""
    found = set()
    for before, word in pairwise(text):
        beside = question[before.end : word.start] == " "
        plain = before.form.isalpha() and before.form not in STOP_WORDS and not before.form.endswith(("ing", "ed"))
        if beside and plain and before.form not in _ORDINARY:
            found.add(stem(word.form))
    return frozenset(found)


def _stems_of(relation: Relation) -> set[str]:
    return {s for name in (relation.name, *relation.aliases) for s in content_stems(name)}


def _sentences(facts: Sequence[Fact]) -> list[str]:
    """Return some sentences that state a relation, the values masked, the newest first."""
    told = [masked_sentence(f.evidence.text, f.object) for f in reversed(facts) if f.evidence.text]
    return list(dict.fromkeys(t for t in told if len(t) <= 200))[:_SENTENCES]


def _cut(question: str, skip: Sequence[tuple[int, int]]) -> str:
    kept = "".join(c for i, c in enumerate(question) if not any(a <= i < b for a, b in skip))
    return " ".join(kept.split()).replace(" ?", "?").strip(" ,")


def _wording(relation: Relation, asked: _Asked) -> float:
    """Return how much of a relation's wording the question has: 1.0 for a whole name, alias or phrase."""
    bag = {stem(w.form) for w in asked.words}
    heads = asked.compound_heads
    plain = " ".join(stem(w.form) for w in asked.words if w.form[0].isalnum())
    best = max(_name_fit(name, bag, heads) for name in (relation.name, *relation.aliases))
    for phrase in relation.phrases:
        wanted = " ".join(stem(w.form) for w in words(phrase) if w.form[0].isalnum())
        if wanted and f" {wanted} " in f" {plain} ":
            best = max(best, 1.0 + 0.25 * (len(wanted.split()) - 1))
    return best


def _named_in(relation: Relation, asked: _Asked) -> float:
    """Return 1.0 or more if the question has a whole name of the relation, word for word; else 0.0.

    Stricter than for relations the subject has: it takes more to say that something was never stated.
    """
    text = f" {' '.join(_singular(w.form) for w in asked.words if w.form[0].isalnum())} "
    best = 0.0
    for name in (relation.name, *relation.aliases):
        forms = [_singular(w.form) for w in words(name) if w.form[0].isalnum()]
        if forms and f" {' '.join(forms)} " in text and any(f not in STOP_WORDS for f in forms):
            part = len(forms) == 1 and stem(forms[0]) in asked.compound_heads
            best = max(best, _COMPOUND if part else 1.0 + 0.5 * (len(forms) - 1))
    if relation.cardinality is Cardinality.EVENT and not asked.question.casefold().startswith("when"):
        return best / 2
    return best


def _singular(form: str) -> str:
    return form[:-1] if len(form) > 3 and form.endswith("s") and not form.endswith("ss") else form


def _covered(asked: _Asked, sentences: Sequence[str]) -> float:
    """Return the largest share of the question's words that one sentence stating the relation has."""
    wanted = {stem(w.form) for w in asked.words if w.form not in STOP_WORDS and w.form[0].isalnum()}
    if not wanted:
        return 0.0
    return max((len(wanted & set(content_stems(s))) / len(wanted) for s in sentences), default=0.0)


def _name_fit(name: str, bag: set[str], heads: frozenset[str]) -> float:
    stems = content_stems(name)
    if not stems:
        return 0.0
    held = sum(_in_bag(s, bag) for s in stems)
    if len(stems) == 1 and stems[0] in heads:
        return _COMPOUND
    if held == len(stems):
        return 1.0 + 0.5 * (len(stems) - 1)
    return 0.5 * held / len(stems)


def _in_bag(wanted: str, bag: set[str]) -> bool:
    """Whether a stem is among others, endings of long words aside (``maintain``, ``maintainer``)."""
    if wanted in bag:
        return True
    if len(wanted) < _LONG:
        return False
    return any(
        len(s) >= _LONG and abs(len(s) - len(wanted)) <= 3 and (s.startswith(wanted) or wanted.startswith(s))
        for s in bag
    )


def _sort_fit(wanted: frozenset[Sort], facts: Sequence[Fact]) -> float:
    """Return 1.0 if the values are of a sort wanted, -1.0 if of another, 0.0 if nothing can be said."""
    if not wanted or not facts:
        return 0.0
    held = [sort_of(fact.object) for fact in facts]
    fits = sum(sort in wanted for sort in held)
    return 1.0 if 2 * fits >= len(held) else -1.0
