"""Names of subjects and words of relations, found in texts and questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tenure.answer.words import STOP_WORDS, Pattern, Word, stands_alone, stem, words
from tenure.relations import Relation


@dataclass(frozen=True, slots=True)
class Named:
    """A place where subjects may be meant.

    Attributes:
        start, end: character span of the name.
        first, last: its words, half-open.
        subjects: whom it may mean; an alias may mean several.
    """

    start: int
    end: int
    first: int
    last: int
    subjects: tuple[str, ...]


@dataclass(slots=True)
class NameIndex:
    """All names and aliases of subjects, found at once in a text."""

    _by_word: dict[str, list[tuple[Pattern, str]]] = field(default_factory=dict)

    @classmethod
    def of(cls, names: Iterable[tuple[str, str]]) -> NameIndex:
        """Build the index from pairs (name or alias, subject)."""
        index = cls()
        for name, subject in names:
            plain = " ".join(name.replace("-", " ").replace("_", " ").split())
            for spelling in dict.fromkeys((name, plain, plain.replace(" ", "-"), plain.replace(" ", "_"))):
                pattern = Pattern.of(spelling)
                if pattern.forms:
                    index._by_word.setdefault(pattern.forms[0], []).append((pattern, subject))
        return index

    def find(self, text: Sequence[Word]) -> list[Named]:
        """Find the names in a text, the longest at each place; they don't overlap."""
        found: list[Named] = []
        at = 0
        while at < len(text):
            best = self._longest(text, at)
            if best is None:
                at += 1
                continue
            found.append(best)
            at = best.last
        return found

    def _longest(self, text: Sequence[Word], at: int) -> Named | None:
        length = 0
        subjects: list[str] = []
        for pattern, subject in self._by_word.get(text[at].form, ()):
            count = len(pattern.forms)
            if count < length or not _named(pattern, text, at):
                continue
            if count > length:
                length, subjects = count, []
            if subject not in subjects:
                subjects.append(subject)
        if not length:
            return None
        return Named(text[at].start, text[at + length - 1].end, at, at + length, tuple(subjects))


def _named(pattern: Pattern, text: Sequence[Word], at: int) -> bool:
    return pattern.matches(text, at, loose=True) and stands_alone(text, at, at + len(pattern.forms))


@dataclass(frozen=True, slots=True)
class RelationNamed:
    """A place where a relation is named: its words, half-open, and how many of them carry meaning."""

    first: int
    last: int
    relation: str
    weight: int
    phrase: bool = False


@dataclass(slots=True)
class RelationIndex:
    """Names, aliases and phrases of relations, found at once by their stems."""

    _by_stem: dict[str, list[tuple[tuple[str, ...], str, bool]]] = field(default_factory=dict)

    @classmethod
    def of(cls, relations: Iterable[Relation]) -> RelationIndex:
        """Build the index of these relations."""
        index = cls()
        for relation in relations:
            for name in (relation.name, *relation.aliases):
                index._add(name, relation.name, phrase=False)
            for phrase in relation.phrases:
                index._add(phrase, relation.name, phrase=True)
        return index

    def _add(self, name: str, relation: str, *, phrase: bool) -> None:
        stems = tuple(stem(w.form) for w in words(name) if w.form[0].isalnum())
        if stems:
            self._by_stem.setdefault(stems[0], []).append((stems, relation, phrase))

    def find(self, text: Sequence[Word], skip: Iterable[tuple[int, int]] = ()) -> list[RelationNamed]:
        """Find every place a relation is named, also overlapping ones.

        Args:
            text: the words.
            skip: spans of words (half-open) that are something else, such as the subject's name.
        """
        taken = {index for first, last in skip for index in range(first, last)}
        places = [i for i, w in enumerate(text) if w.form[0].isalnum() and i not in taken]
        stems = {i: stem(text[i].form) for i in places}
        found: list[RelationNamed] = []
        for position, at in enumerate(places):
            for pattern, relation, phrase in self._by_stem.get(stems[at], ()):
                run = places[position : position + len(pattern)]
                if len(run) == len(pattern) and all(stems[i] == s for i, s in zip(run, pattern, strict=True)):
                    found.append(RelationNamed(at, run[-1] + 1, relation, _weight(text, run), phrase))
        return found


def _weight(text: Sequence[Word], run: Sequence[int]) -> int:
    return sum(3 if text[i].form not in STOP_WORDS else 1 for i in run)
