"""The two times that rule every pane."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from tenure.instants import Dated


@dataclass(frozen=True, slots=True)
class TwoTimes:
    """Valid and known time of a read; None is now, or the latest."""

    valid: Dated | None = None
    known: Dated | None = None

    @property
    def away(self) -> bool:
        """Whether either time is not now."""
        return self.valid is not None or self.known is not None


class Times(QObject):
    """Holds the two times of the window.

    Signals:
        changed: either time moved.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._now = TwoTimes()

    @property
    def value(self) -> TwoTimes:
        """Both times."""
        return self._now

    def set(self, value: TwoTimes) -> None:
        """Move to these times."""
        if value != self._now:
            self._now = value
            self.changed.emit()

    def set_valid(self, valid: Dated | None) -> None:
        """Move the valid time."""
        self.set(replace(self._now, valid=valid))

    def set_known(self, known: Dated | None) -> None:
        """Move the known time."""
        self.set(replace(self._now, known=known))
