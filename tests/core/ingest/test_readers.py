"""Each reader on the forms people write."""

from __future__ import annotations

from datetime import UTC

import pytest

from tenure.errors import InputError
from tenure.ingest.document import BlockKind, Document
from tenure.ingest.readers import Content, decode, digest_of, looks_binary, read
from tenure.instants import DateOrigin, Precision, parse_date
from tenure.ledger.types import Assert, Correct, DefineRelation, End, Withdraw

NOW = parse_date("2026-03-01").at
FILE_TIME = parse_date("2025-12-24T08:00:00Z").at


def document(
    text: str, name: str = "notes.md", *, skip_bad: bool = False, file_time: int | None = FILE_TIME
) -> Document:
    return read(Content(name, text, digest_of(text.encode()), UTC, file_time, NOW, skip_bad))


def dates(found: Document) -> list[str]:
    return [str(b.dated) for b in found.blocks]


# --- dates, in order --------------------------------------------------------------------------------


def test_the_order_of_dates() -> None:
    text = "# Notes\n\nSome words."
    assert dates(document("---\ndate: 2025-05-01\n---\n" + text, "2025-06-02-notes.md"))[-1] == "2025-05-01"
    assert dates(document("# Notes, 3 May 2025\n\nSome words.", "2025-06-02-notes.md")) == ["2025-05-03"]
    assert dates(document(text, "2025-06-02-notes.md")) == ["2025-06-02"]
    assert dates(document(text, "2025-06-weekly.md")) == ["2025-06"]
    assert dates(document(text, "2025/06/02.md")) == ["2025-06-02"]
    (block,) = document(text).blocks
    assert (str(block.dated), block.origin) == ("2025-12-24T08:00:00Z", DateOrigin.ASSUMED)
    assert str(document(text, file_time=None).dated) == "2026-03-01T00:00:00Z"


def test_dated_headings_govern_what_stands_under_them() -> None:
    text = (
        "# Weekly sync, March 2025\n\nA.\n\n## 2025-03-10 Weekly\n\nB.\n\n### Details\n\nC.\n\n"
        "## Monday, 17 March 2025\n\nD."
    )
    found = document(text, "2025-03-weekly.md")
    assert dates(found) == ["2025-03", "2025-03-10", "2025-03-10", "2025-03-17"]
    assert found.blocks[2].headings == ("Weekly sync, March 2025", "2025-03-10 Weekly", "Details")


@pytest.mark.parametrize(
    "heading",
    ["## [2.3.0] - 2025-06-01", "## 2.3.0 (2025-06-01)", "## v2.3.0 — 2025-06-01", "## 2.3.0, 1 June 2025"],
)
def test_change_log_headings(heading: str) -> None:
    found = document(f"# Changelog of harbor-sdk\n\n{heading}\n\n- A thing.\n", "CHANGELOG.md")
    assert dates(found) == ["2025-06-01"]
    assert found.blocks[0].kind is BlockKind.ITEMS


def test_unreleased_states_nothing() -> None:
    found = document("# Changelog\n\n## [Unreleased]\n\n- The port of billing is now 9000.\n", "CHANGELOG.md")
    assert found.blocks[0].kind is BlockKind.SILENT


def test_an_ambiguous_date_in_a_heading_is_no_date() -> None:
    assert dates(document("# Notes\n\n## 04/05/2025\n\nA.", "2025-06-02.md")) == ["2025-06-02"]


def test_front_matter_with_times_and_other_keys() -> None:
    found = document("---\ntitle: Tour\ndate: 2025-05-01T10:00:00Z\ntags: [a, b]\n---\n\nText.")
    assert found.title == "Tour"
    assert str(found.dated) == "2025-05-01T10:00:00Z"
    assert found.blocks[0].kind is BlockKind.SILENT
    assert found.blocks[1].line == 7


def test_broken_front_matter_is_told_and_the_rest_read() -> None:
    found = document("---\ntitle: [unclosed\ndate: x: y\n---\n\n# Tour\n\nText.")
    (refused,) = found.refused
    assert str(refused).startswith("notes.md, line 3: the front matter is not valid YAML and is read as no more than")
    assert [(b.kind, b.line) for b in found.blocks] == [(BlockKind.SILENT, 1), (BlockKind.PROSE, 8)]


# --- decision records -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "head",
    [
        "# Decision 3\n\nStatus: accepted\nDate: 2025-02-10",
        "# Decision 3\n\n- Status: accepted\n- Date: 2025-02-10",
        "# Decision 3\n\n**Status:** accepted\n\n**Date:** 10 February 2025",
        "# Decision 3\n\n* Status: Superseded by 0007\n* Date: 2025-02-10",
        "# Decision 3\n\n| Status | accepted |\n|---|---|\n| Date | 2025-02-10 |",
        "---\nstatus: accepted\ndate: 2025-02-10\n---\n\n# Decision 3",
        "# Decision 3\n\n## Status\n\nAccepted\n\n## Date\n\n2025-02-10",
    ],
)
def test_decisions_that_state(head: str) -> None:
    found = document(f"{head}\n\n## Decision\n\nbilling listens on 8443.", "0003-x.md")
    assert found.blocks[-1].kind is BlockKind.PROSE
    assert str(found.blocks[-1].dated) == "2025-02-10"


@pytest.mark.parametrize(
    "status", ["rejected", "Proposed", "draft", "withdrawn", "Rejected (2025-03-01)", "under discussion"]
)
def test_decisions_that_state_nothing(status: str) -> None:
    for head in (
        f"# D\n\nStatus: {status}\nDate: 2025-02-10",
        f"---\nstatus: {status}\n---\n\n# D",
        f"# D\n\n## Status\n\n{status}",
    ):
        found = document(f"{head}\n\n## Decision\n\nbilling listens on 8443.")
        assert {b.kind for b in found.blocks} == {BlockKind.SILENT}


@pytest.mark.parametrize(
    "section", ["Rejected", "Rejected options", "Options considered", "Alternatives", "Open questions", "Ideas"]
)
def test_sections_that_state_nothing(section: str) -> None:
    found = document(f"# D\n\n## {section}\n\nbilling listens on 9000.\n\n## Decision\n\nbilling listens on 8443.")
    assert [b.kind for b in found.blocks] == [BlockKind.SILENT, BlockKind.PROSE]


def test_code_and_quotations_are_kept_but_silent() -> None:
    text = "# A\n\n```yaml\nport: 9000\n```\n\n> billing listens on 9000.\n\n    indented: code\n\n- Port: 8443\n"
    found = document(text)
    assert [b.kind for b in found.blocks] == [BlockKind.SILENT] * 3 + [BlockKind.ITEMS]
    assert [b.line for b in found.blocks] == [3, 7, 9, 11]


def test_blocks_are_the_sources_own_lines() -> None:
    text = "# A\n\nOne *line*\nand another.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    assert [b.text for b in document(text).blocks] == ["One *line*\nand another.", "| a | b |\n|---|---|\n| 1 | 2 |"]


def test_long_lists_are_cut_between_items() -> None:
    text = "# A\n\n" + "".join(f"- item {n} {'x' * 60}\n" for n in range(60))
    found = document(text)
    assert len(found.blocks) > 2
    assert all(b.text.startswith("- item") for b in found.blocks)
    assert "\n".join(b.text for b in found.blocks) + "\n" == text[5:]


# --- plain text -------------------------------------------------------------------------------------


def test_text_notes_with_dated_lines() -> None:
    text = "Notes\n=====\n\nFirst.\n\n2025-03-10\nbilling moved.\n\n- one\n- two\n\n17 March 2025:\n\nLast."
    found = document(text, "notes.txt")
    assert found.kind == "text"
    assert [(b.text, str(b.dated), b.kind) for b in found.blocks] == [
        ("First.", "2025-12-24T08:00:00Z", BlockKind.PROSE),
        ("billing moved.", "2025-03-10", BlockKind.PROSE),
        ("- one\n- two", "2025-03-10", BlockKind.ITEMS),
        ("Last.", "2025-03-17", BlockKind.PROSE),
    ]


# --- chats ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "[2024-03-01 10:12] ada: hello there",
        "[2024-03-01 10:12:00] ada: hello there",
        "[2024-03-01T10:12] ada: hello there",
        "[2024-03-01, 10:12] <ada> hello there",
        "2024-03-01 10:12 - ada: hello there",
        "2024-03-01 10:12 ada: hello there",
        "2024-03-01 10:12 <ada> hello there",
        "2024-03-01T10:12Z ada: hello there",
        "[01.03.24, 10:12:00] ada: hello there",
        "01.03.2024, 10:12 - ada: hello there",
    ],
)
def test_chat_lines(line: str) -> None:
    found = document(f"{line}\n{line}", "chat.txt")
    assert found.kind == "chat"
    block = found.blocks[0]
    assert (block.text, block.speaker, str(block.dated)) == ("hello there", "ada", "2024-03-01T10:12:00Z")
    assert block.dated.precision is Precision.INSTANT


def test_chat_under_date_lines() -> None:
    text = "1 March 2024\n\nada [10:12]\nhello\nthere\n\nbob [10:14]: hi\n\n--- 2 March 2024 ---\n[09:00] ada: morning"
    found = document(text, "chat.txt")
    assert [(b.speaker, b.text, str(b.dated)) for b in found.blocks] == [
        ("ada", "hello\nthere", "2024-03-01T10:12:00Z"),
        ("bob", "hi", "2024-03-01T10:14:00Z"),
        ("ada", "morning", "2024-03-02T09:00:00Z"),
    ]


def test_messages_of_several_lines_and_system_lines() -> None:
    text = "[2024-03-01 10:12] ada: one\ntwo\n\nthree\n[2024-03-01 10:13] bob joined\n[2024-03-01 10:14] bob: hi"
    found = document(text, "chat.txt")
    assert [(b.text, b.speaker, b.kind) for b in found.blocks] == [
        ("one\ntwo\n\nthree", "ada", BlockKind.MESSAGE),
        ("bob joined", None, BlockKind.SILENT),
        ("hi", "bob", BlockKind.MESSAGE),
    ]
    assert [b.line for b in found.blocks] == [1, 5, 6]


def test_slashed_dates_are_decided_by_the_whole_transcript_or_refused() -> None:
    day_first = "[01/03/24, 10:12:33] ada: a\n[13/03/24, 10:12:33] ada: b"
    assert [str(b.dated)[:10] for b in document(day_first, "chat.txt").blocks] == ["2024-03-01", "2024-03-13"]
    month_first = "[03/01/24, 10:12:33 AM] ada: a\n[03/13/24, 1:12:33 PM] ada: b"
    assert [str(b.dated) for b in document(month_first, "chat.txt").blocks] == [
        "2024-03-01T10:12:33Z",
        "2024-03-13T13:12:33Z",
    ]
    unclear = "[01/03/24, 10:12:33] ada: a\n[02/03/24, 10:12:33] ada: b"
    with pytest.raises(InputError, match="day or month first"):
        document(unclear, "chat.txt")
    assert [str(b.dated)[:10] for b in document(unclear, "2024-03-chat.txt").blocks] == ["2024-03-01", "2024-03-02"]


def test_prose_with_times_is_no_chat() -> None:
    assert document("Agenda\n\n10:00 start\n11:00 end\n\nWe met.", "notes.txt").kind == "text"


# --- tables -----------------------------------------------------------------------------------------


def test_csv_rows() -> None:
    text = (
        "subject,relation,object,valid_from,valid_to,scope,recorded_at,op\n"
        "billing,port,8080,2024-09,2025-01-01,env=prod,2024-09-02T08:00:00Z,assert\n"
        "billing,port,,,2025-03-01,,,end\n"
    )
    found = document(text, "register.csv")
    first, second = (e.operation for e in found.entries)
    assert isinstance(first, Assert)
    assert (str(first.key), first.object, first.precision, first.to_precision) == (
        "billing · port [env=prod]",
        "8080",
        Precision.MONTH,
        Precision.DAY,
    )
    assert found.entries[0].recorded_at == parse_date("2024-09-02T08:00:00Z").at
    assert isinstance(second, End)
    assert second.at == parse_date("2025-03-01").at
    assert [b.text for b in found.blocks] == text.splitlines()[1:]


@pytest.mark.parametrize(
    "header",
    [
        "Service;Property;Value;Since",
        "entity\tattribute\tvalue\tfrom",
        "SUBJECT,Relation,Object,Valid From",
        "name,key,value,start",
    ],
)
def test_tolerant_headers(header: str) -> None:
    sign = next(c for c in ";\t," if c in header)
    found = document(header + "\n" + sign.join(["billing", "port", "8080", "2024-09-01"]), "x.csv")
    (entry,) = found.entries
    assert isinstance(entry.operation, Assert)
    assert (entry.operation.key.relation, entry.operation.object) == ("port", "8080")
    assert entry.operation.valid_from == parse_date("2024-09-01").at


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("billing,port,8080,2024-13-01", "not a"),
        ("billing,port,,2024-01-01", "no value"),
        (",port,8080,2024-01-01", "no subject"),
        ("billing,,8080,2024-01-01", "no relation"),
        ("billing,port,8080,2024-01-01,extra", "5 values for 4 columns"),
        ('billing,port,"8080,2024-01-01', "quoting"),
    ],
)
def test_a_malformed_row_is_named_by_its_line(row: str, reason: str) -> None:
    text = f"subject,relation,object,valid_from\ncatalog,port,8100,2024-01-01\n{row}\n"
    with pytest.raises(InputError, match=rf"'x\.csv', line 3: .*{reason}"):
        document(text, "x.csv")
    found = document(text, "x.csv", skip_bad=True)
    assert len(found.entries) == 1
    assert [r.line for r in found.refused] == [3]


def test_a_table_without_the_needed_columns() -> None:
    with pytest.raises(InputError, match="no relation column"):
        document("subject,object\na,b\n", "x.csv")
    with pytest.raises(InputError, match="two columns stand for"):
        document("subject,service,relation\na,b,c\n", "x.csv")


def test_an_impossible_interval_in_a_table() -> None:
    with pytest.raises(InputError, match=r"ends .* before it begins"):
        document("subject,relation,object,valid_from,valid_to\na,b,c,2025-01-01,2024-01-01\n", "x.csv")


# --- statements -------------------------------------------------------------------------------------


def test_statements_and_their_groups() -> None:
    lines = [
        '{"op": "relation", "relation": "maintainers", "cardinality": "set"}',
        '{"id": "a", "subject": "x", "relation": "port", "object": "1", "valid_from": "2025-01", "tx": "t1"}',
        '{"op": "end", "subject": "x", "relation": "port", "valid_to": "2025-02-01", "tx": "t1"}',
        "",
        '{"op": "correct", "target": "a", "object": "2"}',
        '{"op": "withdraw", "target": "a", "recorded_at": "2025-03-01T00:00:00Z"}',
    ]
    found = document("\n".join(lines), "s.jsonl")
    assert [type(e.operation) for e in found.entries] == [DefineRelation, Assert, End, Correct, Withdraw]
    assert found.entries[1].group == found.entries[2].group is not None
    assert found.entries[0].group is None
    assert [b.line for b in found.blocks] == [1, 2, 3, 5, 6]


def test_a_malformed_statement_is_named_by_its_line() -> None:
    text = '{"subject": "x", "relation": "port", "object": "1", "valid_from": "2025"}\n{"subject": }\n'
    with pytest.raises(InputError, match=r"'s\.jsonl', line 2: "):
        document(text, "s.jsonl")
    found = document(text, "s.jsonl", skip_bad=True)
    assert (len(found.entries), [r.line for r in found.refused]) == (1, [2])


# --- bytes ------------------------------------------------------------------------------------------


def test_encodings() -> None:
    text = "Größe: 5 µs\n"
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        assert decode(text.encode(encoding), "x") == text
    assert decode(b"a\r\nb\rc", "x") == "a\nb\nc"
    with pytest.raises(InputError, match="byte 2 is neither UTF-8"):
        decode(b"Gr\xf6\xdfe", "x")


def test_binary_files() -> None:
    assert looks_binary(b"\x89PNG\0\0")
    assert not looks_binary("text".encode("utf-16"))
    assert not looks_binary(b"text")


@pytest.mark.parametrize("name", ["a.md", "a.txt", "a.csv", "a.jsonl", "README", "a.rst"])
def test_empty_files(name: str) -> None:
    found = document("", name)
    assert not found.blocks
    assert not found.entries


def test_a_quoted_value_that_never_ends_is_named() -> None:
    table = 'subject,relation,object,valid_from\nbilling,purpose,"' + "x" * 200_000
    with pytest.raises(InputError, match=r"line 2: a quoted value never ends, or is longer than 131,072 characters"):
        document(table, "facts.csv")
