"""Markdown notes, decision records and change logs.

markdown-it-py (CommonMark with tables) gives the structure with line numbers; the text of a block
is always the source's own lines, so that spans point into what the person wrote.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tenure.errors import InputError
from tenure.ingest.document import Block, BlockKind, Document
from tenure.ingest.readers.base import Content, suffix_of
from tenure.ingest.readers.dates import Origin, from_front_matter, from_heading, from_value, of_document
from tenure.instants import Dated, DateOrigin, Precision

_FRONT = re.compile(r"\A---[ \t]*\n(?P<yaml>.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_META = re.compile(
    r"^[\s>*_|+-]*(?P<name>status|date|decided(?: on)?|last updated|updated|state|date of decision)[*_]*\s*[:|][*_]*"
    r"\s*(?P<value>.*?)[\s|*_]*$",
    re.IGNORECASE,
)
_SILENT_STATUS = re.compile(
    r"\b(?:rejected|proposed|draft|withdrawn|declined|deferred|abandoned|under discussion|pending|open"
    r"|cancell?ed|in review)\b",
    re.IGNORECASE,
)
_SILENT_SECTION = re.compile(
    r"\b(?:rejected?|alternatives?|options?|considered|proposals?|proposed|(?:open )?questions?|ideas?|wish ?list"
    r"|someday|parking lot|backlog|to ?do|not (?:done|chosen|decided)|discarded|unreleased|what if|rumou?rs?|examples?"
    r"|hypothes[ie]s)\b",
    re.IGNORECASE,
)
_LINK = re.compile(r"\[([^\]]*)\]\([^)\s]*\)")
_LONGEST_ITEMS = 1500
_KINDS = {
    "paragraph_open": BlockKind.PROSE,
    "bullet_list_open": BlockKind.ITEMS,
    "ordered_list_open": BlockKind.ITEMS,
    "table_open": BlockKind.TABLE,
    "fence": BlockKind.SILENT,
    "code_block": BlockKind.SILENT,
    "blockquote_open": BlockKind.SILENT,
    "html_block": BlockKind.SILENT,
}


@dataclass(slots=True)
class _Section:
    """One open heading: its text, level, the date that governs below it, whether it states."""

    text: str
    level: int
    dated: Dated | None
    silent: bool


@dataclass(slots=True)
class _State:
    lines: list[str]
    whole: Origin
    silent: bool
    front_dated: bool
    sections: list[_Section] = field(default_factory=list)

    def headings(self) -> tuple[str, ...]:
        return tuple(s.text for s in self.sections)

    def origin(self) -> Origin:
        for section in reversed(self.sections):
            if section.dated is not None:
                return Origin(section.dated, DateOrigin.DOCUMENT)
        return self.whole


class MarkdownReader:
    """Reads Markdown; a rejected or proposed decision is kept but states nothing."""

    kind = "markdown"
    covers = "Markdown: headings, paragraphs, lists, tables; code and quotations are kept and state nothing."
    rank = 50
    structured = False
    binary = False

    def __init__(self) -> None:
        self._parser = MarkdownIt("commonmark").enable("table")

    def claims(self, name: str) -> bool:
        """Whether the name ends as Markdown does, or may hold any text."""
        return suffix_of(name) in {".md", ".markdown", ".mdown", ".mkd", "", ".txt"}

    def accepts(self, content: Content) -> bool:
        """Whether the name ends as Markdown does, or the text begins with front matter or a heading."""
        if content.suffix in {".md", ".markdown", ".mdown", ".mkd"}:
            return True
        return content.suffix in {"", ".txt"} and (bool(_FRONT.match(content.text)) or content.text.startswith("# "))

    def read(self, content: Content) -> Document:
        """Read the document.

        Raises:
            InputError: if its front matter is not valid YAML.
        """
        fields, skipped = front_matter(content.text, content.name)
        body = "\n" * content.text[:skipped].count("\n") + content.text[skipped:]
        tokens = self._parser.parse(body)
        lines = body.split("\n")
        meta = _preamble(lines, tokens)
        stated = from_front_matter({**meta, **fields}, content.zone)
        title = str(fields.get("title") or "") or _first_heading(tokens)
        fallback = from_heading(title, content.zone) if stated is None else None
        whole = of_document(content.name, stated or fallback, content.file_time, content.zone, content.now)
        status = str(fields.get("status") or meta.get("status") or fields.get("state") or meta.get("state") or "")
        state = _State(lines, whole, bool(_SILENT_STATUS.search(status)), stated is not None)
        blocks = list(self._blocks(tokens, state, content))
        if skipped:
            front = content.text[:skipped].strip("\n")
            blocks.insert(0, Block(front, whole.dated, whole.origin, 1, (), BlockKind.SILENT))
        return Document(content.name, "markdown", title, content.digest, whole.dated, tuple(blocks))

    def _blocks(self, tokens: Sequence[Token], state: _State, content: Content) -> Iterator[Block]:
        for index, token in enumerate(tokens):
            if token.level != 0 or token.map is None:
                continue
            if token.type == "heading_open":
                _open(state, tokens[index + 1].content, int(token.tag[1:]), content)
            elif token.type in _KINDS:
                kind = _KINDS[token.type]
                first, last = token.map
                if kind is BlockKind.ITEMS:
                    for start, end in _item_groups(tokens, index, state.lines):
                        yield from _block(state, start, end, kind)
                else:
                    yield from _block(state, first, last, kind)


def front_matter(text: str, name: str) -> tuple[dict[str, object], int]:
    """Return the front matter's fields and how many characters it takes; empty if there is none.

    Raises:
        InputError: if it is not valid YAML.
    """
    found = _FRONT.match(text)
    if found is None:
        return {}, 0
    try:
        fields = yaml.safe_load(found["yaml"])
    except (yaml.YAMLError, ValueError) as error:
        where = getattr(error, "problem_mark", None)
        line = f", line {where.line + 2}" if where is not None else ""
        raise InputError(f"'{name}'{line}: the front matter is not valid YAML") from error
    if not isinstance(fields, dict):
        return {}, 0
    return {str(k).casefold(): v for k, v in fields.items()}, found.end()


def _preamble(lines: list[str], tokens: Sequence[Token]) -> dict[str, object]:
    """Return the ``Status:`` and ``Date:`` lines that stand before the second heading."""
    starts = [t.map[0] for t in tokens if t.type == "heading_open" and t.map]
    stop = starts[1] if len(starts) > 1 else len(lines)
    found: dict[str, object] = {}
    for line in lines[: min(stop, 40)]:
        match = _META.match(line)
        if match:
            name = match["name"].casefold()
            found.setdefault(
                "date" if name.startswith("d") else "updated" if "updated" in name else name, match["value"]
            )
    sections = {t.content.strip().casefold(): i for i, t in enumerate(tokens) if t.type == "inline"}
    for name in ("status", "date"):  # the form "## Status" with the word below it
        index = sections.get(name)
        if index is not None and tokens[index - 1].type == "heading_open" and len(tokens) > index + 3:
            found.setdefault(name, tokens[index + 3].content)
    return {name: value for name, value in found.items() if name != "date" or _is_date(value)}


def _is_date(value: object) -> bool:
    return from_value(value, UTC) is not None


def _first_heading(tokens: Sequence[Token]) -> str:
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            return tokens[index + 1].content.strip()
    return ""


def _open(state: _State, text: str, level: int, content: Content) -> None:
    while state.sections and state.sections[-1].level >= level:
        state.sections.pop()
    title = text.strip()
    dated = from_heading(title, content.zone)
    if dated is not None and state.front_dated and (dated.precision is Precision.MONTH or level == 1):
        dated = None  # the front matter's day is the better date
    state.sections.append(
        _Section(title, level, dated, level > 1 and bool(_SILENT_SECTION.search(_LINK.sub(r"\1", title))))
    )


def _block(state: _State, start: int, end: int, kind: BlockKind) -> Iterator[Block]:
    while end > start and not state.lines[end - 1].strip():
        end -= 1
    text = "\n".join(state.lines[start:end])
    if not text.strip():
        return
    origin = state.origin()
    silent = state.silent or any(s.silent for s in state.sections) or _only_meta(text)
    block = Block(text, origin.dated, origin.origin, start + 1, state.headings(), kind)
    yield replace(block, kind=BlockKind.SILENT) if silent else block


def _only_meta(text: str) -> bool:
    return all(_META.match(line) or not line.strip() for line in text.split("\n"))


def _item_groups(tokens: Sequence[Token], index: int, lines: list[str]) -> Iterator[tuple[int, int]]:
    """Yield line ranges of a list, cut between top items where it grows long."""
    opened = tokens[index]
    start, last = opened.map or [0, 0]
    size = 0
    for token in tokens[index + 1 :]:
        if token.level == 0:
            break
        if token.type == "list_item_open" and token.level == 1 and token.map:
            length = sum(len(line) + 1 for line in lines[token.map[0] : token.map[1]])
            if size and size + length > _LONGEST_ITEMS:
                yield start, token.map[0]
                start, size = token.map[0], 0
            size += length
    yield start, last


READERS = (MarkdownReader(),)
