"""Interned names: subjects, keys, values and the lines of sets, by id."""

from __future__ import annotations

import json
import sqlite3

from tenure.errors import InputError, NotFoundError
from tenure.keys import NO_SCOPE, Key, Scope, fold
from tenure.ledger.core import ENDS, Core, Slot, busy
from tenure.relations import Relation, RelationRegistry, same_value_form

_CACHE = 200_000


class Names(Core):
    """Finds and creates names."""

    def _slot(self, key: Key) -> Slot:
        """Return the slot of a key, creating it."""
        spelling = (key.subject, key.relation, key.scope.dimensions)
        found = self._slots.get(spelling)
        if found is not None:
            return found
        found = self._find_slot(key) or self._create_slot(key)
        if len(self._slots) >= _CACHE:
            self._slots.clear()
        self._slots[spelling] = found
        return found

    def _find_slot(self, key: Key, registry: RelationRegistry | None = None) -> Slot | None:
        """Return the slot of a key under a registry (default: the present one), or None."""
        if registry is None:
            cached = self._slots.get((key.subject, key.relation, key.scope.dimensions))
            if cached is not None:
                return cached
        relation = (registry or self._registries.latest()).get(key.relation)
        row = self._execute(
            "SELECT s.id, u.name, s.relation_name, s.scope_name FROM subject u JOIN slot s ON s.subject = u.id "
            "WHERE u.folded = ? AND s.relation = ? AND s.scope = ?",
            (fold(key.subject), fold(relation.name), key.scope.normal),
        ).fetchone()
        if row is None:
            return None
        slot = Slot(row[0], Key(row[1], relation.name if relation.known else row[2], scope_of(row[3])), relation)
        if registry is None and len(self._slots) < _CACHE:
            self._slots[(key.subject, key.relation, key.scope.dimensions)] = slot
        return slot

    def _create_slot(self, key: Key) -> Slot:
        subject = " ".join(key.subject.split())
        if not subject or not key.relation.strip():
            raise InputError("a statement needs a subject and a relation")
        relation = self._registries.latest().get(key.relation)
        folded = fold(subject)
        row = self._execute("SELECT id, name FROM subject WHERE folded = ?", (folded,)).fetchone()
        if row is None:
            subject_id = self._execute("INSERT INTO subject (folded, name) VALUES (?, ?)", (folded, subject)).lastrowid
        else:
            subject_id, subject = row
        scope = json.dumps(key.scope.dimensions, ensure_ascii=False) if key.scope.dimensions else ""
        slot_id = self._execute(
            "INSERT INTO slot (subject, relation, scope, relation_name, scope_name) VALUES (?, ?, ?, ?, ?)",
            (subject_id, fold(relation.name), key.scope.normal, relation.name, scope),
        ).lastrowid
        return Slot(int(slot_id or 0), Key(subject, relation.name, key.scope), relation)

    def _slot_by_id(self, slot: int, registry: RelationRegistry | None = None) -> Slot:
        if registry is not None:
            return self._fetched(slot, registry)
        found = self._numbered.get(slot)
        if found is None:
            found = self._fetched(slot, self._registries.latest())
            if len(self._numbered) >= _CACHE:
                self._numbered.clear()
            self._numbered[slot] = found
        return found

    def _fetched(self, slot: int, registry: RelationRegistry) -> Slot:
        row = self._execute(
            "SELECT u.name, s.relation_name, s.scope_name FROM slot s JOIN subject u ON u.id = s.subject "
            "WHERE s.id = ?",
            (slot,),
        ).fetchone()
        if row is None:
            raise NotFoundError(f"there is no key number {slot}")
        return Slot(slot, Key(row[0], row[1], scope_of(row[2])), registry.get(row[1]))

    def _home(self, slot: int) -> Slot:
        """Return the slot a recorded slot belongs to under the present registry."""
        known = self._homes_now.get(slot)
        if known is None:
            known = self._homes_now[slot] = self._slot(self._slot_by_id(slot).key)
        return known

    def _subjects_named(self, folded: str) -> tuple[str, ...]:
        """Return the subjects that have a folded name themselves, then those it is an alias of."""
        rows = self._execute(
            "SELECT name FROM subject WHERE folded = ?1 UNION ALL SELECT coalesce(u.name, a.subject) FROM alias a "
            "LEFT JOIN subject u ON u.folded = a.subject WHERE a.folded = ?1 AND a.removed_tx IS NULL",
            (folded,),
        )
        return tuple(dict.fromkeys(row[0] for row in rows))

    def _object(self, text: str) -> int:
        """Return the id of a written value, creating it."""
        found = self._objects.get(text)
        if found is not None:
            return found
        try:
            row = self._execute("INSERT OR IGNORE INTO object (text) VALUES (?)", (text,))
        except sqlite3.OperationalError as error:
            if "readonly" not in str(error):
                raise busy(error) from error
            known = self._execute("SELECT id FROM object WHERE text = ?", (text,)).fetchone()
            return int(known[0]) if known is not None else 0
        if row.rowcount == 1:
            found = int(row.lastrowid or 0)
        else:
            found = int(self._execute("SELECT id FROM object WHERE text = ?", (text,)).fetchone()[0])
        if len(self._objects) >= _CACHE:
            self._objects.clear()
            self._texts.clear()
        self._objects[text] = found
        self._texts[found] = text
        return found

    def _object_and_form(self, text: str, relation: Relation) -> tuple[int, int]:
        """Return the ids of a written value and of the form it shares with equal values."""
        asked = (text, relation.unit, relation.case_sensitive)
        known = self._forms.get(asked)
        if known is not None:
            return known
        form = same_value_form(text, relation)
        if not form:
            raise InputError("a statement needs a value that is not empty")
        written = text.strip()
        number = self._object(written)
        known = (number, number if form == written else self._object(form))
        if len(self._forms) >= _CACHE:
            self._forms.clear()
        self._forms[asked] = known
        return known

    def _line(self, slot: int, form: int) -> int:
        """Return the line of a member of a set, creating it; its id is negative, or 0 where it is
        missing from a file open for reading only."""
        known = self._lines.get((slot, form))
        if known is not None:
            return known
        row = self._execute("SELECT id FROM line WHERE slot = ? AND form = ?", (slot, form)).fetchone()
        if row is None:
            lowest = self._execute("SELECT min(id) FROM line").fetchone()[0]
            known = (lowest or 0) - 1
            try:
                self._execute("INSERT INTO line (id, slot, form) VALUES (?, ?, ?)", (known, slot, form))
            except sqlite3.OperationalError as error:
                if "readonly" not in str(error):
                    raise busy(error) from error
                return 0
        else:
            known = int(row[0])
        if len(self._lines) >= _CACHE:
            self._lines.clear()
        self._lines[(slot, form)] = known
        return known

    def _lines_of(self, slot: int) -> list[int]:
        """Return the lines of the members a slot ever had, those wholly erased aside."""
        rows = self._execute("SELECT id FROM line WHERE slot = ? AND form > 0 ORDER BY id DESC", (slot,))
        return [row[0] for row in rows]

    def _ends_line(self, slot: int) -> int | None:
        """Return the line of a set's ends without value, or None if it never had one."""
        known = self._lines.get((slot, ENDS))
        if known is None:
            row = self._execute("SELECT id FROM line WHERE slot = ? AND form = ?", (slot, ENDS)).fetchone()
            if row is None:
                return None
            known = self._lines[(slot, ENDS)] = int(row[0])
        return known

    def _companion(self, line: int, slot: int) -> int | None:
        """Return the line whose rows also count in a line: for a member, the ends of its set."""
        if line > 0:
            return None
        ends = self._ends_line(slot)
        return None if ends == line else ends

    def _every_line_of(self, slot: int) -> list[int]:
        """Return a slot's own line, those of its members, and that of its events."""
        return [
            slot,
            *(row[0] for row in self._execute("SELECT id FROM line WHERE slot = ? ORDER BY id DESC", (slot,))),
        ]

    def _text(self, number: int) -> str:
        known = self._texts.get(number)
        if known is None:
            row = self._execute("SELECT text FROM object WHERE id = ?", (number,)).fetchone()
            known = str(row[0]) if row is not None else ""
            if len(self._texts) >= _CACHE:
                self._texts.clear()
            self._texts[number] = known
        return known


def scope_of(written: str) -> Scope:
    """Return the scope stored as JSON pairs, or no scope for the empty string."""
    return Scope(tuple((n, v) for n, v in json.loads(written))) if written else NO_SCOPE
