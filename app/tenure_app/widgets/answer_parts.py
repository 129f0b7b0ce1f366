"""How answers are drawn in Compare and Chat: marked text, verdicts, figures, evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from tenure.answer.answer import Answer, EvidenceItem, Verdict, WordedBy
from tenure.answer.marks import Mark
from tenure.ledger.types import State
from tenure_app.theming.theme import Theme
from tenure_app.widgets.basics import Chip, ElidedLabel, data_label
from tenure_app.widgets.format import count_text, date_text, state_word
from tenure_app.widgets.marked_text import MarkedText, Span

translate = QCoreApplication.translate

_VERDICT_STATES = {
    Verdict.CURRENT: "current",
    Verdict.STALE: "superseded",
    Verdict.ABSTAINED: "unknown",
    Verdict.WRONG: "superseded",
    Verdict.UNGROUNDED: "disputed",
}


_STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


def verdict_text(verdict: Verdict) -> str:
    """The words of a verdict."""
    return {
        Verdict.CURRENT: translate("Answer", "Current"),
        Verdict.STALE: translate("Answer", "Stale answer"),
        Verdict.ABSTAINED: translate("Answer", "Abstained"),
        Verdict.WRONG: translate("Answer", "Wrong"),
        Verdict.UNGROUNDED: translate("Answer", "Ungrounded"),
    }[verdict]


def show_verdict(chip: Chip, verdict: Verdict) -> None:
    """Put a verdict on a chip."""
    sign = "—" if verdict is Verdict.ABSTAINED else None
    chip.show_state(_VERDICT_STATES[verdict], verdict_text(verdict), sign)
    chip.setProperty("verdict", verdict.value)


def held_text(mark: Mark) -> str:
    """Say when a value held and what took over: "until 2024-03-01, then 8443"."""
    until = date_text(mark.until, mark.until_precision)
    since = date_text(mark.since, mark.since_precision)
    if mark.state.retired and mark.superseded_by is not None:
        return translate("Answer", "until {0}, then {1}").format(until, mark.superseded_by)
    if mark.state.retired:
        return translate("Answer", "until {0}").format(until)
    if mark.state is State.FUTURE:
        return translate("Answer", "from {0}").format(since)
    if mark.state is State.CURRENT:
        return translate("Answer", "current since {0}").format(since)
    return translate("Answer", "the ledger never had this value")


def mark_tip(mark: Mark) -> str:
    """Say of a value whose it is and when it held: "billing · port: until 2024-03-01, then 8443"."""
    return f"{mark.key}: {held_text(mark)}"


def spans_of(marks: Sequence[Mark]) -> list[Span]:
    """Turn marks into stretches to draw."""
    return [Span(mark.start, mark.end, mark.state.value, mark_tip(mark)) for mark in marks]


def figures(answer: Answer) -> str:
    """Time, tokens, model calls and who worded it."""
    tokens = answer.tokens.prompt + answer.tokens.completion
    parts = [
        translate("Answer", "{0} s").format(f"{answer.seconds.get('total', 0.0):.2f}"),
        count_text(tokens, translate("Answer", "{0} token"), translate("Answer", "{0} tokens")),
        count_text(answer.model_calls, translate("Answer", "{0} model call"), translate("Answer", "{0} model calls")),
        translate("Answer", "worded by the model")
        if answer.worded_by is WordedBy.MODEL
        else translate("Answer", "worded by the ledger"),
    ]
    if answer.rejections:
        parts.append(
            count_text(
                len(answer.rejections),
                translate("Answer", "{0} text rejected"),
                translate("Answer", "{0} texts rejected"),
            )
        )
    if answer.trimmed:
        parts.append(translate("Answer", "{0} pieces of evidence did not fit").format(answer.trimmed))
    return " · ".join(parts)


def evidence_place(item: EvidenceItem) -> str:
    """Source and date of a piece of evidence."""
    return " · ".join(
        part for part in (item.source or translate("Answer", "manual"), date_text(item.at, item.precision)) if part
    )


def evidence_word(state: State) -> str:
    """The word of what a piece of evidence is at the times asked."""
    return translate("Answer", "background") if state is State.UNKNOWN else state_word(state)


def retired_share(evidence: Sequence[EvidenceItem]) -> str:
    """Say how much of the evidence is retired; empty where there is none."""
    if not evidence:
        return translate("Answer", "No evidence was used")
    retired = sum(item.state.retired for item in evidence)
    share = f"{100 * retired / len(evidence):.0f}"
    return translate("Answer", "Retired evidence: {0} of {1} ({2} %)").format(retired, len(evidence), share)


def strategy_title(name: str) -> str:
    """The name of a strategy on screen."""
    titles = {
        "rag": QCoreApplication.translate("Strategy", "RAG"),
        "rag-dated": QCoreApplication.translate("Strategy", "RAG, dated"),
        "temporal": QCoreApplication.translate("Strategy", "Temporal"),
    }
    return titles.get(name, name)


def strategy_note(name: str) -> str:
    """What a strategy does, in a few words."""
    notes = {
        "rag": QCoreApplication.translate("Strategy", "top 5 by similarity, all versions"),
        "rag-dated": QCoreApplication.translate("Strategy", "top 5 by similarity, dates in the prompt"),
        "temporal": QCoreApplication.translate("Strategy", "the ledger, at the two times"),
    }
    return notes.get(name, "")


class EvidenceRow(QFrame):
    """One piece of evidence: its state, its text with marked values, its place and score.

    Signals:
        pointed(bool): the pointer or the keyboard came to it, or left.
        stepped(int, int): an arrow key asks for a neighbour, so many columns and rows away.
    """

    pointed = Signal(bool)
    stepped = Signal(int, int)

    def __init__(self, theme: Theme, item: EvidenceItem, marks: Sequence[Mark], choose: Callable[[], None]) -> None:
        super().__init__()
        self.item = item
        self._choose = choose
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setProperty("kind", "evidence")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{evidence_word(item.state)}, {evidence_place(item)}: {item.text}")
        self.setProperty("data", True)
        self.text = MarkedText(theme)
        self.text.setAccessibleName(translate("Answer", "Evidence"))
        self.text.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.text.show_text(item.text.strip(), _shifted(item.text, marks))
        chip = Chip(theme, item.state.value, evidence_word(item.state), "" if item.state is State.UNKNOWN else None)
        score = translate("Answer", "ledger") if item.score is None else f"{item.score:.3f}"
        top = QHBoxLayout()
        top.addWidget(chip)
        top.addStretch(1)
        top.addWidget(data_label(score, "mono"))
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(4)
        column.addLayout(top)
        column.addWidget(self.text)
        column.addWidget(ElidedLabel(evidence_place(item), "small", Qt.TextElideMode.ElideMiddle))

    def show_twin(self, *, lit: bool) -> None:
        """Show that the same evidence is pointed at in another column."""
        if bool(self.property("twin")) != lit:
            self.setProperty("twin", lit)
            self.style().unpolish(self)
            self.style().polish(self)

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802 - Qt override
        """Tell that the pointer came."""
        super().enterEvent(event)
        self.pointed.emit(True)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt override
        """Tell that the pointer left."""
        super().leaveEvent(event)
        self.pointed.emit(False)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt override
        """Tell that the keyboard came."""
        super().focusInEvent(event)
        self.pointed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt override
        """Tell that the keyboard left."""
        super().focusOutEvent(event)
        self.pointed.emit(False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt override
        """Open it in the inspector."""
        super().mouseReleaseEvent(event)
        self._choose()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt override
        """Open it in the inspector by keyboard, or go to a neighbour."""
        step = _STEPS.get(Qt.Key(event.key()))
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose()
        elif step is not None:
            self.stepped.emit(*step)
        else:
            super().keyPressEvent(event)


def _shifted(text: str, marks: Sequence[Mark]) -> list[Span]:
    """Marks of a text, moved to where its leading white space is gone."""
    cut = len(text) - len(text.lstrip())
    return [Span(s.start - cut, s.end - cut, s.state, s.tip) for s in spans_of(marks) if s.start >= cut]
