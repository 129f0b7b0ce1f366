"""The conversations at the left of the chat: found, opened, renamed, deleted."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from tenure.conversations.store import LONGEST_TITLE, Conversation
from tenure_app.context import AppContext
from tenure_app.dialogs.ask import ask_yes
from tenure_app.ops import chat
from tenure_app.panes.chat.model import DETAIL_ROLE, ConversationModel
from tenure_app.widgets.basics import button, follow, label, tool
from tenure_app.widgets.qt_types import Index

WIDTH = 208
_ROW = 50


class ConversationDelegate(QStyledItemDelegate):
    """Paints title and date; the title is written in place."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the ground, then both lines."""
        plain = QStyleOptionViewItem(option)
        self.initStyleOption(plain, index)
        plain.text = ""
        style = plain.widget.style()
        style.drawControl(style.ControlElement.CE_ItemViewItem, plain, painter, plain.widget)
        theme, area = self._context.theme, QRect(option.rect).adjusted(12, 7, -8, -7)
        painter.save()
        for role, colour, align, text in (
            ("body", "text", Qt.AlignmentFlag.AlignTop, " ".join(str(index.data())[:300].split())),
            ("small", "muted", Qt.AlignmentFlag.AlignBottom, str(index.data(DETAIL_ROLE))),
        ):
            painter.setFont(theme.font(role))
            painter.setPen(theme.colour(colour))
            elided = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, area.width())
            painter.drawText(area, align | Qt.AlignmentFlag.AlignLeft, elided)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802, ARG002 - Qt override
        """Rows of one height."""
        return QSize(self._context.theme.px(WIDTH), self._context.theme.px(_ROW))

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:  # noqa: N802, ARG002
        """A field for the title."""
        field = QLineEdit(parent)
        field.setMaxLength(LONGEST_TITLE)
        field.setAccessibleName(self.tr("Title of the conversation"))
        return field


class ConversationView(QListView):
    """The list itself; Enter and a click open, F2 renames, Delete deletes."""

    delete_asked = Signal()

    def __init__(self, context: AppContext, model: ConversationModel) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Conversations"))
        self.setModel(model)
        self.setItemDelegate(ConversationDelegate(context, self))
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.EditKeyPressed)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt override
        """Delete by keyboard."""
        if event.key() == Qt.Key.Key_Delete and self.currentIndex().isValid():
            self.delete_asked.emit()
        else:
            super().keyPressEvent(event)


class ConversationList(QFrame):
    """The conversations of the project.

    Signals:
        chosen(int): one was opened; its number.
        new_asked: a new one is to begin.
        deleted(int): one was deleted; its number.
    """

    chosen = Signal(int)
    new_asked = Signal()
    deleted = Signal(int)

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self.setObjectName("Conversations")
        self._context = context
        self._here: chat.Thread | None = None
        self.model = ConversationModel(self._renamed, self)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Find a conversation"))
        self.search.setAccessibleName(self.tr("Find a conversation"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _text: self.refresh())
        self.view = ConversationView(context, self.model)
        self.view.clicked.connect(lambda index: self._open(index.row()))
        self.view.activated.connect(lambda index: self._open(index.row()))
        self.view.delete_asked.connect(self.delete)
        self.view.selectionModel().currentChanged.connect(lambda _now, _before: self._enable())
        self.empty = label("", "muted", wrap=True)
        self.empty.setContentsMargins(12, 8, 12, 8)
        self.new_button = button(self.tr("New"), self.new_asked.emit, tip=self.tr("Begin a new conversation"))
        self.rename_button = tool(context.theme, "edit", self.tr("Rename the conversation"), self.rename, size=16)
        self.delete_button = tool(context.theme, "trash", self.tr("Delete the conversation"), self.delete, size=16)
        top = QHBoxLayout()
        top.setContentsMargins(12, 12, 8, 8)
        top.setSpacing(4)
        top.addWidget(self.new_button, 1)
        top.addWidget(self.rename_button)
        top.addWidget(self.delete_button)
        find = QHBoxLayout()
        find.setContentsMargins(12, 0, 12, 8)
        find.addWidget(self.search)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 1, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addLayout(find)
        column.addWidget(self.empty)
        column.addWidget(self.view, 1)
        context.session.closed.connect(lambda: self._show(()))
        theme = context.theme

        def fit() -> None:
            self.setFixedWidth(theme.px(WIDTH))
            self.view.doItemsLayout()

        follow(theme, self, fit)
        self._enable()

    def show_here(self, thread: chat.Thread) -> None:
        """Show which conversation is open, and the list anew."""
        self._here = thread
        self.refresh()

    def refresh(self) -> None:
        """Ask for the list again."""
        if self._context.session.overview is None:
            return
        wanted = self.search.text()
        self._context.session.query(
            self,
            lambda project: chat.conversations(project, wanted=wanted),
            self._show,
            channel="conversations",
        )

    def rename(self) -> None:
        """Write the title in place."""
        if self.view.currentIndex().isValid():
            self.view.edit(self.view.currentIndex())

    def delete(self) -> None:
        """Delete the chosen conversation after asking."""
        one = self.model.conversation(self.view.currentIndex().row())
        if one is None:
            return
        question = self.tr("Delete “{0}” with all its questions and answers? This cannot be undone.")
        title = one.title if len(one.title) <= 60 else one.title[:59] + "…"
        ask_yes(
            self.window(),
            self.tr("Delete the conversation"),
            question.format(title),
            self.tr("Delete"),
            lambda: self._delete(one),
        )

    def _delete(self, one: Conversation) -> None:
        here = self._here if self._here is not None and self._here.id == one.id else None

        def done(_none: None) -> None:
            self.deleted.emit(one.id)
            self.refresh()

        self._context.session.keep(self, lambda project: chat.delete(project, conversation=one.id, thread=here), done)

    def _renamed(self, conversation: int, title: str) -> None:
        self._context.session.keep(
            self,
            lambda project: chat.rename(project, conversation=conversation, title=title),
            lambda _none: self.refresh(),
        )

    def _open(self, row: int) -> None:
        one = self.model.conversation(row)
        if one is not None:
            self.chosen.emit(one.id)

    def _show(self, rows: tuple[Conversation, ...]) -> None:
        self.model.show_rows(rows)
        row = self.model.row_of(None if self._here is None else self._here.id)
        self.view.setCurrentIndex(self.model.index(row) if row >= 0 else self.model.index(-1))
        nothing = self.tr("Nothing found.") if self.search.text() else self.tr("Your conversations will stand here.")
        self.empty.setText(nothing)
        self.empty.setVisible(not rows)
        self._enable()

    def _enable(self) -> None:
        chosen = self.view.currentIndex().isValid()
        for part in (self.rename_button, self.delete_button):
            part.setEnabled(chosen)
