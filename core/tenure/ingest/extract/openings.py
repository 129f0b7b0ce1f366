"""What stands before a clause and says something: participles, "with …", labels with a colon."""

from __future__ import annotations

import re
from dataclasses import replace

from tenure.ingest.extract.asides import Asides
from tenure.ingest.extract.changing import Changing
from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.filling import Told
from tenure.ingest.extract.phrases import Keyed
from tenure.ingest.extract.predicating import Predicating, Subject
from tenure.ingest.extract.rules import Rules
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.tokens import CODE, MARKED, WORD
from tenure.ingest.extract.verbs import number_of
from tenure.ingest.extract.words import Words

_NAMED = re.compile(r"(?!.* (?:of|from|in) )[A-Z]")
"""A name of which no word may tell where somebody is from ("Jonas Ek of Hammarsund")."""
_APPOINTED = frozenset(("appointed", "elected", "named", "made", "chosen"))
_POSSESSIVES = frozenset(("its", "their", "his", "her"))
_AT_PRESENT = frozenset(("now", "temporarily", "down", "up", "back", "currently"))


class Openings(Asides):
    """Reads the openings and labels of one sentence."""

    def __init__(self, rules: Rules, words: Words, topic: tuple[str, ...]) -> None:
        super().__init__(rules, words, topic)
        self._predicating = Predicating(rules, words, self._filling, self._describing, lambda: self._topic)
        self._changing = Changing(rules, words, self._filling)

    def _opening(self, i: int) -> Told | None:
        """Read "Founded in 1998 by X, Y …" and "With a population of 8,214, Y …"."""
        words = self._words
        if (
            "," not in words.present
            or words.kind(i) != WORD
            or (i and words.low(i - 1) == "," and words.low(i) != "with")
        ):
            return None
        entity = None
        for c in [k for k in range(i + 1, min(i + 24, len(words))) if words.low(k) == ","]:
            entity = self._rules.phrases.entity(words, c + 1)
            sure = entity is not None and all(map(self._rules.looks_named, entity.names))
            if entity is not None and sure and not self._rules.verbs.may_begin(words, c + 1):
                told = self._opened(i, c, entity.names)
                if told is not None:
                    told.end = c
                    told.subjects = ()
                    return told
        return None

    def _opened(self, i: int, comma: int, names: tuple[str, ...]) -> Told | None:
        words = self._words
        if words.low(i) == "with":
            found = self._rules.attributes.all_at(words, i + 1)
            if found and found[-1].end == comma:
                return Told(self._filling.attributes(names, found), comma, names)
            return None
        if words.low(i) in _APPOINTED:
            return self._in_office(i, comma, names)
        told = self._participle(i, names)
        if told is None:
            for form in self._rules.lexis.forms.get(words.low(i), ()):
                if form.kind == "gerund":
                    told = self._filling.fill(form.frame, i + 1 + len(form.frame.tail), names)
                    if told is not None:
                        break
        while told is not None and words.low(told.end) == "and" and told.end < comma:
            more = self._participle(told.end + 1, names)
            if more is None:
                break
            told = Told([*told.claims, *more.claims], more.end, names, [*told.marks, *more.marks])
        return told if told is not None and (told.end == comma or self._rests(told.end, comma)) else None

    def _rests(self, i: int, comma: int) -> bool:
        """Whether what an opening goes on with only tells where or how: "in a disused sawmill"."""
        words = self._words
        if words.low(i) not in ("in", "at", "on", "near", "with", "as", "after") or comma - i > 6:
            return False
        plain = (words.kind(k) == WORD and not words.tokens[k].capital for k in range(i + 1, comma))
        return all(plain) and words.low(i + 1) in ("a", "an", "the")

    def _in_office(self, i: int, comma: int, names: tuple[str, ...]) -> Told | None:
        """Read "Appointed president of S in 1951, N …"."""
        words, rules = self._words, self._rules
        keyed = rules.phrases.keyed(words, i + 1 + (words.low(i + 1) == "as"))
        if keyed is None or not keyed.subjects or rules.kinds.kind(keyed.relation) != "name":
            return None
        marks = [k for k in range(keyed.end, comma) if words.kind(k) == MARKED]
        if len(marks) != comma - keyed.end:
            return None
        claims = [Claim(s, keyed.relation, n, Tense.EVENT, 0, 0) for s in keyed.subjects for n in names]
        return Told(claims, comma, names, [number_of(words.tokens[k].text) for k in marks])

    def _labelled(self, i: int) -> Told | None:
        """Read "R of S: V", "R: V" under a heading and "S: R V, R V"."""
        words = self._words
        colon: int | None = None
        if ":" in words.present or "=" in words.present:
            colon = next((k for k in range(i + 1, min(i + 12, len(words))) if words.low(k) in (":", "=")), None)
        if colon is None or colon + 1 >= len(words):
            return self._verbless(i)
        if words.low(i - 1) == ":" and i and words.kind(colon + 1) == CODE:
            return None  # a role of a markup: ":command:`add_library`"
        keyed = self._rules.phrases.keyed(words, i, colon) or self._dated_label(i, colon)
        if keyed is not None:
            names = keyed.subjects or (self._theme if words.low(colon) == ":" else ())
            mark = (
                self._words.marks.get(number_of(words.tokens[colon + 1].text))
                if words.kind(colon + 1) == MARKED
                else None
            )
            dated = mark is not None and mark.dated and self._rules.kinds.kind(keyed.relation) == "date"
            value = self._rules.kinds.keyed(words, colon + 1, keyed)
            if mark is not None and dated:
                value = [mark.text], colon + 2
            if names and value is None:
                return self._changed(colon + 1, names, keyed)
            if not names or value is None:
                return None
            winner = keyed.relation.name in self._rules.lasting
            end = self._rules.ends_at(words, value[1], narrow=not winner)
            if end is None:
                return None
            claims = [c for n in names for v in value[0] for c in [self._filling.claim(n, keyed.relation.name, v)] if c]
            added, end = self._filling.added(names, keyed.relation, end, keyed.env)
            return Told([*(replace(c, env=keyed.env) for c in claims), *added], end, names)
        entity = self._rules.phrases.entity(words, i, colon)
        if entity is None or (i and not self._looks_named(entity.names[0])):
            return None
        return self._list_of(entity.names, colon + 1)

    def _possessed(self, i: int) -> Told | None:
        """Read "its mayor, Jenna Trewin, …": who or what it is stands between commas, whatever is said of that."""
        words, rules = self._words, self._rules
        if words.low(i) not in _POSSESSIVES or len(self._topic) != 1:
            return None
        keyed = rules.phrases.keyed(words, i)
        if keyed is None or keyed.subjects or words.low(keyed.end) != ",":
            return None
        if rules.kinds.kind(keyed.relation) not in ("name", "place", "thing") or not keyed.relation.known:
            return None
        read = rules.kinds.read(words, keyed.end + 1, keyed.relation)
        if read is None or not words.pauses(read[1]) or not _NAMED.match(read[0]):
            return None
        claim = self._filling.claim(self._topic[0], keyed.relation.name, read[0])
        if claim is None:
            return None
        stops = (k for k in range(read[1], len(words)) if words.low(k) in (";", ".") or words.phrase(k, 2) == ", and")
        return Told([replace(claim, marks=())], next(stops, len(words)), self._topic)

    def _possessed_behind(self) -> None:
        """Take "It corners flatter than its predecessor, the S2, …": whose it is the sentence's first word tells."""
        words = self._words
        if words.low(0) not in ("it", "he", "she") or words.present.isdisjoint(_POSSESSIVES):
            return
        for k in range(2, len(words) - 3):
            told = self._possessed(k) if words.low(k) in ("its", "his", "her") else None
            self._found += told.claims if told is not None else []

    def _looks_named(self, name: str) -> bool:
        """Whether a label amid a sentence is a name and no plain noun ("frame: steel")."""
        return name[:1].isupper() or not name.isalpha() or self._rules.names.knows(name)

    def _list_of(self, names: tuple[str, ...], i: int) -> Told | None:
        words = self._words
        claims: list[Claim] = []
        at = i
        while at < len(words):
            found = self._rules.attributes.at(words, at, bare=True)
            if found is not None and self._rules.ends_at(words, found.end, narrow=True) is not None:
                claims += self._filling.attributes(names, [found])
                at = found.end
            else:
                told = self._participle(at, names) or self._word_of(at, names) or self._said_of(at, names)
                if told is None:
                    at = next((k for k in range(at, len(words)) if words.low(k) == ","), len(words))
                else:
                    claims += told.claims
                    at = told.end
            while words.low(at) in (",", "and", ";"):
                at += 1
        return Told(claims, at, names) if claims else None

    def _dated_label(self, i: int, colon: int) -> Keyed | None:
        """Read "population of X at the last census" and "winner of X, in driving rain" before a colon."""
        words = self._words
        found = self._rules.phrases.keyed(words, i)
        if found is None or not found.subjects or not 0 < colon - found.end <= 5:
            return None
        at = found.end + (words.low(found.end) == ",")
        plain = not any(
            self._rules.verbs.may_begin(words, k) and not words.low(k).endswith("ing") for k in range(at, colon)
        )
        return found if plain and words.low(at) in ("at", "as", "in", "after", "despite") else None

    def _verbless(self, i: int) -> Told | None:
        """Read "wind limit of dome-control now 50 km/h" and "upload limit on S temporarily down to 512 KB"."""
        words, rules = self._words, self._rules
        if words.present.isdisjoint(_AT_PRESENT):
            return None
        for k in range(i + 3, min(i + 9, len(words) - 1)):
            if words.low(k) not in _AT_PRESENT:
                continue
            keyed = rules.phrases.keyed(words, i, k)
            at = rules.verbs.adverbs(words, k)
            at += 2 * (words.phrase(at, 2) in ("down to", "up to", "back to"))
            said = at == k or rules.verbs.may_begin(words, at)
            read = rules.kinds.keyed(words, at, keyed) if keyed is not None and not said else None
            end = rules.ends_at(words, read[1], narrow=True) if read is not None else None
            if keyed is None or read is None or end is None or not keyed.subjects:
                return None
            pairs = [(s, v) for s in keyed.subjects for v in read[0]]
            claims = [Claim(s, keyed.relation, v, Tense.STATE, 0, 0, env=keyed.env) for s, v in pairs]
            return Told(claims, end, keyed.subjects)
        return None

    def _said_of(self, i: int, names: tuple[str, ...]) -> Told | None:
        """Read "feed-reader: now listens on 7070" and "feed-reader: moved to port 7070"."""
        words, verbs = self._words, self._rules.verbs
        at, marks = verbs.skip(words, i)
        verb = verbs.at(words, at) if verbs.may_begin(words, at) else None
        if verb is None:
            return None
        told = self._predicating.read(Subject(names), verb) or self._changing.of_label(verb, names)
        if told is not None:
            told.marks = [*marks, *told.marks]
        return told

    def _changed(self, i: int, names: tuple[str, ...], keyed: Keyed) -> Told | None:
        """Read "sort policy of billing: switched from FIFO to LIFO"."""
        at, _ = self._rules.verbs.skip(self._words, i)
        verb = self._rules.verbs.at(self._words, at) if self._rules.verbs.may_begin(self._words, at) else None
        return self._changing.of_label(verb, names, keyed) if verb is not None else None

    def _word_of(self, i: int, names: tuple[str, ...]) -> Told | None:
        """Read an item that only names a material or a state: "solid oak", "still broken"."""
        words = self._words
        at, _ = self._rules.verbs.skip(words, i)
        count = words.starts(at, self._rules.verbs_statuses)
        if count and words.pauses(at + count):
            return Told(self._of_all(names, "status", words.raw(at, at + count)), at + count, names)
        end = at
        while end - at < 4 and words.kind(end) == WORD and not words.pauses(end):
            end += 1
        if end == at or words.low(end - 1) not in self._rules.materials or not words.pauses(end):
            return None
        return Told(self._of_all(names, "material", words.raw(at, end)), end, names)

    def _of_all(self, names: tuple[str, ...], relation: str, value: str) -> list[Claim]:
        return self._filling.some(*(self._filling.claim(n, relation, value) for n in names))
