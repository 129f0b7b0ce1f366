"""Edits of the relation registry and of aliases: recorded, and obeyed from now on in system time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tenure.errors import InputError, NotFoundError
from tenure.keys import fold
from tenure.ledger.core import ENDS, EVENTS, LIVE
from tenure.ledger.derive import Draft
from tenure.ledger.erase import Eraser
from tenure.ledger.lay import Stored
from tenure.ledger.registry_store import write_definition
from tenure.ledger.review_queue import ReviewKind
from tenure.ledger.types import (
    AddAlias,
    DefineRelation,
    Operation,
    RemoveAlias,
    RemoveRelation,
    ReopenReview,
    SettleReview,
    Summary,
)
from tenure.relations import Relation

Place = tuple[int, int, int | None, int | None]


class Edits(Eraser):
    """Registry and aliases."""

    def _perform_rare(self, draft: Draft, operation: Operation) -> None:
        if isinstance(operation, DefineRelation):
            self._define(draft, operation.relation.name, operation.relation)
        elif isinstance(operation, RemoveRelation):
            self._remove_relation(draft, operation.name)
        elif isinstance(operation, AddAlias):
            self._add_alias(draft, operation)
        elif isinstance(operation, RemoveAlias):
            self._remove_alias(draft, operation)
        elif isinstance(operation, SettleReview):
            self._settle_entry(draft, operation.entry)
        elif isinstance(operation, ReopenReview):
            self._reopen_entry(draft, operation.entry)
        else:
            super()._perform_rare(draft, operation)

    # --- relations ----------------------------------------------------------------------------

    def _define(self, draft: Draft, name: str, relation: Relation | None) -> None:
        """Record a definition (None: off the list) and move the statements it concerns."""
        if not fold(name):
            raise InputError("a relation needs a name")
        old = self._registries.latest()
        listed = old.find(name)
        present = listed if listed is not None and fold(listed.name) == fold(name) else None
        if present == relation:
            return
        names = {fold(name)}
        for entry in (present, relation):
            names |= {fold(alias) for alias in entry.aliases} if entry is not None else set()
        # What already changed in this transaction is derived under the registry it was written for.
        self._derive(draft)
        concerned = self._concerned(names)
        before = {statement: self._places_now(slots) for statement, slots in concerned.items()}
        write_definition(self.connection, draft.tx, name, relation)
        self.forget()
        draft.edits += 1
        for slot, placed in before.items():
            for statement, (line, opened, place) in placed.items():
                self._move(draft, statement, line, opened, place)
            for statement in self._silent(slot, placed):
                self._move(draft, statement, None, 0, None)
        self._settle_review(draft, names)

    def _concerned(self, names: set[str]) -> dict[int, list[int]]:
        """Return the slots recorded under these names, with the lines their statements stand in."""
        found: dict[int, list[int]] = {}
        for name in names:
            for (slot,) in self._execute("SELECT id FROM slot WHERE relation = ?", (name,)).fetchall():
                found[slot] = self._every_line_of(slot)
        return found

    def _places_now(self, lines: Iterable[int]) -> dict[int, tuple[int, int, Place]]:
        """Return the statements in force in some lines, each with its line and row."""
        return {
            row[0]: (line, row[1], (line, row[2], row[3], row[4]))
            for line in lines
            for row in self._execute(
                f"SELECT statement, opened, kind, form, object FROM position WHERE line = ? AND closed = {LIVE}",
                (line,),
            ).fetchall()
        }

    def _silent(self, slot: int, placed: dict[int, tuple[int, int, Place]]) -> list[int]:
        """Return erased statements in force that stand nowhere, as an erased assert of a set does."""
        rows = self._execute("SELECT id FROM statement WHERE slot = ? AND erased IS NOT NULL", (slot,)).fetchall()
        return [row[0] for row in rows if row[0] not in placed and self._closure_kind(row[0]) == 0]

    def _closure_kind(self, statement: int) -> int:
        row = self._execute(
            "SELECT kind FROM closure WHERE statement = ? ORDER BY id DESC LIMIT 1", (statement,)
        ).fetchone()
        return int(row[0]) if row is not None else 0

    def _move(self, draft: Draft, statement: int, line: int | None, opened: int, old: Place | None) -> None:
        """Put a statement where the present registry wants it, from this transaction on."""
        stored = self._stored(statement)
        home = self._home(stored.slot)
        place = self._place(home, stored)
        if place == old:
            return
        if line is not None:
            self._take_row(draft, line, opened, stored)
        if place is None:
            return
        self._put(draft, home, place, stored.id, (stored.valid_from, stored.valid_to, stored.precision))
        if place[2] is not None:
            self._look_for_conflicts(draft, home, place[1:3], stored.id, (stored.valid_from, stored.precision))

    def _take_row(self, draft: Draft, line: int, opened: int, stored: Stored) -> None:
        where = (line, LIVE, stored.valid_from, stored.id, opened)
        self._tails.pop(line, None)
        row = self._execute(
            "SELECT kind, form, object, valid_to, precision FROM position WHERE line = ? AND closed = ? "
            "AND valid_from = ? AND statement = ? AND opened = ?",
            where,
        ).fetchone()
        self._execute(
            "DELETE FROM position WHERE line = ? AND closed = ? AND valid_from = ? AND statement = ? AND opened = ?",
            where,
        )
        if opened < draft.tx:
            self._execute(
                "INSERT INTO position (line, closed, valid_from, statement, opened, kind, form, object, valid_to, "
                "precision) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (line, draft.tx, stored.valid_from, stored.id, opened, *row),
            )
        self._touch_line(draft, line, stored)

    def _touch_line(self, draft: Draft, line: int, stored: Stored) -> None:
        """Mark a line that lost a row, and if it is a slot's own, the members an end there reached."""
        slot, form = line, None
        if line < 0:
            slot, form = self._execute("SELECT slot, form FROM line WHERE id = ?", (line,)).fetchone()
        draft.slots.setdefault(slot, self._slot_by_id(slot))
        if form == EVENTS:
            return
        draft.touch(line, slot, stored.valid_from, None)
        if form == ENDS:
            for member in self._lines_of(slot):
                draft.touch(member, slot, stored.valid_from, None)

    def _settle_review(self, draft: Draft, names: set[str]) -> None:
        """Settle what waits about names that are listed now, and let those wait that no longer are."""
        registry = self._registries.latest()
        for name in names:
            self._execute(
                "UPDATE review SET decided_tx = ? WHERE kind = ? AND text = ? AND first IS NULL",
                (draft.tx if registry.find(name) is not None else None, ReviewKind.UNKNOWN_RELATION.value, name),
            )

    def _remove_relation(self, draft: Draft, name: str) -> None:
        relation = self._registries.latest().find(name)
        if relation is None or fold(relation.name) != fold(name):
            raise NotFoundError(f"the registry lists no relation '{name}'")
        self._define(draft, relation.name, None)

    # --- aliases ------------------------------------------------------------------------------

    def _add_alias(self, draft: Draft, op: AddAlias) -> None:
        alias = " ".join(op.alias.split())
        if not fold(alias):
            raise InputError("an alias must not be empty")
        if op.relation:
            relation = self._registries.latest().get(op.name)
            if fold(alias) not in {fold(name) for name in (relation.name, *relation.aliases)}:
                self._define(draft, relation.name, replace(relation, aliases=(*relation.aliases, alias), known=True))
            return
        subject = fold(op.name)
        if self._alias_row(subject, fold(alias)) is not None or subject == fold(alias):
            return
        self._execute(
            "INSERT INTO alias (tx, subject, folded, alias) VALUES (?, ?, ?, ?)",
            (draft.tx, subject, fold(alias), alias),
        )
        draft.edits += 1
        if op.learned:
            meant = self._subjects_named(fold(alias))
            if len(meant) > 1:
                self._note_ambiguous_name(draft, alias, meant)

    def _remove_alias(self, draft: Draft, op: RemoveAlias) -> None:
        if op.relation:
            relation = self._registries.latest().get(op.name)
            kept = tuple(a for a in relation.aliases if fold(a) != fold(op.alias))
            if len(kept) == len(relation.aliases):
                raise NotFoundError(f"'{op.alias}' is no alias of '{relation.name}'")
            self._define(draft, relation.name, replace(relation, aliases=kept))
            return
        row = self._alias_row(fold(op.name), fold(op.alias))
        if row is None:
            raise NotFoundError(f"'{op.alias}' is no alias of '{op.name}'")
        self._execute("UPDATE alias SET removed_tx = ? WHERE id = ?", (draft.tx, row))
        draft.edits += 1

    def _alias_row(self, subject: str, folded: str) -> int | None:
        row = self._execute(
            "SELECT id FROM alias WHERE subject = ? AND folded = ? AND removed_tx IS NULL", (subject, folded)
        ).fetchone()
        return None if row is None else int(row[0])

    # --- conveniences -------------------------------------------------------------------------

    def define(self, relation: Relation, *, recorded_at: int | None = None, dry_run: bool = False) -> Summary:
        """Add a relation to the registry or replace its definition; the intervals it concerns are
        derived anew from now on in system time. See ``apply``."""
        return self.apply((DefineRelation(relation),), recorded_at=recorded_at, dry_run=dry_run)

    def add_alias(
        self, name: str, alias: str, *, relation: bool = False, recorded_at: int | None = None, dry_run: bool = False
    ) -> Summary:
        """Add another name of a subject (a candidate when text is read, never merging keys), or of a
        relation (then keys recorded under that name join those of the relation). See ``apply``."""
        return self.apply((AddAlias(name, alias, relation),), recorded_at=recorded_at, dry_run=dry_run)

    def remove_alias(
        self, name: str, alias: str, *, relation: bool = False, recorded_at: int | None = None, dry_run: bool = False
    ) -> Summary:
        """Take back one alias; see ``apply``."""
        return self.apply((RemoveAlias(name, alias, relation),), recorded_at=recorded_at, dry_run=dry_run)
