"""Everything the clause reader looks things up in; made once from the registry and the tables."""

from __future__ import annotations

import re

from tenure.ingest.extract.attributes import Attributes
from tenure.ingest.extract.holdings import Holdings
from tenure.ingest.extract.kinds import Kinds
from tenure.ingest.extract.lexis import Lexis, load_lexis
from tenure.ingest.extract.names import Names
from tenure.ingest.extract.nouns import Nouns
from tenure.ingest.extract.phrases import Phrases
from tenure.ingest.extract.tokens import MARKED, NUMBER, PUNCTUATION
from tenure.ingest.extract.verbs import Verbs
from tenure.ingest.extract.words import Words, by_first
from tenure.relations import Cardinality, Relation

_SPANS = frozenset(
    ("minute", "hour", "day", "week", "weekend", "month", "night", "moment", "while", "test", "few", "an")
)
_GROUPS = frozenset(("team", "squad", "crew", "group", "guild", "department", "tribe", "chapter"))
_ABSTRACT = re.compile(
    r"(?:tion|ment|ness|ity|ing|ance|ence|ism|ship|ure|age|ors?|ers?|[^s]s)$"
    r"|^(?:context|type|platform|weather|system|data|input|output|user|need|case|time|mood|luck|budget|taste|trust|them)$"
)
"""Words that no library is called: "depends on the weather", "depends on configuration"."""


class Rules:
    """The parts of the clause reader."""

    def __init__(self, names: Names) -> None:
        lexis = load_lexis()
        self.lexis = lexis
        self.names = names
        self.registry = names.registry
        self.holdings = Holdings(names)
        self.nouns = Nouns(names.registry, lexis)
        self.phrases = Phrases(names, self.nouns, lexis)
        self.kinds = Kinds(self.phrases, lexis)
        self.attributes = Attributes(self.nouns, self.kinds)
        self.changes = lexis.words("changes") | lexis.words("keeping")
        self.base_changes = lexis.words("base changes")
        self.keeping = lexis.words("keeping")
        self.solo = lexis.words("solo tools")
        self.ended = lexis.words("ended")
        self.introductions = by_first(lexis.words("introductions"))
        self.verbs = Verbs(lexis, self.changes)
        self.leads = by_first(lexis.words("leads"))
        self.tails = by_first(lexis.words("tails"))
        self.settings = by_first(lexis.words("settings"))
        self.verbs_statuses = by_first(lexis.words("statuses"))
        self.after = lexis.words("after")
        self.narrowing = lexis.words("narrowing")
        self.patterns = {name: re.compile(form) for name, form in lexis.data["patterns"].items()}
        self.always = {name: re.compile(form) for name, form in lexis.data["always"].items()}
        self.purposes: dict[str, str] = lexis.data["for"]
        self.works = lexis.words("works")
        self.nationalities = lexis.words("nationalities")
        self.countries = lexis.words("countries")
        self.continents = lexis.words("continents")
        self.settlements = lexis.words("settlements")
        self.work_nouns = lexis.words("work nouns")
        self.lasting = self.works | lexis.words("lasting")
        self._tools = {name: frozenset(tools) for name, tools in lexis.data["tools"].items()}
        self.beside = {n: (frozenset(b["without"]), frozenset(b["with"])) for n, b in lexis.data["beside"].items()}
        self.materials = lexis.words("materials")
        self.unlisted = {
            name: Relation(name, Cardinality.SET, known=False) for name in lexis.words("unlisted relations")
        }
        self.people = _people(lexis)
        self.retired = by_first(lexis.words("retired"))
        self.of_names = lexis.words("relations of names")
        self.generic = lexis.words("generic names")
        self.titles = lexis.words("titles")
        self._numbers = lexis.words("number words")
        self.roles = lexis.words("roles")
        self.trades = lexis.words("trades")
        self.jobs = lexis.words("occupations") | lexis.words("jobs")
        self.ranks = lexis.words("ranks")
        self.genres = lexis.words("genres")
        self.companies = lexis.words("companies")
        self.company_adjectives = lexis.words("company adjectives")
        self.makers: dict[str, str] = {noun: name for name, nouns in lexis.data["makers"].items() for noun in nouns}

    def keeps(self, verb: str) -> bool:
        """Whether a verb says of a relation what its value is ("the budget stands at …")."""
        return verb in self.keeping

    def looks_named(self, value: str) -> bool:
        """Whether a value looks like a name, not like plain words: by capitals, digits, marks, or as a known thing."""
        return (
            re.search(r"[A-Z\d/_.:@#]", value) is not None
            or ("-" in value and " " not in value)
            or value.lower() in self.lexis.tools
            or value.rpartition(" ")[2] in _GROUPS
            or self.names.knows(value)
        )

    def may_be(self, relation: Relation, value: str) -> bool:
        """Whether a value may be one of the relation at all."""
        form = self.always.get(relation.name)
        return form is None or form.search(value) is not None

    def named_among(self, relation: Relation, values: list[str], subjects: tuple[str, ...], *, alone: bool) -> bool:
        """Whether one of the values of a relation of named things looks like a name, or the subject is sure."""
        if relation.name not in self.of_names or any(map(self.looks_named, values)):
            return True
        if relation.name == "depends on":
            return all(re.fullmatch(r"[a-z]{3,}", v) and not _ABSTRACT.search(v) for v in values)
        sure = bool(subjects) and all(map(self.names.knows, subjects))
        return alone and sure and len(values) == 1 and " " not in values[0]

    def fits(self, relation: Relation, value: str) -> bool:
        """Whether a value may be meant for one of several relations that share a role."""
        form = self.patterns.get(relation.name)
        if form is not None:
            return form.search(value) is not None
        tools = self._tools.get(relation.name, frozenset())
        return not tools or value.lower().split()[0] in tools or value.lower() in tools

    def ends_at(self, words: Words, i: int, *, narrow: bool) -> int | None:
        """Return where a clause that has said all up to a token ends, or None if it goes on with more.

        Args:
            words: the sentence.
            i: the token behind what was understood.
            narrow: whether "in the lab" behind it would narrow what it says.
        """
        while True:
            i = self.verbs.adverbs(words, i)
            count = words.starts(i, self.tails)
            if not count:
                break
            i += count
        if i >= len(words) or words.pauses(i) or words.kind(i) == MARKED:
            return i
        if words.kind(i) == PUNCTUATION:
            return i if words.tokens[i].text in "/-" or words.tokens[i].text > "\u25a0" else None
        low = words.low(i)
        if low in self.after:
            if low == "for" and words.low(i + 1) in ("a", "an", "one", "half") and words.low(i + 2) in _SPANS:
                return None  # "for an hour"
            if low == "in" and (words.kind(i + 1) == NUMBER or words.low(i + 1) in self._numbers):
                return i  # "in eleven countries"
            at = i + 1 + (words.low(i + 1) in ("the", "our", "all"))
            named = words.tokens[at].capital or self.phrases.known(words, at) is not None if at < len(words) else True
            return None if narrow and low in self.narrowing and (low != "for" or named) else i
        return None


def _people(lexis: Lexis) -> dict[str, Relation]:
    """Return roles that no list of relations has ("the keeper of X"), as relations."""
    roles = lexis.words("jobs") | lexis.words("titles") | lexis.words("occupations")
    return {name: Relation(name, known=False) for name in roles if name.isalpha()}
