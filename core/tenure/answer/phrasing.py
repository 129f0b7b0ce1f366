"""Plain sentences from the ledger's facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo

from tenure.instants import BEGINNING, Precision, format_instant, to_datetime
from tenure.keys import Key, fold
from tenure.ledger.types import Fact

_VERBS = frozenset(
    [
        "uses",
        "supports",
        "requires",
        "provides",
        "needs",
        "runs",
        "owns",
        "has",
        "contains",
        "includes",
        "serves",
        "exposes",
        "consumes",
        "produces",
        "publishes",
        "listens",
        "depends",
        "replaces",
        "imports",
        "calls",
        "reads",
        "writes",
        "sends",
        "stores",
        "belongs",
        "points",
    ]
)
_PARTICLES = frozenset(["on", "to", "by", "in", "at", "from", "with", "for", "into", "of", "as"])
_PAST = {
    "uses": "used",
    "has": "had",
    "is": "was",
    "runs": "ran",
    "belongs": "belonged",
    "reads": "read",
    "writes": "wrote",
}


def date_text(at: int, precision: Precision, zone: tzinfo) -> str:
    """Write a date for a sentence: as precise as it is known, midnight as a day."""
    if at <= BEGINNING // 2:
        return "the beginning"
    if precision is Precision.INSTANT:
        moment = to_datetime(at, zone)
        midnight = moment.hour == moment.minute == moment.second == moment.microsecond == 0
        return format_instant(at, Precision.DAY if midnight else Precision.INSTANT, zone)
    return format_instant(at, precision, zone)


def one_line(value: str) -> str:
    """Return a value with its white space folded, so that it stays within its sentence."""
    return " ".join(value.split())


def listed(values: Sequence[str]) -> str:
    """Join values as a sentence lists them: ``a, b and c``."""
    shown = [one_line(v) for v in values]
    return shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + " and " + shown[-1]


def scope_text(key: Key) -> str:
    """Return the scope as a sentence has it, with a leading space; empty if there is none."""
    return f" ({key.scope})" if key.scope else ""


def topic(key: Key) -> str:
    """Return what a key is about, as a noun: ``the port of billing``."""
    name = one_line(key.relation)
    subject = one_line(key.subject)
    return f"what {subject} {name}" if is_verb(name) else f"the {name} of {subject}"


def is_verb(relation: str) -> bool:
    """Return whether a relation's name is a verb phrase such as ``depends on``, not a noun."""
    parts = fold(relation).split()
    if not parts:
        return False
    return parts[0] in _VERBS or (len(parts) > 1 and parts[-1] in _PARTICLES)


def is_plural(relation: str) -> bool:
    """Return whether a relation's name is a plural, by its ending."""
    name = fold(relation)
    return len(name) > 3 and name.endswith("s") and not name.endswith(("ss", "us", "is", "dns", "https"))


def says(key: Key, values: Sequence[str], *, past: bool = False) -> str:
    """Return the sentence, without its full stop, that says the values of a key."""
    name, subject, what = one_line(key.relation), one_line(key.subject), listed(values)
    where = scope_text(key)
    if not is_verb(name):
        if is_plural(name):
            return f"The {name} of {subject}{where} {'were' if past else 'are'} {what}"
        if len(values) > 1:
            return f"The {name} of {subject}{where}: {what}"
        return f"The {name} of {subject}{where} {'was' if past else 'is'} {what}"
    first, _, rest = name.partition(" ")
    if fold(first) in _VERBS or fold(first).endswith("s"):
        if past:
            first = _PAST.get(fold(first), _past(first))
    else:
        first = ("was " if past else "is ") + first
    return f"{subject}{where} {first}{' ' if rest else ''}{rest} {what}"


def _past(verb: str) -> str:
    root = verb[:-2] if verb.endswith(("sses", "xes", "ches", "shes")) else verb[:-1]
    return root + ("d" if root.endswith("e") else "ed")


def value_sentences(facts: Sequence[Fact], *, past: bool, zone: tzinfo) -> Iterator[str]:
    """Yield ways to say what holds, the fullest first, the barest (the values alone) last.

    Args:
        facts: what holds; of one key, or of several scopes of one.
        past: whether the time asked about is over.
        zone: in which dates are written.
    """
    values = [fact.object for fact in facts]
    key = facts[0].key
    if len({fact.key.normal for fact in facts}) > 1:
        yield dateless(facts, past=past)
    else:
        plain = says(key, values, past=past)
        if len(facts) == 1:
            yield f"{plain}{_since(facts[0], past=past, zone=zone)}."
        yield f"{plain}."
        yield f"{one_line(key.subject)}, {one_line(key.relation)}: {listed(values)}"
    yield "\n\n".join(one_line(v) for v in values)


def dateless(facts: Sequence[Fact], *, past: bool) -> str:
    """Return one sentence that says what holds and no date, which a small model might take for the value."""
    if len({fact.key.normal for fact in facts}) > 1:
        return "; ".join(says(fact.key, [fact.object], past=past) for fact in facts) + "."
    return says(facts[0].key, [fact.object for fact in facts], past=past) + "."


def _since(fact: Fact, *, past: bool, zone: tzinfo) -> str:
    start = date_text(fact.valid_from, fact.precision, zone)
    if fact.valid_to is None:
        return f", since {start}"
    end = date_text(fact.valid_to, fact.to_precision, zone)
    return f", from {start} until {end}" if past else f", since {start} (until {end})"


def history_sentence(facts: Sequence[Fact], *, zone: tzinfo) -> str:
    """Tell the intervals of a key in their order."""
    parts = []
    for fact in facts:
        start = date_text(fact.valid_from, fact.precision, zone)
        end = date_text(fact.valid_to, fact.to_precision, zone) if fact.valid_to is not None else None
        parts.append(f"{one_line(fact.object)} " + (f"from {start} until {end}" if end else f"since {start}"))
    name = one_line(facts[0].key.relation)
    subject = one_line(facts[0].key.subject) + scope_text(facts[0].key)
    head = f"{subject} {name}" if is_verb(name) else f"The {name} of {subject}"
    return f"{head}: " + "; ".join(parts) + "."
