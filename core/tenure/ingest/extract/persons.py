"""Reads what a person is, where, and whose kin: "N, head of R at O", "N, painter and beekeeper", "her husband N"."""

from __future__ import annotations

from dataclasses import replace

from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.filling import Filling
from tenure.ingest.extract.rules import Rules
from tenure.ingest.extract.tokens import MARKED, WORD
from tenure.ingest.extract.words import Words

_PAST = frozenset(("former", "late", "ex", "then", "onetime", "one-time", "future", "deputy", "acting"))
_KIN = {
    "husband": "spouse", "wife": "spouse", "widow": "spouse", "widower": "spouse", "spouse": "spouse",
    "children": "children", "daughters": "children", "sons": "children", "daughter": "children", "son": "children",
}  # fmt: skip
_COUNTS = frozenset(("two", "three", "four", "five", "six", "one", "a"))
_AWAY = frozenset(("in", "at", "of", "from", "near", "to", "by", "for"))
"""Words before a name that is no subject."""
_LONGEST = 6


class Persons:
    """Reads what one sentence says of persons in passing."""

    def __init__(self, rules: Rules, words: Words, filling: Filling) -> None:
        self._rules = rules
        self._words = words
        self._filling = filling

    def post(self, i: int) -> tuple[str, str, int] | None:
        """Return the relation, the words and the end of a post or an occupation at a token, or None."""
        words, phrases = self._words, self._rules.phrases
        at = i + (words.low(i) in ("a", "an", "the", "our"))
        end = at
        while end - at < _LONGEST and words.kind(end) == WORD:
            low = words.low(end)
            if (low in phrases.closed and (low not in ("of", "for") or end == at)) or low in _PAST:
                break
            end += 1
        if end == at or words.low(end) in _PAST:
            return None
        head = next((k for k in range(at + 1, end) if words.low(k) in ("of", "for")), end) - 1
        low = words.low(head)
        if low in self._rules.ranks or (low in self._rules.jobs and not phrases.is_occupation(low)):
            return "position", words.raw(at, end), end
        return ("occupation", words.raw(at, end), end) if phrases.is_occupation(low) and head == end - 1 else None

    def posted(self, name: str, c: int) -> list[Claim]:
        """Return what "N, head of R at O" says, from the comma on."""
        words = self._words
        found = self.post(c + 1)
        if found is None or words.low(found[2]) != "at" or " " not in name:
            return []
        employer = self._rules.kinds.name(words, found[2] + 1)
        if employer is None or not employer[0][:1].isupper():
            return []
        if self._rules.ends_at(words, employer[1], narrow=False) is None:
            return []
        return self._filling.some(
            self._filling.claim(name, found[0], found[1]), self._filling.claim(name, "employer", employer[0])
        )

    def occupied(self, name: str, c: int) -> list[Claim]:
        """Return what "N, painter and beekeeper, …" says, from the comma on."""
        words = self._words
        found: list[str] = []
        at = c + 1
        while True:
            one = self.post(at)
            if (
                one is None
                or words.low(at) in ("the", "our")
                or not self._rules.phrases.is_occupation(words.low(one[2] - 1))
            ):
                break
            found.append(one[1])
            at = one[2]
            if words.low(at) == "," and self.post(at + 1) is not None:
                at += 1
                continue
            if words.low(at) != "and":
                break
            if (spouse := self._spouse(name, at + 1)) is not None:
                return [*self._filling.some(*(self._filling.claim(name, "occupation", v) for v in found)), spouse]
            at += 1
        stops = at > c + 1 and (words.low(at) in (",", ".", ";") or words.low(at - 1) == "and")
        if not found or not stops or " " not in name:
            return []
        return self._filling.some(*(self._filling.claim(name, "occupation", value) for value in found))

    def _spouse(self, name: str, i: int) -> Claim | None:
        """Read "wife of the composer M"."""
        words = self._words
        if _KIN.get(words.low(i)) != "spouse" or words.low(i + 1) != "of":
            return None
        other = self._rules.kinds.name(words, i + 2)
        named = other is not None and other[0][:1].isupper()
        return self._filling.claim(name, "spouse", other[0]) if other is not None and named else None

    def kin(self, topic: tuple[str, ...]) -> list[Claim]:
        """Return what "her husband, the cellist N" and "leaving two daughters, N and M" say of who is meant."""
        words = self._words
        if words.present.isdisjoint(_KIN):
            return []
        found: list[Claim] = []
        for k in range(1, len(words) - 1):
            relation = _KIN.get(words.low(k))
            start = self._of_whom(k) if relation is not None else None
            whom = self._whom(start, topic) if start is not None else None
            if relation is None or whom is None:
                continue
            at = k + 1 + (words.low(k + 1) == ",")
            registered = self._rules.registry.find(relation)
            read = self._rules.kinds.read_all(words, at, registered) if registered is not None else None
            if read is None or words.kind(at) == MARKED or not all(value[:1].isupper() for value in read[0]):
                continue
            if words.low(read[1]) == "'s" or (at > k + 1 and not words.pauses(read[1]) and words.low(read[1]) != "and"):
                continue
            claims = (self._filling.claim(whom, relation, value) for value in read[0])
            found += [replace(claim, marks=()) for claim in self._filling.some(*claims)]
        return found

    def _of_whom(self, k: int) -> int | None:
        """Return the token of "her" or "leaving" that leads in a word of kin, if it leads in one that is."""
        words = self._words
        at = k - 1 - (words.low(k - 1) == "late")
        if words.low(at) in ("his", "her"):
            return at
        counted = words.low(at) in _COUNTS
        at -= counted
        if words.low(at) in ("his", "her"):
            return at
        led = words.low(at) in ("leaving", "leaves") or words.phrase(at - 1, 2) == "survived by"
        return at if led else None

    def _whom(self, i: int, topic: tuple[str, ...]) -> str | None:
        """Return the only person that a sentence names before a token, or whom the text is about."""
        words, found, at = self._words, set(), 0
        while at < i:
            end = self._rules.phrases.proper(words, at) if words.kind(at) == WORD else None
            if end is not None and end - at > 1 and end <= i and words.low(at - 1) not in _AWAY - {"by"}:
                start = at + (words.low(at) in self._rules.titles and end - at > 2)
                if words.low(at - 1) in ("the", "our") or words.low(end - 1) in self._rules.companies:
                    return None  # "the Redstart Trust, chaired by his widow"
                found.add(words.raw(start, end))
            at = end or at + 1
        if found:
            return found.pop() if len(found) == 1 else None
        return topic[0] if len(topic) == 1 and words.low(0) in ("he", "she", "his", "her") else None
