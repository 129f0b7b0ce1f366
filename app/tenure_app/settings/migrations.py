"""How stored settings of earlier versions become those of today: numbered, each with its reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSettings

VERSION_KEY: Final = "version"
PREFIX: Final = "settings/"


@dataclass(frozen=True, slots=True)
class Migration:
    """One step.

    Attributes:
        version: of the settings afterwards.
        reason: why it was made.
        run: changes the store.
    """

    version: int
    reason: str
    run: Callable[[QSettings], None]


def _to_table(store: QSettings) -> None:
    theme = store.value("theme")
    if theme in {"light", "dark"}:
        store.setValue(f"{PREFIX}theme", json.dumps(theme))
    store.remove("theme")


MIGRATIONS: Final = (
    Migration(1, "Settings are a typed table of JSON values, apart from what is only remembered.", _to_table),
)


def migrate(store: QSettings) -> None:
    """Bring a store up to date; one of a newer Tenure is left as it is, and what fits of it is used."""
    found = store.value(VERSION_KEY, 0)
    at = int(found) if isinstance(found, int) or (isinstance(found, str) and found.isdigit()) else 0
    for step in MIGRATIONS:
        if step.version > at:
            step.run(store)
            store.setValue(VERSION_KEY, step.version)
