"""People's occupations and nationalities: "X是Y国作曲家", "作曲家X的…"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tenure.ingest.extract.chinese.claims import Said
from tenure.ingest.extract.chinese.lexicon import either, lexicon
from tenure.ingest.extract.chinese.nominal import ADVERBS, Read
from tenure.ingest.extract.chinese.piece import Piece
from tenure.ingest.extract.chinese.subjects import Subjects
from tenure.ingest.extract.chinese.values import HAN, Values, is_person
from tenure.ingest.extract.names import Names

_LISTS = lexicon().lists
_JOB = (
    rf"(?P<job>(?:[{HAN}]{{1,4}}(?:工程师|学家|运动员|设计师|研究员|艺术家|评论员|工作者|演奏家)"
    rf"|{either(_LISTS['occupations'])}))"
)
_NATION = rf"(?P<nation>{either(_LISTS['nationalities'])})?(?:籍)?"
_FAME = r"(?:著名|知名|当代|青年|资深|职业|独立|已故|旅居海外的|自由|业余|退休)?(?:的)?"
_IS = re.compile(
    rf"(?P<s>.*?){ADVERBS}(?:是|为|系|现为|现任|：)?(?:一名|一位|一个|个|名|位)?{_FAME}{_NATION}{_FAME}{_JOB}(?:兼.+)?(?:。|\s)*"
)
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

    def beside(self, clause: Piece, read: Read, subject: str) -> list[Said]:
        """What a clause says beside its statement of people: "摄影师何启明"."""
        found: list[Said] = []
        for match in _BEFORE_NAME.finditer(clause.text):
            name = clause.raw(*match.span("n"))
            objects = [clause.raw(*span) for span in read.objects]
            if name != subject and name not in objects:
                continue
            if match["nation"]:
                found.append(Said(name, "nationality", clause.raw(*match.span("nation")), timeless=True))
            found.append(Said(name, "occupation", clause.raw(*match.span("job"))))
        return found
