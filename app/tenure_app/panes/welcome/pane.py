"""The welcome page: open a sample, make a new project, open a recent one, import a folder or a repository."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from tenure.project import Sample
from tenure_app.context import AppContext
from tenure_app.widgets.basics import Card, ElidedLabel, button, clear, follow, label


class ActionCard(Card):
    """A card that is a button: icon, title, explanation."""

    def __init__(self, context: AppContext, icon: str, title: str, text: str, run: Callable[[], None]) -> None:
        super().__init__("action", (16, 14, 16, 14))
        self._run = run
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        picture = QLabel()
        picture.setFixedSize(QSize(22, 22))

        def paint() -> None:
            picture.setPixmap(context.theme.icon(icon, "accent").pixmap(QSize(22, 22)))

        follow(context.theme, picture, paint)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(picture)
        head.addWidget(label(title, "strong"), 1)
        self.column.addLayout(head)
        self.text = label(text, "muted", wrap=True)
        self.column.addWidget(self.text)
        self.column.addStretch(1)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt override
        """Do it."""
        if self.rect().contains(event.position().toPoint()):
            self._run()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt override
        """Do it by keyboard."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._run()
        else:
            super().keyPressEvent(event)


class WelcomePane(QWidget):
    """Shown while no project is open.

    Signals:
        sample_asked(str), new_asked, open_asked, import_asked: what was chosen.
        recent_asked(object): the path of a recent project.
        dropped(object): paths dropped on the page.
    """

    sample_asked = Signal(str)
    new_asked = Signal()
    open_asked = Signal()
    import_asked = Signal()
    recent_asked = Signal(object)
    dropped = Signal(object)

    def __init__(self, context: AppContext, samples: tuple[Sample, ...]) -> None:
        super().__init__()
        self.setObjectName("Canvas")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAcceptDrops(True)
        self._context = context
        inner = QWidget()
        inner.setMaximumWidth(760)
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(24, 40, 24, 32)
        self._column.setSpacing(10)
        self._build(samples)
        area = QScrollArea()
        holder = QWidget()
        middle = QHBoxLayout(holder)
        middle.addStretch(1)
        middle.addWidget(inner, 8)
        middle.addStretch(1)
        area.setWidget(holder)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setAccessibleName(self.tr("Welcome"))
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt override
        """Begin at the first card."""
        super().showEvent(event)
        cards = self.findChildren(ActionCard)
        if cards:
            cards[0].setFocus()

    def _build(self, samples: tuple[Sample, ...]) -> None:
        self._column.addStretch(1)
        self._column.addWidget(label("Tenure", "hero"))
        claim = self.tr("Knowledge that changes, and answers that never quote what no longer holds.")
        self._column.addWidget(label(claim, "claim", wrap=True))
        self._column.addSpacing(14)
        for sample in samples:
            self._column.addWidget(self._sample_card(sample))
        row = QHBoxLayout()
        row.setSpacing(12)
        context = self._context
        empty = self.tr("An empty project file.")
        row.addWidget(ActionCard(context, "add", self.tr("New project"), empty, self.new_asked.emit), 1)
        row.addWidget(
            ActionCard(
                context,
                "import",
                self.tr("Import a folder or a Git repository"),
                self.tr("A new project from notes, chats, tables, or a history. Drop them anywhere here."),
                self.import_asked.emit,
            ),
            1,
        )
        here = self.tr("A project file on this machine.")
        row.addWidget(ActionCard(context, "folder", self.tr("Open"), here, self.open_asked.emit), 1)
        self._column.addLayout(row)
        self._column.addSpacing(12)
        self._recent_title = label(self.tr("RECENT"), "section")
        self._column.addWidget(self._recent_title)
        self._recent = QVBoxLayout()
        self._recent.setSpacing(2)
        self._column.addLayout(self._recent)
        self._column.addStretch(2)

    def _sample_card(self, sample: Sample) -> ActionCard:
        title = self.tr("Open the sample: {0}").format(sample.title)
        name = sample.name
        card = ActionCard(self._context, "sample", title, sample.description, lambda: self.sample_asked.emit(name))
        card.text.setProperty("data", True)
        return card

    def refresh(self) -> None:
        """Show the recent projects of now."""
        clear(self._recent)
        paths = self._context.settings.recent
        self._recent_title.setVisible(bool(paths))
        for path in paths:
            holder = QWidget()
            row = QHBoxLayout(holder)
            row.setContentsMargins(0, 0, 0, 0)
            link = button(path.stem, self._opener(path), "quiet")
            link.setProperty("data", True)
            row.addWidget(link)
            row.addWidget(ElidedLabel(str(path.parent), "small", Qt.TextElideMode.ElideMiddle), 1)
            self._recent.addWidget(holder)

    def _opener(self, path: Path) -> Callable[[], None]:
        return lambda: self.recent_asked.emit(path)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt override
        """Take files and folders."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt override
        """Hand the paths on."""
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            self.dropped.emit(paths)
