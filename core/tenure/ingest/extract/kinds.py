"""Reads the value of a relation at a token, by the kind of value it takes; never more than is sure."""

from __future__ import annotations

import re
from collections.abc import Callable

from tenure.ingest.extract.lexis import Lexis
from tenure.ingest.extract.nominals import Nominals
from tenure.ingest.extract.phrases import Keyed, Phrases
from tenure.ingest.extract.quantities import Read
from tenure.ingest.extract.tokens import CODE, MARKED, NUMBER, QUOTE, WORD
from tenure.ingest.extract.values import Values
from tenure.ingest.extract.words import Words, by_first
from tenure.relations import Cardinality, Relation

_MONTH = re.compile(
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_DAY = re.compile(r"\d{1,2}(?:st|nd|rd|th)?")
_YEAR = re.compile(r"(?:1\d|20)\d\d")
_ISO = re.compile(r"\d{4}-\d{2}(?:-\d{2})?|\d{1,2}[./]\d{1,2}[./]\d{2,4}")
_HOURS = re.compile(
    r"\d{1,2}(?:[.:]\d\d)?(?:\s?[ap]\.?m\.?)?\s?(?:[–—-]|to|until)\s?\d{1,2}(?:[.:]\d\d|\s?[ap]\.?m\b)(?:\s?[ap]\.?m\b)?"
)
"""Opening hours: "9 am to 6 pm", "9.30–17.00"."""
_WEEKDAY = r"(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:days?)?"
_TIME = r"\d{1,2}(?:[.:]\d\d)?"
_TO = r"\s?(?:–|-|to)\s?"
_OPEN = re.compile(rf"(?:(?:daily|{_WEEKDAY}(?:{_TO}{_WEEKDAY})?),?\s)?{_TIME}{_TO}{_TIME}(?![\w:–-])")
_SCHEDULED = frozenset(
    (
        "every",
        "daily",
        "hourly",
        "weekly",
        "monthly",
        "nightly",
        "twice",
        "once",
        "fortnightly",
        "quarterly",
        "yearly",
        "annually",
        "biweekly",
        "weekdays",
    )
)
_DIRECTIONS = frozenset(
    ("north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest", "north-east", "north-west",
     "south-east", "south-west")
)  # fmt: skip


class Kinds(Nominals):
    """Reads values by kind."""

    def __init__(self, phrases: Phrases, lexis: Lexis) -> None:
        super().__init__(phrases, lexis)
        self._values = Values()
        self._kinds = lexis.kinds
        self._levels = lexis.words("levels")
        self._policies = by_first(lexis.words("restart policies"))
        self._statuses = by_first(lexis.words("statuses"))
        self._readers: dict[str, Callable[[Words, int], Read | None]] = {
            "count": self._count, "quantity": self.quantity, "size": self._size, "date": self.date,
            "name": self.name, "thing": self.thing, "place": self._place, "address": self._address,
            "currency": self._currency, "policy": self._restarts, "version": self.version,
            "schedule": self._schedule, "word": self._word, "text": self._text,
        }  # fmt: skip

    def kind(self, relation: Relation) -> str:
        """Return what the values of a relation look like."""
        named = self._kinds.get(relation.name)
        if named is not None:
            return named
        if relation.name.endswith("version"):
            return "version"
        return "quantity" if not relation.known or relation.unit else "thing"

    def plain(self, word: str) -> bool:
        """Whether a word in lower case is no name whatever stands around it."""
        return word in self._phrases.closed or word in self._phrases.classes

    def read(self, words: Words, i: int, relation: Relation) -> Read | None:
        """Return the value of a relation that stands at a token."""
        if relation.name == "status":
            return self._status(words, i)
        if relation.name == "opening hours" and (hours := self._hours(words, i)) is not None:
            return hours
        found = self._readers[self.kind(relation)](words, i)
        return found if found is None or found[0].strip() else None

    def read_all(self, words: Words, i: int, relation: Relation) -> tuple[list[str], int] | None:
        """Return the values at a token: "A, B and C" for a relation that holds several."""
        start = i
        if relation.cardinality is Cardinality.SET:
            i = self.announced(words, i)
        first = self.read(words, i, relation)
        if first is None or (i > start + 4 and not (words.pauses(first[1]) or words.low(first[1]) == "and")):
            return None  # "two APIs for URLs: a legacy API that …"
        values, end = [first[0]], first[1]
        plain = (
            words.low(i) not in ("the", "our", "a", "an") and " " in first[0] and first[0].replace(" ", "").islower()
        )
        while relation.cardinality is Cardinality.SET:
            end += 3 * (words.phrase(end, 2) in ("to the", "in the") and words.low(end + 2) in _DIRECTIONS)
            joint = self._joint(words, end)
            more = self.read(words, joint, relation) if joint else None
            if (
                more is None
                or not self._stands(words, more[1])
                or (first[0][:1].isupper() and more[0].isalpha() and more[0].islower())
            ):
                break
            values.append(more[0])
            end = more[1]
        if plain and len(values) > 1 and self.kind(relation) == "thing":
            values = values[1:]  # "supports regular terminals, SCP and SFTP"
        return values, end

    def keyed(self, words: Words, i: int, keyed: Keyed) -> tuple[list[str], int] | None:
        """Return the values of what a noun phrase names; of a relation no list has, whatever stands there."""
        if not keyed.open:
            return self.read_all(words, i, keyed.relation)
        if i >= len(words):
            return None
        start = words.tokens[i].start
        found = self._values.read(words.text[start:], keyed.relation)
        value = self._values.tidy(found[0], keyed.relation) if found is not None else None
        if found is None or value is None:
            return None
        stop = start + found[1]
        return [value], next((k for k in range(i, len(words)) if words.tokens[k].start >= stop), len(words))

    def several(self, words: Words, i: int, first: tuple[list[str], int], relation: Relation) -> tuple[list[str], int]:
        """Return "R, G and B" as the one value of a relation that no list has."""
        start = words.tokens[i].start
        found = self._values.read_many(words.text[start:], relation)
        if found is None or len(found[0]) < 2:
            return first
        lead, stop = self._values.lead(words.text[start:]), start + found[1]
        end = next((k for k in range(i, len(words)) if words.tokens[k].start >= stop), len(words))
        return [words.text[start + lead : stop]], end

    def announced(self, words: Words, i: int) -> int:
        """Return where a list begins behind what announces it ("three endpoints:")."""
        at = i + (words.low(i) == "the")
        if words.low(at) in self._numbers or words.kind(at) == NUMBER or words.low(at) in ("following", "these"):
            for colon in range(at + 1, at + 10):
                if words.low(colon) == ":":
                    return colon + 1
                if words.pauses(colon):
                    break
        return i + 1 if words.low(i) == ":" else i

    def alone(self, words: Words, end: int, relation: Relation) -> bool:
        """Whether a value is the only one: no second one follows that a relation of one value cannot hold."""
        if relation.cardinality is Cardinality.SET or self.kind(relation) in (
            "schedule",
            "text",
            "word",
            "address",
            "date",
        ):
            return True
        joint = self._joint(words, end)
        more = self.read(words, joint, relation) if joint else None
        return more is None or not (words.pauses(more[1]) or words.low(more[1]) in ("and", "or", "&"))

    def _joint(self, words: Words, i: int) -> int:
        if words.low(i) == ",":
            return i + 1 + (words.low(i + 1) in ("and", "plus"))
        if words.low(i) == "as" and words.phrase(i, 3) == "as well as":
            return i + 3
        return i + 1 if words.low(i) in ("and", "&", "plus") else 0

    def _stands(self, words: Words, i: int) -> bool:
        """Whether a member of a list may end before a token: no verb follows it."""
        return words.low(i) not in ("is", "are", "was", "were", "has", "have", "will", "does") and (
            words.low(i) not in self._forms or words.pauses(i)
        )

    def _size(self, words: Words, i: int) -> Read | None:
        amount = self.quantity(words, i)
        if amount is not None:
            if words.low(amount[1]) == "of" and words.kind(amount[1] + 1) == WORD:
                return words.raw(i, amount[1] + 2), amount[1] + 2
            return words.raw(i, self._newer(words, amount[1])), self._newer(words, amount[1])
        if words.low(i) in self._levels:
            return words.raw(i, i + 1), i + 1
        thing = self.thing(words, i)
        if thing is None:
            return None
        start = i + (words.low(i) in ("the", "a", "an", "our"))
        end = self._newer(words, thing[1])
        return (words.raw(start, end), end) if end > thing[1] else thing

    def _newer(self, words: Words, i: int) -> int:
        """Skip "or newer" behind a version."""
        if words.low(i) == "or" and words.low(i + 1) in (
            "newer",
            "later",
            "higher",
            "above",
            "greater",
            "more",
            "better",
        ):
            return i + 2
        return i + 2 if words.low(i) == "and" and words.low(i + 1) in ("up", "above", "newer", "later") else i

    def date(self, words: Words, i: int) -> Read | None:
        """Read a date, whether it was numbered as one that says when or still stands in the text."""
        if words.kind(i) == MARKED:
            return None
        lows = [words.low(i + k) for k in range(4)]
        if _ISO.fullmatch(lows[0]) or (_YEAR.fullmatch(lows[0]) and (not lows[1].isalpha() or lows[1] in self._closed)):
            return words.raw(i, i + 1), i + 1
        if _DAY.fullmatch(lows[0]) and _MONTH.fullmatch(lows[1]):
            end = i + 2 + bool(_YEAR.fullmatch(lows[2]))
            return words.raw(i, end), end
        if _MONTH.fullmatch(lows[0]):
            end = i + 1 + bool(_DAY.fullmatch(lows[1]))
            end += words.low(end) == "," and bool(_YEAR.fullmatch(words.low(end + 1)))
            end += bool(_YEAR.fullmatch(words.low(end)))
            return (words.raw(i, end), end) if end > i + 1 else None
        return None

    def _restarts(self, words: Words, i: int) -> Read | None:
        """Read the restart policies of containers."""
        at = i + 2 * (words.phrase(i, 2) == "the policy")
        count = words.starts(at, self._policies)
        return (words.raw(at, at + count), at + count) if count else None

    def _hours(self, words: Words, i: int) -> Read | None:
        """Read the opening hours "10–16" and "Tue–Sun, 10–17"."""
        match = _OPEN.match(words.text, words.tokens[i].start) if i < len(words) else None
        if match is None:
            return None
        return match[0], next((k for k in range(i, len(words)) if words.tokens[k].start >= match.end()), len(words))

    def _schedule(self, words: Words, i: int) -> Read | None:
        if i >= len(words) or words.phrase(i, 2) in ("every so", "every now", "every once", "every other time"):
            return None
        hours = _HOURS.match(words.text, words.tokens[i].start)
        if hours is not None:
            end = next((k for k in range(i, len(words)) if words.tokens[k].start >= hours.end()), len(words))
            return hours[0], end
        low, text = words.low(i), words.raw(i, i + 1)
        clock = bool(re.match(r"(?:at )?\d{1,2}(?::\d\d|\s?[ap]m)", text.strip()))
        timed = low in ("at", "on") and (
            words.low(i + 1).endswith(("day", "days"))
            or re.match(r"\d{1,2}(?::\d\d|[ap]m)|noon|midnight", words.low(i + 1))
        )
        if low not in _SCHEDULED and not clock and not timed and not low.endswith("days"):
            return None
        end = i + 1
        while end < len(words) and not words.pauses(end) and end - i < 12:
            if words.low(end) in (
                "because",
                "but",
                "so",
                "since",
                "while",
                "instead",
                "not",
                "with",
                "without",
                "until",
                "if",
                "unless",
                "rather",
                "now",
                "again",
            ):
                break
            if words.low(end) == "and" and (words.low(end + 1) in self._forms or words.low(end + 1) in self._closed):
                break
            end += 1
        return (words.raw(i, end), end) if end > i + 1 or low in _SCHEDULED or clock else None

    def _status(self, words: Words, i: int) -> Read | None:
        count = words.starts(i, self._statuses)
        return (words.raw(i, i + count), i + count) if count else None

    def _word(self, words: Words, i: int) -> Read | None:
        at = i + (words.low(i) in ("a", "an", "the"))
        if words.kind(at) in (CODE, QUOTE):
            return words.raw(at, at + 1), at + 1
        end = at
        while (
            end < len(words)
            and end - at < 6
            and words.kind(end) == WORD
            and (
                (words.low(end) not in self._closed and not (end > at and words.pauses(end)))
                or (
                    words.low(end) in ("of", "and")
                    and end > at
                    and words.low(at) in ("head", "director", "vice", "chief", "professor")
                )
            )
        ):
            end += 1
        whole = end > at and words.low(end) == "only" and words.low(end - 1).endswith("s") and words.pauses(end + 1)
        end += whole  # "security fixes only"
        return (words.raw(at, end), end) if end > at else None

    def _text(self, words: Words, i: int) -> Read | None:
        return (words.raw(i, i + 1), i + 1) if words.kind(i) in (QUOTE, CODE) else None
