"""Text with marked stretches: rounded fills, struck through where retired, a tip on each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QMargins, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextLayout,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextEdit, QToolTip

from tenure_app.theming.theme import Theme
from tenure_app.theming.tokens import STATE_COLOURS
from tenure_app.widgets.positions import qt_places


@dataclass(frozen=True, slots=True)
class Span:
    """A marked stretch of a text.

    Attributes:
        start, end: characters, half-open.
        state: state or flag, giving the colour; superseded and ended are struck through.
        tip: shown on hover, plain text.
    """

    start: int
    end: int
    state: str
    tip: str = ""


class MarkedText(QTextEdit):
    """A read-only text as tall as its content; always plain text, selectable, right-to-left aware.

    Signals:
        span_clicked(int): a marked stretch was clicked; its index.
    """

    span_clicked = Signal(int)

    def __init__(self, theme: Theme, role: str = "body", weight: int = 400) -> None:
        super().__init__()
        self._theme, self._role, self._weight = theme, role, weight
        self._spans: Sequence[Span] = ()
        self._places: Sequence[tuple[int, int]] = ()
        self._muted = False
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setAcceptDrops(False)
        self.viewport().setAcceptDrops(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(2)
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit())
        theme.changed.connect(self._format)

    def show_text(self, text: str, spans: Sequence[Span] = (), *, muted: bool = False) -> None:
        """Show a text and its marked stretches; ``muted`` for what only stands in for a text."""
        self._spans = spans
        self._places = qt_places(text, [(span.start, span.end) for span in spans])
        self._muted = muted
        self.setPlainText(text)
        self._format()

    def append_text(self, text: str) -> None:
        """Add text at the end, as while it streams in."""
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(text)

    @property
    def spans(self) -> Sequence[Span]:
        """The marked stretches."""
        return self._spans

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt override
        """As tall as the text."""
        return QSize(120, self._wanted())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt override
        """As tall as the text, as narrow as needed."""
        return QSize(60, self._wanted())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt override
        """Keep the height that the width asks for."""
        super().resizeEvent(event)
        self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt override
        """Leave scrolling to whoever holds this text."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt override
        """Paint rounded fills below the text."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for span, place in zip(self._spans, self._places, strict=True):
            painter.setBrush(QColor(self._theme.tokens[STATE_COLOURS.get(span.state, "unknown") + "Fill"]))
            for box in self._boxes(place):
                painter.drawRoundedRect(box, 4, 4)
        painter.end()
        super().paintEvent(event)

    def event(self, event: QEvent) -> bool:
        """Show a stretch's tip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            found = self._span_at(event)
            if found is not None and self._spans[found].tip:
                QToolTip.showText(event.globalPos(), self._spans[found].tip, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt override
        """Tell of a click on a stretch."""
        super().mouseReleaseEvent(event)
        found = self._span_at(event)
        if found is not None and not self.textCursor().hasSelection():
            self.span_clicked.emit(found)

    def _span_at(self, event: QHelpEvent | QMouseEvent) -> int | None:
        at = event.pos()
        for index, place in enumerate(self._places):
            if any(box.contains(at) for box in self._boxes(place)):
                return index
        return None

    def _boxes(self, place: tuple[int, int]) -> list[QRectF]:
        boxes = []
        block = self.document().findBlock(place[0])
        while block.isValid() and block.position() < place[1]:
            layout: QTextLayout = block.layout()
            origin = self.document().documentLayout().blockBoundingRect(block).topLeft()
            start, end = max(place[0] - block.position(), 0), min(place[1] - block.position(), block.length() - 1)
            for number in range(layout.lineCount()):
                text_line = layout.lineAt(number)
                first = max(start, text_line.textStart())
                last = min(end, text_line.textStart() + text_line.textLength())
                if first >= last:
                    continue
                left, right = _x(text_line.cursorToX(first)), _x(text_line.cursorToX(last))
                box = QRectF(min(left, right), text_line.y(), abs(right - left), text_line.height())
                boxes.append(box.translated(origin).marginsAdded(QMargins(2, 0, 2, 0)))
            block = block.next()
        return boxes

    def _format(self) -> None:
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        base = QTextCharFormat()
        base.setFont(self._theme.font(self._role, weight=self._weight))
        base.setForeground(self._theme.colour("muted" if self._muted else "text"))
        cursor.setCharFormat(base)
        for span, place in zip(self._spans, self._places, strict=True):
            cursor.setPosition(place[0])
            cursor.setPosition(min(place[1], self.document().characterCount() - 1), QTextCursor.MoveMode.KeepAnchor)
            style = QTextCharFormat()
            style.setForeground(self._theme.colour(STATE_COLOURS.get(span.state, "unknown")))
            style.setFontWeight(QFont.Weight.DemiBold)
            style.setFontStrikeOut(span.state in {"superseded", "ended"})
            cursor.mergeCharFormat(style)
        self.setCurrentCharFormat(base)
        self._fit()

    def _wanted(self) -> int:
        return max(20, int(self.document().size().height()) + 1)

    def _fit(self) -> None:
        if self.height() != self._wanted():
            self.setFixedHeight(self._wanted())


def _x(found: object) -> float:
    """PySide gives ``cursorToX`` as a number or as (number, position)."""
    return float(found[0] if isinstance(found, tuple) else found)  # type: ignore[arg-type]
