"""What the chat says of a turn. Knows nothing of Qt's widgets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from tenure.answer.answer import Reason, WordedBy
from tenure.answer.citing import Citation
from tenure.conversations.standing import Reopened, Standing
from tenure.conversations.turn import Feedback, Turn
from tenure.ledger.types import Fact, State
from tenure_app.widgets.answer_parts import spans_of
from tenure_app.widgets.format import closing_text, count_text, date_text, span_text
from tenure_app.widgets.marked_text import Span

translate = QCoreApplication.translate

CITE = "cite"
"""State of the stretches that are numbers of citations."""
_VALUE = 40
"""Characters of a value on the button of its citation."""


@dataclass(frozen=True, slots=True)
class Laid:
    """An answer as it is drawn.

    Attributes:
        text: with the numbers of the citations behind its sentences.
        spans: the marked values first, then the numbers.
        values: how many of the spans are values.
        cites: the citation of each number, by its place in the list.
    """

    text: str
    spans: tuple[Span, ...]
    values: int
    cites: tuple[int, ...]


def laid_out(reopened: Reopened) -> Laid:
    """Put the numbers of the citations behind the sentences that rest on them."""
    turn = reopened.turn
    pieces: list[str] = []
    numbers: list[Span] = []
    cites: list[int] = []
    added: list[tuple[int, int]] = []
    at = grown = 0
    for sentence in turn.sentences:
        pieces.append(turn.text[at : sentence.end])
        at = sentence.end
        for number in sentence.cites:
            chip = f"\u2009\u00a0{number + 1}\u00a0"
            start = at + grown
            numbers.append(Span(start + 1, start + len(chip), CITE, citation_text(reopened.standings[number])))
            cites.append(number)
            pieces.append(chip)
            grown += len(chip)
        added.append((sentence.end, grown))
    values = [_moved(span, added) for span in spans_of(reopened.marks)]
    return Laid("".join([*pieces, turn.text[at:]]), (*values, *numbers), len(values), tuple(cites))


def _moved(span: Span, added: Sequence[tuple[int, int]]) -> Span:
    by = max((grown for end, grown in added if end <= span.start), default=0)
    return Span(span.start + by, span.end + by, span.state, span.tip)


def citation_title(standing: Standing) -> str:
    """A citation in a few words: the fact and its source, or the source of a text."""
    cited = standing.citation
    if cited.key is None:
        return _source(cited)
    value = cited.value if len(cited.value) <= _VALUE else cited.value[: _VALUE - 1] + "…"
    source = cited.source or translate("Chat", "manual")
    return f"{cited.key}: {value} · {source}"


def citation_text(standing: Standing) -> str:
    """A citation in full: the fact, since when, where it is written."""
    cited = standing.citation
    lines = [] if cited.key is None else [f"{cited.key}: {cited.value} ({_span(standing)})"]
    if cited.text:
        lines.append(f"“{' '.join(cited.text.split())[:400]}”")
    return "\n".join([*lines, f"— {_source(cited)}"])


def lapse_text(standing: Standing) -> str:
    """Say what became of a value that held when the answer was given."""
    cited, fact = standing.citation, standing.fact
    if fact is None:
        return translate("Chat", "{0} was corrected or withdrawn").format(f"{cited.key}: {cited.value}")
    until = date_text(fact.valid_to, fact.to_precision)
    if fact.superseded_by is not None:
        text = translate("Chat", "{0} holds no more: until {1}, then {2}")
        return text.format(f"{cited.key}: {cited.value}", until, fact.superseded_by)
    if fact.valid_to is None:
        return translate("Chat", "{0} does not hold now").format(f"{cited.key}: {cited.value}")
    return translate("Chat", "{0} holds no more: ended on {1}").format(f"{cited.key}: {cited.value}", until)


def copied(reopened: Reopened) -> str:
    """The question, the answer with its numbers, and the citations, as plain text."""
    turn = reopened.turn
    parts: list[str] = []
    at = 0
    for sentence in turn.sentences:
        parts.append(turn.text[at : sentence.end])
        parts += [f" [{number + 1}]" for number in sentence.cites]
        at = sentence.end
    answer = "".join([*parts, turn.text[at:]])
    lines = [turn.question, "", answer]
    lines += ["", *(f"! {lapse_text(one)}" for one in reopened.lapsed)] if reopened.lapsed else []
    if reopened.standings:
        lines.append("")
    lines += [f"[{number}] {citation_text(one)}" for number, one in enumerate(reopened.standings, 1)]
    return "\n".join(lines)


def reason_text(turn: Turn) -> str:
    """Why there is no answer."""
    reasons = {
        Reason.UNKNOWN_SUBJECT: translate("Chat", "Nothing of this name is known to the project."),
        Reason.NEVER_STATED: translate("Chat", "Nothing was ever stated about it."),
        Reason.NOT_YET: translate("Chat", "At the time asked about it did not hold yet."),
        Reason.ENDED: translate("Chat", "It held once and was ended; nothing took its place."),
        Reason.ERASED: translate("Chat", "What held at that time was erased."),
        Reason.OTHER_SCOPES: translate("Chat", "It is known for narrower scopes only. Name one beside the question."),
        Reason.UNPLACED_TIME: translate(
            "Chat", "The time the question names could not be placed. Write a date, or set Valid at."
        ),
        Reason.AMBIGUOUS: translate("Chat", "The question can be read in several ways that have different answers."),
        Reason.NO_EVIDENCE: translate("Chat", "No passage that holds at the two times speaks of it."),
        Reason.UNREAD: translate("Chat", "A newer passage speaks of it, but could not be read with certainty."),
    }
    if turn.reason is None:
        return translate("Chat", "What was found does not answer it.")
    return reasons[turn.reason]


def fact_text(fact: Fact) -> str:
    """A fact near the question."""
    when = span_text(fact) if fact.state is State.CURRENT else closing_text(fact)
    return f"{fact.key}: {fact.object} · {when}"


def figures_text(turn: Turn) -> str:
    """Time, tokens, model calls and who worded it."""
    took = turn.figures
    parts = [
        translate("Chat", "{0} s").format(f"{took.seconds:.2f}"),
        count_text(took.tokens, translate("Chat", "{0} token"), translate("Chat", "{0} tokens")),
        count_text(took.model_calls, translate("Chat", "{0} model call"), translate("Chat", "{0} model calls")),
        translate("Chat", "worded by the model")
        if turn.worded_by is WordedBy.MODEL
        else translate("Chat", "worded by the ledger"),
    ]
    if took.rejected:
        parts.append(
            count_text(took.rejected, translate("Chat", "{0} text rejected"), translate("Chat", "{0} texts rejected"))
        )
    if took.trimmed:
        parts.append(translate("Chat", "{0} pieces of evidence did not fit").format(took.trimmed))
    return " · ".join(parts)


def feedback_text(feedback: Feedback) -> str:
    """What the user said of an answer."""
    return translate("Chat", "You: outdated") if feedback is Feedback.OUTDATED else translate("Chat", "You: wrong")


def _span(standing: Standing) -> str:
    cited = standing.citation
    if standing.fact is not None:
        return span_text(standing.fact)
    return translate("Chat", "since {0}").format(date_text(cited.valid_from, cited.precision))


def _source(cited: Citation) -> str:
    place = translate("Chat", "line {0}").format(cited.line) if cited.line is not None else ""
    parts = (cited.source or translate("Chat", "manual"), date_text(cited.at, cited.at_precision), place)
    return " · ".join(part for part in parts if part)
