"""assert, end, correct, withdraw, erase, undo, relation, alias: what they write, and that a dry run writes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.cli import done, fits, refused, tenure


def value(project: Path, *arguments: str) -> object:
    return tenure("value", project, *arguments, "--json").json["value"]


def everything(project: Path) -> str:
    return done("export", project).out


def test_assert_says_what_opened_and_closed(project: Path) -> None:
    summary = fits("write", done("assert", project, "billing", "port", "9443", "--from", "2025-01-01", "--json").json)
    assert summary["statement_count"] == 1
    assert summary["dry_run"] is False
    assert ("9443", None) in {(c["value"], c["valid_to"]) for c in summary["opened"]}
    assert ("8443", None) in {(c["value"], c["valid_to"]) for c in summary["closed"]}
    assert value(project, "billing", "port") == "9443"


def test_assert_without_date_holds_from_now(project: Path) -> None:
    done("assert", project, "billing", "owner", "Ledger team")
    fact = done("history", project, "billing", "owner", "--json").json["intervals"][0]
    assert fact["valid_from_precision"] == "instant"


def test_a_temporary_value_gives_way_again(project: Path) -> None:
    done("assert", project, "billing", "port", "1", "--from", "2025-03-01", "--to", "2025-03-08", "--temporary")
    assert value(project, "billing", "port", "--valid", "2025-03-03") == "1"
    assert value(project, "billing", "port", "--valid", "2025-03-09") == "8443"


def test_end_with_another_object_changes_nothing(project: Path) -> None:
    done("end", project, "billing", "port", "9999", "--at", "2025-01-01")
    assert value(project, "billing", "port") == "8443"
    done("end", project, "billing", "port", "8443", "--at", "2025-01-01")
    assert value(project, "billing", "port") is None


def test_correct_by_number_and_by_name(project: Path) -> None:
    done("correct", project, "second", "--object", "8444")
    assert value(project, "billing", "port") == "8444"
    done("correct", project, "#2", "--object", "8445", "--from", "2024-12")
    assert value(project, "billing", "port") == "8445"
    assert value(project, "billing", "port", "--valid", "2024-11-20") == "8080"
    assert value(project, "billing", "port", "--known", "tx:2") == "8443"


def test_correct_can_set_and_clear_an_end(project: Path) -> None:
    done("correct", project, "second", "--to", "2025-01-01")
    assert value(project, "billing", "port") is None
    done("correct", project, "second", "--open")
    assert value(project, "billing", "port") == "8443"


def test_withdraw_and_undo_and_redo(project: Path) -> None:
    done("withdraw", project, "second")
    assert value(project, "billing", "port") == "8080"
    assert "withdrawn" in refused("withdraw", project, "second")
    undone = done("undo", project, "--json").json["tx"]
    assert value(project, "billing", "port") == "8443"
    done("undo", project, f"tx:{undone}")
    assert value(project, "billing", "port") == "8080"


def test_undo_a_named_transaction(project: Path) -> None:
    done("undo", project, "tx:2")
    assert value(project, "billing", "port") == "8080"
    assert "'last' is not a transaction" in refused("undo", project, "last")


def test_erase_leaves_no_text(project: Path) -> None:
    done("assert", project, "billing", "contact", "someone@example.invalid")
    summary = fits("write", done("erase", project, "--subject", "billing", "--json").json)
    assert summary["erased"] >= 1
    assert value(project, "billing", "port") is None
    assert "someone" not in everything(project)
    assert "exactly one" in refused("erase", project)


def test_alias_leads_to_the_subject_and_merges_nothing(project: Path) -> None:
    fits("write", done("alias", project, "billing", "the invoicer", "--json").json)
    assert "the invoicer" in everything(project)
    assert tenure("value", project, "the invoicer", "port").code == 3
    last = done("info", project, "--json").json["known"]["tx"]
    said = done("alias", project, "billing", "money thing", "--dry-run").out
    assert said == f"Would record the alias money thing of billing (tx:{last + 1})\n"
    said = done("relation", project, "paging", "--cardinality", "set").out
    assert said == f"Recorded the relation paging (tx:{last + 1})\n"


def test_an_erased_value_is_called_so(project: Path) -> None:
    said = done("erase", project, "--subject", "billing").out.splitlines()
    assert "  - billing · port: (erased)  2024-11-05 to …" in said


def test_relation_shows_defines_and_lists(project: Path) -> None:
    shown = fits("relations", done("relation", project, "listening port", "--json").json)["relations"]
    assert [one["relation"] for one in shown] == ["port"]
    fits("write", done("relation", project, "paging", "--cardinality", "set", "--alias", "pager duty", "--json").json)
    found = fits("relations", done("relation", project, "pager duty", "--json").json)["relations"][0]
    assert (found["relation"], found["cardinality"], found["known"]) == ("paging", "set", True)
    assert len(fits("relations", done("relation", project, "--json").json)["relations"]) >= 60


def test_a_relation_with_a_time_to_live(project: Path) -> None:
    done("relation", project, "port", "--time-to-live", "90d")
    found = done("relation", project, "port", "--json").json["relations"][0]
    assert found["time_to_live_seconds"] == 90 * 86400
    assert "not a span" in refused("relation", project, "port", "--time-to-live", "soon")


DRY = [
    ("assert", "billing", "port", "9", "--from", "2025"),
    ("end", "billing", "port", "--at", "2025-05"),
    ("correct", "second", "--object", "9"),
    ("withdraw", "second"),
    ("erase", "--subject", "billing"),
    ("undo",),
    ("relation", "port", "--unit", "x"),
    ("alias", "billing", "biller"),
]


@pytest.mark.parametrize("arguments", DRY, ids=lambda a: a[0])
def test_a_dry_run_says_the_same_and_writes_nothing(project: Path, arguments: tuple[str, ...]) -> None:
    command, *rest = arguments
    before = everything(project)
    dry = fits("write", done(command, project, *rest, "--dry-run", "--json").json)
    assert dry["dry_run"] is True
    assert "Would record" in done(command, project, *rest, "--dry-run").out
    assert everything(project) == before
    wet = done(command, project, *rest, "--json").json
    assert {name: wet[name] for name in ("opened", "closed", "keys", "corrected", "erased")} == {
        name: dry[name] for name in ("opened", "closed", "keys", "corrected", "erased")
    }


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("assert", "billing", "port", "1", "--from", "2025-01-02", "--to", "2025-01-01"), "impossible interval"),
        (("assert", " ", "port", "1"), "SUBJECT is empty"),
        (("assert", "billing", "port", ""), "OBJECT is empty"),
        (("assert", "billing", "port", "1", "--from", "next week"), "not a date"),
        (("assert", "billing", "port", "1", "--recorded-at", "2999-01-01"), "future"),
        (("assert", "billing", "port", "1", "--id", "first"), "first"),
        (("assert", "billing", "port"), "OBJECT"),
        (("correct", "second"), "say what to correct"),
        (("correct", "second", "--open", "--to", "2025"), "either --to or --open"),
        (("correct", "nobody", "--object", "1"), "nobody"),
        (("withdraw", "999"), "999"),
        (("erase", "1", "--subject", "billing"), "exactly one"),
        (("alias", "billing", " "), "empty"),
        (("relation", "--unit", "s"), "NAME"),
    ],
)
def test_what_is_wrong_is_refused_and_writes_nothing(project: Path, arguments: tuple[str, ...], says: str) -> None:
    before = everything(project)
    command, *rest = arguments
    assert says in refused(command, project, *rest)
    assert everything(project) == before


@pytest.mark.parametrize(
    "command",
    [("undo",), ("withdraw",), ("rollback",), ("review", "accept"), ("correct",), ("erase",)],
    ids=" ".join,
)
def test_a_number_that_sqlite_cannot_hold_is_refused(project: Path, command: tuple[str, ...]) -> None:
    options = ("--object", "1") if command == ("correct",) else ()
    assert "so high a number" in refused(*command, project, str(10**20), *options)
