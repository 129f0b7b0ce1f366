"""A comparison as one HTML page for a talk: no script, nothing remote, all text escaped. Runs on the query lane."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication

from tenure.answer.answer import EvidenceItem, Verdict
from tenure.answer.marks import Mark
from tenure.errors import InputError
from tenure.lab.page import Bar, chart, document, marked, table
from tenure.lab.questions import Question
from tenure.ledger.types import State
from tenure.project import Project
from tenure_app.ops.answers import AnswerView, text_model
from tenure_app.ops.question_sets import QuestionSet, SetAnswer, Totals, totals
from tenure_app.panes.compare.alignment import align
from tenure_app.panes.compare.chart import share_text
from tenure_app.panes.compare.set_model import SCORE_SIGNS, kind_word, score_word
from tenure_app.panes.compare.totals import totals_head, totals_row
from tenure_app.times import TwoTimes
from tenure_app.widgets.answer_parts import (
    evidence_place,
    evidence_word,
    figures,
    held_text,
    mark_tip,
    retired_share,
    strategy_note,
    strategy_title,
    verdict_text,
)
from tenure_app.widgets.format import count_text, date_text

translate = QCoreApplication.translate

_CONTROLS: Final = {code: 0x2400 + code for code in range(32) if code not in (9, 10, 13)} | {127: 0x2421}
"""Control characters, which no page may hold, to their pictures."""

_VERDICTS: Final = {
    Verdict.CURRENT: ("correct", "●"),
    Verdict.STALE: ("stale", "✕"),
    Verdict.WRONG: ("stale", "✕"),
    Verdict.ABSTAINED: ("abstained", "—"),
    Verdict.UNGROUNDED: ("other", "!"),
}
_STATES: Final = {State.CURRENT: "●", State.SUPERSEDED: "✕", State.ENDED: "■", State.FUTURE: "◷", State.UNKNOWN: ""}
"""Classes that colour, and signs beside the colour."""

_STYLE = """
.board { table-layout:fixed; min-width:40rem; } .board td { overflow-wrap:anywhere; }
.board th { vertical-align:top; font-weight:400; } .board th b { color:var(--text); font-size:1.05rem; }
.board tr.said td { font-size:1.15rem; border-bottom:0; } .board tr.seen:hover td { background:var(--card); }
.board tr.told td { padding-top:0; color:var(--soft); font-size:.85rem; }
.place { display:block; color:var(--soft); font-size:.8rem; } .gap { color:var(--soft); font-size:.85rem; }
td, .q { white-space:pre-line; } .text { unicode-bidi:isolate; }
"""


def save_question(project: Project, *, path: Path, views: Sequence[AnswerView], scope: str) -> None:
    """Write the page of one question.

    Raises:
        InputError: if the file cannot be written.
    """
    model = text_model(project.models)
    told = [
        project.settings.get("title"),
        *_times(views[0].times),
        *([translate("ComparisonPage", "scope {0}").format(scope)] if scope else []),
        translate("ComparisonPage", "text model: {0}").format(
            model.name if model is not None else translate("ComparisonPage", "none")
        ),
        translate("ComparisonPage", "saved {0}").format(_now(project)),
    ]
    question = views[0].question
    parts = [f'<h1 class="text" dir="auto">{_text(question)}</h1>', _soft(" · ".join(told)), board(views), _legend()]
    _write(path, document(question, parts, style=_STYLE))


def save_set(
    project: Project,
    *,
    path: Path,
    questions: QuestionSet,
    answers: Sequence[Mapping[str, SetAnswer]],
    strategies: Sequence[str],
) -> None:
    """Write the page of a question set with its totals, chart and every question.

    Raises:
        InputError: if the file cannot be written.
    """
    summed = [one for one in totals(questions.questions, answers, strategies) if one.figures.questions]
    model = text_model(project.models)
    told = [
        count_text(
            len(questions.questions),
            translate("ComparisonPage", "{0} question"),
            translate("ComparisonPage", "{0} questions"),
        ),
        *(
            [translate("ComparisonPage", "asked as of {0}").format(date_text(questions.now)[:10])]
            if questions.now is not None
            else []
        ),
        translate("ComparisonPage", "text model: {0}").format(
            model.name if model is not None else translate("ComparisonPage", "none")
        ),
        translate("ComparisonPage", "saved {0}").format(_now(project)),
    ]
    shown = [one.figures.strategy for one in summed]
    parts = [
        f'<h1 class="text" dir="auto">{_text(questions.title)}</h1>',
        _soft(" · ".join(told)),
        table([totals_head(), *(totals_row(one) for one in summed)]),
        _heading(translate("ComparisonPage", "Right, and stale-fact errors, with 95 % intervals")),
        _chart(summed),
        _heading(translate("ComparisonPage", "Every question")),
        *(_question(one, given, shown) for one, given in zip(questions.questions, answers, strict=True)),
        _legend(),
    ]
    _write(path, document(questions.title, parts, style=_STYLE))


def board(views: Sequence[AnswerView]) -> str:
    """Return the columns: answers with marks, figures, evidence with the same passage in the same row."""
    heads = "".join(
        f"<th><b>{_text(strategy_title(view.answer.strategy))}</b> {_verdict(view)}<br>"
        f"{_text(strategy_note(view.answer.strategy))}</th>"
        for view in views
    )
    said = "".join(f'<td dir="auto">{_marked(view.answer.text, view.answer.marks)}</td>' for view in views)
    told = "".join(
        f"<td>{_text(figures(view.answer))}<br>{_text(retired_share(view.answer.evidence))}</td>" for view in views
    )
    rows = "".join(
        "<tr class='seen'>" + "".join(_cell(view, index) for view, index in zip(views, row, strict=True)) + "</tr>"
        for row in align([view.answer.evidence for view in views])
    )
    return (
        f'<div class="wide"><table class="board"><thead><tr>{heads}</tr></thead><tbody><tr class="said">{said}</tr>'
        f'<tr class="told">{told}</tr>{rows}</tbody></table></div>'
    )


def _cell(view: AnswerView, index: int | None) -> str:
    if index is None:
        missing = _text(translate("ComparisonPage", "not among its evidence"))
        return f'<td class="gap">{missing}</td>'
    item = view.answer.evidence[index]
    return (
        f'<td dir="auto">{_state(item)} {_marked(item.text, view.evidence_marks[index])}'
        f'<span class="place">{_text(evidence_place(item))}</span></td>'
    )


def _question(question: Question, given: Mapping[str, SetAnswer], strategies: Sequence[str]) -> str:
    scores = {name: given[name].scored.score for name in strategies if name in given}
    badges = "".join(
        _badge(score.value, SCORE_SIGNS[score], f"{strategy_title(name)}: {score_word(score)}")
        for name, score in scores.items()
    )
    gold = ", ".join(question.gold) or translate("ComparisonPage", "nothing holds")
    told = [translate("ComparisonPage", "Right: {0}").format(gold), kind_word(question.asks)]
    told += [translate("ComparisonPage", "valid at {0}").format(question.valid)] if question.valid is not None else []
    told += [translate("ComparisonPage", "known at {0}").format(question.known)] if question.known is not None else []
    told += [translate("ComparisonPage", "scope {0}").format(question.scope)] if question.scope else []
    views = [given[name].view for name in strategies if name in given]
    return (
        f'<details><summary><span class="soft">{_text(question.id)}</span>'
        f'<span class="q" dir="auto">{_text(question.text)}</span>{badges}</summary><div class="inside">'
        f"{_soft(' · '.join(told))}{board(views) if views else ''}</div></details>"
    )


def _chart(summed: Sequence[Totals]) -> str:
    groups = []
    for one in summed:
        right, stale = share_text(one.figures.accuracy, one.accuracy), share_text(one.figures.stale_rate, one.stale)
        bars = [
            Bar(
                "current", one.figures.accuracy, *one.accuracy, translate("ComparisonPage", "● right {0}").format(right)
            ),
            Bar("stale", one.figures.stale_rate, *one.stale, translate("ComparisonPage", "✕ stale {0}").format(stale)),
        ]
        groups.append((strategy_title(one.figures.strategy), bars))
    return chart(groups, translate("ComparisonPage", "Right, and stale-fact errors, with 95 % intervals"))


def _verdict(view: AnswerView) -> str:
    if view.answer.cancelled:
        return _badge("unknown", "■", translate("ComparisonPage", "Stopped"))
    return _badge(*_VERDICTS[view.answer.verdict], verdict_text(view.answer.verdict))


def _state(item: EvidenceItem) -> str:
    return _badge(item.state.value, _STATES[item.state], evidence_word(item.state))


def _badge(kind: str, sign: str, word: str) -> str:
    return f'<span class="badge {kind}">{_text(f"{sign} {word}".strip())}</span>'


def _legend() -> str:
    legend = translate(
        "ComparisonPage",
        "Green values hold at the times asked. Red ones, struck through, held once and do no more; point at one to "
        "read until when and what took over. Intervals are Wilson's, of 95 %.",
    )
    return _soft(legend)


def _marked(text: str, marks: Sequence[Mark]) -> str:
    """The text with its marks; control characters become pictures of the same length."""
    return marked(text.translate(_CONTROLS), marks, lambda mark: f" [{held_text(mark)}]", mark_tip)


def _heading(text: str) -> str:
    return f"<h2>{_text(text)}</h2>"


def _soft(text: str) -> str:
    return f'<p class="soft" dir="auto">{_text(text)}</p>'


def _text(text: str) -> str:
    return escape(text.translate(_CONTROLS))


def _times(times: TwoTimes) -> list[str]:
    now = translate("ComparisonPage", "now")
    return [
        translate("ComparisonPage", "valid at {0}").format(now if times.valid is None else times.valid),
        translate("ComparisonPage", "known at {0}").format(now if times.known is None else times.known),
    ]


def _now(project: Project) -> str:
    return date_text(project.clock())[:16]


def _write(path: Path, page: str) -> None:
    """Write whole or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(page, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise InputError(
            translate("ComparisonPage", "{0} cannot be written: {1}").format(path, error.strerror)
        ) from error
    finally:
        part.unlink(missing_ok=True)
