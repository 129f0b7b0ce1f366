"""What a sentence says aside: appositions, parentheses, participles behind a name."""

from __future__ import annotations

import re
from dataclasses import replace

from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.describing import Describing
from tenure.ingest.extract.filling import Filling, Told
from tenure.ingest.extract.persons import Persons
from tenure.ingest.extract.predicating import Subject
from tenure.ingest.extract.rules import Rules
from tenure.ingest.extract.tokens import CODE, MARKED, QUOTE, WORD
from tenure.ingest.extract.verbs import number_of
from tenure.ingest.extract.words import Words
from tenure.relations import Cardinality

_BEFORE = frozenset(
    ("of", "at", "from", "with", "to", "for", "unlike", "like", "than", "in", "is", "was", "meet", "the", "our", "and")
)
"""Words before a name whose aside is about that name."""
_AMBIGUOUS = frozenset(
    ("general", "pilot", "cook", "judge", "runner", "publisher", "presenter", "translator", "reader")
)
"""Occupations that may begin a title or a heading."""
_ONCE = frozenset(("originally", "formerly", "previously", "initially", "once"))
"""Words that tell of what is no more."""
_TURNED = {
    "spouse": "spouse", "siblings": "siblings", "children": "parents", "parents": "children",
    "subsidiaries": "parent organization",
}  # fmt: skip
"""What "X, the R of S" says of X where R names whose kin X is."""
_PEAKS = frozenset(("mount", "mt", "peak", "monte", "pico", "piz", "mont"))
_ONWARD = frozenset(("whose", "and", "which", "who", "where", "whom", "in", "on", "at", "that", "by"))
"""Words with which an aside may go on behind what was understood of it."""
_DAYS = frozenset(("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"))
_DAY = re.compile(r"(?:\d{1,2} [A-Z][a-z]+|[A-Z][a-z]+ \d{1,2},|[A-Z][a-z]+) \d{4}|\d{4}-\d\d-\d\d")
_YEARS = re.compile(r"(1\d\d\d|20\d\d)\s?[–-]\s?(1\d\d\d|20\d\d)")


class Mentioned(tuple[str, ...]):
    """What a sentence only mentioned: "he" and "it" behind it may mean it, "the R" does not."""

    __slots__ = ()


class Asides:
    """Reads the asides of one sentence.

    Args:
        rules: what is known of words, names and relations.
        words: the sentence.
        topic: what the text was last about.
    """

    def __init__(self, rules: Rules, words: Words, topic: tuple[str, ...]) -> None:
        self._rules = rules
        self._words = words
        self._topic = topic
        self._filling = Filling(rules, words)
        self._describing = Describing(rules, words, self._filling)
        self._persons = Persons(rules, words, self._filling)
        self._found: list[Claim] = []

    @property
    def _theme(self) -> tuple[str, ...]:
        """What the text is about, not only mentions."""
        return () if isinstance(self._topic, Mentioned) else self._topic

    def _aside(self, head: Subject, a: int, b: int) -> list[Claim]:
        """Return what an apposition or a parenthesis says of the names before it."""
        words, rules = self._words, self._rules
        if b <= a or not head.names:
            return []
        name = head.names[-1]
        years = _YEARS.fullmatch(words.raw(a, b))
        if years is not None and len(name.split()) > 1:
            return self._filling.some(
                self._filling.claim(name, "birth date", years[1]), self._filling.claim(name, "death date", years[2])
            )
        found = rules.attributes.all_at(words, a)
        if found and found[-1].end == b:
            return self._filling.attributes((name,), found)
        told = self._participle(a, (name,))
        if told is None and words.low(a) in ("a", "an", "the"):
            told = self._describing.read(name, a + 1)
            return told.claims if told is not None else []
        return told.claims if told is not None and told.end >= b else []

    def _participle(self, i: int, subjects: tuple[str, ...]) -> Told | None:
        """Read "written in Go", "founded in 1998 by …" of something."""
        words = self._words
        at, _ = self._rules.verbs.skip(words, i)
        once = words.low(i) in _ONCE
        for frame in self._rules.lexis.be.get(words.low(at), ()):
            if once and not frame.lasting:
                continue
            if words.phrase(at, len(frame.tail)) == " ".join(frame.tail):
                told = self._filling.fill(frame, at + len(frame.tail), subjects)
                if told is not None:
                    return told
        return None

    def _appositions(self) -> None:
        """Take "X, the R of S" wherever it stands: it is said plainly even beside a condition."""
        words = self._words
        self._quoted_by()
        self._in_country()
        self._occupied()
        self._found += self._persons.kin(self._topic)
        if "," not in words.present and "(" not in words.present:
            return
        posts = not words.present.isdisjoint(self._rules.jobs) or self._rules.phrases.any_occupation(words)
        for c in range(1, len(words) - 1):
            if words.low(c) == "(":
                self._bracketed(c)
                self._keyed_aside(c)
            elif words.low(c) == "," and not (self._keyed_aside(c) or self._described_aside(c)) and posts:
                self._person_aside(c)

    def _person_aside(self, c: int) -> None:
        """Take "Ada Krohn, head of research at Basal, …" and "Ada Krohn, painter and beekeeper, …"."""
        if not self._words.tokens[c - 1].capital or self._words.kind(c + 1) != WORD:
            return
        name = self._name_before(c)
        if name is not None and not self._leads_in(c, name):
            claims = self._persons.posted(name, c) or self._persons.occupied(name, c)
            self._found += [replace(claim, marks=()) for claim in claims]

    def _keyed_aside(self, c: int) -> bool:
        """Take "X, the R of S, …"; return whether it was there."""
        words, rules = self._words, self._rules
        if not (words.tokens[c - 1].capital or words.kind(c - 1) in (CODE, QUOTE, "n")):
            return False
        keyed = rules.phrases.keyed(words, c + 1)
        name = self._name_before(c) if keyed is not None else None
        if keyed is None or name is None or self._leads_in(c, name):
            return False
        dated = words.kind(keyed.end) == MARKED
        end = keyed.end + dated
        if not (words.pauses(end) or words.phrase(end, 2) == "and ,"):
            return False
        marks = (number_of(words.tokens[keyed.end].text),) if dated else ()
        subjects = keyed.subjects or (self._topic if words.low(c + 1) in ("its", "their") else ())
        functional = keyed.relation.cardinality is Cardinality.FUNCTIONAL
        cited = words.kind(c - 1) == CODE and keyed.relation.name in ("entry point", "command", "path")
        if name in subjects or (functional and not keyed.definite):
            return False
        if rules.kinds.kind(keyed.relation) not in ("name", "place") and not cited:
            return False
        turned = _TURNED.get(keyed.relation.name, "")
        prize = rules.registry.find("awards")
        if keyed.relation.name == "winner" and prize is not None and all(rules.fits(prize, s) for s in subjects):
            turned = "awards"
        pairs = [(name, turned, s) if turned else (s, keyed.relation.name, name) for s in subjects]
        claims = self._filling.some(*(self._filling.claim(*pair) for pair in pairs))
        self._found += [replace(claim, marks=marks, env=keyed.env) for claim in claims]
        return bool(claims)

    def _leads_in(self, c: int, name: str) -> bool:
        """Whether a name before a comma only tells where or when: "In Oslo, the mayor of Bergen, …"."""
        return self._begin(c, name) <= 2 and self._words.low(0) in (
            "in",
            "at",
            "on",
            "from",
            "near",
            "since",
            "after",
            "by",
        )

    def _begin(self, c: int, name: str) -> int:
        """Return the token at which a name begins that ends before a comma."""
        start = self._words.tokens[c - 1].end - len(name)
        return next((k for k in range(c) if self._words.tokens[k].start == start), c)

    def _described_aside(self, c: int) -> bool:
        """Take "X, headquartered in Y, …" and "X, a shipbuilding company, …"; return whether one was there."""
        words = self._words
        article = words.low(c + 1) in ("a", "an", "the")
        name = self._name_before(c) or self._known_before(c, plain=words.low(c + 1) in ("a", "an"))
        if name is None or words.low(c + 1) in ("who", "which", "whose"):
            return False
        first = self._begin(c, name)
        before = words.low(first - 1)
        indefinite = words.low(c + 1) in ("a", "an") and before != "by"
        if (
            not indefinite
            and first
            and before not in _BEFORE
            and not words.pauses(first - 1)
            and before not in self._rules.phrases.classes
        ):
            return False  # "by Orla Dunmore, published in 1987": the work was
        if words.low(c + 1) == "our":
            return self._posted(c, name)
        if words.low(c + 1) in ("both", "all") and (several := self._names_before(c)):
            told = self._participle(c + 2, several)
            self._found += [replace(x, marks=tuple(told.marks)) for x in told.claims] if told is not None else []
            return told is not None
        told = self._participle(c + 1, (name,)) or (self._describing.read(name, c + 2) if article else None)
        if told is None or not (words.pauses(told.end) or words.low(told.end) in _ONWARD):
            return False
        while words.low(told.end) == "and" and (more := self._participle(told.end + 1, (name,))) is not None:
            told = Told([*told.claims, *more.claims], more.end, told.subjects, [*told.marks, *more.marks])
        self._found += [replace(x, marks=tuple(told.marks) if x.marks is None else x.marks) for x in told.claims]
        return True

    def _in_country(self) -> None:
        """Take "in Wendlingen, Germany": the country of a place."""
        words, rules = self._words, self._rules
        if "," not in words.present or words.present.isdisjoint(rules.countries):
            return
        for c in range(2, len(words) - 1):
            if words.low(c) != "," or words.low(c + 1) not in rules.countries or not words.tokens[c + 1].capital:
                continue
            start = next(
                (k for k in range(c - 1, max(0, c - 4), -1) if words.low(k - 1) in ("in", "at", "near", "from")), c
            )
            if start < c and rules.phrases.proper(words, start) == c:
                claim = self._filling.claim(words.raw(start, c), "country", words.raw(c + 1, c + 2))
                self._found += [replace(claim, marks=())] if claim is not None else []

    def _occupied(self) -> None:
        """Take what the word before a name says of it: "the sculptor Emil Straka", "the Bath-based Finch Group"."""
        words, phrases = self._words, self._rules.phrases
        if not phrases.any_occupation(words) and "-based" not in words.lowered:
            return
        for i in range(len(words) - 2):
            low = words.low(i)
            if low.endswith("-based") and words.tokens[i].capital:
                end = phrases.proper(words, i + 1)
                place = words.tokens[i].text[: -len("-based")]
                if end is not None and words.low(end - 1) in self._rules.companies:
                    claim = self._filling.claim(words.raw(i + 1, end), "headquarters", place)
                    self._found += [replace(claim, marks=())] if claim is not None else []
                continue
            if (
                not phrases.is_occupation(low)
                or words.low(i - 1) in ("former", "late", "ex", "'s")
                or words.kind(i) != WORD
            ):
                continue
            end = phrases.proper(words, i + 1)
            if end is None or end - i < 3 or words.kind(i + 1) != WORD or (words.tokens[i].capital and i):
                continue
            if words.tokens[i].capital and (low in _AMBIGUOUS or end - i > 4):
                continue
            start = i - (i > 0 and words.low(i - 1) in self._rules.trades)
            claim = self._filling.claim(words.raw(i + 1, end), "occupation", words.raw(start, i + 1))
            self._found += [replace(claim, marks=())] if claim is not None else []

    def _quoted_by(self) -> None:
        """Read "Cold Comfort" by Stella Gibbons: a title in quotation marks and who wrote it."""
        words = self._words
        if '"' not in words.text or "by" not in words.present:
            return
        for i in range(len(words) - 2):
            end = (
                self._rules.phrases.proper(words, i + 2)
                if words.kind(i) == QUOTE and words.low(i + 1) == "by" and "\ue013" not in words.tokens[i].text
                else None
            )
            if end is not None and end - i > 3 and words.tokens[i].text[:1].isupper():
                claim = self._filling.claim(words.tokens[i].text.rstrip(".,"), "author", words.raw(i + 2, end))
                self._found += [replace(claim, marks=())] if claim is not None else []

    def _bracketed(self, c: int) -> None:
        """Read "NAME (framework: Spring Boot, cluster: ember-2)"."""
        name = self._name_before(c) or self._known_before(c)
        if name is None:
            return
        if " " in name:
            self._lived(name, c + 1)
        height = self._height(name, c + 1)
        if height is not None and self._words.low(height[1]) == ")":
            claim = self._filling.claim(name, "elevation", height[0])
            self._found += [replace(claim, marks=())] if claim is not None else []
        found = self._rules.attributes.all_at(self._words, c + 1, bare=True)
        if found and self._words.low(found[-1].end) == ")":
            self._found += [replace(x, marks=()) for x in self._filling.attributes((name,), found)]

    def _height(self, name: str, i: int) -> tuple[str, int] | None:
        """Read the height of a mountain: "Mount Ysolde (3,417 m)"."""
        found = self._rules.kinds.quantity(self._words, i) if name.split(maxsplit=1)[0].lower() in _PEAKS else None
        metric = found is not None and self._words.low(found[1] - 1) in ("m", "ft", "metres", "meters", "feet")
        return found if metric else None

    def _posted(self, c: int, name: str) -> bool:
        """Take "Noémie Abara, our finance director, …"."""
        words = self._words
        end = c + 2
        while end - c < 6 and words.kind(end) == WORD and not words.pauses(end):
            end += 1
        at = c + 2 + (words.low(c + 2) in ("new", "current", "long-time", "longtime"))
        if (
            not words.pauses(end)
            or end <= at
            or words.low(c + 2) == "former"
            or words.low(end - 1) not in self._rules.jobs
        ):
            return False
        claim = self._filling.claim(name, "position", words.raw(at, end))
        self._found += [replace(claim, marks=())] if claim is not None else []
        return True

    def _names_before(self, c: int) -> tuple[str, ...]:
        """Return the names that a sentence begins with up to a comma, if they are several."""
        entity = self._rules.phrases.entity(self._words, 0, c)
        return entity.names if entity is not None and len(entity.names) > 1 else ()

    def _lived(self, name: str, i: int) -> None:
        """Take "(4 May 1868 – 19 January 1937)" behind a name as the days of birth and death."""
        words = self._words
        end = next((k for k in range(i, min(i + 9, len(words))) if words.low(k) == ")"), i)
        dates = re.split(r"\s*[–—]\s*|\s-\s", words.raw(i, end).strip()) if end > i else []
        if len(dates) == 2 and all(map(_DAY.fullmatch, dates)):
            for relation, value in zip(("birth date", "death date"), dates, strict=True):
                claim = self._filling.claim(name, relation, value)
                self._found += [replace(claim, marks=())] if claim is not None else []

    def _name_before(self, c: int) -> str | None:
        words = self._words
        if self._rules.phrases.known(words, c - 1) == c:
            return words.raw(c - 1, c)
        for start in range(max(0, c - 6), c):
            if start and words.tokens[start - 1].capital and words.kind(start - 1) == WORD and start > 1:
                continue
            end = self._rules.phrases.proper(words, start)
            if end == c and words.low(start) in self._rules.countries and words.low(start - 1) == ",":
                return self._name_before(start - 1)
            if end == c:
                at = start
                if self._rules.phrases.is_occupation(words.low(at)) or words.low(at) in self._rules.titles:
                    at += 1
                name = words.raw(at, c)
                timed = name.lower() in _DAYS or name.lower().removesuffix("s") in _DAYS
                return name if at < c and not timed and name.lower() not in self._rules.generic else None
        return None

    def _known_before(self, c: int, *, plain: bool = False) -> str | None:
        """Return the name in lower case that ends before a comma; ``plain``: one that only its place tells."""
        at = self._words.tokens[c - 1]
        if at.kind != WORD or at.capital or not self._rules.phrases.identifier(self._words, c - 1):
            return None
        alone = plain and self._words.low(c - 2) in ("of", "with", "unlike", "than", "to", ":", "is", "by", "")
        return at.text if alone or self._rules.names.knows(at.text) or re.search(r"[-_\d]", at.text) else None
