"""Turns a subject phrase and a predicate into claims."""

from __future__ import annotations

import re
from dataclasses import replace

from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.frames import Frames, VerbFrame, either
from tenure.ingest.extract.names import Named, Names, bare
from tenure.ingest.extract.predicates import Kind, Predicate
from tenure.ingest.extract.shapes import ENDED_STATUS, KEEPS, RELEASE, ROLE, STATUS, TEAM, WAYS
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.values import MARK, Values, split_list
from tenure.relations import Cardinality, Relation


class Readings:
    """Reads one predicate at a time."""

    def __init__(self, names: Names, values: Values, frames: Frames, gap: str) -> None:
        self._names = names
        self._values = values
        self._frames = frames
        self._adverb_tail = re.compile(rf"(?:\s+{either(frames.adverbs)})+$", re.IGNORECASE)
        self._adverb_head = re.compile(rf"^(?:{either(frames.adverbs)}\s+)+", re.IGNORECASE)
        self._to = re.compile(
            rf"{gap}{WAYS}{gap}(?:,?\s+from\s+(?P<a>[^;!?]+?))?{gap}{WAYS}\s+(?:to|into)\s+(?P<o>.*)$",
            re.IGNORECASE | re.DOTALL,
        )

        self._by = re.compile(rf"{gap}(?P<a>(?!))?\s+(?:by|with)\s+(?P<o>.*)$", re.IGNORECASE | re.DOTALL)

    def without_adverbs(self, phrase: str) -> str:
        """Return a phrase without the adverbs around it."""
        return self._adverb_head.sub("", self._adverb_tail.sub("", phrase))

    def read(self, text: str, phrase: str, predicate: Predicate, topic: str | None = None) -> list[Claim]:
        """Return what the predicate says of the phrase, or nothing.

        Args:
            text: the marked sentence.
            phrase: the noun phrase before the predicate.
            predicate: the verb phrase.
            topic: the subject that the sentence names first ("billing: the port is 8443").
        """
        if (
            topic is not None
            and predicate.kind in (Kind.STATE, Kind.CHANGE)
            and self._names.noun_phrase(phrase) is None
        ):
            owned = f"{topic}'s {re.sub('^(?:the|its) ', '', phrase, flags=re.IGNORECASE)}"
            phrase = owned if self._names.noun_phrase(owned) is not None else phrase
        match predicate.kind:
            case Kind.VERB | Kind.STOPS:
                return self._verb(text, phrase, predicate)
            case Kind.CHANGE:
                return self._change(text, phrase, predicate)
            case Kind.STATE | Kind.NOT_STATE:
                return self._state(text, phrase, predicate)
            case Kind.HAS:
                return self._has(text, phrase, predicate)
            case Kind.LACKS:
                return self._lacks(text, phrase, predicate)
            case Kind.RENAME:
                return self._rename(text, phrase, predicate)
            case Kind.GONE:
                return self._gone(text, phrase, predicate)

    def subjects(self, phrase: str, *, certain: bool = True) -> list[str]:
        """Return the subjects a phrase names: one, or several joined by "and"."""
        whole = self._names.subject(phrase, certain=certain)
        if whole is not None and " and " not in phrase:
            return [whole]
        parts = re.split(r"\s*,\s*|\s+and\s+", re.sub(r"^both\s+", "", phrase))
        if len(parts) < 2:
            return []
        named = [self._names.subject(part, certain=certain) for part in parts]
        return [n for n in named if n] if all(named) else []

    def _verb(self, text: str, phrase: str, predicate: Predicate) -> list[Claim]:
        subjects = self.subjects(phrase)
        rest = text[predicate.end :]
        ends = predicate.kind is Kind.STOPS
        if not subjects or re.match(r"[^,;.\ue000]{1,40}?\s+(?:as\s+(?:its|the|an?)|for\s+its)\s", rest):
            return []
        lead = self._values.lead(rest)
        led = self._names.leading_relation(MARK.split(rest[lead:])[0])
        if led is not None:
            relation, after = led
            shift = lead + len(MARK.split(rest[lead:])[0].strip()) - len(after)
            found = self._values.read(rest[shift:].lstrip(), relation)
            if found is not None:
                return self._made(
                    subjects, relation, [found[0]], predicate, predicate.end + shift + found[1] + 1, ends=ends
                )
        for frame in predicate.frames:
            relation = self._relation_of(frame)
            if (
                frame.happens
                and predicate.tense is Tense.PAST
                and not re.search(r"\bwere\b", text[predicate.start : predicate.end])
            ):
                predicate = replace(predicate, tense=Tense.EVENT)
            many = frame.many or relation.cardinality is Cardinality.SET
            several = self._values.read_many(rest, relation, frame.type) if many else None
            single = self._values.read(rest, relation, frame.type) if not many else None
            if several is not None:
                return self._made(subjects, relation, several[0], predicate, predicate.end + several[1], ends=ends)
            shared = len(subjects) > 1 and single is not None and re.match(r",\s*(?:the|and)\s", rest[single[1] :])
            if single is not None and not shared:
                return self._made(subjects, relation, [single[0]], predicate, predicate.end + single[1], ends=ends)
        return []

    def _relation_of(self, frame: VerbFrame) -> Relation:
        for name in frame.relation:
            found = self._names.registry.find(name)
            if found is not None:
                return found
        cardinality = Cardinality.SET if frame.many else Cardinality.FUNCTIONAL
        return Relation(frame.relation[-1], cardinality, known=False)

    def _made(
        self,
        subjects: list[str],
        relation: Relation,
        objects: list[str],
        predicate: Predicate,
        stop: int,
        *,
        ends: bool = False,
    ) -> list[Claim]:
        tidied = [self._values.tidy(o, relation) for o in objects]
        vague = relation.name != "owner" and any(
            re.match(r"(?:the|an?)\s+[a-z]+$", o) and not self._names.knows(o[4:]) for o in objects
        )
        if not all(tidied) or vague:
            return []  # "depends on the weather"
        paired = self._respectively(subjects, relation, tidied)
        if paired is not None:
            return [Claim(s, relation, o, predicate.tense, predicate.start, stop, ends) for s, o in paired]
        return [
            Claim(s, relation, o, predicate.tense, predicate.start, stop, ends)
            for s in subjects
            for o in tidied
            if o is not None and o.lower() != s.lower()
        ]

    def _respectively(
        self, subjects: list[str], relation: Relation, objects: list[str | None]
    ) -> list[tuple[str, str]] | None:
        """Pair "A and B are owned by T and U respectively"; owners without that word are paired by nobody."""
        if len(subjects) < 2 or len(objects) != 1 or objects[0] is None:
            return None
        plain = re.sub(r",?\s+respectively$", "", objects[0])
        parts = [self._values.tidy(part, relation) for part in split_list(plain)]
        if plain == objects[0]:
            teams = len(parts) == len(subjects) and all(TEAM.fullmatch(part or "") for part in parts)
            if relation.name != "owner" or len(parts) < 2:
                return None
            return [(s, o) for s, o in zip(subjects, parts, strict=True) if o] if teams else []
        return [(s, o) for s, o in zip(subjects, parts, strict=True) if o] if len(parts) == len(subjects) else []

    def _state(self, text: str, phrase: str, predicate: Predicate) -> list[Claim]:
        named = self._names.noun_phrase(phrase)
        rest = text[predicate.end :]
        if named is None:
            return self._status(phrase, rest, predicate) or self._inverse(phrase, rest, predicate)
        relation = named.relation
        verb = text[predicate.start : predicate.end].lower()
        if verb.endswith(("lives in", "lives on", "live in")) and not KEEPS.search(relation.name.lower()):
            return []
        if verb.endswith(("points at", "points to")) and re.match(r"\s*(?:an?|some|that|this)\s", rest):
            return []
        placed = verb.endswith((" on", " at", " to", " over")) and not verb.endswith(
            ("set to", "pinned to", "configured to")
        )
        if (
            placed
            and not verb.endswith(("points at", "points to", "caps at", "lives on"))
            and not re.match(r"\s*(?:now\s+)?[\d\ue000\ue010\"v]", rest)
        ):
            return []  # "the owner is on holiday"
        ends = predicate.kind is Kind.NOT_STATE
        if relation.cardinality is Cardinality.SET:
            several = self._values.read_many(rest, relation)
            return self._named(named, several[0], predicate, predicate.end + several[1], ends=ends) if several else []
        found = self._values.read(rest, relation)
        if not relation.known and verb.endswith("are"):
            several = self._values.read_many(rest, relation)
            if several and len(several[0]) > 1:  # "the filters are R, G and B": of an unlisted relation one value
                found = (rest[self._values.lead(rest) : several[1]], several[1])
        if found is None:
            return []
        claims = self._named(named, [found[0]], predicate, predicate.end + found[1], ends=ends)
        return claims + self._but(named, rest, found[1], predicate) if ends else claims

    def _but(self, named: Named, rest: str, end: int, predicate: Predicate) -> list[Claim]:
        """Read the new value of "is no longer 8080 but 8443"."""
        joint = re.match(r"\s*,?\s*but\s+(?:rather\s+)?", rest[end:])
        found = self._values.read(rest[end + joint.end() :], named.relation) if joint else None
        if joint is None or found is None:
            return []
        return self._named(named, [found[0]], predicate, predicate.end + end + joint.end() + found[1])

    def _inverse(self, phrase: str, rest: str, predicate: Predicate) -> list[Claim]:
        """Read "Valkey is now the cache of billing" and "Ada is a maintainer of billing"."""
        lead = self._values.lead(rest)
        match = ROLE.match(rest, lead)
        named = self._names.noun_phrase(match["np"]) if match else None
        if match is None or named is None or not named.relation.known or predicate.tense is Tense.PAST:
            return []
        many = named.relation.cardinality is Cardinality.SET
        if match["many"] and not many:
            return []
        objects = split_list(phrase) if many else [phrase]
        fits = all(self._names.may_name(o) and self._values.fits(o, named.relation, "") for o in objects)
        ends = predicate.kind is Kind.NOT_STATE
        return self._named(named, objects, predicate, predicate.end + match.end(), ends=ends) if fits else []

    def _named(
        self, named: Named, objects: list[str], predicate: Predicate, stop: int, *, ends: bool = False
    ) -> list[Claim]:
        tidied = [self._values.tidy(o, named.relation) for o in objects]
        if not all(tidied):
            return []
        return [
            Claim(named.subject, named.relation, o, predicate.tense, predicate.start, stop, ends, named.env)
            for o in tidied
            if o is not None and o.lower() != named.subject.lower()
        ]

    def _status(self, phrase: str, rest: str, predicate: Predicate) -> list[Claim]:
        lead = self._values.lead(rest)
        word = STATUS.match(rest, lead)
        relation = self._names.registry.find("status")
        subject = self._names.subject(phrase) if word and relation else None
        if (
            subject is None
            or word is None
            or relation is None
            or predicate.kind is not Kind.STATE
            or predicate.tense is Tense.PAST
        ):
            return []
        return [Claim(subject, relation, word[0].lower(), predicate.tense, predicate.start, predicate.end + word.end())]

    def _change(self, text: str, phrase: str, predicate: Predicate) -> list[Claim]:
        form = self._by if predicate.word == "replaced" else self._to
        found = form.match(text, predicate.end)
        if found is None:
            return []
        return self.changed(phrase, found["a"], found["o"], predicate, found.start("o"))

    def changed(self, phrase: str, old: str | None, new: str, predicate: Predicate, place: int) -> list[Claim]:
        """Return the claim that what a phrase names became ``new``; ``place`` is where that begins."""
        named = self._names.noun_phrase(phrase)
        owner = self._names.registry.find("owner")
        if named is not None:
            if owner and named.relation.name in self._frames.free_relations and TEAM.match(new):
                named = replace(named, relation=owner)  # "responsibility for billing moved to the Tide team"
            led = self._names.leading_relation(new)
            shift = len(new) - len(led[1]) if led and led[0].name == named.relation.name and new.endswith(led[1]) else 0
            found = self._values.read(new[shift:], named.relation)
            return self._named(named, [found[0]], predicate, place + shift + found[1]) if found else []
        subjects = self.subjects(phrase)
        if not subjects:
            return []
        led = self._names.leading_relation(MARK.split(new)[0])
        was = self._names.leading_relation(old) if old else None
        if led is not None and (was is None or was[0].name == led[0].name or old is None):
            shift = len(MARK.split(new)[0].strip()) - len(led[1])
            return self._read_led(subjects, led[0], new, shift, predicate=predicate, place=place)
        if was is not None:
            return self._read_led(subjects, was[0], new, 0, predicate=predicate, place=place)
        team = TEAM.match(new)
        if team and owner and (old is None or TEAM.match(old.strip())):
            return self._made(subjects, owner, [team[0]], predicate, place + team.end())
        version = self._names.registry.find("version")
        numbered = old is not None and all(RELEASE.match(v.strip()) for v in (old, new))
        if numbered and version is not None:
            found = self._values.read(new, version, "version")
            return self._made(subjects, version, [found[0]], predicate, place + found[1]) if found else []
        held = self._names.relation_with(subjects[0], old) if old and len(subjects) == 1 else None
        if held is not None:  # "billing migrated from MySQL to PostgreSQL", MySQL being known as its database
            found = self._values.read(new, held)
            return self._made(subjects, held, [found[0]], predicate, place + found[1]) if found else []
        if predicate.word in self._frames.change["version_verbs"] and version is not None:
            found = self._values.read(new, version, "version")
            return self._made(subjects, version, [found[0]], predicate, place + found[1]) if found else []
        return []

    def _read_led(
        self, subjects: list[str], relation: Relation, new: str, shift: int, *, predicate: Predicate, place: int
    ) -> list[Claim]:
        found = self._values.read(new[shift:].lstrip(), relation)
        return self._made(subjects, relation, [found[0]], predicate, place + shift + found[1] + 1) if found else []

    def _has(self, text: str, phrase: str, predicate: Predicate) -> list[Claim]:
        subjects = self.subjects(phrase)
        rest = text[predicate.end :]
        lead = self._values.lead(rest)
        if not subjects:
            return []
        led = self._names.leading_relation(MARK.split(rest[lead:])[0])
        if led is not None:
            shift = lead + len(MARK.split(rest[lead:])[0].strip()) - len(led[1])
            return self._read_led(subjects, led[0], rest, shift, predicate=predicate, place=predicate.end)
        for form in (
            r"(?:an?\s+|the\s+)?(?P<r>[A-Za-z][\w /-]{1,40}?)\s+(?:of|set to|at|=)\s+(?P<o>.+)$",
            (
                r"(?P<o>[\w][\w.+# -]{0,40}?)\s+(?:as|for)\s+(?:its|the|an?)\s+(?P<r>[A-Za-z][\w /-]{1,30}?)(?=$|[,.;]"
                r"|\s+(?:and|since|as|from|now)\b|\s*\ue000)"
            ),
            (
                r"(?P<o>\d[\d.,]*\s?[A-Za-z]{1,5})\s+of\s+(?P<r>[A-Za-z][\w-]*)(?=$|[,.;]|\s+(?:and|in|since|as|from|now)\b"
                r"|\s*\ue000)"
            ),
            (
                r"(?P<o>\d[\d,]*)\s+(?P<r>[A-Za-z][\w-]*(?:\s+[a-z]+)?)(?=$|[,.;]|\s+(?:and|in|since|as|from|now)\b"
                r"|\s*\ue000)"
            ),
        ):
            match = re.match(form, rest[lead:], re.DOTALL)
            relation = self._names.registry.find(bare(match["r"])) if match else None
            if match is not None and relation is None and all(map(self._names.knows, subjects)):
                noun = self._names.relation(match["r"])
                relation = noun if noun and (" its " in match[0] or self._names.listed(noun)) else None
            if match is None or relation is None:
                continue
            found = self._values.read(match["o"], relation)
            if found is not None:
                stop = predicate.end + lead + max(match.start("o") + found[1], match.end("r"))
                return self._made(subjects, relation, [found[0]], predicate, stop)
        return []

    def _lacks(self, text: str, phrase: str, predicate: Predicate) -> list[Claim]:
        subjects = self.subjects(phrase)
        match = re.match(
            r"\s+(?P<r>[A-Za-z][\w /-]{1,40}?)(?=$|[.,;]|\s+(?:any|since|as|from|and)\b|\s*\ue000)",
            text[predicate.end :],
        )
        relation = self._names.registry.find(match["r"]) if match else None
        if match is None or relation is None:
            return []
        return [
            Claim(s, relation, None, predicate.tense, predicate.start, predicate.end + match.end(), True)
            for s in subjects
        ]

    def _rename(self, text: str, phrase: str, predicate: Predicate) -> list[Claim]:
        rest = text[predicate.end :]
        found = re.match(r"(?:\s+from\s+(?P<a>\S+))?(?:\s+(?:to|into))?\s+(?P<o>.+)$", rest)
        if found is None:
            return []
        if self._names.noun_phrase(phrase) is not None:
            return self.changed(phrase, found["a"], found["o"], predicate, predicate.end + found.start("o"))
        return self.renamed(phrase, found["o"], predicate, predicate.end + found.start("o"))

    def renamed(self, phrase: str, new: str, predicate: Predicate, place: int) -> list[Claim]:
        """Return the claim that a subject has a new name."""
        subject = self._names.subject(phrase)
        relation = self._names.registry.find("name") or Relation("name", known=False)
        found = re.match(
            r"(?:the\s+)?(?P<name>[\w.+#@/&\ue010\ue011\"'-]+(?:\s+(?!(?:on|in|as|from|since|to|for|and|because"
            r"|after|by)\b)[\w.+#-]+){0,3})",
            new,
        )
        name = bare(found["name"]).rstrip(".") if found else ""
        if subject is None or found is None or not name or not self._names.may_name(name):
            return []
        return [Claim(subject, relation, name, predicate.tense, predicate.start, place + found.end(), alias=name)]

    def _gone(self, text: str, phrase: str, predicate: Predicate) -> list[Claim]:
        named = self._names.noun_phrase(phrase)
        if named is not None:
            return [
                Claim(
                    named.subject,
                    named.relation,
                    None,
                    predicate.tense,
                    predicate.start,
                    predicate.end,
                    True,
                    named.env,
                )
            ]
        words = text[predicate.start : predicate.end].lower()
        status = next((value for word, value in ENDED_STATUS.items() if words.endswith(word)), None)
        relation, subject = self._names.registry.find("status"), self._names.subject(phrase)
        if status is None or relation is None or subject is None:
            return []
        return [Claim(subject, relation, status, predicate.tense, predicate.start, predicate.end)]
