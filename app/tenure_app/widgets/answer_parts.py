"""How answers are drawn in Compare and Chat: marked text, verdicts, figures, evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from tenure.answer.answer import Answer, EvidenceItem, Verdict, WordedBy
from tenure.answer.marks import Mark
from tenure.ledger.types import State
from tenure_app.theming.theme import Theme
from tenure_app.widgets.basics import Chip, data_label
from tenure_app.widgets.format import count_text, date_text, state_word
from tenure_app.widgets.marked_text import MarkedText, Span

_VERDICT_STATES = {
    Verdict.CURRENT: "current",
    Verdict.STALE: "superseded",
    Verdict.ABSTAINED: "unknown",
    Verdict.WRONG: "superseded",
    Verdict.UNGROUNDED: "disputed",
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("Answer", text)


def verdict_text(verdict: Verdict) -> str:
    """The words of a verdict."""
    return {
        Verdict.CURRENT: _tr("Current"),
        Verdict.STALE: _tr("Stale answer"),
        Verdict.ABSTAINED: _tr("Abstained"),
        Verdict.WRONG: _tr("Wrong"),
        Verdict.UNGROUNDED: _tr("Ungrounded"),
    }[verdict]


def show_verdict(chip: Chip, verdict: Verdict) -> None:
    """Put a verdict on a chip."""
    sign = "—" if verdict is Verdict.ABSTAINED else None
    chip.show_state(_VERDICT_STATES[verdict], verdict_text(verdict), sign)
    chip.setProperty("verdict", verdict.value)


def mark_tip(mark: Mark) -> str:
    """Say of a value when it held and what took over: "until 2024-03-01, then 8443"."""
    about = f"{mark.key}"
    until = date_text(mark.until, mark.until_precision)
    since = date_text(mark.since, mark.since_precision)
    if mark.state.retired and mark.superseded_by is not None:
        return _tr("{0}: until {1}, then {2}").format(about, until, mark.superseded_by)
    if mark.state.retired:
        return _tr("{0}: until {1}").format(about, until)
    if mark.state is State.FUTURE:
        return _tr("{0}: from {1}").format(about, since)
    if mark.state is State.CURRENT:
        return _tr("{0}: current since {1}").format(about, since)
    return _tr("{0}: the ledger never had this value").format(about)


def spans_of(marks: Sequence[Mark]) -> list[Span]:
    """Turn marks into stretches to draw."""
    return [Span(mark.start, mark.end, mark.state.value, mark_tip(mark)) for mark in marks]


def figures(answer: Answer) -> str:
    """Time, tokens, model calls and who worded it."""
    tokens = answer.tokens.prompt + answer.tokens.completion
    parts = [
        _tr("{0} s").format(f"{answer.seconds.get('total', 0.0):.2f}"),
        count_text(tokens, _tr("{0} token"), _tr("{0} tokens")),
        count_text(answer.model_calls, _tr("{0} model call"), _tr("{0} model calls")),
        _tr("worded by the model") if answer.worded_by is WordedBy.MODEL else _tr("worded by the ledger"),
    ]
    if answer.rejections:
        parts.append(count_text(len(answer.rejections), _tr("{0} text rejected"), _tr("{0} texts rejected")))
    if answer.trimmed:
        parts.append(_tr("{0} pieces of evidence did not fit").format(answer.trimmed))
    return " · ".join(parts)


def evidence_place(item: EvidenceItem) -> str:
    """Source and date of a piece of evidence."""
    return " · ".join(part for part in (item.source or _tr("manual"), date_text(item.at, item.precision)) if part)


class EvidenceRow(QFrame):
    """One piece of evidence: its text with marked values, its state, place and score."""

    def __init__(self, theme: Theme, item: EvidenceItem, marks: Sequence[Mark], choose: Callable[[], None]) -> None:
        super().__init__()
        self.item = item
        self._choose = choose
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setProperty("kind", "evidence")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{evidence_place(item)}: {item.text}")
        self.setProperty("data", True)
        text = MarkedText(theme)
        text.setAccessibleName(_tr("Evidence"))
        text.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        text.show_text(item.text.strip(), _shifted(item.text, marks))
        background = item.state is State.UNKNOWN
        word = _tr("background") if background else state_word(item.state)
        chip = Chip(theme, item.state.value, word, "" if background else None)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(text, 1)
        top.addWidget(chip, 0, Qt.AlignmentFlag.AlignTop)
        bottom = QHBoxLayout()
        bottom.addWidget(data_label(evidence_place(item), "small"), 1)
        score = _tr("ledger") if item.score is None else f"{item.score:.3f}"
        bottom.addWidget(data_label(score, "mono"))
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 8, 6, 8)
        column.setSpacing(2)
        column.addLayout(top)
        column.addLayout(bottom)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt override
        """Open it in the inspector."""
        super().mouseReleaseEvent(event)
        self._choose()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt override
        """Open it in the inspector by keyboard."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose()
        else:
            super().keyPressEvent(event)


def _shifted(text: str, marks: Sequence[Mark]) -> list[Span]:
    """Marks of a text, moved to where its leading white space is gone."""
    cut = len(text) - len(text.lstrip())
    return [Span(s.start - cut, s.end - cut, s.state, s.tip) for s in spans_of(marks) if s.start >= cut]
