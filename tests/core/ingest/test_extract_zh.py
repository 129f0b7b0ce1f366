"""Chinese sentences, each with what it states; traps that state nothing; spans, dates, mixed text, any text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.ingest.document import Block, BlockKind
from tenure.ingest.extract import Extraction, Extractor
from tenure.ingest.extract.chinese.starts import Starts
from tenure.instants import DateOrigin, format_instant, parse_date
from tenure.ledger.registry_store import seed_relations
from tenure.ledger.types import Assert, End
from tenure.relations import RelationRegistry

_SENTENCES = Path(__file__).parent / "sentences"
_EXTRACTOR = Extractor(RelationRegistry(seed_relations()))


def _lines(name: str) -> list[str]:
    return (_SENTENCES / name).read_text("utf-8").splitlines()


def _read(text: str, headings: tuple[str, ...] = (), kind: BlockKind = BlockKind.PROSE) -> Extraction:
    return _EXTRACTOR.extract(Block(text, parse_date("2025-06-18"), DateOrigin.DOCUMENT, headings=headings, kind=kind))


def _written(found: Extraction) -> list[str]:
    lines = []
    for operation in (e.operation for e in found.stated):
        scope = "".join(f"[{name}]" for name, _ in operation.key.scope.dimensions)
        end = "end " if isinstance(operation, End) else ""
        lines.append(f"{end}{operation.key.subject}{scope} {operation.key.relation} {operation.object}")
    return sorted([*lines, *(f"alias {a.name} {a.alias}" for a in found.aliases)])


@pytest.mark.parametrize("line", _lines("stated.zh.txt"))
def test_a_sentence_states(line: str) -> None:
    text, expected = line.split(" || ")
    assert _written(_read(text)) == sorted(expected.split(" ; "))


@pytest.mark.parametrize("text", _lines("unstated.zh.txt"))
def test_a_trap_states_nothing(text: str) -> None:
    assert _written(_read(text)) == []


def test_the_span_is_the_sentence_and_the_object_stands_in_it() -> None:
    text = "先说别的。**订单网关**的端口是 `７３００`。再说别的。"
    (found,) = _read(text).stated
    start, end = found.span
    assert found.operation.object == "７３００"
    assert text[start:end] == found.operation.evidence.text
    assert "７３００" in text[start:end]
    assert "别的" not in text[start:end]


def test_a_heading_gives_the_subject() -> None:
    assert _written(_read("它的端口是 8080。", ("订单网关",))) == ["订单网关 port 8080"]


def test_both_languages_in_one_text() -> None:
    found = _written(_read("The port of billing-api is 8443. 订单网关的端口是 7300。"))
    assert found == ["billing-api port 8443", "订单网关 port 7300"]


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("自2025年5月1日起，订单网关的端口为 7300。", "2025-05-01"),
        ("去年三月起，订单网关的端口是 7300。", "2024-03"),
        ("上周五，订单网关的端口改为 7300。", "2025-06-13"),
        ("昨天，订单网关的端口改为 7300。", "2025-06-17"),
        ("自2023年起，订单网关的端口为 7300。", "2023"),
        ("即日起，订单网关的端口为 7300。", "2025-06-18"),
    ],
)
def test_dates_count_from_the_passage(text: str, begins: str) -> None:
    (found,) = _read(text).stated
    assert isinstance(found.operation, Assert)
    assert format_instant(found.operation.valid_from, found.operation.precision) == begins


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="的是由改为端口负责人在年月日0189〇二三年前后周一上下，。：“”《》（）`A.v 吗如果", max_size=60))
def test_any_text_is_read(text: str) -> None:
    _read(text)
    _read(text, kind=BlockKind.MESSAGE)


def test_a_value_until_a_day_yet_to_come_has_an_end() -> None:
    (found,) = _read("订单网关的端口在2025年9月1日之前是 7300。").stated
    assert isinstance(found.operation, Assert)
    assert found.operation.valid_to is not None
    assert format_instant(found.operation.valid_to).startswith("2025-09-01")


def test_a_deadline_for_a_change_states_nothing() -> None:
    assert _written(_read("2025年9月1日之前把订单网关迁到 k8s-east 集群。")) == []


def test_names_told_apart_have_each_their_own_value() -> None:
    found = _written(_read("青禾农业与远星电子分别以郑州和宁波为总部。"))
    assert found == ["远星电子 headquarters 宁波", "青禾农业 headquarters 郑州"]


def test_a_condition_silences_only_what_hangs_on_it() -> None:
    assert _written(_read("订单网关的端口是 7300，如果连不上，先重启一次。")) == ["订单网关 port 7300"]
    assert _written(_read("订单网关的端口改为 7300，如果没人反对的话。")) == []


def test_words_are_found_whole_and_longest_first() -> None:
    starts = Starts(("端口", "端口号", "TL", "埠"))
    assert [m[0] for m in starts.matches("端口号和埠，Thistle 的端口")] == ["端口号", "埠", "端口"]
    assert starts.present("端口号和埠") == {"端口", "端口号", "埠"}
