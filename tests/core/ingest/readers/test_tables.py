"""Tables of one's own: what a mapping makes of CSV and of spreadsheets."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.documents import items_of, read_text, survives
from tenure.errors import InputError
from tenure.ingest.document import Document
from tenure.ingest.tablemap import TableMap, table_maps
from tenure.ledger.types import Assert

WIDE = """Service,Listens on,Team,Maintainers,Region,Since
billing,8080,Tide,"Ada, Bob",eu,
search,9000,Reef,,us,2025-02-01
billing,8081,Tide,,us,
"""
MAPPING: dict[str, Any] = {
    "files": "registers/*.csv",
    "subject": "Service",
    "relations": {"Listens on": "port", "Team": "owner"},
    "sets": {"Maintainers": ","},
    "scope": {"env": "prod"},
    "scope_columns": {"region": "Region"},
    "valid_from": "Since",
}


def maps(**changes: Any) -> tuple[TableMap, ...]:
    merged = {**MAPPING, **changes}
    return table_maps([{key: value for key, value in merged.items() if value is not None}])


def stated(found: Document) -> dict[str, str]:
    items = items_of(found)
    one = {_shown(key): value for key, value in items.values.items()}
    many = {_shown(key): "|".join(members) for key, members in items.members.items()}
    dated = {_shown(i.key): f"{i.object} from {i.dated} to {i.until}" for i in items.dated}
    return {**one, **many, **dated}


def _shown(key: tuple[str, str, tuple[tuple[str, str], ...]]) -> str:
    return f"{key[0]} · {key[1]}" + "".join(f" {n}={v}" for n, v in key[2])


def table(text: str, **changes: Any) -> Document:
    return read_text(text, "registers/services.csv", tables=maps(**changes))


# --- CSV --------------------------------------------------------------------------------------------


def test_a_wide_table() -> None:
    found = table(WIDE)
    assert found.kind == "table"
    assert stated(found) == {
        "billing · port env=prod region=eu": "8080",
        "billing · owner env=prod region=eu": "Tide",
        "billing · Maintainers env=prod region=eu": "Ada|Bob",
        "search · port env=prod region=us": "9000 from 2025-02-01 to None",
        "search · owner env=prod region=us": "Reef from 2025-02-01 to None",
        "billing · port env=prod region=us": "8081",
        "billing · owner env=prod region=us": "Tide",
    }
    items = items_of(found)
    assert items.relations.keys() == {"Maintainers"}
    assert items.locate(("billing", "port", (("env", "prod"), ("region", "us"))), "8081") == 4


def test_columns_under_their_own_names() -> None:
    plain = {"relations": None, "sets": None, "scope": None, "scope_columns": None, "valid_from": None}
    text = "Service;Port;Owner\nbilling;8080;Tide\n"
    assert stated(table(text, **plain)) == {"billing · Port": "8080", "billing · Owner": "Tide"}
    assert stated(table(text, **{**plain, "relations": ["Owner"]})) == {"billing · Owner": "Tide"}


def test_templates_names_and_ends() -> None:
    text = "Team\tService\tShort\tPort\tFrom\tUntil\nTide\tbilling\tbil\t8080\t2024\t2025-03-01\n"
    found = read_text(
        text, "x.tsv",
        tables=table_maps(
            [{"files": ["*.tsv"], "subject": "{Team}/{Service}", "names": ["Short"], "relations": ["Port"],
              "valid_from": "From", "valid_to": "Until"}]
        ),
    )  # fmt: skip
    assert stated(found) == {"Tide/billing · Port": "8080 from 2024 to 2025-03-01"}
    assert items_of(found).names == (("Tide/billing", "bil"),)


def test_a_long_table() -> None:
    text = "Who,What,How\nbilling,port,8080\nbilling,owner,Tide\nbilling,note,\n"
    long = table_maps([{"files": "*.csv", "subject": "Who", "relation": "What", "value": "How"}])
    assert stated(read_text(text, "x.csv", tables=long)) == {"billing · port": "8080", "billing · owner": "Tide"}


def test_two_mappings_of_one_table() -> None:
    both = table_maps(
        [{"files": "*.csv", "subject": "Service", "relations": ["Team"]}, {"files": "*.csv", "subject": "Team",
          "relations": ["Lead"]}]
    )  # fmt: skip
    found = read_text("Service,Team,Lead\nbilling,Tide,Ada\nsearch,Tide,Ada\n", "x.csv", tables=both)
    assert stated(found) == {"billing · Team": "Tide", "search · Team": "Tide", "Tide · Lead": "Ada"}


def test_rows_that_disagree_are_left_out_and_told() -> None:
    text = "Service,Listens on,Team\nbilling,8080,Tide\nBilling,9090,Tide\n"
    found = table(text, sets=None, scope=None, scope_columns=None, valid_from=None)
    assert stated(found) == {"billing · owner": "Tide"}
    assert [str(r) for r in found.refused] == [
        "registers/services.csv, line 3: line 2 gives another value to Billing · port; both are left out"
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (WIDE.replace("Team", "Owner"), "line 1: the header has no column 'Team', which the mapping names"),
        (WIDE.replace("Region", "Team"), "line 1: the header has more than one column 'Team'"),
        (WIDE.replace("2025-02-01", "soon"), "line 3: 'soon' is not a date"),
        (WIDE.replace("search", ""), "line 3: the row names no subject"),
    ],
)
def test_what_does_not_fit_the_mapping_is_refused(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        table(text)


def test_bad_rows_may_be_left_out() -> None:
    found = read_text(WIDE.replace("2025-02-01", "soon"), "registers/services.csv", tables=maps(), skip_bad=True)
    assert "search" not in str(stated(found))
    assert [r.line for r in found.refused] == [3]


def test_without_a_mapping_the_refusal_says_how_to_map() -> None:
    with pytest.raises(InputError, match=r"names no subject and no relation column; .*\[\[table\]\].*--map FILE"):
        read_text("Team,Listens on\nTide,8080\n", "x.csv")
    assert read_text("Team,Listens on\nTide,8080\n", "x.csv", items_only=True).items is None


def test_secrets_are_not_kept() -> None:
    text = "Service,Password\nbilling,hunter2hunter2\n"
    found = read_text(text, "x.csv", tables=table_maps([{"files": "*", "subject": "Service"}]))
    assert stated(found) == {"billing · Password": "(secret)"}
    assert "hunter2" not in (items_of(found).safe_text or "hunter2")
    plain = read_text("subject,relation,object\nbilling,password,hunter2hunter2\n", "x.csv")
    (entry,) = plain.entries
    assert isinstance(entry.operation, Assert)
    assert (entry.operation.object, plain.blocks[0].text) == ("(secret)", "billing,password,(secret)")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("x", r"written as \[\[table\]\]"),
        ([{"subject": "A"}], "it needs 'files'"),
        ([{"files": "*"}], "it needs 'subject'"),
        ([{"files": "*", "subject": "A", "colour": 1}], "'colour' is not a key of a table"),
        ([{"files": "*", "subject": "A", "header": 0}], "'header' is the number of a row"),
        ([{"files": "*", "subject": "A", "relation": "B"}], "names both columns"),
        ([{"files": "*", "subject": "A", "scope": {"env": 1}}], "'scope' is a table of texts"),
        ([{"files": [1], "subject": "A"}], "'files' is a text or a list of texts"),
        ([{"files": "*", "subject": 3}], "'subject' is a text"),
    ],
)
def test_a_malformed_mapping_is_named(data: object, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        table_maps(data)


def test_which_files_a_mapping_is_for() -> None:
    (found,) = table_maps([{"files": ["registers/*.csv", "teams.*"], "subject": "A"}])
    matching = [found.matches(n) for n in ("registers/a.csv", "teams.xlsx", "old/teams.tsv", "a.csv")]
    assert matching == [True, True, False, False]


# --- spreadsheets -----------------------------------------------------------------------------------


def workbook(**sheets: list[list[object]]) -> openpyxl.Workbook:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    return book


def saved(book: openpyxl.Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    book.close()
    return out.getvalue()


def test_a_sheet_with_a_mapping() -> None:
    book = workbook(
        Notes=[["whatever"]],
        Services=[
            ["All our services"],
            ["Service", "Listens on", "Team", "Since"],
            ["billing", 8080.0, "Tide", date(2025, 2, 1)],
            [None, 8081, None, datetime(2025, 3, 1, 12, 30)],
            ["search", True, "#REF!", None],
        ],
    )
    book["Services"].merge_cells("A3:A4")
    book["Services"].merge_cells("C3:C4")
    how = maps(files="*.xlsx", sheet="Serv*", header=2, sets=None, scope=None, scope_columns=None)
    found = read_text(saved(book), "register.xlsx", tables=how)
    assert stated(found) == {
        "billing · port": "8081 from 2025-03-01T12:30:00Z to None",
        "billing · owner": "Tide from 2025-03-01T12:30:00Z to None",
        "search · port": "true",
    }
    items = items_of(found)
    assert next((i.object, str(i.dated)) for i in items.dated) == ("8080", "2025-02-01")
    lines = (items.safe_text or "").split("\n")
    assert lines[items.locate(("search", "port", ()), "true") - 1] == "search\ttrue"
    assert lines[0] == "[Services]"


def test_a_sheet_of_statements() -> None:
    rows: list[list[object]] = [["Subject", "Relation", "Value", "From"], ["billing", "port", 8080, date(2025, 2, 1)]]
    book = workbook(A=rows, Empty=[], B=[["Team", "Lead"], ["Tide", "Ada"]])
    hidden = book.create_sheet("Old")
    hidden.append(["x"])
    hidden.sheet_state = "hidden"
    found = read_text(saved(book), "register.xlsx")
    (entry,) = found.entries
    assert isinstance(entry.operation, Assert)
    assert (str(entry.operation.key), entry.operation.object) == ("billing · port", "8080")
    assert found.blocks[0].text == "billing\tport\t8080\t2025-02-01"
    assert found.structured
    assert [r.reason.split(";")[0] for r in found.refused] == [
        "the hidden sheet 'Old' is left out",
        "the header names no subject and no relation column",
    ]


def test_a_workbook_of_none_says_how_to_map() -> None:
    with pytest.raises(InputError, match="names no subject and no relation column; say which column is what"):
        read_text(saved(workbook(B=[["Team", "Lead"], ["Tide", "Ada"]])), "register.xlsx")
    with pytest.raises(InputError, match="has no sheet that the mapping names; there are B"):
        read_text(saved(workbook(B=[["x"]])), "register.xlsx", tables=maps(sheet="Services"))


def test_formulas_count_with_their_computed_value() -> None:
    book = workbook(S=[["Service", "Port"], ["billing", "=8000+80"], ["search", "=9000+1"]])
    data = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(saved(book))) as old, zipfile.ZipFile(data, "w") as new:
        for info in old.infolist():
            content = old.read(info)
            new.writestr(info, content.replace(b"<f>8000+80</f><v />", b"<f>8000+80</f><v>8080</v>"))
    found = read_text(data.getvalue(), "x.xlsx", tables=table_maps([{"files": "*", "subject": "Service"}]))
    assert stated(found) == {"billing · Port": "8080"}
    assert [r.reason for r in found.refused] == [
        "sheet 'S' has formulas without a computed value; open and save it in a spreadsheet program"
    ]


def test_percentages_are_as_shown() -> None:
    book = workbook(S=[["Service", "SLA"], ["billing", 0.999]])
    book["S"]["B2"].number_format = "0.0%"
    found = read_text(saved(book), "x.xlsx", tables=table_maps([{"files": "*", "subject": "Service"}]))
    assert stated(found) == {"billing · SLA": "99.9%"}


def test_a_long_sheet_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenure.ingest.readers.xlsx.MOST_ROWS", 3)
    book = workbook(S=[["Service", "Port"], ["a", 1], ["b", 2], ["c", 3]])
    found = read_text(saved(book), "x.xlsx", tables=table_maps([{"files": "*", "subject": "Service"}]))
    assert stated(found) == {"a · Port": "1", "b · Port": "2"}
    assert [r.reason for r in found.refused] == ["sheet 'S' is read to row 3 only; the most is 3 rows"]


def test_a_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenure.ingest.readers.xlsx.MOST_BYTES", 1000)
    with pytest.raises(InputError, match=r"unpacks to .* bytes; the most read is 1,000"):
        read_text(saved(workbook(S=[["a"]])), "x.xlsx")


# --- whatever they hold -----------------------------------------------------------------------------


def test_whatever_a_csv_holds() -> None:
    survives(table, [WIDE, "Service,Listens on\n"])
    survives(lambda text: read_text(text, "x.csv"), ["subject,relation,object,valid_from\na,b,c,2025\n"])


@settings(max_examples=100, deadline=None)
@given(st.floats(0, 1), st.binary(max_size=8), st.booleans())
def test_whatever_a_workbook_holds(place: float, piece: bytes, with_mapping: bool) -> None:
    sample = saved(workbook(S=[["Service", "Listens on"], ["billing", 8080], [date(2025, 1, 1), "=1+1"]]))
    at = int(place * len(sample))
    broken = sample[:at] + piece + sample[at + len(piece) :]
    how = table_maps([{"files": "*", "subject": "Service"}]) if with_mapping else ()
    try:
        read_text(broken, "x.xlsx", tables=how)
    except InputError:
        return


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=40), st.sampled_from(["<row", "<c ", 'r="A1"', "<v>", "</v>", 't="n"', "sheetData", "</row>"]))
def test_whatever_a_sheets_xml_holds(piece: str, where: str) -> None:
    sample = saved(workbook(S=[["Service", "Listens on"], ["billing", 8080]]))
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(sample)) as old, zipfile.ZipFile(out, "w") as new:
        for info in old.infolist():
            content = old.read(info)
            if info.filename.endswith("sheet1.xml"):
                content = content.replace(where.encode(), piece.encode("utf-8", "surrogatepass"), 1)
            new.writestr(info, content)
    try:
        read_text(out.getvalue(), "x.xlsx", tables=table_maps([{"files": "*", "subject": "Service"}]))
    except InputError:
        return
