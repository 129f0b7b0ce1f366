"""Attributes that no list has: "额定电压220V", "S的承重为150kg", "审计机构：立言会计师事务所".

The noun is taken as written if its head agrees with what stands as the value: a measure with a quantity, an
office with a person, an address with something to type, a body with the name of one.
"""

from __future__ import annotations

import re

from tenure.ingest.extract.chinese.lexicon import either, lexicon
from tenure.ingest.extract.chinese.nominal import CHANGED, LISTED, NOT_NOUN, Read
from tenure.ingest.extract.chinese.piece import DATE, Piece
from tenure.ingest.extract.chinese.subjects import Found, Subjects
from tenure.ingest.extract.chinese.values import (
    HAN,
    QUANTITY,
    Span,
    is_name,
    is_person,
    trimmed,
)
from tenure.ingest.extract.names import Names
from tenure.keys import fold

_LISTS = lexicon().lists
_MEASURE = re.compile(
    r"(?:压|率|径|长|宽|高|度|量|数|费|额|价|价格|期|期限|限|比|温|速|距|力|龄|积|深|厚|租金|押金|订金|定金|保证金|违约金|奖金"
    r"|股息|时长|间隔|周期|大小|流|阻|耗|载|重|承重|上限|下限|心跳|票|跨度|容|点击|存量|规模|时间|尺寸|级数|次数|份额)$"
)
_OFFICE = re.compile(
    r"(?:人|员|长|者|师|主任|主席|经理|总监|指挥|教练|主帅|秘书|顾问|代表|会计|出纳|编辑|主编|掌门|站长|老师|主理|管家|掌柜)$"
)
_TYPED = re.compile(
    r"(?:网址|邮箱|电话|热线|传真|账号|编号|代码|号|号码|型号|路径|网站|包名|前缀|邮编|公众号|微信|链接)$"
)
_BODY = re.compile(
    r"(?:机构|单位|部门|公司|商|方|社|院|校|事务所|银行|经纪|物业|承包|代理|厂家|厂|品牌|伙伴|渠道|组织|协会)$"
)
_SITE = re.compile(r"(?:地|地址|地点|所在地|产地|籍贯|驻地|仓|校址|厂址|馆址|社址)$")
_DAY = re.compile(r"(?:日|日期|时间)$")
_QUANTITY = re.compile(rf"(?:大?约|最多|最高|最低|不超过|低于|±)?\s?{QUANTITY}")
_LITERAL = re.compile(r"(?=.*[\d./@:_-])[\x21-\x7e]+(?: [\x21-\x7e]+){0,3}")
_BODY_NAME = re.compile(
    either(_LISTS["class_nouns"] + _LISTS["person_ends"] + ("所", "店", "行", "集团", "厂", "社", "园林", "建工")) + "$"
)
_IS = (
    r"(?:[\s\ue025]*：\s*|(?:现|则|均|仍|就|一般|默认)?(?:为|是|达|叫|在|设在|定为|定于)(?!否)"
    r"|\s*(?=[\d¥$+-])|\s+(?=[\x21-\x7e]))"
)
_FIELD = re.compile(rf"(?P<h>[^：，]{{2,24}}?)(?P<is>{_IS})(?P<v>[^：，]+)")
_POINTING = re.compile(rf"(?:{either(_LISTS['pointing_nouns'])}|[该本此][{HAN}]{{2}}(?=[{HAN}]{{3}})|其|该|本)")
_OLD = re.compile(r".*[原旧]价|原|旧|前(?!台|端)|副|代理|上任|上一|首任|历任|临时|候任|备用|另|某|未来|下一")
_OTHERS = re.compile(rf"(?:{either([c for c in _LISTS['class_nouns'] if len(c) > 1])})(?=[{HAN}]{{2}})")
"""A class noun in front is another thing ("网关实例数")."""
_TURN = re.compile(r"[由从自改换调增减提降升]")
_SIGN = re.compile(
    r"[压率径长宽高度量数费额价期限比温速距力深厚金息隔流载重票间人员者师任席理监挥练帅书问会计辑址箱话线真号码站构位门司商社校所行产仓地日]"
    r"(?:\s*：|[现均仍就则]?[为是叫达]|\s?[\d¥$]|[由从自改调增减提降升])"
)
_STOP = frozenset(_LISTS["unfielded"])


class Fields:
    """Reads such clauses."""

    def __init__(self, names: Names, subjects: Subjects) -> None:
        self._names, self._subjects = names, subjects

    def may_say(self, text: str) -> bool:
        """Whether a text may have such an attribute: a cheap test."""
        return _SIGN.search(text) is not None

    def label(self, text: str) -> bool:
        """Whether "N：V" may be such a field."""
        match = _FIELD.fullmatch(text)
        return (
            match is not None and "：" in match["is"] and self._agreeing(text, match["h"], match.span("v")) is not None
        )

    def read(self, piece: Piece) -> list[Read]:
        """Read a clause as one attribute of what it names, or of what was named before."""
        text = piece.text
        changed = self._changed(text)
        match = None if changed else _FIELD.fullmatch(text)
        if match is None and changed is None:
            return self._held(piece)
        head = match.span("h") if match else changed[0] if changed else None
        value = match.span("v") if match else changed[1] if changed else None
        if head is None or value is None:
            return []
        owner, start = self._owner(piece, head)
        noun = text[start : head[1]].strip("的 ")
        span = self._agreeing(text, noun, value)
        if owner is None or span is None:
            return []
        start = text.index(noun, start)
        relation = self._names.registry.get(piece.raw(start, start + len(noun)))
        return [Read(owner, relation, (span,), len(text))]

    def _held(self, piece: Piece) -> list[Read]:
        """ "法定代表人欧阳岳": a person right behind an office."""
        text = piece.text.rstrip("。 ")
        for length in (3, 2, 4):
            at = len(text) - length
            if at < 2 or not is_person(text[at:]) or not _OFFICE.search(text[:at]):
                continue
            owner, start = self._owner(piece, (0, at))
            noun = text[start:at].strip("的 ")
            if owner is None or self._agreeing(text, noun, (at, len(text))) is None:
                continue
            start = text.index(noun, start)
            relation = self._names.registry.get(piece.raw(start, start + len(noun)))
            return [Read(owner, relation, ((at, len(text)),), len(text))]
        return []

    def _changed(self, text: str) -> tuple[Span, Span] | None:
        """ "起步价由1元调整为2元"."""
        for turn in _TURN.finditer(text, 3, 24):
            match = CHANGED.match(text, turn.start())
            if match is not None and match.end() < len(text):
                return (0, turn.start()), (match.end(), len(text))
        return None

    def _owner(self, piece: Piece, head: Span) -> tuple[Found | None, int]:
        """Who has the attribute, and where its noun begins."""
        start, stop = self._subjects.bare(piece.text, head)
        text = piece.text
        for end in range(stop - 2, start + 1, -1):
            raw = piece.raw(start, end)
            if self._names.knows(raw):
                return Found(self._names.subject(raw) or raw, sure=True, kind="known"), end
        owned = text.find("的", start, stop)
        if owned > start:
            found = self._subjects.read(piece, (start, owned))
            return (found if found is not None and (found.sure or found.points) else None), owned + 1
        pointing = _POINTING.match(text, start, stop)
        return Found(None, points=True), pointing.end() if pointing else start

    def _agreeing(self, text: str, noun: str, value: Span) -> Span | None:
        noun = noun.strip()
        if (
            re.fullmatch(rf"[{HAN}]{{2,8}}", noun) is None
            or not is_name(noun, 8)
            or noun in _STOP
            or NOT_NOUN.fullmatch(noun)
            or _OLD.match(noun)
            or _OTHERS.match(noun)
            or fold(noun) in lexicon().relations
        ):
            return None
        listed = LISTED.match(text, value[0])
        span = trimmed(
            text,
            (
                listed.end() if listed and listed.end() < value[1] else value[0],
                value[1],
            ),
        )
        said = text[slice(*span)]
        if said == DATE:
            return span if _DAY.search(noun) else None
        if _QUANTITY.fullmatch(said) and re.search(r"\d|[一二三四五六七八九十百千万两半]", said):
            return span if _MEASURE.search(noun) or (_TYPED.search(noun) and said.isascii()) else None
        if re.fullmatch(r"\d{1,2}:\d\d(?:\s?[-–—~至到]\s?\d{1,2}:\d\d)?", said):
            return span if noun.endswith("时间") else None
        if _LITERAL.fullmatch(said):
            return span if _TYPED.search(noun) else None
        if _OFFICE.search(noun) and is_person(said):
            return span
        if _BODY.search(noun) and is_name(said, 16) and _BODY_NAME.search(said):
            return span
        return span if _SITE.search(noun) and is_name(said, 10) and not is_person(said[:1] + "某") else None
