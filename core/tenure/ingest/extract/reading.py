"""One sentence, read clause by clause."""

from __future__ import annotations

import re
from dataclasses import replace

from tenure.ingest.extract.appointing import Appointing
from tenure.ingest.extract.caution import Denials, doubted, governed
from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.ending import Ending
from tenure.ingest.extract.entities import Entity
from tenure.ingest.extract.filling import Told
from tenure.ingest.extract.joining import Joining
from tenure.ingest.extract.predicating import Subject
from tenure.ingest.extract.releasing import Releasing
from tenure.ingest.extract.renaming import Renaming
from tenure.ingest.extract.rules import Rules
from tenure.ingest.extract.starts import lasts_behind, starts_behind
from tenure.ingest.extract.subjects import Subjects
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.tokens import MARKED, PUNCTUATION, WORD
from tenure.ingest.extract.values import MARK
from tenure.ingest.extract.verbs import number_of
from tenure.ingest.extract.words import Words

_BREAKS = frozenset((",", ";", ":", "(", "—", "–", ".", "!", ")"))
_JOINTS = frozenset(("and", "but", "so", "because", "while", "whereas", "although", "though", "that", "then", "yet"))
_RELATIVE = frozenset(("who", "which", "whose"))
_UNTIL = frozenset(("until", "till", "up to"))
_FARTHEST = 18
_BRIEF = 8
"""Words; a longer sentence is more than a name."""
_WHILE = re.compile(r"^[\s,]*while\b")
_ONCE = re.compile(r"\b(?:formerly|previously|once)\b", re.IGNORECASE)


class Reading(Subjects):
    """One sentence being read."""

    def __init__(self, rules: Rules, words: Words, topic: tuple[str, ...]) -> None:
        super().__init__(rules, words, topic)
        self._ending = Ending(rules, words, self._filling)
        self._joining = Joining(rules, words)
        self._releasing = Releasing(rules, words, self._filling)
        self._appointing = Appointing(rules, words, self._filling)
        self._denials = Denials(words.text, words.lowered)
        self._lead: list[int] = []
        self._pending: tuple[str, ...] = ()
        self._listing = False

    def run(self) -> tuple[list[Claim], tuple[str, ...]]:
        """Return what the sentence says and what it was last about."""
        if "respectively" in self._words.text:
            return [], self._topic
        renames = Renaming(self._rules, self._words).read()
        plain = _ONCE.sub(" ", MARK.sub(" ", self._words.text)) if renames else ""
        if renames and not governed(plain) and not doubted(plain):
            return [replace(c, marks=tuple(self._all_marks())) for c in renames], self._topic
        self._appositions()
        self._relatives()
        self._possessed_behind()
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
            before, told = told, self._goes_on(i, told.subjects)
            while told is not None:
                self._keep(self._following(before, told))
                i = max(told.end, i + 1)
                told = self._goes_on(i, told.subjects)
            self._lead = []
        return self._once(), self._topic or self._met()

    def _following(self, before: Told, told: Told) -> Told:
        """Let what "… until D, then on 9200" says hold from D."""
        words = self._words
        behind = {*before.marks, *self._behind(before.end)}
        marks = [m for m in behind if words.marks[m].preposition in _UNTIL]
        at = next((k for k in range(before.end, told.end) if words.low(k) == "then"), None)
        if at is None or len(marks) != 1 or any(c.tense is not Tense.PAST for c in before.claims):
            return told
        return replace(told, claims=[replace(c, marks=tuple(marks), then=True) for c in told.claims])

    def _forget(self) -> None:
        self._pending = ()

    def _once(self) -> list[Claim]:
        """Return what was found, each statement once."""
        seen: dict[tuple[str, str, str | None, bool, str | None], Claim] = {}
        titled = {c.subject for c in self._found if self._titled(c) is not c}
        for claim in (replace(c, subject=f"The {c.subject}") if c.subject in titled else c for c in self._found):
            seen.setdefault((claim.subject, claim.relation.name, claim.object, claim.ends, claim.env), claim)
        return list(seen.values())

    def _all_marks(self) -> list[int]:
        return [number_of(t.text) for t in self._words.tokens if t.kind == MARKED]

    def _clause_at(self, i: int) -> Told | None:
        return (
            self._held(i)
            or self._labelled(i)
            or self._opening(i)
            or self._joining.read(i)
            or self._releasing.read(i)
            or self._ending.read(i, self._theme)
            or self._changing.read(i, self._theme)
            or self._appointing.read(i, self._theme)
            or self._possessed(i)
            or self._clause(i)
            or self._bare(i)
        )

    def _held(self, i: int) -> Told | None:
        """Read what names a value without its relation, of a subject known to have had it."""
        claims = self._rules.holdings.read(self._words.text, self._words.tokens[i].start)
        if not claims:
            return None
        stop = max(c.stop for c in claims)
        end = next((k for k in range(i, len(self._words)) if self._words.tokens[k].start >= stop), len(self._words))
        return Told(claims, end, tuple(dict.fromkeys(c.subject for c in claims)))

    def _bare(self, i: int) -> Told | None:
        """Read "Page size 16 KiB." and "Owned by Graphics; depends on X": sentences about what was said before."""
        words = self._words
        if not self._theme or (i and not (words.low(i - 1) == ";" and self._listing)):
            return None
        told = self._bare_at(i)
        self._listing = self._listing or told is not None
        return told

    def _bare_at(self, i: int) -> Told | None:
        words, theme = self._words, self._theme
        found = self._rules.attributes.all_at(words, i)
        if not found and i == 0:
            found = self._rules.attributes.all_at(words, i, bare=True)
            found = found if all(any(c.isdigit() for c in one.values[0]) for one in found) else []
        if found and words.pauses(found[-1].end) and words.low(found[-1].end) != ":":
            return Told(self._filling.attributes(theme, found), found[-1].end, theme)
        verb = self._rules.verbs.at(words, i) if words.low(i).endswith("s") else None
        if verb is not None and verb.word == words.low(i) and verb.plural is False and verb.tense is Tense.STATE:
            told = self._predicating.read(Subject(theme), verb) if i == 0 else None
            return (
                told
                if told is not None and all(c.relation.name in self._rules.lexis.words("headless") for c in told.claims)
                else None
            )
        told = self._participle(i, theme) if i == 0 or words.low(i) != "using" else None
        return told if told is not None and words.pauses(told.end) and words.low(told.end) != ":" else None

    def _behind_lead(self, i: int) -> Told | None:
        """Read a clause behind a leading phrase without comma: a change, or what is so "since" something."""
        words = self._words
        lasting = lasts_behind(words, i)
        for k in starts_behind(words, self._rules, i):
            told = None if self._denied(k) else self._clause_at(k)
            if told is not None and (lasting or all(c.ends or c.tense is not Tense.STATE for c in told.claims)):
                dated = words.low(i) == "since" and not told.marks
                told.marks += [number_of(t.text) for t in words.tokens[i:k] if t.kind == MARKED] if dated else []
                return told
        return None

    def _keep(self, told: Told) -> None:
        """Take what a clause says unless what follows makes it doubtful."""
        if not told.claims:
            return
        end = self._words.tokens[told.end].start if told.end < len(self._words) else len(self._words.text)
        trail = re.split(r";|, and\b", MARK.sub(" ", self._words.text[end:]), maxsplit=1)[0]
        if (meanwhile := _WHILE.match(trail)) is not None and self._for_a_time(told):
            told.claims = [replace(c, temporary=True) for c in told.claims]
            trail = trail[meanwhile.end() :]
        if doubted(trail):
            return
        marks = tuple(dict.fromkeys((*self._lead, *told.marks, *self._behind(told.end))))
        self._found += [replace(c, marks=marks if c.marks is None else c.marks) for c in told.claims]

    def _for_a_time(self, told: Told) -> bool:
        """Whether a clause before "while" tells of a change, or says itself that it is so for a time only."""
        changed = all(c.tense is Tense.EVENT and not c.ends for c in told.claims)
        return changed or "temporarily" in self._words.present

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
            elif token.low in _JOINTS and words.phrase(i, 2) != "because of":
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
            self._words.low(i) not in ("all", "both", "team", "decision", "result", "reminder", "note", "update")
            or self._words.low(i + count) in (",", ":", "that", "—", "–", ".")
        )

    def _denied(self, i: int) -> bool:
        words, first = self._words, 0
        if ";" in words.present:
            first = next((k + 1 for k in range(i - 1, -1, -1) if words.low(k) == ";"), 0)
        return self._denials.denies(words.tokens[i].text, words.tokens[first].start, words.tokens[i].start)

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
        if not self._may_be_subject(i):
            return None
        stop = words.stop(i, i + _FARTHEST, cited=True)
        for k in verbs.places(words):
            if k <= i:
                continue
            if k >= stop:
                break
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
        start = at
        at, _ = self._rules.verbs.skip(words, at)
        verb = self._rules.verbs.at(words, at) if self._rules.verbs.may_begin(words, at) else None
        if verb is None:
            return self._participle(start, subjects) or self._attributed(at, subjects) or self._joint(at, subjects)
        if self._denied(at):
            return None
        if (told := self._appointing.moved_on(start, subjects, self._found)) is not None:
            return told
        return self._predicating.read(Subject(subjects), verb) or self._participle(start, subjects)

    def _attributed(self, i: int, subjects: tuple[str, ...]) -> Told | None:
        """Read "…, priority high" and "… and its working directory /srv" behind a clause."""
        found = self._rules.attributes.at(self._words, i)
        if found is None or self._rules.ends_at(self._words, found.end, narrow=True) is None:
            return None
        return Told(self._filling.attributes(subjects, [found]), found.end, subjects)

    def _joint(self, i: int, subjects: tuple[str, ...]) -> Told | None:
        """Read "…, with an elevation of 2,914 m" and "…, with Ottilie Brand as its editor" behind a clause."""
        words, rules = self._words, self._rules
        if words.low(i) != "with" or words.low(i - 1) != ",":
            return None
        if (told := self._attributed(i + 1, subjects)) is not None:
            return told
        name = rules.kinds.name(words, i + 1)
        at = rules.verbs.adverbs(words, name[1]) if name is not None else 0
        if name is None or words.low(at) != "as" or words.low(at + 1) not in ("its", "their", "his", "her"):
            return None
        noun = rules.nouns.at(words, at + 2) or rules.nouns.at(words, at + 3)
        if noun is None or rules.kinds.kind(noun[0]) != "name" or not name[0][:1].isupper():
            return None
        return Told([Claim(s, noun[0], name[0], Tense.STATE, 0, 0) for s in subjects], noun[1], subjects)

    def _introduced(self) -> int:
        """Take whom a sentence introduces as what it is about; return where to read on."""
        words = self._words
        count = words.starts(0, self._rules.introductions)
        brief = count or ";" in words.present or len(words) < _BRIEF
        entity = self._rules.phrases.entity(words, count) if brief else None
        if entity is None or not (count or self._sole(entity)):
            return 0
        self._topic = entity.names
        return entity.end if words.pauses(entity.end) else 0

    def _sole(self, entity: Entity) -> bool:
        """Whether a sentence is but a name, or begins with a name that stands alone: "Ann Ray; she is …"."""
        words, end = self._words, entity.end
        alone = words.low(end) == ";" or end >= len(words) - 1
        return alone and words.raw(0, end) == entity.names[0] and self._rules.looks_named(entity.names[0])

    def _relatives(self) -> None:
        """Read "…, who lives in Bath" behind a name that is no subject."""
        words = self._words
        if "," not in words.present or words.present.isdisjoint(_RELATIVE):
            return
        for c in range(1, len(words) - 2):
            if words.low(c) != "," or words.low(c + 1) not in _RELATIVE:
                continue
            name = self._name_before(self._described_at(c)) or self._known_before(c, plain=True)
            if name is None:
                continue
            at = c + 2
            told = self._whose(at, name) if words.low(c + 1) == "whose" else self._predicated(at, (name,))
            while told is not None:
                marks = (*told.marks, *self._behind(told.end))
                self._found += [replace(c2, marks=marks) for c2 in told.claims]
                told = self._again(told.end, name) if words.low(told.end) == "and" else None

    def _again(self, at: int, name: str) -> Told | None:
        """Read "… and listens on 80" and "… and whose owner is X" behind a relative clause."""
        words = self._words
        if words.low(at + 1) not in ("whose", "who", "which", "that"):
            return self._goes_on(at, (name,))
        return self._whose(at + 2, name) if words.low(at + 1) == "whose" else self._predicated(at + 2, (name,))

    def _whose(self, at: int, name: str) -> Told | None:
        """Read "owner is X" behind "whose"."""
        keyed = self._rules.phrases.keyed(self._words, at)
        verb = self._rules.verbs.at(self._words, keyed.end) if keyed is not None and not keyed.subjects else None
        return self._predicating.read(Subject((name,), keyed=keyed), verb) if verb is not None else None

    def _described_at(self, c: int) -> int:
        """Return the comma before an aside that ends at one ("the Heron 3, our flagship e-bike, which …")."""
        words = self._words
        before = next((k for k in range(c - 1, max(0, c - 9), -1) if words.low(k) == ","), None)
        aside = before is not None and words.low(before + 1) in ("a", "an", "the", "our", "its", "their")
        return before if before is not None and aside else c

    def _predicated(self, i: int, names: tuple[str, ...]) -> Told | None:
        at, _ = self._rules.verbs.skip(self._words, i)
        verb = self._rules.verbs.at(self._words, at) if self._rules.verbs.may_begin(self._words, at) else None
        return self._predicating.read(Subject(names), verb) if verb is not None else None
