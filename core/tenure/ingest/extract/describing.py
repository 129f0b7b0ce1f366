"""Descriptions: "a small town in Portugal with …", "a Kotlin application owned by …", "a novel by …"."""

from __future__ import annotations

import re
from dataclasses import replace

from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.filling import Filling, Told
from tenure.ingest.extract.rules import Rules
from tenure.ingest.extract.tokens import MARKED, WORD
from tenure.ingest.extract.words import Words

_LONGEST = 9
"""Words; a longer description is not read to its noun."""
_STACK = frozenset(("language", "framework", "runtime"))
"""Relations that a word before a class noun tells ("a Kotlin application")."""
_VOLUMES = frozenset(("volume", "instalment", "installment", "entry", "book", "part", "episode", "sequel"))
_SERIES = frozenset(("series", "saga", "trilogy", "cycle", "chronicles", "mysteries", "quartet"))
_NO_MORE = frozenset(("former", "ex", "onetime", "one-time", "would-be", "aspiring", "future"))
"""Words that make of an occupation what somebody was or will be."""
_LICENSED = re.compile(r"([\w.+]+(?:-[\w.+]+)*?)-licen[sc]ed", re.IGNORECASE)


class Describing:
    """Reads descriptions in one sentence."""

    def __init__(self, rules: Rules, words: Words, filling: Filling) -> None:
        self._rules = rules
        self._words = words
        self._filling = filling

    def read(self, name: str, i: int) -> Told | None:
        """Return what a description that begins behind an article says of a name, or None if it says nothing."""
        head, claims = self._head(name, i)
        if head is None:
            return None
        end = head
        while True:
            start = end + (self._words.low(end) == ",")
            start += self._words.low(start) == "and"
            more = self._modifier(name, start)
            if more is None:
                break
            claims += more.claims
            end = more.end
        if not claims:
            return None
        stop = self._rules.ends_at(self._words, end, narrow=False)
        return Told(claims, end if stop is None else stop, (name,))

    def _head(self, name: str, i: int) -> tuple[int | None, list[Claim]]:
        """Read the words up to the description's noun; None if there is no such noun."""
        stop = self._stop(i)
        if stop == i or self._words.low(stop) == "'s":
            return None, []
        words, rules = self._words, self._rules
        last = words.low(stop - 1)
        if rules.phrases.is_occupation(last) and not any(words.low(k) in _NO_MORE for k in range(i, stop)):
            if words.low(i - 1) == "the" or words.low(stop) == "of":
                return None, []  # "the author of three novels"
            return self._employed(name, stop, self._occupied(name, i, stop))
        if last in rules.settlements - {"capital"} and words.low(stop) in ("in", "of"):
            return self._peopled(name, stop) or self._placed(name, stop)
        if last in _VOLUMES and words.low(stop) in ("in", "of"):
            return self._volume(name, stop)
        claims = self._stack(name, i, stop)
        if last in rules.work_nouns or last in rules.genres:
            claims += self._genre(name, i, stop)
        elif last in rules.companies and stop - i >= 2:
            claims += self._industry(name, i, stop)
        return self._made_by(name, stop, claims)

    def _stop(self, i: int) -> int:
        """Return the token behind the description's noun."""
        words, rules = self._words, self._rules
        closed = rules.lexis.words("closed")
        at = i
        while at < len(words) and words.kind(at) == WORD and at - i < _LONGEST:
            low = words.low(at)
            nation = low.split("-")[0] in rules.nationalities
            frames = rules.lexis.be.get(low, ()) if at > i and not nation else ()
            if low in closed or any(words.phrase(at, len(f.tail)) == " ".join(f.tail) for f in frames):
                break
            at += 1
        return at

    def _occupied(self, name: str, i: int, stop: int) -> list[Claim]:
        words, rules = self._words, self._rules
        nations = [k for k in range(i, stop) if words.low(k).split("-")[0] in rules.nationalities]
        start = max((k + 1 for k in range(i, stop) if k in nations or "-born" in words.low(k)), default=i)
        claims = [self._filling.claim(name, "occupation", words.raw(max(start, stop - 2), stop))]
        if nations and words.low(nations[-1]) in rules.nationalities:
            claims.append(self._filling.claim(name, "nationality", words.raw(nations[-1], nations[-1] + 1)))
        return self._filling.some(*claims)

    def _employed(self, name: str, stop: int, claims: list[Claim]) -> tuple[int, list[Claim]]:
        """Add "at O" behind an occupation: with an employer, "lecturer" is a position."""
        words, rules = self._words, self._rules
        employer = rules.kinds.name(words, stop + 1) if words.low(stop) == "at" else None
        if employer is None or not employer[0][:1].isupper():
            return stop, claims
        position = rules.registry.find("position")
        if position is not None and words.low(stop - 1) in rules.ranks:
            claims = [replace(c, relation=position) if c.relation.name == "occupation" else c for c in claims]
        return employer[1], [*claims, *self._filling.some(self._filling.claim(name, "employer", employer[0]))]

    def _peopled(self, name: str, stop: int) -> tuple[int, list[Claim]] | None:
        """Read "of 3.1 million people" behind "a country"."""
        words, rules = self._words, self._rules
        number = rules.kinds.number(words, stop + 1)
        if words.low(stop) != "of" or number is None:
            return None
        end = number + (words.low(number) in ("million", "billion", "thousand"))
        if words.low(end) not in ("people", "inhabitants", "residents", "souls"):
            return None
        return end + 1, self._filling.some(self._filling.claim(name, "population", words.raw(stop + 1, end)))

    def _placed(self, name: str, stop: int) -> tuple[int | None, list[Claim]]:
        rules = self._rules
        place = rules.kinds.read(self._words, stop + 1, rules.registry.get("country"))
        if place is None:
            return None, []
        low = place[0].lower()
        if self._words.low(stop) == "of" and low not in rules.countries:
            return None, []
        relation = "continent" if low in rules.continents else "country" if low in rules.countries else "located in"
        return place[1], self._filling.some(self._filling.claim(name, relation, place[0]))

    def _volume(self, name: str, stop: int) -> tuple[int | None, list[Claim]]:
        """Read "the sixth volume in the Ashwright Saga"."""
        series = self._rules.kinds.name(self._words, stop + 1)
        named = series is not None and (
            self._words.low(series[1]) in _SERIES or series[0].rpartition(" ")[2].lower() in _SERIES
        )
        if series is None or not (named or self._words.low(stop - 1) in ("volume", "instalment", "installment")):
            return None, []
        end = series[1] + (self._words.low(series[1]) in _SERIES)
        return end, self._filling.some(self._filling.claim(name, "series", series[0]))

    def _stack(self, name: str, i: int, stop: int) -> list[Claim]:
        """Read what a program is made with and its licence, from the words before its noun."""
        words, rules = self._words, self._rules
        found: list[Claim | None] = []
        if not rules.phrases.is_software(words.low(stop - 1)):
            return []
        for k in range(i, stop - 1):
            relation = rules.lexis.tools.get(words.low(k).removesuffix("-based"))
            licence = _LICENSED.fullmatch(words.tokens[k].text)
            if relation in _STACK and words.tokens[k].capital:
                found.append(self._filling.claim(name, relation, words.tokens[k].text.removesuffix("-based")))
            elif licence is not None:
                found.append(self._filling.claim(name, "license", licence[1]))
        return self._filling.some(*found)

    def _genre(self, name: str, i: int, stop: int) -> list[Claim]:
        words, rules = self._words, self._rules
        last = words.low(stop - 1)
        if stop - i >= 2 and words.low(stop - 2) in rules.genres:
            whole = words.low(stop - 2).endswith(("al", "ic")) and last in ("novel", "film", "drama")
            genre = words.raw(stop - 2, stop if whole else stop - 1)
            return self._filling.some(self._filling.claim(name, "genre", genre))
        if last in rules.genres:
            return self._filling.some(self._filling.claim(name, "genre", words.raw(stop - 1, stop)))
        return []

    def _industry(self, name: str, i: int, stop: int) -> list[Claim]:
        words, rules = self._words, self._rules
        start = stop - 1
        while (
            start > i
            and words.low(start - 1) not in rules.company_adjectives
            and "-" not in words.low(start - 1)
            and words.low(start - 1) not in rules.nationalities
            and not words.tokens[start - 1].capital
        ):
            start -= 1
        if start == stop - 1 or stop - start > 3:
            return []
        return self._filling.some(self._filling.claim(name, "industry", words.raw(start, stop - 1)))

    def _made_by(self, name: str, stop: int, claims: list[Claim]) -> tuple[int, list[Claim]]:
        """Read "by X" behind the noun of a work or a product."""
        words, rules = self._words, self._rules
        at = stop
        while words.kind(at) == MARKED or (words.low(at) == "of" and words.kind(at + 1) == MARKED):
            at += 1
        relation = rules.makers.get(words.low(stop - 1))
        if words.low(at) != "by" or relation is None:
            return stop, claims
        found = rules.registry.find(relation)
        read = rules.kinds.read_all(words, at + 1, found) if found is not None else None
        if read is None:
            return stop, claims
        return read[1], [*claims, *self._filling.some(*(self._filling.claim(name, relation, v) for v in read[0]))]

    def _modifier(self, name: str, i: int) -> Told | None:
        words, rules = self._words, self._rules
        at, _ = rules.verbs.skip(words, i)
        if words.low(at) == "in":
            relation = rules.lexis.tools.get(words.low(at + 1))
            claims = self._filling.some(self._filling.claim(name, "language", words.raw(at + 1, at + 2)))
            return Told(claims, at + 2, (name,)) if relation == "language" else None
        if words.low(at) == "of" and (counted := rules.attributes.all_at(words, at + 1)):
            return Told(self._filling.attributes((name,), counted), counted[-1].end, (name,))
        if words.low(at) == "with":
            found = rules.attributes.all_at(words, at + 1)
            return Told(self._filling.attributes((name,), found), found[-1].end, (name,)) if found else None
        licence = _LICENSED.fullmatch(words.tokens[at].text) if at < len(words) else None
        if licence is not None:
            return Told(self._filling.some(self._filling.claim(name, "license", licence[1])), at + 1, (name,))
        for frame in rules.lexis.be.get(words.low(at), ()):
            if words.phrase(at, len(frame.tail)) == " ".join(frame.tail):
                told = self._filling.fill(frame, at + len(frame.tail), (name,))
                if told is not None:
                    return told
        return None
