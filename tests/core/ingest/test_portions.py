from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.ingest import import_paths
from tenure.ingest.document import Block, BlockKind, Document
from tenure.ingest.portions import LONGEST, in_portions
from tenure.instants import DateOrigin, parse_date
from tenure.keys import Key
from tenure.ledger import open_ledger

DATED = parse_date("2025-03-04")


def portions(text: str, kind: BlockKind = BlockKind.PROSE) -> tuple[Block, ...]:
    block = Block(text, DATED, DateOrigin.DOCUMENT, 3, ("Notes",), kind)
    return in_portions(Document("notes.txt", "text", "", "0", DATED, (block,))).blocks


def test_a_block_of_ordinary_length_stays_as_it_is() -> None:
    text = "word " * (LONGEST // 5)
    assert [block.text for block in portions(text)] == [text]


def test_a_table_stays_whole() -> None:
    assert len(portions("| a | b |\n" * 2_000, BlockKind.TABLE)) == 1


@settings(max_examples=15, deadline=None)
@given(
    st.lists(
        st.sampled_from(["A short line.", "no end here", "多年以前。", "x" * 5_000, "Why? Because!"]), min_size=900
    )
)
def test_portions_are_the_text_in_order_with_its_line_numbers(lines: list[str]) -> None:
    text = "\n".join(lines)
    found = portions(text)
    assert "".join(block.text for block in found).replace("\n", "") == text.replace("\n", "")
    numbered = list(lines)
    for block in found:
        assert len(block.text) <= LONGEST
        assert block.headings == ("Notes",)
        assert block.text.split("\n")[0] in numbered[block.line - 3]


def test_a_fact_in_a_text_without_blank_lines_is_read_from_its_own_portion(tmp_path: Path) -> None:
    lines = [f"Nothing of note happened in week {week}." for week in range(3_000)]
    lines[2_000] = "The port of billing is 9443."
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/2025-03-04.txt").write_text("\n".join(lines), "utf-8")
    with open_ledger(tmp_path / "project.db") as ledger:
        import_paths(ledger, [tmp_path / "notes"])
        key = Key("billing", "port")
        assert ledger.slot(key).value == "9443"
        (statement,) = ledger.statements(key)
        assert statement.evidence.passage is not None
        (passage,) = ledger.passages.get([statement.evidence.passage])
        assert len(passage.text) <= LONGEST
        assert passage.text.split("\n")[2_001 - passage.line] == lines[2_000]
