"""Verb groups: auxiliaries, negation, tense, and the frames that the main verb opens."""

from __future__ import annotations

from dataclasses import dataclass

from tenure.ingest.extract.lexis import ClauseFrame, Lexis
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.tokens import MARKED, WORD
from tenure.ingest.extract.words import Words, by_first, once

BE = {
    "is": Tense.STATE,
    "are": Tense.STATE,
    "'s": Tense.STATE,
    "'re": Tense.STATE,
    "was": Tense.PAST,
    "were": Tense.PAST,
}
PASSIVE = frozenset(("is", "was", "were", "are", "been", "has", "have", "got"))
"""Words before the participle of something that was done ("has been removed")."""
_HAVE = frozenset(("has", "have", "had", "'ve"))
_WILL = frozenset(("will", "'ll", "shall"))
_MODAL = frozenset(("would", "could", "should", "might", "may", "must", "can", "cannot", "ought", "'d"))
_GOING = frozenset(("going", "due", "scheduled", "set", "about", "planned"))
_NOT = frozenset(("not", "n't"))
_STOPS = frozenset(("stopped", "ceased", "quit", "stops", "ceases"))
_AGREES = {"continues": Tense.STATE, "continue": Tense.STATE, "began": Tense.EVENT}
_GETS = frozenset(("got", "gets", "get"))
_HEARSAY = frozenset(
    ("said", "believed", "thought", "reported", "rumoured", "rumored", "alleged", "supposed", "claimed", "understood",
     "considered", "expected", "likely", "unlikely", "assumed", "presumed", "reputed", "hoped", "feared", "meant",
     "estimated", "intended")
)  # fmt: skip
"""Words that make what "to be" says behind them somebody's opinion ("is said to be")."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb group.

    Attributes:
        start, end: its tokens up to the main verb (for "be" and "have" alone: up to what follows).
        tense: how it speaks.
        frames: what the main verb opens, each with the token behind the words that belong to it.
        copula: whether it is "be" with nothing that any frame knows behind it, or may be.
        having: whether it is "have".
        negated: whether it is denied.
        ends: whether it says that something holds no more.
        modal: whether it only says what may be.
        plural: whether its form is one of the plural; None if it may be either.
        marks: the numbers inside it.
        word: the main word of other verbs.
        passive: whether "be" and a participle made it.
    """

    start: int
    end: int
    tense: Tense
    frames: tuple[tuple[ClauseFrame, int], ...] = ()
    copula: bool = False
    having: bool = False
    negated: bool = False
    ends: bool = False
    modal: bool = False
    plural: bool | None = None
    marks: tuple[int, ...] = ()
    word: str = ""
    passive: bool = False


@dataclass(slots=True)
class _State:
    """What the auxiliaries read so far say."""

    start: int
    at: int
    tense: Tense = Tense.STATE
    negated: bool = False
    ends: bool = False
    plural: bool | None = None
    marks: tuple[int, ...] = ()


class Verbs:
    """Reads verb groups."""

    def __init__(self, lexis: Lexis, changes: frozenset[str]) -> None:
        self._be = lexis.be
        self._forms = lexis.forms
        self._changes = changes
        self._adverbs = by_first(lexis.words("adverbs") - {"has", "since"})
        self._begins = frozenset(
            (*BE, *_HAVE, *_WILL, *_MODAL, *self._forms, *changes, "does", "do", "did", "no", *_AGREES, *_STOPS, *_GETS)
        )

    def may_begin(self, words: Words, i: int) -> bool:
        """Whether a verb group may begin at a token (adverbs before it left out)."""
        return words.low(i) in self._begins if words.kind(i) == WORD else words.low(i) == "'s"

    @once
    def places(self, words: Words) -> tuple[int, ...]:
        """Return the tokens of a sentence at which a verb group may begin."""
        return tuple([i for i in range(len(words)) if self.may_begin(words, i)])

    def adverbs(self, words: Words, i: int) -> int:
        """Skip adverbs only."""
        if words.low(i) not in self._adverbs:
            return i
        while count := words.starts(i, self._adverbs):
            i += count
        return i

    def skip(self, words: Words, i: int) -> tuple[int, tuple[int, ...]]:
        """Skip adverbs and numbered dates; return the token behind them and the numbers."""
        low = words.low(i)
        if low not in self._adverbs and low != "," and words.kind(i) != MARKED:
            return i, ()
        marks: list[int] = []
        while i < len(words):
            if words.kind(i) == MARKED:
                marks.append(number_of(words.tokens[i].text))
                i += 1
                continue
            if words.low(i) == "," and words.kind(i + 1) == MARKED:
                i += 1
                continue
            count = words.starts(i, self._adverbs)
            if not count:
                break
            i += count
        return i, tuple(marks)

    @once
    def at(self, words: Words, i: int) -> Verb | None:
        """Read the verb group that begins at a token; None if there is none."""
        at, marks = self.skip(words, i)
        state = _State(i, at, marks=marks)
        low = words.low(at)
        if low in _MODAL:
            return Verb(i, at + 1, Tense.STATE, modal=True)
        if low in _WILL:
            state.tense = Tense.FUTURE
            return self._after_will(words, state, at + 1)
        if low in BE:
            state.tense, state.plural = BE[low], low in ("are", "were", "'re")
            return self._after_be(words, state, at + 1)
        if low in _HAVE:
            return self._after_have(words, state, low)
        if low in ("does", "do", "did"):
            state.plural = None if low == "did" else low == "do"
            self._deny(words, state, at + 1)
            return self._lexical(words, state, ("base",)) if state.negated or state.ends else None
        if low == "no" and words.low(at + 1) == "longer":
            state.ends = True
            self._move(words, state, at + 2)
            return self._after_will(words, state, state.at)
        if low in _AGREES and words.low(at + 1) == "to":
            state.tense = _AGREES[low]
            self._move(words, state, at + 2)
            return self._lexical(words, state, ("base",))
        if low in _STOPS:
            state.ends, state.tense = True, Tense.EVENT
            self._move(words, state, at + 1 + (words.low(at + 1) == "to"))
            if words.low(state.at) == "be":
                return self._after_be(words, state, state.at + 1)
            return self._lexical(words, state, ("gerund", "base"))
        if low in _GETS and (words.low(at + 1) in self._be or words.low(at + 1) in self._changes):
            state.tense = Tense.EVENT
            return self._after_be(words, state, at + 1)
        if low in ("gets", "get"):
            return Verb(i, at + 1, Tense.STATE, having=True, plural=low == "get", marks=state.marks)
        return self._lexical(words, state, ("present", "base", "past"))

    def _move(self, words: Words, state: _State, at: int) -> None:
        state.at, more = self.skip(words, at)
        state.marks += more

    def _deny(self, words: Words, state: _State, at: int) -> None:
        """Skip adverbs, "not" and "no longer"."""
        self._move(words, state, at)
        while True:
            if words.low(state.at) in _NOT or words.low(state.at) == "never":
                state.negated = True
                self._move(words, state, state.at + 1)
            elif words.phrase(state.at, 2) == "no longer":
                state.ends = True
                self._move(words, state, state.at + 2)
            else:
                break

    def _after_will(self, words: Words, state: _State, at: int) -> Verb | None:
        self._deny(words, state, at)
        low = words.low(state.at)
        if low == "be":
            return self._after_be(words, state, state.at + 1)
        if low in ("have", "has"):
            return self._after_have(words, state, low)
        if low in ("get", "gets"):
            self._move(words, state, state.at + 1)
            return Verb(
                state.start,
                state.at,
                state.tense,
                having=True,
                ends=state.ends,
                negated=state.negated,
                marks=state.marks,
            )
        if low in BE:
            return self._after_be(words, state, state.at + 1)
        return self._lexical(words, state, ("present", "base", "past"))

    def _after_have(self, words: Words, state: _State, low: str) -> Verb | None:
        state.plural = None if low == "had" or state.tense is Tense.FUTURE else low in ("have", "'ve")
        past = low == "had"
        self._deny(words, state, state.at + 1)
        if words.low(state.at) == "been":
            state.tense = Tense.PAST if past else Tense.STATE
            return self._after_be(words, state, state.at + 1)
        was = state.tense
        state.tense = Tense.PAST if past else Tense.EVENT
        if words.low(state.at) in _STOPS:
            state.ends = True
            self._move(words, state, state.at + 1 + (words.low(state.at + 1) == "to"))
            if words.low(state.at) == "be":
                return self._after_be(words, state, state.at + 1)
            return self._lexical(words, state, ("gerund", "base"))
        found = self._lexical(words, state, ("participle", "past"))
        if found is not None:
            return found
        tense = Tense.PAST if past else was
        framed = self._framed(words, state.at - 1, "has") if words.low(state.at - 1) == low else ()
        return Verb(
            state.start, state.at, tense, framed, having=True, negated=state.negated, ends=state.ends,
            plural=state.plural, marks=state.marks,
        )  # fmt: skip

    def _after_be(self, words: Words, state: _State, at: int) -> Verb | None:
        self._deny(words, state, at)
        low = words.low(state.at)
        if low in _GOING and words.low(state.at + 1) == "to" and state.tense is Tense.STATE:
            inner = _State(
                state.start, state.at + 2, Tense.FUTURE, state.negated, state.ends, state.plural, state.marks
            )
            found = self._after_will(words, inner, state.at + 2)
            if found is not None:
                return found
        if low in ("being", "been"):
            self._move(words, state, state.at + 1)
            low = words.low(state.at)
        if low in _HEARSAY and words.low(state.at + 1) in ("to", "as"):
            return Verb(state.start, state.at + 1, Tense.STATE, modal=True)
        gerund = self._lexical(words, state, ("gerund",)) if low.endswith("ing") else None
        if gerund is not None:
            return gerund
        frames = tuple(
            (frame, state.at + len(frame.tail))
            for frame in self._be.get(low, ())
            if words.phrase(state.at, len(frame.tail)) == " ".join(frame.tail)
        )
        tense = state.tense
        word = low if low in self._changes else ""
        return Verb(
            state.start, state.at, tense, frames, copula=True, negated=state.negated, ends=state.ends,
            plural=state.plural, marks=state.marks, word=word, passive=True,
        )  # fmt: skip

    def _framed(self, words: Words, at: int, _head: str) -> tuple[tuple[ClauseFrame, int], ...]:
        return tuple(
            (form.frame, at + 1 + len(form.frame.tail))
            for form in self._forms.get(words.low(at), ())
            if form.frame.tail and words.phrase(at + 1, len(form.frame.tail)) == " ".join(form.frame.tail)
        )

    def _lexical(self, words: Words, state: _State, kinds: tuple[str, ...]) -> Verb | None:
        low = words.low(state.at)
        options = [f for f in self._forms.get(low, ()) if f.kind in kinds]
        options = [f for f in options if words.phrase(state.at + 1, len(f.frame.tail)) == " ".join(f.frame.tail)]
        if not options and low not in self._changes:
            return None
        tense = state.tense
        plural = state.plural
        found = {f.kind for f in options}
        if "past" in kinds and "present" in kinds and tense is Tense.STATE:
            if found and found <= {"past"}:
                tense = Tense.PAST
            elif not found:
                tense = Tense.EVENT
            plural = plural if found != {"base"} else True
            plural = False if found == {"present"} else plural
        frames = tuple(dict.fromkeys((id(f.frame), state.at + 1 + len(f.frame.tail)) for f in options))
        by_id = {id(f.frame): f.frame for f in options}
        return Verb(
            state.start, state.at + 1, tense, tuple((by_id[i], end) for i, end in frames), negated=state.negated,
            ends=state.ends, plural=plural, marks=state.marks, word=low,
        )  # fmt: skip


def number_of(mark: str) -> int:
    """Return the number of a numbered date or scope."""
    return int(mark[1:-1])
