"""A table looked at before it is imported, and how it is read kept in the project's mapping."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.errors import InputError
from tenure.ingest import import_paths
from tenure.ingest.mapping import NO_MAPPING, parse_mapping
from tenure.ingest.tablehead import MOST_ROWS, Shown, fits, glob_of, proposed, read_head, states
from tenure.ingest.tablemap import TableMap
from tenure.ingest.tabletext import with_table, written
from tenure.instants import format_instant, parse_date
from tenure.ledger import open_ledger

NOW = parse_date("2026-03-01").at
REGISTER = """Service,Listens on,Team,Since,Env
billing,8080,Payments,2024-01-02,prod
billing,8443,Payments,2025-01-02,prod
catalog,7000,"Shop, front",never,dev
"""


def test_the_first_rows_of_a_table_are_read_and_its_columns_understood(tmp_path: Path) -> None:
    path = tmp_path / "register.csv"
    path.write_text(REGISTER, "utf-8")
    head = read_head(path)
    assert head.columns == ("Service", "Listens on", "Team", "Since", "Env")
    assert [row.cells[0] for row in head.rows] == ["billing", "billing", "catalog"]
    assert not head.more
    table = proposed(head)
    assert (table.subject, table.valid_from) == ("Service", "Since")
    assert table.scope_columns == (("env", "Env"),)
    assert table.relations == (("Listens on", "Listens on"), ("Team", "Team"))
    found = states(head, table, UTC, NOW)
    assert [said(shown) for shown in found.statements] == [
        ("billing", "Listens on", "8080", "2024-01-02"),
        ("billing", "Team", "Payments", "2024-01-02"),
        ("billing", "Listens on", "8443", "2025-01-02"),
        ("billing", "Team", "Payments", "2025-01-02"),
    ]
    assert found.faults == ("register.csv, line 4: 'never' is not a date",)


def said(shown: Shown) -> tuple[str, str, str, str]:
    day = "" if shown.begins is None else format_instant(shown.begins.at, shown.begins.precision)
    return shown.key[0], shown.key[1], shown.value, day


def test_a_long_table_is_known_by_its_columns(tmp_path: Path) -> None:
    path = tmp_path / "settings.tsv"
    path.write_text("Item\tSetting\tValue\tRegion\nbilling\tport\t8080\teu\n", "utf-8")
    table = proposed(read_head(path))
    assert (table.subject, table.relation, table.value) == ("Item", "Setting", "Value")
    assert table.scope_columns == (("region", "Region"),)


def test_a_workbook_is_looked_at_sheet_by_sheet(tmp_path: Path) -> None:
    path = tmp_path / "register [2025].xlsx"
    book = openpyxl.Workbook()
    first = book.active
    assert first is not None
    first.title = "Cover"
    first.append(["Register of services"])
    second = book.create_sheet("Services")
    second.append(["kept by hand"])
    second.append(["Service", "Port", "From"])
    for number in range(MOST_ROWS + 5):
        second.append([f"s{number}", number, date(2025, 1, 1)])
    book.save(path)
    head = read_head(path, sheet="Services", header=2)
    assert head.sheets == ("Cover", "Services")
    assert head.columns[:3] == ("Service", "Port", "From")
    assert len(head.rows) == MOST_ROWS
    assert head.more
    table = replace(proposed(head), header=2)
    assert table.matches(path.name)
    found = states(head, table, UTC, NOW)
    assert said(found.statements[1]) == ("s1", "Port", "1", "2025-01-01")
    with open_ledger(tmp_path / "project.db", clock=lambda: NOW) as ledger:
        summary = import_paths(ledger, [path], mapping=with_table(NO_MAPPING, table))
    assert summary.statements == MOST_ROWS + 5


def test_what_is_no_table_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_head(tmp_path / "nothing.csv")
    (tmp_path / "empty.csv").write_text("\n\n", "utf-8")
    with pytest.raises(InputError, match="no row"):
        read_head(tmp_path / "empty.csv")
    (tmp_path / "no.xlsx").write_text("text", "utf-8")
    with pytest.raises(InputError, match="not a readable workbook"):
        read_head(tmp_path / "no.xlsx")


def test_a_column_that_is_missing_is_named(tmp_path: Path) -> None:
    path = tmp_path / "register.csv"
    path.write_text(REGISTER, "utf-8")
    head = read_head(path)
    table = replace(proposed(head), valid_to="Until")
    assert not fits(head, table)
    with pytest.raises(InputError, match="no column 'Until'"):
        states(head, table, UTC, NOW)


def test_a_table_is_put_in_place_of_the_one_before_and_all_else_stays() -> None:
    text = (
        '# the configuration\n[[files]]\nmatch = "*.yml"\n\n'
        '[[table]]\nfiles = "a.csv"\nsubject = "Service"\n\n'
        '[[table]]\nfiles = "b.csv"\nsubject = "Thing"  # kept\n'
    )
    table = TableMap(("a.csv",), "{Team} {Name}", relations=(("Port", "port"),), sets=(("Tags", ","),))
    found = with_table(parse_mapping(text), table)
    assert found.tables == (parse_mapping(text).tables[1], table)
    assert found.files == parse_mapping(text).files
    assert "# the configuration" in found.text
    assert "# kept" in found.text
    assert with_table(found, table).tables == found.tables
    wider = replace(table, files=("tables/*.csv",))
    assert with_table(found, wider).tables == (*found.tables, wider)
    assert with_table(found, wider, instead_of=table).tables == (found.tables[0], wider)


NAMES = st.text(st.characters(codec="utf-8", exclude_characters="{}"), min_size=1, max_size=12).filter(str.strip)


@given(NAMES, st.dictionaries(NAMES, NAMES, max_size=3), st.dictionaries(NAMES, NAMES, max_size=2))
def test_whatever_its_columns_are_called_a_table_is_read_back(
    subject: str, relations: dict[str, str], scope: dict[str, str]
) -> None:
    table = TableMap(
        (glob_of(subject),),
        subject,
        header=3,
        relations=tuple(relations.items()),
        valid_to="Until",
        scope_columns=tuple(scope.items()),
    )
    assert parse_mapping(written(table)).tables == (table,)
    assert table.matches(subject)
