"""Reads of what is stored: change points of a line and rows in force, at any transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tenure.instants import Dated, DateOrigin
from tenure.keys import Key
from tenure.ledger.codes import OP_ASSERT, ORIGINS, PRECISIONS
from tenure.ledger.core import LIVE, Slot
from tenure.ledger.names import Names, scope_of
from tenure.ledger.rule import HARD, Row, Rule
from tenure.ledger.types import NO_EVIDENCE, Evidence, Op, Statement
from tenure.relations import Cardinality


class Stop(NamedTuple):
    """A change point as a read sees it."""

    valid_from: int
    system_from: int
    system_to: int | None
    object: int
    form: int


_LIVE_COLUMNS = "valid_from, system_from, NULL, object, form FROM interval WHERE line = ? AND"
_PAST_COLUMNS = "valid_from, system_from, system_to, object, form FROM interval_past WHERE line = ? AND"


def _both(condition: str, order: str) -> str:
    return (
        f"SELECT * FROM (SELECT {_LIVE_COLUMNS} {condition} AND system_from <= ? ORDER BY valid_from {order} LIMIT 1) "
        f"UNION ALL SELECT * FROM (SELECT {_PAST_COLUMNS} {condition} AND system_from <= ? AND system_to > ? "
        f"ORDER BY valid_from {order} LIMIT 1) ORDER BY 1 {order} LIMIT 1"
    )


AT = _both("valid_from <= ?", "DESC")
AFTER = _both("valid_from > ?", "ASC")
CHAIN = (
    f"SELECT {_LIVE_COLUMNS} system_from <= ? UNION ALL "
    f"SELECT {_PAST_COLUMNS} system_from <= ? AND system_to > ? ORDER BY 1"
)
_ROW = "valid_from, statement, kind, form, object, valid_to, precision, opened"
ROWS_LIVE = (
    f"SELECT {_ROW} FROM position WHERE line = ? AND closed = {LIVE} AND valid_from <= ? AND opened <= ? "
    "ORDER BY valid_from DESC, statement DESC"
)
ROWS_PAST = (
    f"SELECT {_ROW} FROM position WHERE line = ? AND closed > ? AND closed < {LIVE} AND valid_from <= ? AND opened <= ?"
)
STATEMENT = (
    "SELECT s.id, s.op, s.slot, o.text, s.valid_from, s.valid_to, s.temporary, s.precision, s.to_precision, s.origin, "
    "s.name, s.tx, t.recorded_at, s.corrects, s.erased, e.statement, g.name, e.text, e.passage, e.span_from, "
    "e.span_to, e.confidence, u.name, l.relation_name, l.scope_name "
    "FROM statement s JOIN tx t ON t.tx = s.tx JOIN slot l ON l.id = s.slot JOIN subject u ON u.id = l.subject "
    "LEFT JOIN object o ON o.id = s.object AND s.erased IS NULL "
    "LEFT JOIN evidence e ON e.statement = s.id LEFT JOIN origin g ON g.id = e.origin "
)


class Points(Names):
    """Stored rows at two times."""

    def _valid(self, valid: int | Dated | None) -> int:
        if valid is None:
            return self.clock()
        return valid.at if isinstance(valid, Dated) else valid

    def _known(self, known: int | None) -> int:
        last = self.last_tx()
        return last if known is None else min(known, last)

    def _slot_at(self, key: Key, known: int) -> Slot | None:
        self._refresh()
        return self._find_slot(key, self._registries.at(known))

    def _lines_at(self, slot: Slot) -> list[int]:
        """Return the lines of a slot: its own, and for a set those of its members."""
        if slot.cardinality is not Cardinality.SET:
            return [slot.id]
        ends = self._ends_line(slot.id)
        members = self._lines_of(slot.id)
        return members if ends is None else [ends, *members]

    def _point(self, line: int, x: int, known: int) -> Stop | None:
        row = self._execute(AT, (line, x, known, line, x, known, known)).fetchone()
        return None if row is None else Stop(*row)

    def _point_after(self, line: int, x: int, known: int) -> Stop | None:
        row = self._execute(AFTER, (line, x, known, line, x, known, known)).fetchone()
        return None if row is None else Stop(*row)

    def _chain(self, line: int, known: int) -> list[Stop]:
        return [Stop(*row) for row in self._execute(CHAIN, (line, known, line, known, known))]

    def _rows_known(self, line: int, slot: int, x: int, known: int, whole: bool = False) -> list[Row]:
        """Return the rows in force at ``known`` that start at or before ``x``, in rising rank, down
        to the first hard one (or, ``whole``, all of them)."""
        rows = self._rows_of_line(line, x, known, whole)
        ends = self._companion(line, slot)
        if ends is not None:
            rows += self._rows_of_line(ends, x, known, whole)
        rows.sort(key=lambda row: (row[0], row[1]))
        if not whole:
            for index in range(len(rows) - 1, 0, -1):
                if HARD[rows[index][2]]:
                    return rows[index:]
        return rows

    def _rows_of_line(self, line: int, x: int, known: int, whole: bool) -> list[Row]:
        rows: list[Row] = []
        for row in self._execute(ROWS_LIVE, (line, x, known)):
            rows.append(Row(*row))
            if HARD[row[2]] and not whole:
                break
        rows += [Row(*row) for row in self._execute(ROWS_PAST, (line, known, x, known))]
        return rows

    def _ruler(self, line: int, slot: int, x: int, known: int) -> Row | None:
        """Return the row that rules a line at an instant, or None if nobody says."""
        rows = self._rows_known(line, slot, x, known)
        _, index = Rule(rows).at(x, len(rows))
        return rows[index] if index >= 0 else None

    # --- statements ---------------------------------------------------------------------------

    def _statements_by_id(self, ids: tuple[int, ...]) -> tuple[Statement, ...]:
        return tuple(self._statement(i, None) for i in ids)

    def _statement(self, number: int, known: int | None) -> Statement:
        row = self._execute(STATEMENT + "WHERE s.id = ?", (number,)).fetchone()
        closed_tx, corrected_by = self._closure(number, known)
        return _statement_of(row, closed_tx, corrected_by)

    def _statements_of_passages(self, passages: Sequence[int], known: int) -> list[Statement]:
        """Return the statements read from a few hundred passages at most, in two queries."""
        marks = ",".join("?" * len(passages))
        among = f"SELECT statement FROM evidence WHERE passage IN ({marks})"
        closures: dict[int, tuple[int | None, int | None]] = {}
        for number, tx, kind, replaced_by in self._execute(
            f"SELECT statement, tx, kind, replaced_by FROM closure WHERE statement IN ({among}) AND tx <= ? "
            "ORDER BY id",
            (*passages, known),
        ):
            closures[number] = (tx, replaced_by) if kind else (None, None)
        rows = self._execute(f"{STATEMENT} WHERE s.id IN ({among}) AND s.tx <= ?", (*passages, known))
        return [_statement_of(row, *closures.get(row[0], (None, None))) for row in rows]

    def _closure(self, number: int, known: int | None) -> tuple[int | None, int | None]:
        row = self._execute(
            "SELECT tx, kind, replaced_by FROM closure WHERE statement = ? AND tx <= ? ORDER BY id DESC LIMIT 1",
            (number, LIVE if known is None else known),
        ).fetchone()
        return (row[0], row[2]) if row is not None and row[1] else (None, None)

    def _evidence_of(self, number: int) -> Evidence:
        row = self._execute(
            "SELECT e.statement, g.name, e.text, e.passage, e.span_from, e.span_to, e.confidence FROM evidence e "
            "LEFT JOIN origin g ON g.id = e.origin WHERE e.statement = ?",
            (number,),
        ).fetchone()
        return evidence_of(row) if row is not None else NO_EVIDENCE


def evidence_of(row: tuple[int | None, str | None, str | None, int | None, int | None, int | None, float]) -> Evidence:
    """Return the evidence of a row (statement, source, text, passage, span start and end, confidence)."""
    statement, source, text, passage, start, end, confidence = row
    if statement is None:
        return NO_EVIDENCE
    span = (start, end) if start is not None and end is not None else None
    return Evidence(source, text, passage, span, confidence)


def _statement_of(row: tuple, closed_tx: int | None, corrected_by: int | None) -> Statement:  # type: ignore[type-arg]
    return Statement(
        id=row[0],
        op=Op.ASSERT if row[1] == OP_ASSERT else Op.END,
        key=Key(row[22], row[23], scope_of(row[24])),
        object=row[3],
        valid_from=row[4],
        valid_to=row[5],
        temporary=bool(row[6]),
        precision=PRECISIONS[row[7]],
        to_precision=PRECISIONS[row[8]],
        origin=ORIGINS[row[9]] if row[9] < len(ORIGINS) else DateOrigin.WRITTEN,
        evidence=evidence_of(row[15:22]),
        name=row[10],
        tx=row[11],
        recorded_at=row[12],
        closed_tx=closed_tx,
        corrects=row[13],
        corrected_by=corrected_by,
        erased=row[14] is not None,
    )
