"""Reads what stands before a verb as its subject, whole or not at all."""

from __future__ import annotations

import re
from dataclasses import replace

from tenure.ingest.extract.asides import Mentioned
from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.openings import Openings
from tenure.ingest.extract.phrases import Keyed
from tenure.ingest.extract.predicating import Subject
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.tokens import CODE, MARKED, WORD
from tenure.ingest.extract.verbs import number_of

_AGENTS = frozenset(("we", "i"))
_POSSESSIVES = frozenset(("its", "their", "his", "her"))
_PRONOUNS = frozenset(("it", "they", "she", "he"))
_BEGINS = (
    _AGENTS | _PRONOUNS | _POSSESSIVES | frozenset(("your", "this", "all", "every", "everything", "anything", "one"))
)
"""Plain words that a subject may begin with."""
_RELATIVE = frozenset(("who", "which", "that", "whose"))


class Subjects(Openings):
    """Reads the subjects of one sentence."""

    def _may_be_subject(self, i: int) -> bool:
        """Whether any subject may begin at a token, wherever it ends: rules most out for good at the first word."""
        words, phrases = self._words, self._rules.phrases
        low = words.low(i)
        return (
            (i == 0 and not words.tokens[i].capital)
            or low in _BEGINS
            or not phrases.barren(words, i)
            or self._rules.nouns.at(words, i) is not None
            or phrases.may_be_open(words)
        )

    def _subject(self, i: int, k: int) -> Subject | None:
        """Read what stands before a verb as its subject, whole."""
        words = self._words
        j = k
        marks: list[int] = []
        while j > i and words.kind(j - 1) == MARKED:
            marks.append(number_of(words.tokens[j - 1].text))
            j -= 1
        j = self._without_adverbs(i, j)
        closed = words.low(j - 1) == ","
        j -= closed
        if words.low(j - 1) in _RELATIVE and not closed and j - 1 > i:
            comma = words.low(j - 2) == ","
            whole = self._whole(i, j - 1 - comma)
            return replace(whole, marks=tuple(marks)) if whole is not None and whole.keyed is None else None
        cut = next((h for h in range(i, j) if words.low(h) in (",", "(") or words.kind(h) == MARKED), j)
        if cut == j:
            whole = self._whole(i, j)
            return replace(whole, marks=(*whole.marks, *marks)) if whole is not None and not closed else None
        if cut == i:
            return None
        return self._with_aside(i, cut, j, closed=closed, marks=marks)

    def _with_aside(self, i: int, cut: int, j: int, *, closed: bool, marks: list[int]) -> Subject | None:
        words = self._words
        if words.low(cut) == "," and not closed:
            return self._whole(i, j)
        named = self._named_role(i, cut, j) if words.low(cut) == "," else None
        if named is not None:
            return named
        head = self._whole(i, cut)
        if head is None:
            return None
        if words.kind(cut) == MARKED:
            marks.append(number_of(words.tokens[cut].text))
            return replace(head, marks=tuple(marks)) if cut + 1 == j else None
        last = j - (words.low(j - 1) == ")")
        if words.low(cut) == "," and words.kind(cut + 1) == MARKED and cut + 2 == last:
            return replace(head, marks=(*marks, number_of(words.tokens[cut + 1].text)))
        bare = head.keyed is not None and not head.keyed.subjects and words.low(i) not in _POSSESSIVES | {"the", "our"}
        if bare and i and words.low(i - 1) == ",":
            return None  # "Paul Bloom, writer, director and producer, was late"
        if head.keyed is not None:
            value = self._rules.kinds.read_all(words, cut + 1, head.keyed.relation)
            if value is None or value[1] != last:
                return None if words.low(cut) == "(" else head
            told = [Claim(n, head.keyed.relation, v, Tense.STATE, 0, 0) for n in head.names for v in value[0]]
            self._found += [replace(c, marks=()) for c in told]
            return None
        said = self._aside(head, cut + 1, last) if head.keyed is None else []
        if not said and last - cut > 9:
            return None
        return replace(head, said=(*head.said, *said), marks=tuple(marks))

    def _named_role(self, i: int, cut: int, j: int) -> Subject | None:
        """Read "Our new CFO, Birgit Sommerfeld," and "the author, Peregrine Voss,": the name behind is meant."""
        words = self._words
        if (
            words.low(i) not in ("our", "the", "your", "its", "their")
            or self._rules.phrases.proper(words, cut + 1) != j
        ):
            return None
        name = words.raw(cut + 1, j)
        at = i + 1 + (words.low(i + 1) in ("new", "current", "former", "longtime"))
        job = words.low(cut - 1) in self._rules.jobs or words.tokens[cut - 1].text.isupper()
        if words.low(i) in ("our", "your") and cut > at and job and words.low(i + 1) != "former":
            return Subject(
                (name,), said=tuple(self._filling.some(self._filling.claim(name, "position", words.raw(at, cut))))
            )
        return Subject((name,))

    def _without_adverbs(self, i: int, j: int) -> int:
        for start in range(max(i + 1, j - 3), j):
            end, more = self._rules.verbs.skip(self._words, start)
            if end == j and not more:
                return start
        return j

    def _whole(self, i: int, j: int) -> Subject | None:
        """Read tokens as a subject: a pronoun, a thing or a relation of a thing."""
        words = self._words
        if j <= i or words.low(i) in ("a", "an"):
            return None
        if words.low(i) in _AGENTS and j == i + 1:
            return Subject((), agent=True)
        if words.low(i) in _PRONOUNS and j == i + 1:
            return Subject(self._topic) if self._topic else None
        if (
            words.low(i) in ("the", "our", "this")
            and j == i + 2
            and words.low(i + 1) in self._rules.phrases.classes
            and self._theme
            and not words.tokens[i + 1].capital
        ):
            return Subject(self._theme)
        setting = self._setting(i) if j == i + 1 else None
        if setting is not None:
            return setting
        cited = self._cited(i, j)
        if cited is not None:
            return Subject((cited,))
        first = i
        i = self._rules.phrases.whole(words, i)
        keyed = self._rules.phrases.keyed(words, i, j)
        known = self._rules.phrases.known(words, i)
        if keyed is not None and known != j:
            owned = self._of_topic(keyed, self._topic if words.low(i) in _POSSESSIVES else self._theme)
            if owned is not None or keyed.subjects or words.raw(i, j) == keyed.relation.name:
                return owned
            name = self._rules.phrases.plain(words, i, j)  # "tracker is owned by …"
            return None if name is None else Subject((name,), raw=name)
        entity = self._rules.phrases.entity(words, i, j)
        if entity is None:
            plain = self._rules.phrases.plain(words, i, j)
            return self._made_by(i, j) if plain is None else Subject((plain,), raw=plain)
        said = tuple(self._filling.claim(n, "occupation", v) for n in entity.names[:1] for _, v in entity.said)
        raw = self._rules.kinds.name(words, i)
        return Subject(
            entity.names, said=tuple(c for c in said if c), plural=len(entity.names) > 1 or i > first,
            raw=raw[0] if raw is not None and raw[1] == j and len(entity.names) == 1 else None,
        )  # fmt: skip

    def _setting(self, i: int) -> Subject | None:
        """Read "`max_connections`" under a heading that names what is configured."""
        words = self._words
        if words.kind(i) != CODE or not self._theme or not re.fullmatch(r"[a-z]+(?:_[a-z]+)+", words.tokens[i].text):
            return None
        relation = self._rules.registry.find(words.tokens[i].text.replace("_", " "))
        return None if relation is None else Subject(self._theme, keyed=Keyed((), relation, i + 1))

    def _cited(self, i: int, j: int) -> str | None:
        """Return X of "the flag `X` of S": an item named in code."""
        words = self._words
        classed = words.low(i) in ("the", "our") and words.low(i + 1) in self._rules.phrases.classes
        if not classed or words.kind(i + 2) != CODE or words.low(i + 3) not in ("of", "in", "for"):
            return None
        return words.tokens[i + 2].text if self._rules.phrases.entity(words, i + 4, j) is not None else None

    def _made_by(self, i: int, j: int) -> Subject | None:
        """Read "the Corvid M3 camera by Feldspar Optics" and "the novel X by Y"."""
        words = self._words
        by = next((k for k in range(i + 1, j - 1) if words.low(k) == "by"), None)
        entity = self._rules.phrases.entity(words, i, by) if by is not None else None
        if by is None or entity is None or len(entity.names) != 1:
            return None
        relation = next((r for k in range(by - 1, i - 1, -1) if (r := self._rules.makers.get(words.low(k)))), None)
        maker = self._rules.kinds.name(words, by + 1)
        if relation is None or maker is None or maker[1] != j:
            return None
        return Subject(
            entity.names, said=tuple(self._filling.some(self._filling.claim(entity.names[0], relation, maker[0])))
        )

    @staticmethod
    def _of_topic(keyed: Keyed, topic: tuple[str, ...]) -> Subject | None:
        names = keyed.subjects or topic
        if not names or not (keyed.subjects or (keyed.definite and keyed.relation.known)):
            return None
        return Subject(names, keyed=keyed)

    def _met(self) -> Mentioned:
        """Return the only person or thing that a sentence names behind its first word, for "he" and "it" behind it."""
        words, found, at = self._words, set(), 1
        while at < len(words):
            capital = words.tokens[at].capital and words.kind(at) == WORD
            end = self._rules.phrases.proper(words, at) if capital else None
            if end is not None and not any(c.isdigit() for c in words.raw(at, end)):
                found.add(words.raw(at, end))
            at = end or at + 1
        return Mentioned(found if len(found) == 1 else ())

    def _acting(self, i: int) -> tuple[str, ...]:
        """Return whom a clause is about whose verb no table has: "bulwark validates webhooks, …"."""
        entity = self._rules.phrases.entity(self._words, i)
        if entity is None or len(entity.names) != 1:
            return ()
        at, _ = self._rules.verbs.skip(self._words, entity.end)
        low = self._words.low(at)
        acts = self._words.kind(at) == WORD and low.isalpha() and not self._words.tokens[at].capital
        verbal = len(low) > 3 and low.endswith(("s", "ed")) and low not in self._rules.phrases.closed
        return entity.names if acts and verbal and not self._words.pauses(at + 1) else ()
