"""Rebuilds what is derived beside what is stored, compares, and on request replaces it."""

from __future__ import annotations

from collections.abc import Iterator

from tenure.errors import InputError, NotFoundError
from tenure.keys import Key, fold
from tenure.ledger.codes import CORRECTED, RESTORED
from tenure.ledger.core import EVENTS, LIVE, Slot
from tenure.ledger.lay import Stored
from tenure.ledger.names import scope_of
from tenure.ledger.tombstones import Tombstones
from tenure.ledger.types import CheckReport
from tenure.progress import Progress, no_progress, part
from tenure.relations import RelationRegistry

_MOST = 100
_CHUNK = 20_000
_STAGE = """CREATE TEMP TABLE IF NOT EXISTS wanted (
    line INTEGER NOT NULL, closed INTEGER NOT NULL, valid_from INTEGER NOT NULL, statement INTEGER NOT NULL,
    opened INTEGER NOT NULL, kind INTEGER NOT NULL, form INTEGER, object INTEGER, valid_to INTEGER,
    precision INTEGER NOT NULL, PRIMARY KEY (line, closed, valid_from, statement, opened)) WITHOUT ROWID"""
_STATEMENTS = (
    "SELECT s.id, s.tx, s.slot, s.op, s.object, s.valid_from, s.valid_to, s.temporary, s.precision, s.to_precision, "
    "s.origin, s.root, s.corrects, s.erased FROM statement s WHERE s.id > ? ORDER BY s.id LIMIT ?"
)
Placed = tuple[int, int, int | None, int | None]


class Check(Tombstones):
    """Check and repair."""

    def check(self, *, repair: bool = False, progress: Progress = no_progress) -> CheckReport:
        """Compare everything derived with what the statements say.

        Args:
            repair: replace what differs, in one SQL transaction, and rebuild the projections.
            progress: called often; may cancel.

        Returns:
            The report; ``ok`` if nothing differed (before the repair).
        """
        problems: list[str] = []
        details: dict[str, int] = {}
        if repair:
            with self.writing():
                self._check_all(problems, details, True, progress)
                if problems:
                    for projection in self.projections:
                        projection.rebuild(self.connection)
            self.forget()
        else:
            self._refresh()
            self._execute("SAVEPOINT checking")
            try:
                self._check_all(problems, details, False, progress)
            finally:
                self._execute("ROLLBACK TO checking")
                self._execute("RELEASE checking")
        count = self._execute("SELECT count(*) FROM statement").fetchone()[0]
        slots = self._execute("SELECT count(*) FROM slot").fetchone()[0]
        total = sum(details.values())
        if total > len(problems):
            problems.append(f"… and {total - len(problems)} more")
        return CheckReport(tuple(problems), slots, count, total if repair else 0, details)

    def _check_all(self, problems: list[str], details: dict[str, int], repair: bool, progress: Progress) -> None:
        self._found = problems, details
        self._check_file()
        self._check_log()
        self._check_heads(repair)
        self._check_positions(repair, part(progress, 0.05, 0.5))
        self._check_intervals(repair, part(progress, 0.5, 1.0))

    def _note(self, kind: str, sentence: str) -> None:
        problems, details = self._found
        details[kind] = details.get(kind, 0) + 1
        if len(problems) < _MOST:
            problems.append(sentence)

    # --- the file and the log -----------------------------------------------------------------

    def _check_file(self) -> None:
        for (message,) in self._execute("PRAGMA quick_check(10)").fetchall():
            if message != "ok":
                self._note("file", f"the file is damaged: {message}")
        for row in self._execute("PRAGMA foreign_key_check").fetchall():
            self._note("file", f"a row of '{row[0]}' refers to a missing row of '{row[2]}'")

    def _check_log(self) -> None:
        row = self._execute(
            "SELECT count(*), coalesce(max(tx), 0), coalesce(sum(recorded_at < earlier), 0) FROM "
            "(SELECT tx, recorded_at, lag(recorded_at) OVER (ORDER BY tx) AS earlier FROM tx)"
        ).fetchone()
        if row[0] != row[1]:
            self._note("log", "transactions are missing from the log")
        if row[2]:
            self._note("log", "recording times fall somewhere in the log")
        lost = self._execute(
            "SELECT count(*) FROM statement s WHERE NOT EXISTS (SELECT 1 FROM tx t WHERE t.tx = s.tx)"
        ).fetchone()[0]
        if lost:
            self._note("log", f"{lost} statements belong to no transaction")

    def _check_heads(self, repair: bool) -> None:
        wanted: dict[int, int] = {}
        rows = self._execute(
            "SELECT c.kind, c.statement, c.replaced_by, coalesce(s.root, s.id) FROM closure c "
            "JOIN statement s ON s.id = c.statement ORDER BY c.id"
        )
        for kind, statement, by, root in rows:
            if kind == RESTORED:
                wanted[root] = statement
            elif kind == CORRECTED and by is not None:
                wanted[root] = by
        stored = dict(self._execute("SELECT root, statement FROM head").fetchall())
        for root in sorted(wanted.keys() | stored.keys()):
            if wanted.get(root) != stored.get(root):
                self._note("head", f"the correction of statement {root} is not followed rightly")
        if repair and wanted != stored:
            self._execute("DELETE FROM head")
            self.connection.executemany("INSERT INTO head VALUES (?, ?)", list(wanted.items()))

    # --- positions ----------------------------------------------------------------------------

    def _check_positions(self, repair: bool, progress: Progress) -> None:
        self._execute(_STAGE)
        self._execute("DELETE FROM temp.wanted")
        last = self._execute("SELECT coalesce(max(id), 0) FROM statement").fetchone()[0]
        for rows, done in self._wanted_positions():
            self.connection.executemany("INSERT OR IGNORE INTO temp.wanted VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
            progress("comparing statements", done / max(last, 1))
        for first, second, sentence in (
            ("main.position", "temp.wanted", "a row of statement {} stands where it should not"),
            ("temp.wanted", "main.position", "statement {} does not stand where it should"),
        ):
            for row in self._execute(f"SELECT statement FROM (SELECT * FROM {first} EXCEPT SELECT * FROM {second})"):
                self._note("position", sentence.format(row[0]))
        if repair and "position" in self._found[1]:
            self._execute("DELETE FROM position")
            self._execute("INSERT INTO position SELECT * FROM temp.wanted")
        self._execute("DELETE FROM temp.wanted")

    def _wanted_positions(self) -> Iterator[tuple[list[tuple[int | None, ...]], int]]:
        registries = self._registry_spans()
        homes: dict[tuple[int, int], Slot | None] = {}
        last = 0
        while found := self._execute(_STATEMENTS, (last, _CHUNK)).fetchall():
            rows: list[tuple[int | None, ...]] = []
            closures = self._closures_between(last, found[-1][0])
            for values in found:
                stored = Stored(*values)
                for start, end in _spans_in_force(stored.tx, closures.get(stored.id, [])):
                    rows += self._rows_wanted(stored, start, end, registries, homes)
            last = found[-1][0]
            yield rows, last

    def _closures_between(self, after: int, last: int) -> dict[int, list[tuple[int, int]]]:
        rows = self._execute(
            "SELECT statement, tx, kind FROM closure WHERE statement > ? AND statement <= ? ORDER BY id", (after, last)
        )
        found: dict[int, list[tuple[int, int]]] = {}
        for statement, tx, kind in rows:
            found.setdefault(statement, []).append((tx, kind))
        return found

    def _registry_spans(self) -> list[tuple[int, int, RelationRegistry]]:
        edits = [row[0] for row in self._execute("SELECT DISTINCT tx FROM relation_edit ORDER BY tx")] or [0]
        return [
            (edit, edits[place + 1] if place + 1 < len(edits) else LIVE, self._registries.at(edit))
            for place, edit in enumerate(edits)
        ]

    def _rows_wanted(
        self,
        stored: Stored,
        start: int,
        end: int,
        registries: list[tuple[int, int, RelationRegistry]],
        homes: dict[tuple[int, int], Slot | None],
    ) -> list[tuple[int | None, ...]]:
        """Return the rows of one span in force: a new one wherever an edit moved the statement."""
        rows: list[tuple[int | None, ...]] = []
        opened, place = start, None
        for since, until, registry in registries:
            if until <= start or since > end or (since == end and end != LIVE):
                continue
            now = self._place_under(stored, registry, since, homes)
            if now != place:
                if place is not None and since > opened:
                    rows.append(_row(stored, place, opened, since))
                opened, place = max(start, since), now
        if place is not None and opened < end:
            rows.append(_row(stored, place, opened, end))
        return rows

    def _place_under(
        self,
        stored: Stored,
        registry: RelationRegistry,
        since: int,
        homes: dict[tuple[int, int], Slot | None],
    ) -> Placed | None:
        home = homes.get((stored.slot, since))
        if home is None:
            home = homes[(stored.slot, since)] = self._home_under(stored.slot, registry)
        if home is None:
            self._note("position", f"the key of statement {stored.id} is missing")
            return None
        try:
            return self._place(home, stored)
        except InputError:
            self._note("position", f"the value of statement {stored.id} is missing")
            return None

    def _home_under(self, slot: int, registry: RelationRegistry) -> Slot | None:
        row = self._execute(
            "SELECT u.id, u.name, s.relation_name, s.scope, s.scope_name FROM slot s "
            "JOIN subject u ON u.id = s.subject WHERE s.id = ?",
            (slot,),
        ).fetchone()
        relation = registry.get(row[2])
        home = self._execute(
            "SELECT id FROM slot WHERE subject = ? AND relation = ? AND scope = ?",
            (row[0], fold(relation.name), row[3]),
        ).fetchone()
        return None if home is None else Slot(home[0], Key(row[1], relation.name, scope_of(row[4])), relation)

    # --- intervals ----------------------------------------------------------------------------

    def _check_intervals(self, repair: bool, progress: Progress) -> None:
        lines = self._execute(
            "SELECT line FROM position UNION SELECT line FROM interval UNION SELECT line FROM interval_past"
        ).fetchall()
        slots = {row[0]: (row[1], row[2]) for row in self._execute("SELECT id, slot, form FROM line")}
        for place, (line,) in enumerate(lines):
            slot, form = slots.get(line, (line, None))
            wanted = [] if form == EVENTS else self._versions_wanted(line, slot)
            stored = self._versions_stored(line)
            if wanted != stored:
                self._note("interval", f"intervals of {self._describe(slot)} do not agree with its statements")
                if repair:
                    self._store_versions(line, wanted)
            if place % 1000 == 0:
                progress("comparing intervals", place / len(lines))

    def _describe(self, slot: int) -> str:
        try:
            return f"'{self._key_of(slot)}'"
        except NotFoundError:
            return f"the missing key {slot}"

    def info(self) -> dict[str, int]:
        """Return how much of everything there is."""
        counted = {
            "transactions": "tx",
            "statements": "statement",
            "subjects": "subject",
            "keys": "slot",
            "sources": "source",
            "passages": "passage",
            "relations": "",
            "review": "",
        }
        found = {
            name: int(self._execute(f"SELECT count(*) FROM {table}").fetchone()[0])
            for name, table in counted.items()
            if table
        }
        found["relations"] = len(self.registry)
        found["review"] = int(self._execute("SELECT count(*) FROM review WHERE decided_tx IS NULL").fetchone()[0])
        return found


def _row(stored: Stored, place: Placed, opened: int, closed: int) -> tuple[int | None, ...]:
    line, kind, form, number = place
    return (
        line, closed, stored.valid_from, stored.id, opened, kind, form, number, stored.valid_to, stored.precision
    )  # fmt: skip


def _spans_in_force(tx: int, closures: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    start: int | None = tx
    for at, kind in closures:
        if kind == RESTORED:
            start = at if start is None else start
        elif start is not None:
            if at > start:
                yield start, at
            start = None
    if start is not None:
        yield start, LIVE
