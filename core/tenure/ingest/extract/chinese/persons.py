"""People's occupations and nationalities: "X是Y国作曲家", "作曲家X的…"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tenure.ingest.extract.chinese.claims import Said
from tenure.ingest.extract.chinese.lexicon import either, lexicon
from tenure.ingest.extract.chinese.nominal import ADVERBS, Read
from tenure.ingest.extract.chinese.normal import COVERED, TITLE, UNTITLE, simplified
from tenure.ingest.extract.chinese.piece import DATE, Piece
from tenure.ingest.extract.chinese.subjects import Subjects
from tenure.ingest.extract.chinese.values import HAN, Span, Values, is_person
from tenure.ingest.extract.names import Names
from tenure.keys import fold

_LISTS = lexicon().lists
_JOB = (
    rf"(?P<job>(?:(?:(?![由是与和为系给的在名位个任、])[{HAN}]){{1,4}}(?:工程师|学家|运动员|设计师|研究员|艺术家|评论员|工作者|演奏家)"
    rf"|{either(_LISTS['occupations'])}))"
)
_NATION = rf"(?P<nation>{either(_LISTS['nationalities'])})?(?:籍)?"
_FAME = r"(?:著名|知名|当代|青年|资深|职业|独立|已故|旅居海外的|自由|业余|退休)?(?:的)?"
_IS = re.compile(
    rf"(?P<s>.*?){ADVERBS}(?:是|为|系|现为|现任|：)?(?:一名|一位|一个|个|名|位)?{_FAME}{_NATION}{_FAME}{_JOB}(?:兼.+)?(?:。|\s)*"
)
_JOB_AT_END = re.compile(rf"{_NATION}{_FAME}{_JOB}$")
_ALONE = re.compile(rf"{_NATION}{_FAME}{_JOB}(?:兼.+)?(?:。|\s)*")
_WROTE = re.compile(
    rf"(?:并|曾)?(?:著有|著|代表作品?(?:有|为|是|包括)?|主要作品(?:有|为|包括)|出版过?|写有)[{HAN}]{{0,6}}(?P<w>(?:{TITLE}{COVERED}+{UNTITLE}[、和与及]*)+)(?:等.{{0,6}})?(?:。|\s)*"
)
_HOLDS = re.compile(rf"{ADVERBS}(?:现任|担任|出任|现为|升任|就任|接任|兼任|任)(?P<of>[^，]+?)(?:一职)?(?:。|\s|了)*")
_ROLE = re.compile(
    rf"的?(?P<role>(?:首席|执行|艺术|常务|总)?[{HAN}]{{0,2}}(?:长|指挥|教练|主席|会长|总裁|经理|总监|工程师|主编|主帅|主任|书记|顾问))$"
)
_INTRODUCED = re.compile(
    r"(?:我[社院校所]|沉痛悼念|我们的)?(?P<lead>.{4,40}?)\s?(?:先生|女士|同志|院士|教授|老师)(?:。|\s|\ue025)*"
)
_OFFICE_END = re.compile(r"(?:[长家师任员授人者理裁监席记士辑])$")
_LEADING = re.compile(rf"{_FAME}{_NATION}{_FAME}{_JOB}(?=、|$|原|[{HAN}]{{2,4}}(?:先生|女士))")
_KIN = [noun for noun, name in lexicon().relations.items() if name in ("parents", "spouse", "children", "siblings")]
_SHORT_KIN = {"妻": "spouse", "夫": "spouse", "父": "parents", "母": "parents"}
"""Words for relatives of one character; too short to be nouns of their relations elsewhere."""
_RELATIVE = re.compile(
    rf"(?P<s>(?:其|他的?|她的?|我的?|[{HAN}·]{{2,10}}的)?)"
    rf"(?P<kin>{either([k for k in _KIN if len(k) > 1])}|[{''.join(_SHORT_KIN)}])\s?"
)
_PREDICATE = re.compile(r"(?:$|[。\s、]|是|为|系|也|现|在|任|生|于|则|同为)")
_ALONE_AT_END = re.compile(rf"(?P<job>{either(_LISTS['occupations'])})$")
_DEPUTY = re.compile(r"副|助理|代理|名誉|荣誉")
_BEFORE_NAME = re.compile(
    rf"{_NATION}{_FAME}{_JOB}(?P<n>[{HAN}]{{1,6}}(?:·[{HAN}]{{1,6}})+|[{HAN}]{{2,3}})(?=的|，|\s|《|在|是|于|和|与|$)"
)


class Persons:
    """Reads such clauses."""

    def __init__(self, names: Names, subjects: Subjects, values: Values) -> None:
        self._subjects, self._values, self._names = subjects, values, names
        self._job = re.compile(_JOB)

    def may_say(self, text: str) -> bool:
        """Whether a text names an occupation."""
        return self._job.search(text) is not None

    def read(self, piece: Piece, topic: str | None) -> Iterator[Said]:
        """Yield what a clause says of a person's occupation and nationality."""
        if topic is not None and is_person(topic):
            found = list(self._of(piece, topic))
            if found:
                yield from found
                return
        match = _IS.fullmatch(piece.text)
        if match is None:
            return
        subject = self._subjects.read(piece, match.span("s"))
        name = subject.name if subject else None
        if subject is not None and subject.points:
            name = topic if topic and is_person(topic) else None
        if name is None or not is_person(name):
            return
        if match["nation"]:
            yield Said(name, "nationality", piece.raw(*match.span("nation")), timeless=True)
        yield Said(name, "occupation", piece.raw(*match.span("job")))

    def introduced(self, piece: Piece) -> tuple[str, list[Said]] | None:
        """The person whom a clause presents ("著名昆虫学家、原院长萧伯安先生"), and the occupation."""
        match = _INTRODUCED.fullmatch(piece.text)
        if match is None or re.search(rf"[{DATE}是由在与和把被]", match["lead"]):
            return None
        for length in (3, 2, 4):
            start = match.end("lead") - length
            name = piece.text[start : match.end("lead")]
            if start > match.start("lead") + 1 and is_person(name) and _OFFICE_END.search(piece.text[:start]):
                job = _LEADING.match(piece.text, match.start("lead"))
                person = piece.raw(start, match.end("lead"))
                return person, [Said(person, "occupation", piece.raw(*job.span("job")))] if job else []
        return None

    def relatives(self, piece: Piece, topic: str | None) -> tuple[str, list[Said], bool] | None:
        """What "父亲X是…" and "S的妻子X" say: the relative, the statements, and whether nothing follows."""
        match = _RELATIVE.match(piece.text)
        if match is None:
            return None
        subject = self._subjects.read(piece, match.span("s"))
        owner = topic if subject is not None and subject.points else subject.name if subject is not None else None
        if owner is None or not is_person(simplified(owner)):
            return None
        for length in (3, 2, 4):
            end = match.end() + length
            name = piece.text[match.end() : end]
            rest = piece.text[end:]
            if len(name) == length and is_person(name) and _PREDICATE.match(rest):
                person = piece.raw(match.end(), end)
                relation = _SHORT_KIN.get(match["kin"]) or lexicon().relations[match["kin"]]
                said = [Said(owner, relation, person, timeless=True)]
                job = _IS.fullmatch(rest)
                if job is not None and not job["s"]:
                    if job["nation"]:
                        said.append(
                            Said(
                                person,
                                "nationality",
                                piece.raw(end + job.start("nation"), end + job.end("nation")),
                            )
                        )
                    said.append(
                        Said(
                            person,
                            "occupation",
                            piece.raw(end + job.start("job"), end + job.end("job")),
                        )
                    )
                return person, said, not rest.strip()
        return None

    def _of(self, piece: Piece, person: str) -> Iterator[Said]:
        """What a clause without a subject adds to a person: "语言学家", "浙江海宁人", "著有《W》", "现任S的R"."""
        text = piece.text
        start = len(text) - len(text.lstrip(" \ue030\ue025"))
        alone = _ALONE.fullmatch(text, start)
        if alone is not None:
            if alone["nation"]:
                yield Said(
                    person,
                    "nationality",
                    piece.raw(*alone.span("nation")),
                    timeless=True,
                )
            yield Said(person, "occupation", piece.raw(*alone.span("job")))
            return
        wrote = _WROTE.fullmatch(text, start)
        if wrote is not None and "导演" not in person:
            for title in re.finditer(f"{COVERED}+", wrote["w"]):
                span = (
                    wrote.start("w") + title.start(),
                    wrote.start("w") + title.end(),
                )
                yield Said(piece.raw(*span), "author", person, timeless=True)
            return
        holds = _HOLDS.fullmatch(text)
        if holds is not None:
            yield from self._held(piece, holds.span("of"), person)

    def _held(self, piece: Piece, span: Span, person: str) -> Iterator[Said]:
        """ "现任S的R": the role is as long as what names the organisation allows."""
        job = _ALONE_AT_END.search(piece.text, *span)
        for start in range(span[1] - 2, span[0] + 1, -1):
            role = _ROLE.fullmatch(piece.text, start, span[1])
            subject = self._subjects.read(piece, (span[0], start)) if role is not None else None
            if role is None or subject is None or subject.name is None or _DEPUTY.search(role["role"]):
                continue
            if subject.kind in ("known", "class", "title"):
                relation = lexicon().relations.get(fold(role["role"]), piece.raw(*role.span("role")))
                yield Said(
                    subject.name,
                    relation,
                    person,
                    False,
                    tuple(piece.dates_in(0, len(piece.text))),
                )
                return
        if job is not None:
            yield Said(person, "occupation", piece.raw(*job.span("job")))

    def beside(self, clause: Piece, read: Read, subject: str) -> list[Said]:
        """What a clause says beside its statement of people: "摄影师何启明"."""
        found: list[Said] = []
        for span in read.objects:
            job = _JOB_AT_END.search(clause.text[: span[0]])
            if (
                job is not None
                and is_person(clause.text[slice(*span)])
                and lexicon().relations.get(fold(job["job"])) != read.relation.name
            ):
                found += _titled(clause, clause.raw(*span), job)
        for match in _BEFORE_NAME.finditer(clause.text):
            name = clause.raw(*match.span("n"))
            objects = [clause.raw(*span) for span in read.objects]
            role = lexicon().relations.get(fold(match["job"]))
            if (name != subject and name not in objects) or role == read.relation.name:
                continue
            found += _titled(clause, name, match)
        return found


def _titled(clause: Piece, name: str, match: re.Match[str]) -> Iterator[Said]:
    """What the title before a name says of its bearer: a nation, where one stands there, and the work."""
    if match["nation"]:
        yield Said(name, "nationality", clause.raw(*match.span("nation")), timeless=True)
    yield Said(name, "occupation", clause.raw(*match.span("job")))
