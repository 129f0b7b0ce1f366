"""value, why, history, diff: what they print, their JSON, their exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.cli import done, fits, refused, tenure


def test_value_is_what_holds_now(project: Path) -> None:
    found = fits("value", done("value", project, "billing", "port", "--json").json)
    assert found["value"] == "8443"
    assert found["state"] == "current"
    assert found["valid_from"] == "2024-11-05T00:00:00Z"
    assert found["valid_from_precision"] == "day"
    assert found["valid_to"] is None
    assert found["superseded_by"] is None
    assert [item["value"] for item in found["items"]] == ["8443"]
    assert found["evidence"][0]["source"] == "notes/move.md"


def test_value_at_a_past_valid_time(project: Path) -> None:
    found = fits("value", done("value", project, "billing", "port", "--valid", "2024-10-01", "--json").json)
    assert (found["value"], found["valid_to"], found["superseded_by"]) == ("8080", "2024-11-05T00:00:00Z", "8443")
    assert found["evidence"][0]["text"] == "The port of billing is 8080."
    assert found["valid"] == "2024-10-01T00:00:00Z"


def test_value_as_known_at_a_transaction(project: Path) -> None:
    found = fits("value", done("value", project, "billing", "port", "--known", "tx:1", "--json").json)
    assert found["value"] == "8080"
    assert found["known"]["tx"] == 1
    assert found["items"][0]["valid_to"] is None


def test_subject_and_relation_in_other_spellings(project: Path) -> None:
    assert done("value", project, " BILLING ", "Listening Port", "--json").json["value"] == "8443"


def test_a_set_is_a_list(project: Path) -> None:
    found = fits("value", done("value", project, "billing", "maintainers", "--json").json)
    assert sorted(found["value"]) == ["ada", "bob"]
    assert len(found["items"]) == 2


def test_scope_chooses_and_without_one_the_scopes_are_listed(project: Path) -> None:
    assert done("value", project, "billing", "replicas", "--scope", "env=prod", "--json").json["value"] == "3"
    table = fits("value", done("value", project, "billing", "replicas", "--json").json)
    assert table["value"] is None
    assert table["absence"] == "other scopes"
    assert {fact["scope"]["env"]: fact["value"] for fact in table["scopes"]} == {"prod": "3", "staging": "1"}


@pytest.mark.parametrize(
    ("arguments", "state", "absence"),
    [
        (("billing", "cache"), "ended", "ended"),
        (("billing", "licence"), "unknown", "never stated"),
        (("nobody", "port"), "unknown", "never stated"),
        (("billing", "port", "--valid", "2023"), "future", "not yet"),
    ],
)
def test_nothing_holds_is_exit_3(project: Path, arguments: tuple[str, ...], state: str, absence: str) -> None:
    result = tenure("value", project, *arguments, "--json")
    assert result.code == 3
    found = fits("value", result.json)
    assert (found["value"], found["items"], found["state"], found["absence"]) == (None, [], state, absence)


def test_what_ended_says_until_when(project: Path) -> None:
    result = tenure("value", project, "billing", "cache")
    assert result.code == 3
    assert "was Redis until 2025-02-01" in result.out


def test_a_bare_date_on_which_it_changed_shows_both(project: Path) -> None:
    result = done("value", project, "billing", "port", "--valid", "2024-11")
    assert "8080" in result.out
    assert "changed in that period: 8443" in result.out


def test_why_names_the_ruling_and_the_beaten(project: Path) -> None:
    found = fits("why", done("why", project, "billing", "port", "--json").json)
    assert found["ruling"]["object"] == "8443"
    assert found["ruling"]["id"] == "second"
    assert [one["object"] for one in found["beaten"]] == ["8080"]
    text = done("why", project, "billing", "port").out
    assert "Ruled by: #2" in text
    assert "Beat:     #1" in text


def test_history_is_in_valid_order_with_states(project: Path) -> None:
    done("assert", project, "billing", "port", "9443", "--from", "2024-10-01")
    found = fits("history", done("history", project, "billing", "port", "--json").json)
    assert [(f["value"], f["state"]) for f in found["intervals"]] == [
        ("8080", "superseded"),
        ("9443", "superseded"),
        ("8443", "current"),
    ]
    known = done("history", project, "billing", "port", "--known", "tx:2", "--json").json
    assert [f["value"] for f in known["intervals"]] == ["8080", "8443"]


def test_history_of_nothing_is_exit_3(project: Path) -> None:
    result = tenure("history", project, "billing", "licence", "--json")
    assert result.code == 3
    assert fits("history", result.json)["intervals"] == []


def test_diff_in_the_world_and_in_belief(project: Path) -> None:
    world = fits("diff", done("diff", project, "2024-10-01", "2025-03-01", "--json").json)
    assert [(c["before"]["value"], c["after"]["value"]) for c in world["changed"]] == [("8080", "8443")]
    assert [fact["value"] for fact in world["closed"]] == ["Redis"]
    assert [fact["value"] for fact in world["opened"]] == ["bob"]
    belief = fits("diff", done("diff", project, "tx:1", "tx:2", "--axis", "system", "--json").json)
    assert [(c["before"]["value"], c["after"]["value"]) for c in belief["changed"]] == [("8080", "8443")]
    assert "Nothing differs." in done("diff", project, "2024-10-01", "2024-10-02").out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--valid", "yesterday"), "'yesterday' is not a date"),
        (("--valid", "2024-02-31"), "not a real date"),
        (("--known", "tx:99"), "no transaction 99"),
        (("--known", "soon"), "'soon' is not a date"),
        (("--scope", "prod"), "'prod' is not a scope"),
    ],
)
def test_bad_times_and_scopes_are_refused(project: Path, arguments: tuple[str, ...], says: str) -> None:
    assert says in refused("value", project, "billing", "port", *arguments)


def test_value_needs_subject_and_relation(project: Path) -> None:
    assert "SUBJECT and RELATION" in refused("value", project, "billing")
