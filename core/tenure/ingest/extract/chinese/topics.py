"""What a Chinese passage speaks of: the heading, the last subject, the relation named before."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tenure.ingest.document import Block
from tenure.ingest.extract.chinese.claims import Said
from tenure.ingest.extract.chinese.fitting import PERSONAL, WORKS, common, fits
from tenure.ingest.extract.chinese.lexicon import lexicon
from tenure.ingest.extract.chinese.nominal import CHANGED, IS, Nominal, Read
from tenure.ingest.extract.chinese.normal import simplified
from tenure.ingest.extract.chinese.persons import Persons
from tenure.ingest.extract.chinese.piece import DATE, Piece, clauses
from tenure.ingest.extract.chinese.subjects import Found, Subjects
from tenure.ingest.extract.chinese.values import is_person, kind_of
from tenure.ingest.extract.names import Names
from tenure.relations import Cardinality, Relation
from tenure.timewords import DateMention

_NOW = re.compile(rf"\s*(?:{DATE}|\ue031)*(?:现在|目前|如今|现|眼下|其后|之后|此后|后)?(?:都|就|则|已经|已|改)*")
_GREETS = re.compile(r"\s*(?:各位|大家|尊敬的|亲爱的|亲(?=，|$)|[您你]好|同志们|家人们)")
_KINS = re.compile(r"\s*(?:现居|现任|现为|定居|旅居|就职|任职|现在)")
_RETENTIONS = (
    ("log retention", re.compile(r"日志|日誌|(?<![A-Za-z])logs?(?![A-Za-z])")),
    ("backup retention", re.compile(r"备份|備份|backup")),
)
_COPULA = re.compile(
    r"(?:则|仍然?|依然|也|都|均|还)*(?:是|为|设[在于]|用|[改升降增减调]至|[改升降增减调换][为成到])|维持|保持"
)


@dataclass(slots=True)
class Context:
    """What a passage has spoken of so far.

    Attributes:
        topic: the last subject.
        begun: whether a clause of the sentence was read; only the first may be a bare name.
        headed: whether the heading names what the passage is about.
        titled: the last work named by its title.
        kin: the relative just named ("长子X，现居Y").
        parent: whose relatives are named.
        key: the last subject and relation, for "现在是V" and "预发环境只有2个".
    """

    topic: str | None = None
    key: tuple[str, Relation] | None = None
    head_dates: tuple[DateMention, ...] = ()
    head_scope: tuple[tuple[str, str], ...] = ()
    topic_scope: tuple[tuple[str, str], ...] = ()
    begun: bool = False
    kin: str | None = None
    parent: str | None = None
    titled: str | None = None
    headed: bool = False
    said: list[Said] = field(default_factory=list)


class Topics:
    """Decides what a reading is about."""

    def __init__(self, names: Names, subjects: Subjects, nominal: Nominal, persons: Persons) -> None:
        self._names, self._subjects, self._nominal, self._persons = (
            names,
            subjects,
            nominal,
            persons,
        )

    def heading(self, block: Block) -> str | None:
        """Return what the headings of a block say it is about."""
        for title in reversed(block.headings):
            found = self._subjects.heading(title)
            if found is not None:
                return found
        return None

    def glance(self, source: str, sentence: str, context: Context) -> None:
        """Take the subject of a sentence that states nothing, for "它" in the next."""
        first = next(clauses(Piece.of(sentence, source, [], [])), None)
        self._about(self._subjects.opening(first) if first else None, context)

    def named(self, clause: Piece, context: Context) -> None:
        """A clause that is a name alone sets the topic; another one that nothing was read from leaves none."""
        if context.begun or _GREETS.match(clause.text):
            return
        introduced = self._persons.introduced(clause)
        if introduced is not None:
            context.topic = introduced[0]
            context.said += introduced[1]
            return
        subject = self._subjects.read(clause, (0, len(clause.text)))
        if subject is not None and subject.kind not in ("known", "title") and common(simplified(subject.name or "")):
            return
        if subject is not None and subject.name is not None and subject.name.startswith(("/", ".", "-")):
            return  # a path or an option
        if context.headed and subject is not None and subject.kind not in ("known", "title", "identifier", "person"):
            return
        if subject is not None and subject.name is not None and (subject.sure or is_person(subject.name)):
            context.topic = subject.name
            context.titled = subject.name if subject.kind == "title" else context.titled
        elif subject is None:
            self._about(self._subjects.opening(clause), context)

    def _about(self, found: Found | None, context: Context) -> None:
        """Take a name as what is spoken of; under a heading that names something only one that is surely a name."""
        if found is None or found.name is None or common(simplified(found.name)):
            return
        if not context.headed or found.kind in ("known", "title", "identifier"):
            context.topic = found.name
            context.titled = found.name if found.kind == "title" else context.titled

    def subject(self, clause: Piece, read: Read, context: Context) -> str | None:
        """What a reading is about, or None if that is not plain."""
        name = read.subject.name
        if name is None:
            topic = context.topic or (context.kin if _KINS.match(clause.text) else None)
            return topic if topic and self._may_have(topic, read.relation, context) else None
        if name == context.topic:
            return name
        simple = simplified(name)
        if context.topic and simple != name and simplified(context.topic) == simple:
            return context.topic
        if read.subject.kind not in ("known", "title", "identifier"):
            if context.headed and context.topic and len(name) > 1 and context.topic.endswith(name):
                return context.topic  # "保温杯" under "寒江保温杯"
            if (
                context.headed
                and (not read.subject.sure or read.subject.kind == "plain")
                and not (read.subject.kind == "person" and read.relation.name in PERSONAL)
            ):
                return None
        return name if fits(read.subject, simple, read.relation.name) else None

    def _may_have(self, topic: str, relation: Relation, context: Context) -> bool:
        """Whether what was named before may have a relation: people's only of people, works' of none of them."""
        if context.headed or self._names.knows(topic):
            return True
        person = topic != context.titled and is_person(simplified(topic))
        return person if relation.name in PERSONAL else not (person and relation.name in WORKS)

    def elliptic(self, clause: Piece, context: Context) -> list[Read]:
        """ "现在是30分钟" and "预发环境只有2个" go on about the key named before."""
        gapped = self._gapped(clause, context)
        if gapped is not None:
            return [gapped]
        if context.key is None or (context.key[1].cardinality is Cardinality.SET and not clause.text.startswith("即")):
            return []
        lead = _NOW.match(clause.text)
        start = lead.end() if lead else 0
        if not clause.text[:start].strip() and not re.match(r"\s*(?:只有|则|仍|改|升|降|提高|调)", clause.text):
            return []
        if not IS.match(clause.text, start) and not CHANGED.match(clause.text, start):
            return []
        found = self._nominal.value(clause, start, context.key[1])
        return (
            [
                Read(
                    Found(context.key[0], sure=True, kind="known"),
                    context.key[1],
                    tuple(found),
                    len(clause.text),
                )
            ]
            if found
            else []
        )

    def _gapped(self, clause: Piece, context: Context) -> Read | None:
        """ "Razorbill 仍为 GPLv3" behind "A 改用 BSD 许可": another thing, the relation named before."""
        if context.key is None or not context.said or context.said[-1].relation != context.key[1].name:
            return None
        relation = context.key[1]
        for match in _COPULA.finditer(clause.text):
            found = self._subjects.read(clause, (0, match.start())) if match.start() > 1 else None
            if found is None or found.name is None or not (found.sure or found.kind == "known"):
                continue
            objects = self._nominal.value(clause, match.start(), relation)
            if objects is not None and _alike(relation, clause, objects):
                return Read(found, relation, tuple(objects), len(clause.text))
        return None

    def nearer(self, relation: Relation, subject: str, clause: Piece) -> Relation:
        """The kind of retention that is spoken of or known of the subject ("日志平台的保留天数")."""
        if relation.name != "retention" or re.search(r"日志|日誌|备份|備份$", subject[-2:]):
            return relation
        for name, sign in _RETENTIONS:
            known = self._names.stated(subject, name)
            if known is not None or sign.search(f"{simplified(subject)} {clause.source}"):
                return self._names.registry.get(name)
        return relation


def _alike(relation: Relation, clause: Piece, objects: list[tuple[int, int]]) -> bool:
    """Whether values are plainly of a relation that their clause does not name."""
    if lexicon().types.get(relation.name) in ("number", "port", "place", "person"):
        return True
    return all(kind_of(clause.text[slice(*span)]) == relation.name for span in objects)
