"""The versions of a change log: where each one's section stands, and when it was released."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import tzinfo
from functools import lru_cache

from packaging.version import InvalidVersion, Version

from tenure.errors import InputError
from tenure.ingest.items import DatedItem, Items
from tenure.ingest.readers.dates import whole_date
from tenure.ingest.readers.maildate import mail_date
from tenure.instants import Dated, Precision, parse_date
from tenure.relations import Cardinality, Relation

YANKED = Relation("yanked versions", Cardinality.SET, case_sensitive=True)
"""Versions taken back after their release."""

_MOST = 20_000
_LONGEST_TITLE = 300
_HEADING = re.compile(
    r"^(?P<marks>#{1,6})[ \t](?P<title>[^\n]*)$"
    r"|^(?P<fence>[ \t]*(?:```|~~~))"
    r"|^(?P<over>[^\s#>*+-][^\n]*)\n(?P<under>=|-|~|\^|\"|'|`|#|\*|\+|_|:|\.)(?P=under){2,}[ \t]*$",
    re.MULTILINE,
)
_BARE = re.compile(
    r"^(?:(?i:version|release)[ \t]+|v)?\d+(?:\.\d+)+[\w.+-]*[ \t]*(?:[-–—:/,|][ \t]*|[(\[])[^\n]*\d{4}[^\n]*$",
    re.MULTILINE,
)
_DEBIAN = re.compile(
    r"^(?P<package>[a-z0-9][a-z0-9+.-]+) \((?P<version>[^()\s]+)\)(?P<into>(?: [\w.+-]+)+);[^\n]*$"
    r"|^ -- [^\n]*?>\s{1,3}(?P<date>[^\n]+)$",
    re.MULTILINE,
)
_TITLE = re.compile(
    r"^(?P<before>[^\d\[(]*?)[\[(]?\s*(?i:version|release|ver\.?)?\s*"
    r"(?P<version>(?<![\w.])[vV]?\d+(?:\.\d+)+(?:[-.+_]?[A-Za-z][\w.+-]*|[-+]\d[\w.+-]*)?|(?<![\w.])[vV]\d+(?![\w-]))"
    r"[\])]?(?P<rest>.*)$",
    re.DOTALL,
)
_DAY_FIRST = re.compile(r"\d{1,2}\.\d{1,2}\.(?:19|20)\d{2}")
_LINK = re.compile(r"\[(?P<label>[^\]]*)\]\([^)\s]*\)")
_UNRELEASED = re.compile(
    r"\b(?:un-?released|not (?:yet )?released|in (?:development|progress)|work in progress|wip|tbd|tba|upcoming"
    r"|released? (?:date )?(?:tbd|unknown)|xxxx?-xx-xx)\b|\?{2,}",
    re.IGNORECASE,
)
_YANK = re.compile(r"\byanked\b|\bretracted\b", re.IGNORECASE)
_BELOW = re.compile(
    r"^[\s*_:>|-]*(?:released|release[ -]date|date of release|date)\b[\s*_:]*(?:on |in )?(?P<date>[^\n]{4,60})$",
    re.IGNORECASE,
)
_ISO = re.compile(r"(?<![\d.])(?:19|20)\d{2}-\d{2}-\d{2}(?!\d)")
_INTRODUCES = re.compile(
    r"^(?:version|release|changes?|changelog|what'?s new|new|news|notes|for|in|of|to|the|and|since|:|-|–|—|\s)*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Release:
    """One section of a change log.

    Attributes:
        version: as written, without a leading ``v``; empty for what has none yet.
        title: its heading as written.
        line: number of the heading's line, from 1.
        dated: when it was released, or None if the log doesn't say.
        released: whether it is out: a section of what is to come states nothing.
        yanked: whether the log says that it was taken back.
    """

    version: str
    title: str
    line: int
    dated: Dated | None
    released: bool = True
    yanked: bool = False

    @property
    def states(self) -> bool:
        """Whether what its section says held from its date on."""
        return self.released and self.dated is not None and not self.yanked


@dataclass(frozen=True, slots=True)
class Log:
    """A change log as found: its title, the package it names itself, and its sections, as written."""

    title: str
    package: str
    releases: tuple[Release, ...]


@lru_cache(maxsize=8)
def find_releases(text: str, zone: tzinfo) -> Log:
    """Find the versions of a change log in Markdown, reStructuredText, plain or Debian form."""
    if _DEBIAN.match(text.lstrip("\n")):
        return _debian(text)
    title = ""
    found: list[Release] = []
    level = ""
    for heading, kind, line, end in _headings(text):
        release = _release(heading, text[end : end + 400], line, zone)
        certain = release is not None and (release.dated is not None or not release.released or release.yanked)
        if release is not None and (certain or not level or kind == level) and len(found) < _MOST:
            found.append(release)
            level = level or kind
        elif not title and not found:
            title = heading
    return Log(title, "", tuple(found))


def _headings(text: str) -> Iterator[tuple[str, str, int, int]]:
    """Yield (title, kind of heading, line, where its line ends), in order."""
    places: list[tuple[int, int, str, str]] = []
    fenced: list[int] = []
    for match in _HEADING.finditer(text):
        if match["fence"]:
            fenced.append(match.start())
        elif match["marks"]:
            places.append((match.start(), match.end(), match["title"].strip().rstrip("#").rstrip(), match["marks"]))
        else:
            places.append((match.start(), match.end(), match["over"].strip(), match["under"]))
    if not places:
        places = [(m.start(), m.end(), m[0].strip(), "bare") for m in _BARE.finditer(text)]
    line = at = fence = 0
    for start, end, title, kind in places:
        while fence < len(fenced) and fenced[fence] < start:
            fence += 1
        line += text.count("\n", at, start)
        at = start
        if fence % 2 == 0:
            yield title, kind, line + 1, end


def _release(title: str, below: str, line: int, zone: tzinfo) -> Release | None:
    if len(title) > _LONGEST_TITLE:
        return None
    plain = _LINK.sub(lambda m: f"[{m['label']}]", title).replace("\\", "").strip("*_` ")
    coming = bool(_UNRELEASED.search(plain))
    match = _TITLE.match(plain)
    if match is None or _DAY_FIRST.fullmatch(match["version"]):
        return Release("", title, line, None, released=False) if coming and len(plain.split()) <= 4 else None
    version = match["version"].lstrip("vV").rstrip(".-:")
    rest = match["rest"]
    dated = _date_in(rest, zone)
    if dated is None and not coming:
        dated, coming = _date_below(below, zone)
    words = re.findall(r"[^\W\d]\w+", _YANK.sub("", _UNRELEASED.sub("", rest)))
    loose = 6 if dated is not None or coming else 1
    if len(words) > loose or (dated is None and not coming and not _INTRODUCES.match(match["before"])):
        return None
    yanked = bool(_YANK.search(rest))
    return Release(version, title, line, None if coming else dated, not coming, yanked)


def _date_below(text: str, zone: tzinfo) -> tuple[Dated | None, bool]:
    """Read the first lines below a heading: (their date, whether they say that it is still to come)."""
    for line in [part for part in text.split("\n") if part.strip()][:3]:
        plain = line.strip().strip("*_:.()[] ")
        if len(plain) <= 60 and _UNRELEASED.search(plain) and len(plain.split()) <= 5:
            return None, True
        match = _BELOW.match(line)
        dated = _date_in(match["date"], zone) if match else None
        if dated is not None:
            return dated, False
    return None, False


@lru_cache(maxsize=16_384)
def _date_in(text: str, zone: tzinfo) -> Dated | None:
    if not any(sign.isdigit() for sign in text):
        return None
    written = _ISO.findall(text)
    if len(written) == 1:
        try:
            return parse_date(written[0], zone)
        except InputError:
            return None
    dated = whole_date(text.strip(" ()[]-–—:/,|*_."), zone) if not written else None
    return dated if dated is not None and dated.precision is not Precision.YEAR else None


def _debian(text: str) -> Log:
    found: list[Release] = []
    package = ""
    open_head: tuple[re.Match[str], int] | None = None
    line = at = 0
    for match in _DEBIAN.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        if match["package"]:
            package = package or match["package"]
            open_head = (match, line + 1)
        elif open_head is not None and len(found) < _MOST:
            head, number = open_head
            released = head["into"].strip().casefold() != "unreleased"
            dated = _date_of_mail(match["date"])
            found.append(Release(head["version"], head[0], number, dated if released else None, released))
            open_head = None
    return Log("", package, tuple(found))


@lru_cache(maxsize=16_384)
def _date_of_mail(text: str) -> Dated | None:
    return mail_date(text)


# --- what it states ---------------------------------------------------------------------------------


def items_of(log: Log, subject: str) -> Items:
    """Return what a change log states of its project: each version's release, and which was current.

    A patch of an old line after a newer version is no version of the whole, nor is a pre-release or
    one that was taken back; they are only ``released``. Of two on one day the higher one counts.
    """
    out = [r for r in log.releases if r.version and r.released and r.dated is not None]
    dated = [DatedItem((subject, "released", ()), r.version, r.dated) for r in reversed(out) if r.dated is not None]
    dated += [DatedItem((subject, "version", ()), r.version, r.dated) for r in _current(out, log) if r.dated]
    yanked = tuple(dict.fromkeys(r.version for r in log.releases if r.yanked and r.version))
    lines = {r.version: r.line for r in reversed(log.releases)}
    return Items(
        dated=tuple(dict.fromkeys(dated)),
        members={(subject, YANKED.name, ()): yanked} if yanked else {},
        relations={YANKED.name: YANKED} if yanked else {},
        locate=lambda _key, value: lines.get(value, 0),
    )


def _current(releases: list[Release], log: Log) -> list[Release]:
    """Return the releases that became the project's version, oldest first."""
    days: dict[int, tuple[tuple[int, ...], Release]] = {}
    for place, release in enumerate(releases):
        # Distributions number in ways of their own; their logs are written newest first.
        order = (-place,) if log.package else _order(release.version)
        if order is None or release.yanked or release.dated is None:
            continue
        best = days.get(release.dated.at)
        if best is None or order > best[0]:
            days[release.dated.at] = (order, release)
    current: list[Release] = []
    highest: tuple[int, ...] = ()
    for _, (order, release) in sorted(days.items()):
        if order > highest or not current:
            highest = order
            current.append(release)
    return current


@lru_cache(maxsize=16_384)
def _order(version: str) -> tuple[int, ...] | None:
    """Return what final versions are compared by; None for a pre-release or what is no version."""
    try:
        parsed = Version(version)
    except InvalidVersion:
        return None
    if parsed.is_prerelease:
        return None
    release = (*parsed.release, 0, 0, 0, 0, 0, 0)[:8]
    return (parsed.epoch, *release, parsed.post or 0)
