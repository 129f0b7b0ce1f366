"""Slack exports: a folder of ``channel/YYYY-MM-DD.json``, with ``users.json`` beside the channels.

A message is a passage at its own instant, spoken by its user's name. A message edited on a later day
counts from then: the words kept are those of the edit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import tzinfo
from functools import lru_cache
from html import unescape
from typing import Any

from tenure.errors import InputError
from tenure.ingest.document import Block, BlockKind, Document, Refused
from tenure.ingest.readers.base import Content, base_of
from tenure.ingest.readers.dates import of_document
from tenure.instants import DAY, Dated, DateOrigin, Precision, to_datetime

_DAY = re.compile(r"(?:.*/)?(?P<channel>[^/]+)/\d{4}-\d{2}-\d{2}\.json")
_LISTS = frozenset(
    ["users.json", "channels.json", "groups.json", "dms.json", "mpims.json", "integration_logs.json", "org_users.json",
     "canvases.json", "lists.json", "huddle_transcripts.json", "file_conversations.json"]
)  # fmt: skip
_IDENTITY = re.compile(r"[A-Z][A-Z0-9]{5,}")
_MARK = re.compile(r"<(?P<sign>[@#!]?)(?P<what>[^<>|\n]*)(?:\|(?P<label>[^<>\n]*))?>")
_SAID = frozenset(
    ["", "bot_message", "me_message", "thread_broadcast", "file_share", "file_comment", "reply_broadcast"]
)
_STAMP = re.compile(r"\d{1,11}(?:\.\d{1,6})?")
_LONGEST_HEAD = 60


@dataclass(frozen=True, slots=True)
class _People:
    """The names of the users, by their ids."""

    names: dict[str, str]

    def name(self, identity: object) -> str | None:
        return self.names.get(identity) if isinstance(identity, str) else None


class SlackReader:
    """Reads Slack exports; joins and leaves, quotations and code are kept and state nothing."""

    kind = "slack"
    covers = (
        "Slack exports, a folder a channel and a JSON file a day; users' names from users.json; threads, edits, "
        "bots; the export's own lists of users and channels are taken as read."
    )
    rank = 10
    structured = False
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the name is that of a day of a channel, or of one of an export's lists."""
        return _DAY.fullmatch(name) is not None or base_of(name) in _LISTS

    def accepts(self, content: Content) -> bool:
        """Whether it is a list of messages, or of users or channels, as Slack writes them."""
        try:
            return _is_list(content) if base_of(content.name) in _LISTS else _is_day(content)
        except InputError:
            return False

    def read(self, content: Content) -> Document:
        """Read a day of a channel.

        Raises:
            InputError: if it is not valid JSON.
        """
        whole = of_document(content.name, None, content.file_time, content.zone, content.now)
        day = _DAY.fullmatch(content.name)
        if day is None:
            return Document(content.name, self.kind, "", content.digest, whole.dated)
        messages = [m for m in _load(content) if isinstance(m, dict)]
        channel = f"#{day['channel']}"
        people = _people(content)
        reading = _Reading(content.zone, channel, people, _thread_heads(messages, people))
        blocks: list[Block] = []
        refused: list[Refused] = []
        line, at = 1, 0
        for number, message in enumerate(messages, start=1):
            place = content.text.find(f'"{message.get("ts")}"', at)
            line, at = (line, at) if place < 0 else (line + content.text.count("\n", at, place), place + 1)
            try:
                blocks += reading.blocks(message, line)
            except InputError as error:
                reason = f"message {number}: {error}"
                if not content.skip_bad:
                    raise InputError(f"'{content.name}', {reason}") from error
                refused.append(Refused(content.name, None, reason))
        return Document(
            content.name, self.kind, channel, content.digest, whole.dated, tuple(blocks), (), tuple(refused)
        )


@dataclass(frozen=True, slots=True)
class _Reading:
    """What is known while the messages of one day are read."""

    zone: tzinfo
    channel: str
    people: _People
    threads: dict[str, str]

    def blocks(self, event: dict[str, Any], line: int) -> Iterator[Block]:
        """Yield a message as a passage, and what it shows beside its own words as another."""
        if event.get("subtype") in {"message_deleted", "tombstone"} or event.get("type", "message") != "message":
            return
        changed = event.get("message")
        message = {**changed, "subtype": changed.get("subtype")} if isinstance(changed, dict) else event
        dated = self._dated(message, event)
        speaker = _speaker(message, self.people)
        headings = self._headings(message)
        text = _plain(message.get("text"), self.people)
        if text:
            said = (message.get("subtype") or "") in _SAID and speaker is not None
            kind = BlockKind.MESSAGE if said else BlockKind.SILENT
            yield Block(text, dated, DateOrigin.DOCUMENT, line, headings, kind, speaker)
        shown = "\n".join(_shown(message, self.people))
        if shown:
            yield Block(shown, dated, DateOrigin.DOCUMENT, line, headings, BlockKind.SILENT, speaker)

    def _headings(self, message: dict[str, Any]) -> tuple[str, ...]:
        thread = message.get("thread_ts")
        if not isinstance(thread, str) or thread == message.get("ts"):
            return (self.channel,)
        head = self.threads.get(thread)
        return (self.channel, f"Thread: {head}") if head else (self.channel, "Thread")

    def _dated(self, message: dict[str, Any], event: dict[str, Any]) -> Dated:
        at = _stamp(message.get("ts") or event.get("ts"))
        if at is None:
            raise InputError("it has no time")
        edited = message.get("edited")
        later = _stamp(edited.get("ts")) if isinstance(edited, dict) else None
        if later is not None and _day_of(later, self.zone) > _day_of(at, self.zone):
            at = later
        return Dated(at, Precision.INSTANT, self.zone)


def _day_of(at: int, zone: tzinfo) -> int:
    return to_datetime(at, zone).toordinal()


def _stamp(value: object) -> int | None:
    """Read a Slack time, seconds with six decimals, as microseconds UTC."""
    if not isinstance(value, str) or not _STAMP.fullmatch(value):
        return None
    seconds, _, rest = value.partition(".")
    at = int(seconds) * 1_000_000 + int(rest.ljust(6, "0") or 0)
    return at if at < 100_000 * DAY else None


def _speaker(message: dict[str, Any], people: _People) -> str | None:
    """Return the name of whoever posted it: the user's as listed, as sent along, or the bot's."""
    listed = people.name(message.get("user")) or people.name(message.get("bot_id"))
    if listed:
        return listed
    for holder, keys in (
        (message.get("user_profile"), ("real_name", "display_name", "name")),
        (message, ("username",)),
        (message.get("bot_profile"), ("name",)),
        (message, ("user", "bot_id")),
    ):
        name = _first(holder, keys)
        if name:
            return name
    return None


def _first(holder: object, keys: tuple[str, ...]) -> str | None:
    if not isinstance(holder, dict):
        return None
    return next((" ".join(v.split()) for k in keys if isinstance(v := holder.get(k), str) and v.strip()), None)


def _plain(text: object, people: _People) -> str:
    """Return a message's text with names for ids, its links' addresses, and plain signs."""
    if not isinstance(text, str):
        return ""

    def written(match: re.Match[str]) -> str:
        sign, what, label = match["sign"], match["what"], match["label"] or ""
        if sign == "@":
            return people.name(what) or label.lstrip("@") or what
        if sign == "#":
            return f"#{label or what}"
        if sign == "!":
            return label or f"@{what.split('^')[0]}"
        return f"{label} ({what})" if label and label not in what else what.removeprefix("mailto:")

    return unescape(_MARK.sub(written, text)).replace("\0", "").strip("\n").rstrip()


def _shown(message: dict[str, Any], people: _People) -> Iterator[str]:
    """Yield what hangs on a message: shared messages, previews, files."""
    attachments, files = message.get("attachments"), message.get("files")
    for attachment in attachments if isinstance(attachments, list) else ():
        if isinstance(attachment, dict):
            parts = [_plain(attachment.get(key), people) for key in ("title", "text")]
            text = "\n".join(part for part in parts if part) or _plain(attachment.get("fallback"), people)
            if text:
                yield text
    names = [_first(file, ("title", "name")) for file in files] if isinstance(files, list) else []
    if any(names):
        yield f"Files: {', '.join(name for name in names if name)}"


def _thread_heads(messages: list[dict[str, Any]], people: _People) -> dict[str, str]:
    heads: dict[str, str] = {}
    for message in messages:
        stamp, thread = message.get("ts"), message.get("thread_ts")
        if isinstance(stamp, str) and thread == stamp:
            line = _plain(message.get("text"), people).split("\n", 1)[0]
            heads[stamp] = line if len(line) <= _LONGEST_HEAD else line[: _LONGEST_HEAD - 1].rstrip() + "…"
    return heads


# --- the export's files -----------------------------------------------------------------------------


def _load(content: Content) -> list[Any]:
    try:
        data = json.loads(content.text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"'{content.name}' is not valid JSON: {_sentence(error)}") from error
    return data if isinstance(data, list) else []


def _sentence(error: Exception) -> str:
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error).split("\n", 1)[0]


def _is_day(content: Content) -> bool:
    messages = _load(content)
    return bool(messages) and all(isinstance(m, dict) and ("ts" in m or "message" in m) for m in messages[:20])


def _is_list(content: Content) -> bool:
    entries = _load(content)
    identified = [e for e in entries[:20] if isinstance(e, dict) and _IDENTITY.fullmatch(str(e.get("id", "")))]
    logs = base_of(content.name) == "integration_logs.json" and all(
        isinstance(e, dict) and "user_id" in e for e in entries[:20]
    )
    return bool(entries) and (len(identified) == len(entries[:20]) or logs)


def _people(content: Content) -> _People:
    """Return the users' names from the ``users.json`` that stands beside the channels."""
    above = content.name.rsplit("/", 2)[0] + "/" if content.name.count("/") > 1 else ""
    found: dict[str, str] = {}
    for name in ("users.json", "org_users.json"):
        found.update(_names_in(content.beside(above + name) or ""))
    return _People(found)


@lru_cache(maxsize=8)
def _names_in(text: str) -> dict[str, str]:
    try:
        users = json.loads(text) if text else []
    except (ValueError, RecursionError):
        return {}
    found: dict[str, str] = {}
    for user in users if isinstance(users, list) else ():
        if not isinstance(user, dict) or not isinstance(user.get("id"), str):
            continue
        profile = user.get("profile")
        name = _first(profile, ("real_name", "display_name")) or _first(user, ("real_name", "name"))
        if name:
            found[user["id"]] = name
            bot = profile.get("bot_id") if isinstance(profile, dict) else None
            if isinstance(bot, str):
                found[bot] = name
    return found


READERS = (SlackReader(),)
