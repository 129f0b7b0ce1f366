"""The ledger's values as JSON. One vocabulary: the words of the ledger, and its schemas in the resources."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tenure.cli.common import Json
from tenure.instants import Precision, format_instant
from tenure.keys import Key
from tenure.ledger.types import (
    Absence,
    Change,
    CheckReport,
    Difference,
    Evidence,
    Fact,
    Reading,
    State,
    Statement,
    Summary,
    Why,
)

if TYPE_CHECKING:
    from tenure.cli.origins import Origins
    from tenure.ledger import Ledger

STATE_OF_ABSENCE = {
    Absence.NEVER_STATED: State.UNKNOWN,
    Absence.NOT_YET: State.FUTURE,
    Absence.ENDED: State.ENDED,
    Absence.ERASED: State.ENDED,
    Absence.OTHER_SCOPES: State.CURRENT,
}
"""The state shown for a key of which nothing holds."""


def time_json(at: int | None) -> str | None:
    """Return an instant in ISO 8601 with ``Z``, or None for an open end."""
    return None if at is None else format_instant(at)


def precision_json(at: int | None, precision: Precision) -> str | None:
    """Return how precise a date was, or None for an open end."""
    return None if at is None else precision.value


def key_json(key: Key) -> Json:
    """Return subject, relation and scope."""
    return {"subject": key.subject, "relation": key.relation, "scope": key.scope.as_dict()}


def evidence_json(evidence: Evidence, statement: int | None = None) -> Json:
    """Return where a statement came from."""
    return {
        "statement": statement,
        "source": evidence.source,
        "text": evidence.text,
        "passage": evidence.passage,
        "span": list(evidence.span) if evidence.span else None,
        "confidence": evidence.confidence,
    }


def fact_json(fact: Fact) -> Json:
    """Return an interval."""
    return {
        **key_json(fact.key),
        "value": fact.object,
        "state": fact.state.value,
        "flags": sorted(flag.value for flag in fact.flags),
        "valid_from": time_json(fact.valid_from),
        "valid_from_precision": precision_json(fact.valid_from, fact.precision),
        "valid_to": time_json(fact.valid_to),
        "valid_to_precision": precision_json(fact.valid_to, fact.to_precision),
        "system_from": fact.system_from,
        "system_to": fact.system_to,
        "superseded_by": fact.superseded_by,
        "statement": fact.statement,
        "evidence_count": fact.evidence_count,
        "evidence": evidence_json(fact.evidence, fact.statement),
    }


def facts_json(facts: Iterable[Fact]) -> list[Json]:
    """Return intervals in their order."""
    return [fact_json(fact) for fact in facts]


def reading_json(reading: Reading, key: Key, *, is_set: bool, ledger: Ledger) -> Json:
    """Return a read; the fields of a single value stand at the top beside the list of what holds.

    ``value`` is a text, for a set relation the list of its members, and null when nothing holds or when equally
    specific scopes differ (then ``disputed`` is true and ``items`` has them all).
    """
    one = reading.facts[0] if len(reading.facts) == 1 else None
    value = (list(reading.values) or None) if is_set else reading.value
    state = State.CURRENT if reading.facts else STATE_OF_ABSENCE[reading.absence] if reading.absence else State.UNKNOWN
    return {
        **key_json(one.key if one is not None and not is_set else key),
        "valid": time_json(reading.valid),
        "known": known_json(reading.known, ledger),
        "value": value,
        "items": facts_json(reading.facts),
        "state": state.value,
        "valid_from": time_json(one.valid_from) if one else None,
        "valid_from_precision": one.precision.value if one else None,
        "valid_to": time_json(one.valid_to) if one else None,
        "valid_to_precision": precision_json(one.valid_to, one.to_precision) if one else None,
        "superseded_by": one.superseded_by if one else None,
        "evidence": [evidence_json(fact.evidence, fact.statement) for fact in reading.facts],
        "absence": reading.absence.value if reading.absence else None,
        "disputed": reading.disputed,
        "scopes": facts_json(reading.scopes),
        "changed_during": facts_json(reading.changed_during),
        "last": fact_json(reading.last) if reading.last else None,
    }


def known_json(tx: int, ledger: Ledger) -> Json:
    """Return a transaction with its wall-clock time (null before the first)."""
    return {"tx": tx, "recorded_at": time_json(ledger.transaction(tx).recorded_at) if tx > 0 else None}


def statement_json(statement: Statement) -> Json:
    """Return a recorded claim."""
    return {
        "statement": statement.id,
        "id": statement.name,
        "op": statement.op.value,
        **key_json(statement.key),
        "object": statement.object,
        "valid_from": time_json(statement.valid_from),
        "valid_from_precision": statement.precision.value,
        "valid_to": time_json(statement.valid_to),
        "valid_to_precision": precision_json(statement.valid_to, statement.to_precision),
        "temporary": statement.temporary,
        "date_origin": statement.origin.value,
        "tx": statement.tx,
        "recorded_at": time_json(statement.recorded_at),
        "closed_tx": statement.closed_tx,
        "corrects": statement.corrects,
        "corrected_by": statement.corrected_by,
        "erased": statement.erased,
        "evidence": evidence_json(statement.evidence, statement.id),
    }


def why_json(why: Why, key: Key, *, is_set: bool, origins: Origins, ledger: Ledger) -> Json:
    """Return the explanation of a value."""
    return {
        "reading": reading_json(why.reading, key, is_set=is_set, ledger=ledger),
        "ruling": origins.statement_json(why.ruling) if why.ruling else None,
        "beaten": [origins.statement_json(statement) for statement in why.beaten],
        "scope": why.scope.as_dict() if why.scope is not None else None,
        "rejected_scopes": [scope.as_dict() for scope in why.rejected_scopes],
        "conflicts": [origins.statement_json(statement) for statement in why.conflicts],
    }


def difference_json(difference: Difference, *, start: str, end: str) -> Json:
    """Return what differs between two points of one time."""
    return {
        "axis": difference.axis.value,
        "start": start,
        "end": end,
        "opened": facts_json(difference.opened),
        "closed": facts_json(difference.closed),
        "changed": [{"before": fact_json(before), "after": fact_json(after)} for before, after in difference.changed],
    }


def change_json(change: Change) -> Json:
    """Return an interval opened or closed by a write."""
    return {
        **key_json(change.key),
        "value": change.object,
        "valid_from": time_json(change.valid_from),
        "valid_to": time_json(change.valid_to),
    }


def summary_json(summary: Summary) -> Json:
    """Return what a write did, or would do."""
    return {
        "dry_run": summary.dry_run,
        "tx": summary.tx,
        "statements": list(summary.statements),
        "statement_count": summary.statement_count,
        "keys": [key_json(key) for key in summary.keys],
        "opened": [change_json(change) for change in summary.opened],
        "closed": [change_json(change) for change in summary.closed],
        "corrected": summary.corrected,
        "erased": summary.erased,
        "moved_up": summary.moved_up,
        "conflicts": summary.conflicts,
    }


def check_json(report: CheckReport) -> Json:
    """Return what a check found."""
    return {
        "ok": report.ok,
        "problems": list(report.problems),
        "slots": report.slots,
        "statements": report.statements,
        "repaired": report.repaired,
        "details": dict(report.details),
    }
