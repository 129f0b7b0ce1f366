"""Front matter: every value of it an item, in three languages; malformed, it is told and left."""

from __future__ import annotations

from helpers.documents import items_of, read_text, survives
from tenure.ingest.document import BlockKind, Document

ENDOFLIFE = """---
title: Python
permalink: /python
releases:
  - releaseCycle: "3.13"
    releaseDate: 2024-10-07
    eol: 2029-10-31
    latest: "3.13.1"
  - releaseCycle: "3.12"
    releaseDate: 2023-10-02
    eol: false
---

> [Python](https://www.python.org) is a language.

billing listens on 9443.
"""


def values(found: Document) -> dict[tuple[str, str], str]:
    return {(subject, relation): value for (subject, relation, _), value in items_of(found).values.items()}


def test_lists_of_mappings_are_subjects() -> None:
    found = read_text(ENDOFLIFE, "products/python.md")
    name = "products/python.md"
    assert values(found) == {
        (name, "title"): "Python",
        (name, "permalink"): "/python",
        (f"{name} › releases › 3.13", "releaseCycle"): "3.13",
        (f"{name} › releases › 3.13", "releaseDate"): "2024-10-07",
        (f"{name} › releases › 3.13", "eol"): "2029-10-31",
        (f"{name} › releases › 3.13", "latest"): "3.13.1",
        (f"{name} › releases › 3.12", "releaseCycle"): "3.12",
        (f"{name} › releases › 3.12", "releaseDate"): "2023-10-02",
        (f"{name} › releases › 3.12", "eol"): "false",
    }
    names = items_of(found).names
    assert (name, "Python") in names
    assert (f"{name} › releases › 3.12", "Python 3.12") in names


def test_reordering_a_list_is_no_change() -> None:
    first, second = ENDOFLIFE.index("  - releaseCycle"), ENDOFLIFE.index('  - releaseCycle: "3.12"')
    end = ENDOFLIFE.index("---\n\n")
    turned = ENDOFLIFE[:first] + ENDOFLIFE[second:end] + ENDOFLIFE[first:second] + ENDOFLIFE[end:]
    assert values(read_text(turned, "p.md")) == values(read_text(ENDOFLIFE, "p.md"))


def test_values_have_lines_of_the_file() -> None:
    items = items_of(read_text(ENDOFLIFE, "p.md"))
    lines = ENDOFLIFE.split("\n")
    for key, value in items.values.items():
        line = lines[items.locate(key, value) - 1]
        assert value in line and key[1] in line


def test_the_prose_stays_for_folders_and_is_left_out_for_repositories() -> None:
    found = read_text(ENDOFLIFE, "p.md")
    assert [(b.kind, b.line) for b in found.blocks] == [
        (BlockKind.SILENT, 1), (BlockKind.SILENT, 14), (BlockKind.PROSE, 16)
    ]  # fmt: skip
    bare = read_text(ENDOFLIFE, "p.md", items_only=True)
    assert (bare.blocks, values(bare)) == ((), values(found))
    assert read_text("# Notes\n\nText.\n", "p.md", items_only=True).items is None


def test_toml_and_json() -> None:
    toml = '+++\ntitle = "Tour"\ndate = 2025-05-01\nweight = 10\n\n[author]\nname = "Ada"\n+++\n\nText.\n'
    found = read_text(toml, "tour.md")
    assert (found.title, str(found.dated)) == ("Tour", "2025-05-01")
    assert values(found) == {
        ("tour.md", "title"): "Tour",
        ("tour.md", "date"): "2025-05-01",
        ("tour.md", "weight"): "10",
        ("tour.md", "author.name"): "Ada",
    }
    assert [(b.text, b.line) for b in found.blocks][1:] == [("Text.", 10)]
    json = '{\n  "title": "Tour",\n  "draft": false,\n  "tags": ["a", "b"]\n}\n\nText.\n'
    assert values(read_text(json, "tour.md")) == {("tour.md", "title"): "Tour", ("tour.md", "draft"): "false"}
    assert items_of(read_text(json, "tour.md")).members == {("tour.md", "tags", ()): ("a", "b")}


def test_other_texts_have_front_matter_too() -> None:
    found = read_text("---\nlayout: page\nport: 8080\n---\n<p>Hello</p>\n", "index.html")
    assert values(found)["index.html", "port"] == "8080"
    assert read_text("<p>Hello</p>\n", "index.html").items is None


def test_secrets_are_neither_stated_nor_kept() -> None:
    found = read_text("---\ntitle: x\ndb_password: hunter2hunter2\n---\n\nText.\n", "p.md")
    assert values(found)["p.md", "db_password"] == "(secret)"
    assert "hunter2" not in "".join(b.text for b in found.blocks)
    assert "hunter2" not in (items_of(found).safe_text or "hunter2")


def test_a_rule_is_no_front_matter() -> None:
    for text in ("---\njust words\n---\n\nText.\n", "---\n\n# Title\n\nText.\n", "---\n", "+++\n", "{\n"):
        found = read_text(text, "p.md")
        assert (found.items, found.refused) == (None, ())


def test_malformed_front_matter_is_told_and_the_text_read() -> None:
    for text in ("---\na: [b\n---\n\nText.\n", "+++\na = [\n+++\n\nText.\n", "---\na: *nothing\n---\n\nText.\n"):
        found = read_text(text, "p.md")
        assert len(found.refused) == 1
        assert found.blocks[-1].text == "Text."


def test_whatever_it_holds() -> None:
    bomb = "---\na: &a [x, x, x, x]\nb: &b [*a, *a, *a, *a]\nc: [*b, *b, *b, *b]\n---\n"
    samples = [ENDOFLIFE, bomb, '+++\ntitle = "x"\n[[a]]\nid = 1\n+++\ntext', '{"a": [{"id": 1}]}\n\ntext']
    survives(lambda text: read_text(text, "p.md"), samples)
    survives(lambda text: read_text(text, "p.rst", items_only=True), samples)
