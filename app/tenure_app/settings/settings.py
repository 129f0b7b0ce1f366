"""The settings of the window and what it remembers between runs: recent projects, geometry, strategies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QByteArray, QObject, QSettings, Signal

from tenure_app.settings.migrations import PREFIX, migrate
from tenure_app.settings.specs import THEME, Spec

T = TypeVar("T")

_RECENT = 8


class Settings(QObject):
    """Typed access to the stored settings.

    ``file`` keeps them in an ini file of its own (tests), else the platform's place is used.

    Signals:
        changed(str): a setting has another value now; its name.
    """

    changed = Signal(str)

    def __init__(self, file: Path | None = None) -> None:
        super().__init__()
        self._store = (
            QSettings(str(file), QSettings.Format.IniFormat) if file is not None else QSettings("Tenure", "Tenure")
        )
        migrate(self._store)

    # Settings

    def get(self, spec: Spec[T]) -> T:
        """Return a setting; its default if nothing fitting is stored."""
        stored = self._store.value(PREFIX + spec.name)
        if not isinstance(stored, str):
            return spec.default
        try:
            return spec.checked(_read(stored))
        except ValueError:
            return spec.default

    def set(self, spec: Spec[T], value: T) -> None:
        """Change a setting and tell.

        Raises:
            ValueError: if the value does not fit.
        """
        fitting = spec.checked(value)
        if fitting != self.get(spec):
            self._store.setValue(PREFIX + spec.name, json.dumps(fitting, ensure_ascii=False))
            self.changed.emit(spec.name)

    @property
    def theme(self) -> str:
        """``system``, ``light`` or ``dark``."""
        return self.get(THEME)

    @theme.setter
    def theme(self, value: str) -> None:
        self.set(THEME, value)

    # What is only remembered

    @property
    def recent(self) -> list[Path]:
        """Recently opened projects that still exist, latest first."""
        stored = self._store.value("recent", [])
        names = [stored] if isinstance(stored, str) else stored if isinstance(stored, list) else []
        return [Path(name) for name in names if Path(name).is_file()]

    def remember(self, project: Path) -> None:
        """Put a project first among the recent ones."""
        others = [path for path in self.recent if path != project.resolve()]
        self._store.setValue("recent", [str(path) for path in [project.resolve(), *others][:_RECENT]])

    @property
    def geometry(self) -> QByteArray | None:
        """The window's geometry of the last run."""
        value = self._store.value("geometry")
        return value if isinstance(value, QByteArray) else None

    @geometry.setter
    def geometry(self, value: QByteArray) -> None:
        self._store.setValue("geometry", value)

    @property
    def compare_strategies(self) -> list[str]:
        """The strategies shown side by side in Compare, from the left."""
        value = self._store.value("compare/strategies")
        names = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        return [str(name) for name in names] or ["rag", "temporal"]

    @compare_strategies.setter
    def compare_strategies(self, value: list[str]) -> None:
        self._store.setValue("compare/strategies", value)

    @property
    def facts_header(self) -> QByteArray | None:
        """Which columns the table of facts shows, how wide and in which order."""
        value = self._store.value("facts/header")
        return value if isinstance(value, QByteArray) else None

    @facts_header.setter
    def facts_header(self, value: QByteArray) -> None:
        self._store.setValue("facts/header", value)

    def save(self) -> None:
        """Write to the disk now."""
        self._store.sync()


def _read(stored: str) -> Any:
    """Read a stored value.

    Raises:
        ValueError: if it is no JSON, or nested beyond reason.
    """
    try:
        return json.loads(stored)
    except RecursionError as error:
        raise ValueError("nested too deep") from error
