"""The project's mapping: which values are kept, under which subjects and relations."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tenure.clock import fixed_clock
from tenure.errors import InputError
from tenure.ingest import import_paths
from tenure.ingest.items import ItemKey, Items
from tenure.ingest.mapped import Place, mapped
from tenure.ingest.mapping import NO_MAPPING, parse_mapping, stored_mapping
from tenure.instants import parse_date
from tenure.keys import Key, Scope
from tenure.ledger import Ledger, open_ledger

NAME = "deploy/prod/billing.yml"
VALUES: dict[ItemKey, str] = {
    (NAME, "server.port", ()): "8080",
    (NAME, "server.debug", ()): "false",
    (NAME, "meta.title", ()): "Billing",
    (f"{NAME} › jobs › mail", "threads", ()): "2",
    ("flask", "requirement", (("file", NAME),)): ">=3",
}


def apply(
    text: str, name: str = NAME, values: dict[tuple[str, str, tuple[tuple[str, str], ...]], str] = VALUES
) -> Items:
    mapping = parse_mapping(text)
    items = Items(values=values, names=((name, "billing"),), locate=lambda key, _: list(values).index(key) + 1)
    return mapped(items, mapping.for_file(name), Place(name, "shop"))[0]


def test_without_a_part_for_it_the_items_stay_as_they_are() -> None:
    items = Items(values=VALUES)
    others = parse_mapping('[[files]]\nmatch = "*.toml"\ndrop = ["*"]\n')
    assert mapped(items, others.for_file(NAME), Place(NAME)) == (items, ())
    assert NO_MAPPING.for_file(NAME) == ()


@pytest.mark.parametrize(
    ("template", "subject"),
    [
        ("{stem}", "billing"),
        ("{folder} {stem}", "prod billing"),
        ("{project}/{stem}", "shop/billing"),
        ("{file}", NAME),
        ("{value:meta.title} service", "Billing service"),
        ("{value:no.such}", NAME),
    ],
)
def test_templates_of_subjects(template: str, subject: str) -> None:
    items = apply(f'[[files]]\nmatch = "deploy/*.yml"\nsubject = "{template}"\n')
    assert {key[0] for key in items.values} == {subject, f"{subject} › jobs › mail", "flask"}
    assert items.names == ((subject, "billing"),)


def test_items_of_lists_have_a_template_of_their_own() -> None:
    items = apply(
        '[[files]]\nmatch = "*"\nsubject = "{stem}"\n[[files]]\nmatch = "*.yml"\nsubject = "{id} of {stem}"\n'
    )
    assert {key[0] for key in items.values} == {"billing", "mail of billing", "flask"}


def test_keep_drop_and_rename_by_path() -> None:
    items = apply(
        '[[files]]\nmatch = "*"\nkeep = ["server.*", "jobs.mail.*"]\ndrop = ["*.debug"]\n'
        'relation = { "server.port" = "port", "jobs.*.threads" = "workers" }\n'
    )
    assert items.values == {(NAME, "port", ()): "8080", (f"{NAME} › jobs › mail", "workers", ()): "2"}
    assert items.locate((NAME, "port", ()), "8080") == 1


def test_scopes_are_added() -> None:
    items = apply('[[files]]\nmatch = "*"\nkeep = ["server.port", "requirement"]\nscope = { env = "{folder}" }\n')
    assert list(items.values) == [
        (NAME, "server.port", (("env", "prod"),)),
        ("flask", "requirement", (("env", "prod"), ("file", NAME))),
    ]


def test_two_paths_that_become_one_keep_the_first() -> None:
    values: dict[ItemKey, str] = {(NAME, "a", ()): "1", (NAME, "b", ()): "2"}
    items = apply('[[files]]\nmatch = "*"\nrelation = { a = "x", b = "x" }\n', values=values)
    assert items.values == {(NAME, "x", ()): "1"}


def test_values_that_a_mapping_leaves_no_place_for_are_told(ledger: Ledger, folder: Path) -> None:
    (folder / "shop.toml").write_text("a = 1\n\n[server]\nb = 2\nc = 1\n", "utf-8")
    text = '[[files]]\nmatch = "shop*"\nrelation = { a = "x", "server.*" = "x" }\n'
    summary = import_paths(ledger, [folder], mapping=parse_mapping(text))
    assert [refused for file in summary.files for refused in file.refused] == [
        "shop.toml, line 4: the mapping calls both 'a' and 'server.b' shop.toml · x; the first is kept"
    ]
    assert ledger.slot(Key("shop.toml", "x")).value == "1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[files]\n", r"no TOML: .*line 1"),
        ('a = 1\n[[files]]\nmatch = "*"\n', "line 1: 'a' is no part of a mapping"),
        ("\n[files]\nmatch = 1\n", "line 2: write "),
        ("[[files]]\nkeep = []\n", "line 1: .* needs 'match'"),
        ('[[files]]\nmatch = "*"\n\n[[files]]\nmatch = "*"\nfoo = 1\n', "line 4: 'foo' is no key"),
        ('[[files]]\nmatch = "*"\nsubject = "{stern}"\n', "line 1: '{stern}' is unknown"),
        ('[[files]]\nmatch = "*"\nsubject = ""\n', "line 1: 'subject' is a text"),
        ("[[files]]\nmatch = [1]\n", "line 1: 'match' is a text or a list of texts"),
        ('[[files]]\nmatch = "*"\nrelation = { a = 1 }\n', "line 1: 'relation' is a table of texts"),
        ('[[files]]\nmatch = "*"\nscope = { a = "{id}" }\n', "line 1: {id} is for subjects"),
        ('[[files]]\nmatch = "*"\nreader = "yml"\n', "line 1: there is no reader 'yml'"),
    ],
)
def test_mistakes_are_told_with_their_line(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_mapping(text, ["yaml", "toml"])


# --- in imports -------------------------------------------------------------------------------------


@pytest.fixture(name="ledger")
def _ledger(tmp_path: Path) -> Iterator[Ledger]:
    with open_ledger(tmp_path / "project.db", clock=fixed_clock(parse_date("2035-03-01").at)) as ledger:
        yield ledger


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    (folder / "prod").mkdir(parents=True)
    (folder / "prod/billing.conf").write_text("server:\n  port: 8080\n  debug: false\n", "utf-8")
    (folder / "prod/skip.toml").write_text("port = 1\n", "utf-8")
    return folder


MAPPING = """\
[[files]]
match = "prod/*.conf"
reader = "yaml"
subject = "{stem}"
keep = ["server.port"]
relation = { "server.port" = "port" }
scope = { env = "{folder}" }

[[files]]
match = "*/skip.toml"
reader = "none"
"""


def test_an_import_with_a_mapping_keeps_it(ledger: Ledger, folder: Path) -> None:
    dry = import_paths(ledger, [folder], mapping=parse_mapping(MAPPING), dry_run=True)
    assert stored_mapping(ledger.connection) is NO_MAPPING
    summary = import_paths(ledger, [folder], mapping=parse_mapping(MAPPING))
    assert (dry.statements, summary.statements) == (1, 1)
    assert stored_mapping(ledger.connection).text == MAPPING
    assert ledger.slot(Key("billing", "port", Scope.of({"env": "prod"}))).value == "8080"
    assert [(f.name, f.kind) for f in summary.files] == [("prod/billing.conf", "yaml"), ("prod/skip.toml", "none")]


def test_another_mapping_reads_its_files_again(ledger: Ledger, folder: Path) -> None:
    import_paths(ledger, [folder], mapping=parse_mapping(MAPPING))
    changed = MAPPING.replace('scope = { env = "{folder}" }\n', "")
    summary = import_paths(ledger, [folder], mapping=parse_mapping(changed))
    assert ledger.slot(Key("billing", "port", Scope.of({"env": "prod"}))).value is None
    assert ledger.slot(Key("billing", "port")).value == "8080"
    assert summary.statements == 2
    assert import_paths(ledger, [folder]).unchanged == 1
