"""The centre of the window: a strip of tabs over the panes they show."""

from __future__ import annotations

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
        self._first: dict[str, QWidget] = {}
        self.bar = QTabBar()
        self.bar.setExpanding(False)
        self.bar.setDrawBase(False)
        self.bar.setAccessibleName(self.tr("Views"))
        self.bar.currentChanged.connect(lambda index: self.chosen.emit(self.names[index]))
        self.stack = QStackedWidget()
        strip = QFrame()
        strip.setObjectName("TabStrip")
        inside = QHBoxLayout(strip)
        inside.setContentsMargins(8, 0, 8, 0)
        inside.addWidget(self.bar)
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
        self.names.append(name)
        if first is not None:
            self._first[name] = first
        self.bar.blockSignals(True)
        self.bar.addTab(title)
        self.bar.blockSignals(False)
        self.stack.addWidget(pane)

    def show_tab(self, name: str, *, came: bool) -> None:
        """Show a pane; ``came`` says that it was another before."""
        index = self.names.index(name)
        self.bar.blockSignals(True)
        self.bar.setCurrentIndex(index)
        self.bar.blockSignals(False)
        self.stack.setCurrentIndex(index)
        if came and name in self._first:
            QTimer.singleShot(0, self._first[name], self._first[name].setFocus)

    def retitle(self, name: str, title: str) -> None:
        """Change what stands on a tab."""
        self.bar.setTabText(self.names.index(name), title)
