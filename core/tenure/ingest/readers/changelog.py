"""Change logs: Keep a Changelog, reStructuredText sections, "HISTORY" style, Debian's.

Each version's text is dated by the version; what is not yet released, was taken back or has no date
is kept and states nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace

from tenure.ingest.document import Block, BlockKind, Document
from tenure.ingest.projectname import project_name
from tenure.ingest.readers.base import Content, base_of, suffix_of
from tenure.ingest.readers.dates import of_document
from tenure.ingest.readers.markdown import MarkdownReader
from tenure.ingest.readers.releases import Log, Release, find_releases, items_of
from tenure.ingest.readers.text import TextReader
from tenure.instants import DateOrigin

_NAME = re.compile(
    r"(?:changelogs?|changes|change[-_ ]?logs?|history|news|releases?|release[-_ ]?notes|release[-_ ]history"
    r"|what'?s[-_ ]?new|version[-_ ]history)(?:[-_.].*)?",
    re.IGNORECASE,
)
_GENERIC = re.compile(
    r"\b(?:change ?logs?|changes|release (?:notes|history)|releases?|version history|history|news|what'?s new"
    r"|all notable changes|notable|project|package|for|of|in|to|the|a|and)\b|[^\w.+# -]",
    re.IGNORECASE,
)
_MARKDOWN = frozenset({".md", ".markdown", ".mdown", ".mkd"})
_PLAIN_FOLDERS = frozenset({"doc", "docs", "documentation", "debian", "src", "source", "misc", "changelog"})
_ITEM = re.compile(r"[ \t]*[-*+•][ \t]+\S")
_RELEASED = re.compile(r"^[\s*_:>|-]*(?:released?|release[ -]date|date|unreleased)\b[^\n]{0,60}$", re.IGNORECASE)


class ChangelogReader:
    """Reads change logs; each version is a release of the project, and its version from then on."""

    kind = "changelog"
    covers = (
        "Change logs in Markdown, reStructuredText, plain and Debian form: each version's release, and the "
        "version current from then on; versions without a date and what is unreleased or yanked state nothing."
    )
    rank = 30
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the name is one that change logs go by."""
        stem = base_of(name).rsplit(".", 1)[0] if suffix_of(name) in {*_MARKDOWN, ".rst", ".txt"} else base_of(name)
        texts = suffix_of(name) in {*_MARKDOWN, ".rst", ".txt", ""}
        return texts and _NAME.fullmatch(stem) is not None

    def accepts(self, content: Content) -> bool:
        """Whether there is a version in it."""
        return any(release.version for release in find_releases(content.text, content.zone).releases)

    def read(self, content: Content) -> Document:
        """Read the log; nothing in it is malformed, a heading that is no version is a heading."""
        log = find_releases(content.text, content.zone)
        subject = _subject(log, content)
        whole = of_document(content.name, None, content.file_time, content.zone, content.now)
        document = Document(content.name, self.kind, log.title, content.digest, whole.dated)
        document = replace(document, items=items_of(log, subject))
        if content.items_only:
            return document
        markdown = content.suffix in _MARKDOWN
        prose = (MarkdownReader() if markdown else TextReader()).read(content)
        blocks = tuple(_dated(prose.blocks, log, subject, markdown=markdown))
        return replace(document, blocks=blocks, refused=prose.refused)


def _dated(blocks: tuple[Block, ...], log: Log, subject: str, *, markdown: bool) -> Iterator[Block]:
    """Yield the blocks, each dated by the version it stands under."""
    lines = [release.line for release in log.releases]
    for block in blocks:
        place = bisect_right(lines, block.line) - 1
        release = log.releases[place] if place >= 0 else None
        if release is None or (markdown and release.title not in block.headings):
            yield block
            continue
        headings = block.headings if markdown else (log.title or subject, release.title)
        found = replace(_without_heading(block, release), headings=headings)
        if release.dated is not None:
            found = replace(found, dated=release.dated, origin=DateOrigin.DOCUMENT)
        yield found if release.states and not _of_frame(found, release) else replace(found, kind=BlockKind.SILENT)


def _without_heading(block: Block, release: Release) -> Block:
    """Return the block without the version's own line, where the changes follow right below it."""
    first, _, rest = block.text.partition("\n")
    if block.line != release.line or first.strip() != release.title or _ITEM.match(rest) is None:
        return block
    return replace(block, text=rest, line=block.line + 1, kind=BlockKind.ITEMS)


def _of_frame(block: Block, release: Release) -> bool:
    """Whether a block is the version's own heading or date rather than what changed."""
    return block.line == release.line or block.text.startswith(" -- ") or _RELEASED.match(block.text) is not None


def _subject(log: Log, content: Content) -> str:
    """Return the project's name: as the log says, else the manifest, else the folder, else the file."""
    if log.package:
        return log.package
    named = " ".join(_GENERIC.sub(" ", log.title).split()).strip("-. ")
    if named and len(named.split()) <= 4:
        return named
    folders = [part for part in content.name.split("/")[:-1] if part.casefold() not in _PLAIN_FOLDERS]
    stem = base_of(content.name).split(".")[0]
    return project_name(content.name, content.beside) or (folders[-1] if folders else "") or content.root or stem


READERS = (ChangelogReader(),)
