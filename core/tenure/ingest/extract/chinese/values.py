"""Cuts objects out of Chinese clauses: quantities, names, identifiers, dates, lists of them."""

from __future__ import annotations

import re

from tenure.ingest.extract.chinese.lexicon import either, lexicon
from tenure.ingest.extract.chinese.normal import (
    ASIDE,
    COVERED,
    QUOTE,
    TITLE,
    UNQUOTE,
    UNTITLE,
)
from tenure.ingest.extract.chinese.piece import DATE
from tenure.keys import fold
from tenure.relations import Cardinality, Relation

HAN = r"\u4e00-\u9fff"
NUMBER = r"(?:\d[\d,]*(?:\.\d+)?(?:\s?[-~–至到]\s?\d[\d,]*(?:\.\d+)?)?|[一二三四五六七八九十百千两半零]+)"
_UNIT = either(lexicon().lists["units"])
_PER = r"(?:每\s?(?:秒钟?|分钟?|小时|天|日|周|月|年|次|个?[\u4e00-\u9fff]{1,2}?)|(?:秒|分钟|小时|天|日|月|年)均)\s?"
QUANTITY = (
    rf"(?:{_PER})?(?:[¥$€£￥]|US\$|NT\$|HK\$|人民币|港币|新台币)?\s?{NUMBER}\s?(?:[万亿千百]+(?:\s?[余多])?|[余多])?\s?(?:[kKMG](?=\s|$))?"
    rf"(?:[余多来]?\s?{_UNIT})?(?:\s?{NUMBER}\s?(?:秒|分钟|分|小时|个月|克|厘米|米))?(?:[余多])?(?:\s?[/每]\s?(?:秒|分钟|分|小时|天|日|周|月|年|人|s|min|h)(?:钟)?)?"
)
_APPROXIMATE = re.compile(
    r"^(?:大?约为?|接近|近|将近|超过|逾|超|达到?|高达|长达|可达|多达|仅仅?|只有|只|共计?|总共|合计|不足|不到|为|在|有|最高|最低|最多|最长|整机|：|\s)+"
)
_FULL = re.compile(QUANTITY)
_SHAPES = (
    re.compile(rf"(?:p\d+\s?)?(?:低于|小于|不超过|不高于|≤|<)?\s?{QUANTITY}"),
    re.compile(r"[\d.]+\s?%|百分之[一二三四五六七八九十百]+|[一二三四五六七八九]个九"),
    re.compile(rf"[\d.]+(?:\s?(?:x|×|\*|乘)\s?[\d.]+)+\s?{_UNIT}?"),
    re.compile(r"\+?\d[\d -]{1,12}\d|\+\d{1,4}"),
)
_VERSION = re.compile(r"(?:[A-Za-z][\w.+#-]*(?: [A-Za-z]+)? )?v?\d+(?:\.[\dx*]+)*(?:[-.+]?[A-Za-z]+[\d.]*)?(?: LTS)?")
_CODE = re.compile(r"[A-Za-z0-9#@/~.$¥:\\+_*-][\x21-\x7e]*(?: [\x21-\x7e]+){0,4}")
_TIME = re.compile(
    r"(?:每[\u4e00-\u9fff\d]{1,3})?[\d:一二三四五六七日八九十两零点半整上中下午周末每天工作"
    r"月早晚凌晨夜里至到\-~–— 次逢单双个度季年号底初旬]+"
)
_SUFFIX = re.compile(
    r"\s?(?:开源许可证|许可协议|许可证|许可|授权条款|授权|协议|协定|格式的(?:配置|数据|文件|消息|日志|报文)|格式|集群|丛集|认证方式|认证|鉴权|材质|材料|数据库|资料库|框架|引擎|分支|频道|平台|区域|机房|地域|地区|大区|版本|版|系统|方式"
    r"|镜像|主机|编码|队列|缓存|节点|机型|级别|级|语言|仓库|运行时|协议栈|存储|编排|工具|服务|构建|管理|检查|端口|埠|号|测试|这台机器|机器|下面|底下|上面|上|下|里面|里|中|内|一职|一种|之上|来编写|来实现|实现|编写|为准)"
)
_TAIL = re.compile(
    r"(?:首次|首度|再次|了|啦|哈|啊|呀|哦|喔|噢|哟|咯|嘞|～|~|！|。|，|、|\s|而已|的|吧|等|一职|即可|生效|(?:，)?而(?:不是|非).*|[\U0001F300-\U0001FAFF]|\ue025+)+$"
)
_COUNTED = re.compile(
    r"(?:这|等|共)?[一二两三四五六七八九十\d]+(?:种|个|位|名|家|款|项|人|国|门|类|大|座|处|者)[\u4e00-\u9fff]{0,4}$|等(?:国|地|人|多国|平台|系统|语言|功能|数据库|[\u4e00-\u9fff]{1,4})?$"
)
_BAD = re.compile(
    r"^(?:经(?!济|纬)|随|据|按|依(?!云)|凭|于(?=是|今)|不|没|未|无|待|暂|非|可|同上|同样|相同|一样|如下|上述|空缺|空|公开|这|那|多少|关键|重点|问题|什么|自己|必填|任何|所有|某|其他|其它|别|另|原样|原状|原有|以|因|由|从|被|把|将|让|与|和|很|太|更|最|较|比|非常|十分|相当|越来|正在|继续|需|要|应|想|谁|哪|怎|我|你|他|她|它|此|该|本|一个|一种|一名|一位|一项|一些|几|两位|两名|两个|三位|三个|多个|多种|许多|不少|众多|新人|大家|人们|前任|现任|老|旧|[一二两三四五六七八九十\d]+[种个家位名项款]$)"
)
_FUNCTION = re.compile(
    r"[的们了吗呢吧把被我你他她它咱哪谁没就也又已且但啊啦嘛这着该此]|(?<![冷退])却|都(?!市|城|江|督)|还(?!原|款|书)|再(?!生)|过(?!滤|期|程|渡)|(?<![自理缘来])由|不(?!动产|锈|夜)|是|有(?!限|赞|道|色)|或|请|让(?!-)|给|从|(?<!小)说(?!明|唱)|看(?!板)|因为|所以|如果|可以|可能|应该|需要|必须|(?<!华)为(?!民|之|国)|使(?=用|得)|以(?!色列|太)|对(?!账|象|外|冲)|将(?!军|来)|会(?=把|将|在|给|被|由|有|出|因|让|使|改)|要(?!塞)|能(?=够|否|在|把|用)|并(?!购)|及(?!时)|与|只|(?<![人天])才|最(?!高|优)|很|太(?!行|阳|平|原|湖|白|和|子|行|仓|空|极|古)|更(?!新)|[，；：。、！？]"
)
PEOPLE_LIST = re.compile(r"\s?(?:、|，|以及|及其|及|和|与|跟|还有|暨|&|\s/\s)\s?")
_SURNAME = re.compile(f"[{''.join(sorted(set(''.join(lexicon().lists.get('surnames', ()))) or {'王'}))}]")
_NOT_NAMES = frozenset(
    (
        *lexicon().lists["not_names"],
        *lexicon().lists["generic_nouns"],
        *lexicon().lists["common_verbs"],
    )
)
_LINK = re.compile(r"(?=.*[./:@])[^\s\u4e00-\u9fff]+")
_NO_PERSON = re.compile(r"^(?:由|把|被|将|与)|[的了是把被吗呢我你他她它这那哪们]")
_LATIN_PERSON = re.compile(r"[A-Za-z][\w.'-]*(?: [A-Z][\w.'-]*){0,3}")
_FOREIGN = re.compile(rf"[{HAN}A-Za-z·.\s'-]+")
_NICKNAME = re.compile(rf"[老小阿][{HAN}]{{1,2}}")
_HAN_ONLY = re.compile(rf"[{HAN}]+")
_ORG_END = re.compile(either(lexicon().lists["person_ends"]) + "$")
_TITLED = re.compile(
    rf"^(?:.{{1,12}}的|(?:著名|知名|前|原|青年|资深|当地|本地)*(?:{either(lexicon().lists['nationalities'])})?"
    rf"(?P<job>{either(lexicon().lists['occupations'])}|{either(lexicon().lists['titles'])})(?:兼.{{1,5}})?)(?=[{HAN}A-Za-z])"
)
_DISTRICT = re.compile(rf"^(?P<n>[{HAN}]{{2,}})市$")
_PART = re.compile(r"(?:[东南西北中]{1,2}(?:部|段|郊|侧|端|麓)|境内|一带|附近)$")
"""What part of a place: "青川县西北部"."""
_ADDRESS = re.compile(rf"\s?(?:{either(lexicon().lists['addresses'])})$")
_SCHOOL = re.compile(r"(?P<n>.+?(?:大学|学院|学校|中学|美院|音院|师范|书院))(?:.{1,10}(?:系|专业|学院|班|所))?$")


Span = tuple[int, int]


def trimmed(text: str, span: Span) -> Span:
    """Return a span without white space, particles and asides at its ends."""
    start, end = span
    while start < end and (text[start].isspace() or text[start] in ASIDE + DATE + "\ue031"):
        start += 1
    tail = _TAIL.search(text, start, end)
    if tail is not None and tail.start() > start:
        end = tail.start()
    while end > start and (text[end - 1].isspace() or text[end - 1] in ASIDE + DATE + "\ue031"):
        end -= 1
    return start, end


def quoted(text: str, span: Span) -> Span | None:
    """Return the inside of a span that is one quotation or title, perhaps with a class noun around it."""
    found = re.match(
        rf"(?P<pre>[{HAN}]{{0,8}})[{QUOTE}{TITLE}](?P<in>{COVERED}+)[{UNQUOTE}{UNTITLE}](?P<post>[{HAN}]{{0,4}})$",
        text[span[0] : span[1]],
    )
    if found is None or _FUNCTION.search(found["pre"]) or _FUNCTION.search(found["post"]):
        return None
    return span[0] + found.start("in"), span[0] + found.end("in")


def is_person(name: str) -> bool:
    """Whether a simplified text may name a person or a group of them."""
    if _NO_PERSON.search(name):
        return False
    if "·" in name or _LATIN_PERSON.fullmatch(name):
        return _FOREIGN.fullmatch(name) is not None and _FUNCTION.search(name) is None
    if _ORG_END.search(name):
        return len(name) >= 2 and _FUNCTION.search(name) is None
    if not 2 <= len(name) <= 4:
        return False
    if _NICKNAME.fullmatch(name):
        return True
    return (
        _SURNAME.match(name) is not None
        and _HAN_ONLY.fullmatch(name) is not None
        and not _BAD.match(name)
        and name not in _NOT_NAMES
    )


def is_name(name: str, longest: int = 14) -> bool:
    """Whether a simplified text may be a proper name or a plain noun: no function word in it."""
    if not 1 < len(name) <= longest * 2 or len(re.findall(f"[{HAN}]", name)) > longest:
        return False
    return (
        _BAD.match(name) is None and _FUNCTION.search(name) is None and re.search(rf"[{HAN}A-Za-z]", name) is not None
    )


def kind_of(name: str) -> str | None:
    """Return the relation in which a well-known thing, or something of its look, is a value."""
    folded = fold(name)
    kinds = lexicon().kinds
    found = kinds.get(folded) or kinds.get(re.sub(r" ?v?\d[\w.]*$", "", folded))
    if found is not None:
        return found
    if re.fullmatch(r"#[\w-]+", name):
        return "channel"
    if re.fullmatch(r"(?:cn|us|eu|ap|sa|af|me|ca|uk|jp|kr|sg|in)(?:-[a-z]+)+-?\d*[a-z]?", folded):
        return "region"
    if re.fullmatch(r"utf-?8|utf-?16|gbk|gb18030|gb2312|big5|ascii|latin-?1|shift[_-]?jis", folded):
        return "encoding"
    return "cloud provider" if re.fullmatch(rf"[{HAN}]{{2,3}}云", name) else None


class Values:
    """Reads the objects of one relation out of the rest of a clause."""

    def read(self, text: str, span: Span, relation: Relation, *, many: bool = False) -> list[Span] | None:
        """Return the spans of the objects, or None unless the whole span is objects of the relation.

        Args:
            text: the clause.
            span: where the objects stand.
            relation: what they are of.
            many: whether there may be several although the relation takes one.
        """
        span = trimmed(text, span)
        kind = lexicon().types.get(relation.name, "any" if relation.known else "plain")
        many = many or relation.cardinality is Cardinality.SET
        members = _members(text, span) if many else [span]
        found = [self.one(text, m, kind) for m in members]
        if any(f is None for f in found) or not found:
            return None
        return [f for f in found if f is not None]

    def one(self, text: str, span: Span, kind: str) -> Span | None:
        """Return the span of one object of a type, or None."""
        start, end = span = trimmed(text, span)
        if start >= end:
            return None
        inside = quoted(text, span)
        if inside is not None:
            return inside if inside[1] - inside[0] <= 40 else None
        piece = text[start:end]
        if piece in _NOT_NAMES and kind not in ("number", "version"):
            return None
        if re.search("[\ue020-\ue031]", piece):
            return span if kind == "date" and piece == DATE else None
        read = getattr(self, f"_{kind}", self._any)
        found: Span | None = read(piece)
        return (start + found[0], start + found[1]) if found else None

    def _port(self, piece: str) -> Span | None:
        match = re.fullmatch(
            r"(?P<v>\d{2,5})(?:/(?:tcp|udp))?(?:\s?(?:号)?(?:端口|埠))?",
            piece,
            re.IGNORECASE,
        )
        return match.span("v") if match else None

    def _number(self, piece: str) -> Span | None:
        about = _APPROXIMATE.match(piece)
        start = about.end() if about else 0
        return (start, len(piece)) if any(s.fullmatch(piece, start) for s in _SHAPES) else None

    def _date(self, _: str) -> Span | None:
        return None

    def _version(self, piece: str) -> Span | None:
        body = re.sub(r"\s?(?:版本|版|系列)$", "", piece)
        lead = re.match(r"(?:最低为?|版本)\s?", body)
        start = lead.end() if lead else 0
        return (start, len(body)) if _VERSION.fullmatch(body, start) else None

    def _person(self, piece: str) -> Span | None:
        piece = re.sub(r"(?:于|在)$", "", piece)
        address = _ADDRESS.search(piece)
        if address is not None and is_person(piece[: address.start()]) and address.start() > 1:
            return 0, address.start()
        titled = _TITLED.match(piece)
        if is_person(piece) and not (titled and titled["job"] and is_person(piece[titled.end() :])):
            return 0, len(piece)
        if titled and (is_person(piece[titled.end() :]) or (titled["job"] and is_name(piece[titled.end() :], 6))):
            return titled.end(), len(piece)
        if re.fullmatch(rf"[{HAN}]{{2,3}}", piece) and piece not in _NOT_NAMES and is_name(piece, 3):
            return 0, len(piece)
        code = re.fullmatch(r"@?[A-Za-z][\w.-]*(?: [A-Z][\w.-]*)*", piece)
        return (0, len(piece)) if code else None

    def _place(self, piece: str) -> Span | None:
        if not is_name(piece, 12):
            return None
        whole = _PART.search(piece)
        end = whole.start() if whole and whole.start() > 1 else len(piece)
        district = _DISTRICT.match(piece[:end])
        return district.span("n") if district else (0, end)

    def _code(self, piece: str) -> Span | None:
        code = _CODE.match(piece)
        if code is None:
            return (0, len(piece)) if is_name(piece, 8) else None
        end = len(piece[: code.end()].rstrip())
        rest = piece[end:]
        if not rest or _SUFFIX.fullmatch(rest):
            return 0, end
        return (0, len(piece)) if is_name(piece, 6) else None

    def _ascii(self, piece: str) -> Span | None:
        return self._code(piece) if _CODE.match(piece) else None

    def _link(self, piece: str) -> Span | None:
        found = self._ascii(piece)
        return found if found and _LINK.fullmatch(piece[slice(*found)]) else None

    def _school(self, piece: str) -> Span | None:
        school = _SCHOOL.match(piece)
        return school.span("n") if school and is_name(school["n"]) else self._place(piece)

    def _schedule(self, piece: str) -> Span | None:
        return (0, len(piece)) if len(piece) <= 24 and _TIME.fullmatch(piece) else self._number(piece)

    def _text(self, piece: str) -> Span | None:
        return (0, len(piece)) if is_name(piece, 12) else None

    def _color(self, piece: str) -> Span | None:
        return (0, len(piece)) if re.fullmatch(rf"[{HAN}]{{1,5}}|[A-Za-z ]{{2,20}}", piece) else None

    def _plain(self, piece: str) -> Span | None:
        """Of a relation that nobody listed: only something that is plainly a value."""
        return self._number(piece) or (self._code(piece) if _CODE.match(piece) else None) or self._person(piece)

    def _any(self, piece: str) -> Span | None:
        number = _FULL.fullmatch(piece)
        return (0, len(piece)) if number and re.match(r"[\d¥$]", piece) else self._code(piece)


def _members(text: str, span: Span) -> list[Span]:
    start, end = span
    counted = _COUNTED.search(text, start, end)
    if (
        counted is not None
        and counted.start() > start
        and re.search(r"[、和与及]|\ue022", text[start : counted.start()])
    ):
        end = counted.start()
    members: list[Span] = []
    at = start
    for match in PEOPLE_LIST.finditer(text, start, end):
        if match[0].strip() in "和与及跟" and min(match.start() - at, end - match.end()) < 2:
            continue
        members.append((at, match.start()))
        at = match.end()
    members.append((at, end))
    return [m for m in members if m[1] > m[0]]
