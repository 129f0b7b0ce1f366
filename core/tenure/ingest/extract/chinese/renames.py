"""Other names of a thing: "X更名为Y", "X现名Y", "Y（原名X）"."""

from __future__ import annotations

import re

from tenure.ingest.extract.chinese.nominal import ADVERBS
from tenure.ingest.extract.chinese.piece import Piece
from tenure.ingest.extract.chinese.subjects import Subjects

_VERB = r"(?:更名|改名|改称|易名|改叫|改名叫|重命名|更名改制|正式更名)(?:为|成|叫|作|叫做|为了)?"
_FORMS = (
    (
        re.compile(
            r"(?:企业|公司|单位|机构|项目|产品|品牌)?名称(?:由|从)(?P<s>.+?)"
            r"(?:变更|更改|更名|改|变)(?:为|成)(?P<o>[^的]+?)(?:了|。|\s)*"
        ),
        False,
    ),
    (re.compile(rf"(?:原)?(?P<s>.*?){ADVERBS}{_VERB}{ADVERBS}(?P<o>[^的]+?)(?:了|啦|。|\s)*"), False),
    (
        re.compile(
            rf"(?:原(?:来的)?)?(?P<s>.*?){ADVERBS}(?:现在|如今|现已|现|统一)(?:改)?(?:叫|称|称为|名为|名)(?:做|作)?{ADVERBS}(?P<o>.+?)(?:了|啦|。|\s)*"
        ),
        False,
    ),
    (
        re.compile(rf"(?P<s>.*?){ADVERBS}(?:原名|旧称|旧名|曾用名|前称|原称|古称)(?:叫|为|是|：)?(?P<o>.+?)(?:。|\s)*"),
        True,
    ),
)
_ASIDE = re.compile(r"(?:原名|旧称|旧名|曾用名|前称|原称|古称|原)(?:叫|为|是|：)?\s*(?P<o>[^，；]+)")
SIGN = re.compile(
    r"名称[由从]|更名|改名|改称|易名|改叫|重命名|现名|现称|现在叫|现叫|现已|如今叫|原名|旧称|旧名|曾用名|前称|原称|古称|统一叫"
)


def renamed(piece: Piece, subjects: Subjects, topic: str | None) -> tuple[str, str] | None:
    """Return (old name, new name) if a clause gives a thing, or what was spoken of before it, another name."""
    if not SIGN.search(piece.text):
        return None
    for form, backwards in _FORMS:
        match = form.fullmatch(piece.text)
        if match is None:
            continue
        first = subjects.read(piece, match.span("s"))
        other = subjects.read(piece, match.span("o"))
        if first is None or other is None or other.name is None or other.points:
            continue
        name = topic if first.points and not re.search(r"[他她我你]", match["s"]) else first.name
        if name is not None and name != other.name and (first.name or other.sure or backwards):
            return (other.name, name) if backwards else (name, other.name)
    return None


def aside_name(inside: Piece, subjects: Subjects) -> str | None:
    """Return the old name that an aside gives ("（旧称X）")."""
    match = _ASIDE.fullmatch(inside.text)
    found = subjects.read(inside, match.span("o")) if match else None
    return found.name if found else None
