"""Names in a tokenized sentence: proper names, identifiers, titles, known names."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tenure.ingest.extract.lexis import Lexis
from tenure.ingest.extract.names import Names
from tenure.ingest.extract.nouns import SMALL, Nouns
from tenure.ingest.extract.tokens import CODE, NUMBER, QUOTE, WORD
from tenure.ingest.extract.words import Words, once

_DETERMINERS = frozenset(("the", "our", "a", "an"))
_VERSION = re.compile(r"v?\d+(?:\.(?:\d+|x))+[\w.+-]*|v\d+")
_FORMS = frozenset(("plc", "gmbh", "llc", "llp"))
"""Legal forms, in lower case too, that end a company's name."""
_LEARNED = ("ologist", "ographer", "onomer", "therapist")
_CITED = re.compile(r"(?:[A-Z]+ )?[\w.+#/:@{}$*-]+(?:\(\))?")
"""Code that may name a thing; an expression or a command line does not."""
_IDENTIFIER = re.compile(r"(?=.*[^\W\d])(?:.*[-_./\d#@+].*|.*[a-z][A-Z].*)")


@dataclass(frozen=True, slots=True)
class Entity:
    """What a noun phrase names.

    Attributes:
        names: one name, or several joined by "and".
        end: the token behind it.
        said: what its own words say of it, such as ("occupation", "painter").
    """

    names: tuple[str, ...]
    end: int
    said: tuple[tuple[str, str], ...] = ()


class Entities:
    """Reads names."""

    def __init__(self, names: Names, nouns: Nouns, lexis: Lexis) -> None:
        self.names = names
        self.nouns = nouns
        self.lexis = lexis
        self._connectors = lexis.words("name connectors")
        self._bodies = lexis.words("bodies")
        self.closed = lexis.words("closed")
        self._names_nothing = self.closed - {"may", "will"}
        self.common = lexis.words("common") | self.closed
        self.classes = lexis.words("class nouns")
        self._software = lexis.words("software classes")
        self._works = lexis.words("work nouns")
        self._verbal = frozenset(lexis.forms) | frozenset(lexis.be)
        self._systems = lexis.words("system nouns")
        self._parts = lexis.words("parts")
        self._jobs = lexis.words("occupations")
        self._others = lexis.words("others")
        self._generic = lexis.words("generic names")
        self._titles = lexis.words("titles")
        self._calls = lexis.words("calls")
        plain = (self.common | self._verbal) - self.classes - self._titles - _DETERMINERS - {"both"}
        self._barren = frozenset(word for word in plain if word.isalpha() and not self.is_occupation(word))
        """Words that begin no name, neither by their look nor as words before one."""

    def proper(self, words: Words, i: int, *, loose: bool = False) -> int | None:
        """Return the token behind the proper name that begins at a token, or None.

        Args:
            words: the sentence.
            i: where it begins.
            loose: whether it is the title of a work, which may hold any small word.
        """
        kind = words.kind(i)
        named = words.tokens[i].capital if kind == WORD else kind in (CODE, QUOTE)
        return self._proper(words, i, loose) if named else None

    @once
    def _proper(self, words: Words, i: int, loose: bool) -> int | None:
        if words.kind(i) in (CODE, QUOTE):
            text = words.tokens[i].text
            odd = "\ue013" in text or (words.kind(i) == CODE and not _CITED.fullmatch(text))
            return None if odd else i + 1
        if words.tokens[i].text == "The" and i and not words.pauses(i - 1):
            return self.proper(words, i + 1)
        if i == 0 and words.low(i) in self._calls and words.tokens[1:2] and words.tokens[1].capital:
            return None  # "Ask Ann Ray, the owner of …"
        if words.low(i) in self._names_nothing or (
            words.low(i).endswith("ly") and words.low(i + 1) in (",", "the", "it")
        ):
            return None
        j = i + 1
        while j < len(words):
            step = self._goes_on(words, j)
            if step == 0 and loose and words.low(j) in SMALL:
                capitals = [k for k in (j + 1, j + 2) if k < len(words) and words.tokens[k].capital]
                step = capitals[0] + 1 - j if capitals and words.low(capitals[0] - 1) in SMALL else 0
            if step == 0:
                break
            j += step
        return j

    def _goes_on(self, words: Words, j: int) -> int:
        token = words.tokens[j]
        if token.kind == WORD and token.capital and (token.low not in self.closed or len(token.text) == 1):
            return 1
        if token.kind == NUMBER:
            return int(bool(re.fullmatch(r"\d[\d.x]*[a-zA-Z]?", token.text)))
        following = words.tokens[j + 1] if j + 1 < len(words) else None
        capital = following is not None and following.kind == WORD and following.capital
        if token.text == "'s":
            return 2 if capital else int(words.low(j - 1) == "bride" or words.low(j - 2) in ("st", "st."))
        if token.low in _FORMS and token.kind == WORD:
            return 1  # "Tollgate Group plc"
        if token.text == "'" and words.low(j - 1).endswith("s"):
            return 2 * capital  # "the Traders' Guild"
        if token.text == "&" or token.low in self._connectors:
            if capital and following is not None and (token.low != "the" or words.low(j - 1) in self._connectors):
                return 2
            second = words.tokens[j + 2] if j + 2 < len(words) else None
            joined = (
                following is not None and following.low in self._connectors and second is not None and second.capital
            )
            return 3 if joined else 0
        return 2 if token.low == "for" and words.low(j - 1) in self._bodies and capital else 0

    def identifier(self, words: Words, i: int) -> bool:
        """Whether a token in lower case may be a name by its look."""
        token = words.tokens[i] if i < len(words) else None
        if token is None or token.kind != WORD or token.capital:
            return token is not None and token.kind == CODE
        if token.low.isalpha() and token.low.endswith("ed") and len(token.low) > 5 and not token.low.endswith("eed"):
            return False
        plain = token.low in self.common or token.low in self._verbal
        return not plain or bool(_IDENTIFIER.fullmatch(token.text))

    def known(self, words: Words, i: int) -> int | None:
        """Return the token behind the longest known name that begins at a token."""
        begins, low = self.names.begins, words.low(i)
        if not begins or (low[:2] not in begins and len(low) > 1 and low[:2].isalnum()):
            return None
        return self._known(words, i)

    @once
    def _known(self, words: Words, i: int) -> int | None:
        for count in (5, 4, 3, 2, 1):
            if i + count <= len(words) and self.names.knows(words.raw(i, i + count)):
                return i + count
        return None

    def barren(self, words: Words, i: int) -> bool:
        """Whether no name begins at a token, whatever follows: it is a plain word, and no known name begins so."""
        low = words.low(i)
        if low not in self._barren or words.kind(i) != WORD:
            return False
        token = words.tokens[i]
        if token.text != low and (not token.capital or low not in self._names_nothing):
            return False
        begins = self.names.begins
        return not begins or (len(low) > 1 and low[:2] not in begins)

    def entity(self, words: Words, i: int, limit: int | None = None) -> Entity | None:
        """Read the thing or things that a noun phrase at a token names.

        Args:
            words: the sentence.
            i: where the phrase begins.
            limit: where it has to end, or None if it may end anywhere.
        """
        return None if self.barren(words, i) else self._entity(words, i, limit)

    @once
    def _entity(self, words: Words, i: int, limit: int | None) -> Entity | None:
        stop = len(words) if limit is None else limit
        both = words.low(i) == "both"
        last = words.low(stop - 1) if limit is not None else ""
        several = last.endswith("s") and last[:-1] in self._software
        if several and words.low(i + both) in _DETERMINERS:
            i += 1
        first = self._one(words, i + both, stop)
        if first is None:
            return None
        names, said, end = list(first.names), list(first.said), first.end
        while end < stop and (limit is not None or both):
            joint = end + 1 if words.low(end) in (",", "and", "&") else 0
            if joint and words.low(end) == "," and words.low(joint) == "and":
                joint += 1
            if (
                joint
                and words.low(joint) == "its"
                and words.low(joint + 1)
                in ("sibling", "twin", "sister", "counterpart", "companion", "successor", "predecessor")
            ):
                joint += 2
            more = self._one(words, joint, stop) if joint else None
            if more is None:
                break
            names += more.names
            said += more.said
            end = more.end
        if limit is not None and end != limit:
            return None
        return Entity(tuple(names), end, tuple(said))

    def plain(self, words: Words, i: int, j: int) -> str | None:
        """Return a name of plain words, or None: "the payment gateway", "tracker" where it begins a sentence."""
        if j == i + 1 and i == 0 and words.kind(i) == WORD and not words.tokens[i].capital:
            return self.names.subject(words.raw(i, j))
        if words.low(i) != "the" or not 2 <= j - i - 1 <= 3 or words.low(j - 1) not in self._systems:
            return None
        if any(
            words.kind(k) != WORD or words.tokens[k].capital or words.low(k) in self.closed for k in range(i + 1, j)
        ):
            return None
        return self.names.subject(words.raw(i, j))

    def _one(self, words: Words, i: int, stop: int) -> Entity | None:
        article = words.low(i) in _DETERMINERS and words.kind(i) == WORD and (i == 0 or not words.tokens[i].capital)
        known = self.known(words, i)
        if known is not None and known <= stop:
            return Entity((self._subject(words, i, known),), self._without_class(words, known, stop))
        if article and words.low(i + 1) in self._others:
            return None  # "the old billing" is not billing
        at = i + article
        known = self.known(words, at)
        if known is not None and known <= stop:
            return Entity((self._subject(words, at, known),), self._without_class(words, known, stop))
        if article and words.low(at) in self.nouns.adjectives and self.identifier(words, at + 1):
            at += 1
        at, said = self._described(words, at, stop, article=article)
        loose = article and any(words.low(k) in self._works for k in range(i, at))
        known = self.known(words, at)
        if known is not None and known <= stop:
            return Entity((self._subject(words, at, known),), self._without_class(words, known, stop))
        end = self.proper(words, at, loose=loose)
        if end is not None and end <= stop:
            return self._named(words, at, end, stop, said)
        pointed = words.low(at - 1) in ("that", "this", "each", "every", "any", "some", "no", "such") and at > i - 1
        if at < stop and self.identifier(words, at) and words.low(at) not in self.classes and not pointed:
            behind = self._without_class(words, at + 1, stop)
            soft = behind > at + 1 and words.low(behind - 1).removesuffix("s") in self._software
            if not soft and (article or behind > at + 1) and not _IDENTIFIER.fullmatch(words.tokens[at].text):
                return None
            return Entity((words.raw(at, at + 1),), behind, said)
        return None

    def _subject(self, words: Words, i: int, j: int) -> str:
        raw = words.raw(i, j)
        return self.names.subject(raw) or raw

    def _described(self, words: Words, i: int, stop: int, *, article: bool) -> tuple[int, tuple[tuple[str, str], ...]]:
        """Skip the words before a name that say what it is ("the shipping line", "Dr.", "service")."""
        at = i
        if words.low(at) in self._titles and words.tokens[at].capital and self.proper(words, at + 1):
            return at + 1, ()
        if words.kind(at) == WORD and self.is_occupation(words.low(at)) and self.proper(words, at + 1):
            return at + 1, (("occupation", words.tokens[at].text),)
        cited = words.kind(at + 1) in (CODE, QUOTE)
        if (
            words.low(at) in self.classes
            and (cited or self.proper(words, at + 1))
            and (not words.tokens[at].capital or (at == 0 and cited) or words.low(at) == "team")
        ):
            return at + 1, ()
        if not article:
            return at, ()
        while at < stop and at - i < 5 and words.kind(at) == WORD and not words.tokens[at].capital:
            if at > i and words.low(at - 1) in self._software and _IDENTIFIER.fullmatch(words.tokens[at].text):
                return at, ()  # "the nightly job orders_daily"
            if words.low(at) in self.closed and not (
                words.low(at) == "of" and words.tokens[at + 1 : at + 2] and words.tokens[at + 1].capital
            ):
                return i, ()
            if (
                at > i
                and len(words.low(at)) > 4
                and words.low(at).endswith("ed")
                and words.low(at - 1) not in self.closed
            ):
                return i, ()  # "the chair welcomed Dr X"
            at += 1
        name = at < stop and (words.kind(at) in (CODE, QUOTE) or words.tokens[at].capital)
        if not name or at == i:
            return i, ()
        last = words.low(at - 1)
        if at - i <= 3 and self.is_occupation(last):
            return at, (("occupation", words.raw(i, at)),)
        return at, ()

    def is_software(self, word: str) -> bool:
        """Whether a word is what a program is called ("service", "library")."""
        return word in self._software

    def is_occupation(self, word: str) -> bool:
        """Whether a word names what somebody does for a living."""
        return word in self._jobs or (word.endswith(_LEARNED) and word.isalpha())

    @once
    def any_occupation(self, words: Words) -> bool:
        """Whether a sentence names any occupation, at first sight."""
        return not words.present.isdisjoint(self._jobs) or any(end in words.lowered for end in _LEARNED)

    def _named(self, words: Words, i: int, j: int, stop: int, said: tuple[tuple[str, str], ...]) -> Entity | None:
        single = j - i == 1 and words.kind(i) == WORD
        if single and words.low(i) in self._generic:
            return None
        if single and words.low(i - 1) in ("the", "our") and words.low(i) in self.classes | self._bodies:
            return None  # "the Institute" means one named before
        if single and words.low(i) in self.common and i == 0:
            return None
        while j - i > 1 and words.kind(j - 1) in (NUMBER, WORD) and _VERSION.fullmatch(words.tokens[j - 1].text):
            j -= 1
            return Entity((words.raw(i, j),), j + 1, said)
        end = self._without_class(words, j, stop)
        if end > j and j - i == 1 and words.tokens[i].text.isalpha() and words.tokens[i].text.isupper() and j - i < 5:
            whole = words.low(end - 1) not in ("team", "squad", "crew") and len(words.tokens[i].text) <= 5
            if whole and not self.names.knows(words.raw(i, j)):
                return Entity((words.raw(i, end),), end, said)  # "the XML exporter" is not "XML"
        if end == j and stop < len(words) and 1 <= stop - j <= 2 and words.low(i - 1) in ("the", "our"):
            plain = all(words.kind(k) == WORD and words.tokens[k].text.islower() for k in range(j, stop))
            if plain and not any(words.low(k) in self.closed or words.low(k) in self._verbal for k in range(j, stop)):
                end = stop
        if end < stop and words.kind(end) in (NUMBER, WORD) and _VERSION.fullmatch(words.tokens[end].text):
            end += 1
        return Entity((words.raw(i, j),), end, said)

    def _without_class(self, words: Words, j: int, stop: int) -> int:
        """Skip the class words behind a name ("service", "backpack"), and a version."""
        end = j
        if (
            end + 1 < stop
            and words.kind(end) == WORD
            and words.low(end) not in self.classes
            and words.low(end + 1) in self.classes
            and words.low(end) not in self.closed
            and not words.tokens[end].capital
        ):
            end += 1
        while end < stop and end - j < 2 and words.kind(end) == WORD and not words.tokens[end].capital:
            low = words.low(end)
            if low not in self.classes and not (low.endswith("s") and low[:-1] in self.classes):
                break
            end += 1
        if end < stop and words.kind(end) in (NUMBER, WORD) and _VERSION.fullmatch(words.tokens[end].text):
            end += 1
        return end
