"""Replaces the derived intervals of a line by what its rows say."""

from __future__ import annotations

from tenure.keys import Key, fold
from tenure.ledger.core import LIVE, Slot
from tenure.ledger.derive import Draft, Span
from tenure.ledger.lay import Lay
from tenure.ledger.replay import Standing, Version, replay
from tenure.ledger.rule import Row

_ROWS = (
    "SELECT valid_from, statement, kind, form, object, valid_to, precision, opened, closed FROM position "
    "WHERE line = ? ORDER BY closed, valid_from, statement"
)


class Rebuild(Lay):
    """Whole lines."""

    def _standings(self, line: int) -> list[Standing]:
        return [Standing(Row(*row[:8]), None if row[8] == LIVE else row[8]) for row in self._execute(_ROWS, (line,))]

    def _versions_wanted(self, line: int, slot: int) -> list[Version]:
        """Return what the intervals of a line should be."""
        ends = self._companion(line, slot)
        return replay(self._standings(line), self._standings(ends) if ends is not None else ())

    def _versions_stored(self, line: int) -> list[Version]:
        live = self._execute(
            "SELECT valid_from, system_from, NULL, object, form FROM interval WHERE line = ?", (line,)
        ).fetchall()
        past = self._execute(
            "SELECT valid_from, system_from, system_to, object, form FROM interval_past WHERE line = ?", (line,)
        ).fetchall()
        return sorted((Version(*row) for row in live + past), key=lambda v: (v.valid_from, v.system_from))

    def _store_versions(self, line: int, versions: list[Version]) -> None:
        self._clear_line(line)
        self._connection_many(
            "INSERT INTO interval (line, valid_from, system_from, object, form) VALUES (?, ?, ?, ?, ?)",
            [(line, v.valid_from, v.system_from, v.object, v.form) for v in versions if v.system_to is None],
        )
        self._connection_many(
            "INSERT INTO interval_past (line, valid_from, system_from, system_to, object, form) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            [
                (line, v.valid_from, v.system_from, v.system_to, v.object, v.form)
                for v in versions
                if v.system_to is not None
            ],
        )

    def _connection_many(self, sql: str, rows: list[tuple[int | None, ...]]) -> None:
        if rows:
            self.connection.executemany(sql, rows)

    def _clear_line(self, line: int) -> None:
        self._tails.pop(line, None)
        self._execute("DELETE FROM interval WHERE line = ?", (line,))
        self._execute("DELETE FROM interval_past WHERE line = ?", (line,))

    def _rebuild_line(self, draft: Draft | None, line: int, slot: Slot) -> None:
        """Replay a line and replace its intervals, noting in the draft what changed of the present."""
        before = self._present_spans(line)
        self._store_versions(line, self._versions_wanted(line, slot.id))
        if draft is not None:
            draft.changed(slot.key, before, self._present_spans(line))

    def _present_spans(self, line: int) -> list[Span]:
        points = self._execute(
            "SELECT valid_from, form, object FROM interval WHERE line = ? ORDER BY valid_from", (line,)
        ).fetchall()
        return [
            (line, x, points[i + 1][0] if i + 1 < len(points) else None, form, number)
            for i, (x, form, number) in enumerate(points)
            if form > 0
        ]

    def _homes(self, slot: int) -> set[int]:
        """Return the slots a recorded slot ever belonged to, itself included: an alias that came or
        went moved its statements."""
        row = self._execute(
            "SELECT s.subject, s.relation, s.scope, s.relation_name FROM slot s WHERE s.id = ?", (slot,)
        ).fetchone()
        found = {slot}
        for registry in self._registries.all():
            name = fold(registry.get(row[3]).name)
            if name != row[1]:
                home = self._execute(
                    "SELECT id FROM slot WHERE subject = ? AND relation = ? AND scope = ?", (row[0], name, row[2])
                ).fetchone()
                found |= {home[0]} if home is not None else set()
        return found

    def _key_of(self, slot: int) -> Key:
        return self._slot_by_id(slot).key
