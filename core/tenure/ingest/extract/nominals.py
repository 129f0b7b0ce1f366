"""Reads names of people, things, places and currencies, addresses and versions as values."""

from __future__ import annotations

import re

from tenure.ingest.extract.lexis import Lexis
from tenure.ingest.extract.phrases import Phrases
from tenure.ingest.extract.quantities import Quantities, Read
from tenure.ingest.extract.tokens import CODE, MARKED, NUMBER, QUOTE, WORD
from tenure.ingest.extract.words import Words

_VERSION = re.compile(r"v?\d+(?:\.[\dx]+)*(?:[-.+]?(?:alpha|beta|rc|dev|post|a|b|lts)[-.]?\d*)?", re.IGNORECASE)
_ADDRESS = re.compile(r"(?:https?://|#[\w-]|[/~.]/?\w|--)\S*|\S+@\S+\.\S+|[\w-]+(?:[./:][\w{}-]+)+/?|[\w-]+\.\w{2,}")
_TEAMS = frozenset(("team", "squad", "crew", "group", "guild", "department", "rota", "desk", "tribe", "chapter"))
_HUGE = 8


class Nominals(Quantities):
    """Reads values that are names."""

    def __init__(self, phrases: Phrases, lexis: Lexis) -> None:
        super().__init__(lexis)
        self._phrases = phrases
        self._titles = lexis.words("titles")
        single = {w for table in ("tails", "adverbs", "after", "statuses") for w in lexis.words(table) if " " not in w}
        self._behind = (
            single | lexis.words("closed") | frozenset(lexis.counted) | {"license", "licence", "service", "tier"}
        )

    def name(self, words: Words, i: int) -> Read | None:
        """Read a proper name, without article, title and description; "the platform team" too."""
        i = self._kin(words, i)
        at = i + (words.low(i) in ("the", "our", "a", "an") and not (i and words.tokens[i].capital))
        article = at > i
        at += words.low(at).endswith("-based")
        start = self._undescribed(words, at, article=article)
        end = self._phrases.proper(words, start)
        if end is None:
            known = self._phrases.known(words, start)
            if known is None and self._phrases.identifier(words, start):
                known = start + 1
            end = known
            if end is None or (
                article and words.low(end) not in _TEAMS and end - start == 1 and words.low(start).isalpha()
            ):
                return None
        while end - start < _HUGE and words.low(end) in _TEAMS:
            end += 1
        return words.raw(start, end), end

    def _kin(self, words: Words, i: int) -> int:
        """Skip "his widow," and "her niece" before a name."""
        if words.low(i) not in ("his", "her", "their", "its"):
            return i
        at = i + 1
        while (
            at - i < 4 and words.kind(at) == WORD and not words.tokens[at].capital and words.low(at) not in self._closed
        ):
            at += 1
        at += words.low(at) == ","
        return at if at > i + 1 and at < len(words) and words.tokens[at].capital else i

    def _undescribed(self, words: Words, i: int, *, article: bool) -> int:
        if words.low(i) in self._titles and words.tokens[i].capital and self._phrases.proper(words, i + 1):
            return i + 1
        if self._phrases.is_occupation(words.low(i)) and self._phrases.proper(words, i + 1):
            return i + 1
        at = i
        while (
            article
            and at - i < 4
            and words.kind(at) == WORD
            and not words.tokens[at].capital
            and words.low(at) not in self._closed
        ):
            at += 1
        behind = at < len(words) and (words.tokens[at].capital or words.kind(at) in (CODE, QUOTE))
        return at if behind else i

    def thing(self, words: Words, i: int) -> Read | None:
        """Read the name of software or a technical term."""
        at = i + (words.low(i) in ("the", "a", "an", "our"))
        if words.kind(at) in (CODE, QUOTE):
            return words.raw(at, at + 1), at + 1
        end = self._phrases.proper(words, at)
        if end is None and words.kind(at) == NUMBER:
            end = at + 1
            return words.raw(at, end), end
        if end is None and at > i and (whole := self._common_noun(words, at)) is not None:
            return words.raw(at, whole), whole
        if end is None:
            if not self._phrases.identifier(words, at):
                known = self._phrases.known(words, at)
                if known is None and not (at > i and words.low(at + 1) in self._phrases.classes):
                    return None
            end = at + 1
            while (
                end - at < 3
                and words.kind(end) == WORD
                and self._phrases.identifier(words, end)
                and words.low(end) not in self._forms
            ):
                end += 1
        more = words.tokens[end] if end < len(words) else None
        if (
            more is not None and words.tokens[end - 1].capital and more.kind == WORD and more.text.islower()
            and words.pauses(end + 1) and more.low not in self._behind and not more.low.endswith(("ly", "ed", "ing"))
        ):  # fmt: skip
            return words.raw(at, end + 1), end + 1  # "Lua plugins"
        if words.low(end) in ("service", "api", "team") or (
            words.kind(end) == NUMBER and _VERSION.fullmatch(words.tokens[end].text)
        ):
            end += 1
        if at > i and words.low(end) in ("tier", "layer", "backend") and words.tokens[at].capital:
            return words.raw(at, end), end + 1
        if words.low(end - 1) == "license" and words.low(end) == "," and words.low(end + 1) == "version":
            return words.raw(at, end + 3), end + 3
        if words.low(end) in ("license", "licence"):
            return words.raw(at, end), end + 1
        return words.raw(at, end), end

    def _common_noun(self, words: Words, i: int) -> int | None:
        """Return the token behind two to four plain words ("internal config agent") that stand alone, or None."""
        end = i
        while words.kind(end) == WORD and words.low(end) not in self._closed and not words.pauses(end):
            end += 1
        stands = words.pauses(end) or words.low(end) == "and"
        return end if stands and 2 <= end - i <= 4 else None

    def _place(self, words: Words, i: int) -> Read | None:
        at = i + (words.low(i) in ("the", "our"))
        while (
            words.kind(at) == WORD
            and not words.tokens[at].capital
            and words.low(at)
            in (
                "northern",
                "southern",
                "eastern",
                "western",
                "central",
                "town",
                "city",
                "village",
                "of",
                "port",
                "island",
                "harbour",
                "state",
                "republic",
                "commune",
            )
        ):
            at += 1
        if (
            words.low(at)
            in (
                "county",
                "canton",
                "parish",
                "department",
                "valley",
                "vale",
                "district",
                "province",
                "region",
                "suburb",
            )
            and words.low(at + 1) == "of"
        ):
            end = self._phrases.proper(words, at + 2)
            return (words.raw(at, end), end) if end is not None else None
        end = self._phrases.proper(words, at)
        if end is None:
            token = words.tokens[at] if at < len(words) else None
            if token is None or token.kind not in (WORD, NUMBER) or not re.search(r"[a-z].*[-\d.]", token.text):
                return None
            end = at + 1
        return words.raw(at, end), end

    def _currency(self, words: Words, i: int) -> Read | None:
        """Read "the Tavaruan pound" and "the morv"."""
        at = i + (words.low(i) in ("the", "a"))
        end = self._phrases.proper(words, at) or at
        while end - at < 3 and words.kind(end) == WORD and words.low(end) not in self._closed:
            end += 1
        stands = words.pauses(end) or words.low(end) == "and" or words.kind(end) == MARKED
        return (words.raw(at, end), end) if end > at and stands else None

    def _address(self, words: Words, i: int) -> Read | None:
        if words.kind(i) in (CODE, QUOTE):
            return words.raw(i, i + 1), i + 1
        if words.kind(i) in (WORD, NUMBER) and _ADDRESS.fullmatch(words.tokens[i].text):
            return words.raw(i, i + 1), i + 1
        at = i + (words.low(i) in ("the", "our"))
        end = self._phrases.proper(words, at)
        return (words.raw(at, end), end) if end is not None else None

    def version(self, words: Words, i: int) -> Read | None:
        """Read a version number."""
        at = i + (words.low(i) in ("version", "release", "v"))
        if words.kind(at) not in (NUMBER, WORD, CODE) or not _VERSION.fullmatch(words.tokens[at].text):
            return None
        return words.raw(at, at + 1), at + 1
