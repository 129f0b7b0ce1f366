"""Places visited: back and forward."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from tenure.keys import Key


@dataclass(frozen=True, slots=True)
class Place:
    """Where the window is.

    Attributes:
        tab: name of the centre tab.
        subject: the subject the navigator shows, or None for all.
        key: the key in the inspector, or None.
    """

    tab: str = "timeline"
    subject: str | None = None
    key: Key | None = None


class Places(QObject):
    """The present place and those before and after it.

    Signals:
        changed(Place, Place): from the former place to the present one.
        history_changed: whether one can go back or forward may have changed.
    """

    changed = Signal(object, object)
    history_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._past: list[Place] = []
        self._future: list[Place] = []
        self._here = Place()

    @property
    def here(self) -> Place:
        """The present place."""
        return self._here

    @property
    def can_back(self) -> bool:
        """Whether there is a place before."""
        return bool(self._past)

    @property
    def can_forward(self) -> bool:
        """Whether there is a place after."""
        return bool(self._future)

    def go(self, place: Place) -> None:
        """Move to a place and remember the one left."""
        if place == self._here:
            return
        self._past.append(self._here)
        self._future.clear()
        self._move(place)

    def go_tab(self, tab: str) -> None:
        """Move to a tab, all else staying."""
        self.go(replace(self._here, tab=tab))

    def go_subject(self, subject: str | None) -> None:
        """Show a subject, or all."""
        self.go(replace(self._here, subject=subject))

    def go_key(self, key: Key | None) -> None:
        """Show a key in the inspector."""
        self.go(replace(self._here, key=key))

    def back(self) -> None:
        """Return to the place before."""
        if self._past:
            self._future.append(self._here)
            self._move(self._past.pop())

    def forward(self) -> None:
        """Go again to the place left by ``back``."""
        if self._future:
            self._past.append(self._here)
            self._move(self._future.pop())

    def forget(self) -> None:
        """Start anew, as with another project."""
        self._past.clear()
        self._future.clear()
        self._move(Place())

    def _move(self, place: Place) -> None:
        before, self._here = self._here, place
        self.changed.emit(before, place)
        self.history_changed.emit()
