"""The centre of the window: a strip of tabs over the panes they show."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget


class Tabs(QWidget):
    """Panes by name, one seen at a time.

    Signals:
        chosen(str): the user chose a tab; its name.
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("Canvas")
        self.names: list[str] = []
        self._pages: dict[str, tuple[int, QWidget]] = {}
        self._beside: list[tuple[frozenset[str], QWidget]] = []
        self._first: dict[str, QWidget] = {}
        self._front = ""
        self.bar = QTabBar()
        self.bar.setExpanding(False)
        self.bar.setDrawBase(False)
        self.bar.setAccessibleName(self.tr("Views"))
        self.bar.currentChanged.connect(lambda index: self.chosen.emit(self.names[index]))
        self.bar.tabBarClicked.connect(self._clicked)
        self.stack = QStackedWidget()
        strip = QFrame()
        strip.setObjectName("TabStrip")
        inside = QHBoxLayout(strip)
        inside.setContentsMargins(8, 0, 8, 0)
        inside.addWidget(self.bar, 1)
        self._strip = inside
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(strip)
        column.addWidget(self.stack, 1)

    def add(self, name: str, title: str, pane: QWidget, first: QWidget | None = None) -> None:
        """Add a pane.

        Args:
            name: unique, never shown.
            title: on the tab.
            pane: shown below it.
            first: takes the keys when the user comes to the tab; None leaves them where they are.
        """
        self._front = self._front or name
        self.names.append(name)
        self._pages[name] = (len(self.names) - 1, pane)
        if first is not None:
            self._first[name] = first
        self.bar.blockSignals(True)
        self.bar.addTab(title)
        self.bar.blockSignals(False)
        self.stack.addWidget(pane)

    def add_below(self, name: str, under: str, pane: QWidget) -> None:
        """Add another view of a tab: a pane of a name of its own, seen under the tab of another."""
        self._pages[name] = (self.names.index(under), pane)
        self.stack.addWidget(pane)

    def add_beside(self, names: Collection[str], *parts: QWidget) -> None:
        """Put buttons at the right of the strip, seen while one of these panes is."""
        for part in parts:
            self._strip.addWidget(part)
            self._beside.append((frozenset(names), part))
            part.setVisible(self._front in names)

    def show_tab(self, name: str, *, came: bool) -> None:
        """Show a pane; ``came`` says that it was another before."""
        index, pane = self._pages[name]
        self.bar.blockSignals(True)
        self.bar.setCurrentIndex(index)
        self.bar.blockSignals(False)
        self.stack.setCurrentWidget(pane)
        self._front = name
        for names, part in self._beside:
            part.setVisible(name in names)
        if came and name in self._first:
            QTimer.singleShot(0, self._first[name], self._first[name].setFocus)

    def _clicked(self, index: int) -> None:
        """The tab in front was clicked: leave another view of it for its own."""
        if index == self.bar.currentIndex():
            self.chosen.emit(self.names[index])

    def retitle(self, name: str, title: str) -> None:
        """Change what stands on a tab."""
        self.bar.setTabText(self.names.index(name), title)
