"""Extraction with a fixed registry, fixed names and a fixed date, written out as text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tenure.ingest.document import Block, BlockKind
from tenure.ingest.extract import Extraction, Extractor
from tenure.instants import DateOrigin, format_instant, parse_date
from tenure.ledger.registry_store import seed_relations
from tenure.ledger.types import Assert, End
from tenure.relations import RelationRegistry

SENTENCES = Path(__file__).parents[1] / "core" / "ingest" / "sentences"
DATE = parse_date("2025-06-18")
"""A Wednesday."""
KNOWN = (
    "billing", "catalog", "api-gateway", "search", "warehouse", "feed-reader", "camera-server", "mount-driver",
    "raw-archive",
    "dome-control", "scheduler", "pipeline", "weather-station", "survey-south", "scope-east", "flat-fields", "on-duty",
    "mobile-app",
)  # fmt: skip


def registry() -> RelationRegistry:
    """The relations that every project begins with."""
    return RelationRegistry(seed_relations())


def extractor(known: Sequence[str] = KNOWN) -> Extractor:
    return Extractor(registry(), known)


def block(
    text: str, *, kind: BlockKind = BlockKind.PROSE, headings: tuple[str, ...] = (), date: str = "2025-06-18"
) -> Block:
    return Block(text, parse_date(date), DateOrigin.DOCUMENT, headings=headings, kind=kind)


def written(operation: Assert | End) -> str:
    """One line for an operation: key, value, times and where they came from."""
    if isinstance(operation, End):
        value = "" if operation.object is None else f" {operation.object!r}"
        return f"end {operation.key}{value} at {format_instant(operation.at, operation.precision)} ({operation.origin})"
    until = "" if operation.valid_to is None else f" to {format_instant(operation.valid_to, operation.to_precision)}"
    since = format_instant(operation.valid_from, operation.precision)
    kind = " temporary" if operation.temporary else ""
    return f"{operation.key} = {operation.object!r} from {since}{until}{kind} ({operation.origin})"


def stated(found: Extraction) -> list[str]:
    return [written(e.operation) for e in found.stated]
