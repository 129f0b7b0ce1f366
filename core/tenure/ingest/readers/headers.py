"""Headers at the top of a text, as RFC 822 has them: PEPs, package metadata, Debian control files.

A text that merely begins with ``Note: …`` is none: it takes three header lines with a blank line
below, two of them of known names, or a first line that only such files begin with.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC
from email.utils import parseaddr

from tenure.errors import InputError
from tenure.ingest.document import Block, BlockKind, Document
from tenure.ingest.flatten import MOST_VALUES, file_names
from tenure.ingest.items import ItemKey, Items
from tenure.ingest.readers.base import Content, suffix_of
from tenure.ingest.readers.dates import from_value, of_document
from tenure.ingest.readers.markdown import MarkdownReader
from tenure.ingest.readers.text import TextReader
from tenure.ingest.scalars import LONGEST, sound
from tenure.ingest.secrets import SECRET, is_secret, redact
from tenure.instants import Precision
from tenure.relations import Cardinality, Relation

_HEADER = re.compile(r"(?P<name>[A-Za-z][A-Za-z0-9-]{0,40})[ \t]?:(?:[ \t]+(?P<value>[^\n]*))?$")
_FIRST_LINE = re.compile(r"\n*[A-Za-z][A-Za-z0-9-]{0,40}[ \t]?:(?:[ \t]|\n)")
_FIRST = frozenset(["pep", "package", "source", "metadata-version", "bep", "xep", "dep", "jep", "eip", "lip", "cep"])
_KNOWN = frozenset(
    ["title", "author", "authors", "status", "type", "created", "version", "last-modified", "content-type",
     "sponsor", "discussions-to", "topic", "requires", "replaces", "superseded-by", "post-history",
     "resolution", "name", "summary", "license", "home-page", "homepage", "author-email", "maintainer",
     "architecture", "section", "priority", "depends", "description", "date", "category", "keywords",
     "classifier", "requires-python", "number", "updated", "copyright", "editor", "editors", "implementation",
     "python-version", "delegate", "abstract", "owner", "reviewers", "id"]
)  # fmt: skip
_MAIL = frozenset(["from", "to", "subject", "received", "message-id", "return-path", "delivered-to"])
_RELATIONS = {
    "superseded-by": "replaced by",
    "obsoleted-by": "replaced by",
    "replaces": "supersedes",
    "obsoletes": "supersedes",
    "author": "authors",
    "author-email": "author email",
    "home-page": "homepage",
    "home": "homepage",
    "requires-python": "required python",
    "summary": "description",
}
_PEOPLE = frozenset(["author", "authors", "editor", "editors", "uploaders", "maintainers", "reviewers", "deciders"])
_LISTED = frozenset(
    ["depends", "build-depends", "build-depends-indep", "pre-depends", "recommends", "suggests", "conflicts", "breaks",
     "provides", "enhances"]
)  # fmt: skip
_REPEATED = frozenset(["classifier", "requires-dist", "provides-extra", "provides-dist", "project-url", "platform"])
_REFERS = frozenset(["superseded-by", "obsoleted-by", "replaces", "obsoletes", "requires"])
_DATES = frozenset(["created", "date", "updated", "last-modified", "modified"])
_NUMBERS = re.compile(r"\d{1,5}(?:\s*,\s*\d{1,5})*")
_LONGEST_PEOPLE = 2_000
_PERSON = re.compile(r"(?P<name>[^,<>()]+?)?\s*(?:<[^<>]*>|\((?P<aside>[^()]*)\))?\s*(?:,|;|\Z)")
_ADDRESS = re.compile(r"\S+(?:@| at )\S+")


@dataclass(slots=True)
class Header:
    """One header: its name in lower case, its value unfolded, and its line from 1."""

    name: str
    value: str
    line: int


@dataclass(slots=True)
class _Stanza:
    """A run of headers, about one thing."""

    headers: list[Header] = field(default_factory=list)

    def first(self, name: str) -> str:
        return next((h.value for h in self.headers if h.name == name), "")


class HeadersReader:
    """Reads texts that begin with headers, and the prose below them."""

    kind = "headers"
    covers = (
        "RFC 822 style headers at the top of a text: PEPs, package metadata, Debian control files; people without "
        "their addresses; the text below as plain text. No e-mail."
    )
    rank = 40
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the name leaves it open what the text is."""
        return suffix_of(name) in {"", ".txt", ".rst", ".control", ".dsc", ".mediawiki", ".md"}

    def accepts(self, content: Content) -> bool:
        """Whether the text begins with headers."""
        return _FIRST_LINE.match(content.text) is not None and _is_headed(_stanza(content.text)[0])

    def read(self, content: Content) -> Document:
        """Read the headers, each stanza's as items of its own subject.

        Raises:
            InputError: if there are too many.
        """
        stanza, length = _stanza(content.text)
        rest = content.text[length:]
        control = stanza.headers[0].name in {"source", "package"} and _only_stanzas(rest)
        safe = redact(content.text) if control else redact(content.text[:length]) + rest
        stating = _Stating(content, safe)
        if control:
            stating.control(content.text)
        else:
            stating.state(content.name, stanza, title=True)
        stated = from_value(
            stanza.first("last-modified") or stanza.first("updated") or stanza.first("date"), content.zone
        )
        whole = of_document(content.name, stated, content.file_time, content.zone, content.now)
        title = stanza.first("title") or stanza.first("name") or stanza.first("package")
        document = Document(content.name, self.kind, title, content.digest, whole.dated, items=stating.items())
        if content.items_only:
            return document
        head = Block(safe[: len(safe) - len(rest)].strip("\n"), whole.dated, whole.origin, 1, (), BlockKind.SILENT)
        if control:
            return replace(document, blocks=(replace(head, text=safe.strip("\n")),))
        below = replace(content, text="\n" * content.text.count("\n", 0, length) + rest)
        prose = (MarkdownReader() if content.suffix == ".md" else TextReader()).read(below)
        blocks = [
            replace(block, dated=whole.dated, origin=whole.origin) if block.dated == prose.dated else block
            for block in prose.blocks
        ]
        return replace(document, blocks=(head, *blocks))


def _stanza(text: str, start: int = 0, line: int = 1) -> tuple[_Stanza, int]:
    """Read the headers from a place on: (them, where their last line ends)."""
    found = _Stanza()
    at = start
    for number, row in enumerate(_rows(text, start), start=line):
        if not row.strip():
            if found.headers:
                break
        elif row[0] in " \t" and found.headers:
            last = found.headers[-1]
            last.value = f"{last.value}\n{row.strip()}".strip()
        else:
            match = _HEADER.match(row)
            if match is None:
                return (_Stanza(), start) if not row.startswith("#") else (found, at)
            found.headers.append(Header(match["name"].casefold(), (match["value"] or "").strip(), number))
        at += len(row) + 1
    return found, min(at, len(text))


def _rows(text: str, start: int) -> Iterator[str]:
    while start <= len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield text[start:end]
        start = end + 1


def _is_headed(stanza: _Stanza) -> bool:
    if not stanza.headers:
        return False
    names = [header.name for header in stanza.headers]
    if len(_MAIL & set(names)) >= 2:
        return False
    if names[0] in _FIRST and stanza.headers[0].value and len(names) >= 2:
        return True
    return len(names) >= 3 and len(_KNOWN & set(names)) >= 2


def _only_stanzas(text: str) -> bool:
    """Whether nothing but headers follows."""
    return all(not row.strip() or row[0] in " \t#" or _HEADER.match(row) for row in _rows(text, 0))


class _Stating:
    """Gathers the items of a file's stanzas."""

    def __init__(self, content: Content, safe: str) -> None:
        self._content = content
        self._safe = safe
        self._values: dict[ItemKey, str] = {}
        self._members: dict[ItemKey, list[str]] = {}
        self._names = file_names(content.name)
        self._lines: dict[ItemKey, int] = {}
        self._repeated: dict[ItemKey, dict[str, None]] = {}
        self._count = 0

    def items(self) -> Items:
        """Return what was gathered."""
        lines = self._lines
        return Items(
            values=self._values,
            members={key: tuple(dict.fromkeys(members)) for key, members in self._members.items()},
            names=tuple(dict.fromkeys(self._names)),
            relations={key[1]: Relation(key[1], Cardinality.SET) for key in self._members},
            locate=lambda key, _value: lines.get(key, 0),
            safe_text=self._safe if self._safe != self._content.text else None,
        )

    def control(self, text: str) -> None:
        """State every stanza of a Debian control file; each package is a subject of its own."""
        file = self._content.name
        at, line = 0, 1
        while at < len(text):
            stanza, end = _stanza(text, at, line)
            end = max(end, at + 1)
            package = stanza.first("package")
            if stanza.headers:
                subject = f"{file} › {sound(package)}" if package else file
                self._names += [(subject, name) for name in (package, stanza.first("source")) if name]
                self.state(subject, stanza, title=False)
            line += text.count("\n", at, end)
            at = end

    def state(self, subject: str, stanza: _Stanza, *, title: bool) -> None:
        """State each header of a stanza.

        Raises:
            InputError: if there are too many values.
        """
        if title:
            head = stanza.headers[0]
            numbered = [f"{head.name.upper()} {head.value}"] if head.name in _FIRST and head.value.isdigit() else []
            names = (stanza.first("title"), stanza.first("name"), *numbered)
            self._names += [(subject, sound(name)) for name in names if 0 < len(name) <= 200]
        seen = [header.name for header in stanza.headers]
        for header in stanza.headers:
            self._header(subject, header, stanza.headers[0], again=seen.count(header.name) > 1)
            self._count += 1
            if self._count > MOST_VALUES:
                raise InputError(
                    f"'{self._content.name}', line {header.line}: it holds more than {MOST_VALUES:,} values"
                )

    def _header(self, subject: str, header: Header, head: Header, *, again: bool) -> None:
        name, value = header.name, sound(header.value)
        relation = _RELATIONS.get(name, name.replace("-", " "))
        key: ItemKey = (subject, relation, ())
        if not value or len(value) > LONGEST:
            return
        self._lines.setdefault(key, header.line)
        if is_secret(relation, value):
            self._values[key] = SECRET
        elif name in _PEOPLE and len(value) <= _LONGEST_PEOPLE:
            self._members.setdefault(key, []).extend(_people(value))
        elif name in _LISTED:
            self._members.setdefault(key, []).extend(" ".join(p.split()) for p in value.split(",") if p.strip())
        elif name in _REPEATED:
            self._members.setdefault(key, []).append(" ".join(value.split()))
        elif again:
            self._repeat(key, " ".join(value.split()))
        elif name in _REFERS and head.name in _FIRST and _NUMBERS.fullmatch(value):
            others = [f"{head.name.upper()} {number.strip()}" for number in value.split(",")]
            self._values[key] = others[0] if len(others) == 1 else json.dumps(others)
        else:
            self._values[key] = _one(name, value)

    def _repeat(self, key: ItemKey, value: str) -> None:
        """Add to the values of a header written several times, kept as one list."""
        listed = self._repeated.setdefault(key, {})
        listed[value] = None
        self._values[key] = json.dumps(list(listed), ensure_ascii=False)


def _one(name: str, value: str) -> str:
    """Return a value on one line: a date in ISO 8601, a person without the address."""
    if name in _DATES:
        dated = from_value(value, UTC)
        return str(dated) if dated is not None and dated.precision is not Precision.YEAR else " ".join(value.split())
    if name in {"maintainer", "sponsor", "delegate", "bdfl-delegate", "pep-delegate"} and "@" in value:
        return parseaddr(value)[0] or value
    return value if name in {"description", "abstract"} else " ".join(value.split())


def _people(value: str) -> list[str]:
    """Return the names in a list of people, addresses stripped; an address alone stays."""
    found: list[str] = []
    for match in _PERSON.finditer(" ".join(value.replace("\n", " , ").split())):
        name, aside = (match["name"] or "").strip(), (match["aside"] or "").strip()
        if _ADDRESS.fullmatch(name) and aside:
            name = aside
        if name:
            found.append(" ".join(name.split()).strip("\"'"))
    return found


READERS = (HeadersReader(),)
