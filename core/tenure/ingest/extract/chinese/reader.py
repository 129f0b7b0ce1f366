"""From Chinese sentences to operations, by rules alone and never by guessing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, tzinfo

from tenure.ingest.document import Block
from tenure.ingest.extract.chinese import caution, renames
from tenure.ingest.extract.chinese.claims import Said
from tenure.ingest.extract.chinese.fields import Fields
from tenure.ingest.extract.chinese.fitting import PERSONAL
from tenure.ingest.extract.chinese.forms import Forms
from tenure.ingest.extract.chinese.nominal import Nominal, Open, Read
from tenure.ingest.extract.chinese.normal import Masked, masked
from tenure.ingest.extract.chinese.persons import Persons
from tenure.ingest.extract.chinese.piece import DATE, Piece, clauses
from tenure.ingest.extract.chinese.renames import aside_name, renamed
from tenure.ingest.extract.chinese.scopes import find_scopes
from tenure.ingest.extract.chinese.sentences import LONGEST, bounds
from tenure.ingest.extract.chinese.subjects import Subjects
from tenure.ingest.extract.chinese.timed import FUTURE, operation
from tenure.ingest.extract.chinese.topics import Context, Topics
from tenure.ingest.extract.chinese.values import Values, is_person
from tenure.ingest.extract.names import Names
from tenure.ledger.types import AddAlias, Assert, End
from tenure.relations import Cardinality, Relation
from tenure.timewords import DateMention, Lean
from tenure.timewords.chinese import find_chinese_dates

_TAKES_EFFECT = re.compile(rf"\s*{DATE}(?:起|正式|开始|即|将)*(?:生效|执行|施行|启用|实施|起算)\s*")
_MOVED = re.compile(
    rf"(?P<lead>(?:我们|我|咱们|咱|大家|团队|昨天|今天|昨晚|今早|已经|已|刚刚|刚才|刚|早就|也|就|另外|终于|先|又|再|顺手|顺便|干脆|正式|全面|统一|一并|同时|并|现|现已|本次|此次|会议同意|同意|会议决定|决定|于|[\s{DATE}\ue031])*(?:把|将)\s?)(?=\S)"
)
_FORMERLY = re.compile(r"\s*(?:在此之前|此前|之前|以前|过去|早先|起初|最初|当时|那时|从前|先前|曾经)\s*")
_REMOVED = re.compile(r"(?:移除|删除|下线|取消|废弃|弃用)$")
_DONE = re.compile(rf"^(?:我们|我|咱们|咱)|已|刚|了|{DATE}")
_ALONE = re.compile(rf"[\s{DATE}\ue031]*(?:起|开始)?\s*")
_LIFE = re.compile(rf"{DATE}\s?(?:[—–~-]+\s?(?P<death>{DATE})?)?(?:，.*)?$")
_DASH = re.compile(r"\s*[—–~-]+\s*(?=\d|[一二])")
_STEADY = re.compile(rf"{DATE}\s?(?:仍然?|一直|都|还|将)?(?:是|为)")
_EACH = re.compile(r"\s?(?:、|和|与|及)\s?")
_POINTS_BACK = re.compile(r"\s*(?:它|其|该|他|她|这家伙|这|此)")
_COUNTED = re.compile(
    r"(?P<count>[一二两三四五六七八九十\d]+[种个项款家位门类][\u4e00-\u9fff]{0,4}(?:：|，(?:即|分别是|分别为|包括|依次为)：?))"
    r"(?=[^，。；]+、|[^，。；]+[和与及])"
)
_NAMING = re.compile(
    r"\s*(?:服务名称?|书名|片名|剧名|曲名|名称|(?:产品|项目|系统|应用|组件|赛事|活动|公司|企业|店铺)名称?|姓名|店名)\s*：\s*(?P<n>[^：，]+)"
)
"""What a list of fields is about."""
_TABLE = re.compile(r"\s*\|([^|]+)\|([^|]+)\|")
_SHORT = 4
"""Characters; less states nothing."""


class ChineseReader:
    """Reads the Chinese sentences of passages.

    Args:
        names: the registry and what names are known; shared with the English reader.
        zone: the zone of dates written without one.
    """

    def __init__(self, names: Names, zone: tzinfo = UTC) -> None:
        self._subjects = Subjects(names)
        self._values = Values()
        self._nominal = Nominal(names, self._subjects, self._values)
        self._forms = Forms(names, self._subjects, self._values)
        self._fields = Fields(names, self._subjects)
        self._persons = Persons(names, self._subjects, self._values)
        self._topics = Topics(names, self._subjects, self._nominal, self._persons)
        self._names, self._zone = names, zone

    def read(self, text: str, block: Block) -> Iterator[tuple[int, int, Assert | End | AddAlias]]:
        """Yield what a plain text of a block says: the span of the sentence in the text, and the operation.

        The operations have no evidence yet.
        """
        heading = self._topics.heading(block)
        context = Context(topic=heading, headed=heading is not None)
        whole = masked(text)
        for start, end in bounds(whole.text):
            sentence = whole.text[start:end]
            if not _SHORT <= end - start <= LONGEST:
                continue
            if not self._may_say(sentence):
                if _POINTS_BACK.match(whole.text, end):
                    self._topics.glance(text[start:end], sentence, context)
                continue
            begin = start + len(sentence) - len(sentence.lstrip())
            for said in self._sentence(text[start:end], _part(whole, start, end), block, context):
                made = operation(said, sentence, block)
                if made is not None:
                    yield begin, start + len(sentence.rstrip()), made

    def _may_say(self, sentence: str) -> bool:
        return (
            self._nominal.has_noun(sentence)
            or self._forms.has_verb(sentence)
            or self._persons.may_say(sentence)
            or self._fields.may_say(sentence)
            or renames.SIGN.search(sentence) is not None
        )

    def _sentence(self, source: str, sentence: Masked, block: Block, context: Context) -> list[Said]:
        if caution.silences_all(sentence.text):
            return []
        text = sentence.text[: caution.silent_from(sentence.text)]
        row = _TABLE.match(text)
        if row is not None:
            text = f"{text[: row.start(1) - 1]} {row[1]}：{row[2]}"
        lean: Lean | None = "future" if FUTURE.search(text) else "past" if re.search(r"了|已|去|曾", text) else "near"
        dates = find_chinese_dates(text, block.dated, self._zone, lean=lean)
        piece = Piece.of(text, source, dates, find_scopes(text))
        counted = _COUNTED.search(piece.text)
        if (
            counted is not None and "国" not in counted[0] and not self._nominal.has_noun(counted["count"])
        ):  # "依赖三个组件：A、B", "有三种，即A、B"
            piece = piece.without(*counted.span("count"))
        context.said, context.head_dates, context.head_scope, context.topic_scope = (
            [],
            (),
            (),
            (),
        )
        context.begun, context.kin, context.parent = False, None, None
        context.topic = context.topic or (self._topics.heading(block) if context.headed else None)
        self._asides(piece, sentence, source, context, block)
        for clause in self._clauses(piece):
            self._clause(clause, context)
            context.begun = context.begun or not _ALONE.fullmatch(clause.text)
        return context.said

    def _clauses(self, piece: Piece) -> Iterator[Piece]:
        """The clauses, each without a preamble ("会上确认：") and turned if it moves something ("把S的R改为V")."""
        for whole in clauses(piece):
            clause = whole
            cut = clause.text.find("：")
            if _FORMERLY.fullmatch(clause.text):
                return  # "此前，…": what follows is over
            if (
                cut > 0
                and not _REMOVED.search(clause.text[:cut])
                and not self._nominal.ends_in_noun(clause.text[:cut])
                and not _NAMING.match(clause.text)
                and not self._fields.label(clause.text)
            ):
                yield clause.part(0, cut)
                clause = clause.part(cut + 1, len(clause.text))
            moved = _MOVED.match(clause.text)
            if moved is not None and (_DONE.search(clause.text) or re.match("同时|并|又|顺手|也", clause.text)):
                lead = moved.span("lead")
                if any(m.role == "before" for m in clause.dates_in(*lead)):
                    continue  # a deadline
                yield from (clause.part(i, i + 1) for i in range(*lead) if clause.text[i] == DATE)
                clause = clause.part(lead[1], len(clause.text))
            yield clause

    def _clause(self, clause: Piece, context: Context) -> None:
        if _ALONE.fullmatch(clause.text):
            context.head_dates = tuple(clause.dates_in(0, len(clause.text))) or context.head_dates
            context.head_scope = _scope(clause, ()) or context.head_scope
            return
        if _TAKES_EFFECT.fullmatch(clause.text) and context.said:
            context.said[-1] = replace(context.said[-1], dates=tuple(clause.dates_in(0, len(clause.text))))
            return
        if caution.silences(clause.text) and not self._bounded(clause):
            context.head_scope = context.head_scope or (() if context.begun else _scope(clause, ()))
            return
        ended = self._forms.ends(clause)
        if ended is not None:
            self._end(clause, ended, context)
            return
        names = renamed(clause, self._subjects, context.topic)
        if names is not None and not FUTURE.search(clause.text):
            context.said.append(Said(names[0], "", names[1]))
            context.topic = names[1]
            return
        if caution.denies(clause.text):
            return
        for work, relation, maker in self._forms.makers(clause):
            context.said.append(Said(work, relation.name, maker, timeless=True))
        self._state(clause, context)

    def _bounded(self, clause: Piece) -> bool:
        return any(m.kind == "range" for m in clause.dates_in(0, len(clause.text)))

    def _state(self, clause: Piece, context: Context) -> None:
        nominal = self._nominal.read(clause)
        if isinstance(nominal, Open):
            name = nominal.subject.name or context.topic
            context.key = (name, nominal.relation) if name else None
            context.topic = name
            return
        naming = _NAMING.fullmatch(clause.text)
        named = self._subjects.read(clause, naming.span("n")) if naming is not None else None
        if named is not None and named.name is not None:
            context.topic, context.titled = named.name, named.name
            return
        relative = self._persons.relatives(clause, context.topic or context.parent)
        if relative is not None:
            context.parent = relative[1][0].subject
            context.said += relative[1]
            context.kin, context.topic = relative[0] if relative[2] else None, None
            return
        reads = nominal or self._forms.shared(clause) or self._forms.read(clause)
        people = list(self._persons.read(clause, context.topic)) if not reads else []
        if people:
            context.said += people
            if people[0].relation in PERSONAL:
                context.topic = people[0].subject
            return
        reads = reads or self._topics.elliptic(clause, context) or self._fields.read(clause)
        for read in reads:
            self._take(clause, read, context)
        if not reads:
            context.head_scope = context.head_scope or (() if context.begun else _scope(clause, ()))
            self._topics.named(clause, context)

    def _take(self, clause: Piece, read: Read, context: Context) -> None:
        subject = self._topics.subject(clause, read, context)
        if subject is None:
            if read.subject.name is not None:
                context.topic = None  # what follows may be about what was not understood
            return
        if clause.scopes_in():
            context.topic_scope = _scope(clause, ())
        elif read.subject.name is not None:
            context.topic_scope = ()
        scope = _scope(clause, context.topic_scope or context.head_scope)
        used = {i for span in read.objects for i in range(*span)}
        own = tuple(clause.dates[clause.places[i]] for i, c in enumerate(clause.text) if c == DATE and i not in used)
        if _STEADY.search(clause.text):  # "在5月之前是V", not "5月之前迁到V"
            own = tuple(replace(m, role="until") if m.role == "before" else m for m in own)
        dates = () if read.timeless else own or context.head_dates
        values = [clause.raw(*span).strip() for span in read.objects]
        relation = self._topics.nearer(read.relation, subject, clause)
        names = (subject, *read.subject.others)
        pairs = [(name, value) for name in names for value in values]
        if "分别" in clause.text and len(names) > 1:
            each = values if len(values) > 1 else _EACH.split(values[0])
            pairs = list(zip(names, each, strict=True)) if len(each) == len(names) else []
        pairs = [pair for pair in pairs if not _claimed(context.said, pair, relation, dates, scope)]
        for name, value in pairs:
            context.said.append(Said(name, relation.name, value, False, dates, read.timeless, scope))
        context.said += self._persons.beside(clause, read, subject)
        context.topic = values[0] if read.turned else subject
        if read.subject.kind == "title":
            context.titled = subject
        context.key = (subject, relation)

    def _end(self, clause: Piece, read: Read, context: Context) -> None:
        subject = read.subject.name or context.topic
        if subject is None:
            return
        value = clause.raw(*read.objects[0]).strip()
        held = self._names.relation_with(subject, value)
        relation = held or read.relation
        dates = tuple(clause.dates_in(0, len(clause.text))) or context.head_dates
        scope = _scope(clause, context.head_scope)
        context.said.append(Said(subject, relation.name, value, True, dates, False, scope))
        context.topic = subject

    def _asides(
        self,
        piece: Piece,
        sentence: Masked,
        source: str,
        context: Context,
        block: Block,
    ) -> None:
        """ "Y（旧称X）" gives Y an older name."""
        for start, end in sentence.asides:
            inner = source[start + 1 : end - 1]
            text = masked(inner).text
            inside = Piece.of(text, inner, find_chinese_dates(text, block.dated, self._zone), [])
            before = re.search(r"[^，；：]+$", piece.text[: _place(piece, start)])
            if before is not None:
                context.said += self._aside(piece, before.span(), inside)

    def _aside(self, piece: Piece, before: tuple[int, int], inside: Piece) -> Iterator[Said]:
        listed = self._nominal.listed(piece, before, inside)
        if listed is not None:
            relation, subject, values = listed
            for value in values:
                yield Said(subject, relation.name, value)
            return
        owner = self._subjects.read(piece, before)
        old = aside_name(inside, self._subjects)
        if owner and owner.name and old is not None:
            yield Said(old, "", owner.name)
        life = _LIFE.match(inside.text)
        if owner and owner.name and is_person(owner.name) and life is not None:
            first, *last = _DASH.split(inside.raw(0, 1))
            last += [inside.raw(*life.span("death"))] if life["death"] else []
            if last or life.end() < len(inside.text) or re.search(r"[—–~-]", inside.text):
                yield Said(owner.name, "birth date", first, timeless=True)
            for one in last[:1]:
                yield Said(owner.name, "death date", one, timeless=True)


def _claimed(
    said: list[Said],
    pair: tuple[str, str],
    relation: Relation,
    dates: tuple[DateMention, ...],
    scope: object,
) -> bool:
    """Whether the sentence gave a relation that takes one value another one before ("月费18元，年费168元")."""
    if relation.cardinality is not Cardinality.FUNCTIONAL:
        return False
    key = (pair[0], relation.name, dates, scope)
    return any((s.subject, s.relation, s.dates, s.scope) == key and s.object != pair[1] and not s.ends for s in said)


def _part(whole: Masked, start: int, end: int) -> Masked:
    asides = tuple((s - start, e - start) for s, e in whole.asides if start <= s and e <= end)
    return Masked(whole.text[start:end], asides)


def _place(piece: Piece, at: int) -> int:
    return next((i for i, place in enumerate(piece.places) if place >= at), len(piece.text))


def _scope(clause: Piece, head: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    own = {m.dimension: m.value for m in clause.scopes_in()}
    return tuple({**dict(head), **own}.items())
