"""The read operations: what the panes ask the core. Runs on the query lane's threads.

This is the window's one door to reading; the panes get values and never a ledger.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tenure.keys import Key, fold
from tenure.ledger.types import Fact, Reading, State, Statement, Why
from tenure.passages.store import Passage, Source
from tenure.project import Project
from tenure.relations import Relation
from tenure_app.ops.review import waiting
from tenure_app.times import TwoTimes


def two_times(project: Project, times: TwoTimes) -> dict[str, Any]:
    """Return the two times as the ledger's reads take them."""
    known = None if times.known is None else project.ledger.tx_at(times.known)
    return {"valid": times.valid, "known": known}


@dataclass(frozen=True, slots=True)
class SubjectRow:
    """A subject of the navigator.

    Attributes:
        name: as written.
        current: how many facts hold now.
        keys: how many keys it has.
    """

    name: str
    current: int
    keys: int


@dataclass(frozen=True, slots=True)
class Overview:
    """What the frame shows of a project; ``more`` says that there are more subjects than listed."""

    title: str
    subjects: tuple[SubjectRow, ...]
    more: bool
    sources: tuple[Source, ...]
    valid_span: tuple[int, int]
    known_span: tuple[int, int]
    now: int
    statements: int
    passages: int
    last_tx: int
    pending: int
    review: int


def overview(project: Project, *, limit: int = 2000) -> Overview:
    """Return the subjects, sources and spans of a project."""
    ledger = project.ledger
    now = ledger.clock()
    first, last = ledger.span() or (now, now)
    info = ledger.info()
    found = subjects(project, limit=limit + 1)
    # What this looked through once, a million statements perhaps, need not stay in memory.
    ledger.connection.execute("PRAGMA shrink_memory")
    transactions = ledger.transactions(limit=1)
    began = transactions[0].recorded_at if transactions else now
    return Overview(
        title=project.settings.get("title"),
        subjects=found[:limit],
        more=len(found) > limit,
        sources=tuple(ledger.passages.sources()),
        valid_span=(first, max(last, now)),
        known_span=(began, now),
        now=now,
        statements=int(info.get("statements", 0)),
        passages=ledger.passages.count(),
        last_tx=ledger.last_tx(),
        pending=project.search.pending(),
        review=waiting(project),
    )


def subjects(project: Project, *, prefix: str = "", limit: int = 200) -> tuple[SubjectRow, ...]:
    """Return subjects whose name begins with a prefix."""
    return tuple(SubjectRow(*row) for row in project.ledger.subjects(prefix, limit=limit))


def relations_of(project: Project, *, subject: str) -> list[Key]:
    """Return the keys of a subject."""
    return list(project.ledger.find_keys(subject=subject))


@dataclass(frozen=True, slots=True)
class KeyView:
    """All the inspector shows of one key."""

    key: Key
    relation: Relation
    reading: Reading
    history: tuple[Fact, ...]
    statements: tuple[Statement, ...]
    why: Why
    passages: dict[int, Passage]
    now: int


def key_view(project: Project, *, key: Key, times: TwoTimes) -> KeyView:
    """Return the chain, the statements and their passages of a key at the two times."""
    ledger = project.ledger
    at = two_times(project, times)
    statements = ledger.statements(key, known=at["known"])
    ids = sorted({s.evidence.passage for s in statements if s.evidence.passage is not None})
    return KeyView(
        key=key,
        relation=ledger.registry.get(key.relation),
        reading=ledger.slot(key, **at),
        history=ledger.history(key, **at),
        statements=statements,
        why=ledger.why(key.subject, key.relation, key.scope.as_dict(), **at),
        passages={passage.id: passage for passage in ledger.passages.get(ids)},
        now=times.valid.at if times.valid is not None else ledger.clock(),
    )


def completions(project: Project, *, relation: bool, prefix: str = "", limit: int = 200) -> list[str]:
    """Return names of subjects, or of relations in the registry, that begin with a prefix."""
    if relation:
        start = fold(prefix)
        return sorted(r.name for r in project.ledger.registry if fold(r.name).startswith(start))[:limit]
    return [row.name for row in project.ledger.subjects(prefix, limit=limit)]


def source_passages(project: Project, *, source: str, limit: int = 500) -> list[Passage]:
    """Return the first passages of a source."""
    return list(project.ledger.passages.of_source(source, limit))


def statement_key(project: Project, *, statement: int) -> Key | None:
    """Return the key of a statement, so that evidence leads to the inspector."""
    return project.ledger.statement(statement).key


@dataclass(frozen=True, slots=True)
class FactRow:
    """A row of the table: the fact and when the ledger came to believe it (microseconds UTC)."""

    fact: Fact
    known_since: int | None


def fact_rows(project: Project, *, ids: Sequence[str], times: TwoTimes) -> dict[str, FactRow]:
    """Return rows by id, with when the ledger came to believe each."""
    ledger = project.ledger
    facts = ledger.facts_by_id(list(ids), **two_times(project, times))
    recorded = {tx: ledger.transaction(tx).recorded_at for tx in {fact.system_from for fact in facts}}
    return {str(fact.id): FactRow(fact, recorded.get(fact.system_from)) for fact in facts}


def changed_keys(project: Project, *, limit: int = 4, look_at: int = 600) -> list[Key]:
    """Return keys whose value changed most, one a subject: the ones worth asking about first."""
    counts: Counter[tuple[str, str, str]] = Counter()
    keys: dict[tuple[str, str, str], Key] = {}
    for fact in project.ledger.lanes(limit=look_at):
        if fact.state is State.SUPERSEDED and not fact.key.scope:
            counts[fact.key.normal] += 1
            keys[fact.key.normal] = fact.key
    best: dict[str, Key] = {}
    for normal, _count in counts.most_common():
        best.setdefault(normal[0], keys[normal])
    return list(best.values())[:limit]
