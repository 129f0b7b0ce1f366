"""What a new version of structured data changes: its items compared with what the source said before."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from tenure.ingest.excerpts import Excerpt, Spot, excerpts
from tenure.ingest.former import DatedLine, Former, Line, Lines
from tenure.ingest.items import DatedItem, ItemKey, Items
from tenure.instants import Dated, DateOrigin, Precision
from tenure.keys import NO_SCOPE, Key, Scope, fold
from tenure.ledger.types import AddAlias, Assert, DefineRelation, End, Evidence, Operation, Statement, Withdraw
from tenure.relations import Cardinality, RelationRegistry

Elsewhere = Callable[[Line, Statement], str | None]
"""Returns the value that another source still states where a statement's source no longer does, or None."""


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a source.

    Attributes:
        source: its name.
        lines: its lines, secrets blanked out.
        dated: since when it says so.
        origin: where that date came from.
    """

    source: str
    lines: Sequence[str]
    dated: Dated
    origin: DateOrigin


@dataclass(slots=True)
class Comparison:
    """What differs.

    Attributes:
        operations: in the order they are recorded, each with the number of the excerpt it stands in, or -1.
        excerpts: the pieces of the file that become passages.
        kept: the statements that the new version makes as well.
    """

    operations: list[tuple[Operation, int]] = field(default_factory=list)
    excerpts: list[Excerpt] = field(default_factory=list)
    kept: list[Statement] = field(default_factory=list)


def nowhere_else(_line: Line, _statement: Statement) -> str | None:
    """Return None: no other source states anything."""
    return None


def key_of(item: ItemKey) -> Key:
    """Return the ledger's key of an item."""
    return Key(item[0], item[1], Scope(item[2]) if item[2] else NO_SCOPE)


def lines_of(items: Items, lines: Lines) -> dict[Line, tuple[ItemKey, str]]:
    """Return each line that items state, with its key and value as written; the first spelling of a key counts."""
    found: dict[Line, tuple[ItemKey, str]] = {}
    for key, value in items.values.items():
        found.setdefault(lines.of_item(key, value), (key, value))
    for key, members in items.members.items():
        for member in members:
            found.setdefault(lines.of_item(key, member), (key, member))
    return found


def compare(
    former: Former, items: Items, version: Version, lines: Lines, elsewhere: Elsewhere = nowhere_else
) -> Comparison:
    """Return what a new version of a source changes.

    A new or changed value is asserted from the version's date on, a vanished one ended then (or at the date it was
    stated from, if that is later); a value with a date of its own is asserted from that date and withdrawn when it
    vanishes. What another source goes on stating is not ended, but holds as that one says.
    """
    found = Comparison()
    present = lines_of(items, lines)
    asserts: list[tuple[Assert | End, int]] = []
    for line, (key, value) in present.items():
        before = former.held.get(line)
        if before is not None and _says(before, value, lines):
            found.kept.append(before)
            continue
        last = before or former.ended.get(line)
        asserts.append((_stated(key, value, version, last), items.locate(key, value)))
    found.operations += [(end, -1) for end in _ends(former, present, version, lines, elsewhere)]
    asserts += _compare_dated(former, items, found, lines)
    pieces, spots = excerpts(version.lines, [(line, operation.object or "") for operation, line in asserts])
    found.excerpts = pieces
    for (operation, _), spot in zip(asserts, spots, strict=True):
        cited = replace(operation, evidence=_evidence(version.source, pieces, spot))
        found.operations.append((cited, -1 if spot is None else spot.excerpt))
    return found


def definitions(items: Items, registry: RelationRegistry) -> list[DefineRelation]:
    """Return the relations that a file defines and the registry lacks; the project's own definition stands."""
    return [DefineRelation(relation) for name, relation in items.relations.items() if registry.find(name) is None]


def aliases(items: Items, known: Callable[[str], Sequence[str]]) -> Iterator[AddAlias]:
    """Yield the names that a file gives its subjects, without those known already.

    Args:
        items: of the file.
        known: returns the other names of a subject.
    """
    for subject, name in dict.fromkeys(items.names):
        if fold(name) and fold(name) not in {fold(subject), *map(fold, known(subject))}:
            yield AddAlias(subject, name)


# --- parts of the comparison ------------------------------------------------------------------------


def _says(statement: Statement, value: str, lines: Lines) -> bool:
    relation = statement.key.relation
    return statement.object is not None and lines.form(relation, statement.object) == lines.form(relation, value)


def _moment(version: Version, before: Statement | None) -> tuple[int, Precision]:
    """Return when a change holds from: the version's date, but never before what the source said last."""
    if before is not None and before.valid_from > version.dated.at:
        return before.valid_from, before.precision
    return version.dated.at, version.dated.precision


def _stated(key: ItemKey, value: str, version: Version, before: Statement | None) -> Assert:
    at, precision = _moment(version, before)
    return Assert(key_of(key), value, at, precision=precision, origin=version.origin)


def _ends(
    former: Former, present: dict[Line, tuple[ItemKey, str]], version: Version, lines: Lines, elsewhere: Elsewhere
) -> Iterator[Assert | End]:
    evidence = Evidence(version.source)
    for line, statement in former.held.items():
        if line in present or lines.relation(statement.key.relation).cardinality is Cardinality.EVENT:
            continue
        at, precision = _moment(version, statement)
        other = elsewhere(line, statement)
        if other is None:
            yield End(statement.key, at, statement.object, precision, version.origin, evidence)
        elif not _says(statement, other, lines):
            yield Assert(statement.key, other, at, precision=precision, origin=version.origin, evidence=evidence)


def _compare_dated(former: Former, items: Items, found: Comparison, lines: Lines) -> list[tuple[Assert | End, int]]:
    """Return what values with their own dates state anew; take back those that are gone."""
    left: dict[DatedLine, tuple[Statement, ...]] = dict(former.dated)
    asserts: list[tuple[Assert | End, int]] = []
    for item in dict.fromkeys(items.dated):
        place = lines.of_dated(item)
        same = left.pop(place, None)
        if same is not None:
            found.kept += same
            continue
        line, begins, until = place
        open_before = left.pop((line, begins, None), None) if until is not None else None
        if open_before is not None:
            found.kept += open_before
        asserts.append((_dated(item, ended=open_before is not None), items.locate(item.key, item.object)))
    found.operations += [(Withdraw(s.id), -1) for gone in left.values() for s in gone]
    return asserts


def _dated(item: DatedItem, *, ended: bool) -> Assert | End:
    key, until = key_of(item.key), item.until
    if ended and until is not None:
        return End(key, until.at, item.object, until.precision, DateOrigin.WRITTEN)
    return Assert(
        key, item.object, item.dated.at, until.at if until is not None else None, precision=item.dated.precision,
        to_precision=until.precision if until is not None else Precision.INSTANT, origin=DateOrigin.WRITTEN,
    )  # fmt: skip


def _evidence(source: str, pieces: Sequence[Excerpt], spot: Spot | None) -> Evidence:
    if spot is None:
        return Evidence(source)
    text = pieces[spot.excerpt].text[spot.start : spot.end]
    return Evidence(source, text, span=(spot.start, spot.end))
