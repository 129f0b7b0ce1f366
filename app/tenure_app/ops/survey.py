"""What the table and the timeline ask of all facts at once, on the survey lane, which keeps the facts as arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from tenure.instants import FOREVER, MINUTE
from tenure.keys import fold
from tenure.ledger.columns import Columns, read_columns
from tenure.ledger.listing import FactQuery
from tenure.ledger.spans import STATES, Spans, choose, spans_at
from tenure.ledger.types import State
from tenure.project import Project
from tenure_app.ops.executors import Task
from tenure_app.ops.memory import give_back
from tenure_app.ops.queries import SubjectRow, two_times
from tenure_app.times import TwoTimes

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Asked:
    """Which facts a timeline is about.

    Attributes:
        times: the two times.
        subject: only this one, or None.
        text: only keys with a fact that has it, or empty.
    """

    times: TwoTimes
    subject: str | None = None
    text: str = ""


class Survey:
    """A project with its facts as arrays, read again when a write has changed them. One thread's own.

    Attributes:
        project: the project, open for reading.
    """

    def __init__(self, project: Project) -> None:
        self.project = project
        self._columns: Columns | None = None
        self._spans: tuple[tuple[int, int, bool], Spans] | None = None
        self._kept: dict[str, tuple[object, Any]] = {}
        self._now: int | None = None
        self._task: Task | None = None

    def close(self) -> None:
        """Close the project."""
        self._columns = self._spans = None
        self._kept.clear()
        self.project.close()

    def under(self, task: Task) -> Survey:
        """Do what follows for a task, so that closing the window need not wait for a long read."""
        self._task = task
        return self

    def now(self, times: TwoTimes) -> int:
        """Return the instant states are judged at; "now" moves on every minute, and with every write."""
        if times.valid is not None:
            return times.valid.at
        now = self.project.ledger.clock()
        if self._now is None or not 0 <= now - self._now < MINUTE:
            self._now = now
        return self._now

    def spans(self, times: TwoTimes, *, once: bool = False) -> Spans:
        """Return all facts at the known time; with ``once`` also those believed before."""
        ledger = self.project.ledger
        latest = ledger.last_tx()
        known = two_times(self.project, times)["known"]
        if self._columns is None or self._columns.tx != latest:
            self._columns = self._spans = None
            self._kept.clear()
            self._now = None
            self._columns = read_columns(ledger, self._check)
            give_back()
        asked = (latest, latest if known is None else int(known), once)
        if self._spans is None or self._spans[0] != asked:
            self._spans = (asked, spans_at(self._columns, ledger, asked[1], once=once))
        return self._spans[1]

    def selected(self, asked: Asked) -> Spans:
        """Return the facts a timeline is about; asked for again with another view, they are at hand."""
        spans = self.spans(asked.times)
        query = FactQuery(subject=asked.subject, text=asked.text or None)
        key = (spans, asked.subject, asked.text)
        return self.kept("selected", key, lambda: choose(spans, query, 0, self.project.ledger))

    def kept(self, name: str, key: object, make: Callable[[], V]) -> V:
        """Return what was made last under a name for the same key, or make it; a write forgets all."""
        found = self._kept.get(name)
        if found is None or found[0] != key:
            found = self._kept[name] = (key, make())
        value: V = found[1]
        return value

    def _check(self) -> None:
        """Stop when the window closes; a newer question needs the same arrays."""
        task = self._task
        if task is not None and not task.stale:
            task.token.raise_if_cancelled()


@dataclass(frozen=True, slots=True, eq=False)
class FactList:
    """The facts a table shows, in its order; ids are made as they are asked for.

    Attributes:
        spans: the facts.
        times: the two times of their rows.
    """

    spans: Spans
    times: TwoTimes

    def __len__(self) -> int:
        return len(self.spans)

    def ids(self, first: int = 0, last: int | None = None) -> list[str]:
        """Return the ids from one place to before another."""
        return self.spans.ids(first, last)


def fact_list(survey: Survey, *, query: FactQuery, times: TwoTimes) -> FactList:
    """Return the facts a query names in its order."""
    spans = survey.spans(times, once=query.all_system)
    return FactList(choose(spans, query, survey.now(times), survey.project.ledger), times)


def drawn_span(spans: Spans, now: int) -> tuple[int, int]:
    """Return the first and last instant at which anything begins or ends, now among them (microseconds UTC)."""
    if not len(spans):
        return now, now
    ends = spans.end[spans.end != FOREVER]
    last = max(int(spans.start.max()), int(ends.max(initial=now)), now)
    return min(int(spans.start.min()), now), last


@dataclass(frozen=True, slots=True)
class Totals:
    """How many subjects have facts now known, and how many facts hold now."""

    subjects: int
    current: int


def totals(survey: Survey) -> Totals:
    """Count the subjects of a project and the facts that hold now."""
    spans = survey.spans(TwoTimes())
    current = int((spans.states(survey.now(TwoTimes())) == STATES.index(State.CURRENT)).sum())
    return Totals(len(spans.columns.slots.subjects), current)


def subjects_with(survey: Survey, *, text: str, limit: int = 200) -> tuple[SubjectRow, ...]:
    """Return the first subjects whose name contains a text, case aside."""
    wanted, ledger = fold(text), survey.project.ledger
    names = survey.spans(TwoTimes()).columns.slots.subjects
    found = islice((name for name in names if wanted in fold(name)), limit)
    return tuple(SubjectRow(*row) for name in found for row in ledger.subjects(name, limit=1))
