"""The rules' own rows: versions and their life, what set them off, what they did."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tenure.errors import NotFoundError
from tenure.rules.rule import Life, Rule, rule_json, rule_of
from tenure.rules.schema import FROZEN, IN_FORCE, OVERRULED, TAKEN_BACK

_CHUNK = 500


@dataclass(frozen=True, slots=True)
class Stored:
    """A version of a rule in the project.

    Attributes:
        id: of its row.
        rule: what it says.
        life: where it is in its life.
        since: it looks only at triggers that are statements above this id.
    """

    id: int
    rule: Rule
    life: Life
    since: int


class Move(NamedTuple):
    """One entry of the log: what was done with a rule, when, after which transaction, to how many effects."""

    rule: str
    version: int
    move: str
    at: int
    tx: int
    effects: int


class Cause(NamedTuple):
    """A statement that sets a rule off.

    Attributes:
        at, until: microseconds UTC; until is where it stops holding if it was stated to lapse.
        lapses: whether it was.
        who: folded name of the thing concerned.
        other: name of what takes its place, or None.
    """

    rule: int
    statement: int
    slot: int
    at: int
    until: int | None
    lapses: int
    who: str
    other: str | None


class Done(NamedTuple):
    """An effect: the statement, the keys of its place and its own, what it repeats, its state."""

    statement: int
    place: int
    slot: int
    copied: int | None
    state: int


class Store:
    """Reads and writes the tables of the room; inside the caller's transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._execute = connection.execute
        self._many = connection.executemany

    # --- rules and their life -----------------------------------------------------------------

    def all(self) -> list[Stored]:
        """Return every version of every rule, by name and version."""
        rows = self._execute("SELECT id, definition, life, since FROM rule ORDER BY name, version").fetchall()
        return [Stored(i, rule_of(json.loads(text)), Life(life), since) for i, text, life, since in rows]

    def get(self, name: str, version: int | None = None) -> Stored:
        """Return a version of a rule; by default the active one, else the newest.

        Raises:
            NotFoundError: if there is none.
        """
        found = [s for s in self.all() if s.rule.name == name and version in (None, s.rule.version)]
        if not found:
            raise NotFoundError(f"there is no rule '{name}'" + (f" of version {version}" if version else ""))
        return next((s for s in found if s.life is Life.ACTIVE), found[-1])

    def add(self, rule: Rule) -> int:
        """Store a version as a draft; return its id."""
        text = json.dumps(rule_json(rule), ensure_ascii=False)
        row = self._execute(
            "INSERT INTO rule (name, version, definition, life, since) VALUES (?, ?, ?, ?, 0)",
            (rule.name, rule.version, text, Life.DRAFT.value),
        )
        return int(row.lastrowid or 0)

    def set_life(self, rule: int, life: Life, since: int) -> None:
        """Set where a rule is in its life."""
        self._execute("UPDATE rule SET life = ?, since = ? WHERE id = ?", (life.value, since, rule))

    def note(self, rule: int, move: str, at: int, tx: int, effects: int) -> None:
        """Append to the log."""
        self._execute(
            "INSERT INTO rule_log (rule, move, at, tx, effects) VALUES (?, ?, ?, ?, ?)", (rule, move, at, tx, effects)
        )

    def log(self, name: str | None = None) -> list[Move]:
        """Return the log, oldest first, of one rule or of all."""
        rows = self._execute(
            "SELECT r.name, r.version, l.move, l.at, l.tx, l.effects FROM rule_log l JOIN rule r ON r.id = l.rule "
            "WHERE ?1 IS NULL OR r.name = ?1 ORDER BY l.id",
            (name,),
        )
        return [Move(*row) for row in rows]

    # --- causes -------------------------------------------------------------------------------

    def causes(self) -> list[Cause]:
        """Return all statements that set a rule off."""
        return [Cause(*row) for row in self._execute("SELECT * FROM rule_trigger")]

    def causes_of_slot(self, slot: int) -> dict[tuple[int, int], Cause]:
        """Return those that stand on a key."""
        rows = self._execute("SELECT * FROM rule_trigger WHERE slot = ?", (slot,))
        return {(row[0], row[1]): Cause(*row) for row in rows}

    def cause(self, rule: int, statement: int) -> Cause | None:
        """Return one, or None if that statement does not set that rule off."""
        row = self._execute("SELECT * FROM rule_trigger WHERE rule = ? AND statement = ?", (rule, statement)).fetchone()
        return None if row is None else Cause(*row)

    def put_cause(self, cause: Cause) -> None:
        """Note one, or what changed of it."""
        self._execute("INSERT OR REPLACE INTO rule_trigger VALUES (?, ?, ?, ?, ?, ?, ?, ?)", cause)

    def drop_cause(self, rule: int, statement: int) -> None:
        """Forget one."""
        self._execute("DELETE FROM rule_trigger WHERE rule = ? AND statement = ?", (rule, statement))

    def drop_causes(self, rule: int, *, but_of_effects: bool = False) -> None:
        """Forget a rule's, or only those without an effect in force."""
        kept = (
            f" AND statement NOT IN (SELECT cause FROM rule_effect WHERE rule = ?1 AND state = {IN_FORCE})"
            if but_of_effects
            else ""
        )
        self._execute(f"DELETE FROM rule_trigger WHERE rule = ?1{kept}", (rule,))

    # --- effects ------------------------------------------------------------------------------

    def effects(self, rule: int, cause: int) -> list[Done]:
        """Return what a rule did because of a statement, in whatever state."""
        rows = self._execute(
            "SELECT statement, place, slot, copied, state FROM rule_effect WHERE rule = ? AND cause = ? "
            "ORDER BY statement",
            (rule, cause),
        )
        return [Done(*row) for row in rows]

    def in_force_of(self, rule: int) -> list[int]:
        """Return the statements in force that a rule made."""
        rows = self._execute(
            "SELECT statement FROM rule_effect WHERE rule = ? AND state IN (?, ?) ORDER BY statement",
            (rule, IN_FORCE, FROZEN),
        )
        return [row[0] for row in rows]

    def put_effect(self, rule: int, cause: int, done: Done) -> None:
        """Link a statement to its rule and cause."""
        self._execute(
            "INSERT INTO rule_effect (statement, rule, cause, place, slot, copied, state) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (done.statement, rule, cause, done.place, done.slot, done.copied, done.state),
        )

    def set_state(self, statement: int, state: int) -> None:
        """Note what became of an effect."""
        self._execute("UPDATE rule_effect SET state = ? WHERE statement = ?", (state, statement))

    def maker(self, statement: int) -> tuple[Rule, int] | None:
        """Return the rule that made a statement, and the statement that set it off; None for others."""
        row = self._execute(
            "SELECT r.definition, e.cause FROM rule_effect e JOIN rule r ON r.id = e.rule WHERE e.statement = ?",
            (statement,),
        ).fetchone()
        return None if row is None else (rule_of(json.loads(row[0])), row[1])

    def cause_of(self, statement: int) -> int | None:
        """Return what an effect is one of, or None for other statements."""
        row = self._execute("SELECT cause FROM rule_effect WHERE statement = ?", (statement,)).fetchone()
        return None if row is None else int(row[0])

    def among(self, statements: Collection[int]) -> dict[int, int]:
        """Return those of some statements that are effects, with their state."""
        return {
            row[0]: row[1]
            for chunk in _chunks(statements)
            for row in self._execute(
                f"SELECT statement, state FROM rule_effect WHERE statement IN ({_marks(chunk)})", chunk
            )
        }

    def copies(self, statements: Collection[int]) -> list[int]:
        """Return the effects that repeat a value of one of these statements, directly or through others."""
        found: set[int] = set()
        asked = set(statements)
        while asked:
            asked = {
                row[0]
                for chunk in _chunks(asked)
                for row in self._execute(
                    f"SELECT statement FROM rule_effect WHERE copied IN ({_marks(chunk)})", chunk
                )
            } - found  # fmt: skip
            found |= asked
        return sorted(found - set(statements))

    def erase(self, statements: Collection[int]) -> None:
        """Forget what is kept of erased statements: effects of an erased cause stay as they are."""
        rows = [(statement,) for statement in statements]
        self._many(f"UPDATE rule_effect SET state = {FROZEN} WHERE cause = ? AND state = {IN_FORCE}", rows)
        self._many(f"UPDATE rule_effect SET state = {OVERRULED} WHERE statement = ?", rows)
        self._many("DELETE FROM rule_trigger WHERE statement = ?", rows)
        self._many("UPDATE rule_shadow SET object = NULL WHERE statement = ?1 OR cause = ?1", rows)
        self.forget_mentions("")

    # --- shadow -------------------------------------------------------------------------------

    def shadows(self, rule: int) -> Iterator[tuple[int, int, int | None, int, int, int]]:
        """Yield (cause, place, object, statement, at, tx) of what a rule in shadow would retire."""
        yield from self._execute(
            "SELECT cause, place, object, statement, at, tx FROM rule_shadow WHERE rule = ? ORDER BY at, id", (rule,)
        )

    def counts(self) -> dict[int, int]:
        """Return of each rule that has any how many effects stand; of one in shadow, how much it would retire."""
        rows = self._execute(
            f"SELECT rule, count(*) FROM rule_effect WHERE state IN ({IN_FORCE}, {FROZEN}) GROUP BY rule UNION ALL "
            f"SELECT s.rule, count(*) FROM rule_shadow s JOIN rule r ON r.id = s.rule AND r.life = '{Life.SHADOW}' "
            "GROUP BY s.rule"
        )
        return dict(rows.fetchall())

    def set_shadows(
        self,
        rule: int,
        cause: int,
        tx: int,
        places: Collection[int] | None,
        wanted: Collection[tuple[int, int, int, int]],
    ) -> None:
        """Record what would be retired at some places (None: all) as (place, at, object, statement)."""
        rows = self._execute(
            "SELECT id, place, at, object, statement FROM rule_shadow WHERE rule = ? AND cause = ?", (rule, cause)
        ).fetchall()
        kept: set[tuple[int, int, int, int]] = set()
        for number, *row in rows:
            if places is not None and row[0] not in places:
                continue
            if tuple(row) in wanted:
                kept.add((row[0], row[1], row[2], row[3]))
            elif row[2] is not None:
                self._execute("DELETE FROM rule_shadow WHERE id = ?", (number,))
        self._many(
            "INSERT INTO rule_shadow (rule, cause, tx, place, at, object, statement) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(rule, cause, tx, *row) for row in wanted if row not in kept],
        )

    def drop_shadows(self, rule: int) -> None:
        """Forget what a rule would have retired."""
        self._execute("DELETE FROM rule_shadow WHERE rule = ?", (rule,))

    # --- mentions -----------------------------------------------------------------------------

    def mentions(self) -> tuple[int, str]:
        """Return the last statement looked at for mentions, and the relations it was looked at for."""
        found = dict(self._execute("SELECT name, value FROM rule_state").fetchall())
        return int(found["mentions"]), found["relations"]

    def forget_mentions(self, relations: str) -> None:
        """Start over, looking at these relations."""
        self._execute("DELETE FROM rule_mention")
        self._execute("DELETE FROM rule_name")
        self._execute("UPDATE rule_state SET value = CASE name WHEN 'mentions' THEN '0' ELSE ? END", (relations,))

    def unnamed(self, values: Sequence[int]) -> list[int]:
        """Return those of some values (by id) that have no name here."""
        rows = self._execute(
            "SELECT value FROM json_each(?) WHERE value NOT IN (SELECT object FROM rule_name)", (json.dumps(values),)
        )
        return [row[0] for row in rows]

    def add_mentions(self, rows: Iterable[tuple[int, str]], names: Iterable[tuple[int, str]], last: int) -> None:
        """Note which keys (JSON list of ids) had which values (by id) up to a statement, and the values' names."""
        self._many(f"INSERT INTO rule_mention (object, slots, upto) VALUES (?, ?, {last:d})", rows)
        self._many("INSERT INTO rule_name (object, folded) VALUES (?, ?)", names)
        self._execute("UPDATE rule_state SET value = ? WHERE name = 'mentions'", (str(last),))

    def mentioning(self, folded: str) -> tuple[list[int], list[int]]:
        """Return the values that name a thing, and the keys that ever had one of them."""
        values = [row[0] for row in self._execute("SELECT object FROM rule_name WHERE folded = ?", (folded,))]
        rows = self._execute(
            "SELECT DISTINCT j.value FROM rule_mention m CROSS JOIN json_each(m.slots) j "
            f"WHERE m.object IN ({_marks(values)}) ORDER BY 1",
            values,
        )
        return values, [row[0] for row in rows]


def _chunks(numbers: Collection[int]) -> Iterator[Sequence[int]]:
    wanted = list(numbers)
    for start in range(0, len(wanted), _CHUNK):
        yield wanted[start : start + _CHUNK]


def _marks(chunk: Sequence[int]) -> str:
    return ",".join("?" * len(chunk))


__all__ = ["FROZEN", "IN_FORCE", "OVERRULED", "TAKEN_BACK", "Cause", "Done", "Move", "Store", "Stored"]
