"""Chat transcripts in the common plain forms.

Lines such as ``[2024-03-01 10:12] name: text``, ``2024-03-01 10:12 - name: text``,
``[01/03/24, 10:12:33] name: text``, ``01.03.24, 10:12 - name: text``, and ``name [10:12]`` (or
``10:12 name: text``) under a line that is a date. A message goes on over the lines that begin no
other. Lines of the system (joined, left) are kept and state nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, tzinfo

from tenure.errors import InputError
from tenure.ingest.document import Block, BlockKind, Document
from tenure.ingest.readers.base import Content, suffix_of
from tenure.ingest.readers.dates import from_name, of_document, whole_date
from tenure.instants import Dated, DateOrigin, Precision, from_datetime, parse_date, to_datetime
from tenure.timewords.points import clock_of, with_clock

_CLOCK = (
    r"(?P<time>\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?(?:\s?[AaPp]\.?[Mm]\.?)?)"
    r"(?:\s?(?P<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2}))?"
)
_ISO = r"(?P<iso>\d{4}-\d{2}-\d{2})"
_LOCAL = r"(?P<a>\d{1,2})(?P<sep>[/.-])(?P<b>\d{1,2})(?P=sep)(?P<y>\d{4}|\d{2})"
_NAME = r"(?P<name>[^\s:\[\]<>][^:\[\]<>\n]{0,48}?)"
_NICK = r"<(?P<nick>[^>]+)>\s?"
_BARE = _NAME.replace("name", "name2")
_FULL = tuple(
    re.compile(form)
    for form in (
        rf"^\[{_ISO}[T ,]+{_CLOCK}\]\s*(?:{_NICK}|{_NAME}\s?:\s+|{_BARE}\s?:$)(?P<text>.*)$",
        rf"^{_ISO}[T ,]+{_CLOCK}\s*(?:-|–|—|\|)?\s*(?:{_NICK}|{_NAME}\s?:\s+)(?P<text>.*)$",
        rf"^\[{_LOCAL},?\s+{_CLOCK}\]\s*{_NAME}\s?:\s+(?P<text>.*)$",
        rf"^{_LOCAL},?\s+{_CLOCK}\s*[-–—]\s*{_NAME}\s?:\s+(?P<text>.*)$",
    )
)
_SYSTEM = tuple(
    re.compile(form)
    for form in (
        rf"^\[?{_ISO}[T ,]+{_CLOCK}\]?\s*(?:-|–|—|\||\*+)?\s*(?P<text>\S.*)$",
        rf"^\[?{_LOCAL},?\s+{_CLOCK}\]?\s*(?:[-–—]|\*+)?\s*(?P<text>\S.*)$",
    )
)
_SHORT = (
    re.compile(rf"^{_NAME}\s+\[{_CLOCK}\]\s*:?\s*(?P<text>.*)$"),
    re.compile(rf"^\[{_CLOCK}\]\s*(?:{_NICK}|{_NAME}\s?:\s+)(?P<text>.*)$"),
    re.compile(rf"^{_NAME}\s{{2,}}{_CLOCK}$"),
    re.compile(rf"^{_CLOCK}\s+(?:[-–—]\s*)?{_NAME}\s?:\s+(?P<text>.*)$"),
)
_DAY_LINE = re.compile(r"^[\s\-–—=#*_]*(?P<day>[^\-–—=#*_\s].*?)[\s\-–—=#*_:]*$")


@dataclass(slots=True)
class _Message:
    line: int
    day: tuple[int, int, int]
    clock: str
    zone: str
    speaker: str | None
    text: list[str]


class ChatReader:
    """Reads transcripts; each message is a passage with its speaker and instant."""

    kind = "chat"
    covers = "Plain chat transcripts: a time, a name and a message a line."
    rank = 60
    structured = False
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the name leaves it open what the text is."""
        return suffix_of(name) not in {".md", ".markdown", ".csv", ".jsonl", ".tsv"}

    def accepts(self, content: Content) -> bool:
        """Whether at least two of the first hundred lines, and a third of them, begin a message."""
        lines = [line for line in content.text.split("\n", 200)[:200] if line.strip()][:100]
        heads = sum(1 for line in lines if _head(line) is not None)
        if heads == 0:
            return False
        short_only = all(_full(line) is None for line in lines)
        if short_only and not any(_day(line) for line in lines) and from_name(content.name, UTC) is None:
            return False
        return heads * 4 >= len(lines) and (heads >= 2 or len(lines) <= 2)

    def read(self, content: Content) -> Document:
        """Read the transcript.

        Raises:
            InputError: if its dates (``01/03/24``) may be day-first or month-first and nothing decides.
        """
        lines = content.text.split("\n")
        day_first = _day_first(lines, content.name)
        named = from_name(content.name, content.zone)
        blocks = tuple(_blocks(lines, day_first, named, content))
        dated = (
            blocks[0].dated
            if blocks
            else of_document(content.name, None, content.file_time, content.zone, content.now).dated
        )
        return Document(content.name, "chat", "", content.digest, dated, blocks)


def _full(line: str) -> re.Match[str] | None:
    return next((m for form in _FULL if (m := form.match(line))), None)


def _head(line: str) -> re.Match[str] | None:
    return _full(line) or next((m for form in _SHORT if (m := form.match(line))), None)


def _day(line: str) -> Dated | None:
    match = _DAY_LINE.match(line)
    if match is None or len(match["day"]) > 40:
        return None
    found = whole_date(match["day"], UTC)
    return found if found is not None and found.precision is Precision.DAY else None


def _day_first(lines: list[str], name: str) -> bool | None:
    """Decide the order of ``01/03/24`` over the whole transcript: a part above 12 is a day.

    Dots are day-first everywhere. None if no such date occurs.

    Raises:
        InputError: if slashed dates occur and none decides.
    """
    seen: list[tuple[int, int]] = []
    for line in lines:
        match = next((m for form in (*_FULL[2:], _SYSTEM[1]) if (m := form.match(line))), None)
        if match is None:
            continue
        if match["sep"] == ".":
            return True
        seen.append((int(match["a"]), int(match["b"])))
    if not seen:
        return None
    if any(a > 12 for a, _ in seen):
        return True
    if any(b > 12 for _, b in seen):
        return False
    if all(a == b for a, b in seen):
        return True
    stated = from_name(name, UTC)
    if stated is not None:
        month = to_datetime(stated.at).month
        fits = {order for a, b in seen for order, m in ((True, b), (False, a)) if m == month}
        if len(fits) == 1:
            return fits.pop()
    raise InputError(
        f"'{name}': dates such as {seen[0][0]:02}/{seen[0][1]:02} may be day or month first; write them as YYYY-MM-DD"
    )


def _blocks(lines: list[str], day_first: bool | None, named: Dated | None, content: Content) -> Iterator[Block]:
    day = _parts(named) if named is not None and named.precision is Precision.DAY else None
    open_message: _Message | None = None
    for number, line in enumerate(lines, start=1):
        begun = _begin(line, number, day, day_first)
        if begun is None:
            new_day = _day(line)
            if new_day is not None:
                day = _parts(new_day)
                if open_message:
                    yield _finish(open_message, content)
                open_message = None
            elif open_message is not None:
                open_message.text.append(line)
            continue
        if open_message:
            yield _finish(open_message, content)
        open_message, day = begun, begun.day
    if open_message:
        yield _finish(open_message, content)


def _parts(dated: Dated) -> tuple[int, int, int]:
    moment = to_datetime(dated.at, dated.zone)
    return moment.year, moment.month, moment.day


def _begin(line: str, number: int, day: tuple[int, int, int] | None, day_first: bool | None) -> _Message | None:
    match = _full(line)
    if match is None and day is not None:
        match = next((m for form in _SHORT if (m := form.match(line))), None)
    if match is None:
        match = next((m for form in _SYSTEM if (m := form.match(line))), None)
    if match is None:
        return None
    groups = match.groupdict()
    speaker = groups.get("name") or groups.get("name2") or groups.get("nick")
    if groups.get("iso"):
        year, month, third = (int(part) for part in match["iso"].split("-"))
        day = (year, month, third)
    elif groups.get("a"):
        year = int(match["y"])
        first, second = int(match["a"]), int(match["b"])
        third, month = (first, second) if day_first is not False else (second, first)
        day = (year + 2000 if year < 100 else year, month, third)
    if day is None:
        return None
    text = groups.get("text") or ""
    return _Message(number, day, match["time"], groups.get("zone") or "", speaker.strip() if speaker else None, [text])


def _finish(message: _Message, content: Content) -> Block:
    text = "\n".join(message.text).strip("\n").rstrip()
    dated = _instant(message, content.zone, content.name)
    kind = BlockKind.MESSAGE if message.speaker and text else BlockKind.SILENT
    return Block(text or "(empty message)", dated, DateOrigin.DOCUMENT, message.line, (), kind, message.speaker)


def _instant(message: _Message, zone: tzinfo, name: str) -> Dated:
    year, month, third = message.day
    clock = clock_of(" ".join(f"{message.clock} {message.zone}".split()))
    try:
        day = parse_date(f"{year:04}-{month:02}-{third:02}", zone)
        if clock is None:
            raise InputError(f"'{message.clock}' is not a time of day")
    except InputError as error:
        raise InputError(f"'{name}', line {message.line}: {error}") from error
    moment = with_clock(day, clock, zone)[0]
    return Dated(from_datetime(to_datetime(moment.at, zone)), Precision.INSTANT, zone)


READERS = (ChatReader(),)
