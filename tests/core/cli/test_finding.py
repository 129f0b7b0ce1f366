"""search, lint, sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.cli import done, fits, refused, tenure


@pytest.fixture
def noted(tmp_path: Path) -> Path:
    """A project made of two notes."""
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "2024-09-01-start.md").write_text("# Start\n\nThe port of billing is 8080.\n\nWe had cake.\n")
    (notes / "2024-11-05-move.md").write_text("# Move\n\nThe port of billing is 8443.\n")
    path = tmp_path / "n.tenure"
    done("new", path)
    done("import", path, notes, "--replay")
    return path


def test_search_leaves_out_what_does_not_hold(noted: Path) -> None:
    hits = fits("search", done("search", noted, "port of billing", "--json").json)["hits"]
    assert any("8443" in hit["text"] for hit in hits)
    assert not any("8080" in hit["text"] for hit in hits)
    past = done("search", noted, "port of billing", "--valid", "2024-10-01", "--json").json["hits"]
    assert any("8080" in hit["text"] for hit in past)


def test_search_brings_retired_back_labelled(noted: Path) -> None:
    hits = done("search", noted, "port of billing", "--include-retired", "--json").json["hits"]
    assert {"superseded", "current"} <= {hit["state"] for hit in hits}
    assert "[superseded]" in done("search", noted, "port of billing", "--include-retired").out


def test_search_finding_nothing_is_exit_3(noted: Path) -> None:
    result = tenure("search", noted, "zeppelin")
    assert (result.code, result.out) == (3, "Nothing found.\n")


def test_sources_lists_what_was_imported(noted: Path) -> None:
    found = fits("sources", done("sources", noted, "--json").json)["sources"]
    assert [Path(source["source"]).name for source in found] == ["2024-09-01-start.md", "2024-11-05-move.md"]
    assert "2024-11-05-move.md" in done("sources", noted).out


def test_sources_of_an_empty_project(tmp_path: Path) -> None:
    done("new", tmp_path / "e.tenure")
    assert "No sources yet" in done("sources", tmp_path / "e.tenure").out


def test_lint_finds_stale_claims_at_their_place(noted: Path, tmp_path: Path) -> None:
    page = tmp_path / "guide.md"
    page.write_text("# Guide\n\nConnect to billing: the port of billing is 8080.\n")
    result = tenure("lint", noted, page, "--json")
    assert result.code == 1
    (finding,) = fits("lint", result.json)["findings"]
    assert (finding["line"], finding["column"], finding["end_column"]) == (3, 44, 48)
    assert finding["mark"]["superseded_by"] == "8443"
    assert tenure("lint", noted, page).out == (
        f"{page}:3:44: billing · port: 8080 holds no more since 2024-11-05; what holds is 8443\n"
    )
    assert tenure("lint", noted, page, "--github").out.startswith(f"::error file={page},line=3,col=44,endColumn=48,")


def test_lint_names_what_holds_and_not_the_next_of_a_chain(noted: Path, tmp_path: Path) -> None:
    page = tmp_path / "guide.md"
    page.write_text("The port of billing is 8080.\n")
    done("assert", noted, "billing", "port", "9453", "--from", "2025-03-01")
    assert tenure("lint", noted, page).out.endswith("; what holds is 9453\n")
    assert tenure("lint", noted, page, "--valid", "2025-01-01").out.endswith("; what holds is 8443\n")
    done("end", noted, "billing", "port", "--at", "2025-04-01")
    assert tenure("lint", noted, page).out.endswith("8080 holds no more since 2024-11-05\n")


@pytest.mark.parametrize(
    "text",
    ["The port of billing is 8443.", "The port of billing is no longer 8080.", "Room 8080 is free.", ""],
)
def test_lint_lets_pass_what_is_right_or_no_claim(noted: Path, tmp_path: Path, text: str) -> None:
    page = tmp_path / "guide.md"
    page.write_text(text)
    result = done("lint", noted, page, "--json")
    assert fits("lint", result.json)["findings"] == []


def test_lint_at_a_past_time_and_in_a_folder(noted: Path, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.md").write_text("The port of billing is 8080.\n")
    (docs / "b.bin").write_bytes(b"\xff\xfe")
    assert tenure("lint", noted, docs).code == 1
    assert tenure("lint", noted, docs, "--valid", "2024-10-01").code == 0


def test_lint_refuses_what_it_cannot_read(noted: Path, tmp_path: Path) -> None:
    assert "No such file" in refused("lint", noted, tmp_path / "missing.md")
    (tmp_path / "latin.md").write_bytes(b"caf\xe9")
    assert "not UTF-8 text (byte 3)" in refused("lint", noted, tmp_path / "latin.md")


def test_searching_for_nothing_is_refused(noted: Path) -> None:
    assert refused("search", noted, " ").startswith("the query is empty")
