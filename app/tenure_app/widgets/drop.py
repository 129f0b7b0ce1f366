"""Files dropped anywhere on the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFrame, QMainWindow, QVBoxLayout

from tenure_app.widgets.basics import label

_MARGIN = 12


def dropped_paths(data: QMimeData) -> list[Path]:
    """Return the files and folders of this machine that are dragged."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


class DropTarget(QObject):
    """Makes a whole window take files, and says so while they are dragged over it.

    Signals:
        dropped(object): the paths.
    """

    dropped = Signal(object)

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.veil = QFrame(window)
        self.veil.setObjectName("DropVeil")
        column = QVBoxLayout(self.veil)
        text = label(self.tr("Drop to import"), "title")
        column.addWidget(text, 0, Qt.AlignmentFlag.AlignCenter)
        self.veil.hide()
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt override
        """Take what is dragged over and dropped on the window itself."""
        kind = event.type()
        if kind == QEvent.Type.DragEnter and isinstance(event, QDragEnterEvent):
            if dropped_paths(event.mimeData()):
                event.acceptProposedAction()
                self._show()
                return True
        elif kind == QEvent.Type.DragLeave:
            self.veil.hide()
        elif kind == QEvent.Type.Drop and isinstance(event, QDropEvent):
            self.veil.hide()
            paths = dropped_paths(event.mimeData())
            if paths:
                event.acceptProposedAction()
                self.dropped.emit(paths)
                return True
        return False

    def _show(self) -> None:
        self.veil.setGeometry(self._window.rect().adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN))
        self.veil.raise_()
        self.veil.show()
