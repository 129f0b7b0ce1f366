"""Rows of a table of one's own: what its mapping makes of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tenure.errors import InputError
from tenure.ingest.flatten import MOST_VALUES
from tenure.ingest.items import DatedItem, ItemKey, Items
from tenure.ingest.readers.dates import from_value
from tenure.ingest.readers.rowentries import Row, Told
from tenure.ingest.scalars import LONGEST, sound
from tenure.ingest.secrets import SECRET, is_secret, redact
from tenure.ingest.tablemap import TableMap
from tenure.instants import Dated
from tenure.keys import fold
from tenure.relations import Cardinality, Relation


@dataclass(slots=True)
class RowItems:
    """Gathers the items of a table's rows.

    Attributes:
        told: what is left out.
        dated: the document's date, from which a value with an end alone holds.
        lines: the table's text, a line each, from which secrets are blanked.
    """

    told: Told
    dated: Dated
    lines: list[str]
    _values: dict[ItemKey, str] = field(default_factory=dict)
    _members: dict[ItemKey, dict[str, None]] = field(default_factory=dict)
    _dated: list[DatedItem] = field(default_factory=list)
    _names: dict[tuple[str, str], None] = field(default_factory=dict)
    _sets: set[str] = field(default_factory=set)
    _places: dict[tuple[ItemKey, str], int] = field(default_factory=dict)
    _first: dict[ItemKey, tuple[ItemKey, int]] = field(default_factory=dict)
    _unclear: set[ItemKey] = field(default_factory=set)
    _count: int = 0

    def items(self) -> Items:
        """Return what was gathered."""
        places = self._places
        return Items(
            values={key: value for key, value in self._values.items() if key not in self._unclear},
            members={key: tuple(members) for key, members in self._members.items()},
            dated=tuple(dict.fromkeys(self._dated)),
            names=tuple(self._names),
            relations={name: Relation(name, Cardinality.SET) for name in sorted(self._sets)},
            locate=lambda key, value: places.get((key, value), 0),
            safe_text=redact("\n".join(self.lines)),
        )

    def read(self, rows: Iterable[Row], table: TableMap, shift: int = 0) -> None:
        """Read rows with a mapping.

        Args:
            rows: the header among them.
            table: how to read them.
            shift: what is added to a row's line to have its line in ``lines``.

        Raises:
            InputError: if a column named in the mapping is missing, or a row is malformed and
                ``skip_bad`` is not set.
        """
        header: list[str] | None = None
        for row in rows:
            if header is None:
                if row.line >= (table.header or 0) and row:
                    header = self._header(row, table)
                continue
            if row:
                cells = {fold(name): cell.strip() for name, cell in zip(header, row.cells, strict=False) if name}
                try:
                    self._row(cells, header, table, row.line + shift)
                except InputError as error:
                    self.told.fault(row.line, str(error))

    def _header(self, row: Row, table: TableMap) -> list[str]:
        header = [" ".join(cell.split()) for cell in row.cells]
        folded = [fold(name) for name in header]
        where = f"'{self.told.content.name}', line {row.line}"
        for column in table.columns():
            if folded.count(fold(column)) != 1:
                how = "no column" if fold(column) not in folded else "more than one column"
                raise InputError(f"{where}: the header has {how} '{column}', which the mapping names")
        return header

    def _row(self, cells: dict[str, str], header: Sequence[str], table: TableMap, line: int) -> None:
        subject = sound(table.subject_of(cells))
        if not subject:
            raise InputError("the row names no subject")
        scope = dict(table.scope)
        scope |= {name: cells[fold(column)] for name, column in table.scope_columns if cells.get(fold(column))}
        pairs = tuple(sorted(((n, sound(v)) for n, v in scope.items()), key=lambda pair: fold(pair[0])))
        begins, until = self._dates(cells, table)
        if table.relation and table.value:
            relation, value = cells.get(fold(table.relation), ""), cells.get(fold(table.value), "")
            if value and not relation:
                raise InputError("the row names no relation")
            found = [(relation, value, "")] if value else []
        else:
            signs = {fold(column): sign for column, sign in table.sets}
            found = [(r, cells.get(fold(c), ""), signs.get(fold(c), "")) for c, r in table.of_values(header)]
        for column in table.names:
            if cells.get(fold(column)):
                self._names[subject, sound(cells[fold(column)])] = None
        for relation, value, sign in found:
            key: ItemKey = (subject, sound(relation), pairs)
            if sign:
                self._sets.add(key[1])
            for part in value.split(sign) if sign else [value]:
                if part.strip():
                    self._state(key, part.strip(), line, begins, until, member=bool(sign))

    def _dates(self, cells: dict[str, str], table: TableMap) -> tuple[Dated | None, Dated | None]:
        begins = self._date(cells.get(fold(table.valid_from), "") if table.valid_from else "")
        until = self._date(cells.get(fold(table.valid_to), "") if table.valid_to else "")
        if until is not None and begins is None:
            begins = self.dated
        if begins is not None and until is not None and until.at <= begins.at:
            raise InputError(f"the values end ({until}) before they begin ({begins})")
        return begins, until

    def _date(self, text: str) -> Dated | None:
        if not text or text in {"-", "–", "—"}:
            return None
        found = from_value(text, self.told.content.zone)
        if found is None:
            raise InputError(f"'{text}' is not a date")
        return found

    def _state(
        self, key: ItemKey, text: str, line: int, begins: Dated | None, until: Dated | None, *, member: bool
    ) -> None:
        self._count += 1
        if self._count > MOST_VALUES:
            raise InputError(f"'{self.told.content.name}' holds more than {MOST_VALUES:,} values")
        if len(text) > LONGEST:
            self.told.note(line, f"a value of {len(text):,} characters is left out; the longest kept is {LONGEST:,}")
            return
        value = sound(text)
        if is_secret(key[1], value):
            if 0 < line <= len(self.lines):
                self.lines[line - 1] = self.lines[line - 1].replace(text, SECRET)
            value = SECRET
        self._places.setdefault((key, value), line)
        if begins is not None:
            self._dated.append(DatedItem(key, value, begins, until))
        elif member:
            self._members.setdefault(key, {})[value] = None
        else:
            self._value(key, value, line)

    def _value(self, key: ItemKey, value: str, line: int) -> None:
        """Keep a value; two of one key, without dates to tell them apart, are both left out and told."""
        folded: ItemKey = (fold(key[0]), fold(key[1]), key[2])
        first = self._first.setdefault(folded, (key, line))
        if first[0] in self._values and self._values[first[0]] != value:
            self._unclear.add(first[0])
            other = f"line {first[1]} gives another value to {key[0]} · {key[1]}; both are left out"
            self.told.note(line, other)
            return
        self._values[first[0]] = value
