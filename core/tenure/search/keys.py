"""Which keys a question names, by names and aliases; their facts make one of the lists that are joined."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tenure.keys import Key, fold
from tenure.ledger import Ledger
from tenure.relations import Relation
from tenure.search.terms import STOP_WORDS, content_stems, stem
from tenure.search.types import NameMatch

_TOKEN = re.compile(r"[^\W_]+")
_LONGEST_NAME = 6
_LONGEST_RUN = 12
_CJK_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_JOINED_BEFORE = re.compile(r"\w[-_.@:]$|\w$")
_JOINED_AFTER = re.compile(r"[-_.@:]\w|\w")
_PER_SUBJECT = 2000


@dataclass(frozen=True, slots=True)
class Named:
    """A place in a question where subjects are named."""

    start: int
    end: int
    match: NameMatch
    subjects: tuple[str, ...]


def keys_named(ledger: Ledger, question: str, limit: int) -> list[Key]:
    """Return the keys of the subjects a question names, those first whose relation it names too."""
    found: list[tuple[float, int, Key]] = []
    for place in subjects_named(ledger, question):
        rest = question[: place.start] + " " + question[place.end :]
        for subject in place.subjects:
            found += [
                (-_strength(relation_named(slot.relation, rest)), slot.id, slot.key)
                for slot in ledger.find_slots(subject=subject, limit=_PER_SUBJECT)
            ]
    return [key for _, _, key in sorted(found, key=lambda one: one[:2])[:limit]]


def keys_of(ledger: Ledger, name: str, limit: int) -> list[Key]:
    """Return keys of the subjects that ``name`` is a name or alias of."""
    return [key for subject in ledger.aliases(name) for key in ledger.find_keys(subject=subject, limit=limit)][:limit]


def subjects_named(ledger: Ledger, question: str) -> list[Named]:
    """Return where the question names subjects of the ledger, longest names first at each place.

    A name counts only as a whole word or words: ``billing`` is not named by ``billing-exporter`` nor
    ``C`` by ``C++``. Words of a name may be joined by a space, a hyphen or an underscore alike.
    """
    found: list[Named] = []
    for start, end, spellings in _spellings(question):
        if any(place.start < end and start < place.end for place in found):
            continue
        match = _look_up(ledger, question, start, end, spellings)
        if match is not None:
            found.append(match)
    return sorted(found, key=lambda place: place.start)


def _look_up(ledger: Ledger, question: str, start: int, end: int, spellings: list[str]) -> Named | None:
    text = question[start:end]
    for spelling in spellings:
        subjects = ledger.aliases(spelling)
        if fold(text) in STOP_WORDS:
            # "IT" may be a department; "it" is not.
            subjects = tuple(name for name in subjects if name == text and text != text.lower())
        if subjects:
            own = any(fold(subject) == fold(spelling) for subject in subjects)
            return Named(start, end, NameMatch("name" if own else "alias", text), subjects)
    return None


def _spellings(question: str) -> Iterator[tuple[int, int, list[str]]]:
    """Yield spans of the question that may be a name, the longest first, with ways to write each."""
    tokens = [(m.start(), m.end()) for m in _TOKEN.finditer(question)]
    for count in range(min(_LONGEST_NAME, len(tokens)), 0, -1):
        for first in range(len(tokens) - count + 1):
            start, end = _widen(question, tokens[first][0], tokens[first + count - 1][1])
            if _stands_alone(question, start, end):
                parts = [question[a:b] for a, b in tokens[first : first + count]]
                joined = [mark.join(parts) for mark in (" ", "-", "_")] if count > 1 else []
                gaps = {
                    question[a:b]
                    for (_, a), (b, _) in zip(tokens[first:], tokens[first + 1 : first + count], strict=False)
                }
                alike = all(gap.strip() in {"", "-", "_"} for gap in gaps)
                yield start, end, list(dict.fromkeys([question[start:end], *(joined if alike else ())]))
    yield from _inside_runs(question, tokens)


def _widen(question: str, start: int, end: int) -> tuple[int, int]:
    """Take in the signs that belong to a name: ``C++``, ``C#``, ``.NET``."""
    while end < len(question) and question[end] in "+#":
        end += 1
    if start > 0 and question[start - 1] == "." and (start < 2 or question[start - 2].isspace()):
        start -= 1
    return start, end


def _stands_alone(question: str, start: int, end: int) -> bool:
    return not _JOINED_BEFORE.search(question[max(0, start - 2) : start]) and not _JOINED_AFTER.match(question, end)


def _inside_runs(question: str, tokens: list[tuple[int, int]]) -> Iterator[tuple[int, int, list[str]]]:
    """Yield parts of runs of CJK letters, which are written without spaces, the longest first."""
    runs = [(a, b) for a, b in tokens if _CJK_WORD.search(question[a:b])]
    for length in range(_LONGEST_RUN, 0, -1):
        for a, b in runs:
            for start in range(a, b - length + 1):
                yield start, start + length, [question[start : start + length]]


def relation_named(relation: Relation, question: str) -> NameMatch | None:
    """Return how the question names a relation: by name, alias, phrase, or part of one; None if not."""
    stems = [stem(word) for word in _TOKEN.findall(fold(question))]
    text = f" {' '.join(stems)} "
    best: tuple[int, NameMatch] | None = None
    for kind, names in (("name", (relation.name,)), ("alias", relation.aliases), ("phrase", relation.phrases)):
        for name in names:
            wanted = " ".join(stem(word) for word in _TOKEN.findall(fold(name)))
            if wanted and f" {wanted} " in text and (best is None or len(wanted) > best[0]):
                best = len(wanted), NameMatch(kind, name)
        if best is not None and kind != "alias":
            break
    if best is not None:
        return best[1]
    shared = content_stems(relation.name) & frozenset(stems)
    return NameMatch("part", " ".join(sorted(shared))) if shared else None


def _strength(match: NameMatch | None) -> float:
    return {"name": 1.0, "alias": 0.9, "phrase": 0.9, "part": 0.4}[match.kind] if match is not None else 0.0
