"""Tables of the rules.

``rule`` and ``rule_log`` are what people decided. ``rule_effect`` says which statements are effects
and of what; the statements themselves stand in the ledger. ``rule_trigger``, ``rule_shadow``,
``rule_mention`` and ``rule_name`` are derived: what sets live rules off now, what rules in shadow would
retire, and which keys ever named a thing.
"""

from __future__ import annotations

import sqlite3

from tenure.passages.migrations import Migration

_TABLES = (
    """CREATE TABLE rule (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, version INTEGER NOT NULL, definition TEXT NOT NULL,
        life TEXT NOT NULL, since INTEGER NOT NULL, UNIQUE (name, version))""",
    """CREATE TABLE rule_log (
        id INTEGER PRIMARY KEY, rule INTEGER NOT NULL REFERENCES rule, move TEXT NOT NULL, at INTEGER NOT NULL,
        tx INTEGER NOT NULL, effects INTEGER NOT NULL)""",
    "CREATE INDEX rule_log_of ON rule_log (rule, id)",
    # 'who' is the folded name of the thing concerned, 'other' of what takes its place.
    """CREATE TABLE rule_trigger (
        rule INTEGER NOT NULL, statement INTEGER NOT NULL, slot INTEGER NOT NULL, at INTEGER NOT NULL, until INTEGER,
        lapses INTEGER NOT NULL, who TEXT NOT NULL, other TEXT, PRIMARY KEY (rule, statement)) WITHOUT ROWID""",
    "CREATE INDEX rule_trigger_slot ON rule_trigger (slot)",
    # 'place' is the key looked at; 'slot' the key of the effect; 'copied' the statement whose value it repeats.
    """CREATE TABLE rule_effect (
        statement INTEGER PRIMARY KEY, rule INTEGER NOT NULL REFERENCES rule, cause INTEGER NOT NULL,
        place INTEGER NOT NULL, slot INTEGER NOT NULL, copied INTEGER, state INTEGER NOT NULL)""",
    "CREATE INDEX rule_effect_of ON rule_effect (rule, cause)",
    "CREATE INDEX rule_effect_cause ON rule_effect (cause)",
    "CREATE INDEX rule_effect_copied ON rule_effect (copied) WHERE copied IS NOT NULL",
    """CREATE TABLE rule_shadow (
        id INTEGER PRIMARY KEY, rule INTEGER NOT NULL REFERENCES rule, cause INTEGER NOT NULL, place INTEGER NOT NULL,
        at INTEGER NOT NULL, object INTEGER, statement INTEGER NOT NULL, tx INTEGER NOT NULL)""",
    "CREATE INDEX rule_shadow_of ON rule_shadow (rule, cause, place)",
    "CREATE TABLE rule_mention (folded TEXT NOT NULL, slot INTEGER NOT NULL, PRIMARY KEY (folded, slot)) WITHOUT ROWID",
    # 'mentions' is the last statement looked at for mentions, 'relations' those it was looked at for.
    "CREATE TABLE rule_state (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "INSERT INTO rule_state VALUES ('mentions', '0'), ('relations', '')",
    """CREATE TRIGGER rule_log_no_update BEFORE UPDATE ON rule_log
        BEGIN SELECT RAISE(ABORT, 'rule_log is append-only'); END""",
    """CREATE TRIGGER rule_log_no_delete BEFORE DELETE ON rule_log
        BEGIN SELECT RAISE(ABORT, 'rule_log is append-only'); END""",
)

IN_FORCE, TAKEN_BACK, OVERRULED, FROZEN = range(4)
"""``rule_effect.state``. Taken back: its trigger or its reason went. Overruled: a person withdrew,
corrected or erased it, and the rule does not repeat it. Frozen: its trigger was erased, so it stays."""


def _create(connection: sqlite3.Connection) -> None:
    for statement in _TABLES:
        connection.execute(statement)


def _mentions_by_value(connection: sqlite3.Connection) -> None:
    connection.execute("DROP TABLE rule_mention")
    connection.execute(
        "CREATE TABLE rule_mention (object INTEGER NOT NULL, upto INTEGER NOT NULL, slots TEXT NOT NULL, "
        "PRIMARY KEY (object, upto)) WITHOUT ROWID"
    )
    connection.execute("CREATE TABLE rule_name (object INTEGER PRIMARY KEY, folded TEXT NOT NULL)")
    connection.execute("CREATE INDEX rule_name_folded ON rule_name (folded)")
    connection.execute("UPDATE rule_state SET value = CASE name WHEN 'mentions' THEN '0' ELSE '' END")


MIGRATIONS = (
    Migration(
        1,
        "rules",
        "Rules across keys have a life that is recorded; their effects are statements, linked here to rule and cause.",
        _create,
    ),
    Migration(
        2,
        "mentions by value",
        "Which keys named what is kept as one list a value and import, and each value's folded name once: a row a key "
        "cost an import as much as all else the rules do.",
        _mentions_by_value,
    ),
)
