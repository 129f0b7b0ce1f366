"""Subjects and relations as sentences name them.

One normalisation, the same everywhere: articles go ("the Python SDK" is ``Python SDK``); a class
noun after a known name goes ("the billing service" is ``billing`` where ``billing`` is known, and
stays ``billing service`` where it is not); a name that differs from one known name only in case,
spaces, hyphens or underscores is that name. Pronouns and generic words ("the service") name nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tenure.ingest.extract.lexicon import VERBS, words
from tenure.ingest.extract.view import CLOSE, OPEN
from tenure.keys import fold
from tenure.relations import Relation, RelationRegistry

_ARTICLE = re.compile(r"^(?:the|our)\s+", re.IGNORECASE)
_POINTING = re.compile(
    r"^(?:its|their|his|her|my|your|this|that|these|those|some|any|every|each|no|another|such|a|an)\b", re.IGNORECASE
)
_CLASS = words("class nouns")
_NEVER = words("never names")
_GENERIC = words("generic nouns")
_NOT_RELATION = words("not relations")
_QUANTITY_HEADS = words("quantity heads")
_TELLING = VERBS - words("verbs that may name")
_NAME = re.compile(r"^[\w.+#@/&'-]+(?:\s+[\w.+#@/&'-]+){0,4}$")
_IDENTIFIER = re.compile(r"^(?=.*[A-Za-z])(?:.*[-_./\d].*|.*[a-z][A-Z].*|[A-Z]{2,}.*)$")
_FAMILY = re.compile(r"(?P<head>[^\W\d][\w+#.-]*(?: [^\W\d][\w+#.-]*)?) v?\d+(?:\.\d+)*(?: lts)?")
_DONE_BY = re.compile(
    r"(?P<r>.+?)\s+(?:(?:that\s+are\s+|currently\s+)?(?:used|supported|offered|required|accepted|exposed|spoken|served)\s+by"
    r"|(?:in\s+use|used)\s+(?:by|in|at))\s+(?P<s>.+)",
    re.IGNORECASE,
)
_ENVIRONMENTS = {
    "prod": "prod", "production": "prod", "live": "prod", "staging": "staging", "stage": "staging", "dev": "dev",
    "development": "dev", "test": "test", "testing": "test", "qa": "qa", "preprod": "preprod",
    "pre-production": "preprod", "preproduction": "preprod",
    "sandbox": "sandbox", "canary": "canary", "uat": "uat", "integration": "integration",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Named:
    """A noun phrase read as a subject and a relation; ``env`` is a scope named inside it."""

    subject: str
    relation: Relation
    env: str | None = None


def environment(word: str) -> str | None:
    """Return the canonical environment a word names ("production" is ``prod``), or None."""
    return _ENVIRONMENTS.get(word.lower())


ENVIRONMENT_WORDS = tuple(_ENVIRONMENTS)


def bare(text: str) -> str:
    """Return a name without back quotes, quotation marks and surrounding white space."""
    return " ".join(text.replace(OPEN, "").replace(CLOSE, "").strip().strip('"').split())


class Names:
    """Decides what names a subject and what names a relation.

    Args:
        registry: the relations.
        known: names of subjects known from the ledger, structured files and the text itself.
    """

    def __init__(self, registry: RelationRegistry, known: Iterable[str] = ()) -> None:
        self.registry = registry
        self.changes = 0
        """How often what is known changed: what was made out of names holds while it stays."""
        self._known: dict[str, str] = {}
        self.begins: set[str] = set()
        """What known names begin with, two letters each."""
        self._loose: dict[str, set[str]] = {}
        self._values: dict[tuple[str, str], set[str]] = {}
        self._families: dict[tuple[str, str], set[str]] = {}
        self._stated: set[tuple[str, str]] = set()
        self._relations = {fold(name) for r in registry for name in (r.name, *r.aliases) if len(name) > 2}
        for name in known:
            self.learn(name)

    def forget(self) -> None:
        """Forget all names and values that were learned."""
        self.changes += 1
        self.begins.clear()
        for table in (self._known, self._loose, self._values, self._families, self._stated):
            table.clear()

    def learn(self, name: str) -> None:
        """Take a name as that of a subject."""
        folded = fold(name)
        if folded and folded not in self._known:
            self.changes += 1
            self._known[folded] = name
            self.begins.add(_loose(folded)[:2])
            self._loose.setdefault(_loose(folded), set()).add(name)

    def learn_value(self, subject: str, relation: str, value: str) -> None:
        """Take note that a subject once had a value; see :meth:`relation_with`."""
        self.changes += 1
        name = self.registry.get(relation).name
        self._values.setdefault((fold(subject), fold(value)), set()).add(name)
        self._stated.add((fold(subject), fold(name)))
        family = _FAMILY.fullmatch(fold(value))
        if family is not None:
            self._families.setdefault((fold(subject), family["head"]), set()).add(name)

    def learn_alias(self, name: str, alias: str) -> None:
        """Take another name as that of a subject: what is said of it is said of the subject.

        A rename keeps the key of a thing, so that what was said under the old name is followed by
        what is said under the new one and no value is left standing under either.
        """
        self.changes += 1
        folded = fold(alias)
        for names in self._loose.values():
            names.discard(self._known.get(folded, alias))
        self._known[folded] = name
        self.begins.add(_loose(folded)[:2])
        self._loose.setdefault(_loose(folded), set()).add(name)

    def may_begin(self, word: str) -> bool:
        """Whether a known name may begin with a word in lower case: a cheap test."""
        begin = word[:2]
        return begin in self.begins or (bool(self.begins) and (len(begin) < 2 or not begin.isalnum()))

    def stated(self, subject: str, relation: str) -> Relation | None:
        """Return the relation of this name if a subject is known to have it, or None."""
        found = self.registry.get(relation)
        return found if (fold(subject), fold(found.name)) in self._stated else None

    @property
    def values_known(self) -> bool:
        """Whether any value of any subject was taken note of."""
        return bool(self._values)

    def relation_like(self, subject: str, value: str) -> Relation | None:
        """Return the one relation in which a subject had another version of a value ("Postgres 14", "Postgres 16")."""
        family = _FAMILY.fullmatch(fold(_ARTICLE.sub("", bare(value))))
        found = self._families.get((fold(subject), family["head"]), set()) if family is not None else set()
        return self.registry.get(next(iter(found))) if len(found) == 1 else None

    def relation_with(self, subject: str, value: str) -> Relation | None:
        """Return the one relation in which a subject ever had a value, or None if none or several."""
        found = self._values.get((fold(subject), fold(_ARTICLE.sub("", bare(value)))), set())
        return self.registry.get(next(iter(found))) if len(found) == 1 else None

    def has_value(self, subject: str, value: str) -> bool:
        """Whether a subject is known to have had a value, in whatever relation."""
        return bool(self._values.get((fold(subject), fold(_ARTICLE.sub("", bare(value))))))

    def knows(self, name: str) -> bool:
        """Whether this is the name of a known subject, up to case, spaces and hyphens."""
        return self._same(name) is not None

    def _same(self, name: str) -> str | None:
        if not self._known:
            return None
        folded = fold(name)
        if folded in self._known:
            return self._known[folded]
        same = self._loose.get(_loose(folded), set())
        return next(iter(same)) if len(same) == 1 else None

    def subject(self, text: str, *, certain: bool = True) -> str | None:
        """Return the subject a noun phrase names, normalised, or None if it names none.

        Args:
            text: the phrase.
            certain: whether the relation is one of the registry; otherwise only a known name or an
                identifier names a subject.
        """
        literal = text.strip().startswith(OPEN)
        phrase = bare(text).rstrip(".,;:!?")
        if not phrase or _POINTING.match(phrase):
            return None
        known = self._same(phrase)
        if known is not None:
            return known
        article = _ARTICLE.match(phrase)
        name = phrase[article.end() :] if article else phrase
        known = self._same(name) or self._without_class(name)
        if known is not None:
            return known
        if "'s " in name or "' " in name:
            return None
        if not _NAME.match(name) or not re.search(r"[^\W\d_]", name):
            return None
        words = name.split()
        lowered = [w.lower().removesuffix("'s") for w in words]
        if (
            any(w in _NEVER or w in _TELLING for w in lowered)
            or lowered[-1] in _GENERIC - _CLASS
            or all(w in _GENERIC for w in lowered)
        ):
            return None
        if len(words) > 1 and words[0][0].islower() is False and lowered[0].endswith("ly") and not article:
            return None  # "Apparently billing"
        identifier = literal or any(_IDENTIFIER.match(w) for w in words) or any(w[:1].isupper() for w in words[1:])
        if identifier:
            return name
        if not certain:
            return None
        if article and len(words) == 1 and not words[0][:1].isupper():
            return None  # "the gateway" points at something named before
        return name if len(words) <= 3 and not (len(words) > 1 and not article and lowered[0].endswith("ing")) else None

    def is_classed(self, name: str) -> bool:
        """Whether a name is a known one with a class noun beside it ("billing service", "service billing")."""
        return self._same(name) is None and self._without_class(name) is not None

    def _without_class(self, name: str) -> str | None:
        head, _, last = name.rpartition(" ")
        if head and last.lower() in _CLASS:
            return self._same(head)
        first, _, rest = name.partition(" ")
        return self._same(rest) if rest and first.lower() in _CLASS else None

    def relation(self, text: str) -> Relation | None:
        """Return the relation a noun names; one the registry doesn't list if the noun may be one."""
        noun = bare(text)
        if noun.lower().startswith(("the ", "a ", "an ")):
            noun = noun.split(" ", 1)[1]
        noun = re.sub(r"^(?:new|current|present)\s+", "", noun, flags=re.IGNORECASE)
        found = self.registry.find(noun)
        if found is not None:
            return found
        if noun.lower().startswith(("old ", "former ")):
            return None  # what held once is neither the value now nor a relation of its own
        if noun.lower() in {"ownership", "maintenance"}:
            return self.registry.find("owner")
        short = re.sub(r"^(?:number|amount|list|set) of (?:the )?", "", noun, flags=re.IGNORECASE)
        if short != noun:
            return self.relation(short)
        words = noun.lower().split()
        if not words or len(words) > 5 or not re.fullmatch(r"[A-Za-z][\w /+.-]*", noun):
            return None
        if any(w in _NEVER - {"of", "per", "in", "on", "for", "to", "from", "by", "default"} for w in words):
            return None
        if (
            words[-1] in _NOT_RELATION
            or words == ["name"]
            or words[0] in {"of", "in", "on", "for", "to", "from", "by"}
            or (len(noun) < 3 and not noun.isupper())
        ):
            return None
        plain = noun[0].lower() + noun[1:] if noun[1:2].islower() else noun
        return Relation(" ".join(plain.split()), known=False)

    def listed(self, relation: Relation) -> bool:
        """Whether a relation is one of the registry or ends in a noun that measures something."""
        return relation.known or relation.name.lower().split()[-1] in _QUANTITY_HEADS

    def attribute(self, text: str) -> Named | None:
        """Read "the R of S", "S's R" and "the R for S" whose R may be a noun that no list has."""
        phrase = text.strip()
        return self._possessive(phrase) or self._of(phrase) if 0 < len(phrase) <= 120 else None

    def noun_phrase(self, text: str) -> Named | None:
        """Read "the R of S", "S's R", "the R for S" or, of known names, "the S R"."""
        phrase = text.strip().strip(",").strip()
        if not phrase or len(phrase) > 120:
            return None
        return self._possessive(phrase) or self._of(phrase) or self._by(phrase) or self._compound(phrase)

    def _named(self, subject: str, relation: str) -> Named | None:
        env, relation = self._split_env(relation)
        noun = self.relation(relation)
        if noun is None:
            return None
        if env is None:
            env, subject = self._split_env(subject)
        name = self.subject(subject, certain=self.listed(noun))
        return Named(name, noun, env) if name else None

    def _split_env(self, text: str) -> tuple[str | None, str]:
        noun = bare(text)
        body = _ARTICLE.sub("", noun)
        first, _, rest = body.partition(" ")
        env = environment(first)
        if env and rest and self.registry.find(body) is None and not self.knows(body):
            return env, rest
        return None, text

    def _possessive(self, phrase: str) -> Named | None:
        match = re.fullmatch(r"(?P<s>.+?)(?:'s|s')\s+(?P<r>[^']+)", phrase)
        if match is None:
            return None
        subject = match["s"] + ("s" if phrase[match.end("s") : match.end("s") + 2] == "s'" else "")
        return self._named(subject, match["r"])

    def _of(self, phrase: str) -> Named | None:
        for match in reversed(list(re.finditer(r"\s(?:of|for|in|on)\s", phrase))):
            if match[0].strip() != "of" and " of " in phrase[match.end() - 1 :]:
                continue
            found = self._named(phrase[match.end() :], phrase[: match.start()])
            loose = match[0].strip() != "of"
            if found and loose and not self.listed(found.relation) and not self.knows(found.subject):
                continue  # "the memory in PyTorch" of names and nouns nobody listed
            if found:
                return found
        return None

    def _by(self, phrase: str) -> Named | None:
        """Read "the formats supported by billing" and "the queue used by billing", of listed relations only."""
        match = _DONE_BY.fullmatch(phrase)
        found = self._named(match["s"], match["r"]) if match else None
        return found if found and self.listed(found.relation) else None

    def _compound(self, phrase: str) -> Named | None:
        body = _ARTICLE.sub("", bare(phrase))
        folded = fold(body)
        if len(folded) != len(body):
            return None
        for space in re.finditer(" ", folded):  # the longest relation first
            name = folded[space.end() :]
            if name in self._relations:
                subject = body[: space.start()]
                env, subject = self._split_env(subject)
                known = self._same(subject) or self._without_class(subject)
                relation = self.registry.find(name)
                if known and relation:
                    return Named(known, relation, env)
        return None


def _loose(folded: str) -> str:
    return re.sub(r"[\s_-]+", "", folded)
