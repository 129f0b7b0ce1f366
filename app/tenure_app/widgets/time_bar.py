"""The two time controls: a field, "now" and a slider for each time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QSlider, QWidget

from tenure.errors import InputError
from tenure.instants import DAY, Dated, Precision, format_instant, parse_date
from tenure_app.times import Times, TwoTimes
from tenure_app.widgets.basics import button, label

_STEPS = 2000
_SNAP = 12


_KEY_DAYS: Mapping[int, int] = {
    Qt.Key.Key_Up: 1,
    Qt.Key.Key_Down: -1,
    Qt.Key.Key_PageUp: 30,
    Qt.Key.Key_PageDown: -30,
}


class DateField(QLineEdit):
    """Takes an ISO date, a month, a year, an instant, or "now"; arrows step by a day.

    Signals:
        chosen(object): a ``Dated``, or None for now.
    """

    chosen = Signal(object)

    def __init__(self, name: str, now_word: str) -> None:
        super().__init__()
        self._now_word = now_word
        self._date: Dated | None = None
        self.setProperty("kind", "date")
        self.setAccessibleName(name)
        self.setPlaceholderText(now_word)
        self.setFixedWidth(150)
        forms = self.tr("A date as 2025-03-14, 2025-03, 2025 or 2025-03-14 09:00; empty for now.")
        self.setToolTip(forms + " " + self.tr("Up and down move a day."))
        self.editingFinished.connect(self._edited)

    def show_date(self, date: Dated | None) -> None:
        """Show a date, or the word for now."""
        self._date = date
        self._mark(wrong=False)
        self.setText(self._now_word if date is None else written(date))
        self.setCursorPosition(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt override
        """Step by a day, or take back what was typed."""
        step = _KEY_DAYS.get(event.key())
        if event.key() == Qt.Key.Key_Escape:
            self.show_date(self._date)
        elif step is not None and self._date is not None:
            self.chosen.emit(Dated(self._date.at + step * DAY, max_day(self._date.precision), self._date.zone))
        else:
            super().keyPressEvent(event)

    def _edited(self) -> None:
        text = self.text().strip()
        if text in ("", self._now_word):
            self._choose(None)
            return
        try:
            date = parse_date(text)
        except InputError:
            self._mark(wrong=True)
            return
        self._choose(date)

    def _choose(self, date: Dated | None) -> None:
        self._mark(wrong=False)
        if date != self._date:
            self.chosen.emit(date)

    def _mark(self, *, wrong: bool) -> None:
        if self.property("wrong") != wrong:
            self.setProperty("wrong", wrong)
            repolish(self)


def max_day(precision: Precision) -> Precision:
    """Return at least day precision, since a step of a day leaves months and years behind."""
    return precision if precision is Precision.INSTANT else Precision.DAY


def written(date: Dated) -> str:
    """Write a date as the field takes it, short."""
    text = format_instant(date.at, date.precision, date.zone)
    return text.replace("T", " ").removesuffix(":00Z").removesuffix("Z")


def repolish(widget: QWidget) -> None:
    """Let the style sheet see a changed property."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)


class TimeControl(QWidget):
    """One time: its name, field, slider over the project's span, and "now".

    Signals:
        chosen(object): a ``Dated``, or None for now.
    """

    chosen = Signal(object)

    def __init__(self, title: str, tip: str, *, name: str, now_word: str, now_name: str, slider_name: str) -> None:
        super().__init__()
        self._span = (0, 1)
        self._now_step = _STEPS
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        caption = label(title, "muted")
        caption.setToolTip(tip)
        self.field = DateField(name, now_word)
        caption.setBuddy(self.field)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, _STEPS)
        self.slider.setPageStep(_STEPS // 18)
        self.slider.setAccessibleName(slider_name)
        self.slider.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.slider.setMinimumWidth(70)
        self.now = button(now_word.capitalize(), lambda: self.chosen.emit(None), "quiet")
        self.now.setAccessibleName(now_name)
        for part in (caption, self.field, self.slider, self.now):
            row.addWidget(part)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(60)
        self._settle.timeout.connect(self._slid)
        self.slider.valueChanged.connect(self._sliding)
        self.field.chosen.connect(self.chosen)

    def show_date(self, date: Dated | None) -> None:
        """Show a time without telling anyone."""
        self.field.show_date(date)
        self.field.setProperty("away", date is not None)
        repolish(self.field)
        self.now.setEnabled(date is not None)
        with QSignalBlocker(self.slider):
            self.slider.setValue(self._now_step if date is None else self._step_of(date.at))

    def set_span(self, start: int, end: int, now: int, date: Dated | None) -> None:
        """Set what the slider runs over and where now is (microseconds UTC)."""
        self._span = (start, max(end, start + DAY))
        self._now_step = self._step_of(now)
        self.show_date(date)

    def _step_of(self, at: int) -> int:
        start, end = self._span
        return min(max(round((at - start) / (end - start) * _STEPS), 0), _STEPS)

    def _sliding(self, value: int) -> None:
        date = self._date_at(value)
        self.field.setText(self.field.placeholderText() if date is None else written(date))
        self._settle.start()

    def _slid(self) -> None:
        self.chosen.emit(self._date_at(self.slider.value()))

    def _date_at(self, value: int) -> Dated | None:
        """Return the day at a slider's place; close to now snaps to now."""
        if abs(value - self._now_step) <= _SNAP:
            return None
        start, end = self._span
        at = start + (end - start) * value // _STEPS
        return Dated(at - at % DAY, Precision.DAY)


class TimeBar(QFrame):
    """Both time controls over the whole width; tinted, and saying so, away from now."""

    def __init__(self, times: Times) -> None:
        super().__init__()
        self.setObjectName("TimeBar")
        self._times = times
        self.valid = TimeControl(
            self.tr("Valid at"),
            self.tr("When it is true in the world"),
            name=self.tr("Valid at: date"),
            now_word=self.tr("now"),
            now_name=self.tr("Valid at: now"),
            slider_name=self.tr("Valid at: slider over the project's span"),
        )
        self.known = TimeControl(
            self.tr("Known at"),
            self.tr("When the ledger knew it"),
            name=self.tr("Known at: date"),
            now_word=self.tr("now"),
            now_name=self.tr("Known at: now"),
            slider_name=self.tr("Known at: slider over the project's span"),
        )
        self.notice = QLabel()
        self.notice.setObjectName("AwayNotice")
        self.home = button(self.tr("Back to now"), self._home)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 12, 6)
        row.setSpacing(20)
        row.addWidget(self.valid, 1)
        row.addWidget(self.known, 1)
        row.addWidget(self.notice)
        row.addWidget(self.home)
        self.setFixedHeight(44)
        self._wire(self.valid, times.set_valid)
        self._wire(self.known, times.set_known)
        times.changed.connect(self.refresh)
        self.refresh()

    def set_spans(self, valid: tuple[int, int], known: tuple[int, int], now: int) -> None:
        """Set the spans of both sliders, and now (microseconds UTC)."""
        self.valid.set_span(*valid, now, self._times.value.valid)
        self.known.set_span(*known, now, self._times.value.known)

    def refresh(self) -> None:
        """Show the times in force."""
        value = self._times.value
        self.valid.show_date(value.valid)
        self.known.show_date(value.known)
        self.notice.setText(self._notice())
        self.notice.setVisible(value.away)
        self.home.setVisible(value.away)
        self.setProperty("away", value.away)
        repolish(self)

    def _notice(self) -> str:
        value = self._times.value
        if value.valid is not None and value.known is not None:
            return self.tr("◷ What held on {0}, as known by {1}").format(written(value.valid), written(value.known))
        if value.known is not None:
            return self.tr("◷ What holds now, as known by {0}").format(written(value.known))
        return "" if value.valid is None else self.tr("◷ What held on {0}").format(written(value.valid))

    def _home(self) -> None:
        self._times.set(TwoTimes())

    def _wire(self, control: TimeControl, move: Callable[[Dated | None], None]) -> None:
        control.chosen.connect(move)
        control.chosen.connect(lambda _date: self.refresh())
