"""The words of a question, and how much of a relation's wording they hold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tenure.answer.names import Named
from tenure.answer.words import STOP_WORDS, Word, content_stems, stem, words
from tenure.keys import fold
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
_EMPTY = frozenset(["service", "services", "value", "setting", "many", "much"])
"""Words that add nothing to the name of a thing or of what is asked about it."""
_COMPOUND = 0.5
"""What the last word of a longer name counts for ("template language" is no language)."""
_LONG = 5
"""Stems of at least as many letters may differ by an ending."""


@dataclass(frozen=True, slots=True)
class Asked:
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
    def of(cls, question: str, named: Named, subject: str, skip: Sequence[tuple[int, int]]) -> Asked:
        """Read a question that names ``subject`` at ``named``, the spans in ``skip`` left out."""
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


def stems_of(relation: Relation) -> set[str]:
    """Return the stems of all words of a relation's name and aliases."""
    return {s for name in (relation.name, *relation.aliases) for s in content_stems(name)}


def _cut(question: str, skip: Sequence[tuple[int, int]]) -> str:
    kept = "".join(c for i, c in enumerate(question) if not any(a <= i < b for a, b in skip))
    return " ".join(kept.split()).replace(" ?", "?").strip(" ,")


def wording_of(relation: Relation, asked: Asked) -> float:
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


def named_whole(relation: Relation, asked: Asked) -> float:
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


def covered(asked: Asked, sentences: Sequence[str]) -> float:
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


def says_exactly(relation: Relation, asked: Asked) -> bool:
    """Return whether what a question says, beside its subject, is a name, alias or phrase of the relation and no more.

    Plurals, the order of the words and words that mean nothing (``service``) aside.
    """
    left = [w.form for w in asked.words if w.form[0].isalnum() and w.form not in STOP_WORDS]
    said = {_singular(form) for form in left if form not in _EMPTY}
    if not said:
        return False
    text = " ".join(w.form for w in asked.words if w.form[0].isalnum())
    for name in (relation.name, *relation.aliases):
        if said == {_singular(w.form) for w in words(name) if w.form not in STOP_WORDS and w.form[0].isalnum()}:
            return True
    return any(
        f" {phrase} " in f" {text} " and said <= {_singular(form) for form in phrase.split()}
        for phrase in (fold(phrase) for phrase in relation.phrases)
    )
