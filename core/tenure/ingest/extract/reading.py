"""One sentence, read clause by clause."""

from __future__ import annotations

import re
from dataclasses import replace

from tenure.ingest.extract.appointing import Appointing
from tenure.ingest.extract.asides import Mentioned
from tenure.ingest.extract.caution import doubted, governed
from tenure.ingest.extract.changing import Changing
from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.ending import Ending
from tenure.ingest.extract.filling import Told
from tenure.ingest.extract.openings import Openings
from tenure.ingest.extract.phrases import Keyed
from tenure.ingest.extract.predicating import Predicating, Subject
from tenure.ingest.extract.renaming import Renaming
from tenure.ingest.extract.rules import Rules
from tenure.ingest.extract.starts import starts_behind
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.tokens import MARKED, PUNCTUATION, WORD
from tenure.ingest.extract.values import MARK
from tenure.ingest.extract.verbs import number_of
from tenure.ingest.extract.words import Words

_BREAKS = frozenset((",", ";", ":", "(", "—", "–", ".", "!", ")"))
_JOINTS = frozenset(("and", "but", "so", "because", "while", "whereas", "although", "though", "that", "then", "yet"))
_PRONOUNS = frozenset(("it", "they", "she", "he"))
_POSSESSIVES = frozenset(("its", "their", "his", "her"))
_RELATIVE = frozenset(("who", "which", "that", "whose"))
_FARTHEST = 18
_SOME_DAY = re.compile(r"\b(?:some ?time|some ?day|one day|eventually|sooner or later)\b", re.IGNORECASE)
_ONCE = re.compile(r"\b(?:formerly|previously|once)\b", re.IGNORECASE)
_YEARS = re.compile(r"(1\d\d\d|20\d\d)\s?[–-]\s?(1\d\d\d|20\d\d)")


class Reading(Openings):
    """One sentence being read."""

    def __init__(self, rules: Rules, words: Words, topic: tuple[str, ...]) -> None:
        super().__init__(rules, words, topic)
        self._predicating = Predicating(rules, words, self._filling)
        self._ending = Ending(rules, words, self._filling)
        self._changing = Changing(rules, words, self._filling)
        self._appointing = Appointing(rules, words, self._filling)
        self._lead: list[int] = []
        self._pending: tuple[str, ...] = ()

    def run(self) -> tuple[list[Claim], tuple[str, ...]]:
        """Return what the sentence says and what it was last about."""
        if "respectively" in self._words.text:
            return [], self._topic
        renames = Renaming(self._rules, self._words).read()
        plain = _ONCE.sub(" ", MARK.sub(" ", self._words.text))
        if renames and not governed(plain) and not doubted(plain):
            return [replace(c, marks=tuple(self._all_marks())) for c in renames], self._topic
        self._appositions()
        self._relatives()
        i = self._introduced()
        while i < len(self._words):
            i = self._skip_lead(i)
            if i >= len(self._words):
                break
            self._forget()
            told = None if self._denied(i) else self._clause_at(i) or self._behind_lead(i)
            if told is None:
                self._pending = self._pending or self._acting(i)
                if self._pending:
                    self._topic = self._pending
                i = self._next(i)
                more = self._goes_on(i - 1, self._pending) if self._pending and i < len(self._words) else None
                if more is None:
                    continue
                told = more
            self._keep(told)
            i = max(told.end, i + 1)
            if told.subjects:
                self._topic = told.subjects
            told = self._goes_on(i, told.subjects)
            while told is not None:
                self._keep(told)
                i = max(told.end, i + 1)
                told = self._goes_on(i, told.subjects)
            self._lead = []
        return self._once(), self._topic or self._met()

    def _met(self) -> Mentioned:
        """Return the only person or thing that a sentence names by more than one word, for "he" and "it" behind it."""
        words, found, at = self._words, set(), 1
        while at < len(words):
            end = self._rules.phrases.proper(words, at) if words.kind(at) == WORD else None
            if end is not None and end - at > 1:
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

    def _forget(self) -> None:
        self._pending = ()

    def _once(self) -> list[Claim]:
        """Return what was found, each statement once."""
        seen: dict[tuple[str, str, str | None, bool, str | None], Claim] = {}
        for claim in self._found:
            seen.setdefault((claim.subject, claim.relation.name, claim.object, claim.ends, claim.env), claim)
        return list(seen.values())

    def _all_marks(self) -> list[int]:
        return [number_of(t.text) for t in self._words.tokens if t.kind == MARKED]

    def _clause_at(self, i: int) -> Told | None:
        return (
            self._labelled(i)
            or self._opening(i)
            or self._ending.read(i, self._theme)
            or self._changing.read(i, self._theme)
            or self._appointing.read(i, self._theme)
            or self._clause(i)
            or self._bare(i)
        )

    def _bare(self, i: int) -> Told | None:
        """Read "Page size 16 KiB." and "Owned by Graphics.": a whole sentence about what was said before."""
        if i or not self._theme:
            return None
        found = self._rules.attributes.all_at(self._words, i)
        if found and self._words.pauses(found[-1].end) and self._words.low(found[-1].end) != ":":
            return Told(self._filling.attributes(self._theme, found), found[-1].end, self._theme)
        told = self._participle(i, self._theme)
        return told if told is not None and self._words.pauses(told.end) and self._words.low(told.end) != ":" else None

    def _behind_lead(self, i: int) -> Told | None:
        """Read a clause behind a leading phrase without comma: a change, or what is so "since" something."""
        words = self._words
        lasting = words.low(i) in ("since", "at")
        for k in starts_behind(words, self._rules, i):
            told = None if self._denied(k) else self._clause_at(k)
            if told is not None and (lasting or all(c.ends or c.tense is not Tense.STATE for c in told.claims)):
                return told
        return None

    def _keep(self, told: Told) -> None:
        """Take what a clause says unless what follows makes it doubtful."""
        if not told.claims:
            return
        end = self._words.tokens[told.end].start if told.end < len(self._words) else len(self._words.text)
        trail = MARK.sub(" ", self._words.text[end:]).split(";", 1)[0]
        if doubted(trail):
            return
        marks = tuple(dict.fromkeys((*self._lead, *told.marks, *self._behind(told.end))))
        self._found += [replace(self._titled(c), marks=marks if c.marks is None else c.marks) for c in told.claims]

    def _titled(self, claim: Claim) -> Claim:
        """Keep the article that a work's title begins with."""
        whole = f"The {claim.subject}"
        if claim.relation.name in self._rules.works and " " in claim.subject and self._words.text.startswith(whole):
            return replace(claim, subject=whole)
        return claim

    def _behind(self, end: int) -> list[int]:
        found = []
        end += self._words.low(end) == "(" and self._words.kind(end + 1) == MARKED
        while end < len(self._words) and (
            self._words.kind(end) == MARKED or (self._words.low(end) == "," and self._words.kind(end + 1) == MARKED)
        ):
            if self._words.kind(end) == MARKED:
                found.append(number_of(self._words.tokens[end].text))
            end += 1
        return found

    def _skip_lead(self, i: int) -> int:
        words = self._words
        while i < len(words):
            token = words.tokens[i]
            if token.kind == MARKED:
                self._lead.append(number_of(token.text))
                i += 1
            elif token.kind == PUNCTUATION:
                if token.text in ";.!(":
                    self._lead = []
                i += 1
            elif token.low in _JOINTS:
                i += 1
            else:
                count = words.starts(i, self._rules.leads)
                if not count or not self._may_lead(i, count):
                    return i
                told = words.low(i + count - 1) in ("decided", "agreed", "planned", "announced", "discussed")
                i += count
                while told and words.kind(i) == MARKED:
                    i += 1
        return i

    def _may_lead(self, i: int, count: int) -> bool:
        return not self._rules.verbs.may_begin(self._words, i + count) and (
            self._words.low(i)
            not in ("all", "both", "team", "decision", "status", "result", "reminder", "note", "update")
            or self._words.low(i + count) in (",", ":", "that", "—", "–", ".")
        )

    def _denied(self, i: int) -> bool:
        words = self._words
        first = 0
        for k in range(i - 1, -1, -1):
            if words.low(k) == ";":
                first = k + 1
                break
        if governed(words.tokens[i].text):
            return True
        if first == i:
            return False
        prefix = MARK.sub(" ", words.text[words.tokens[first].start : words.tokens[i].start])
        return governed(prefix) or bool(_SOME_DAY.search(prefix))

    def _next(self, i: int) -> int:
        """Return the next token at which a clause may begin."""
        self._lead = []
        for k in range(i + 1, len(self._words)):
            before = self._words.tokens[k - 1]
            if before.kind == MARKED or before.text in _BREAKS or (before.low in _JOINTS and before.kind == WORD):
                if self._words.kind(k) == PUNCTUATION:
                    continue
                if before.kind == MARKED and (k < 2 or self._words.pauses(k - 2) or self._words.low(k - 2) in _JOINTS):
                    self._lead = [number_of(before.text)]
                return k
        return len(self._words)

    # --- clauses --------------------------------------------------------------------------------

    def _clause(self, i: int) -> Told | None:
        words, verbs = self._words, self._rules.verbs
        for k in range(i + 1, min(i + _FARTHEST, len(words))):
            if words.low(k - 1) in (";", ":", "!"):
                break
            if words.kind(k) == MARKED or not verbs.may_begin(words, k):
                continue
            verb = verbs.at(words, k)
            if verb is None:
                continue
            subject = self._subject(i, k)
            if subject is None:
                continue
            told = self._predicating.read(subject, verb)
            if told is None and subject.keyed is None and not verb.modal:
                self._pending = self._pending or subject.names
            if told is not None:
                told.claims = [*subject.said, *told.claims]
                told.marks = [*subject.marks, *told.marks]
                return told
        return None

    def _goes_on(self, i: int, subjects: tuple[str, ...]) -> Told | None:
        """Read "… and is owned by …" behind a clause with the same subject."""
        words = self._words
        at = i
        while words.low(at) in (",", "and", "but", "then", "so", ")") or words.kind(at) == MARKED:
            at += 1
        if at == i or at >= len(words) or not subjects:
            return None
        at, _ = self._rules.verbs.skip(words, at)
        verb = self._rules.verbs.at(words, at) if self._rules.verbs.may_begin(words, at) else None
        if verb is None:
            return self._participle(at, subjects) or self._attributed(at, subjects)
        return None if self._denied(at) else self._predicating.read(Subject(subjects), verb)

    def _attributed(self, i: int, subjects: tuple[str, ...]) -> Told | None:
        """Read "…, priority high" and "… and its working directory /srv" behind a clause."""
        found = self._rules.attributes.at(self._words, i)
        if found is None or self._rules.ends_at(self._words, found.end, narrow=True) is None:
            return None
        return Told(self._filling.attributes(subjects, [found]), found.end, subjects)

    def _introduced(self) -> int:
        """Take whom a sentence introduces as what it is about; return where to read on."""
        count = self._words.starts(0, self._rules.introductions)
        entity = self._rules.phrases.entity(self._words, count) if count else None
        if entity is None:
            return 0
        self._topic = entity.names
        return entity.end if self._words.pauses(entity.end) else 0

    def _relatives(self) -> None:
        """Read "…, who lives in Bath" behind a name that is no subject."""
        words = self._words
        for c in range(1, len(words) - 2):
            if words.low(c) != "," or words.low(c + 1) not in ("who", "which", "whose"):
                continue
            name = self._name_before(c) or self._known_before(c, plain=True)
            if name is None:
                continue
            at = c + 2
            told: Told | None = None
            if words.low(c + 1) == "whose":
                keyed = self._rules.phrases.keyed(words, at)
                verb = self._rules.verbs.at(words, keyed.end) if keyed is not None and not keyed.subjects else None
                told = self._predicating.read(Subject((name,), keyed=keyed), verb) if verb is not None else None
            else:
                told = self._predicated(at, (name,))
            while told is not None:
                marks = (*told.marks, *self._behind(told.end))
                self._found += [replace(c2, marks=marks) for c2 in told.claims]
                told = self._goes_on(told.end, (name,)) if words.low(told.end) == "and" else None

    def _predicated(self, i: int, names: tuple[str, ...]) -> Told | None:
        at, _ = self._rules.verbs.skip(self._words, i)
        verb = self._rules.verbs.at(self._words, at) if self._rules.verbs.may_begin(self._words, at) else None
        return self._predicating.read(Subject(names), verb) if verb is not None else None

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
        if words.low(i) in ("our", "your") and cut > at and words.low(i + 1) != "former":
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
        first = i
        i = self._rules.phrases.whole(words, i)
        keyed = self._rules.phrases.keyed(words, i, j)
        known = self._rules.phrases.known(words, i)
        if keyed is not None and known != j:
            return self._of_topic(keyed, self._topic if words.low(i) in _POSSESSIVES else self._theme)
        entity = self._rules.phrases.entity(words, i, j)
        if entity is None:
            return self._made_by(i, j)
        said = tuple(self._filling.claim(n, "occupation", v) for n in entity.names[:1] for _, v in entity.said)
        raw = self._rules.kinds.name(words, i)
        return Subject(
            entity.names, said=tuple(c for c in said if c), plural=len(entity.names) > 1 or i > first,
            raw=raw[0] if raw is not None and raw[1] == j and len(entity.names) == 1 else None,
        )  # fmt: skip

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
