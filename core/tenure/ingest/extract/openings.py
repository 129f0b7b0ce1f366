"""What stands before a clause and says something: participles, "with …", labels with a colon."""

from __future__ import annotations

from dataclasses import replace

from tenure.ingest.extract.asides import Asides
from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.filling import Told
from tenure.ingest.extract.tokens import WORD


class Openings(Asides):
    """Reads the openings and labels of one sentence."""

    def _opening(self, i: int) -> Told | None:
        """Read "Founded in 1998 by X, Y …" and "With a population of 8,214, Y …"."""
        words = self._words
        if words.kind(i) != WORD or (i and words.low(i - 1) == "," and words.low(i) != "with"):
            return None
        entity = None
        for c in [k for k in range(i + 1, min(i + 24, len(words))) if words.low(k) == ","]:
            entity = self._rules.phrases.entity(words, c + 1)
            if entity is not None and not self._rules.verbs.may_begin(words, c + 1):
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
        told = self._participle(i, names)
        if told is None:
            for form in self._rules.lexis.forms.get(words.low(i), ()):
                if form.kind == "gerund":
                    told = self._filling.fill(form.frame, i + 1 + len(form.frame.tail), names)
                    if told is not None:
                        break
        return told if told is not None and told.end == comma else None

    def _labelled(self, i: int) -> Told | None:
        """Read "R of S: V", "R: V" under a heading and "S: R V, R V"."""
        words = self._words
        colon = next((k for k in range(i + 1, min(i + 12, len(words))) if words.low(k) in (":", "=")), None)
        if colon is None or colon + 1 >= len(words):
            return None
        keyed = self._rules.phrases.keyed(words, i, colon)
        if keyed is not None:
            names = keyed.subjects or self._theme
            value = self._rules.kinds.read_all(words, colon + 1, keyed.relation)
            if not names or value is None:
                return None
            end = self._rules.ends_at(words, value[1], narrow=True)
            if end is None:
                return None
            claims = [c for n in names for v in value[0] for c in [self._filling.claim(n, keyed.relation.name, v)] if c]
            return Told([replace(c, env=keyed.env) for c in claims], end, names)
        entity = self._rules.phrases.entity(words, i, colon)
        if entity is None or (i and not self._looks_named(entity.names[0])):
            return None
        return self._list_of(entity.names, colon + 1)

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
                told = self._participle(at, names) or self._word_of(at, names)
                if told is None:
                    at = next((k for k in range(at, len(words)) if words.low(k) == ","), len(words))
                else:
                    claims += told.claims
                    at = told.end
            while words.low(at) in (",", "and", ";"):
                at += 1
        return Told(claims, at, names) if claims else None

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
