"""The retired values of a text as a table, and the text they are marked in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QMimeData, QModelIndex, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextLayout
from PySide6.QtWidgets import QPlainTextEdit

from tenure.answer.findings import Finding
from tenure_app.theming.theme import Theme
from tenure_app.widgets.format import date_text
from tenure_app.widgets.qt_types import Index
from tenure_app.widgets.table_model import TitledModel

_PIECE = 1 << 16
"""Characters put into the view at once."""
_AT_ONCE = 400
"""Marked in one go, so that a text full of retired values does not stall the window."""


class FindingsModel(TitledModel):
    """Line, value, what holds now, since when, and where that is written."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self._found: Sequence[Finding] = ()
        self.titles = (
            self.tr("Line"),
            self.tr("About"),
            self.tr("Retired value"),
            self.tr("Holds now"),
            self.tr("Since"),
            self.tr("Source"),
        )

    def show_findings(self, found: Sequence[Finding]) -> None:
        """Show these."""
        self.beginResetModel()
        self._found = found
        self.endResetModel()

    def finding(self, row: int) -> Finding | None:
        """The finding of a row."""
        return self._found[row] if 0 <= row < len(self._found) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt override
        """How many."""
        return 0 if parent.isValid() else len(self._found)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The cells as text."""
        one = self.finding(index.row()) if index.isValid() else None
        if one is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._cell(one, index.column())
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return one.message
        return None

    def _cell(self, one: Finding, column: int) -> str:
        mark = one.mark
        held = one.holds[0] if one.holds else None
        cells = (
            f"{one.line:,}",
            str(mark.key),
            f"✕ {mark.text}",
            ", ".join(fact.object for fact in one.holds) or self.tr("nothing"),
            date_text(mark.until if held is None else held.valid_from, mark.until_precision)[:10],
            "" if held is None else held.evidence.source or self.tr("manual"),
        )
        return " ".join(cells[column][:300].split())


class CheckedText(QPlainTextEdit):
    """A text to paste or write, its retired values struck through in red.

    Signals:
        file_given(object): a file was dropped or pasted; its path.
    """

    file_given = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._places: Sequence[tuple[int, int]] = ()
        self._painted: list[int] = []
        self.setTabChangesFocus(True)
        self.setAccessibleName(self.tr("Text to check"))
        self.setPlaceholderText(self.tr("Paste a text here, or drop a file."))
        self._painting = QTimer(self)
        self._painting.setInterval(0)
        self._painting.timeout.connect(self._paint_some)
        self._next = 0
        self._rest = ""
        self._filling = QTimer(self)
        self._filling.setInterval(0)
        self._filling.timeout.connect(self._fill)
        theme.changed.connect(self._again)

    def put(self, text: str) -> None:
        """Show a text in place of what is there; a long one comes piece by piece."""
        self._rest = text[_PIECE:]
        self.setPlainText(text[:_PIECE])
        if self._rest:
            self._filling.start()

    def mark(self, places: Sequence[tuple[int, int]]) -> None:
        """Strike through these stretches, counted as Qt does; what was marked before is plain again."""
        for number in self._painted:
            block = self.document().findBlockByNumber(number)
            if block.isValid():
                block.layout().clearFormats()
                self.document().markContentsDirty(block.position(), block.length())
        self._painted.clear()
        self._places = places
        self._next = 0
        self._painting.start()

    def show_place(self, place: tuple[int, int]) -> None:
        """Select a stretch and bring it into view."""
        cursor = self.textCursor()
        cursor.setPosition(place[0])
        cursor.setPosition(place[1], QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.centerCursor()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:  # noqa: N802 - Qt override
        """Take files too."""
        return source.hasUrls() or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802 - Qt override
        """Open a file instead of writing its name; all else is taken as plain text."""
        files = [Path(url.toLocalFile()) for url in source.urls() if url.isLocalFile()]
        if files:
            self.file_given.emit(files[0])
        elif len(text := source.text()) > _PIECE and self._all_selected():
            self.put(text)
        else:
            super().insertFromMimeData(source)

    def _all_selected(self) -> bool:
        cursor = self.textCursor()
        return cursor.selectionEnd() - cursor.selectionStart() >= self.document().characterCount() - 1

    def _fill(self) -> None:
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        piece, self._rest = self._rest[:_PIECE], self._rest[_PIECE:]
        cursor.insertText(piece)
        if not self._rest:
            self._filling.stop()

    def _again(self) -> None:
        self.mark(self._places)

    def _paint_some(self) -> None:
        end = min(self._next + _AT_ONCE, len(self._places))
        style = QTextCharFormat()
        style.setForeground(self._theme.colour("retired"))
        style.setBackground(self._theme.colour("retiredFill"))
        style.setFontStrikeOut(True)
        while self._next < end:
            self._next = self._paint_block(self._next, style)
        if self._next >= len(self._places):
            self._painting.stop()

    def _paint_block(self, first: int, style: QTextCharFormat) -> int:
        """Mark all places of the block that holds the first; return the one after them."""
        block = self.document().findBlock(self._places[first][0])
        ranges, at = [], first
        while at < len(self._places) and self._places[at][0] < block.position() + block.length():
            stretch = QTextLayout.FormatRange()
            stretch.start = self._places[at][0] - block.position()
            stretch.length = self._places[at][1] - self._places[at][0]
            stretch.format = style
            ranges.append(stretch)
            at += 1
        block.layout().setFormats(ranges)
        self.document().markContentsDirty(block.position(), block.length())
        self._painted.append(block.blockNumber())
        return max(at, first + 1)
