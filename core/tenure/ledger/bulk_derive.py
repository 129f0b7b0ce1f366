"""Derives the lines a bulk load touched, by SQL windows where possible."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

from tenure.instants import FOREVER
from tenure.ledger.core import LIVE
from tenure.ledger.replay import Replay
from tenure.ledger.review_queue import ReviewKind
from tenure.ledger.rule import ASSERT, END, Row
from tenure.ledger.undo import Undo

_TABLES = (
    """CREATE TEMP TABLE IF NOT EXISTS load (
        statement INTEGER PRIMARY KEY, slot INTEGER NOT NULL, line INTEGER NOT NULL, kind INTEGER NOT NULL,
        form INTEGER, object INTEGER, valid_from INTEGER NOT NULL, valid_to INTEGER, precision INTEGER NOT NULL,
        tx INTEGER NOT NULL)""",
    """CREATE TEMP TABLE IF NOT EXISTS load_line (
        line INTEGER PRIMARY KEY, slot INTEGER NOT NULL, fresh INTEGER NOT NULL, path INTEGER NOT NULL,
        first INTEGER NOT NULL)""",
    """CREATE TEMP TABLE IF NOT EXISTS load_point (
        line INTEGER NOT NULL, valid_from INTEGER NOT NULL, tx INTEGER NOT NULL, object INTEGER NOT NULL,
        form INTEGER NOT NULL, PRIMARY KEY (line, valid_from)) WITHOUT ROWID""",
    """CREATE TEMP TABLE IF NOT EXISTS load_tangle (
        line INTEGER NOT NULL, valid_from INTEGER NOT NULL, several INTEGER NOT NULL, imprecise INTEGER NOT NULL,
        PRIMARY KEY (line, valid_from)) WITHOUT ROWID""",
)
_REPLAYED, _ONE_TX, _IN_ORDER, _PLAIN = range(4)
"""How a line is derived: in memory; by its present timeline; by appending in rising order; by its
present timeline where no two rows share an instant and none lapses."""

_POSITIONS = (
    "INSERT INTO position (line, closed, valid_from, statement, opened, kind, form, object, valid_to, precision) "
    f"SELECT line, {LIVE}, valid_from, statement, tx, kind, form, object, valid_to, precision "
    "FROM temp.load ORDER BY line, valid_from, statement"
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
    f"UPDATE temp.load_line SET path = CASE WHEN line IN (SELECT line FROM (SELECT n.line AS line, p.valid_to, "
    "p.valid_from, p.statement, lag(p.valid_from) OVER w AS earlier, lag(p.statement) OVER w AS other "
    f"FROM temp.load_line n JOIN position p ON p.line = n.line AND p.closed = {LIVE} AND p.valid_from >= n.first "
    f"WHERE n.path = {_ONE_TX} AND p.statement >= ? "
    "WINDOW w AS (PARTITION BY n.line ORDER BY p.valid_from, p.statement)) "
    f"WHERE valid_to IS NOT NULL OR earlier = valid_from OR other > statement) THEN {_REPLAYED} ELSE {_IN_ORDER} END "
    f"WHERE path = {_ONE_TX}"
)
_BEHIND = (
    f"UPDATE temp.load_line SET path = {_REPLAYED} WHERE fresh = 0 AND path = {_IN_ORDER} AND "
    "first <= max("
    "coalesce((SELECT max(i.valid_from) FROM interval i WHERE i.line = load_line.line), -9e18), "
    f"coalesce((SELECT p.valid_from FROM position p WHERE p.line = load_line.line AND p.closed = {LIVE} "
    "AND p.statement < ? ORDER BY p.valid_from DESC LIMIT 1), -9e18))"
)
_TIMELINE = f"""
INSERT INTO temp.load_point
WITH ranked AS (
    SELECT n.line AS line, p.valid_from, p.opened, p.valid_to, p.object,
        CASE p.kind WHEN {ASSERT} THEN p.form ELSE 0 END AS form,
        lead(p.valid_from) OVER (PARTITION BY n.line ORDER BY p.valid_from, p.statement) AS next
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
_STRAIGHT = f"""
INSERT INTO temp.load_point
WITH runs AS (
    SELECT n.line AS line, p.valid_from AS valid_from, CASE p.kind WHEN {ASSERT} THEN p.object ELSE 0 END AS object,
        CASE p.kind WHEN {ASSERT} THEN p.form ELSE 0 END AS form,
        lag(CASE p.kind WHEN {ASSERT} THEN p.form ELSE 0 END) OVER (PARTITION BY n.line ORDER BY p.valid_from)
            AS earlier
    FROM temp.load_line n JOIN position p ON p.line = n.line AND p.closed = {LIVE} WHERE n.path = {_PLAIN})
SELECT line, valid_from, ?, object, form FROM runs WHERE earlier IS NULL OR earlier <> form
"""
_APPENDED = f"""
INSERT INTO temp.load_point
WITH rows AS (
    SELECT n.line AS line, p.valid_from AS valid_from, p.opened AS tx,
        CASE p.kind WHEN {ASSERT} THEN p.object ELSE 0 END AS object,
        CASE p.kind WHEN {ASSERT} THEN p.form ELSE 0 END AS form,
        lag(CASE p.kind WHEN {ASSERT} THEN p.form ELSE 0 END) OVER (PARTITION BY n.line ORDER BY p.valid_from)
            AS earlier
    FROM temp.load_line n JOIN position p ON p.line = n.line AND p.closed = {LIVE} AND p.valid_from >= n.first
    WHERE n.path = {_IN_ORDER})
SELECT line, valid_from, tx, object, form FROM rows
WHERE coalesce(earlier, (SELECT i.form FROM interval i WHERE i.line = rows.line ORDER BY i.valid_from DESC LIMIT 1),
    -1) <> form
"""
_GONE = (
    # CROSS: from the few lines to their points, never through all points of the file.
    "FROM temp.load_line n CROSS JOIN interval i ON i.line = n.line "
    f"WHERE n.path IN ({_ONE_TX}, {_PLAIN}) AND n.fresh = 0 AND NOT EXISTS (SELECT 1 FROM temp.load_point w "
    "WHERE w.line = i.line AND w.valid_from = i.valid_from AND w.form = i.form AND w.object = i.object)"
)
_LONGEST_PERIOD = 367 * 86_400_000_000
"""How far an imprecise date reaches at most, in microseconds: a leap year in any zone."""
# Instants of the touched lines that several rows share, at which one lapses later, or whose date is imprecise.
_TANGLES = (
    "INSERT INTO temp.load_tangle SELECT n.line, p.valid_from, count(*) > 1, max(p.precision) > 0 "
    f"FROM temp.load_line n JOIN position p ON p.line = n.line AND p.closed = {LIVE} "
    f"AND p.valid_from >= CASE n.path WHEN {_ONE_TX} THEN {-FOREVER} ELSE n.first - {_LONGEST_PERIOD} END "
    f"WHERE n.line > 0 OR n.path <> {_REPLAYED} GROUP BY n.line, p.valid_from "
    "HAVING count(*) > 1 OR max(p.valid_to) IS NOT NULL OR max(p.precision) > 0"
)
_UNTANGLED = (
    f"UPDATE temp.load_line SET path = {_PLAIN} WHERE path = {_ONE_TX} "
    "AND NOT EXISTS (SELECT 1 FROM temp.load_tangle t WHERE t.line = load_line.line)"
)
_SAME_INSTANT = f"""
INSERT OR IGNORE INTO review (tx, kind, slot, first, second, text)
SELECT p.opened, '{ReviewKind.CONFLICT.value}', t.line, q.statement, p.statement, ''
FROM temp.load_tangle t
    CROSS JOIN position p ON p.line = t.line AND p.closed = {LIVE} AND p.valid_from = t.valid_from
    CROSS JOIN position q ON q.line = t.line AND q.closed = {LIVE} AND q.valid_from = t.valid_from
WHERE t.several AND t.line > 0 AND p.kind = {ASSERT} AND q.kind = {ASSERT} AND p.form <> q.form
    AND p.statement >= ? AND q.statement < p.statement
ORDER BY p.statement, q.statement DESC
"""


class BulkDerive(Undo):
    """Derivation of what is staged in ``temp.load``."""

    def _stage_tables(self) -> None:
        for table in _TABLES:
            self._execute(table)
        for name in ("load", "load_line", "load_point", "load_tangle"):
            self._execute(f"DELETE FROM temp.{name}")

    def _derive_staged(self, one_tx: bool) -> tuple[int, int, int]:
        """Put the staged rows into their lines and derive; return (conflicts, opened, closed)."""
        self._execute(_LINES)
        self._add_members_of_ended_sets()
        self._execute(_SOFT_PAST)
        self._execute(_POSITIONS)
        self._execute(_WITH_ENDS)
        first = self._execute("SELECT min(statement) FROM temp.load").fetchone()[0]
        if not one_tx:
            self._execute(_RISING, (first,))
            self._execute(_BEHIND, (first,))
        tx = self._last_transaction()[0]
        self._execute(_TANGLES)
        self._execute(_UNTANGLED)
        conflicts = self._staged_conflicts(first)
        opened, closed = self._replay_staged()
        self._execute(_TIMELINE, (tx,))
        self._execute(_STRAIGHT, (tx,))
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

    def _staged_conflicts(self, first: int) -> int:
        several, vague = self._execute("SELECT max(several), max(imprecise) FROM temp.load_tangle").fetchone()
        found = self._execute(_SAME_INSTANT, (first,)).rowcount if several else 0
        if not vague:
            return found
        imprecise = self._execute(
            "SELECT tx, line, statement, form, valid_from, precision FROM temp.load WHERE line > 0 "
            f"AND kind = {ASSERT} AND line IN (SELECT line FROM temp.load_tangle WHERE imprecise) ORDER BY statement"
        ).fetchall()
        for tx, line, statement, form, valid_from, precision in imprecise:
            found += self._conflicts_of(tx, line, statement, form, (valid_from, precision))
        return found
