"""Writes a batch of commits: passages, statements, the commits themselves and how far the import is, together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from tenure.ingest.excerpts import Excerpt, Spot
from tenure.ingest.git.history import Commit
from tenure.ingest.git.standing import DatedChange
from tenure.ingest.git.store import GitStore, Mark
from tenure.ingest.items import DatedItem, ItemKey
from tenure.instants import DateOrigin, Precision
from tenure.keys import Key, Scope
from tenure.ledger import Ledger
from tenure.ledger.bulk import Batch
from tenure.ledger.projection import Written
from tenure.ledger.types import AddAlias, Assert, DefineRelation, End, Evidence, Op, Operation, Withdraw
from tenure.passages.store import NewPassage, NewSource
from tenure.relations import Relation


class Text(NamedTuple):
    """A file's version as evidence: its source's name, its format, the content's id and its excerpts."""

    source: str
    kind: str
    digest: str
    excerpts: Sequence[Excerpt]


class Said(NamedTuple):
    """A value that a commit states (``object``), or that it ends (``ended``).

    Attributes:
        key: subject, relation and scope.
        object: the value.
        ended: whether it stops here.
        text: the number of its file among the commit's texts, or -1.
        spot: its line there, or None.
        source: the source's name.
    """

    key: ItemKey
    object: str
    ended: bool
    text: int
    spot: Spot | None
    source: str


class SaidDated(NamedTuple):
    """A value with a date of its own that a commit states or takes back; the rest as of :class:`Said`."""

    change: DatedChange
    text: int
    spot: Spot | None
    source: str


@dataclass(slots=True)
class Step:
    """What one commit does to the project.

    Attributes:
        commit: the commit.
        at: the time it counts from (microseconds UTC).
        said: values stated and ended.
        dated: values with dates of their own, stated or taken back.
        texts: the passages it brings.
    """

    commit: Commit
    at: int
    said: list[Said] = field(default_factory=list)
    dated: list[SaidDated] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.said or self.dated)


@dataclass(slots=True)
class Totals:
    """What was written."""

    statements: int = 0
    passages: int = 0
    moved_up: int = 0
    conflicts: int = 0
    first_tx: int | None = None
    tx: int = 0


class BatchWriter:
    """Writes batches, each inside one SQL transaction.

    Args:
        ledger: what to write to.
        store: how far the import is.
        exact_times: refuse a recording time that would have to be moved up.
        written: called inside the SQL transaction with the first and last ledger transaction of a batch.
    """

    def __init__(
        self, ledger: Ledger, store: GitStore, *, exact_times: bool, written: Callable[[int, int], None]
    ) -> None:
        self._ledger = ledger
        self._store = store
        self._exact = exact_times
        self._written = written
        self.totals = Totals()

    def write(
        self,
        steps: Sequence[Step],
        *,
        git_run: int,
        mark: Mark,
        commits: int,
        relations: Iterable[Relation],
        names: Iterable[tuple[str, str]],
    ) -> None:
        """Write a batch of commits.

        Args:
            steps: the commits that state something, oldest first.
            git_run: the import's number.
            mark: how far it is after the batch.
            commits: how many commits the batch walked.
            relations: to be defined first.
            names: pairs (subject, another name).
        """
        begins = self._ledger.last_tx()
        with self._ledger.writing():
            if steps:
                self._define(relations, steps[0].at)
                start = 0
                for index, step in enumerate(steps):
                    # What was never so is taken back by id, which the bulk path does not do.
                    if any(one.change.gone for one in step.dated):
                        self._load(steps[start:index], git_run)
                        self._single(step, git_run)
                        start = index + 1
                self._load(steps[start:], git_run)
                aliases = [AddAlias(subject, name) for subject, name in names]
                self._apply(aliases, steps[-1].at, ())
            self._store.move(git_run, mark, commits)
            ends = self._ledger.last_tx()
            if ends > begins:
                if self.totals.first_tx is None:
                    self.totals.first_tx = begins + 1
                self._written(begins + 1, ends)
        self.totals.tx = ends

    def _define(self, relations: Iterable[Relation], at: int) -> None:
        self._apply([DefineRelation(relation) for relation in relations], at, ())

    def _apply(self, operations: Sequence[Operation], at: int, passages: tuple[int, ...]) -> None:
        if not operations:
            return
        at = min(at, self._ledger.clock())
        summary = self._ledger.apply(operations, recorded_at=at, exact_times=self._exact, passages=passages)
        self._count(summary.statement_count, summary.moved_up, summary.conflicts)

    def _count(self, statements: int, moved_up: int, conflicts: int) -> None:
        self.totals.statements += statements
        self.totals.moved_up += moved_up
        self.totals.conflicts += conflicts

    def _load(self, steps: Sequence[Step], git_run: int) -> None:
        """Write commits that state and end values, each a ledger transaction."""
        if not steps:
            return
        first = self._ledger.last_tx() + 1
        passages = self._passages(steps, first)
        operations = [_operations(step, ids) for step, ids in zip(steps, passages, strict=True)]
        self._ledger.intern_ahead(one for of_step in operations for one in of_step)
        batches = [Batch(of_step, step.at) for step, of_step in zip(steps, operations, strict=True)]
        summary = self._ledger.load(batches, exact_times=self._exact, rising=True)
        self._count(summary.statement_count, summary.moved_up, summary.conflicts)
        self._note(steps, first, git_run)
        self._project([number for of_step in passages for ids in of_step for number in ids])

    def _single(self, step: Step, git_run: int) -> None:
        """Write a commit that takes back what it said of the past."""
        first = self._ledger.last_tx() + 1
        passages = self._passages([step], first)[0]
        ids = tuple(number for numbers in passages for number in numbers)
        gone: list[Operation] = [
            Withdraw(statement)
            for one in step.dated
            if one.change.gone
            for statement in self._standing(one.change, one.source)
        ]
        self._apply([*gone, *_operations(step, passages)], step.at, ids)
        if self._ledger.last_tx() >= first:
            self._note([step], first, git_run)

    def _standing(self, change: DatedChange, source: str) -> list[int]:
        """Return the statements in force that earlier versions of a file made of a dated value."""
        item = change.item
        file = source.rpartition("@")[0] + "@"
        return [
            s.id
            for s in self._ledger.statements(_key(item.key))
            if s.closed_tx is None and not s.erased and s.op is Op.ASSERT and s.object == item.object.strip()
            and s.valid_from == item.dated.at and (s.evidence.source or "").startswith(file)
        ]  # fmt: skip

    def _passages(self, steps: Sequence[Step], first: int) -> list[list[tuple[int, ...]]]:
        """Store the texts of commits; return the ids of each commit's passages, by text."""
        sources = [
            NewSource(text.source, text.kind, "", text.digest, _new_passages(text, step.at), tx)
            for tx, step in enumerate(steps, first)
            for text in step.texts
        ]
        stored = iter(self._ledger.passages.add_many(sources) if sources else ())
        found = [[next(stored) for _ in step.texts] for step in steps]
        self.totals.passages += sum(len(source.passages) for source in sources)
        return found

    def _note(self, steps: Sequence[Step], first: int, git_run: int) -> None:
        self._store.add_commits(git_run, [(step.commit, tx, step.at) for tx, step in enumerate(steps, first)])

    def _project(self, passages: Sequence[int]) -> None:
        if not passages:
            return
        event = Written(self._ledger.last_tx(), passages=tuple(passages))
        for projection in self._ledger.projections:
            projection.apply(self._ledger.connection, event)


def _new_passages(text: Text, at: int) -> list[NewPassage]:
    heading = text.source.partition(":")[2].rpartition("@")[0]
    return [
        NewPassage(excerpt.text, at, Precision.INSTANT, DateOrigin.DOCUMENT, excerpt.line, heading)
        for excerpt in text.excerpts
    ]


def _operations(step: Step, passages: Sequence[tuple[int, ...]]) -> list[Assert | End]:
    operations: list[Assert | End] = []
    at = step.at
    for key, value, ended, text, spot, source in step.said:
        evidence = _evidence(step, passages, text, spot, source)
        if ended:
            operations.append(End(_key(key), at, value, origin=DateOrigin.DOCUMENT, evidence=evidence))
        else:
            operations.append(Assert(_key(key), value, at, origin=DateOrigin.DOCUMENT, evidence=evidence))
    for change, text, spot, source in step.dated:
        if not change.gone:
            operations.append(_dated(change.item, _evidence(step, passages, text, spot, source)))
    return operations


def _evidence(step: Step, passages: Sequence[tuple[int, ...]], text: int, spot: Spot | None, source: str) -> Evidence:
    if spot is None:
        return Evidence(source)
    number, start, end = spot
    line = step.texts[text].excerpts[number].text[start:end]
    return Evidence(source, line, passages[text][number], (start, end))


def _dated(item: DatedItem, evidence: Evidence) -> Assert:
    until = item.until if item.until is not None and item.until.at > item.dated.at else None
    return Assert(
        _key(item.key),
        item.object,
        item.dated.at,
        None if until is None else until.at,
        precision=item.dated.precision,
        to_precision=Precision.INSTANT if until is None else until.precision,
        evidence=evidence,
    )


@lru_cache(maxsize=65_536)
def _key(key: ItemKey) -> Key:
    return Key(key[0], key[1], Scope(key[2]))
