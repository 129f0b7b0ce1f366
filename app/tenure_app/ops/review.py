"""What the review pane asks and writes: what waits, what deciding it does, deciding it.

A function that decides takes ``dry_run`` last: it then returns the same summary and writes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

from tenure.errors import InputError
from tenure.ingest.deciding import Deciding, Totals, Verdict
from tenure.ingest.proposals import Proposal, Proposals
from tenure.instants import Precision
from tenure.keys import Key, fold
from tenure.ledger.review_queue import QueuedItem, ReviewKind
from tenure.ledger.types import (
    AddAlias,
    Assert,
    DefineRelation,
    End,
    Evidence,
    Fact,
    Operation,
    Statement,
    Summary,
    Withdraw,
)
from tenure.passages.store import Passage
from tenure.project import Project
from tenure.relations import Cardinality, Relation
from tenure.rules import Done, Life, Stored
from tenure_app.ops.executors import Task

_AROUND = 700
"""Characters shown on each side of the stretch meant, in a passage longer than that."""
_LONGEST = 4_000
"""Characters of a text shown at most."""
_SAMPLES = 5
_LISTED = 2_000
"""Effects of a rule shown at most."""


class Kind(StrEnum):
    """What waits, in the order it is listed."""

    CONFLICT = ReviewKind.CONFLICT.value
    NAME = ReviewKind.AMBIGUOUS_NAME.value
    PROPOSAL = ReviewKind.PROPOSAL.value
    MISSING = ReviewKind.MISSING.value
    RELATION = ReviewKind.UNKNOWN_RELATION.value
    RULE = "rule"


@dataclass(frozen=True, slots=True)
class Ref:
    """One thing that waits: the number of an entry of the queue, or of a rule."""

    kind: Kind
    number: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list.

    Attributes:
        ref: which.
        key: what it is about, or None.
        value: the value, name or relation in question; of a conflict both values.
        source: where it was read, or empty; of a name, what it may mean.
        at: its date (microseconds UTC), or None.
        count: of a rule, how much it would retire.
        ends: whether the value is said to hold no longer.
    """

    ref: Ref
    key: Key | None
    value: str
    source: str = ""
    at: int | None = None
    precision: Precision = Precision.INSTANT
    count: int = 0
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A text with the stretch meant, its source, date and line."""

    text: str
    span: tuple[int, int] | None
    source: str
    at: int | None
    precision: Precision
    line: int | None


@dataclass(frozen=True, slots=True)
class Side:
    """A statement in question, what it rests on, its interval if it has one, and whether it rules at its instant."""

    statement: Statement
    excerpt: Excerpt
    fact: Fact | None
    rules: bool


@dataclass(frozen=True, slots=True)
class Meant:
    """A subject that a name may mean, how many facts of it hold now, and whether the name was learned for it."""

    subject: str
    current: int
    learned: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """All that is shown of one thing that waits; what does not belong to its kind is empty.

    Attributes:
        ref: which.
        queued_at: when it began to wait (microseconds UTC).
        item: its entry in the queue.
        proposal: the statement that was not written.
        excerpt: where it was read.
        sides: of a conflict both statements, of a missing one the statement.
        name: the name in question.
        meant: the subjects it may mean.
        relation: the relation in question.
        keys: how many keys use it.
        samples: facts of it.
        alike: relations of the registry that may be the same.
        rule: the rule in shadow.
        done: what it would retire.
        same_source: how many of its kind wait from the same source.
    """

    ref: Ref
    queued_at: int
    item: QueuedItem | None = None
    proposal: Proposal | None = None
    excerpt: Excerpt | None = None
    sides: tuple[Side, ...] = ()
    name: str = ""
    meant: tuple[Meant, ...] = ()
    relation: str = ""
    keys: int = 0
    samples: tuple[Fact, ...] = ()
    alike: tuple[str, ...] = ()
    rule: Stored | None = None
    done: tuple[Done, ...] = ()
    same_source: int = 0

    @property
    def key(self) -> Key | None:
        """The key to open in the inspector, or None."""
        if self.proposal is not None and not isinstance(self.proposal.operation, AddAlias):
            return self.proposal.operation.key
        if self.sides:
            return self.sides[0].statement.key
        return self.item.key if self.item is not None else None


# --- what waits -------------------------------------------------------------------------------


def waiting(project: Project) -> int:
    """Return how much waits: entries of the queue, and rules in shadow that would retire something."""
    return sum(project.ledger.review_counts().values()) + len(_shadows(project))


def refs(project: Project) -> dict[Kind, list[int]]:
    """Return the numbers of all that waits, by kind."""
    found = {
        kind: _shadows(project) if kind is Kind.RULE else project.ledger.review_ids(ReviewKind(kind.value))
        for kind in Kind
    }
    return {kind: numbers for kind, numbers in found.items() if numbers}


def rows(project: Project, *, wanted: Sequence[Ref]) -> dict[Ref, Row]:
    """Return lines of the list; what waits no more is left out."""
    if any(ref.kind is Kind.RULE for ref in wanted):
        stored, counts = {s.id: s for s in project.rules.all()}, project.rules.counts()
        of_rules = {
            ref: Row(ref, None, stored[ref.number].rule.name, count=counts.get(ref.number, 0))
            for ref in wanted
            if ref.kind is Kind.RULE and ref.number in stored
        }
    else:
        of_rules = {}
    return of_rules | {
        ref: _row(project, ref, item)
        for ref in wanted
        if ref.kind is not Kind.RULE and (item := _waits(project, ref)) is not None
    }


def _shadows(project: Project) -> list[int]:
    counts = project.rules.counts()
    return [s.id for s in project.rules.all() if s.life is Life.SHADOW and counts.get(s.id)]


def _waits(project: Project, ref: Ref) -> QueuedItem | None:
    found = project.ledger.connection.execute(
        "SELECT 1 FROM review WHERE id = ? AND decided_tx IS NULL", (ref.number,)
    ).fetchone()
    return project.ledger.queued(ref.number)[0] if found is not None else None


def _row(project: Project, ref: Ref, item: QueuedItem) -> Row:
    ledger = project.ledger
    if ref.kind is Kind.PROPOSAL:
        proposal = Proposals(ledger).get(ref.number)
        operation = proposal.operation
        if isinstance(operation, AddAlias):
            return Row(ref, None, f"{operation.alias} = {operation.name}", proposal.source)
        start = operation.valid_from if isinstance(operation, Assert) else operation.at
        value, ends = operation.object or "", isinstance(operation, End)
        return Row(ref, operation.key, value, proposal.source, start, operation.precision, ends=ends)
    if ref.kind in (Kind.CONFLICT, Kind.MISSING):
        said = [ledger.statement(number) for number in item.statements if number]
        values = " / ".join(s.object or "" for s in said)
        return Row(ref, said[-1].key, values, said[-1].evidence.source or "", said[-1].valid_from, said[-1].precision)
    if ref.kind is Kind.RELATION:
        return Row(ref, item.key, item.key.relation if item.key is not None else item.text)
    alias, _, subjects = item.text.partition("' may mean ")
    return Row(ref, None, alias.removeprefix("'"), subjects)


# --- one entry --------------------------------------------------------------------------------


def entry(project: Project, *, ref: Ref) -> Entry | None:
    """Return all that is shown of one thing, or None if it waits no more."""
    if ref.kind is Kind.RULE:
        return _rule_entry(project, ref)
    item = _waits(project, ref)
    if item is None:
        return None
    queued_at = project.ledger.transaction(item.tx).recorded_at if item.tx else 0
    if ref.kind is Kind.PROPOSAL:
        return _proposal_entry(project, ref, item, queued_at)
    if ref.kind in (Kind.CONFLICT, Kind.MISSING):
        return Entry(ref, queued_at, item, sides=_sides(project, item))
    if ref.kind is Kind.NAME:
        return _name_entry(project, ref, item, queued_at)
    return _relation_entry(project, ref, item, queued_at)


def _proposal_entry(project: Project, ref: Ref, item: QueuedItem, queued_at: int) -> Entry:
    proposals = Proposals(project.ledger)
    proposal = proposals.get(ref.number)
    operation = proposal.operation
    if isinstance(operation, AddAlias):
        evidence = Evidence(proposal.source, operation.alias, proposal.passage)
    else:
        evidence = operation.evidence
    same = len(proposals.waiting_of(proposal.source))
    excerpt = _excerpt(project, evidence)
    return Entry(ref, queued_at, item, proposal=proposal, excerpt=excerpt, same_source=same)


def _sides(project: Project, item: QueuedItem) -> tuple[Side, ...]:
    ledger = project.ledger
    said = [ledger.statement(number) for number in item.statements if number]
    found = []
    for one in said:
        fact = next((f for f in ledger.history(one.key) if f.statement == one.id), None)
        ruling = ledger.why(one.key.subject, one.key.relation, one.key.scope.as_dict(), valid=one.valid_from).ruling
        found.append(Side(one, _excerpt(project, one.evidence), fact, ruling is not None and ruling.id == one.id))
    return tuple(found)


def _name_entry(project: Project, ref: Ref, item: QueuedItem, queued_at: int) -> Entry:
    learned = Deciding(project.ledger).learned(item)
    alias = learned[0].alias if learned else item.text.split("'")[1]
    of = {fold(one.name) for one in learned}
    subjects = {fold(name): name for name in project.ledger.aliases(alias)}
    meant = []
    for folded, name in subjects.items():
        current = next((row[1] for row in project.ledger.subjects(name, limit=50) if fold(row[0]) == folded), 0)
        meant.append(Meant(name, current, folded in of))
    return Entry(ref, queued_at, item, name=alias, meant=tuple(meant), excerpt=_told(project, item, alias))


def _relation_entry(project: Project, ref: Ref, item: QueuedItem, queued_at: int) -> Entry:
    ledger = project.ledger
    name = item.key.relation if item.key is not None else item.text
    found = list(ledger.find_keys(relation=name))
    samples = [fact for key in found[:_SAMPLES] for fact in ledger.history(key)[-1:]]
    known = {fold(r.name): r.name for r in ledger.registry}
    alike = get_close_matches(fold(name), list(known), n=3, cutoff=0.6)
    words = set(fold(name).split())
    alike += [folded for folded in known if folded not in alike and words & set(folded.split())]
    names = tuple(known[folded] for folded in alike[:8])
    return Entry(ref, queued_at, item, relation=name, keys=len(found), samples=tuple(samples), alike=names)


def _rule_entry(project: Project, ref: Ref) -> Entry | None:
    stored = next((s for s in project.rules.all() if s.id == ref.number and s.life is Life.SHADOW), None)
    if stored is None:
        return None
    done = tuple(project.rules.done(stored.rule.name, stored.rule.version)[:_LISTED])
    moves = [m.at for m in project.rules.log(stored.rule.name) if m.version == stored.rule.version]
    return Entry(ref, moves[-1] if moves else 0, rule=stored, done=done)


def _told(project: Project, item: QueuedItem, alias: str) -> Excerpt | None:
    """Return the passage, stored by the transaction that learned a name, that has it."""
    rows = project.ledger.connection.execute(
        "SELECT p.id FROM passage p JOIN passage_text t ON t.id = p.text "
        "WHERE p.tx = ? AND instr(t.text, ?) > 0 ORDER BY p.id LIMIT 1",
        (item.tx, alias),
    ).fetchall()
    passages = project.passages.get(row[0] for row in rows)
    if not passages:
        return None
    at = passages[0].text.find(alias)
    return _cut(passages[0], (at, at + len(alias)))


def _excerpt(project: Project, evidence: Evidence) -> Excerpt:
    passages = project.passages.get([evidence.passage]) if evidence.passage is not None else []
    if not passages:
        text = (evidence.text or "")[:_LONGEST]
        span = (0, len(text)) if text else None
        return Excerpt(text, span, evidence.source or "", None, Precision.INSTANT, None)
    passage, span = passages[0], evidence.span
    if span is None and evidence.text and (at := passage.text.find(evidence.text)) >= 0:
        span = (at, at + len(evidence.text))
    return _cut(passage, span)


def _cut(passage: Passage, span: tuple[int, int] | None) -> Excerpt:
    """Return the part of a passage around a stretch."""
    start, end = span or (0, 0)
    end = min(end, start + _LONGEST)
    low, high = max(0, start - _AROUND), min(len(passage.text), end + _AROUND)
    text = ("…" if low else "") + passage.text[low:high] + ("…" if high < len(passage.text) else "")
    shift = (1 if low else 0) - low
    moved = None if span is None else (start + shift, end + shift)
    return Excerpt(text, moved, passage.source, passage.at, passage.precision, passage.line)


# --- deciding ---------------------------------------------------------------------------------


def accept(project: Project, *, number: int, dry_run: bool = False) -> Summary:
    """Write the statement that waits, or keep the name."""
    return Deciding(project.ledger).decide(number, Verdict.ACCEPTED, dry_run=dry_run).summary


def accept_as(project: Project, *, number: int, operations: Sequence[Operation], dry_run: bool = False) -> Summary:
    """Accept an entry by writing these operations."""
    deciding = Deciding(project.ledger)
    return deciding.decide(number, Verdict.ACCEPTED, operations=operations, dry_run=dry_run).summary


def reject(project: Project, *, number: int, dry_run: bool = False) -> Summary:
    """Leave the statement unwritten, take the name back, leave all else as it is."""
    return Deciding(project.ledger).decide(number, Verdict.REJECTED, dry_run=dry_run).summary


def withdraw(project: Project, *, number: int, statements: Sequence[int], dry_run: bool = False) -> Summary:
    """Settle a conflict, or what is missing, by taking statements back."""
    return accept_as(project, number=number, operations=[Withdraw(one) for one in statements], dry_run=dry_run)


def end(project: Project, *, number: int, statement: Statement, at: int, dry_run: bool = False) -> Summary:
    """Settle what is missing: it stopped being so at an instant (microseconds UTC)."""
    evidence = Evidence(source=statement.evidence.source)
    operation = End(statement.key, max(at, statement.valid_from), statement.object, evidence=evidence)
    return accept_as(project, number=number, operations=[operation], dry_run=dry_run)


def define(project: Project, *, number: int, relation: str, cardinality: Cardinality, dry_run: bool = False) -> Summary:
    """List a relation in the registry."""
    operation = DefineRelation(Relation(relation, cardinality))
    return accept_as(project, number=number, operations=[operation], dry_run=dry_run)


def map_to(project: Project, *, number: int, relation: str, known: str, dry_run: bool = False) -> Summary:
    """Make a relation another name of one in the registry.

    Raises:
        InputError: if the registry has no such relation, or it is the very same.
    """
    found = project.ledger.registry.find(known)
    if found is None:
        raise InputError(f"the registry lists no relation '{known}'")
    operation = AddAlias(found.name, relation, relation=True)
    return accept_as(project, number=number, operations=[operation], dry_run=dry_run)


def decide_source(project: Project, task: Task, *, source: str, verdict: Verdict, dry_run: bool = False) -> Totals:
    """Accept or reject all statements that wait from one source, all or none."""
    found = Proposals(project.ledger).waiting_of(source)
    return Deciding(project.ledger).decide_all(found, verdict, dry_run=dry_run, progress=task.progress)
