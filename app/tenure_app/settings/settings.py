"""What the window remembers between runs: recent projects, theme, geometry."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

_RECENT = 8


class Settings:
    """Typed access to the stored settings.

    ``file`` keeps them in an ini file of its own (tests), else the platform's place is used.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._store = (
            QSettings(str(file), QSettings.Format.IniFormat) if file is not None else QSettings("Tenure", "Tenure")
        )

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
    def theme(self) -> str:
        """``system``, ``light`` or ``dark``."""
        value = self._store.value("theme", "system")
        return value if value in {"light", "dark"} else "system"

    @theme.setter
    def theme(self, value: str) -> None:
        self._store.setValue("theme", value)

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

    def save(self) -> None:
        """Write to the disk now."""
        self._store.sync()
