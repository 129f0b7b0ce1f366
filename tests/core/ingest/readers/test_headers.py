"""Headers at the top of a text: PEPs, package metadata, Debian control files."""

from __future__ import annotations

import pytest

from helpers.documents import items_of, read_text, survives
from tenure.ingest.document import BlockKind, Document
from tenure.relations import Cardinality

PEP = """PEP: 8
Title: Style Guide for Python Code
Author: Guido van Rossum <guido at python.org>,
        Barry Warsaw <barry@python.org>,
        alyssa@example.org (Alyssa Coghlan)
Status: Active
Type: Process
Created: 05-Jul-2001
Python-Version: 3.9, 3.10
Replaces: 3, 4
Superseded-By: 9

Introduction
============

billing listens on 9443.
"""
METADATA = """Metadata-Version: 2.1
Name: flask
Version: 3.0.0
Classifier: Framework :: Flask
Classifier: Topic :: Internet
Requires-Python: >=3.8
License: BSD
License: MIT
Api-Token: ghp_abcdefghijklmnopqrstuvwxyz0123456789

# Flask
"""
CONTROL = """# a comment
Source: foo
Maintainer: Jo Doe <jo@example.org>
Build-Depends: debhelper (>= 9),
 python3

Package: foo-bin
Architecture: any
Depends: ${shlibs:Depends}, libc6 (>= 2.3)
Description: short
 long text
 .
 more

Package: foo-doc
Architecture: all
"""


def values(found: Document) -> dict[tuple[str, str], str]:
    return {(subject, relation): value for (subject, relation, _), value in items_of(found).values.items()}


def members(found: Document) -> dict[tuple[str, str], tuple[str, ...]]:
    return {(subject, relation): m for (subject, relation, _), m in items_of(found).members.items()}


def test_a_pep() -> None:
    found = read_text(PEP, "peps/pep-0008.rst")
    assert (found.kind, found.title) == ("headers", "Style Guide for Python Code")
    assert {relation: value for (_, relation), value in values(found).items()} == {
        "pep": "8",
        "title": "Style Guide for Python Code",
        "status": "Active",
        "type": "Process",
        "created": "2001-07-05",
        "python version": "3.9, 3.10",
        "supersedes": '["PEP 3", "PEP 4"]',
        "replaced by": "PEP 9",
    }
    authors = ("Guido van Rossum", "Barry Warsaw", "Alyssa Coghlan")
    assert members(found) == {("peps/pep-0008.rst", "authors"): authors}
    assert items_of(found).relations["authors"].cardinality is Cardinality.SET
    assert {"PEP 8", "Style Guide for Python Code"} <= {name for _, name in items_of(found).names}


def test_the_text_below_is_prose_with_its_lines() -> None:
    found = read_text(PEP, "pep-0008.rst")
    assert [(b.line, b.kind, b.headings) for b in found.blocks] == [
        (1, BlockKind.SILENT, ()),
        (16, BlockKind.PROSE, ("Introduction",)),
    ]
    assert read_text(PEP, "pep-0008.rst", items_only=True).blocks == ()


def test_a_header_is_located_on_its_line() -> None:
    items = items_of(read_text(PEP, "pep-0008.rst"))
    lines = [items.locate(("pep-0008.rst", relation, ()), "") for relation in ("pep", "authors", "replaced by")]
    assert lines == [1, 3, 11]


def test_package_metadata_and_secrets() -> None:
    found = read_text(METADATA, "flask.egg-info/PKG-INFO")
    name = "flask.egg-info/PKG-INFO"
    assert members(found) == {(name, "classifier"): ("Framework :: Flask", "Topic :: Internet")}
    assert values(found)[name, "required python"] == ">=3.8"
    assert values(found)[name, "license"] == '["BSD", "MIT"]'
    assert values(found)[name, "api token"] == "(secret)"
    assert "ghp_" not in "".join(b.text for b in found.blocks)


def test_each_package_of_a_control_file_is_a_subject() -> None:
    found = read_text(CONTROL.removeprefix("# a comment\n"), "debian/control")
    assert values(found)["debian/control", "maintainer"] == "Jo Doe"
    assert values(found)["debian/control › foo-bin", "description"] == "short\nlong text\n.\nmore"
    assert values(found)["debian/control › foo-doc", "architecture"] == "all"
    assert members(found) == {
        ("debian/control", "build depends"): ("debhelper (>= 9)", "python3"),
        ("debian/control › foo-bin", "depends"): ("${shlibs:Depends}", "libc6 (>= 2.3)"),
    }
    assert ("debian/control › foo-bin", "foo-bin") in items_of(found).names
    items = items_of(found)
    assert items.locate(("debian/control › foo-doc", "architecture", ()), "all") == 15


@pytest.mark.parametrize(
    "text",
    [
        "Note: this is a text.\n\nMore of it.\n",
        "Ada: hello\nBob: hi\nAda: bye\n\nThey left.\n",
        "Title: one\nStatus: two\n\nText.\n",
        "Title: one\nStatus: two\nType: three\nand here goes the text on.\n",
        "From: ada@example.org\nTo: bob@example.org\nSubject: x\nDate: today\nStatus: x\n\nHello.\n",
        "Package: the box.\n\nText.\n",
    ],
)
def test_what_merely_looks_like_headers(text: str) -> None:
    assert read_text(text, "notes.txt").kind == "text"


def test_markdown_with_headers_keeps_its_prose() -> None:
    found = read_text("Title: Tour\nAuthor: Ada\nStatus: draft\n\n# Tour\n\n```\ncode\n```\n", "tour.md")
    assert values(found)["tour.md", "status"] == "draft"
    assert [b.kind for b in found.blocks] == [BlockKind.SILENT, BlockKind.SILENT]


def test_whatever_it_holds() -> None:
    survives(lambda text: read_text(text, "pep-0008.rst"), [PEP, METADATA, CONTROL])
    survives(lambda text: read_text(text, "debian/control"), [PEP, METADATA, CONTROL])
