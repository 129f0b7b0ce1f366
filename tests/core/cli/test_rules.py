"""The commands of the rules."""

from __future__ import annotations

import json
from pathlib import Path

from helpers.cli import done, fits, refused

RULE = """
[[rule]]
name = "no-cache"
version = 1
kind = "ends all of a subject"
author = "test"
reason = "It is off"
trigger = { relation = "status", values = ["off"] }
effect = { only = ["port"] }
"""


def test_a_rule_through_its_life(project: Path, tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(RULE, encoding="utf-8")
    assert fits("rules", done("rules", "add", project, file, "--json").json)["rules"][0]["life"] == "draft"
    done("rules", "shadow", project, "no-cache")
    done("assert", project, "billing", "status", "off", "--from", "2025-01-01")
    shown = fits("rules", done("rules", "show", project, "no-cache", "--json").json)
    assert [entry["value"] for entry in shown["done"]] == ["8443"]
    assert "8443" in done("rules", "activate", project, "no-cache", "--apply-to-past", "--dry-run").out
    moved = fits("rules", done("rules", "activate", project, "no-cache", "--apply-to-past", "--json").json)
    assert moved["life"] == "active"
    assert len(moved["done"]) == 1
    ended = done_with(3, "why", project, "billing", "port", "--valid", "2025-02-01")
    assert "It is off" in ended
    assert "Ended by: the rule no-cache@1" in ended
    assert "ended by the rule no-cache@1" in done("history", project, "billing", "port").out
    interval = fits("history", done("history", project, "billing", "port", "--json").json)["intervals"][-1]
    assert interval["ended_by"]["rule"] == "no-cache@1"
    why = ("why", project, "billing", "port", "--valid", "2025-02-01", "--json")
    assert fits("why", json.loads(done_with(3, *why)))["ruling"]["rule"] == "no-cache@1"
    done("rules", "rollback", project, "no-cache")
    assert done("value", project, "billing", "port").out.startswith("8443")
    assert "already" in refused("rules", "rollback", project, "no-cache")
    moves = fits("rules", done("rules", "log", project, "no-cache", "--json").json)["moves"]
    assert [move["move"] for move in moves] == ["added", "shadow", "active", "retired", "rolled back"]


def test_list_and_what_is_refused(project: Path) -> None:
    assert len(fits("rules", done("rules", "list", project, "--json").json)["rules"]) >= 10
    assert "nothing" in done("rules", "add", project, "--starter").out
    assert "no rule" in refused("rules", "show", project, "none")
    done("rules", "retire", project, "team-dissolved", "--dry-run")
    assert "team-dissolved@1  shadow" in done("rules", "list", project).out


def done_with(code: int, *arguments: object) -> str:
    from helpers.cli import tenure

    result = tenure(*arguments)
    assert result.code == code, result
    return result.out


def test_a_rule_may_be_named_as_the_list_prints_it(tmp_path: Path) -> None:
    path = tmp_path / "p.tenure"
    done("new", path)
    listed = done("rules", "list", path).out.split()[0]
    assert listed.endswith("@1")
    assert done("rules", "show", path, listed).out == done("rules", "show", path, listed.removesuffix("@1")).out
    assert "of version 7" in refused("rules", "show", path, listed.replace("@1", "@7"))
