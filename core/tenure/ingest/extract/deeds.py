"""More clauses in which somebody does something, each with its own shape.

Replacements that name the role ("we replaced Redis with Valkey as the cache of billing"), members
that come and go, amounts given, who is on call, sentences turned round ("on port 9000 listens billing").
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.names import Names
from tenure.ingest.extract.readings import Readings
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.values import Values
from tenure.relations import Cardinality

_S = r"(?P<s>[^;:!?,\ue000]{2,60}?)"
_NP = r"(?P<np>[^;:!?,\ue000]{3,80}?)"
_V = r"(?P<o>[^;:!?,\ue000\s][^;:!?,\ue000]{0,60}?)"
_A = r"(?:[^;:!?,\ue000\s][^;:!?,\ue000]{0,60}?)"
_END = r"(?=$|[.,;!)](?:\s|$)|\s*\ue000|\s+(?:since|because|after|when|while|now|again)\b)"
_WE = (
    r"(?:(?i:we|they|i|the\s+\w+\s+team|[A-Z]\w+)(?:'ve)?\s+(?:(?:have|had|has)\s+)?(?:just\s+|finally\s+"
    r"|also\s+|now\s+)?)?"
)
_WAS = r"(?:was|were|has\s+been|have\s+been|got|is\s+now)\s+(?:now\s+|finally\s+)?"
_SWAP = r"(?:replaced|swapped(?:\s+out)?|exchanged)"
_PERSON = r"(?P<o>[A-Z][\w'-]*(?:\s+[A-Z][\w'-]*){0,3})"
_TEAM = r"(?P<o>(?:(?:The|the)\s+)?[A-Z][\w&-]*(?:\s+[\w&-]+){0,3}?)"
_SIGNS = re.compile(
    r"\b(?:replac|swapp|exchang|listens|answers|joined|left|stepped|resigned|became|gave|gives|given|got"
    r"|relicensed|on call"
    r"|pager|taken|took|leads|heads|succeed|as its|as the|responsible|looking after|in charge|taking care"
    r"|running|owning"
    r"|is the|is now the)",
    re.IGNORECASE,
)


class Deeds:
    """Reads such clauses."""

    def __init__(self, names: Names, values: Values, readings: Readings) -> None:
        self._names, self._values, self._readings = names, values, readings
        role = (
            r"(?P<np>(?:the\s+|an?\s+)?[^;:!?,\ue000]{2,60}?\s+(?:of|for)\s+[^;:!?,\ue000]{2,40}?"
            rf"|[^;:!?,\ue000\s]{{2,40}}(?:'s|s')\s+[^;:!?,\ue000]{{2,40}}?){_END}"
        )
        forms: tuple[tuple[str, Callable[[re.Match[str]], list[Claim]]], ...] = (
            (rf"{_WE}(?i:{_SWAP})\s+{_A}\s+(?:with|by|for)\s+{_V}\s+as\s+{role}", self._role),
            (rf"{_A}\s+{_WAS}{_SWAP}\s+(?:with|by|for)\s+{_V}\s+as\s+{role}", self._role),
            (rf"{_WE}(?i:{_SWAP})\s+{_NP}\s+(?:with|by|for)\s+{_V}{_END}", self._phrase),
            ((rf"(?i:on|at)\s+port\s+(?P<o>\d{{2,5}})\s+(?:now\s+)?(?:listens|answers|runs|sits|lives)"
                rf"\s+{_S}{_END}"), self._port),
            ((rf"{_PERSON}\s+(?:has\s+)?(?P<v>joined|left)\s+{_S}\s+as\s+(?:an?\s+|one\s+of\s+the\s+|its"
                rf"\s+)?(?P<r>[a-z][\w -]{{2,30}}?){_END}"), self._joined),
            ((rf"{_PERSON}\s+(?:has\s+)?(?P<v>stepped\s+down|resigned|stepped\s+back|retired)\s+as"
                rf"\s+{role}"), self._member),
            ((rf"{_PERSON}\s+(?:has\s+)?(?:now\s+)?(?P<v>became|become)\s+(?:an?|one\s+of\s+the)"
                rf"\s+{role}"), self._member),
            ((rf"{_S}\s+(?:has\s+|have\s+)?(?:stopped\s+using|no\s+longer\s+uses|no\s+longer\s+has|dropped|no\s+longer\s+runs)\s+{_V}"
             rf"\s+as\s+(?:its|the|an?)\s+(?P<r>[A-Za-z][\w -]{{2,40}}?){_END}"), self._stopped),
            (rf"{_V}\s+{_WAS}(?:retired|removed|dropped|switched\s+off|abandoned)\s+as\s+{role}", self._ended),
            ((rf"(?i:responsible\s+for|looking\s+after|in\s+charge\s+of|taking\s+care\s+of|running|owning)\s+{_S}\s+(?:is|are)\s+"
             rf"(?:now\s+)?{_TEAM}{_END}"), self._looked_after),
            (rf"{_V}\s+is\s+(?:now\s+)?{role}", self._is_role),
            ((rf"{_WE}(?i:gave|gives|given)\s+{_S}\s+(?P<o>\d[\d.,]*\s?[A-Za-z]*)\s+(?:of"
                rf"\s+)?(?P<r>[a-z][\w -]{{2,30}}?){_END}"), self._given),
            (rf"{_WE}(?i:relicensed)\s+{_S}\s+(?:from\s+{_A}\s+)?(?:to|under|as)\s+{_V}{_END}", self._licence),
            (rf"{_S}\s+{_WAS}relicensed\s+(?:from\s+{_A}\s+)?(?:to|under|as)\s+{_V}{_END}", self._licence),
            (rf"(?:(?:The|the)\s+)?{_V}\s+(?:has\s+)?(?:took|taken|takes)\s+over(?:\s+from\s+{_A})?\s+as\s+{role}",
             self._role),
            (rf"{_TEAM}\s+(?:is|are)\s+(?:now\s+)?on\s+call\s+for\s+{_S}{_END}", self._on_call),
            (rf"{_TEAM}\s+(?:now\s+)?(?:carries|carry|holds|has)\s+the\s+pager\s+for\s+{_S}{_END}", self._on_call),
            (rf"{_TEAM}\s+(?:took|has\s+taken|have\s+taken)\s+{_S}\s+from\s+{_A}{_END}", self._taken),
        )  # fmt: skip
        self._forms = tuple((re.compile(form), read) for form, read in forms)

    def read(self, text: str, start: int) -> list[Claim]:
        """Return what the clause that begins at ``start`` says, if it is of one of these forms.

        Args:
            text: the marked sentence.
            start: where the clause begins.
        """
        if _SIGNS.search(text, start) is None:
            return []
        for form, read in self._forms:
            match = form.match(text, start)
            claims = read(match) if match is not None else []
            if claims:
                return [replace(c, start=start) for c in claims]
        return []

    def _subject(self, match: re.Match[str]) -> str | None:
        return self._names.subject(self._readings.without_adverbs(match["s"].strip()))

    def _role(self, match: re.Match[str]) -> list[Claim]:
        """Read "we replaced Redis with Valkey as the cache of billing"."""
        named = self._names.noun_phrase(re.sub(r"^an?\s+", "", match["np"]))
        if named is None or not (self._names.listed(named.relation) or self._names.knows(named.subject)):
            return []
        found = self._values.read(match["o"], named.relation)
        value = self._values.tidy(found[0], named.relation) if found else None
        if value is None:
            return []
        return [Claim(named.subject, named.relation, value, Tense.EVENT, match.start(), match.end(), env=named.env)]

    def _phrase(self, match: re.Match[str]) -> list[Claim]:
        """Read "we swapped the cache of billing for Valkey"."""
        return self._role(match)

    def _port(self, match: re.Match[str]) -> list[Claim]:
        """Read "on port 9000 listens billing"."""
        subject, port = self._subject(match), self._names.registry.find("port")
        if subject is None or port is None or not self._names.knows(subject):
            return []
        return [Claim(subject, port, match["o"], Tense.STATE, match.start(), match.end())]

    def _joined(self, match: re.Match[str]) -> list[Claim]:
        """Read "Ada joined billing as a maintainer"."""
        subject, relation = self._subject(match), self._names.registry.find(match["r"])
        if subject is None or relation is None or relation.cardinality is not Cardinality.SET:
            return []
        ends = match["v"] == "left"
        return [Claim(subject, relation, match["o"], Tense.EVENT, match.start(), match.end(), ends)]

    def _member(self, match: re.Match[str]) -> list[Claim]:
        """Read "Ada stepped down as maintainer of billing" and "Ada became a maintainer of billing"."""
        named = self._names.noun_phrase(re.sub(r"^(?:an?|the)\s+", "", match["np"]))
        ends = match["v"] not in ("became", "become")
        if named is None or (named.relation.cardinality is not Cardinality.SET and not ends):
            return []
        if not named.relation.known or not self._names.may_name(match["o"]):
            return []
        return [
            Claim(named.subject, named.relation, match["o"], Tense.EVENT, match.start(), match.end(), ends, named.env)
        ]

    def _stopped(self, match: re.Match[str]) -> list[Claim]:
        """Read "billing stopped using Redis as its cache"."""
        subject = self._subject(match)
        relation = self._names.relation(match["r"]) if subject and self._names.knows(subject) else None
        value = self._values.tidy(match["o"], relation) if relation else None
        if subject is None or relation is None or value is None:
            return []
        return [Claim(subject, relation, value, Tense.EVENT, match.start(), match.end(), True)]

    def _ended(self, match: re.Match[str]) -> list[Claim]:
        """Read "Sphinx was retired as the second index of billing"."""
        named = self._names.noun_phrase(match["np"])
        value = self._values.tidy(match["o"], named.relation) if named else None
        if named is None or value is None or not self._names.knows(named.subject):
            return []
        return [Claim(named.subject, named.relation, value, Tense.EVENT, match.start(), match.end(), True, named.env)]

    def _looked_after(self, match: re.Match[str]) -> list[Claim]:
        """Read "responsible for billing is the Tide team"."""
        return self._held_by(match, "owner", Tense.STATE)

    def _is_role(self, match: re.Match[str]) -> list[Claim]:
        """Read "Sphinx is the second index of billing": a name, a role with "the", and a known subject."""
        value = match["o"].strip()
        named = self._names.noun_phrase(match["np"]) if re.match(r"the\s", match["np"]) else None
        proper = re.fullmatch(r"(?!(?:The|This|That|It|Our|A|An)\b)[A-Z][\w.+#-]*(?: [A-Z\d][\w.+#-]*){0,2}", value)
        if named is None or proper is None or not self._names.knows(named.subject) or self._names.knows(value):
            return []
        if not self._names.may_name(value) or named.relation.cardinality is not Cardinality.FUNCTIONAL:
            return []
        return [Claim(named.subject, named.relation, value, Tense.STATE, match.start(), match.end(), env=named.env)]

    def _given(self, match: re.Match[str]) -> list[Claim]:
        """Read "we gave billing 4 GB of memory"."""
        subject, relation = self._subject(match), self._names.registry.find(match["r"])
        if subject is None or relation is None:
            return []
        found = self._values.read(match["o"], relation)
        return [Claim(subject, relation, found[0], Tense.EVENT, match.start(), match.end())] if found else []

    def _licence(self, match: re.Match[str]) -> list[Claim]:
        """Read "we relicensed billing from MIT to Apache-2.0"."""
        subject = self._subject(match)
        relation = self._names.registry.find("license") or self._names.registry.find("licence")
        value = self._values.tidy(match["o"], relation) if relation else None
        if subject is None or relation is None or value is None or not re.match(r"[A-Z\d]", value):
            return []
        return [Claim(subject, relation, value, Tense.EVENT, match.start(), match.end())]

    def _on_call(self, match: re.Match[str]) -> list[Claim]:
        """Read "Tide is on call for billing"."""
        return self._held_by(match, "on-call", Tense.STATE)

    def _taken(self, match: re.Match[str]) -> list[Claim]:
        """Read "the Tide team has taken billing from the Kelp team"."""
        subject = self._subject(match)
        if subject is None or not self._names.knows(subject) or "team" not in match[0].lower():
            return []
        return self._held_by(match, "owner", Tense.EVENT)

    def _held_by(self, match: re.Match[str], name: str, tense: Tense) -> list[Claim]:
        subject, relation = self._subject(match), self._names.registry.find(name)
        holder = re.sub(r"^the\s+", "", match["o"].strip(), flags=re.IGNORECASE)
        if subject is None or relation is None or not self._names.may_name(holder):
            return []
        return [Claim(subject, relation, holder, tense, match.start(), match.end())]
