"""Why a value holds, in sentences."""

from __future__ import annotations

from datetime import tzinfo

from tenure.answer.phrasing import date_text, listed, one_line, says, topic
from tenure.instants import Precision
from tenure.keys import Key
from tenure.ledger.types import Absence, Op, Statement, Why

_ABSENT = {
    Absence.NEVER_STATED: "nothing was ever stated about it",
    Absence.NOT_YET: "its first value starts later",
    Absence.ENDED: "it was ended",
    Absence.ERASED: "what held then was erased",
    Absence.OTHER_SCOPES: "only narrower scopes have a value",
}
_SHOWN = 5


def explain(why: Why, key: Key, zone: tzinfo) -> str:
    """Return why a read gave what it gave: the ruling statement, those it beat, the scope, conflicts.

    Args:
        why: what the ledger says.
        key: the key asked about.
        zone: in which dates are written.
    """
    facts = why.reading.facts
    when = date_text(why.reading.valid, Precision.INSTANT, zone)
    if facts:
        told = [f"{says(facts[0].key, [fact.object for fact in facts])} at {when}."]
    else:
        reason = _ABSENT.get(why.reading.absence or Absence.NEVER_STATED, "nothing holds")
        told = [f"Nothing is known of {topic(key)} at {when}: {reason}."]
    if why.ruling is not None:
        told.append(f"This is ruled by {_statement(why.ruling, zone)}.")
    if why.beaten:
        beaten = [_statement(one, zone) for one in why.beaten[:_SHOWN]]
        more = f" and {len(why.beaten) - _SHOWN} more" if len(why.beaten) > _SHOWN else ""
        told.append(f"It comes before {'; '.join(beaten)}{more}.")
    if why.scope:
        told.append(f"The scope {why.scope} was chosen as the most specific that applies.")
    if why.rejected_scopes:
        told.append(f"Less specific: {listed([str(scope) or 'everywhere' for scope in why.rejected_scopes])}.")
    if why.conflicts:
        told.append(f"In conflict with {'; '.join(_statement(one, zone) for one in why.conflicts)}.")
    return " ".join(told)


def _statement(statement: Statement, zone: tzinfo) -> str:
    start = date_text(statement.valid_from, statement.precision, zone)
    value = one_line(statement.object) if statement.object is not None else None
    if statement.op is Op.END:
        what = f"the end of {value} on {start}" if value else f"an end on {start}"
    else:
        what = f"the statement of {value or 'an erased value'} from {start}"
        if statement.valid_to is not None:
            what += f" until {date_text(statement.valid_to, statement.to_precision, zone)}"
    source = f" ({statement.evidence.source})" if statement.evidence.source else ""
    return what + source
