"""How well statements are read from prose: precision, recall and F1 on labelled sentences.

A statement counts as right when operation, subject, relation, scope and value are those of the
label (names folded, values in the relation's form). Whether its dates are right too is counted
beside it. A *false retirement* is a value held before the sentence that what was read would close
and what is labelled would not. Intervals are Wilson's score intervals (E. B. Wilson, JASA 22, 1927)
at 95 %.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tenure.ingest.document import Block, BlockKind
from tenure.ingest.extract import Extractor
from tenure.ingest.extract.names import environment
from tenure.instants import DateOrigin
from tenure.keys import Key, Scope, fold
from tenure.lab.labelled import Label, Labelled
from tenure.ledger.types import AddAlias, Assert, End
from tenure.relations import Cardinality, RelationRegistry, same_value_form

_Z = 1.959963984540054
Said = Assert | End | AddAlias
Sign = tuple[str, str, str, str, str | None]
"""(operation, folded subject, canonical relation, normal scope, value's form): what has to agree."""
Reader = Callable[[Labelled], Sequence[Said]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One sentence, read.

    Attributes:
        item: the sentence.
        said: what was read from it.
        right: how many of the statements read are labelled.
        wrong: the statements read that are not labelled.
        missed: the labels not read.
        dates_right: how many of the right ones have the labelled dates.
        retired: values held that reading it would wrongly close.
    """

    item: Labelled
    said: tuple[Said, ...]
    right: int
    wrong: tuple[Said, ...]
    missed: tuple[Label, ...]
    dates_right: int
    retired: tuple[tuple[Key, str], ...]


@dataclass(slots=True)
class Tally:
    """Counts over some sentences; ``calls`` of a text model and ``seconds`` of reading, wall clock."""

    sentences: int = 0
    right: int = 0
    wrong: int = 0
    missed: int = 0
    dates_right: int = 0
    retired: int = 0
    calls: int = 0
    seconds: float = 0.0

    def add(self, outcome: Outcome) -> None:
        """Count one more sentence."""
        self.sentences += 1
        self.right += outcome.right
        self.wrong += len(outcome.wrong)
        self.missed += len(outcome.missed)
        self.dates_right += outcome.dates_right
        self.retired += len(outcome.retired)

    @property
    def precision(self) -> float | None:
        """Right among read; None if nothing was read."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else None

    @property
    def recall(self) -> float | None:
        """Right among labelled; None if nothing is labelled."""
        return self.right / (self.right + self.missed) if self.right + self.missed else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall; None without both."""
        found = 2 * self.right + self.wrong + self.missed
        return 2 * self.right / found if found else None


@dataclass(slots=True)
class Measured:
    """A run over labelled sentences.

    Attributes:
        outcomes: sentence by sentence.
        whole: over all of them.
        categories: by category, in the order of their names.
        seconds: what reading took, wall clock.
    """

    outcomes: tuple[Outcome, ...] = ()
    whole: Tally = field(default_factory=Tally)
    categories: dict[str, Tally] = field(default_factory=dict)
    seconds: float = 0.0


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return Wilson's 95 % score interval of a proportion; (0, 1) without trials."""
    if trials == 0:
        return 0.0, 1.0
    share, square = successes / trials, _Z * _Z
    centre = share + square / (2 * trials)
    margin = _Z * math.sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    return max(0.0, (centre - margin) / (1 + square / trials)), min(1.0, (centre + margin) / (1 + square / trials))


def measure(
    items: Iterable[Labelled], read: Reader, registry: RelationRegistry, calls: Callable[[], int] = lambda: 0
) -> Measured:
    """Read labelled sentences and compare what was read with the labels; ``calls`` counts a model's so far."""
    run = Measured()
    outcomes: list[Outcome] = []
    tallies: dict[str, Tally] = {}
    for item in items:
        began, before = time.perf_counter(), calls()
        said = tuple(read(item))
        took, asked = time.perf_counter() - began, calls() - before
        run.seconds += took
        outcome = compare(item, said, registry)
        outcomes.append(outcome)
        for tally in (run.whole, tallies.setdefault(item.category, Tally())):
            tally.add(outcome)
            tally.seconds += took
            tally.calls += asked
    run.outcomes = tuple(outcomes)
    run.categories = dict(sorted(tallies.items()))
    return run


def by_rules(registry: RelationRegistry) -> Reader:
    """Return the reader that the import uses: rules, knowing what the ledger holds."""

    extractor = Extractor(registry)

    def read(item: Labelled) -> Sequence[Said]:
        learn_held(extractor, item)
        found = extractor.extract(block_of(item))
        return [*(e.operation for e in found.stated), *found.aliases]

    return read


def learn_held(extractor: Extractor, item: Labelled) -> None:
    """Let the extractor know what the ledger holds before a sentence, and nothing else."""
    extractor.names.forget()
    for subject in sorted({key.subject for key, _ in item.held}):
        extractor.names.learn(subject)
    for key, value in item.held:
        extractor.names.learn_value(key.subject, key.relation, value)


def block_of(item: Labelled) -> Block:
    """Return a labelled sentence as the block of a document."""
    headings = (item.heading,) if item.heading else ()
    kind = BlockKind.PROSE if item.speaker is None else BlockKind.MESSAGE
    return Block(item.text, item.date, DateOrigin.DOCUMENT, 1, headings, kind, item.speaker)


def compare(item: Labelled, said: Sequence[Said], registry: RelationRegistry) -> Outcome:
    """Compare what was read from a sentence with its labels, each label matched once."""
    left = list(item.stated)
    given = {one.alias for one in said if isinstance(one, AddAlias)}
    said = [one for one in said if not (isinstance(one, Assert) and one.key.relation == "name" and one.object in given)]
    right = dates = 0
    wrong: list[Said] = []
    for one in said:
        label = next((x for x in left if _sign_of_label(x, registry) == _sign(one, registry)), None)
        if label is None:
            wrong.append(one)
            continue
        left.remove(label)
        right += 1
        dates += _same_dates(one, label, item)
    return Outcome(item, tuple(said), right, tuple(wrong), tuple(left), dates, _retired(item, said, registry))


def _sign(said: Said, registry: RelationRegistry) -> Sign:
    if isinstance(said, AddAlias):
        return "alias", fold(said.name), "", "", fold(said.alias)
    return _signed("assert" if isinstance(said, Assert) else "end", said.key, said.object, registry)


def _sign_of_label(label: Label, registry: RelationRegistry) -> Sign:
    if label.op == "alias":
        return "alias", fold(label.key.subject), "", "", fold(label.object or "")
    return _signed(label.op, label.key, label.object, registry)


def _signed(op: str, key: Key, value: str | None, registry: RelationRegistry) -> Sign:
    relation = registry.get(key.relation)
    form = None if value is None else same_value_form(value, relation)
    return op, fold(key.subject), fold(relation.name), _scope(key), form


def _scope(key: Key) -> str:
    """Return the normal form of a scope, an environment under the name that the import gives it."""
    named = {d: (environment(v) or v) if fold(d) == "env" else v for d, v in key.scope.dimensions}
    return Scope.of(named).normal


def _same_dates(said: Said, label: Label, item: Labelled) -> bool:
    if isinstance(said, AddAlias):
        return True
    begins = label.valid_from or item.date
    if isinstance(said, End):
        return said.at == begins.at
    stops = label.valid_to.at if label.valid_to is not None else None
    return said.valid_from == begins.at and said.valid_to == stops


def _retired(item: Labelled, said: Sequence[Said], registry: RelationRegistry) -> tuple[tuple[Key, str], ...]:
    read = [one for one in said if not isinstance(one, AddAlias)]
    closed: list[tuple[Key, str]] = []
    for key, value in item.held:
        sign = _signed("held", key, value, registry)
        by_reading = any(_closes(_sign(one, registry), sign, registry) for one in read)
        by_label = any(_closes(_sign_of_label(one, registry), sign, registry) for one in item.stated)
        if by_reading and not by_label:
            closed.append((key, value))
    return tuple(closed)


def _closes(sign: Sign, held: Sign, registry: RelationRegistry) -> bool:
    if sign[0] == "alias" or sign[1:4] != held[1:4]:
        return False
    if sign[0] == "end":
        return sign[4] in (None, held[4])
    return registry.get(held[2]).cardinality is Cardinality.FUNCTIONAL and sign[4] != held[4]


def figures(run: Measured) -> Mapping[str, Tally]:
    """Return the tallies by category, the whole first under ``all``."""
    return {"all": run.whole, **run.categories}
