"""Clauses in which somebody does something: moves a port, takes over a service, adds a region."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.frames import Frames, either
from tenure.ingest.extract.names import Names
from tenure.ingest.extract.predicates import Kind, Predicate
from tenure.ingest.extract.readings import Readings
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.values import Values
from tenure.relations import Cardinality, Relation

_AGENT = (
    r"(?:(?i:I|we|they|he|she|someone|somebody)|(?i:the\s+(?:[\w-]+\s+){0,3}?(?:team|crew|group|squad|guild|people"
    r"|folks|ops|operators"
    r"|admins|engineers|developers|maintainers))|(?!(?i:nobody|none|neither|never|no|if|when|why|what|who|how"
    r"|should|could|would|let|please|don't|only)\b)"
    r"[A-Z][\w-]*(?:\s+(?:and\s+)?[A-Z][\w-]*){0,2}(?:\s+(?i:team|crew|group|squad|guild|department))?)"
)
_WILL = r"(?i:(?:will|'ll|are going to|is going to|am going to|plan to|plans to|shall)\s+)"
_TAKES = (
    r"(?i:(?:has |have )?(?:now )?(?:taken over|took over|takes over|owns|inherited|inherits|looks after|maintains"
    r"|is(?: now)? responsible for|(?:has|have) (?:owned|maintained|looked after|been responsible for"
    r"|been in charge of)"
    r"|is(?: now)? in charge of|assumed ownership of|takes ownership of|took ownership of|now owns|will take over"
    r"|will own))"
)
_TEAM_NAME = re.compile(r"(?:team|crew|group|squad|guild|department|tribe|chapter)$", re.IGNORECASE)


class Actions:
    """Reads clauses with an actor, or with none in the note-taker's style ("moved X to Y")."""

    def __init__(self, names: Names, values: Values, readings: Readings, frames: Frames, gap: str) -> None:
        self._names, self._values, self._readings = names, values, readings
        change = frames.change
        done = rf"(?:(?:have|has|had|'ve|'s)\b)?{gap}\s*"
        ways = r"(?:\s+(?:back|up|down|over|on))*"
        to = rf"{gap}{ways}{gap}(?:\s+from\s+(?P<a>[^;!?]+?))?{gap}{ways}\s+(?:to|into)\s+(?P<o>.*)$"
        some = rf"(?:(?P<agent>{_AGENT})(?:'ve|'d)?{gap}\s+)"
        self._forms: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], list[Claim]]], ...] = (
            (re.compile(rf"{some}{done}(?P<cw>{either([*change['active'], *_PRESENT])})(?:\s+over)?\s+"
                        rf"(?P<np>[^;:!?,]+?){to}", re.DOTALL), self._change),
            (re.compile(rf"(?i:(?P<cw>{either(change['bare'])}"
                        rf"|handed)(?:\s+over)?)\s+(?P<np>[^;:!?,]+?){to}", re.DOTALL), self._change),
            (re.compile(rf"{some}(?P<will>{_WILL}){gap}(?P<cw>{either(_INFINITIVES)})(?:\s+over)?\s+"
                        rf"(?P<np>[^;:!?,]+?){to}", re.DOTALL),
             self._change),
            (re.compile(rf"(?P<t>(?:(?i:the)\s+)?[A-Z][\w'&-]*(?:\s+[\w&-]+){{0,3}}?){gap}\s+(?P<v>{_TAKES}){gap}\s+"
                        r"(?P<s>[^;:!?,\ue000]+?)(?:\s+from\s+(?P<a>[^;:!?,\ue000]+?))?(?=$|[.,;]|\s*\ue000"
                        r"|\s+(?:as|since|because|after|while)\b)"),
             self._take),
            (re.compile(rf"(?P<t>(?:(?i:the)\s+)?[A-Z][\w'&-]*(?:\s+[\w&-]+){{0,3}}?){gap}\s+(?P<v>took"
                        rf"|has taken)\s+(?P<s>[^;:!?,\ue000]+?)\s+over"
                        r"(?:\s+from\s+(?P<a>[^;:!?,\ue000]+?))?(?=$|[.,;]|\s*\ue000|\s+(?:as|since|because|after"
                        r"|while)\b)"), self._take),
            (re.compile(rf"(?:{some}{done})?(?P<v>(?i:released|shipped"
                        rf"|published))\s+(?P<s>[^;:!?,\ue000]+?)\s+(?:version\s+|v)?(?P<o>\d+(?:\.\d+)+[\w.+-]*)"
                        r"(?=$|[.,;!]\s*|\s)"), self._release),
            (re.compile(r"(?P<s>[^;:!?,\ue000]+?)\s+(?:version\s+|v)?(?P<o>\d+(?:\.\d+)+[\w.+-]*)\s+(?:was|is"
                        r"|has been|got)\s+(?:now\s+)?"
                        r"(?P<v>released|out|shipped|published|live)\b"), self._release),
            (re.compile(rf"(?:{some}{done})?(?P<v>(?i:added|removed|dropped|deleted|add(?:s)?|removes"
                        rf"|drops))\s+(?P<o>[^;:!?]+?)\s+"
                        r"(?P<p>(?i:to|from|as))\s+(?P<np>[^;:!?,\ue000]+?)(?=$|[.,;]|\s*\ue000|\s+(?:as|since"
                        r"|because|after|while)\b)"),
             self._member),
            (re.compile(r"(?P<o>[^;:!?,\ue000]+?)\s+(?i:was|were|has been|have been|is now|got)\s+(?P<v>(?i:added"
                        r"|removed|dropped|deleted))\s+"
                        r"(?P<p>(?i:to|from|as(?:\s+an?|\s+one\s+of\s+the)?))\s+(?P<np>[^;:!?,\ue000]+?)(?=$|[.,;]"
                        r"|\s*\ue000|\s+(?:as|since|because|after|while)\b)"),
             self._member),
            (re.compile(rf"(?P<s>[^;:!?,\ue000]+?){gap}\s+(?i:(?:has |have )?(?P<v>added|adds|gained|gains|dropped"
                        rf"|drops|ended|ends|removed|removes"
                        r"|discontinued|lost))\s+(?i:support\s+for)\s+(?P<o>.+)$", re.DOTALL), self._support),
            (re.compile(r"(?i:(?P<v>added|adds|dropped|drops|ended"
                        r"|removed))\s+(?i:support\s+for)\s+(?P<o>.+?)\s+(?i:to|in|from|for)\s+"
                        r"(?P<s>[^;:!?,\ue000]+?)(?=$|[.,;]|\s*\ue000)"), self._support),
            (re.compile(r"(?i:support\s+for)\s+(?P<o>[^;:!?\ue000]+?)\s+(?i:was|were|has been"
                        r"|is)\s+(?:now\s+)?(?P<v>(?i:added|dropped|ended|removed|discontinued))\s+"
                        r"(?i:to|in|from|for)\s+(?P<s>[^;:!?,\ue000]+?)(?=$|[.,;]|\s*\ue000)"), self._support),
            (re.compile(r"(?P<o>[\w.+#@/ -]{2,60}?)\s+(?:(?:has|have)\s+)?(?:replaced|replaces|succeeded"
                        r"|succeeds)\s+(?P<a>[\w.+#@/ -]{2,60}?)\s+as\s+"
                        r"(?P<np>[^;:!?,\ue000]+?)(?=$|[.,;]|\s*\ue000|\s+(?:since|because|after"
                        r"|while)\b)"), self._replace),
            (re.compile(r"(?P<s>[^;:!?,\ue000]+?)\s+(?:was|has been|got)\s+(?:completely\s+|fully\s+)?(?:rewritten"
                        r"|reimplemented)\s+in\s+"
                        r"(?P<o>[A-Z][\w+#.]*)"), self._rewritten),
            (re.compile(r"(?P<o>[^;:!?,\ue000]+?)\s+(?:is|are)\s+(?P<v>no longer|now|dropped)\s+supported\s+(?:by"
                        r"|in|on)\s+"
                        r"(?P<s>[^;:!?,\ue000]+?)(?=$|[.,;]|\s*\ue000)"), self._support),
            (re.compile(rf"(?:{some}{done})?(?i:renamed)\s+(?P<np>[^;:!?,]+?)\s+(?i:to|into"
                        rf"|as)\s+(?P<o>.+)$", re.DOTALL), self._rename),
            (re.compile(rf"(?P<s>[^;:!?,\ue000]+?){gap}\s+(?:(?:has"
                        rf"|have)\s+)?(?P<cw>{either(change['active'])})\s+its\s+(?P<r>[^;:!?,\ue000]+?){to}",
                        re.DOTALL), self._own),
            (re.compile(r"(?P<o>[A-Z][\w'-]*(?:\s+[A-Z][\w'-]*){0,3})\s+(?:(?:has|have)\s+)?(?P<v>joined"
                        r"|left)\s+(?:as\s+one\s+of\s+)?(?P<np>[^;:!?,\ue000]+?)"
                        r"(?=$|[.,;]|\s*\ue000|\s+(?:as|since|because|after|while)\b)"), self._member),
            (re.compile(r"(?P<s>[^;:!?,\ue000]+?)\s+(?P<v>was|has been|is now|got)\s+(?:now\s+)?taken\s+over\s+by\s+"
                        r"(?P<t>(?:the\s+)?[A-Z][\w'&-]*(?:\s+[\w&-]+){0,3}?)"
                        r"(?=$|[.,;]|\s*\ue000|\s+(?:as|since|because|after|while|from)\b)"), self._take),
            (re.compile(rf"(?P<t>(?:(?i:the)\s+)?[A-Z][\w'&-]*(?:\s+[\w&-]+){{0,3}}?){gap}\s+(?P<v>no longer)\s+"
                        r"(?:owns|maintains|looks after)\s+(?P<s>[^;:!?,\ue000]+?)"
                        r"(?=$|[.,;]|\s*\ue000|\s+(?:as|since|because|after|while)\b)"), self._take),
            (re.compile(r"(?P<np>[^;:!?,\ue000]+?)\s+(?:(?:has|have)\s+)?(?:replaced|replaces|swapped|swaps"
                        r"|exchanged)\s+(?P<a>[^;:!?,\ue000]+?)\s+"
                        r"(?:with|by|for)\s+(?P<o>.+)$", re.DOTALL), self._swap),
            (re.compile(rf"(?:{some}{done})?(?i:replaced|swapped|exchanged)\s+(?P<a>[^;:!?,\ue000]+?)\s+(?:with|by"
                        rf"|for)\s+"
                        r"(?P<o>[^;:!?,\ue000]+?)\s+in\s+(?P<np>[^;:!?,\ue000]+?)(?=$|[.,;]|\s*\ue000|\s+(?:as"
                        r"|since|because|after)\b)"),
             self._swap),
            (re.compile(r"(?P<a>[^;:!?,\ue000]+?)\s+(?:was|has been|is now|got)\s+(?:replaced|swapped)\s+(?:with|by"
                        r"|for)\s+"
                        r"(?P<o>[^;:!?,\ue000]+?)\s+in\s+(?P<np>[^;:!?,\ue000]+?)(?=$|[.,;]|\s*\ue000|\s+(?:as"
                        r"|since|because|after)\b)"),
             self._swap),
            (re.compile(r"(?P<s>[^;:!?,\ue000]+?)\s+(?:(?:has|have)\s+)?(?:dropped|abandoned"
                        r"|ditched)\s+(?P<o>[\w.+#@/-]+(?:\s[A-Z\d][\w.+#-]*)?)"
                        r"(?=$|[.,;!]|\s*\ue000|\s+(?:since|because|after)\b)"), self._drop),
            (re.compile(r"(?P<ro>[^;:!?,]{3,60}?)\s+(?i:for|on)\s+(?P<s>[\w.+#@/& -]{2,40}?)\s*(?=$|[.;]|,\s*\ue000"
                        r"|\s*\ue000)"), self._terse),
        )  # fmt: skip
        verbs = [w for group in ("active", "bare") for w in change[group]] + [*_INFINITIVES, *_SIGNS, *_PRESENT]
        self._sign = re.compile(rf"(?<!\w){either(verbs)}(?!\w)", re.IGNORECASE)

    def may_act(self, text: str) -> bool:
        """Whether a sentence has a word that any of the acting forms needs."""
        return self._sign.search(text) is not None

    def read(self, text: str, start: int, *, acts: bool) -> list[Claim]:
        """Return what the clause that begins at ``start`` says, if it is of one of these forms.

        Args:
            text: the marked sentence.
            start: where the clause begins.
            acts: what :meth:`may_act` said of the sentence; if not, only the terse form is tried.
        """
        for form, read in self._forms if acts else self._forms[-1:]:
            match = form.match(text, start)
            if match is not None:
                claims = read(match)
                if claims:
                    return [replace(c, start=start) for c in claims]
        return []

    def _predicate(self, match: re.Match[str], tense: Tense, word: str = "") -> Predicate:
        return Predicate(Kind.CHANGE, match.start(), match.end(), tense, (), word)

    def _change(self, match: re.Match[str]) -> list[Claim]:
        groups = match.groupdict()
        tense = Tense.FUTURE if groups.get("will") else Tense.EVENT
        word = " ".join(match["cw"].lower().split())
        word = word + "ed" if groups.get("will") and not word.endswith(("ed", "e")) else word
        predicate = self._predicate(match, tense, _PAST_OF.get(word, word))
        phrase = self._readings.without_adverbs(match["np"].strip())
        if word == "renamed":
            return []
        return self._readings.changed(phrase, match["a"], match["o"], predicate, match.start("o"))

    def _release(self, match: re.Match[str]) -> list[Claim]:
        """Read "released feed-reader 2.4.0" and "feed-reader 2.4.0 was released"."""
        subject = self._names.subject(match["s"])
        version = self._names.registry.find("version")
        if (
            subject is None
            or version is None
            or (not match.start("v") > match.start("s") and not self._names.knows(subject))
        ):
            return []
        told = match.start("v") > match.start("s")
        relation = (self._names.registry.find("released") if told else None) or version
        return [Claim(subject, relation, match["o"].rstrip("."), Tense.EVENT, match.start(), match.end())]

    def _rewritten(self, match: re.Match[str]) -> list[Claim]:
        """Read "billing was rewritten in Rust"."""
        subject, language = self._names.subject(match["s"]), self._names.registry.find("language")
        if subject is None or language is None:
            return []
        return [Claim(subject, language, match["o"].rstrip("."), Tense.EVENT, match.start(), match.end())]

    def _replace(self, match: re.Match[str]) -> list[Claim]:
        """Read "Valkey replaced Redis as the cache of billing"."""
        named = self._names.noun_phrase(match["np"])
        if named is None or not self._names.may_name(match["o"]):
            return []
        value = self._values.tidy(match["o"], named.relation)
        if value is None or not self._values.fits(value, named.relation, ""):
            return []
        return [Claim(named.subject, named.relation, value, Tense.EVENT, match.start(), match.end(), env=named.env)]

    def _swap(self, match: re.Match[str]) -> list[Claim]:
        """Read "billing replaced Redis with Valkey", Redis being known as one of its values."""
        phrase = self._readings.without_adverbs(match["np"].strip())
        subject = self._names.subject(phrase)
        if subject is None or self._names.relation_with(subject, match["a"]) is None:
            return []
        predicate = self._predicate(match, Tense.EVENT, "swapped")
        return self._readings.changed(phrase, match["a"], match["o"], predicate, match.start("o"))

    def _drop(self, match: re.Match[str]) -> list[Claim]:
        """Read "billing dropped Redis", Redis being known as one of its values."""
        subject = self._names.subject(self._readings.without_adverbs(match["s"].strip()))
        value = match["o"].rstrip(".")
        held = self._names.relation_with(subject, value) if subject else None
        if subject is None or held is None:
            return []
        return [Claim(subject, held, value, Tense.EVENT, match.start(), match.end(), True)]

    def _own(self, match: re.Match[str]) -> list[Claim]:
        """Read "billing moved its port from 8080 to 8443"."""
        if self._names.subject(match["s"]) is None:
            return []
        predicate = self._predicate(match, Tense.EVENT, match["cw"].lower())
        return self._readings.changed(
            f"{match['s'].strip()}'s {match['r']}", match["a"], match["o"], predicate, match.start("o")
        )

    def _take(self, match: re.Match[str]) -> list[Claim]:
        owner = self._names.registry.find("owner")
        taker = re.sub(r"^(?:the)\s+", "", match["t"].strip(), flags=re.IGNORECASE)
        known = bool(_TEAM_NAME.search(taker)) or not taker.islower()
        if owner is None or not known or not self._names.may_name(taker):
            return []
        target = re.sub(r"^(?:the\s+)?(?:ownership|maintenance|care) of\s+", "", match["s"].strip())
        verb = match["v"].lower()
        tense = (
            Tense.FUTURE
            if verb.startswith("will")
            else Tense.EVENT
            if "too" in verb or "taken" in verb
            else Tense.STATE
        )
        ends = verb == "no longer"
        if verb in {"was", "has been", "is now", "got", "no longer"}:
            tense = Tense.EVENT
        return [
            Claim(s, owner, taker, tense, match.start(), match.end(), ends)
            for s in self._readings.subjects(self._readings.without_adverbs(target))
            if s.lower() != taker.lower()
        ]

    def _member(self, match: re.Match[str]) -> list[Claim]:
        phrase = re.sub(r"^(?:the\s+)?(?:list|set) of\s+", "", match["np"].strip())
        named = self._names.noun_phrase(phrase)
        if named is None or named.relation.cardinality is not Cardinality.SET:
            return []
        ends = match["v"].lower()[:3] in {"rem", "dro", "del", "lef"}
        found = self._values.read_many(match["o"], named.relation)
        objects = [self._values.tidy(o, named.relation) for o in found[0]] if found else []
        return [
            Claim(named.subject, named.relation, o, Tense.EVENT, match.start(), match.end(), ends, named.env)
            for o in objects
            if o
        ]

    def _support(self, match: re.Match[str]) -> list[Claim]:
        relation = self._names.registry.find("supports") or self._names.registry.find("supported versions")
        relation = relation or Relation("supports", Cardinality.SET, known=False)
        subject = self._names.subject(self._readings.without_adverbs(match["s"].strip()))
        found = self._values.read_many(match["o"], relation)
        if subject is None or found is None:
            return []
        ends = match["v"].lower()[:2] in {"dr", "en", "re", "di", "lo", "no"} and match["v"].lower() != "now"
        stop = match.start("o") + found[1]
        objects = [self._values.tidy(o, relation) for o in found[0]]
        return [
            Claim(subject, relation, o, Tense.EVENT, match.start(), max(stop, match.end("s")), ends)
            for o in objects
            if o
        ]

    def _rename(self, match: re.Match[str]) -> list[Claim]:
        predicate = self._predicate(match, Tense.EVENT, "renamed")
        phrase = match["np"].strip()
        old = None
        if " from " in phrase:
            phrase, _, old = phrase.partition(" from ")
        if self._names.noun_phrase(phrase) is not None:
            return self._readings.changed(phrase, old, match["o"], predicate, match.start("o"))
        return self._readings.renamed(phrase, match["o"], predicate, match.start("o"))

    def _terse(self, match: re.Match[str]) -> list[Claim]:
        """ "port 8443 for billing": a relation of the registry, its value, and a known subject."""
        led = self._names.leading_relation(match["ro"])
        subject = self._names.subject(match["s"])
        if led is None or subject is None or not self._names.knows(match["s"]):
            return []
        found = self._values.read(led[1], led[0])
        if found is None or found[1] < len(led[1].strip()):
            return []
        value = self._values.tidy(found[0], led[0])
        return [Claim(subject, led[0], value, Tense.STATE, match.start(), match.end())] if value else []


_PRESENT = (
    "hands",
    "gives",
    "passes",
    "transfers",
    "moves",
    "raises",
    "lowers",
    "switches",
    "changes",
    "bumps",
    "upgrades",
    "sets",
)
_SIGNS = (
    "no longer", "taken over", "swapped", "swaps", "exchanged", "dropped", "abandoned", "ditched",
    "looked after", "owned", "maintained",
    "added", "add", "adds", "removed", "removes", "deleted", "drops", "took",
    "takes", "taken", "owns", "own", "inherited", "inherits", "looks after", "maintains",
    "responsible for", "in charge of", "ownership of", "released", "shipped", "published", "support for", "supported",
    "rewritten", "reimplemented", "replaced", "replaces", "succeeded", "succeeds", "joined", "left",
    "is out", "is live", "live", "out", "its", "handed", "no longer", "looks",
)  # fmt: skip
_INFINITIVES = (
    "move", "change", "switch", "migrate", "shift", "raise", "lower", "increase", "decrease",
    "reduce", "bump", "upgrade", "downgrade", "update", "extend", "shorten", "transfer", "hand",
    "hand over", "relocate", "port", "set", "cut", "bring",
)  # fmt: skip
_PAST_OF = {
    "bump": "bumped",
    "upgrade": "upgraded",
    "downgrade": "downgraded",
    "update": "updated",
    "upgradeed": "upgraded",
}
