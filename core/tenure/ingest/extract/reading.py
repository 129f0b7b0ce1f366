"""One sentence, read clause by clause."""

from __future__ import annotations

import re
from dataclasses import replace

from tenure.ingest.extract.caution import doubted, governed
from tenure.ingest.extract.changing import Changing
from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.ending import Ending
from tenure.ingest.extract.filling import Filling, Told
from tenure.ingest.extract.phrases import Keyed
from tenure.ingest.extract.predicating import Predicating, Subject
from tenure.ingest.extract.renaming import Renaming
from tenure.ingest.extract.rules import Rules
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.tokens import CODE, MARKED, PUNCTUATION, QUOTE, WORD
from tenure.ingest.extract.values import MARK
from tenure.ingest.extract.verbs import number_of
from tenure.ingest.extract.words import Words

_BREAKS = frozenset((",", ";", ":", "(", "—", "–", ".", "!", ")"))
_JOINTS = frozenset(("and", "but", "so", "because", "while", "whereas", "although", "though", "that", "then", "yet"))
_PRONOUNS = frozenset(("it", "they", "she", "he"))
_RELATIVE = frozenset(("who", "which", "that", "whose"))
_FARTHEST = 18
_SOME_DAY = re.compile(r"\b(?:some ?time|some ?day|one day|eventually|sooner or later)\b", re.IGNORECASE)
_ONCE = re.compile(r"\b(?:formerly|previously|once)\b", re.IGNORECASE)
_YEARS = re.compile(r"(1\d\d\d|20\d\d)\s?[–-]\s?(1\d\d\d|20\d\d)")


class Reading:
    """One sentence being read."""

    def __init__(self, rules: Rules, words: Words, topic: tuple[str, ...]) -> None:
        self._rules = rules
        self._words = words
        self._topic = topic
        self._filling = Filling(rules, words)
        self._predicating = Predicating(rules, words, self._filling)
        self._ending = Ending(rules, words, self._filling)
        self._changing = Changing(rules, words, self._filling)
        self._found: list[Claim] = []
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
            told = None if self._denied(i) else self._clause_at(i)
            if told is None:
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
        return self._once(), self._topic

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
            or self._ending.read(i, self._topic)
            or self._changing.read(i, self._topic)
            or self._clause(i)
        )

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
                if token.low != "and" or i == 0:
                    pass
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
            name = self._name_before(c) or self._known_before(c)
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

    def _known_before(self, c: int) -> str | None:
        """Return the name in lower case that ends before a comma."""
        at = self._words.tokens[c - 1]
        plain = at.kind == WORD and not at.capital and self._rules.phrases.identifier(self._words, c - 1)
        return at.text if plain and (self._rules.names.knows(at.text) or re.search(r"[-_\d]", at.text)) else None

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
            and self._topic
            and not words.tokens[i + 1].capital
        ):
            return Subject(self._topic)
        keyed = self._rules.phrases.keyed(words, i, j)
        known = self._rules.phrases.known(words, i)
        if keyed is not None and known != j:
            return self._of_topic(keyed)
        entity = self._rules.phrases.entity(words, i, j)
        if entity is None:
            return None
        said = tuple(self._filling.claim(n, "occupation", v) for n in entity.names[:1] for _, v in entity.said)
        raw = self._rules.kinds.name(words, i)
        return Subject(
            entity.names, said=tuple(c for c in said if c), plural=len(entity.names) > 1,
            raw=raw[0] if raw is not None and raw[1] == j and len(entity.names) == 1 else None,
        )  # fmt: skip

    def _of_topic(self, keyed: Keyed) -> Subject | None:
        names = keyed.subjects or self._topic
        if not names or not (keyed.subjects or (keyed.definite and keyed.relation.known)):
            return None
        return Subject(names, keyed=keyed)

    # --- asides -----------------------------------------------------------------------------------

    def _aside(self, head: Subject, a: int, b: int) -> list[Claim]:
        """Return what an apposition or a parenthesis says of the names before it."""
        words, rules = self._words, self._rules
        if b <= a or not head.names:
            return []
        name = head.names[-1]
        years = _YEARS.fullmatch(words.raw(a, b))
        if years is not None and len(name.split()) > 1:
            return self._filling.some(
                self._filling.claim(name, "birth date", years[1]), self._filling.claim(name, "death date", years[2])
            )
        found = rules.attributes.all_at(words, a)
        if found and found[-1].end == b:
            return self._filling.attributes((name,), found)
        told = self._participle(a, (name,))
        return told.claims if told is not None and told.end >= b else []

    def _participle(self, i: int, subjects: tuple[str, ...]) -> Told | None:
        """Read "written in Go", "founded in 1998 by …" of something."""
        words = self._words
        at, _ = self._rules.verbs.skip(words, i)
        for frame in self._rules.lexis.be.get(words.low(at), ()):
            if words.phrase(at, len(frame.tail)) == " ".join(frame.tail):
                told = self._filling.fill(frame, at + len(frame.tail), subjects)
                if told is not None:
                    return told
        return None

    def _appositions(self) -> None:
        """Take "X, the R of S" wherever it stands: it is said plainly even beside a condition."""
        words = self._words
        self._quoted_by()
        for c in range(1, len(words) - 1):
            if words.low(c) not in (",", "("):
                continue
            if words.low(c) == "(":
                self._bracketed(c)
            if not (words.tokens[c - 1].capital or words.kind(c - 1) in (CODE, QUOTE, "n")):
                continue
            keyed = self._rules.phrases.keyed(words, c + 1)
            if keyed is None:
                continue
            subjects = keyed.subjects
            possessive = words.low(c + 1) in ("its", "their") and self._topic
            subjects = subjects or (self._topic if possessive else ())
            name = self._name_before(c)
            if (
                not subjects
                or name is None
                or name in subjects
                or (not keyed.definite and keyed.relation.cardinality.value == "functional")
            ):
                continue
            if self._rules.ends_at(words, keyed.end, narrow=False) is None and not words.pauses(keyed.end):
                continue
            if self._rules.kinds.kind(keyed.relation) not in ("name", "place"):
                continue
            for subject in subjects:
                claim = self._filling.claim(subject, keyed.relation.name, name)
                if claim is not None:
                    self._found.append(replace(claim, marks=(), env=keyed.env))

    def _quoted_by(self) -> None:
        """Read "Cold Comfort" by Stella Gibbons: a title in quotation marks and who wrote it."""
        words = self._words
        for i in range(len(words) - 2):
            end = (
                self._rules.phrases.proper(words, i + 2)
                if words.kind(i) == QUOTE and words.low(i + 1) == "by"
                else None
            )
            if end is not None and end - i > 3 and words.tokens[i].text[:1].isupper():
                claim = self._filling.claim(words.tokens[i].text.rstrip(".,"), "author", words.raw(i + 2, end))
                self._found += [replace(claim, marks=())] if claim is not None else []

    def _bracketed(self, c: int) -> None:
        """Read "NAME (framework: Spring Boot, cluster: ember-2)"."""
        name = self._name_before(c) or self._known_before(c)
        found = self._rules.attributes.all_at(self._words, c + 1, bare=True)
        if name is not None and found and self._words.low(found[-1].end) == ")":
            self._found += [replace(x, marks=()) for x in self._filling.attributes((name,), found)]

    def _name_before(self, c: int) -> str | None:
        words = self._words
        if self._rules.phrases.known(words, c - 1) == c:
            return words.raw(c - 1, c)
        for start in range(max(0, c - 6), c):
            if start and words.tokens[start - 1].capital and words.kind(start - 1) == WORD and start > 1:
                continue
            end = self._rules.phrases.proper(words, start)
            if end == c:
                at = start
                if self._rules.phrases.is_occupation(words.low(at)):
                    at += 1
                return words.raw(at, c) if at < c else None
        return None

    # --- openings and labels ----------------------------------------------------------------------

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
        colon = next((k for k in range(i + 1, min(i + 12, len(words))) if words.low(k) == ":"), None)
        if colon is None or colon + 1 >= len(words):
            return None
        keyed = self._rules.phrases.keyed(words, i, colon)
        if keyed is not None:
            names = keyed.subjects or self._topic
            value = self._rules.kinds.read_all(words, colon + 1, keyed.relation)
            if not names or value is None:
                return None
            end = self._rules.ends_at(words, value[1], narrow=True)
            if end is None:
                return None
            claims = [c for n in names for v in value[0] for c in [self._filling.claim(n, keyed.relation.name, v)] if c]
            return Told([replace(c, env=keyed.env) for c in claims], end, names)
        entity = self._rules.phrases.entity(words, i, colon)
        if entity is None:
            return None
        return self._list_of(entity.names, colon + 1)

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
                told = self._participle(at, names)
                if told is None:
                    break
                claims += told.claims
                at = told.end
            while words.low(at) in (",", "and"):
                at += 1
        return Told(claims, at, names) if claims else None
