"""What structured data says as a whole: every value of a file, so that two versions can be compared.

A reader of structured data does not say what changed; it says everything that holds in one version
of a file. What appeared, changed or vanished follows by comparing two versions (``states.py``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tenure.instants import Dated
from tenure.relations import Relation

ItemKey = tuple[str, str, tuple[tuple[str, str], ...]]
"""(subject, relation, scope): the scope as pairs (dimension, value) sorted by dimension, as in ``Scope``."""


@dataclass(frozen=True, slots=True)
class DatedItem:
    """A value that carries its own date in the file ("2.3.0, released 2025-05-01").

    Attributes:
        key: subject, relation and scope.
        object: the value.
        dated: when it begins to hold, or for an event when it happened.
        until: when it stops, or None.
    """

    key: ItemKey
    object: str
    dated: Dated
    until: Dated | None = None


def _no_line(_key: ItemKey, _value: str) -> int:
    return 0


Bodies = Callable[[], dict[str, str]]
"""Returns a digest by subject."""


def no_bodies() -> dict[str, str]:
    """Return no digest: what the file states has no bodies."""
    return {}


@dataclass(slots=True)
class Items:
    """Everything one version of a file states.

    Not frozen: one is built for each version of each file of a repository's history.

    Attributes:
        values: the one value of each functional key; holds as long as the file says so.
        members: the members of each key of a set relation, in the order written, none twice.
        dated: values with a date of their own; they hold from that date, whenever the file says so.
        names: pairs (subject, another name people use for it); candidates, never merged.
        relations: relations the file defines beyond the registry, by name: a set, an event, a unit.
            A name that is neither here nor in the registry is functional.
        locate: the line (from 1; 0 if unknown) that a value stands on. Called only for values that
            changed, so it may be slower than reading.
        bodies: a digest of signature and body for each subject that has them (a function, a class), equal
            for two subjects that differ in nothing but their name; so a rename is told from an end and a
            beginning. Called only when subjects vanished and others appeared, so it may be slower than reading.
        safe_text: the file's text with secrets blanked out, line by line the same; None: the text itself.
    """

    values: dict[ItemKey, str] = field(default_factory=dict)
    members: dict[ItemKey, tuple[str, ...]] = field(default_factory=dict)
    dated: tuple[DatedItem, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    relations: dict[str, Relation] = field(default_factory=dict)
    locate: Callable[[ItemKey, str], int] = _no_line
    bodies: Bodies = no_bodies
    safe_text: str | None = None

    def __len__(self) -> int:
        return len(self.values) + sum(len(m) for m in self.members.values()) + len(self.dated)
