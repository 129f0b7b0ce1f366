"""Derives the lines a bulk load touched, by SQL windows where possible."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

from tenure.ledger.core import LIVE
from tenure.ledger.replay import Replay
from tenure.ledger.review_queue import ReviewKind
from tenure.ledger.rule import ASSERT, END, Row
from tenure.ledger.undo import Undo

_TABLES = (
    """CREATE TEMP TABLE IF NOT EXISTS load (
        statement INTEGER PRIMARY KEY, slot INTEGER NOT NULL, line INTEGER NOT NULL, kind INTEGER NOT NULL,
        form INTEGER, object INTEGER, valid_from INTEGER NOT NULL, valid_to INTEGER, precision INTEGER NOT NULL)""",
    """CREATE TEMP TABLE IF NOT EXISTS load_line (
        line INTEGER PRIMARY KEY, slot INTEGER NOT NULL, fresh INTEGER NOT NULL, path INTEGER NOT NULL,
        first INTEGER NOT NULL)""",
    """CREATE TEMP TABLE IF NOT EXISTS load_point (
        line INTEGER NOT NULL, valid_from INTEGER NOT NULL, tx INTEGER NOT NULL, object INTEGER NOT NULL,
        form INTEGER NOT NULL, PRIMARY KEY (line, valid_from)) WITHOUT ROWID""",
)
_REPLAYED, _ONE_TX, _IN_ORDER = range(3)
"""How a line is derived: in memory; by its present timeline; by appending in rising order."""

_POSITIONS = (
    "INSERT INTO position (line, closed, valid_from, statement, opened, kind, form, object, valid_to, precision) "
    f"SELECT l.line, {LIVE}, l.valid_from, l.statement, s.tx, l.kind, l.form, l.object, l.valid_to, l.precision "
    "FROM temp.load l JOIN main.statement s ON s.id = l.statement ORDER BY l.line, l.valid_from, l.statement"
)
_LINES = (
    "INSERT INTO temp.load_line SELECT l.line, min(l.slot), "
    "NOT EXISTS (SELECT 1 FROM position p WHERE p.line = l.line), "
    f"CASE WHEN min(l.kind IN ({ASSERT}, {END})) = 0 THEN {_REPLAYED} ELSE {_ONE_TX} END, min(l.valid_from) "
    "FROM temp.load l GROUP BY l.line"
)
_SOFT_PAST = (
    f"UPDATE temp.load_line SET path = {_REPLAYED} WHERE fresh = 0 AND EXISTS (SELECT 1 FROM position p "
    f"WHERE p.line = load_line.line AND p.closed = {LIVE} AND p.kind NOT IN ({ASSERT}, {END}, 4))"
)
# A member whose set has ends without value is judged together with them.
_WITH_ENDS = (
    f"UPDATE temp.load_line SET path = {_REPLAYED} WHERE line < 0 AND EXISTS (SELECT 1 FROM line e "
    "JOIN position p ON p.line = e.id WHERE e.slot = load_line.slot AND e.form = -1)"
)
# Over several transactions, appending is right only if valid times rise strictly and never lapse.
_RISING = (
    f"UPDATE temp.load_line SET path = CASE WHEN line IN (SELECT line FROM (SELECT line, valid_to, valid_from, "
    "lag(valid_from) OVER (PARTITION BY line ORDER BY statement) AS earlier FROM temp.load) "
    f"WHERE valid_to IS NOT NULL OR earlier >= valid_from) THEN {_REPLAYED} ELSE {_IN_ORDER} END "
    f"WHERE path = {_ONE_TX}"
)
_BEHIND = (
    f"UPDATE temp.load_line SET path = {_REPLAYED} WHERE fresh = 0 AND path = {_IN_ORDER} AND "
    "first <= max("
    "coalesce((SELECT max(i.valid_from) FROM interval i WHERE i.line = load_line.line), -9e18), "
    f"coalesce((SELECT max(p.valid_from) FROM position p WHERE p.line = load_line.line AND p.closed = {LIVE}), -9e18))"
)
_TIMELINE = f"""
INSERT INTO temp.load_point
WITH ranked AS (
    SELECT p.line, p.valid_from, p.opened, p.valid_to, p.object,
        CASE p.kind WHEN {ASSERT} THEN p.form ELSE 0 END AS form,
        lead(p.valid_from) OVER (PARTITION BY p.line ORDER BY p.valid_from, p.statement) AS next
    FROM temp.load_line n JOIN position p ON p.line = n.line AND p.closed = {LIVE} WHERE n.path = {_ONE_TX}),
ruling AS (SELECT * FROM ranked WHERE next IS NULL OR next > valid_from),
points AS (
    SELECT line, valid_from, CASE form WHEN 0 THEN 0 ELSE object END AS object, form FROM ruling
    UNION ALL
    SELECT line, valid_to, 0, 0 FROM ruling
    WHERE valid_to IS NOT NULL AND form > 0 AND (next IS NULL OR valid_to < next)),
runs AS (
    SELECT line, valid_from, object, form, lag(form) OVER (PARTITION BY line ORDER BY valid_from) AS earlier
    FROM points)
SELECT line, valid_from, ?, object, form FROM runs WHERE earlier IS NULL OR earlier <> form
"""
_APPENDED = f"""
INSERT INTO temp.load_point
WITH rows AS (
    SELECT l.line, l.valid_from, s.tx AS tx, CASE l.kind WHEN {ASSERT} THEN l.object ELSE 0 END AS object,
        CASE l.kind WHEN {ASSERT} THEN l.form ELSE 0 END AS form,
        lag(CASE l.kind WHEN {ASSERT} THEN l.form ELSE 0 END) OVER (PARTITION BY l.line ORDER BY l.valid_from)
            AS earlier
    FROM temp.load_line n JOIN temp.load l ON l.line = n.line JOIN main.statement s ON s.id = l.statement
    WHERE n.path = {_IN_ORDER})
SELECT line, valid_from, tx, object, form FROM rows
WHERE coalesce(earlier, (SELECT i.form FROM interval i WHERE i.line = rows.line ORDER BY i.valid_from DESC LIMIT 1),
    -1) <> form
"""
_GONE = (
    "FROM temp.load_line n JOIN interval i ON i.line = n.line "
    f"WHERE n.path = {_ONE_TX} AND n.fresh = 0 AND NOT EXISTS (SELECT 1 FROM temp.load_point w "
    "WHERE w.line = i.line AND w.valid_from = i.valid_from AND w.form = i.form AND w.object = i.object)"
)
_SAME_INSTANT = f"""
INSERT OR IGNORE INTO review (tx, kind, slot, first, second, text)
SELECT tx, '{ReviewKind.CONFLICT.value}', slot, other, statement, '' FROM (
    SELECT p.opened AS tx, n.slot AS slot, p.statement AS statement, p.form AS form, p.kind AS kind,
        lag(p.statement) OVER w AS other, lag(p.form) OVER w AS other_form, lag(p.kind) OVER w AS other_kind
    FROM temp.load_line n JOIN position p ON p.line = n.line AND p.closed = {LIVE} WHERE n.line > 0
    WINDOW w AS (PARTITION BY p.line, p.valid_from ORDER BY p.statement))
WHERE kind = {ASSERT} AND other_kind = {ASSERT} AND form <> other_form AND statement >= ?
"""


class BulkDerive(Undo):
    """Derivation of what is staged in ``temp.load``."""

    def _stage_tables(self) -> None:
        for table in _TABLES:
            self._execute(table)
        for name in ("load", "load_line", "load_point"):
            self._execute(f"DELETE FROM temp.{name}")

    def _derive_staged(self, one_tx: bool) -> tuple[int, int, int]:
        """Put the staged rows into their lines and derive; return (conflicts, opened, closed)."""
        self._execute(_LINES)
        self._add_members_of_ended_sets()
        self._execute(_SOFT_PAST)
        self._execute(_POSITIONS)
        self._execute(_WITH_ENDS)
        if not one_tx:
            self._execute(_RISING)
            self._execute(_BEHIND)
        tx = self._last_transaction()[0]
        conflicts = self._staged_conflicts()
        opened, closed = self._replay_staged()
        self._execute(_TIMELINE, (tx,))
        self._execute(_APPENDED)
        closed += self._close_gone(tx)
        kept = "EXISTS (SELECT 1 FROM interval i WHERE i.line = w.line AND i.valid_from = w.valid_from)"
        fresh = self._execute(
            "INSERT INTO interval (line, valid_from, system_from, object, form) "
            f"SELECT line, valid_from, tx, object, form FROM temp.load_point w WHERE NOT {kept} "
            "ORDER BY line, valid_from"
        )
        opened += fresh.rowcount
        return conflicts, opened, closed

    def _add_members_of_ended_sets(self) -> None:
        """An end without value touches every member's line of its set."""
        self._execute(
            f"INSERT OR IGNORE INTO temp.load_line SELECT m.id, m.slot, 0, {_REPLAYED}, 0 FROM temp.load_line n "
            "JOIN line e ON e.id = n.line AND e.form = -1 "
            "JOIN line m ON m.slot = e.slot AND m.form > 0 WHERE n.line < 0"
        )
        # Events have no intervals.
        self._execute(
            "DELETE FROM temp.load_line WHERE line < 0 AND EXISTS (SELECT 1 FROM line e WHERE e.id = load_line.line "
            "AND e.form = 0)"
        )

    def _close_gone(self, tx: int) -> int:
        """Close the live points of lines with a past that the new timeline no longer has."""
        retired = self._execute(
            "INSERT INTO interval_past (line, valid_from, system_from, system_to, object, form) "
            f"SELECT i.line, i.valid_from, i.system_from, ?, i.object, i.form {_GONE} AND i.system_from < ?",
            (tx, tx),
        ).rowcount
        self._execute(f"DELETE FROM interval WHERE (line, valid_from) IN (SELECT i.line, i.valid_from {_GONE})")
        return retired

    # --- in memory ----------------------------------------------------------------------------

    def _replay_staged(self) -> tuple[int, int]:
        opened = closed = 0
        rows = self._execute(
            f"SELECT line, slot, fresh FROM temp.load_line WHERE path = {_REPLAYED} ORDER BY line"
        ).fetchall()
        for line, slot, _ in rows:
            ends = self._companion(line, slot)
            if ends is not None:
                before = len(self._versions_stored(line))
                self._store_versions(line, self._versions_wanted(line, slot))
                opened += max(len(self._versions_stored(line)) - before, 0)
            else:
                gained, lost = self._replay_from_now(line)
                opened, closed = opened + gained, closed + lost
        return opened, closed

    def _replay_from_now(self, line: int) -> tuple[int, int]:
        """Replay only the new transactions of a line on top of what stands."""
        new = self._execute(
            "SELECT p.valid_from, p.statement, p.kind, p.form, p.object, p.valid_to, p.precision, p.opened "
            "FROM temp.load l JOIN position p ON p.line = l.line AND p.closed = ? AND p.valid_from = l.valid_from "
            "AND p.statement = l.statement WHERE l.line = ? ORDER BY p.statement",
            (LIVE, line),
        ).fetchall()
        first = new[0][1]
        old = self._execute(
            "SELECT valid_from, statement, kind, form, object, valid_to, precision, opened FROM position "
            f"WHERE line = ? AND closed = {LIVE} AND statement < ?",
            (line, first),
        ).fetchall()
        points = self._execute(
            "SELECT valid_from, form, object, system_from FROM interval WHERE line = ?", (line,)
        ).fetchall()
        state = Replay()
        state.start_from((Row(*row) for row in old), points)
        for tx, entering in groupby((Row(*row) for row in new), key=itemgetter(7)):
            state.step(tx, list(entering), ())
        before = {(x, tx) for x, _, _, tx in points}
        self._store_replayed(line, state, before)
        after = {(x, tx) for x, (_, _, tx) in state.points.items()}
        return len(after - before), len(before - after)

    def _store_replayed(self, line: int, state: Replay, before: set[tuple[int, int]]) -> None:
        gone = [(line, x) for x, tx in before if x not in state.points or state.points[x][2] != tx]
        self.connection.executemany("DELETE FROM interval WHERE line = ? AND valid_from = ?", gone)
        self.connection.executemany(
            "INSERT INTO interval_past (line, valid_from, system_from, system_to, object, form) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            [(line, v.valid_from, v.system_from, v.system_to, v.object, v.form) for v in state.past],
        )
        self.connection.executemany(
            "INSERT INTO interval (line, valid_from, system_from, object, form) VALUES (?, ?, ?, ?, ?)",
            [(line, x, tx, number, form) for x, (form, number, tx) in state.points.items() if (x, tx) not in before],
        )

    # --- conflicts ----------------------------------------------------------------------------

    def _staged_conflicts(self) -> int:
        first = self._execute("SELECT min(statement) FROM temp.load").fetchone()[0]
        found = self._execute(_SAME_INSTANT, (first,)).rowcount
        imprecise = self._execute(
            f"SELECT p.line, p.valid_from, p.statement, p.kind, p.form, p.precision, p.opened FROM temp.load l "
            f"JOIN position p ON p.line = l.line AND p.closed = {LIVE} AND p.valid_from = l.valid_from "
            "AND p.statement = l.statement WHERE l.line > 0 AND l.line IN (SELECT line FROM temp.load "
            "WHERE precision > 0) ORDER BY p.statement"
        ).fetchall()
        for line, valid_from, statement, kind, form, precision, tx in imprecise:
            if kind == ASSERT:
                found += self._conflicts_of(tx, line, statement, form, (valid_from, precision))
        return found
