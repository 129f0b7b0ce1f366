"""Clauses built around a relation's noun: "S的R是V", "S的R由A改为B", "R：V", "V是S的R", "R张伟表示"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tenure.ingest.extract.chinese.lexicon import either, lexicon
from tenure.ingest.extract.chinese.piece import DATE, Piece
from tenure.ingest.extract.chinese.starts import Starts
from tenure.ingest.extract.chinese.subjects import Found, Subjects
from tenure.ingest.extract.chinese.values import (
    HAN,
    QUANTITY,
    Span,
    Values,
    is_name,
    is_person,
)
from tenure.ingest.extract.names import Names
from tenure.keys import fold
from tenure.relations import Cardinality, Relation

_LISTS = lexicon().lists
ADVERBS = rf"(?:{either(_LISTS['adverbs'])}|[\s{DATE}\ue031\ue025])*"
_GAP = rf"[\s{DATE}\ue031\ue025]*"
_CHANGE = either(_LISTS["change_verbs"])
_JOINT = r"(?:为了|为|成了|成|到了|到|至|给了|给|回了|回|在|作|由)"
IS = re.compile(
    rf"{ADVERBS}(?:就是|即是|也是|都是|同为|均为|仍为|仍是|还是|只有|即为|现为|已为|则是|则为|是|为|叫做|叫|名为|名叫|系|乃|选用的是|采用的是|使用的是|用的是|选用|采用|使用的|使用|用(?=[\sA-Za-z#\ue021])|沿用|即"
    rf"|设在|设于|位于|坐落于|坐落在|放在|存放在|存在|托管在|落在|基于|属于|写在|记在|见于|见|包括|包含|涵盖|定在|定于|订在|定为|设为|设定为|限制为|限制在|控制在|保持在|维持(?=\s?\d)|保持(?=\s?\d)|维持在|稳定在|固定为|默认为|达到|达|可达|高达|长达|约为|约|仍在|在|有(?![效关望限所意])|共有|出自|来自|分别是|分别为|等于|=)(?:了)?{_GAP}(?:即|分别是|分别为)?"
)
CHANGED = re.compile(
    rf"{ADVERBS}(?:(?:从|由|自)(?P<a>[^，；。]{{1,30}}?){ADVERBS})?(?:临时|暂时|全面|整体|统一|大幅|逐步|进一步|小幅|正式|都|已|也|又)*{_CHANGE}{_JOINT}{_GAP}"
)
_DATED = re.compile(
    rf"(?:{ADVERBS.replace(DATE, '')}(?:{_CHANGE}{_JOINT}|就是|也是|同为|均为|则是|则为|现为|是|为|定在|定于|订在|定为"
    rf"|设在|设为|在|到|至|：|已|将)*)*\s*(?P<d>{DATE})(?:了|啦|的|。|！|\s|不变|\ue025)*$"
)
_DONE_BY = re.compile(
    rf"(?:一职|一角|工作)?{ADVERBS}(?:改|现|转|仍|都)?由(?P<v>[^，]+?)(?:共同|亲自|一手|独立|继续)?"
    r"(?:担任|出任|创作|负责|执笔|操刀|完成|承担|掌镜|设计|接手|接任|兼任|连任|继任|谱写|撰写|绘制|翻译|谱曲)(?:了|。|！|\s|\ue025)*$"
)
_ADJACENT = re.compile(r"\s?(?P<v>[\x21-\x2b\x2d-\x7e])")
_NAMED = re.compile(rf"\s+(?P<v>[{HAN}A-Za-z·]{{2,12}})(?:先生|女士|老师)?\s*$")
_OFFICE = re.compile(
    rf"、(?:著名|知名)?(?:[{HAN}]{{0,8}}?)(?:{either(_LISTS['occupations'])})(?P<n>[{HAN}]{{2,4}}?|[{HAN}]+·[{HAN}·]+?)"
    rf"(?=曾|在|于|将|把|说|表示|认为|介绍|最先|是|也|就|$)"
)
_TAKEN = re.compile(
    r"\s?(?:(?:把|将)(?:其|自己的|自身的|原有的|原来的)?|(?:共?实现|录得|取得|报告期内|期末|期内|年末|在册|全年|现有|共有|拥有|设有|配有|共|有))+$"
)
_COLON = re.compile(r"[\s\ue025]*：\s*")
_CHANGED_ONLY = re.compile(
    rf"{ADVERBS}(?:有所)?(?:改了|变了|换了|有变|有变化|有调整|调整了|变更了|变更|调整|更新了|换人了|改了一下"
    r"|(?:提高|降低|增加|减少|翻|缩短|延长|上调|下调|放宽|收紧)(?:了)?(?:一倍|一半|两倍|三成)"
    r"|共?有[一二两三四五六七八九十\d]+[种个家位名])(?:啊|哦|哈|了|！)*"
)
"""That a value changed, or how many there are, without saying which."""
_HANDED = re.compile(rf"{ADVERBS}(?:换|改|叫|归|换成|换了)(?:了)?\s?")
LISTED = re.compile(
    r"：|(?:有|包括|共|即|分别是|为|是)*[一二两三四五六七八九十\d]+[种个家位名国款项类座所门](?:，?即)?：?"
)
_MODIFIERS = re.compile(
    r"(?:默认|当前|目前|现任|现|新任|最新|官方|主要|总体|旗下|下属|最终|统一|对外|对应|所用|所属|单个文件|每个?(?:实例|节点|副本|进程|会话)|每节点|单实例|的|联合|共同|推荐|唯一|主|通行|有效|正式|整机|全书|全县|全市|全镇|全区|全国|通用|新|第一|本地|底层|后端|核心|线上|平均|常住|户籍|在册|期末|单个?|单次|最大|请求|任务|整车|满载|标称|额定|累计|合计|总|(?<=[A-Za-z0-9])\s?电池|投标|报名|提交|申报|采购|标准|整机)+$"
)
_COUNTED = re.compile(
    r"(?:的?旗下|下辖|下设)?(?:现有|共有|设有|拥有|新增了?|下设|下辖|有)[一二两三四五六七八九十\d]+[家个种位名所款]$"
)
OLD = re.compile(
    r"(?:原|旧|(?<![目当])前|前任|老|上一任|首任|历任|副|代理|代|临时|候任|备用|备|次|第二|过去|此前|之前|曾经|未来|潜在|候选|下一任|继任|助理|执行副|名誉|荣誉|常务副|分管|部分|其他|另一|个别|某个|多个|所有|各|每个|任何)的?$"
)
_INVERSE = re.compile(rf"{ADVERBS}(?:就是|正是|便是|则是|是|为|乃|系)$|{ADVERBS}(?:同时)?(?:担任|出任|兼任|任)(?:了)?$")
_INVERSE_LEFT = re.compile(rf"(?P<o>.+?){ADVERBS}(?:就是|正是|便是|则是|是|为|乃|系|担任|出任|兼任|现任)(?P<s>.+)$")
_STRONG = frozenset(
    (
        "headquarters", "ceo", "chair", "president", "founder", "mayor", "governor", "capital", "population", "area",
        "elevation", "owner", "lead", "subsidiaries", "author", "director", "composer", "translator", "screenwriter",
        "illustrator", "editor", "publisher", "cast", "genre", "revenue", "slogan", "sponsor", "parent organization",
        "employee count", "stock symbol", "head of state", "head of government", "spouse", "children", "parents",
        "siblings", "license", "on-call", "product owner", "price", "weight", "battery life", "running time",
        "page count", "warranty", "screen size", "postal code", "calling code", "time zone", "currency",
        "official languages", "native language", "nationality", "deadline", "budget", "sla", "industry",
    )
)  # fmt: skip
"""Relations whose noun may stand right behind any name ("翠湖面积")."""
_SPEAKS = re.compile(
    rf"(?:\s|{DATE})*(?:表示|说|宣布|汇报|透露|指出|称|介绍|出席|走访|主持|强调|认为|提出|率|接受|回应|坦言|确认|发布|签署|在|于|对|向|将|代表|会见|视察|补充|提醒|讲|致辞|因|今|$)"
)
_ROLES = frozenset(
    (
        "owner", "lead", "manager", "product owner", "ceo", "chair", "president", "mayor", "governor", "head of state",
        "head of government", "director general",
    )
)  # fmt: skip
"""Relations whose noun may stand before a person's name as a title."""
NOT_NOUN = re.compile(
    r"(?:特点|优点|缺点|问题|原因|目的|意思|重点|好处|做法|情况|结果|关键|想法|建议|说法|核心|初衷|目标|意义|任务|第一步|前提|条件|难点|风险|方法|办法|区别|差异|影响|时候|人|事|话|地方|东西|样子|标准|原则|理由|经验|教训|感受|印象|看法|下一步|工作|内容|部分|主题|结论|名字|名称|价值|优势|挑战|特色|亮点|背景|例子|说明|规则|方式|首任校长)$"
)


@dataclass(frozen=True, slots=True)
class Read:
    """A reading of a clause: the subject, the relation, and the spans of the values in the clause.

    ``turned``: whether the clause is about the value ("V是S的首都").
    """

    subject: Found
    relation: Relation
    objects: tuple[Span, ...]
    end: int
    timeless: bool = False
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Open:
    """A clause that names a key and that it changed, without the value ("S的R改了")."""

    subject: Found
    relation: Relation


class Nominal:
    """Reads such clauses."""

    def __init__(self, names: Names, subjects: Subjects, values: Values) -> None:
        self._names, self._subjects, self._values = names, subjects, values
        nouns = dict(lexicon().relations)
        for relation in names.registry:
            for name in (relation.name, *relation.aliases):
                if re.search(f"[{HAN}]", name):
                    nouns.setdefault(fold(name), relation.name)
        self._nouns = nouns
        self._starts = Starts(nouns)

    def has_noun(self, text: str) -> bool:
        """Whether a text has a relation's noun."""
        return next(self._starts.matches(text), None) is not None

    def relation(self, noun: str) -> Relation:
        """Return the relation of a noun of the lexicon."""
        return self._names.registry.get(self._nouns[fold(noun)])

    def nouns(self, text: str) -> Iterator[re.Match[str]]:
        """Yield the relation nouns of a text, the longest at each place."""
        yield from self._starts.matches(text)

    def read(self, piece: Piece) -> list[Read] | Open | None:
        """Read a clause; None if it is not built this way or its parts are not plain."""
        text = piece.text
        for match in self._starts.matches(text):
            relation = self.relation(match[0])
            inverse = self._inverse(piece, match, relation)
            if inverse is not None:
                return [inverse]
            owner = self._owner(piece, match.start(), relation)
            if owner is None:
                continue
            found = self._after(piece, match.end(), relation)
            if found is not None:
                return [Read(owner, relation, tuple(found), len(text))]
            if _CHANGED_ONLY.fullmatch(text, match.end()):
                return Open(owner, relation)
            named = self._apposed(piece, match, relation)
            if named is not None:
                return [Read(owner, relation, (named,), len(text), timeless=True)]
        return self._unlisted(piece)

    def ends_in_noun(self, text: str) -> bool:
        """Whether a text ends in a relation's noun, perhaps with an aside or a count behind it."""
        bare = re.sub(r"[\s\ue025]+$", "", text)
        return (
            any(m.end() == len(bare) for m in self._starts.matches(bare))
            or re.search(r"[种个家位名]$|国家?接壤$", bare) is not None
        )

    def listed(self, piece: Piece, before: Span, inside: Piece) -> tuple[Relation, str, list[str]] | None:
        """Read "S全体成员（A、B）": relation, subject and values."""
        text = piece.text[: before[1]].rstrip()
        for match in self._starts.matches(text):
            relation = self.relation(match[0])
            if match.end() != len(text) or relation.cardinality is not Cardinality.SET:
                continue
            owner = self._owner(piece.part(before[0], before[1]), match.start() - before[0], relation)
            values = self._values.read(inside.text, (0, len(inside.text)), relation)
            if owner and owner.name and values:
                return relation, owner.name, [inside.raw(*v) for v in values]
        return None

    def value(self, piece: Piece, start: int, relation: Relation) -> list[Span] | None:
        """Read "是V", "改为V" from a place on, of a relation named before."""
        return self._after(piece, start, relation)

    def _after(self, piece: Piece, start: int, relation: Relation) -> list[Span] | None:
        text = piece.text
        if lexicon().types.get(relation.name) == "date":
            dated = _DATED.match(text, start)
            return [dated.span("d")] if dated else None
        forms: list[re.Match[str]] = [
            m
            for m in (
                _COLON.match(text, start),
                CHANGED.match(text, start),
                IS.match(text, start),
            )
            if m is not None
        ]
        person = lexicon().types.get(relation.name) == "person"
        for form in forms:
            if person and form[0].rstrip().endswith(("在", "于")):
                continue  # "值班同学在…" tells where or what is done
            counted = LISTED.match(text, form.end())
            at = counted.end() if counted and counted.end() < len(text) and counted[0] else form.end()
            for begin in {form.end(), at}:
                found = self._values.read(text, (begin, len(text)), relation)
                if found is not None:
                    return found
        adjacent = _ADJACENT.match(text, start)
        typed = lexicon().types.get(relation.name) not in ("number", "schedule", None)
        if adjacent and (typed or adjacent["v"] == "+"):
            return self._values.read(text, (adjacent.start("v"), len(text)), relation)
        handed = _HANDED.match(text, start)
        if handed and lexicon().types.get(relation.name) == "person":
            return self._values.read(text, (handed.end(), len(text)), relation)
        named = _NAMED.match(text, start)
        if named and lexicon().types.get(relation.name) == "person" and is_person(named["v"]):
            return [named.span("v")]
        done = _DONE_BY.match(text, start)
        if done and lexicon().types.get(relation.name) == "person":
            return self._values.read(text, done.span("v"), relation)
        bare = re.compile(rf"{ADVERBS}(?:大?约|仅|近|超过|逾|最多|最高|最低为?|为)?\s?(?P<q>{QUANTITY})").match(
            text, start
        )
        if bare and lexicon().types.get(relation.name) == "number" and bare["q"].strip():
            return self._values.read(text, (start, len(text)), relation)
        listed = LISTED.match(text, start)
        if listed and listed.end() < len(text):
            return self._values.read(text, (listed.end(), len(text)), relation)
        return None

    def _owner(self, piece: Piece, end: int, relation: Relation) -> Found | None:
        """The subject named before a noun that begins at ``end``."""
        text = piece.text
        head = text[:end].rstrip(" ")
        head = _TAKEN.sub("", head)
        if OLD.search(head):
            return None
        modified = _COUNTED.search(head) or _MODIFIERS.search(head)
        stop = modified.start() if modified else len(head)
        owned = modified is not None and ("的" in modified[0] or modified.re is _COUNTED)
        found = self._subjects.read(piece, (0, stop))
        if found is None or found.points:
            return found
        if owned:
            return replace(found, sure=True)
        return found if found.sure or (relation.name in _STRONG and found.name) else None

    def _apposed(self, piece: Piece, noun: re.Match[str], relation: Relation) -> Span | None:
        """ "首席执行官张伟表示": a person named right behind a role."""
        if lexicon().types.get(relation.name) != "person":
            return None
        text, start = piece.text, noun.end()
        foreign = re.compile(rf"[{HAN}]+(?:·[{HAN}]+?)+(?={_SPEAKS.pattern})").match(text, start)
        if foreign:
            return foreign.span()
        start += len(text[start:]) - len(text[start:].lstrip())
        office = _OFFICE.match(text, start)
        if office is not None and relation.name != "winner" and is_person(office["n"]):
            return office.span("n")
        whole = text[start:].rstrip("。！了 ")
        if relation.name not in _ROLES:
            return (start, start + len(whole)) if (2 <= len(whole) <= 3 or "·" in whole) and is_person(whole) else None
        for length in (3, 2, 4):
            name = text[start : start + length]
            if len(name) == length and is_person(name) and _SPEAKS.match(text, start + length):
                return start, start + length
        return None

    def _grown(self, piece: Piece) -> Read | None:
        """ "S的N由A增至V" and "其团长是V" of nouns that nobody listed."""
        for form in (_GROWN, _HEADED):
            match = form.fullmatch(piece.text)
            if match is None or NOT_NOUN.search(match["r"]) or fold(match["r"]) in self._nouns:
                continue
            subject = self._subjects.read(piece, match.span("s")) if match["s"] else Found(None, points=True)
            relation = self._names.registry.get(piece.raw(*match.span("r")))
            objects = self._values.read(piece.text, match.span("o"), relation)
            if subject is not None and (subject.sure or subject.points) and objects is not None:
                return Read(subject, relation, tuple(objects), len(piece.text))
        return None

    def _inverse(self, piece: Piece, noun: re.Match[str], relation: Relation) -> Read | None:
        """ "V是S的R", "V担任S的R"."""
        text = piece.text
        if text[noun.end() :].strip("了，。！ ") not in ("", "一职", "职务", "之一") or relation.name == "version":
            return None
        head = text[: noun.start()]
        found = _INVERSE_LEFT.match(head)
        if found is None or OLD.search(head):
            return None
        stop = found.end("s")
        modified = _MODIFIERS.search(head, found.start("s"))
        stop = modified.start() if modified else stop
        if stop <= found.start("s"):
            return None
        subject = self._subjects.read(piece, (found.start("s"), stop))
        objects = self._values.read(text, _unlead(text, found.span("o")), relation)
        owned = modified is not None and "的" in modified[0]
        if (
            subject is None
            or subject.points
            or objects is None
            or not (owned or subject.sure or relation.name in _STRONG)
        ):
            return None
        if relation.name == "subsidiaries":
            whole = self._subjects.read(piece, objects[0])
            parent = self._values.read(
                text,
                (found.start("s"), stop),
                self._names.registry.get("parent organization"),
            )
            if whole is None or parent is None:
                return None
            return Read(
                whole,
                self._names.registry.get("parent organization"),
                tuple(parent),
                len(text),
            )
        return Read(subject, relation, tuple(objects), len(text), turned=True)

    def _unlisted(self, piece: Piece) -> list[Read] | None:
        """ "S的N是V" of a noun that nobody listed, if S is surely a name and V plainly a value."""
        grown = self._grown(piece)
        if grown is not None:
            return [grown]
        match = re.match(
            rf"(?P<s>[^的：，]+)的\s?(?P<r>[{HAN}A-Za-z ]{{2,12}}?)(?P<is>：|现在是|目前是|现为|是|为|叫)(?!否|因)",
            piece.text,
        )
        if match is None or NOT_NOUN.search(match["r"]) or not is_name(match["r"].strip(), 8):
            return None
        found = self._subjects.read(piece, match.span("s"))
        if found is None or not (found.sure or found.points):
            return None
        noun = piece.raw(match.start("r"), match.end("r")).strip()
        if self.has_noun(match["r"]) and fold(match["r"]) not in self._nouns and OLD.search(match["r"][:1]):
            return None
        relation = self._names.registry.get(noun)
        objects = self._values.read(piece.text, (match.end(), len(piece.text)), relation)
        if objects is None or not re.match(r"[\w/#¥$-]", piece.raw(*objects[0]), re.ASCII):
            return None
        return [Read(found, relation, tuple(objects), len(piece.text))]


_GROWN = re.compile(
    rf"(?:(?P<s>[^的：，]+)的)?(?P<r>[{HAN}]{{2,8}}?)(?:已|将)?(?:由|从)\s?{QUANTITY}\s?(?:大幅)?{_CHANGE}{_JOINT}\s?(?P<o>{QUANTITY})(?:了|。)*"
)
_HEADED = re.compile(
    rf"(?:(?P<s>[^的：，]+?)的?(?=现任|新任|的)的?|其)?(?:现任|新任)?(?P<r>(?:首任|现任)?[{HAN}]{{1,3}}长)(?:是|为)(?P<o>.+)"
)


def _unlead(text: str, span: Span) -> Span:
    match = re.compile(rf"(?:{either(_LISTS['leads'])}|[\s{DATE}\ue031])+").match(text, *span)
    return (match.end(), span[1]) if match else span
