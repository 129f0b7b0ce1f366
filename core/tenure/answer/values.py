"""Finding written values in a text.

A value is found where it is written in a form that is the same value: white space folded, case
folded, numbers and units by their canonical form (``8,080`` is ``8080``, ``30 seconds`` is
``30 s``), and never inside a longer value (``8080`` is not in ``18080``, ``2.3`` not in ``2.3.1``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from tenure.answer.words import Pattern, Word, stands_alone
from tenure.relations import Relation, same_value_form

_NUMBER = re.compile(
    r"(?<![\w.,])(?P<n>(?:(?<![\w)])[+-])?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(?P<gap>\s*-?\s*)"
    r"(?P<unit>[^\W\d_]+|%)?(?![\w])"
)
_BARE = re.compile(r"(?:(?<![\w)])[+-])?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")
_VERSION = re.compile(r"\d+(?:\.\d+)+(?:[-+]?[a-z]+\.?\d*)?", re.IGNORECASE)
_WORDED = dict(
    zip(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
        (str(n) for n in range(1, 13)),
        strict=True,
    )
)
_WORDED_NUMBER = re.compile(r"\b(?P<n>" + "|".join(_WORDED) + r")\b(?:\s+(?P<unit>[^\W\d_]+))?", re.IGNORECASE)
_CODE = re.compile(r"[A-Za-z]+[-_]\d+")
_NAMED = re.compile(r"(?P<name>[A-Za-z][\w+#.-]*) \d+(?:\.\d+)*")
NAMED = "name "
_PLAIN = Relation(name="", case_sensitive=False)
_SHORT_ENDING = "team"


@dataclass(frozen=True, slots=True)
class Found:
    """A place in a text where a value is written.

    Attributes:
        start, end: character span.
        item: the number the value was given to the index.
        whole: whether the whole value stands there, not a short form ("Ledger" for "Ledger team").
    """

    start: int
    end: int
    item: int
    whole: bool = True


@dataclass(slots=True)
class ValueIndex:
    """Values to look for, found all at once in a text."""

    _by_word: dict[str, list[tuple[Pattern, int, bool]]] = field(default_factory=dict)
    _by_number: dict[str, list[tuple[int, bool]]] = field(default_factory=dict)

    def add(self, value: str, relation: Relation, item: int) -> None:
        """Look for ``value`` of ``relation`` too; ``item`` names it in what is found."""
        if _VERSION.fullmatch(value.strip()):
            self._add_pattern(Pattern.of("v" + value.strip()), item, whole=True)
        form = number_form(value, relation)
        if form is not None:
            self._by_number.setdefault(form, []).append((item, True))
            bare, _, unit = form.partition(" ")
            if unit and same_value_form(bare, relation) != form:
                self._by_number.setdefault(bare, []).append((item, False))
            return
        pattern = Pattern.of(value)
        self._add_pattern(pattern, item, whole=True)
        if len(pattern.forms) > 1 and pattern.forms[-1] == _SHORT_ENDING:
            head = Pattern(pattern.forms[:-1], pattern.glued[:-1])
            self._add_pattern(head, item, whole=False)
            self._add_pattern(Pattern((_SHORT_ENDING, *head.forms), (False, False, *head.glued[1:])), item, whole=True)

    def _add_pattern(self, pattern: Pattern, item: int, *, whole: bool) -> None:
        if pattern.forms:
            self._by_word.setdefault(pattern.forms[0], []).append((pattern, item, whole))

    def find(self, text: str, found_words: Sequence[Word], units: Iterable[Relation] = (_PLAIN,)) -> Iterator[Found]:
        """Find every place a value is written; places may overlap.

        Args:
            text: the whole text the words point into.
            found_words: the words of the part to look through.
            units: the relations whose unit a bare number may be in.
        """
        for index, word in enumerate(found_words):
            for pattern, item, whole in self._by_word.get(word.form, ()):
                stop = index + len(pattern.forms)
                if pattern.matches(found_words, index) and stands_alone(found_words, index, stop):
                    yield Found(word.start, found_words[stop - 1].end, item, whole)
        if self._by_number and found_words:
            yield from self._numbers(text, found_words, tuple(units))

    def _numbers(self, text: str, found_words: Sequence[Word], units: tuple[Relation, ...]) -> Iterator[Found]:
        for number in numbers(text, found_words[0].start, found_words[-1].end):
            seen: set[int] = set()
            for relation in units:
                for form, end in number.forms(relation):
                    for item, whole in self._by_number.get(form, ()):
                        if item not in seen:
                            seen.add(item)
                            yield Found(number.start, end, item, whole and not number.worded)


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text, perhaps with a unit or the noun it counts.

    Attributes:
        start: where it begins.
        bare_end: where the number alone ends.
        end: where its unit ends.
        digits: the number as written, or in digits if it was a word.
        unit: the word after it as written, or None.
        worded: whether it was written as a word ("three").
    """

    start: int
    bare_end: int
    end: int
    digits: str
    unit: str | None
    worded: bool = False

    def forms(self, relation: Relation) -> Iterator[tuple[str, int]]:
        """Yield the canonical forms it may have as a value of ``relation``, with where each ends.

        ``30 s`` is no bare 30, but ``3 replicas`` is also the number 3.
        """
        if self.unit:
            form = number_form(f"{self.digits} {self.unit}", relation)
            if form is not None:
                yield form, self.end
            if is_unit(self.unit):
                return
        form = number_form(self.digits, relation)
        if form is not None:
            yield form, self.bare_end


def numbers(text: str, start: int, end: int) -> Iterator[Number]:
    """Find the numbers of ``text[start:end]`` that stand alone (no parts of versions or names)."""
    for match in _NUMBER.finditer(text, start, end):
        bare_end, unit = match.end("n"), match["unit"]
        if unit and not match["gap"] and not is_unit(unit):
            continue
        follows = text[bare_end : bare_end + 2]
        if len(follows) == 2 and follows[0] in ".,-" and follows[1].isdigit():
            continue
        before = text[max(0, match.start() - 2) : match.start()]
        if len(before) == 2 and before[1] in "-@" and before[0].isalnum():
            continue
        yield Number(match.start(), bare_end, match.end() if unit else bare_end, match["n"], unit)
    for match in _WORDED_NUMBER.finditer(text, start, end):
        digits = _WORDED[match["n"].lower()]
        yield Number(match.start(), match.end("n"), match.end(), digits, match["unit"], worded=True)


@lru_cache(maxsize=1024)
def is_unit(word: str) -> bool:
    """Return whether the word is a unit of measure, such as ``ms`` or ``seconds``."""
    return same_value_form("1" + word, _PLAIN) != "1" + word.casefold()


def number_form(value: str, relation: Relation) -> str | None:
    """Return the canonical form of a number with or without a known unit; None for anything else."""
    text = " ".join(value.split())
    if not text[:1].isdigit() and text[:1] not in ("+", "-"):
        return None
    return _number_form(text, relation.unit, relation.case_sensitive)


@lru_cache(maxsize=65_536)
def _number_form(text: str, unit: str | None, case_sensitive: bool) -> str | None:
    if not _NUMBER.fullmatch(text):
        return None
    form = same_value_form(text, Relation("", unit=unit, case_sensitive=case_sensitive))
    return form if _BARE.match(form) and form[0] in "+-0123456789" and _is_canonical(form) else None


def _is_canonical(form: str) -> bool:
    head, _, unit = form.partition(" ")
    return _BARE.fullmatch(head) is not None and not any(c.isdigit() for c in unit)


def shape(value: str, relation: Relation) -> str | None:
    """Return the kind of written value that can be told from prose, or None.

    ``number``, ``measure``, ``version``, ``team``, ``code`` (``north-1``), or ``name `` and a name
    that goes with numbers (``iOS 15``).
    """
    if value.casefold().endswith(f" {_SHORT_ENDING}"):
        return _SHORT_ENDING
    form = number_form(value, relation)
    if form is not None:
        return "measure" if " " in form else "number"
    if _VERSION.fullmatch(value.strip().removeprefix("v")):
        return "version"
    if _CODE.fullmatch(value.strip()):
        return "code"
    named = _NAMED.fullmatch(" ".join(value.split()))
    return f"{NAMED}{named['name']}" if named else None
