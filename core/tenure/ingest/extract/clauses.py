"""Reads the clauses of one sentence, its dates and scopes already cut out, into claims."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tenure.ingest.extract.actions import Actions
from tenure.ingest.extract.belongings import Belongings
from tenure.ingest.extract.caution import doubted, governed, introduces
from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.deeds import Deeds
from tenure.ingest.extract.frames import Frames
from tenure.ingest.extract.holdings import Holdings
from tenure.ingest.extract.names import Names, bare
from tenure.ingest.extract.predicates import Kind, Predicate, Predicates
from tenure.ingest.extract.readings import Readings
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.values import MARK, Values

_STARTS = re.compile(rf"[,;:(]\s*|\s[—–-]\s+|\b(?:and|but|so|that|then|while)\s+|{MARK.pattern}\s*,?\s*|(?<=\s)(?=\w)")
_ALSO = re.compile(
    rf"(?:\s*{MARK.pattern})*\s*,?\s*(?:and|but|then)?(?:\s+then)?\s+(?:{MARK.pattern}\s*,?\s*)*", re.IGNORECASE
)
_TOPIC = re.compile(
    r"(?P<a>[^\s:][^:]{0,50}):(?=\s)|(?:for|on|at|in)\s+(?P<b>\S+(?:\s\S+)?),?(?=\s+the\s)", re.IGNORECASE
)
_ASIDE = re.compile(r"\s*\([^()]*\)")
_APPOSITION = re.compile(
    r"(?P<s>[^,;:.!?\ue000]{2,50}),\s+(?P<a>(?:(?:which|now)\s+(?:is\s+)?)?[a-z]+(?:ed|en|ten)\s+(?:in|by|on|with|under|to)\s[^,;:.!?]{1,50}),\s"
)
_AFTER_DATES = re.compile(rf"(?:\s*{MARK.pattern}\s*,?\s*)*")
_LONGEST = 600
_LEAD_WORDS = 6


class Clauses:
    """The clause reader; one for a whole import."""

    def __init__(self, names: Names, frames: Frames) -> None:
        self._values = Values(frames)
        self._predicates = Predicates(frames)
        self._readings = Readings(names, self._values, frames, self._predicates.gap)
        self._actions = Actions(names, self._values, self._readings, frames, self._predicates.gap)
        self._deeds = Deeds(names, self._values, self._readings)
        self._holdings = Holdings(names, self._values, self._readings)
        self._belongings = Belongings(names, self._values, self._readings)
        self._names = names

    def claims(self, text: str) -> list[Claim]:
        """Return what a sentence says; ``text`` has its dates and scopes cut out as marks."""
        if len(text) > _LONGEST:
            return []
        text = self._addressed(text)
        acts = self._actions.may_act(text)
        topic = self._topic(text)
        found: list[Claim] = self._listed(text, topic)
        if found:
            return found
        done = 0
        for start in _candidates(text):
            if start < done:
                continue
            segment = max(text.rfind(";", 0, start) + 1, 0)
            prefix = MARK.sub(" ", text[max(segment, done) : start])
            named = topic is not None and text[segment:start].strip() == topic[1]
            if not named and (not introduces(prefix) or governed(MARK.sub(" ", text[segment:start]))):
                continue
            claims = self._chain(text, start, acts=acts, topic=topic[0] if topic else None)
            claims = claims or (self._apposition(text) if start == 0 else [])
            if not claims:
                continue
            stop = max(c.stop for c in claims)
            done = stop
            trail = MARK.sub(" ", text[stop:])
            if doubted(trail.split(";", 1)[0]):
                continue
            found += claims
        return found

    def _topic(self, text: str) -> tuple[str, str] | None:
        """Return the known subject a sentence names first ("billing: …", "For billing the …"), and its words."""
        match = _TOPIC.match(text)
        name = match["a"] or match["b"] if match else None
        if match is None or name is None or not self._names.knows(bare(name)):
            return None
        return self._names.subject(name) or bare(name), match[0].strip()

    def _listed(self, text: str, topic: tuple[str, str] | None) -> list[Claim]:
        """Read "billing: port 8443, owner Tide team", every piece being a relation and its value."""
        if topic is None or not topic[1].endswith(":"):
            return []
        found: list[Claim] = []
        for piece in re.finditer(r"[^,;]+", text[text.index(":") + 1 :].rstrip(". ")):
            body = re.sub(r"^(?:and|now|new)\s+", "", MARK.sub(" ", piece[0]).strip())
            led = self._names.leading_relation(body)
            value = self._values.read(led[1], led[0]) if led else None
            tidied = self._values.tidy(value[0], led[0]) if led and value and value[1] >= len(led[1].strip()) else None
            if led is None or tidied is None:
                return []
            found.append(Claim(topic[0], led[0], tidied, Tense.STATE, 0, len(text)))
        return found

    def _addressed(self, text: str) -> str:
        """Return "billing: now on 8443" and "port of billing: moved to 8443" as clauses, of the same length."""
        head, colon, rest = text.partition(":")
        if not colon or len(head) > 60 or not rest[:1].isspace() or not self._names_key(head):
            return text
        place = len(head) + 1 + len(rest) - len(rest.lstrip())
        said = next(iter(self._predicates.at(text, place + self._values.lead(text[place:]))), None)
        return text if said is None else f"{head} {rest}"

    def _names_key(self, head: str) -> bool:
        """Whether the words before a colon are a known subject or something of one."""
        if self._names.knows(bare(head)):
            return True
        named = self._names.noun_phrase(head)
        return named is not None and self._names.knows(named.subject)

    def _chain(self, text: str, start: int, *, acts: bool, topic: str | None) -> list[Claim]:
        """Read a clause and those that go on with its subject ("… and is owned by …")."""
        claims, phrase = self._clause(text, start, acts=acts, topic=topic)
        while claims and phrase is not None:
            joint = _ALSO.match(text, max(c.stop for c in claims))
            if joint is None or joint.end() >= len(text):
                break
            more = self._with_subject(text, phrase, joint.end(), start)
            if not more:
                break
            claims = claims + more
        return claims

    def _clause(self, text: str, start: int, *, acts: bool, topic: str | None) -> tuple[list[Claim], str | None]:
        dates = _AFTER_DATES.match(text, start)
        place = dates.end() if dates is not None else start
        acted = (
            self._holdings.read(text, place)
            or self._belongings.read(text, place)
            or self._deeds.read(text, place)
            or self._actions.read(text, start, acts=acts)
        )
        if acted:
            return acted, None
        limit = _limit(text, start)
        tried: set[int] = set()
        for predicate in self._predicates.in_clause(text, start, limit):
            tried.add(predicate.start)
            if len(tried) > 3:
                break
            phrase, extra = self._subject_phrase(text[start : predicate.start], start, predicate.start)
            if phrase is None:
                continue
            claims = self._readings.read(text, phrase, predicate, topic)
            if claims:
                return [replace(c, start=start) for c in (*extra, *claims)], phrase
        return [], None

    def _with_subject(self, text: str, phrase: str, place: int, start: int) -> list[Claim]:
        skipped = self._values.lead(text[place:])
        for predicate in (*self._predicates.at(text, place), *self._predicates.at(text, place + skipped)):
            claims = self._readings.read(text, phrase, predicate)
            if claims:
                return [replace(c, start=start if c.start < place else place) for c in claims]
        return []

    def _subject_phrase(self, phrase: str, start: int, stop: int) -> tuple[str | None, list[Claim]]:
        """Return the noun phrase without dates, asides and appositions, and what those say themselves."""
        said = [
            claim
            for aside in _ASIDE.finditer(phrase)
            for claim in self._aside(phrase[: aside.start()], aside[0].strip(" ()"), start, stop)
        ]
        text = MARK.sub(" ", re.sub(rf"\s*,?\s*{MARK.pattern}\s*,?", " ", _ASIDE.sub("", phrase)))
        text = self._readings.without_adverbs(" ".join(text.split()))
        if "," not in text:
            return (text or None), said
        head, _, rest = text.partition(",")
        if not rest.rstrip().endswith(",") or not head.strip():
            return None, []
        said += self._aside(head.strip(), rest.strip().rstrip(",").strip(), start, stop)
        return head.strip(), said

    def _apposition(self, text: str) -> list[Claim]:
        """Read "The billing service, written in Go, is where …" whose main clause says nothing itself."""
        match = _APPOSITION.match(text)
        subject = self._names.subject(match["s"]) if match else None
        if match is None or subject is None:
            return []
        return self._aside(match["s"].strip(), match["a"].strip(), 0, match.end("a"))

    def _aside(self, subject: str, aside: str, start: int, stop: int) -> list[Claim]:
        words = re.sub(r"^(?:which|who|that)\s+(?:is|are)\s+|^now\s+", "", aside)
        sentence = f"{subject} is {words}"
        for predicate in self._predicates.at(sentence, len(subject) + 1):
            if predicate.kind is Kind.VERB:
                claims = self._readings.read(sentence, subject, predicate)
                if claims:
                    return [replace(c, start=start, stop=stop) for c in claims]
        return []


def _candidates(text: str) -> Iterator[int]:
    """Yield where a clause may begin: after punctuation, joining words, dates, and early words."""
    yield 0
    words = 0
    for match in _STARTS.finditer(text):
        if match.end() == match.start():
            words += 1
            if words > _LEAD_WORDS:
                continue
        if match.end() > 0:
            yield match.end()


def _limit(text: str, start: int) -> int:
    stop = re.search(r"[;:!?]\s", text[start:])
    return start + stop.start() if stop else len(text)


__all__ = ["Clauses", "Predicate"]
