"""Questions from the other side of a relation: "which services depend on billing"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tenure.answer.inquiry import Inquiry
from tenure.answer.mark import all_relations
from tenure.answer.names import Named
from tenure.answer.phrasing import is_verb
from tenure.answer.words import STOP_WORDS, content_stems, stem, words
from tenure.keys import fold
from tenure.ledger import Ledger
from tenure.ledger.browse import FactQuery
from tenure.ledger.types import Fact, State
from tenure.relations import Cardinality, Relation

_ASKS = re.compile(
    r"^\W*(?:which|what|who)\b(?!.*\b(?:does|do|did|is|are|was|were|has|have|had|will|can|could|should|must)\b)",
    re.IGNORECASE,
)
_BEFORE_NAME = frozenset(["the", "our", "this", "that"])


def relations_asked_from_outside(ledger: Ledger, question: str, named: Named) -> tuple[str, ...]:
    """Return the relations of which a question asks who has the subject as their value; empty if it does not.

    The words before the subject must be a verb that names a relation ("depend on") or the inverse of one
    ("use", where things are "used by" the subject), with no auxiliary ("what does it use" asks the subject).

    The relation named by the verb itself comes first.

    Args:
        ledger: knows the relations.
        question: as asked.
        named: where it names the subject.
    """
    before = question[: named.start]
    if _ASKS.search(before) is None:
        return ()
    forms = [word.form for word in words(before) if word.form[0].isalnum()]
    while forms and forms[-1] in _BEFORE_NAME:
        forms.pop()
    stems = [stem(form) for form in forms[1:]]
    found: dict[str, tuple[int, bool]] = {}
    for relation in all_relations(ledger):
        fitting = [(len(verb), own) for verb, own in _verbs(ledger, relation) if stems[-len(verb) :] == verb]
        if fitting and relation.cardinality is not Cardinality.EVENT:
            found[relation.name] = max(fitting)
    if not found:
        return ()
    asked = {s for s, form in zip(stems, forms[1:], strict=True) if form not in STOP_WORDS}
    own = {s for key in ledger.find_keys(subject=named.subjects[0]) for s in content_stems(key.relation)}
    longest = max(length for length, _ in found.values())
    if (asked - set(stems[-longest:])) & own:
        return ()
    return tuple(sorted((name for name in found if found[name][0] == longest), key=lambda name: not found[name][1]))


def _verbs(ledger: Ledger, relation: Relation) -> Iterator[tuple[list[str], bool]]:
    """Yield the verbs by which something is said to have a value of the relation, as stems of their words.

    With each, whether it names the relation itself and not its inverse.
    """
    for name in (relation.name, *relation.aliases):
        if is_verb(name):
            yield [stem(word.form) for word in words(name)], True
    inverse = ledger.registry.find(relation.inverse) if relation.inverse is not None else None
    for name in (inverse.name, *inverse.aliases) if inverse is not None else ():
        participle, _, by = name.partition(" ")
        if by == "by":
            yield from (([stem(fold(participle).removesuffix(ending))], False) for ending in ("", "d", "ed"))


def holders(ledger: Ledger, inquiry: Inquiry) -> tuple[Fact, ...]:
    """Return the facts by which something has the subject as a value, at the times and in the scope asked.

    What the subject itself states by the inverse relation is among them.
    """
    subject, valid, known = inquiry.subjects[0], inquiry.valid, inquiry.known
    context = inquiry.context.as_dict()
    found: dict[tuple[str, str], Fact] = {}
    for name in inquiry.held_by:
        query = FactQuery(relation=name, text=subject, states=frozenset({State.CURRENT}))
        facts = ledger.facts_by_id(ledger.fact_ids(query, valid=valid, known=known), valid=valid, known=known)
        for fact in facts:
            met = not context or fact.key.scope.as_dict().items() <= context.items()
            if met and fold(fact.object) == fold(subject):
                found.setdefault((fold(fact.key.subject), fact.key.scope.normal), fact)
        inverse = ledger.registry.get(name).inverse
        if inverse is not None:
            for fact in ledger.value(subject, inverse, context or None, valid=valid, known=known).facts:
                found.setdefault((fold(fact.object), fact.key.scope.normal), fact)
    return tuple(fact for _, fact in sorted(found.items(), key=lambda item: item[0]))


def holder_of(fact: Fact, subject: str) -> str:
    """Return who has ``subject`` as a value by this fact, or by its inverse."""
    return fact.object if fold(fact.key.subject) == fold(subject) else fact.key.subject


def names_of(facts: Sequence[Fact], subject: str) -> tuple[str, ...]:
    """Return the holders, each once."""
    return tuple(dict.fromkeys(holder_of(fact, subject) for fact in facts))
