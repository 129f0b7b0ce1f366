"""Legal deletion: the bytes go, a tombstone stays, at every point of system time."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field

from tenure.errors import ConflictError, InputError, NotFoundError
from tenure.keys import fold
from tenure.ledger.core import EVENTS, Slot
from tenure.ledger.corrections import Corrections
from tenure.ledger.derive import Draft
from tenure.ledger.projection import Erased
from tenure.ledger.rule import (
    ASSERT,
    END,
    GUARDED_END,
    TEMPORARY,
    TEMPORARY_TOMBSTONE,
    TOMBSTONE,
)
from tenure.ledger.types import Erase, Operation, Summary

_ERASED_KIND = {ASSERT: TOMBSTONE, TEMPORARY: TEMPORARY_TOMBSTONE, GUARDED_END: END}


@dataclass(slots=True)
class _Swept:
    """What one erasure gathers on its way."""

    objects: set[int] = field(default_factory=set)
    passages: set[int] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    lines: dict[int, int] = field(default_factory=dict)


class Eraser(Corrections):
    """Erasure of a statement, of all from a source, or of all about a subject."""

    def _perform_rare(self, draft: Draft, operation: Operation) -> None:
        if isinstance(operation, Erase):
            self._erase(draft, operation)
        else:
            super()._perform_rare(draft, operation)

    def _erase(self, draft: Draft, op: Erase) -> None:
        given = [name for name in (op.statement, op.source, op.subject) if name is not None]
        if len(given) != 1:
            raise InputError("an erasure names one statement, one source or one subject")
        self._execute("UPDATE permit SET erasing = 1")
        try:
            statements, text_ids = self._meant(op)
            if self.consequences is not None:
                statements = self._with_versions((*statements, *self.consequences.copies(statements)))
            self._erase_all(draft, op, statements, text_ids)
        finally:
            self._execute("UPDATE permit SET erasing = 0")
        self._erased = True
        self.forget()

    def _meant(self, op: Erase) -> tuple[list[int], set[int]]:
        """Return the statements an erasure means, with all versions, and the passage texts that go."""
        if op.statement is not None:
            chain = self._versions_of(op.statement)
            if self._stored(chain[-1]).erased is not None:
                raise ConflictError(f"statement '{op.statement}' was already erased")
            return chain, set()
        if op.source is not None:
            return self._of_source(op.source)
        subject = fold(op.subject or "")
        rows = self._execute(
            "SELECT st.id FROM subject u JOIN slot s ON s.subject = u.id JOIN statement st ON st.slot = s.id "
            "WHERE u.folded = ? AND st.erased IS NULL ORDER BY st.id",
            (subject,),
        ).fetchall()
        if not rows:
            raise NotFoundError(f"there is no statement about '{op.subject}'")
        self._execute("DELETE FROM alias WHERE subject = ?", (subject,))
        return self._with_versions(row[0] for row in rows), set()

    def _of_source(self, name: str) -> tuple[list[int], set[int]]:
        rows = self._execute(
            "SELECT e.statement FROM origin o JOIN evidence e ON e.origin = o.id WHERE o.name = ?", (name,)
        ).fetchall()
        texts = {
            row[0]
            for row in self._execute(
                "SELECT p.text FROM source s JOIN passage p ON p.source = s.id WHERE s.name = ?", (name,)
            )
        }
        source = self._execute("SELECT id FROM source WHERE name = ?", (name,)).fetchone()
        if not rows and source is None:
            raise NotFoundError(f"there is no source '{name}'")
        if source is not None:
            self._execute(
                "UPDATE source SET name = ?, title = '', digest = '' WHERE id = ?", (f"erased {source[0]}", source[0])
            )
        return self._with_versions(row[0] for row in rows), texts

    def _versions_of(self, statement: int | str) -> list[int]:
        head = self._stored(self.resolve(statement))
        root = head.root or head.id
        rows = self._execute("SELECT id FROM statement WHERE root = ? ORDER BY id", (root,)).fetchall()
        return [root, *(row[0] for row in rows)]

    def _with_versions(self, statements: Iterable[int]) -> list[int]:
        found: set[int] = set()
        for statement in statements:
            if statement not in found:
                found.update(self._versions_of(statement))
        return sorted(found)

    def _erase_all(self, draft: Draft, op: Erase, statements: list[int], text_ids: set[int]) -> None:
        swept = _Swept()
        erased = [number for number in statements if self._erase_one(draft, number, swept)]
        self._drop_empty_members(swept)
        for line, slot_id in swept.lines.items():
            if self._line_form(line) == EVENTS:
                continue
            self._rebuild_line(draft, line, self._home_slot(draft, slot_id))
        for passage in self.passages.get(swept.passages):
            text_ids.add(passage.text_id)
        text_ids |= self.passages.alike(text_ids)
        passages = self.passages.erase(sorted(text_ids))
        self._erase_evidence_text(passages, swept.texts)
        objects = self._drop_unused(swept.objects)
        draft.erased += len(erased)
        if self.consequences is not None:
            self.consequences.erased(erased)
        self._execute("INSERT INTO erasure (tx, statement) VALUES (?, NULL)", (draft.tx,))
        if op.source is not None:
            self._execute("DELETE FROM origin WHERE name = ?", (op.source,))
        event = Erased(
            tuple(erased),
            passages,
            tuple(sorted(text_ids)),
            objects,
            (op.source,) if op.source is not None else (),
            (fold(op.subject),) if op.subject is not None else (),
        )
        for projection in self.projections:
            projection.erase(self.connection, event)

    def _home_slot(self, draft: Draft, slot_id: int) -> Slot:
        slot = draft.slots.get(slot_id)
        if slot is None:
            slot = draft.slots[slot_id] = self._slot_by_id(slot_id)
        return slot

    def _erase_one(self, draft: Draft, number: int, swept: _Swept) -> bool:
        """Turn one statement into a tombstone; return whether it was not one already."""
        stored = self._stored(number)
        if stored.erased is not None:
            return False
        surrogate: int | None = None
        if stored.object is not None:
            surrogate = -1 - secrets.randbits(60)
            swept.objects.add(stored.object)
        row = self._execute("SELECT passage, text FROM evidence WHERE statement = ?", (number,)).fetchone()
        if row is not None:
            swept.passages |= {row[0]} if row[0] is not None else set()
            swept.texts |= {row[1]} if row[1] is not None else set()
        self._execute("DELETE FROM evidence WHERE statement = ?", (number,))
        for slot_id in self._homes(stored.slot):
            for line in self._every_line_of(slot_id):
                surrogate = self._erase_place(line, slot_id, number, swept, surrogate) or surrogate
        self._execute("UPDATE statement SET object = ?, erased = ? WHERE id = ?", (surrogate, draft.tx, number))
        self._execute("INSERT INTO erasure (tx, statement) VALUES (?, ?)", (draft.tx, number))
        self._execute("DELETE FROM review WHERE first = ? OR second = ?", (number, number))
        return True

    def _erase_place(
        self, line: int, slot_id: int, number: int, swept: _Swept, surrogate: int | None = None
    ) -> int | None:
        """Blank a statement's rows in one line; return the surrogate that goes on naming a set's member."""
        rows = self._execute(
            "SELECT closed, valid_from, opened, kind, form, object FROM position WHERE line = ? AND statement = ?",
            (line, number),
        ).fetchall()
        for closed, valid_from, opened, kind, form, written in rows:
            swept.lines[line] = slot_id
            swept.objects |= {n for n in (form, written) if n is not None}
            where = (line, closed, valid_from, number, opened)
            if line != slot_id and kind in (ASSERT, TEMPORARY):
                self._execute(f"DELETE FROM position WHERE {_WHERE}", where)
                continue
            self._execute(
                f"UPDATE position SET kind = ?, form = NULL, object = NULL WHERE {_WHERE}",
                (_ERASED_KIND.get(kind, kind), *where),
            )
            if line != slot_id and form is not None and surrogate is not None:
                surrogate = self._surrogate(slot_id, form, surrogate)
        return surrogate

    def _surrogate(self, slot_id: int, form: int, fresh: int) -> int:
        self._execute("INSERT OR IGNORE INTO surrogate (id, slot, form) VALUES (?, ?, ?)", (fresh, slot_id, form))
        row = self._execute("SELECT id FROM surrogate WHERE slot = ? AND form = ?", (slot_id, form)).fetchone()
        return int(row[0])

    def _line_form(self, line: int) -> int | None:
        """Return what a line is for: a member's form, ``EVENTS`` or ``ENDS``; None for a slot's own."""
        row = self._execute("SELECT form FROM line WHERE id = ?", (line,)).fetchone()
        return row[0] if row is not None else None

    def _drop_empty_members(self, swept: _Swept) -> None:
        """Forget members that no statement names any more: stated again, they are new."""
        for line, slot_id in swept.lines.items():
            kind = self._line_form(line)
            if kind is None or kind <= 0:
                continue
            named = self._execute("SELECT 1 FROM position WHERE line = ? AND form IS NOT NULL LIMIT 1", (line,))
            if named.fetchone() is None:
                self._execute("DELETE FROM surrogate WHERE slot = ? AND form = ?", (slot_id, kind))
                self._execute("DELETE FROM position WHERE line = ?", (line,))
                self._execute("UPDATE line SET form = NULL WHERE id = ?", (line,))

    def _erase_evidence_text(self, passages: tuple[int, ...], texts: set[str]) -> None:
        for passage in passages:
            self._execute("UPDATE evidence SET text = NULL WHERE passage = ?", (passage,))
        for text in texts:
            self._execute("UPDATE evidence SET text = NULL WHERE text = ?", (text,))

    def _drop_unused(self, candidates: set[int]) -> tuple[str, ...]:
        """Remove the texts of values that no statement uses any more; return them."""
        wanted = sorted(candidates)
        if not wanted:
            return ()
        marks = ",".join("?" * len(wanted))
        used = {
            row[0]
            for row in self._execute(
                f"SELECT object FROM statement WHERE object IN ({marks}) "
                f"UNION SELECT form FROM position WHERE form IN ({marks}) "
                f"UNION SELECT object FROM position WHERE object IN ({marks})",
                (*wanted, *wanted, *wanted),
            )
        }
        gone: list[str] = []
        for number in wanted:
            if number not in used:
                gone.append(self._text(number))
                self._execute("DELETE FROM object WHERE id = ?", (number,))
        return tuple(gone)

    def erase(
        self,
        statement: int | str | None = None,
        *,
        source: str | None = None,
        subject: str | None = None,
        recorded_at: int | None = None,
        dry_run: bool = False,
    ) -> Summary:
        """Delete for good one statement with all its versions, all from a source, or all about a
        subject: from rows, indexes and, through the projections, from vectors and whatever else was
        made of it. Tombstones stay. Cannot be undone.

        Raises:
            InputError: unless exactly one of the three is given.
            NotFoundError: if there is nothing of that name.
            ConflictError: if the statement was already erased.
        """
        return self.apply((Erase(statement, source, subject),), recorded_at=recorded_at, dry_run=dry_run)


_WHERE = "line = ? AND closed = ? AND valid_from = ? AND statement = ? AND opened = ?"
