"""From what a clause says to an operation: when it holds, and whether that is known."""

from __future__ import annotations

import re

from tenure.ingest.document import Block
from tenure.ingest.extract.chinese.claims import Said
from tenure.ingest.extract.times import Tense, Timing, resolve
from tenure.instants import DateOrigin, Precision
from tenure.keys import Key, Scope
from tenure.ledger.types import AddAlias, Assert, End, Evidence

FUTURE = re.compile(r"将(?!军)|会(?=改|迁|升|切|换|由|监听|停|在)|即将|定于|拟于|计划于|计划(?=在)")
"""Words that put a statement into the future."""
_TEMPORARY = re.compile(r"临时|暂时|暂(?=用|由|改|代|设|停|定|且)")


def operation(said: Said, sentence: str, block: Block) -> Assert | End | AddAlias | None:
    """Return the operation that a clause of a masked sentence amounts to, or None if its time is open."""
    if not said.relation:
        return AddAlias(said.subject, said.object or "")
    future = FUTURE.search(sentence) is not None and not said.timeless and bool(said.dates)
    tense = Tense.EVENT
    timing = resolve(list(said.dates), tense, block.dated, block.origin)
    if timing is None or (not said.dates and not said.timeless and _undated_future(sentence, said)):
        return None
    if future and timing.begins is None:
        return None
    key = Key(said.subject, said.relation, Scope.of(dict(said.scope)))
    return _written(key, said, timing, temporary=_TEMPORARY.search(sentence) is not None)


def _undated_future(sentence: str, said: Said) -> bool:
    return re.search(r"(?<!即)将(?!军)|即将|计划|拟", sentence) is not None and not said.timeless


def _written(key: Key, said: Said, timing: Timing, *, temporary: bool) -> Assert | End | None:
    evidence = Evidence(text="")
    begins = timing.begins
    if begins is None:
        return None
    if said.ends:
        return End(key, begins.at, said.object, begins.precision, timing.origin, evidence)
    stops = timing.stops
    return Assert(
        key,
        said.object or "",
        begins.at,
        stops.at if stops else None,
        temporary=temporary,
        precision=begins.precision,
        to_precision=stops.precision if stops else Precision.INSTANT,
        origin=timing.origin if said.dates else timing.origin or DateOrigin.DOCUMENT,
        evidence=evidence,
    )
