"""Reads changes: "moved from A to B", "raised the R of S to B", "replaced A with B"."""

from __future__ import annotations

from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.filling import Filling, Told
from tenure.ingest.extract.phrases import Keyed
from tenure.ingest.extract.rules import Rules
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.tokens import MARKED, WORD
from tenure.ingest.extract.verbs import Verb, number_of
from tenure.ingest.extract.words import Words
from tenure.relations import Relation

_WAYS = frozenset(("back", "up", "down", "over", "on", "away", "off", "out", "forward", "across", "again"))
_SWAPS = frozenset(("succeeded", "succeeds", "replaced", "replaces", "swapped", "swaps", "swap", "replace"))
_AGENTS = frozenset(("we", "i", "they", "he", "she", "it", "you"))
_SAME = frozenset(("set", "cut", "put"))
"""Verbs whose past looks like their base."""
_NOBODY = frozenset(("nobody", "no", "neither", "none", "that", "which", "who", "whoever", "to"))
_FARTHEST = 16


class Changing:
    """Reads changes in one sentence."""

    def __init__(self, rules: Rules, words: Words, filling: Filling) -> None:
        self._rules = rules
        self._words = words
        self._filling = filling
        self._any = not words.present.isdisjoint(rules.changes)

    def read(self, i: int, topic: tuple[str, ...]) -> Told | None:
        """Return the change that the clause at a token tells, or None."""
        words = self._words
        if not self._any:
            return None
        i = self._rules.verbs.adverbs(words, i)
        stop = words.stop(i, i + _FARTHEST, cited=False)
        for k in self._rules.verbs.places(words):
            if k < i:
                continue
            if k >= stop:
                return None
            verb = self._rules.verbs.at(words, k)
            if (
                verb is None
                or words.low(verb.start) == "had"
                or verb.modal
                or verb.negated
                or verb.ends
                or verb.word not in self._rules.changes
            ):
                continue
            if verb.word in self._rules.keeping and self._from_to(verb.end) is None:
                continue
            told_of = verb.tense is Tense.FUTURE or verb.passive or (verb.word in _SAME and k > i)
            if verb.word in self._rules.base_changes and not told_of:
                continue
            told = self._told(i, k, verb, topic)
            if told is not None:
                return told
        return None

    def _told(self, i: int, k: int, verb: Verb, topic: tuple[str, ...]) -> Told | None:
        words = self._words
        at = verb.end + verb.passive
        if verb.word in _SWAPS and words.low(at) != "from":
            return self._swap(i, k, at, verb)
        if k > i and (target := self._from_to(at)) is not None:
            told = self._moved(i, self._end_of(i, k), target, verb, topic)
            if told is not None:
                return told
        if verb.passive:
            return None
        at += words.low(at) in ("over", "up")
        if not self._is_agent(i, self._end_of(i, k)):
            return None
        own = self._subject_names(i, self._end_of(i, k)) if k > i else ()
        return self._acted(at, verb, own or topic)

    def of_label(self, verb: Verb, names: tuple[str, ...], keyed: Keyed | None = None) -> Told | None:
        """Read a change behind a label that names the thing, or a relation of it, that changed."""
        if verb.modal or verb.negated or verb.ends or verb.word not in self._rules.changes:
            return None
        target = self._from_to(verb.end + verb.passive)
        if target is None:
            return None
        return self._of_thing(names, target, verb) if keyed is None else self._to(keyed, names, target, verb)

    def _is_agent(self, i: int, k: int) -> bool:
        """Whether nothing stands before a verb but who did it."""
        if k == i:
            return not self._words.tokens[i].low.endswith("s")
        if self._words.low(i) in _AGENTS:
            return k == i + 1
        if self._words.low(i) in ("the", "our") and self._words.low(i + 1) in ("team", "crew", "squad", "group"):
            return k == i + 2
        if self._words.low(i) in ("the", "our", "a", "an", "one", "someone", "somebody") and k - i <= 7:
            return all(self._words.kind(j) == WORD and self._words.low(j) not in _NOBODY for j in range(i, k))
        name = self._rules.kinds.name(self._words, i)
        return (name is not None and name[1] == k) or bool(self._subject_names(i, k))

    def _subject_names(self, i: int, k: int) -> tuple[str, ...]:
        entity = self._rules.phrases.entity(self._words, i, k)
        if entity is None and "," in (self._words.low(k - 1), self._words.low(k)):
            entity = self._rules.phrases.entity(self._words, i)
            entity = (
                entity if entity is not None and self._words.low(entity.end) == "," and entity.end < k - 1 else None
            )
        return entity.names if entity is not None else ()

    def _end_of(self, i: int, k: int) -> int:
        while k > i + 1 and (
            self._words.kind(k - 1) == MARKED
            or self._words.low(k - 1) in ("now", "also", "just", "finally", "then", ",")
        ):
            k -= 1
        return k

    def _from_to(self, at: int) -> tuple[str | None, int, list[int]] | None:
        """Read "from A to": A, the token behind "to", and the numbers between."""
        words = self._words
        marks: list[int] = []
        old: str | None = None
        while at < len(words):
            if words.kind(at) == MARKED:
                marks.append(number_of(words.tokens[at].text))
                at += 1
            elif words.low(at) in _WAYS or (words.low(at) == "," and words.low(at + 1) == "from"):
                at += 1
            elif words.low(at) == "from" and old is None:
                end = next((k for k in range(at + 1, min(at + 8, len(words))) if words.low(k) in ("to", "into")), None)
                if end is None or end == at + 1:
                    return None
                old = words.raw(at + 1, end)
                at = end
            elif words.low(at) in ("to", "into"):
                return old, at + 1, marks
            else:
                step, more = self._rules.verbs.skip(words, at)
                if step == at:
                    return None
                at, marks = step, [*marks, *more]
        return None

    def _moved(
        self, i: int, k: int, target: tuple[str | None, int, list[int]], verb: Verb, topic: tuple[str, ...]
    ) -> Told | None:
        """Read "the R of S rose to B" and "S moved from A to B"."""
        words = self._words
        keyed = self._rules.phrases.keyed(words, i, k)
        if keyed is not None and self._rules.phrases.known(words, i) != k:
            return self._to(keyed, keyed.subjects or topic, target, verb)
        names = self._subject_names(i, k)
        if not names and words.low(i) == "it" and k == i + 1:
            names = topic
        return self._of_thing(names, target, verb) if names else None

    def _acted(self, at: int, verb: Verb, own: tuple[str, ...]) -> Told | None:
        """Read "we raised the R of S to B" and "we moved S from A to B"."""
        words = self._words
        for stop in range(at + 1, min(at + 12, len(words))):
            if (
                words.low(stop) not in ("from", "to", "into")
                and words.kind(stop) != MARKED
                and words.low(stop) not in _WAYS
            ):
                continue
            target = self._from_to(stop)
            if target is None:
                continue
            keyed = self._rules.phrases.keyed(words, at, stop)
            if keyed is not None and self._rules.phrases.known(words, at) != stop:
                subjects = keyed.subjects or (own if words.low(at) in ("its", "their", "the") else ())
                return self._to(keyed, subjects, target, verb)
            names = self._subject_names(at, stop)
            if names:
                return self._of_thing(names, target, verb)
        return None

    def _to(
        self, keyed: Keyed, subjects: tuple[str, ...], target: tuple[str | None, int, list[int]], verb: Verb
    ) -> Told | None:
        if not subjects:
            return None
        _, at, marks = target
        read = self._rules.kinds.keyed(self._words, at, keyed)
        return self._made(subjects, keyed.relation, read, verb, marks, env=keyed.env)

    def _made(
        self, subjects: tuple[str, ...], relation: Relation, read: tuple[list[str], int] | None, verb: Verb,
        marks: list[int], *, env: str | None = None,
    ) -> Told | None:  # fmt: skip
        alone = read is not None and self._words.pauses(read[1])
        if read is None or (relation.known and not self._rules.named_among(relation, read[0], subjects, alone=alone)):
            return None
        end, more = self._rules.verbs.skip(self._words, read[1])
        stop = self._rules.ends_at(self._words, end, narrow=True)
        if stop is None:
            return None
        tense = verb.tense if verb.tense is Tense.FUTURE else Tense.EVENT
        claims = [Claim(s, relation, v, tense, 0, 0, env=env) for s in subjects for v in read[0] if v != s]
        return Told(claims, stop, subjects, [*verb.marks, *marks, *more])

    def _of_thing(self, names: tuple[str, ...], target: tuple[str | None, int, list[int]], verb: Verb) -> Told | None:
        """Read what a thing moved to: its old value, the noun or the new one tells the relation."""
        old, at, marks = target
        words, rules = self._words, self._rules
        led = rules.attributes.at(words, at)
        if led is not None and words.tokens[at].kind != "n":
            return self._made(names, led.relation, (list(led.values), led.end), verb, marks)
        version = rules.kinds.version(words, at)
        if version is not None and "." in version[0]:
            return self._made(names, rules.registry.get("version"), ([version[0]], version[1]), verb, marks)
        relation = rules.names.relation_with(names[0], old) if old else None
        if relation is None and old is not None and rules.names.has_value(names[0], old):
            return None
        if relation is None:
            thing = rules.kinds.thing(words, at)
            tool = rules.lexis.tools.get(thing[0].lower()) if thing else None
            before = rules.lexis.tools.get(old.lower()) if old else None
            if tool is None or (old is not None and before not in (tool, None)):
                return None
            if rules.names.stated(names[0], tool) is None:
                return None
            relation = rules.registry.find(tool)
        return self._made(names, relation, rules.kinds.read_all(words, at, relation), verb, marks) if relation else None

    def _swap(self, i: int, k: int, at: int, verb: Verb) -> Told | None:
        """Read "S replaced A with B", "swapped A for B in the S cache", "A was replaced by B in S"."""
        words, rules = self._words, self._rules
        if verb.passive:
            old, joint = self._words.raw(i, self._end_of(i, k)), at
            if words.low(joint) not in ("by", "with", "for"):
                return None
            keyed = rules.phrases.keyed(words, i, self._end_of(i, k))
            if keyed is not None and keyed.subjects:
                read = rules.kinds.keyed(words, joint + 1, keyed)
                return self._made(keyed.subjects, keyed.relation, read, verb, [], env=keyed.env)
        else:
            found = next(
                (j for j in range(at + 1, min(at + 6, len(words))) if words.low(j) in ("with", "by", "for", "as")), None
            )
            if found is None:
                return None
            if words.low(found) == "as":
                return self._instead(i, self._end_of(i, k), found + 1, verb)
            old, joint = words.raw(at, found), found
        thing = rules.kinds.thing(words, joint + 1)
        if thing is None:
            return None
        end = thing[1]
        if words.low(end) in ("in", "as", "for"):
            keyed = rules.phrases.keyed(words, end + 1)
            if keyed is not None and keyed.subjects:
                return self._made(keyed.subjects, keyed.relation, ([thing[0]], keyed.end), verb, [])
            entity = rules.phrases.entity(words, end + 1)
            if entity is None or words.low(end) != "in":
                return None
            return self._swapped(entity.names, old, (thing[0], entity.end), verb)
        names = self._subject_names(i, self._end_of(i, k)) if k > i and not verb.passive else ()
        return self._swapped(names, old, thing, verb) if names else None

    def _instead(self, i: int, k: int, at: int, verb: Verb) -> Told | None:
        """Read "B replaced A as the R of S"."""
        keyed = self._rules.phrases.keyed(self._words, at)
        new = self._rules.kinds.thing(self._words, i) or self._rules.kinds.name(self._words, i)
        if new is not None and new[1] == k and (keyed is None or not keyed.subjects):
            return self._in_office(new[0], at, verb)
        if keyed is None or new is None or new[1] != k:
            return None
        return self._made(keyed.subjects, keyed.relation, ([new[0]], keyed.end), verb, [], env=keyed.env)

    def _in_office(self, name: str, at: int, verb: Verb) -> Told | None:
        """Read "Keeper of the Privy Gardens" behind "B succeeded A as": an office that no list of relations has."""
        words, rules = self._words, self._rules
        at += words.low(at) in ("the", "a", "an")
        relation = rules.people.get(words.low(at))
        entity = rules.phrases.entity(words, at + 2) if words.low(at + 1) == "of" else None
        if relation is None or entity is None or len(entity.names) != 1 or verb.tense is Tense.PAST:
            return None
        stop = rules.ends_at(words, entity.end, narrow=False)
        claims = [Claim(entity.names[0], relation, name, Tense.EVENT, 0, 0)]
        return Told(claims, stop, entity.names) if stop is not None else None

    def _swapped(self, names: tuple[str, ...], old: str, new: tuple[str, int], verb: Verb) -> Told | None:
        relation = self._rules.names.relation_with(names[0], old)
        if relation is None:
            before, after = (self._rules.lexis.tools.get(v.lower()) for v in (old, new[0]))
            same = before is not None and before == after and self._rules.names.stated(names[0], before)
            relation = same or None
        return self._made(names, relation, ([new[0]], new[1]), verb, []) if relation is not None else None
