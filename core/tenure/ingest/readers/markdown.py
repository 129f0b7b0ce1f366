"""Markdown notes, decision records and change logs.

markdown-it-py (CommonMark with tables) gives the structure with line numbers; the text of a block
is always the source's own lines, so that spans point into what the person wrote.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC
from functools import cached_property
from typing import TYPE_CHECKING

from tenure.ingest.document import Block, BlockKind, Document, Refused
from tenure.ingest.items import ItemKey, Items
from tenure.ingest.readers.base import Content, suffix_of
from tenure.ingest.readers.dates import Origin, from_front_matter, from_heading, from_value, of_document
from tenure.ingest.readers.decisions import Decision, find_decision
from tenure.ingest.readers.front import Front, front_document, front_matter
from tenure.ingest.secrets import redact
from tenure.instants import Dated, DateOrigin, Precision

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_ENDINGS = frozenset({".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"})
_OTHERS = frozenset({"", ".txt", ".rst", ".adoc", ".asciidoc", ".html", ".htm", ".org"})
_LONGEST_TITLE = 120
_LONGEST_LINE = 1000
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
    covers = (
        "Markdown: headings, paragraphs, lists, tables; front matter in YAML, TOML or JSON, of other texts too; "
        "decision records. Code and quotations are kept and state nothing."
    )
    rank = 50
    structured = True
    binary = False

    @cached_property
    def _parser(self) -> MarkdownIt:
        from markdown_it import MarkdownIt  # slow to import, and an import of a repository asks for no prose

        return MarkdownIt("commonmark").enable("table")

    def claims(self, name: str) -> bool:
        """Whether the name ends as Markdown does, or as texts that may have front matter."""
        return suffix_of(name) in _ENDINGS or suffix_of(name) in _OTHERS

    def accepts(self, content: Content) -> bool:
        """Whether the name ends as Markdown does, or the text begins with front matter or a heading."""
        if content.suffix in _ENDINGS:
            return True
        if content.text.startswith(("---", "+++")):
            return front_matter(content.text) is not None
        return content.suffix in {"", ".txt"} and content.text.startswith("# ")

    def read(self, content: Content) -> Document:
        """Read the document; malformed front matter is told, and the rest read as prose.

        Raises:
            InputError: if the front matter holds too many values.
        """
        front = front_matter(content.text, braces=content.suffix in _ENDINGS)
        skipped = front.length if front is not None else 0
        fields = front.fields if front is not None else {}
        body = "\n" * content.text[:skipped].count("\n") + content.text[skipped:]
        decision = find_decision(content.name, body, fields, content.zone)
        document = _with_items(content, front, decision, self.kind)
        if content.items_only:
            return document
        tokens = self._parser.parse(body)
        lines = body.split("\n")
        meta = _preamble(lines, tokens)
        stated = from_front_matter({**meta, **fields}, content.zone)
        title = _text(fields.get("title")) or _first_heading(tokens)
        fallback = from_heading(title, content.zone) if stated is None else None
        whole = of_document(content.name, stated or fallback, content.file_time, content.zone, content.now)
        status = next((t for of in (fields, meta) for key in ("status", "state") if (t := _text(of.get(key)))), "")
        state = _State(lines, whole, bool(_SILENT_STATUS.search(status)), stated is not None)
        blocks = list(self._blocks(tokens, state, content))
        if skipped:
            head = _safe_head(content, document, skipped)
            blocks.insert(0, Block(head, whole.dated, whole.origin, 1, (), BlockKind.SILENT))
        dated = document.dated if decision is not None and decision.over else whole.dated
        return replace(document, title=title, dated=dated, blocks=tuple(blocks))

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


def _with_items(content: Content, front: Front | None, decision: Decision | None, kind: str) -> Document:
    """Return the document with what its front matter and its record of a decision state, dated by its file."""
    dated = Dated(content.now if content.file_time is None else content.file_time, Precision.INSTANT, content.zone)
    document = Document(content.name, kind, "", content.digest, dated)
    if front is not None and front.fault is not None:
        line, _, why = front.fault.partition(": ")
        reason = f"the front matter is not valid {front.language} and is read as no more than text ({why})"
        document = replace(document, refused=(Refused(content.name, int(line.removeprefix("line ")), reason),))
    if front is not None and front.data:
        document = replace(front_document(content, front, kind), dated=dated)
    items = document.items
    if decision is not None:
        items = items or Items()
        items = replace(
            items,
            values={**items.values, **decision.values(content.name)},
            dated=decision.events(content.name),
            locate=_Lines(decision, items.locate),
        )
    if items is None:
        return document
    title = _text(front.fields.get("title")) if front is not None else ""
    names = [*items.names, *(decision.names(content.name) if decision is not None else ())]
    names += [(content.name, title)] if 0 < len(title) <= _LONGEST_TITLE else []
    return replace(document, items=replace(items, names=tuple(dict.fromkeys(names))))


@dataclass(frozen=True, slots=True)
class _Lines:
    """Where a decision's values stand, else those of its front matter."""

    decision: Decision
    others: Callable[[ItemKey, str], int]

    def __call__(self, key: ItemKey, value: str) -> int:
        return self.decision.lines.get("date" if key[1] == "decided" else key[1]) or self.others(key, value)


def _safe_head(content: Content, document: Document, length: int) -> str:
    """Return the front matter as it may be kept, secrets blanked out."""
    safe = document.items.safe_text if document.items is not None else None
    count = content.text[:length].count("\n") + (not content.text[:length].endswith("\n"))
    return "\n".join((safe or redact(content.text[:length])).split("\n")[:count]).strip("\n")


def _text(value: object) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""


def _preamble(lines: list[str], tokens: Sequence[Token]) -> dict[str, object]:
    """Return the ``Status:`` and ``Date:`` lines that stand before the second heading."""
    starts = [t.map[0] for t in tokens if t.type == "heading_open" and t.map]
    stop = starts[1] if len(starts) > 1 else len(lines)
    found: dict[str, object] = {}
    for line in lines[: min(stop, 40)]:
        match = _META.match(line) if len(line) <= _LONGEST_LINE else None
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
    state.sections.append(_Section(title, level, dated, level > 1 and _is_silent(title)))


def _is_silent(title: str) -> bool:
    return len(title) <= _LONGEST_LINE and _SILENT_SECTION.search(_LINK.sub(r"\1", title)) is not None


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
    lines = [line for line in text.split("\n") if line.strip()]
    return all(len(line) <= _LONGEST_LINE and _META.match(line) for line in lines)


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
