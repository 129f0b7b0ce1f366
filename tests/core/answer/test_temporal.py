from __future__ import annotations

import pytest

from helpers.answer_world import World
from tenure.answer import Answer, Reason, Verdict, WordedBy
from tenure.errors import Cancelled, InputError, ModelError
from tenure.instants import parse_date
from tenure.progress import CancelToken


def ask(world: World, question: str, script: object = None, **given: object) -> Answer:
    return world.answers(script).ask(question, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What port is billing on?", "8443"),
        ("What port was billing on on 15 June 2025?", "9443"),
        ("Who looked after billing in January 2025?", "Tide team"),
        ("What does billing depend on?", ("ledger-db", "event-bus")),
        ("What did billing depend on on 1 January 2025?", ("ledger-db", "event-bus", "fx-rates")),
        ("Which ports has billing been on over time?", ("8080", "8443", "9443", "8443")),
        ("What was the previous port of billing?", "9443"),
        ("What port did billing use originally?", "8080"),
        ("When did billing move to port 9443?", "2025-05-01"),
    ],
)
def test_gives_the_ledgers_value(billing: World, question: str, value: object) -> None:
    answer = ask(billing, question)
    assert answer.value == value
    assert answer.verdict is Verdict.CURRENT
    assert answer.worded_by is WordedBy.LEDGER
    assert answer.model_calls == 0
    assert not any(m.stale for m in answer.marks if answer.inquiry.kind.value not in ("history", "when"))


def test_evidence_is_the_sentence_of_the_ruling_statement(billing: World) -> None:
    answer = ask(billing, "What port is billing on?")
    assert [(e.text, e.source, e.state.value) for e in answer.evidence] == [
        ("The port of billing is 8443.", "notes.md", "current")
    ]


def test_a_sound_wording_by_the_model_is_kept(billing: World) -> None:
    answer = ask(billing, "What port is billing on?", "Billing listens on port 8443.")
    assert (answer.text, answer.worded_by, answer.model_calls) == ("Billing listens on port 8443.", WordedBy.MODEL, 1)
    assert (answer.rejections, answer.raw_text) == ((), "Billing listens on port 8443.")


def test_a_stale_wording_is_asked_for_once_more(billing: World) -> None:
    answer = ask(billing, "What port is billing on?", ["It is 8080.", "It is 8443."])
    assert (answer.text, answer.worded_by, answer.model_calls) == ("It is 8443.", WordedBy.MODEL, 2)
    assert answer.rejections == ("claims 8080 (superseded)",)


def test_then_the_ledger_words_it(billing: World) -> None:
    answer = ask(billing, "What port is billing on?", "It is 8080, I am sure.")
    assert answer.text == "The port of billing is 8443, since 2025-09-01."
    assert (answer.worded_by, answer.model_calls, answer.value) == (WordedBy.LEDGER, 2, "8443")
    assert answer.raw_text == "It is 8080, I am sure."
    assert answer.verdict is Verdict.CURRENT


def test_nothing_is_shown_before_the_guard_has_read_it(billing: World) -> None:
    shown: list[str] = []
    answer = ask(billing, "What port is billing on?", "It is 8080.", on_text=shown.append)
    assert "".join(shown) == answer.text
    assert "8080" not in "".join(shown)


@pytest.mark.parametrize(
    ("question", "reason", "text"),
    [
        ("What port does cargo-tracker use?", Reason.UNKNOWN_SUBJECT, "I have no fact about cargo-tracker."),
        (
            "What licence is billing under?",
            Reason.NEVER_STATED,
            "I have no fact about the license of billing: it was never stated.",
        ),
        (
            "What is the cache of billing?",
            Reason.ENDED,
            (
                "I have no fact about the cache of billing that holds now. It was Redis until 2025-11-01. "
                "The history has all earlier values."
            ),
        ),
        (
            "What was the port of billing on 1 May 2024?",
            Reason.NOT_YET,
            (
                "I have no fact about the port of billing for 2024-05-01. "
                "The first value known, 8080, holds from 2024-09-01."
            ),
        ),
        (
            "What port was billing on before the migration?",
            Reason.UNPLACED_TIME,
            (
                "I cannot tell when 'before the migration' was, so I cannot answer about the port of billing. "
                "Name a date, or ask for the history."
            ),
        ),
    ],
)
def test_abstains_and_says_why(billing: World, question: str, reason: Reason, text: str) -> None:
    answer = ask(billing, question, "It is 8080.")
    assert (answer.text, answer.reason, answer.verdict) == (text, reason, Verdict.ABSTAINED)
    assert (answer.value, answer.model_calls) == (None, 0)


def test_a_change_within_the_period_is_told(billing: World) -> None:
    answer = ask(billing, "What port was billing on in January 2025?")
    assert answer.text == "The port of billing was 8080; then 8443 from 2025-01-10."
    assert answer.value == "8080"


def test_what_began_within_the_period_counts(world: World) -> None:
    world.say("app", "port", "1000", "2025-01-10")
    assert ask(world, "What port was app on in January 2025?").value == "1000"


def test_two_readings_are_shown_not_guessed(billing: World) -> None:
    billing.say("billing", "port", "1", "2025-04-15")
    answer = ask(billing, "What port was billing on on 04/05/2025?")
    assert answer.reason is Reason.AMBIGUOUS
    assert answer.value is None
    assert "8443" in answer.text
    assert "9443" in answer.text


def test_readings_that_agree_are_one_answer(billing: World) -> None:
    answer = ask(billing, "What port was billing on on 04/03/2025?")
    assert (answer.value, answer.reason) == ("8443", None)


def test_scopes(world: World) -> None:
    world.say("billing", "replicas", "5", "2025-01-01", scope={"env": "prod"})
    world.say("billing", "replicas", "2", "2025-01-01", scope={"env": "staging"})
    assert ask(world, "How many replicas does billing have in production?").value == "5"
    assert ask(world, "How many replicas does billing have in staging?", "5").text.startswith("The replicas of billing")
    assert ask(world, "How many replicas does billing have?", scope={"env": "staging"}).value == "2"
    table = ask(world, "How many replicas does billing have?")
    assert set(table.value or ()) == {"5", "2"}
    assert "env=prod" in table.text


def test_difference(billing: World) -> None:
    answer = ask(billing, "What changed for billing between 1 April 2025 and 1 July 2025?")
    assert answer.text.splitlines() == [
        "Between 2025-04-01 and 2025-07-01 this changed for billing:",
        "- billing, owner: Tide team → Ledger team",
        "- billing, port: 8443 → 9443",
    ]
    assert ask(billing, "What changed between 2 June 2025 and 3 June 2025?").text.endswith("nothing changed.")


def test_known_then(world: World) -> None:
    world.say("app", "timeout", "30 s", "2025-01-01", recorded="2025-01-02")
    world.say("app", "timeout", "10 s", "2025-02-03", recorded="2025-06-10")
    asked = "As far as we knew on {}, what was the timeout of app on 1 March 2025?"
    assert ask(world, asked.format("1 April 2025")).value == "30 s"
    assert ask(world, asked.format("1 July 2025")).value == "10 s"
    assert ask(world, "What is the timeout of app?", valid=parse_date("2025-03-01"), known=1).value == "30 s"


def test_a_dispute_is_told(world: World) -> None:
    world.say("app", "port", "1000", "2025-01-01")
    world.say("app", "port", "2000", "2025-01-01")
    answer = ask(world, "What port is app on?", "2000")
    assert answer.text.startswith("The port of app is 2000")
    assert "disagree" in answer.text


def test_hostile_values_come_out_as_they_are(world: World) -> None:
    value = "<img src=x onerror=alert(1)>"
    world.say("app", "owner", value, "2025-01-01")
    assert ask(world, "Who owns app?").value == value


def test_a_question_must_be_one(billing: World) -> None:
    with pytest.raises(InputError, match="empty"):
        ask(billing, "   ")
    with pytest.raises(InputError, match="not a strategy"):
        ask(billing, "What port is billing on?", strategy="magic")
    with pytest.raises(InputError, match="needs a text model"):
        ask(billing, "What port is billing on?", strategy="rag")


def test_cancelled_before_the_model_is_asked(billing: World) -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        ask(billing, "What port is billing on?", "8443", cancel=token)


def test_cancelled_while_the_model_answers_shows_nothing_unguarded(billing: World) -> None:
    token = CancelToken()

    def script(_: object) -> str:
        token.cancel()
        return "It is 8080 " * 20

    answer = ask(billing, "What port is billing on?", script, cancel=token)
    assert (answer.cancelled, answer.text, answer.value) == (True, "", None)


def test_a_model_that_fails_is_an_error_of_its_own(billing: World) -> None:
    def script(_: object) -> str:
        raise ModelError("The text model stopped.")

    with pytest.raises(ModelError):
        ask(billing, "What port is billing on?", script)


def test_steps_are_timed(billing: World) -> None:
    answer = ask(billing, "What port is billing on?", "8443")
    assert {"understand", "ledger", "model", "mark", "total"} <= set(answer.seconds)


def test_a_question_as_long_as_a_document_is_refused(billing: World) -> None:
    with pytest.raises(InputError, match="at most 2,000 can be understood"):
        ask(billing, "What port is billing on? " * 5_000)
