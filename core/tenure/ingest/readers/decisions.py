"""Decision records (Nygard's form, MADR, adr-tools): what was decided, when, and what took its place."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import Any

from tenure.ingest.items import DatedItem, ItemKey
from tenure.ingest.readers.dates import from_value
from tenure.instants import Dated

_FOLDERS = frozenset(
    ["adr", "adrs", "decision", "decisions", "decision-records", "architecture-decisions", "architecture_decisions",
     "architecture-decision-records", "arch-decisions", "design-decisions"]
)  # fmt: skip
_NUMBERED = re.compile(r"(?:adr[-_ ]?)?(?P<number>\d{1,5})[-_. ](?!\d{1,2}[-_.]).*", re.IGNORECASE)
_TITLE = re.compile(r"(?:adr[-_ #]*)?(?P<number>\d{1,5})\s*[.:)–—-]\s*(?P<title>\S.*)", re.IGNORECASE)
_HEADING = re.compile(r"^#{1,6}[ \t](?P<title>[^\n]*)$|^(?P<over>[^\s#>*|-][^\n]*)\n(?:=|-){3,}[ \t]*$", re.MULTILINE)
_LINE = re.compile(
    r"^[\s>*_|+-]*(?P<name>status|state|date|decided(?: on)?|date of decision|supersed(?:es|ed by)"
    r"|superce(?:des|ded by)|replaces|replaced by)[*_]*\s*[:|][*_]*\s*(?P<value>.*?)[\s|*_]*$",
    re.IGNORECASE,
)
_STATUS = re.compile(
    r"(?:partially )?(?P<word>accepted|approved|adopted|decided|agreed|implemented|active|final|proposed|draft|open"
    r"|pending|in review|under (?:review|discussion)|rejected|declined|deferred|abandoned|withdrawn|cancell?ed"
    r"|deprecated|obsolete|retired|supersed(?:ed|es)|superced(?:ed|es)|replaced)\b",
    re.IGNORECASE,
)
_MADE = frozenset(
    ["accepted", "approved", "adopted", "decided", "agreed", "implemented", "active", "final", "deprecated", "obsolete",
     "retired", "superseded", "replaced"]
)  # fmt: skip
_BY = re.compile(r"\b(?:supersed|superced|replac)ed by:?\s*(?P<whom>[^\n]*)", re.IGNORECASE)
_OLDER = re.compile(r"\b(?:supersedes|supercedes|replaces):?\s+(?P<whom>[^\n]*)", re.IGNORECASE)
_LINKED = re.compile(r"\[(?P<label>[^\]\n]+)\](?:\((?P<link>[^)\s]+)\))?")
_NAMED = re.compile(r"(?:ADR|RFC|decision)[-_ #]*\d+|\d{1,5}", re.IGNORECASE)
_LONGEST = 60
_LONGEST_LINE = 400
_OVER = frozenset(["deprecated", "obsolete", "retired", "superseded", "replaced"])


@dataclass(slots=True)
class Decision:
    """What a decision record says of itself.

    Attributes:
        status: one word or two, without what it was superseded by.
        title: without its number.
        number: as written in the title or file name, or None.
        dated: when it was decided, or None.
        replaced_by, supersedes: the files, or else the names, of other records.
        lines: the line that each relation's value stands on, from 1.
    """

    status: str = ""
    title: str = ""
    number: str | None = None
    dated: Dated | None = None
    replaced_by: list[str] = field(default_factory=list)
    supersedes: list[str] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        """Whether it holds no more, since some day after its own date that it doesn't give."""
        return self.status.casefold() in _OVER

    def values(self, file: str) -> dict[ItemKey, str]:
        """Return its status and what it replaced, as values of its file."""
        found: dict[ItemKey, str] = {(file, "status", ()): self.status}
        if self.dated is not None:
            found[file, "date", ()] = str(self.dated)
        for relation, others in (("replaced by", self.replaced_by), ("supersedes", self.supersedes)):
            if others:
                found[file, relation, ()] = others[0] if len(others) == 1 else json.dumps(others, ensure_ascii=False)
        return found

    def events(self, file: str) -> tuple[DatedItem, ...]:
        """Return the decision itself, if it was made and says when."""
        if self.dated is None or self.status.casefold() not in _MADE or not self.title:
            return ()
        return (DatedItem((file, "decided", ()), self.title, self.dated),)

    def names(self, file: str) -> list[tuple[str, str]]:
        """Return what people call it: its title, and its number as ADR."""
        found = [self.title] if self.title else []
        if self.number is not None:
            found += [f"ADR {int(self.number)}", f"ADR-{self.number}"]
        return [(file, name) for name in dict.fromkeys(found)]


def find_decision(name: str, body: str, fields: Mapping[str, Any], zone: tzinfo) -> Decision | None:
    """Return what a Markdown text says of itself as a decision record, or None if it is none.

    It is one if it has a status of a decision and stands in a folder of decisions, has a numbered
    name or title, or names those who decided.

    Args:
        name: the file's source name.
        body: the text, with blank lines for its front matter.
        fields: the front matter, keys in lower case.
        zone: the zone of dates written without one.
    """
    sections = _sections(body)
    heading = next((title for _, title, _ in sections if title), "")
    titled = _TITLE.match(heading)
    numbered = _NUMBERED.fullmatch(posixpath.basename(name))
    folders = {part.casefold() for part in name.split("/")[:-1]}
    deciders = {"deciders", "decision-makers", "decision_makers", "adr"} & fields.keys()
    if not (folders & _FOLDERS or titled or numbered or deciders):
        return None
    found = Decision(title=titled["title"].strip() if titled else str(fields.get("title") or heading).strip())
    number = titled or numbered
    found.number = number["number"] if number else None
    reading = _Reading(found, name, zone)
    reading.fields(fields)
    reading.lines(body, sections)
    return found if found.status else None


def _sections(body: str) -> list[tuple[int, str, int]]:
    """Return (line of the heading, title, where its text begins), for each heading."""
    found: list[tuple[int, str, int]] = []
    line, at = 1, 0
    for match in _HEADING.finditer(body):
        line += body.count("\n", at, match.start())
        at = match.start()
        found.append((line, (match["title"] or match["over"] or "").strip().rstrip("#").rstrip(), match.end()))
    return found


@dataclass(frozen=True, slots=True)
class _Reading:
    """Fills in a decision from its front matter, its lines and its sections; what stands first counts."""

    found: Decision
    name: str
    zone: tzinfo

    def fields(self, fields: Mapping[str, Any]) -> None:
        """Read the front matter, its keys in lower case."""
        found = self.found
        status = fields.get("status") or fields.get("state")
        if isinstance(status, str):
            self._status(status, 0)
        for key in ("date", "decided", "decision-date", "decision_date"):
            found.dated = found.dated or from_value(fields.get(key), self.zone)
        for key in ("superseded-by", "superseded_by", "replaced-by", "replaced_by"):
            self._add(found.replaced_by, self._listed(fields.get(key)))
        for key in ("supersedes", "replaces"):
            self._add(found.supersedes, self._listed(fields.get(key)))

    def lines(self, body: str, sections: list[tuple[int, str, int]]) -> None:
        """Read ``Status:`` and ``Date:`` lines before the second heading, and the sections of these names."""
        stop = sections[1][0] - 1 if len(sections) > 1 else 40
        for number, line in enumerate(body.split("\n", 60)[: min(stop, 60)], start=1):
            match = _LINE.match(line) if len(line) <= _LONGEST_LINE else None
            if match is not None:
                self._line(match["name"].casefold(), match["value"], number)
        for place, (heading, title, begin) in enumerate(sections):
            word = title.casefold().rstrip(":")
            if word in {"status", "date", "state"}:
                end = body.find("\n#", begin) if place + 1 < len(sections) else -1
                self._section(word, body[begin : end if end >= 0 else len(body)], heading)

    def _section(self, word: str, text: str, line: int) -> None:
        for row, written in enumerate(text.split("\n")[:30]):
            part = written.strip(" *_>-")
            if part and word == "date":
                self.found.dated = self.found.dated or from_value(part, self.zone)
            elif part:
                self._status(part, line + row)

    def _line(self, relation: str, value: str, line: int) -> None:
        found = self.found
        if relation in {"status", "state"}:
            self._status(value, line)
        elif relation.startswith(("supersedes", "supercedes", "replaces")):
            self._add(found.supersedes, _others(value, self.name))
        elif relation.startswith(("supersed", "superced", "replaced")):
            self._add(found.replaced_by, _others(value, self.name))
        elif found.dated is None:
            found.dated = from_value(value, self.zone)
            found.lines["date"] = line

    def _status(self, text: str, line: int) -> None:
        found = self.found
        by, older = _BY.search(text), _OLDER.search(text)
        if by is not None:
            self._add(found.replaced_by, _others(by["whom"], self.name))
            found.status = "Superseded"
            found.lines["status"] = found.lines["replaced by"] = line
            return
        if older is not None:
            self._add(found.supersedes, _others(older["whom"], self.name))
            found.lines["supersedes"] = line
        before = text[: older.start()] if older is not None else text
        match = _STATUS.match(before.strip(" *_`\"'"))
        if match is not None and not found.status and len(text) <= 200:
            found.status = match["word"].replace("uperced", "upersed")
            found.lines["status"] = line

    def _listed(self, value: object) -> list[str]:
        written = [part.strip() for part in (value if isinstance(value, list) else [value]) if isinstance(part, str)]
        return [other for part in written if part for other in _others(part, self.name) or [part]]

    def _add(self, known: list[str], others: list[str]) -> None:
        known.extend(other for other in others if other not in known)


def _others(text: str, name: str) -> list[str]:
    """Return the records a text names: the linked files, else labels or numbers as written."""
    found: list[str] = []
    for match in _LINKED.finditer(text):
        link = (match["link"] or "").split("#")[0]
        inside = bool(link) and "://" not in link and not link.startswith(("/", "mailto:"))
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), link)) if inside else ""
        found.append(path if path and not path.startswith("..") else match["label"].strip())
    if not found:
        found = [match[0] for match in _NAMED.finditer(text[:_LONGEST])]
    return list(dict.fromkeys(found))
