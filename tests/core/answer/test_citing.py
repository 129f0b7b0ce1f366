from __future__ import annotations

from helpers.answer_world import NOW, World
from tenure.answer.citing import Cited, cite
from tenure.answer.nearby import nearby
from tenure.keys import Key


def cited(world: World, question: str, script: object = None) -> tuple[str, Cited]:
    answer = world.answers(script).ask(question)
    return answer.text, cite(answer, world.ledger)


def test_each_sentence_rests_on_the_facts_whose_values_it_names(billing: World) -> None:
    text, found = cited(billing, "Which ports has billing been on over time?")
    assert sorted(c.value for c in found.citations) == ["8080", "8443", "8443", "9443"]
    for one in found.sentences:
        spoken = text[one.start : one.end]
        assert all(found.citations[number].value in spoken for number in one.cites)
    assert {number for one in found.sentences for number in one.cites} == {0, 1, 2, 3}


def test_a_citation_tells_where_the_fact_is_written(billing: World) -> None:
    _, found = cited(billing, "What port is billing on?")
    (one,) = found.citations
    assert (one.key, one.value, one.source) == (Key("billing", "port"), "8443", "notes.md")
    assert one.text == "The port of billing is 8443."
    assert one.statement is not None


def test_a_sentence_that_names_no_value_rests_on_what_was_read(billing: World) -> None:
    _, found = cited(billing, "When did billing move to port 9443?")
    assert found.citations
    assert all(one.cites for one in found.sentences)


def test_not_knowing_rests_on_nothing(billing: World) -> None:
    _, found = cited(billing, "Which port does the frobnicator listen on?")
    assert found.citations == ()


def test_near_a_question_are_the_last_value_and_what_else_is_known(billing: World) -> None:
    cache = Key("billing", "cache")
    found = nearby(billing.ledger, keys=[cache], subjects=["billing"], named="", valid=NOW, known=None)
    assert found.facts[0].object == "Redis"
    assert "8443" in {fact.object for fact in found.facts}
    assert len(found.facts) == 5


def test_near_an_unknown_name_are_names_like_it(billing: World) -> None:
    found = nearby(billing.ledger, keys=(), subjects=(), named="biling", valid=NOW, known=None)
    assert found.names == ("billing",)
    assert found.facts == ()
