"""The frames of plain sentences, read from ``clauses.json`` of the resources.

The file is an object of tables, all of them data that can grow without code:

``kinds``
    What the values of a relation look like; a relation that no list names takes a short noun
    phrase. ``count``: a number without unit; ``quantity``: a number with its unit; ``size``:
    either, or an identifier; ``date``; ``name``: a proper name of a person, a team, an
    organisation, a work; ``thing``: the name of software or a technical term, in lower case too;
    ``place``: a capitalised name, or an identifier; ``address``: URL, path, channel, mail;
    ``version``; ``currency``; ``policy``: when a service is started again; ``schedule``: "every 15
    minutes"; ``word``: lower-case words; ``text``: in quotation marks.
``nouns``
    More nouns for a relation than its name and its aliases in the registry.
``counted``
    Nouns that follow a number ("12 workers"), with their relation.
``tools``
    Well-known things with the relation in which a project that uses them has them.
``irregular``
    Verbs in the third person, with base form, past, participle and gerund.
``patterns``, ``always``
    Regular expressions for the values of a relation. ``patterns`` decides where several relations
    share a role; ``always`` holds of every value of the relation, wherever it stands.
``beside``
    Words of a sentence that rule a relation out (``without``), and those of which it needs one
    (``with``; none: it needs none): what "lasts" says of a film is no battery's.
``for``
    Purposes behind "for" ("uses X for linting") with the relation they name.
``makers``
    Relations of who made a thing, with the nouns of things "by" somebody ("a novel by X").
``solo tools``
    Relations of tools of which a project has one: "uses poetry" tells it though none was stated before.
``unlisted relations``
    Relations that frames give but the registry does not list; all of them sets.
``relations of names``
    Relations whose values are names: plain words are taken for one only where nothing else fits.
``roles``, ``works``, ``lasting``
    Relations by what they are about: roles that a person is appointed to; facts of works; facts
    (with those of works) that the past tense states too ("the founder of X was Y").
``relation heads``, ``adjectives``, ``no nouns``
    Last words of nouns that are relations though no registry lists them ("retry limit"), words that
    may stand before a relation's noun, and names of relations that are too common as nouns.
``closed``, ``common``, ``generic names``
    Words that no name and no value runs over; nouns that a sentence may begin with and that name
    nothing; words that look like names and name nothing ("API").
``class nouns``, ``software classes``, ``system nouns``, ``parts``
    Nouns of what things are ("the billing service"), of software only, of systems that plain words
    may name ("the payment gateway"), and of what "all … of X" holds of as of X.
``work nouns``, ``genres``, ``bodies``, ``companies``, ``company adjectives``, ``settlements``
    Nouns of works, their genres, institutions, companies, words before "company" that are no
    industry, and places in which people live.
``occupations``, ``jobs``, ``trades``, ``titles``
    What people do, further last words of positions, words before an occupation that belong to it,
    and words in capitals before a name that are no part of it ("Dr").
``ranks``
    Posts that one has with an employer, though some of them are occupations too ("a lecturer at X").
``nationalities``, ``countries``, ``continents``, ``materials``
    The closed lists their names tell.
``name connectors``, ``others``
    Small words inside names ("von"), and words that make a thing another one ("the old X").
``units``, ``number words``, ``currency nouns``, ``levels``, ``statuses``, ``restart policies``
    Units behind numbers, numbers in words, currencies behind amounts, and the words that are values
    of such relations.
``headless``
    Relations that a sentence without subject tells of what its heading names ("Listens on port 80.");
    others it tells of whatever function is described.
``calls``
    Verbs and greetings before a name at the start of a sentence that are no part of it ("Ask Ann Ray").
``leads``, ``introductions``
    Phrases before a clause that say nothing ("as of this release"), and phrases that announce what
    the sentence is about ("meet").
``adverbs``, ``tails``, ``settings``
    Words to skip: around a verb, behind what was said, and between verb and value ("is set to").
``after``, ``narrowing``
    Words with which a clause may go on behind what was understood; those of them that narrow it.
``changes``, ``base changes``, ``keeping``
    Verb forms that tell a change of a value; those in the base form, which tell none but in the
    future or the passive; verbs that tell only what a value is, unless "from … to" follows.
``ended``, ``retired``
    Participles that end a value ("was removed"), and those that are a status of the thing itself.
``assuming``, ``leaving``
    Verbs behind which "R of S" stands, for taking up and for giving up a role.
``verbs``
    One frame an entry: ``verb`` is a verb in the third person singular with the words that belong
    to it ("is written", "takes over", "stores its data"). The other keys are roles: ``subject``
    (default ``S``), ``object``, ``then`` (what follows the object without a preposition), or a
    preposition. A role's value is ``S`` (the thing of which something is stated), a relation (of
    ``S``; its values stand in this role), a list of relations (the first whose kind of value fits),
    ``+`` (values with their own nouns: "12 workers and 4 GB of memory"), or the empty string (may
    stand there, states nothing).
    ``lasting``: the past tense states it too ("was born", "wrote"). ``happens``: the past tense
    tells of a change that holds since ("took over"). ``fits``: a value has to look like one of its
    relation though no other is possible. ``needs``: the role without which the frame says nothing.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Any

S = "S"


@dataclass(frozen=True, slots=True)
class ClauseFrame:
    """One verb with its roles; see the module.

    Attributes:
        tail: the words that follow the verb's first word.
        roles: role (``subject``, ``object``, preposition) to relations; ``("S",)`` for the subject.
        lasting: whether the past tense states it too.
        happens: whether the past tense tells of a change.
        fits: whether a value has to look like one of its relation even where only one is possible.
        needs: a role that has to be there, or the empty string.
        prepositions: the roles that are prepositions, as words, the longest first.
    """

    tail: tuple[str, ...]
    roles: dict[str, tuple[str, ...]]
    lasting: bool = False
    happens: bool = False
    fits: bool = False
    needs: str = ""
    prepositions: tuple[tuple[str, ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        found = [tuple(role.split()) for role in self.roles if role not in ("subject", "object", "then")]
        object.__setattr__(self, "prepositions", tuple(sorted(found, key=len, reverse=True)))


@dataclass(frozen=True, slots=True)
class Form:
    """A verb form: ``present``, ``base``, ``past``, ``participle`` or ``gerund`` of the frames' verb."""

    kind: str
    frame: ClauseFrame


@dataclass(frozen=True, slots=True)
class Lexis:
    """All tables.

    Attributes:
        kinds: relation to kind of value.
        nouns: noun to relation, beyond the registry.
        counted: noun after a number to relation.
        tools: thing in lower case to relation.
        be: frames of "is …", by the word after it.
        forms: every form of the other verbs.
        data: the file's other tables, as they are.
    """

    kinds: dict[str, str]
    nouns: dict[str, str]
    counted: dict[str, str]
    tools: dict[str, str]
    be: dict[str, list[ClauseFrame]]
    forms: dict[str, list[Form]]
    data: dict[str, Any]
    _sets: dict[str, frozenset[str]] = field(default_factory=dict)

    def words(self, table: str) -> frozenset[str]:
        """Return a plain list of the file as a set."""
        found = self._sets.get(table)
        if found is None:
            found = self._sets[table] = frozenset(self.data[table])
        return found


_DOUBLES = re.compile(r"[^aeiou]*[aeiou][bdgmnprt]")
"""Short verbs whose last consonant doubles ("step", "plan")."""
_OTHER = frozenset(("verb", "lasting", "happens", "fits", "needs"))


@lru_cache(maxsize=1)
def load_lexis() -> Lexis:
    """Return the tables of the resources."""
    data = json.loads(resources.files("tenure_resources").joinpath("clauses.json").read_text("utf-8"))
    be: dict[str, list[ClauseFrame]] = {}
    forms: dict[str, list[Form]] = {}
    for entry in data["verbs"]:
        head, *tail = entry["verb"].split()
        roles = {role: _relations(value) for role, value in entry.items() if role not in _OTHER}
        roles.setdefault("subject", (S,))
        frame = ClauseFrame(
            tuple(tail),
            roles,
            entry.get("lasting", False),
            entry.get("happens", False),
            entry.get("fits", False),
            entry.get("needs", ""),
        )
        if head == "is":
            be.setdefault(tail[0], []).append(frame)
            continue
        for form, kind in inflect(head, data["irregular"]):
            forms.setdefault(form, []).append(Form(kind, frame))
    for table, role in (("assuming", "+R"), ("leaving", "-R")):
        for verb in data[table]:
            head, *tail = verb.split()
            frame = ClauseFrame(tuple(tail), {"subject": (role,)}, happens=True)
            if head == "is":
                be.setdefault(tail[0], []).append(frame)
            else:
                for form, kind in inflect(head, data["irregular"]):
                    forms.setdefault(form, []).append(Form(kind, frame))
    return Lexis(
        kinds={relation: kind for kind, relations in data["kinds"].items() for relation in relations},
        nouns={noun: relation for relation, nouns in data["nouns"].items() for noun in nouns},
        counted=data["counted"],
        tools={tool: relation for relation, tools in data["tools"].items() for tool in tools},
        be=be,
        forms=forms,
        data=data,
    )


def _relations(value: str | list[str]) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, list) else (value,)


def inflect(verb: str, irregular: dict[str, list[str]]) -> list[tuple[str, str]]:
    """Return the forms of a verb in the third person singular, each with its kind."""
    kinds = ("base", "past", "participle", "gerund")
    if verb in irregular:
        return [(verb, "present"), *zip(irregular[verb], kinds, strict=True)]
    base = _base(verb)
    if _DOUBLES.fullmatch(base):
        return [
            (verb, "present"),
            *zip((base, *[base + base[-1] + end for end in ("ed", "ed", "ing")]), kinds, strict=True),
        ]
    stem = base.removesuffix("e")
    past = base[:-1] + "ied" if base.endswith("y") and base[-2] not in "aeiou" else stem + "ed"
    gerund = base + "ing" if base.endswith(("ee", "oe")) else stem + "ing"
    return [(verb, "present"), *zip((base, past, past, gerund), kinds, strict=True)]


def _base(verb: str) -> str:
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    if verb.endswith(("ches", "shes", "sses", "xes", "oes")) and verb not in {"caches", "aches"}:
        return verb[:-2]
    return verb.removesuffix("s")
