"""Where a Chinese clause says that something holds: environment, region, customers, version, platform."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tenure.ingest.extract.names import environment

_ENVIRONMENTS = {
    "生产": "production", "线上": "production", "正式": "production", "预发": "staging", "预发布": "staging",
    "预生产": "staging", "测试": "test", "开发": "development", "沙箱": "sandbox", "集成": "integration",
}  # fmt: skip
_REGIONS = {
    "欧洲": "eu", "欧盟": "eu", "亚太": "apac", "北美": "na", "美国": "us", "中国": "cn", "国内": "cn",
    "中国大陆": "cn",
    "日本": "jp", "英国": "uk", "印度": "in", "拉美": "latam", "中东": "me",
    "东南亚": "sea", "德国": "de", "法国": "fr",
    "韩国": "kr", "新加坡": "sg", "巴西": "br", "加拿大": "ca", "澳洲": "au", "澳大利亚": "au", "南美": "sa",
    "非洲": "af",
    **{name: name for name in ("华东", "华北", "华南", "华中", "西南", "西北", "东北", "香港", "台湾", "海外")},
}  # fmt: skip
_CUSTOMERS = {
    "企业": "enterprise", "企业版": "enterprise", "付费": "paid", "免费": "free", "免费版": "free",
    "个人": "personal",
    "个人版": "personal", "专业版": "pro", "政府": "government", "教育": "education", "试用": "trial",
    "高级": "premium",
    "vip": "vip", "金融": "finance", "旗舰版": "ultimate", "团队版": "team", "新": "new", "海外": "overseas",
}  # fmt: skip
_V = r"(?P<v>v?\d+(?:\.\d+)+|v\d+|\d+(?=\s?版))"
_BEFORE = r"(?:在|对|针对|面向|对于)?\s?"
_INSIDE = r"(?:里面|里头|里|中|上|下|内|侧|那边|这边)?(?:的|，)?\s?"
_FORMS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "env",
        re.compile(
            rf"{_BEFORE}(?P<k>{'|'.join(sorted(_ENVIRONMENTS, key=len, reverse=True))})(?:环境|集群){_INSIDE}"
            r"|(?:(?<=^)|(?<=[，；。]))仅?(?:限)?(?P<k2>线上|预发布|预发|生产|测试)(?=只有|则|是|为|用|的|：)(?:的|：)?"
            r"|(?<![\w-])(?P<k3>staging|production|prod|dev|uat|qa)(?![\w-])\s?(?:环境|集群)?(?:里|中|上|下|的)?\s?"
        ),
    ),
    (
        "region",
        re.compile(
            rf"{_BEFORE}(?P<k>{'|'.join(sorted(_REGIONS, key=len, reverse=True))})"
            r"(?:地区|区域|区|市场|站点?|机房)(?:的?用户)?"
            rf"{_INSIDE}"
        ),
    ),
    (
        "customers",
        re.compile(
            rf"(?:针对|面向|对于|对|给)?\s?(?P<k>{'|'.join(sorted(_CUSTOMERS, key=len, reverse=True))})"
            r"(?:级)?(?:客户|用户|租户|订阅者)"
            rf"{_INSIDE}(?:而言，?|来说，?)?"
        ),
    ),
    (
        "since",
        re.compile(
            rf"(?:自|从)?\s?(?<![A-Za-z0-9_.]){_V}\s?(?:版本|版)?\s?(?:(?:及|和)?(?:以上|以后|之后|更高)(?:的?版本)?|起|开始)(?:，|的)?\s?"
        ),
    ),
    (
        "until",
        re.compile(rf"(?:在)?(?<![A-Za-z0-9_.]){_V}\s?(?:版本|版)?\s?(?:之前|以前|以下|前)(?:的?版本)?(?:，|的)?\s?"),
    ),
    (
        "platform",
        re.compile(
            r"(?:在|仅限?)?\s?(?P<k>windows|linux|macos|android|ios|鸿蒙)\s?(?:(?:平台|系统|端|环境)?(?:上|下|中|里)(?:的|，)?"
            r"|：)\s?",
            re.IGNORECASE,
        ),
    ),
)
SIGN = re.compile(
    r"(?i:windows|linux|macos|android|ios)：|环境|集群|staging|prod|dev|uat|qa|区|市场|用户|客户|租户|\d\s?(?:版|起|及|以|之|前|开)|上|线上|预发|下|机房|站"
)


@dataclass(frozen=True, slots=True)
class ScopeMention:
    """A scope named in a text: its span, dimension and value."""

    start: int
    end: int
    dimension: str
    value: str


def find_scopes(text: str) -> list[ScopeMention]:
    """Return the scopes a masked Chinese text names, none inside another."""
    if not SIGN.search(text):
        return []
    found: list[ScopeMention] = []
    for dimension, form in _FORMS:
        for match in form.finditer(text):
            if any(match.start() < f.end and f.start < match.end() for f in found):
                continue
            named = _read(dimension, match)
            found.append(ScopeMention(match.start(), match.end(), *named))
    return sorted(found, key=lambda f: f.start)


def _read(dimension: str, match: re.Match[str]) -> tuple[str, str]:
    groups = match.groupdict()
    key = (groups.get("k") or groups.get("k2") or groups.get("k3") or "").lower()
    if dimension == "env":
        name = _ENVIRONMENTS.get(key, key)
        return "env", environment(name) or name
    if dimension == "region":
        return "region", _REGIONS[key]
    if dimension == "customers":
        return "customers", _CUSTOMERS[key]
    if dimension == "platform":
        return "platform", {"鸿蒙": "harmonyos"}.get(key, key)
    number = groups["v"].lstrip("v")
    return "version", (">=" if dimension == "since" else "<") + number
