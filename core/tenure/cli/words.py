"""The ledger's values as lines of text for a person at a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import tzinfo

import click

from tenure.instants import Precision, format_instant
from tenure.keys import Key
from tenure.ledger.types import Absence, Change, Evidence, Fact, Reading, State, Statement, Summary

COLOURS = {
    State.CURRENT: "green",
    State.SUPERSEDED: "red",
    State.ENDED: "red",
    State.FUTURE: "blue",
    State.UNKNOWN: "yellow",
}
"""The terminal colour of each state."""


def date(at: int | None, precision: Precision, zone: tzinfo) -> str:
    """Return a date as it was written, or an ellipsis for an open end."""
    if at is None:
        return "…"
    return format_instant(at, precision, zone)


def span(fact: Fact, zone: tzinfo) -> str:
    """Return from when to when a value holds."""
    start = date(fact.valid_from, fact.precision, zone)
    if fact.valid_to is None:
        return f"since {start}"
    return f"{start} to {date(fact.valid_to, fact.to_precision, zone)}"


def state(value: State) -> str:
    """Return a state in its colour (click drops the colour where it cannot be shown)."""
    return click.style(value.value, fg=COLOURS[value])


def evidence_lines(evidence: Evidence, indent: str = "    ") -> list[str]:
    """Return where a statement came from, with its sentence."""
    lines = []
    if evidence.text:
        lines.append(f"{indent}“{' '.join(evidence.text.split())}”")
    if evidence.source:
        lines.append(f"{indent}{click.style(evidence.source, dim=True)}")
    return lines


def fact_line(fact: Fact, zone: tzinfo, *, with_key: bool = False) -> str:
    """Return an interval as one line: value, state, span, what took over."""
    value = click.style(fact.object, bold=True, strikethrough=fact.state.retired or None)
    parts = [value, state(fact.state), span(fact, zone)]
    if fact.superseded_by is not None:
        parts.append(f"then {fact.superseded_by}")
    parts.extend(sorted(flag.value for flag in fact.flags))
    prefix = f"{fact.key}: " if with_key else ""
    return prefix + "  ".join(parts)


def absence_line(reading: Reading, key: Key, zone: tzinfo) -> str:
    """Return why nothing holds as one sentence."""
    last = reading.last
    match reading.absence:
        case Absence.ENDED if last is not None and last.valid_to is not None:
            return f"Nothing holds: {key} was {last.object} until {date(last.valid_to, last.to_precision, zone)}."
        case Absence.ENDED:
            return f"Nothing holds: {key} was ended."
        case Absence.NOT_YET if last is not None:
            return f"Not yet: {key} is {last.object} from {date(last.valid_from, last.precision, zone)} on."
        case Absence.NOT_YET:
            return f"Not yet: {key} has a value only later."
        case Absence.ERASED:
            return f"Nothing holds: what was recorded of {key} was erased."
        case Absence.OTHER_SCOPES:
            return f"{key} depends on where:"
        case _:
            return f"Nothing was ever stated about {key}."


def reading_lines(reading: Reading, key: Key, zone: tzinfo) -> list[str]:
    """Return a read, with its evidence."""
    lines: list[str] = []
    if not reading.facts:
        lines.append(absence_line(reading, key, zone))
    if reading.disputed:
        lines.append(f"{key} is disputed: equally specific scopes differ.")
    for fact in reading.facts:
        lines.append(fact_line(fact, zone, with_key=reading.disputed))
        lines.extend(evidence_lines(fact.evidence))
    lines.extend(f"  {fact_line(fact, zone, with_key=True)}" for fact in reading.scopes)
    lines.extend(f"  changed in that period: {fact_line(fact, zone)}" for fact in reading.changed_during)
    return lines


def statement_line(statement: Statement, zone: tzinfo) -> str:
    """Return a recorded claim as one line."""
    said = statement.object if statement.object is not None else "(erased)" if statement.erased else ""
    start = date(statement.valid_from, statement.precision, zone)
    parts = [
        f"#{statement.id}",
        statement.op.value,
        said,
        f"from {start}" if statement.op == "assert" else f"at {start}",
    ]
    if statement.valid_to is not None:
        parts.append(f"until {date(statement.valid_to, statement.to_precision, zone)}")
    if statement.temporary:
        parts.append("temporary")
    parts.append(f"recorded {format_instant(statement.recorded_at)} (tx:{statement.tx})")
    if statement.corrected_by is not None:
        parts.append(f"corrected by #{statement.corrected_by}")
    elif statement.closed_tx is not None:
        parts.append(f"withdrawn in tx:{statement.closed_tx}")
    return "  ".join(part for part in parts if part)


def _change_lines(sign: str, colour: str, changes: Iterable[Change]) -> list[str]:
    lines = []
    for change in changes:
        end = "…" if change.valid_to is None else _short(change.valid_to)
        text = f"  {sign} {change.key}: {change.object or '(erased)'}  {_short(change.valid_from)} to {end}"
        lines.append(click.style(text, fg=colour))
    return lines


def _short(at: int) -> str:
    """Return an instant without the time of day where that is midnight, UTC."""
    return format_instant(at).removesuffix("T00:00:00Z")


def summary_lines(summary: Summary, edit: str = "") -> list[str]:
    """Return what a write did, or would do; ``edit`` names what of the registry it edited, if that is what it did."""
    verb = "Would record" if summary.dry_run else "Recorded"
    counts = [f"{verb} {edit or many(summary.statement_count, 'statement')}"]
    if summary.corrected:
        counts.append(f"{summary.corrected} corrected or withdrawn")
    if summary.erased:
        counts.append(f"{summary.erased} erased")
    if summary.moved_up:
        counts.append(f"{many(summary.moved_up, 'recording time')} moved up")
    if summary.conflicts:
        counts.append(f"{many(summary.conflicts, 'conflict')} for review")
    ids = ", ".join(f"#{number}" for number in summary.statements[:5])
    where = f" (tx:{summary.tx}{', ' + ids if ids else ''})"
    lines = [", ".join(counts) + where]
    lines += _change_lines("-", "red", summary.closed[:20])
    lines += _change_lines("+", "green", summary.opened[:20])
    left = max(0, len(summary.closed) - 20) + max(0, len(summary.opened) - 20)
    if left:
        lines.append(f"  … and {left} more intervals")
    return lines


def many(count: int, noun: str) -> str:
    """Return a count with its noun, in the plural unless it is one."""
    return f"{count} {noun}" + ("" if count == 1 else "s")
