""" "R: O" lines, bullets and tables under a heading that names the subject."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tenure.ingest.extract.lexicon import words
from tenure.ingest.extract.names import ENVIRONMENT_WORDS, Named, Names, bare, environment
from tenure.ingest.extract.view import CLOSE, OPEN

_PAIR = re.compile(
    r"^(?P<r>(?:\*\*|__|`|\ue010)?[A-Za-z][^:=|?!.,;\n]{0,48}?)(?:\*\*|__|`|\ue011)?\s*(?::(?=\s|\*\*|__)|=(?=\s)"
    r"|\s[—–]\s|\s->\s|\s→\s)"
    r"(?:\*\*|__)?\s*(?P<o>\S.*?)\s*$",
    re.DOTALL,
)
_LABELS = words("labels")
_GENERIC_HEADING = re.compile(
    r"^(?:(?:the|our|basic|key|quick|current|general|main|more)\s+)?(?:context|decisions?|notes?|options?"
    r"|consequences?|findings?|overview"
    r"|config(?:uration)?|settings?|summary|facts?|details?|properties|reference|parameters|basics|limits?|ports?"
    r"|networking|storage|data"
    r"|ownership|contacts?|operations?|deployment|runtime|environment|resources|at a glance|introduction|background"
    r"|status|values"
    r"|key (?:facts|figures|data)|about|specs?|specification|added|changed|fixed|removed|service card|profile"
    r"|fact sheet)\s*$",
    re.IGNORECASE,
)
_AROUND = (
    re.compile(r"^(?:changelog|change log|release notes|runbook|overview|service card|fact sheet|profile|about"
               r"|configuration|settings|notes|handbook"
               r"|readme|reference|service|component|system|project|module)\s*(?:of|for|on|:|—|–"
               r"|-)\s+(?P<s>.+)$", re.IGNORECASE),
    re.compile(r"^(?:service|component|system|app|application|module)\s+(?P<s>[\w.-]+)$", re.IGNORECASE),
    re.compile(r"^(?P<s>.+?)(?:'s|:|\s[—–-])?\s+(?:changelog|change log|release notes|runbook|overview|service card"
               r"|fact sheet|profile|configuration"
               r"|settings|readme|reference|notes|facts|at a glance)$", re.IGNORECASE),
    re.compile(r"^(?P<s>[^(]+?)\s*\([^)]*\)$"),
    re.compile(r"^(?P<s>.+?)\s*(?::|—|–)\s+.+$"),
)  # fmt: skip
_SUBJECT_COLUMN = re.compile(
    r"^(?:name|service|component|system|thing|subject|app(?:lication)?|module|what|team's service|item|part|package"
    r"|library|host|cluster"
    r"|product|instrument|device|project|resource)$",
    re.IGNORECASE,
)
_FIELD_COLUMN = re.compile(
    r"^(?:field|setting|property|key|parameter|attribute|relation|what|name|item|option|fact|aspect|topic)?$",
    re.IGNORECASE,
)
_VALUE_COLUMN = re.compile(r"^(?:value|values|setting|content|is|now|current|current value)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Heading:
    """What the headings above a block name.

    Attributes:
        subject: the normalised subject, or None.
        sure: whether it is a known name or an identifier.
        env: an environment a heading names ("## Staging"), or None.
    """

    subject: str | None
    sure: bool = False
    env: str | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """A key-value line: a subject and relation, the raw value, and its span in the line."""

    named: Named
    value: str
    start: int
    end: int


def headed(headings: Sequence[str], names: Names) -> Heading:
    """Return what a chain of headings, outermost first, names: the innermost subject."""
    env: str | None = None
    for text in reversed(headings):
        title = bare(re.sub(r"[*_`]|\s#+$", "", text))
        title = re.sub(r"^\d+(?:\.\d+)*[.)]?\s+", "", title)
        first = environment(title) or (
            environment(title.split()[0]) if title.lower().endswith(" environment") else None
        )
        if first is not None:
            env = env or first
            continue
        if _GENERIC_HEADING.match(title) and not names.knows(title):
            continue
        found = _heading_subject(title, names)
        if found is not None:
            return Heading(found[0], found[1], env)
        if not re.match(r"^\W*(?:v?\d|\[)", title):
            return Heading(None, env=env)
    return Heading(None, env=env)


def _heading_subject(title: str, names: Names) -> tuple[str, bool] | None:
    if names.knows(title):
        return names.subject(title) or title, True
    for form in _AROUND:
        match = form.match(title)
        if match and (names.knows(match["s"]) or form is not _AROUND[-1]):
            found = names.subject(match["s"].strip())
            if found is not None:
                return found, names.knows(found)
    if len(title.split()) > 3 or re.search(r"[,;!?\d]\s|[?!]$", title):
        return None
    subject = names.subject(title)
    if subject is None:
        return None
    return subject, bool(re.fullmatch(r"\S*[\w][-_./]\S*|\S*\d\S*", title))


def pair(line: str, heading: Heading, names: Names, *, only_listed: bool = False) -> Pair | None:
    """Read one "R: O" line, or "S's R: O" and "R of S: O" which need no heading."""
    match = _PAIR.match(line)
    if match is None:
        return None
    label = bare(match["r"].strip("*_`" + OPEN + CLOSE + " "))
    value = match["o"].strip("*_ ") if match["o"].startswith(("*", "_")) else match["o"]
    if label.lower() in _LABELS and not (label.lower() in {"status", "owner"} and heading.sure):
        return None
    own = names.noun_phrase(label)
    if own is not None and names.listed(own.relation):
        return Pair(own, value, match.start("o"), match.end("o"))
    if heading.subject is None:
        return None
    equals = line[match.end("r") : match.start("o")].strip(" *_`" + CLOSE) == "="
    named = of_heading(label, heading, names, only_listed=only_listed or equals)
    return Pair(named, value, match.start("o"), match.end("o")) if named else None


def of_heading(label: str, heading: Heading, names: Names, *, only_listed: bool = False) -> Named | None:
    """Return the key a label names under a heading."""
    env = heading.env
    words = label.split()
    within = re.fullmatch(
        rf"(?P<r>.+?)\s*(?:\(|in\s+|on\s+)(?P<e>{'|'.join(ENVIRONMENT_WORDS)})\)?", label, re.IGNORECASE
    )
    if within:
        label, env = within["r"].strip(), environment(within["e"])
    elif len(words) > 1 and environment(words[0]) and names.registry.find(label) is None:
        label, env = " ".join(words[1:]), environment(words[0])
    relation = names.relation(label)
    if relation is None or heading.subject is None or (not relation.known and (only_listed or not heading.sure)):
        return None
    return Named(heading.subject, relation, env)


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell: its text and its span in the passage."""

    text: str
    start: int
    end: int


def rows(text: str) -> Iterator[list[Cell]]:
    """Yield the rows of a Markdown table without the line of dashes."""
    at = 0
    for line in text.split("\n"):
        if line.strip() and not re.fullmatch(r"[\s|:+-]+", line):
            yield _cells(line, at)
        at += len(line) + 1


def _cells(line: str, at: int) -> list[Cell]:
    bounds = [m.start() for m in re.finditer(r"(?<!\\)\|", line)]
    if not line.lstrip().startswith("|"):
        bounds.insert(0, -1)
    if not line.rstrip().endswith("|"):
        bounds.append(len(line))
    cells = []
    for left, right in pairwise(bounds):
        raw = line[left + 1 : right]
        start = left + 1 + len(raw) - len(raw.lstrip())
        cells.append(
            Cell(raw.strip().strip("*`").replace("\\|", "|").strip(), at + start, at + left + 1 + len(raw.rstrip()))
        )
    return cells


def table_pairs(text: str, heading: Heading, names: Names) -> Iterator[tuple[Pair, int, int]]:
    """Yield the pairs of a table with the span of their row.

    Two shapes: field and value under a heading that names the subject, and one row a subject with
    a relation a column.
    """
    lines = list(rows(text))
    if len(lines) < 2:
        return
    header, body = lines[0], lines[1:]
    titles = [cell.text for cell in header]
    if len(titles) == 2 and _FIELD_COLUMN.match(titles[0]) and (_VALUE_COLUMN.match(titles[1]) or not titles[1]):
        for row in body:
            if len(row) >= 2 and row[1].text and heading.subject:
                named = of_heading(row[0].text, heading, names)
                if named is not None:
                    yield Pair(named, row[1].text, row[1].start, row[1].end), row[0].start, row[1].end
        return
    if not _SUBJECT_COLUMN.match(titles[0]):
        return
    columns = [names.relation(title) for title in titles]
    for row in body:
        subject = names.subject(row[0].text) if row else None
        if subject is None:
            continue
        for cell, relation in zip(row[1:], columns[1:], strict=False):
            if relation is not None and names.listed(relation) and cell.text:
                named = Named(subject, relation, heading.env)
                yield Pair(named, cell.text, cell.start, cell.end), row[0].start, row[-1].end
