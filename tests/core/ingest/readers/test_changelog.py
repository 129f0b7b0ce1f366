"""Change logs: versions, their dates, and what they leave unsaid."""

from __future__ import annotations

from helpers.documents import dated_items, items_of, read_text, survives
from tenure.ingest.document import BlockKind

KEEP = """# Changelog of feed-reader

## [Unreleased]

- The port of feed-reader is 9000.

## [1.9.1] - 2025-07-01

- backport

## [2.0.0] - 2025-06-01

### Added

- b

## [2.0.0-rc.1] - 2025-05-20

- c

## [1.9.0] - 2025-05-01 [YANKED]

- d

## [1.8.0](https://example.org/1.8.0) (2025-04-01)

- e

## 1.7.0

- f

[2.0.0]: https://example.org/2.0.0
"""
SECTIONS = """Version 3.1.0
-------------

Unreleased

-   Drop support for Python 3.8.

Version 3.0.0
-------------

Released 2023-09-30

-   Remove previously deprecated code.

.. code-block:: python

    VERSION = "2.9"

Version 2.3.3
-------------

Released on August 21st 2023, codename Steam

-   Python 3.12 compatibility.

Version 0.1
-----------

First public preview release.
"""
HISTORY = """.. :changelog:

Release History
---------------

2.1.0 (2022-03-28)
++++++++++++++++++

**Bugfixes**

- Fixed a thing.

2.0.1 (2022-01-10)
++++++++++++++++++

- Another.
"""
DEBIAN = """foo (2:1.2-4) UNRELEASED; urgency=low

  * To come.

 -- Jo Doe <jo@example.org>  Tue, 02 Jan 2024 10:00:00 +0100

foo (2:1.2-3) unstable; urgency=medium

  * New upstream release.

 -- Jo Doe <jo@example.org>  Mon, 01 Jan 2024 10:00:00 +0100

foo (1.1-1) unstable; urgency=medium

  * Initial.

 -- Jo Doe <jo@example.org>  Sun, 01 Jan 2023 10:00:00 +0100
"""


def test_keep_a_changelog() -> None:
    found = read_text(KEEP, "CHANGELOG.md")
    assert found.kind == "changelog"
    assert dated_items(found, "released") == [
        ("feed-reader", "1.8.0", "2025-04-01"),
        ("feed-reader", "1.9.0", "2025-05-01"),
        ("feed-reader", "2.0.0-rc.1", "2025-05-20"),
        ("feed-reader", "2.0.0", "2025-06-01"),
        ("feed-reader", "1.9.1", "2025-07-01"),
    ]


def test_an_older_line_a_pre_release_and_a_yanked_one_are_never_the_version() -> None:
    found = read_text(KEEP, "CHANGELOG.md")
    assert [value for _, value, _ in dated_items(found, "version")] == ["1.8.0", "2.0.0"]
    assert items_of(found).members == {("feed-reader", "yanked versions", ()): ("1.9.0",)}


def test_only_dated_released_sections_state() -> None:
    found = read_text(KEEP, "CHANGELOG.md")
    stating = {b.headings[1]: str(b.dated) for b in found.blocks if b.kind is not BlockKind.SILENT}
    assert stating == {
        "[1.9.1] - 2025-07-01": "2025-07-01",
        "[2.0.0] - 2025-06-01": "2025-06-01",
        "[2.0.0-rc.1] - 2025-05-20": "2025-05-20",
        "[1.8.0](https://example.org/1.8.0) (2025-04-01)": "2025-04-01",
    }


def test_sections_with_the_date_below() -> None:
    found = read_text(SECTIONS, "CHANGES.rst", beside={"pyproject.toml": '[project]\nname = "Flask"\n'})
    assert dated_items(found, "version") == [("Flask", "2.3.3", "2023-08-21"), ("Flask", "3.0.0", "2023-09-30")]
    kinds = {b.text.strip().split("\n")[0]: (b.kind, str(b.dated)) for b in found.blocks}
    assert kinds["-   Remove previously deprecated code."] == (BlockKind.ITEMS, "2023-09-30")
    assert kinds["-   Drop support for Python 3.8."][0] is BlockKind.SILENT
    assert kinds["First public preview release."][0] is BlockKind.SILENT
    assert kinds['VERSION = "2.9"'][0] is BlockKind.SILENT


def test_history_style() -> None:
    found = read_text(HISTORY, "HISTORY.rst", root="requests")
    assert dated_items(found, "version") == [("requests", "2.0.1", "2022-01-10"), ("requests", "2.1.0", "2022-03-28")]
    assert found.blocks[-1].headings == ("Release History", "2.0.1 (2022-01-10)")
    slashed = "1.2.0 / 2014-01-02\n==================\n\n * fix\n\n1.1.0 / 2014-01-01\n==================\n\n * fix\n"
    assert [v for _, v, _ in dated_items(read_text(slashed, "History.md"), "version")] == ["1.1.0", "1.2.0"]


def test_bare_lines() -> None:
    found = read_text("v1.2.0 - 2014-01-02\n* fix\n* more\n\nv1.1.0 - January 5, 2013\n* fix\n", "lib/NEWS")
    assert dated_items(found, "version") == [("lib", "1.1.0", "2013-01-05"), ("lib", "1.2.0", "2014-01-02")]
    first = found.blocks[0]
    assert (first.line, first.text, first.kind) == (2, "* fix\n* more", BlockKind.ITEMS)


def test_debian() -> None:
    found = read_text(DEBIAN, "debian/changelog")
    assert dated_items(found, "version") == [
        ("foo", "1.1-1", "2023-01-01T09:00:00Z"),
        ("foo", "2:1.2-3", "2024-01-01T09:00:00Z"),
    ]
    assert [b.text.strip() for b in found.blocks if b.kind is not BlockKind.SILENT] == [
        "* New upstream release.",
        "* Initial.",
    ]


def test_two_on_one_day_leave_the_higher_one() -> None:
    found = read_text("# Changelog\n\n## 1.0.1 (2020-01-01)\n\n- b\n\n## 1.0.0 (2020-01-01)\n\n- a\n", "CHANGELOG.md")
    assert [v for _, v, _ in dated_items(found, "version")] == ["1.0.1"]
    assert [v for _, v, _ in dated_items(found, "released")] == ["1.0.0", "1.0.1"]


def test_the_project_is_named_by_title_manifest_folder_or_file() -> None:
    text = "# {}\n\n## 1.0.0 (2020-01-01)\n\n- a\n"
    manifest = {"package.json": '{"name": "left-pad"}', "core/Cargo.toml": '[package]\nname = "core-rs"\n'}

    def subject(title: str, name: str, beside: dict[str, str] | None = None, root: str = "") -> str:
        return dated_items(read_text(text.format(title), name, beside=beside, root=root), "released")[0][0]

    assert subject("Harbor SDK changelog", "CHANGELOG.md", manifest) == "Harbor SDK"
    assert subject("Changelog", "CHANGELOG.md", manifest) == "left-pad"
    assert subject("Changelog", "core/CHANGELOG.md", manifest) == "core-rs"
    assert subject("Changelog", "docs/CHANGELOG.md", root="billing") == "billing"
    assert subject("Changelog", "libs/mail/CHANGELOG.md", root="billing") == "mail"
    assert subject("Changelog", "CHANGELOG.md") == "CHANGELOG"


def test_a_value_is_located_on_its_heading() -> None:
    items = items_of(read_text(KEEP, "CHANGELOG.md"))
    assert [items.locate(i.key, i.object) for i in items.dated if i.object == "2.0.0"] == [11, 11]


def test_headings_in_code_and_subheadings_are_no_versions() -> None:
    text = (
        "# Changelog\n\n## 2.0.0 (2020-01-01)\n\n### Python 3.8 support\n\n- x\n\n"
        "```\n## 9.9.9 (2021-01-01)\n```\n\n### Upgrading from 1.0.0\n\n- y\n"
    )
    assert [v for _, v, _ in dated_items(read_text(text, "CHANGELOG.md"), "released")] == ["2.0.0"]


def test_a_page_of_news_without_versions_is_no_change_log() -> None:
    assert read_text("# News\n\n## Harbor moved\n\nWe moved.\n", "news.md").kind == "markdown"


def test_a_repository_takes_the_items_only() -> None:
    found = read_text(KEEP, "CHANGELOG.md", items_only=True)
    assert (len(found.blocks), len(items_of(found).dated)) == (0, 7)


def test_whatever_it_holds() -> None:
    for name in ("CHANGELOG.md", "CHANGES.rst", "debian/changelog"):
        survives(lambda text, name=name: read_text(text, name), [KEEP, SECTIONS, HISTORY, DEBIAN])
