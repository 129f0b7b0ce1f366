"""What names a subject in a Chinese clause, and what only points at one."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tenure.ingest.extract.chinese.lexicon import either, lexicon
from tenure.ingest.extract.chinese.normal import (
    ASIDE,
    COVERED,
    QUOTE,
    TITLE,
    UNQUOTE,
    UNTITLE,
    simplified,
)
from tenure.ingest.extract.chinese.piece import DATE, SCOPE, Piece
from tenure.ingest.extract.chinese.values import HAN, Span, is_name, is_person
from tenure.ingest.extract.names import Names

_LISTS = lexicon().lists
_CLASS = either(_LISTS["class_nouns"])
_CLASSED = re.compile(rf"{_CLASS}$")
_LEAD = re.compile(
    rf"(?:[一二三四五六七八九十]、|[①-⑩]|\d{{1,2}}[.)、]\s|{either(_LISTS['leads'])}|[\s、：{DATE}{SCOPE}{ASIDE}])+"
)
_ADVERB_END = re.compile(rf"(?:{either([w for w in _LISTS['adverbs'] if len(w) > 1])}|[\s{DATE}{SCOPE}{ASIDE}])+$")
_POINTS = re.compile(
    r"(?:其|它|它们|该|本|此|这个?|他|她|该[\u4e00-\u9fff]{1,4}|本(?:服务|系统|项目|平台|产品|书|片|公司|集团|校|馆|组|库|工具|仓库|应用|组件|模块|机|品|剧|作|曲)"
    r"|这(?:个|款|部|本|家|座|首|台|项)[\u4e00-\u9fff]{0,4}|本次[\u4e00-\u9fff]{1,3}|此(?:书|片|曲|剧|服务|系统)|公司|全书共|全(?:县|市|国|镇|区|村|城|书|片|剧|岛|省|长|校)|湖面|机身|整机|其中|旗下"
    r"|(?:每个?|单个?)(?:实例|节点|副本|文件|进程|租户)|两人|二人|夫妇)(?:的)?$"
)
_POINTING = frozenset(_LISTS["pointing_nouns"])
_GENERIC = re.compile(
    rf"(?:{either(_LISTS['generic_modifiers'])})*(?:的)?(?:{either(_LISTS['generic_nouns'])})(?:们|上|里|中)?$"
    rf"|[一二三四五六七八九十\d]+[种个家名位]$"
)
_IDENTIFIER = re.compile(r"[A-Za-z#@/.-][\w.+#@/-]*(?:[ ][A-Z0-9][\w.+#-]*)*|--?[a-z][\w-]*")
_TITLE_SUBJECT = re.compile(
    rf"(?P<pre>[{HAN}A-Za-z\d ]{{0,14}}?)[{QUOTE}{TITLE}]"
    rf"(?P<in>{COVERED}+)[{UNQUOTE}{UNTITLE}](?P<post>[{HAN}]{{0,6}})$"
)
_NUMBERED = re.compile(rf"(?P<n>[{HAN}]{{1,6}}\s?\d+(?:\.\d+)?)\s?{_CLASS}")
_DISTRICT = re.compile(rf"^(?P<n>[{HAN}]{{2,}}?)(?:市|县|镇|乡|村)$")
_TITLED = re.compile(rf"(?P<n>.+?)\s?(?:{either(_LISTS['addresses'])})$")
_AND = re.compile(r"\s?(?:、|以及|和|与|及|跟|同)\s?")
_COUNTED = re.compile(r"(?:这)?[两二三四五六七八九十几\d](?:个|款|套|座|部|位|家|者|组)[\u4e00-\u9fff]{0,4}$")
_RUNS = re.compile(either(_LISTS["common_verbs"]))


@dataclass(frozen=True, slots=True)
class Found:
    """A subject.

    Attributes:
        name: as written; None if it only points at one.
        points: whether it points at something named before.
        sure: whether it is surely a name.
        others: the other names, of several subjects.
        kind: what makes it a name: "known" or written as a "title", an "identifier", with a "class" noun, as
            "person", or nothing ("plain").
    """

    name: str | None
    points: bool = False
    sure: bool = False
    others: tuple[str, ...] = ()
    kind: str = "plain"

    @property
    def names(self) -> tuple[str | None, ...]:
        """All the names, of several subjects."""
        return (self.name, *self.others)


class Subjects:
    """Reads subjects; what is known of names comes from the extractor's :class:`Names`."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def knows(self, name: str) -> bool:
        """Whether a subject of this name is known."""
        return self._names.knows(name)

    def read(self, piece: Piece, span: Span) -> Found | None:
        """Return the subject that the whole of a span names; a pointer for none, "其", "该服务"; else None."""
        start, end = self.bare(piece.text, span)
        owned = piece.text[end : span[1]].startswith("的")
        start = _unjobbed(piece.text, start, end)
        text = piece.text[start:end]
        if not text or _POINTS.fullmatch(text) or text in _POINTING:
            return Found(None, points=True)
        titled = _TITLE_SUBJECT.fullmatch(text)
        if titled is not None:
            pre = titled["pre"]
            if pre and not is_name(pre.strip() + "书") and len(pre) > 1:
                return None
            if titled["post"] and not _CLASS_ONLY.fullmatch(titled["post"]):
                return None
            return Found(
                piece.raw(start + titled.start("in"), start + titled.end("in")),
                sure=True,
                kind="title",
            )
        if re.search("[\ue020-\ue031]", text):
            return None
        raw = piece.raw(start, end)
        known = self._known(raw, text)
        if known is not None:
            return known
        found = self._several(piece, (start, end)) or self._named(piece, (start, end))
        return replace(found, sure=True) if found is not None and owned else found

    def _several(self, piece: Piece, span: Span) -> Found | None:
        """ "A、B与C（三个服务）"."""
        start, end = span
        counted = _COUNTED.search(piece.text, start, end)
        end = counted.start() if counted else end
        joints = list(_AND.finditer(piece.text, start, end))
        if not joints:
            return None
        edges = [start, *(i for m in joints for i in m.span()), end]
        parts = [self.read(piece, (a, b)) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a > 1]
        if len(parts) != len(joints) + 1 or any(p is None or p.name is None for p in parts):
            return None
        if counted is not None:
            parts = [replace(p, kind="class") if p is not None and p.kind == "plain" else p for p in parts]
        if any(p is not None and p.kind == "plain" and _OFFICIAL.search(p.name or "") for p in parts):
            return None  # "副市长郭子衡、澜海集团"
        names = [p.name for p in parts if p is not None and p.name is not None]
        return Found(names[0], sure=True, others=tuple(names[1:]), kind=_weakest(parts))

    def opening(self, piece: Piece) -> Found | None:
        """Return the subject that a clause plainly begins with, whatever it goes on to say of it."""
        start = self.bare(piece.text, (0, len(piece.text)))[0]
        quoted = _ENDS_QUOTED.search(piece.text) or _OWN_WORK.match(piece.text, start)
        if quoted is not None:
            return Found(piece.raw(*quoted.span("in")), sure=True, kind="title")
        match = _STARTS.match(piece.text, start)
        found = self.read(piece, match.span()) if match else None
        if found is not None and found.sure:
            return found
        match = _OWNS.match(piece.text, start) or _ACTS.match(piece.text, start)
        found = self.read(piece, match.span("n")) if match else None
        plain = match is None or match.re is _ACTS or _ATTRIBUTE.match(piece.text, match.end())
        return found if found is not None and (found.kind != "plain" or plain) else None

    def heading(self, title: str) -> str | None:
        """Return the subject a heading names, or None."""
        bare = re.sub(
            r"^\W*(?:\d+(?:\.\d+)*[.、)]?\s+)?|[*_`]|(?<=\S)\s?[（(][^（）()]*[）)]$",
            "",
            title,
        ).strip()
        bare = re.sub(r"^[《「“](.+)[》」”]$", r"\1", bare)
        if not bare or _GENERIC.match(simplified(bare)):
            return None
        if self._names.knows(bare):
            return self._names.subject(bare)
        same = simplified(bare)
        return bare if len(bare) <= 24 and (is_name(same, 12) or _IDENTIFIER.fullmatch(same)) else None

    def bare(self, text: str, span: Span) -> Span:
        """Return a span without the words that lead in and the adverbs behind."""
        start, end = span
        lead = _LEAD.match(text, start, end)
        if lead is not None:
            start = lead.end()
        made = _MADE.match(text, start, end)
        if made is not None:
            start = made.end()
        tail = _ADVERB_END.search(text, start, end)
        if tail is not None:
            end = tail.start()
        if end > start + 1 and text[end - 1] == "的":
            end -= 1
        return start, end

    def _known(self, raw: str, text: str) -> Found | None:
        if self._names.knows(raw):
            return Found(self._names.subject(raw) or raw, sure=True, kind="known")
        classed = _CLASSED.search(text)
        if classed is not None and classed.start() > 1:
            head = raw[: classed.start()].rstrip()
            if self._names.knows(head):
                return Found(self._names.subject(head) or head, sure=True, kind="known")
        district = _DISTRICT.match(text)
        if district is not None and self._names.knows(raw[: district.end("n")]):
            return Found(raw[: district.end("n")], sure=True, kind="known")
        for lead in re.finditer(rf"(?<=[\s的])|(?<={_CLASS_END})", text):
            rest = raw[lead.start() :].strip()
            if (
                1 < len(rest) < len(raw)
                and self._names.knows(rest)
                and is_name(text[: lead.start()].strip("的 ") + "名")
            ):
                return Found(self._names.subject(rest) or rest, sure=True, kind="known")
        return None

    def _named(self, piece: Piece, span: Span) -> Found | None:
        start, end = span
        text = piece.text[start:end]
        if _GENERIC.match(text) or len(text) > 40:
            return None
        numbered = _NUMBERED.fullmatch(text)
        if numbered is not None:
            end = start + numbered.end("n")
            text = piece.text[start:end]
        latin = re.fullmatch(
            rf"(?P<pre>[{HAN}]*)\s?(?P<id>{_IDENTIFIER.pattern})(?P<post>\s?[{HAN}]*)",
            text,
        )
        if latin is not None and re.search("[A-Za-z]", latin["id"]):
            return self._latin(piece, start, latin)
        if (
            not is_name(text, 14)
            or re.search(r"[地得着了过]$|^[任被经由]|作战|比\d", text)
            or (_RUNS.search(text) and not _CLASSED.search(text))
        ):
            return None
        titled = _TITLED.fullmatch(text)
        if titled is not None and is_person(titled["n"]) and len(titled["n"]) > 1:
            return Found(piece.raw(start, start + titled.end("n")), kind="person")
        if re.fullmatch(rf"[{HAN}]{{2,6}}\s?\d{{1,3}}", text):
            return Found(piece.raw(start, end), sure=True, kind="identifier")  # "轻羽 3"
        district = _DISTRICT.match(text)
        if text.endswith(("县", "镇", "乡", "村")) and len(text) > 2:
            return Found(piece.raw(start, end), sure=True, kind="class")
        if district is not None and not text.endswith(("超市", "门市", "都市", "城市")):
            return Found(piece.raw(start, start + district.end("n")), sure=True, kind="class")
        classed = _CLASSED.search(text) is not None
        kind = "class" if classed else "person" if is_person(text) else "plain"
        return Found(piece.raw(start, end), sure=classed or "·" in text, kind=kind)

    def _latin(self, piece: Piece, start: int, latin: re.Match[str]) -> Found | None:
        pre, post = latin["pre"], latin["post"].strip()
        if post and not _CLASS_ONLY.fullmatch(post):
            whole = latin[0]
            named = is_name(whole, 8) and not pre and _PART_OF.fullmatch(post)
            return Found(piece.raw(start, start + len(whole)), sure=True, kind="identifier") if named else None
        if pre and not _PREFIXED.search(pre):
            if not is_name(pre, 6):
                return None
            if latin["id"][0].isupper() or latin["id"][0].isdigit():
                return Found(
                    piece.raw(start, start + latin.end("id")),
                    sure=True,
                    kind="identifier",
                )
        return Found(
            piece.raw(start + latin.start("id"), start + latin.end("id")),
            sure=True,
            kind="identifier",
        )


def _weakest(parts: list[Found | None]) -> str:
    kinds = {part.kind for part in parts if part is not None}
    return next(k for k in ("plain", "person", "class", "identifier", "title", "known") if k in kinds)


def _unjobbed(text: str, start: int, end: int) -> int:
    """Where the name begins behind "法国雕塑家"."""
    job = _JOB.match(text, start, end)
    return job.end() if job and is_person(text[job.end() : end]) else start


_JOB = re.compile(
    rf"(?:曾任[^的]{{2,16}}的)?(?:{either(_LISTS['nationalities'])})?(?:著名|知名|当代|青年)?(?:[{HAN}]{{0,4}}(?:工程师|学家|运动员|设计师)|{either(_LISTS['occupations'])})?"
)
_MADE = re.compile(
    rf"(?:由)?[{HAN}·]{{2,12}}"
    rf"(?:{'|'.join(v for verbs in lexicon().made.values() for v in verbs)})的(?=[{HAN}]{{0,8}}\ue023)"
)
_STARTS = re.compile(
    rf"(?P<n>[{HAN}]{{2,10}}?{_CLASS})(?=在|将|已|于|是|为|的|由|我|这|终于|一直|现在|目前|今天|昨天|本周|上周|最近|又|也|有|被|把|从|自)"
    rf"|(?:{_IDENTIFIER.pattern})(?=\s?[{HAN}])"
)
_OWN_WORK = re.compile(rf"[{HAN}·]{{2,10}}的[{HAN}]{{0,8}}{TITLE}(?P<in>{COVERED}+){UNTITLE}")
_ENDS_QUOTED = re.compile(rf"[{QUOTE}{TITLE}](?P<in>{COVERED}+)[{UNQUOTE}{UNTITLE}]\s*$")
_ACTS = re.compile(rf"(?P<n>[{HAN}]{{3,8}}?)(?:现已|现|已|将|可|均|全面)?(?={_RUNS.pattern})")
_OWNS = re.compile(rf"(?P<n>[{HAN}]{{3,10}}|{_IDENTIFIER.pattern})\s?的")
_OFFICIAL = re.compile(
    rf"(?:[市省县区局部厅处科校院馆所会社团队]长|总裁|经理|主席|书记|主任|教授|总监|委员|代表)[{HAN}]{{2,3}}$"
)
_ATTRIBUTE = re.compile(rf"[{HAN}]{{2,6}}?(?:是|为|：|由|有|在|已|将|从|用|叫|改)")
_CLASS_ONLY = re.compile(
    rf"(?:{_CLASS}|{either(_LISTS['prefix_nouns'])}|一书|两[个者]?|这?[一两三四五六七八九十]个?{_CLASS})+"
)
_PART_OF = re.compile(rf"[{HAN}]{{0,3}}[端版卡组队库号机线站杯节赛展馆店桥路群池盘屏器仪表]")
"""What may follow an identifier and belong to the name ("kafka 客户端")."""
_CLASS_END = "[务统台关心擎件块端目用序具表列库组桶号]"
_PREFIXED = re.compile(either(_LISTS["prefix_nouns"] + _LISTS["class_nouns"]) + "$")
