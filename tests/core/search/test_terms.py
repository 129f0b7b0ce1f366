from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.search.terms import content_stems, index_form, match_expression


def found(text: str, query: str) -> bool:
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE VIRTUAL TABLE t USING fts5 (body, tokenize = 'porter unicode61 remove_diacritics 2')")
        db.execute("INSERT INTO t VALUES (?)", (index_form(text),))
        expression = match_expression(query)
        return bool(expression) and bool(db.execute("SELECT 1 FROM t WHERE t MATCH ?", (expression,)).fetchall())


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("課金サービスのポートは8080です", "課金"),
        ("課金サービスのポートは8080です", "ポート"),
        ("課金サービスのポートは8080です", "ポートは"),
        ("請求書は東京で作成", "東京"),
        ("地図", "図"),
        ("世界地図帳", "界"),
        ("결제 서비스 포트", "결제"),
        ("计费服务监听端口", "端口"),
        ("Die Größe beträgt 5", "grösse"),
        ("Café opens", "cafe"),
        ("billing listens on 8080", "which port does billing listen on?"),
        ("ledger-db stores it", "ledger-db"),
        ("ledger db stores it", "ledger-db"),
        ("billing's port", "billing's"),
        ("the billing port", "billing's"),
        ("who is it", "who is it"),
    ],
)
def test_finds(text: str, query: str) -> None:
    assert found(text, query)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("課金サービス", "請求"),
        ("世地 界図", "世界"),
        ("18080", "8080"),
        ("db of the ledger", "ledger-db"),
        ("what a day", "which port is it"),
        ("anything", "?!"),
        ("anything", ""),
    ],
)
def test_does_not_find(text: str, query: str) -> None:
    assert not found(text, query)


@given(st.text(max_size=60))
def test_no_query_is_ever_a_syntax_error(query: str) -> None:
    assert found("some text", query) in (True, False)


@given(st.text(alphabet='"()*:^-+NEARANDOR NOT{}世', max_size=30))
def test_operators_of_the_index_are_ordinary_letters(query: str) -> None:
    assert not found("some text", query)


def test_stems_of_content() -> None:
    assert content_stems("Which port is the billing service listening on?") == content_stems(
        "ports, services, listens billing"
    )
