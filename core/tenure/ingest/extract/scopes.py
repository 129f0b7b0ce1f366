"""Finds what narrows a sentence: environments, regions, customers, versions, platforms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tenure.ingest.extract.names import ENVIRONMENT_WORDS, environment
from tenure.ingest.extract.signs import Signs, last_words

_ENVIRONMENT = "|".join(
    sorted(
        (w for w in ENVIRONMENT_WORDS if w not in {"live", "test", "testing", "stage", "integration"}),
        key=len,
        reverse=True,
    )
)
_BARE = r"test|testing|integration|live"
_IN_ENVIRONMENT = re.compile(
    rf"(?:\b(?:only )?(?:in|on|for|within)\s+(?:the\s+|our\s+)?(?P<env>{_ENVIRONMENT}"
    rf"|(?:{_BARE})(?=\s+(?:env|environment|cluster|system)\b)"
    rf"|(?<=^on )test)"
    rf"(?:\s+(?:environment|env|cluster|system))?|\((?:in |on |for )?(?P<aside>{_ENVIRONMENT})(?: only)?\)"
    rf"|^(?P<label>{_ENVIRONMENT})(?: only| environment)?(?=:))(?![\w-])",
    re.IGNORECASE,
)
_AREAS = ("EU", "US", "USA", "UK", "APAC", "EMEA", "European", "American", "Asian")
_REGION = re.compile(
    rf"\b(?:[Ii]n|[Ff]or|[Ww]ithin|[Aa]cross)\s+(?:the\s+)?(?P<region>{'|'.join(_AREAS)}"
    r"|Asia[- ]Pacific|[a-z]{2}-[a-z]+(?:-\d)?(?=\s+region))"
    r"(?:\s+regions?|\s+customers?|\s+cluster|\s+market|(?<=^In the EU)(?=,?\s+the\s)|(?<=^In the UK)(?=,?\s+the\s)"
    r"|(?<=^In the US)(?=,?\s+the\s))(?![\w-])"
)
_LED_REGION = re.compile(
    rf"^(?:[Ii]n the (?P<area>{'|'.join(_AREAS)})(?=,\s)|(?:[Ff]or |[Ii]n )?(?:the )?(?P<label>{'|'.join(_AREAS)})"
    r"(?: only| (?:regions?|customers?|users?)(?: only)?)(?=:\s))"
)
"""A region before a comma or a colon, at the start: what follows holds of it."""
_WHO = (
    "enterprise", "premium", "free", "paying", "paid", "business", "trial", "pro", "basic", "standard", "non-profit",
    "education", "government",
)  # fmt: skip
_CUSTOMERS = re.compile(
    rf"\b(?:for|to)\s+(?:all\s+|our\s+|the\s+)?(?P<who>{'|'.join(_WHO)})"
    r"(?:-tier|-plan)?\s+(?:customers?|users?|accounts?|tenants?|plans?|clients?|subscribers?|tier|members|keys?|licen[cs]es?)(?![\w-])",
    re.IGNORECASE,
)
_LED_WHO = re.compile(
    rf"^(?:for )?(?P<who>{'|'.join(_WHO)})(?:-tier|-plan)?"
    r"(?: only| (?:customers?|users?|accounts?|tenants?|plans?|clients?|subscribers?|tier|members|keys?)(?: only)?"
    r"|(?<=enterprise)|(?<=premium))(?=:\s)",
    re.IGNORECASE,
)
_PLANS = ("plan", "tier", "subscription", "package")
_ON_PLAN = re.compile(
    r"\b(?:for|to)\s+(?:all\s+|our\s+)?(?:customers?|users?|accounts?|subscribers?|everyone)\s+(?:on|with|of)\s+(?:the|our|a)\s+"
    rf"(?P<plan>[A-Z]\w+)\s+(?:{'|'.join(_PLANS)})(?![\w-])",
    re.IGNORECASE,
)
_VERSION = re.compile(
    r"(?:\b(?P<since>[Ss]ince|[Ff]rom|[Aa]s of|[Ss]tarting (?:with|from|in)"
    r"|[Bb]eginning with)\s+(?:version\s+|release\s+)?"
    r"(?P<a>v?\d+(?:\.\d+)+|(?<=version )\d+)(?!\.?\d|\w)(?:\s+on(?:wards)?|\s+upwards)?(?!\s+(?:\w+\s+)?to\b)"
    r"|\b(?P<before>(?:[Ii]n\s+)?(?:versions\s+|releases\s+)?(?:[Bb]efore|[Pp]rior to|older than|below"
    r"|earlier than))\s+(?:version\s+)?(?P<b>v?\d+\.\d+(?:\.\d+)*)"
    r"|\b[Ii]n\s+(?:version\s+|release\s+)?(?P<exact>v?\d+\.\d+(?:\.\d+)*)(?=,|\s+(?:the|a|its|and)\b|\s*$|\.)"
    r"|(?:>=|≥)\s?(?P<least>v?\d+(?:\.\d+)+)"
    r"|(?:<)\s?(?P<most>v?\d+(?:\.\d+)+))(?![\w%]|\s*(?:%|ms|s|GB|MB|km|m)\b)"
)
_PLATFORMS = (
    "Linux", "Windows", "macOS", "Android", "iOS", "FreeBSD", "armhf", "arm64", "amd64", "aarch64", "x86_64", "i386",
    "riscv64",
)  # fmt: skip
_PLATFORM = re.compile(
    r"(?<!support )(?<!runs )(?<!run )(?<!running )(?<!works )(?<!available )(?<!built )(?<!supported )"
    r"(?<!deployed )(?<!based )"
    rf"\b(?:on|for|under)\s+(?P<platform>{'|'.join(_PLATFORMS)})(?=,|\s+only|\s*$|\.|;|\s+the\b|:)",
    re.IGNORECASE,
)
_LED_PLATFORM = re.compile(
    rf"^(?:on )?(?P<platform>{'|'.join(_PLATFORMS)})"
    r"(?: only| (?:hosts?|users?|builds?|clients?|machines?|agents?|servers?)(?: only)?)?(?=:\s)",
    re.IGNORECASE,
)
"""A platform with a colon at the start: what follows holds there only."""


# Words of which a sentence has one if it names a scope of the kind.
_PLAN_SIGNS = last_words(_PLANS)
_ENVIRONMENT_SIGNS = last_words(ENVIRONMENT_WORDS)
_REGION_SIGNS = last_words((*_AREAS, "Asia", "region", "regions"))
_WHO_SIGNS = last_words(_WHO)
_PLATFORM_SIGNS = last_words(_PLATFORMS)
_SIGNS = _PLAN_SIGNS | _ENVIRONMENT_SIGNS | _REGION_SIGNS | _WHO_SIGNS | _PLATFORM_SIGNS


@dataclass(frozen=True, slots=True)
class Narrowing:
    """A scope named in a sentence: its span, dimension and value."""

    start: int
    end: int
    dimension: str
    value: str


def narrowings(text: str, signs: Signs) -> Iterator[Narrowing]:
    """Yield the scopes that a sentence names.

    Args:
        text: the sentence.
        signs: its signs.
    """
    if not signs.digit and not signs.any_of(_SIGNS):
        return
    for match in _ON_PLAN.finditer(text) if signs.any_of(_PLAN_SIGNS) else ():
        yield Narrowing(match.start(), match.end(), "customers", match["plan"].lower())
    for match in _IN_ENVIRONMENT.finditer(text) if signs.any_of(_ENVIRONMENT_SIGNS) else ():
        env = environment((match["env"] or match["aside"] or match["label"]).split()[0])
        if env is not None:
            yield Narrowing(match.start(), match.end(), "env", env)
    for match in _REGION.finditer(text) if signs.any_of(_REGION_SIGNS) else ():
        yield Narrowing(match.start(), match.end(), "region", _REGIONS.get(match["region"], match["region"]).lower())
    if (led := _LED_REGION.match(text) if signs.any_of(_REGION_SIGNS) else None) is not None:
        named = led["area"] or led["label"]
        yield Narrowing(led.start(), led.end(), "region", _REGIONS.get(named, named).lower())
    if (led := _LED_WHO.match(text) if signs.any_of(_WHO_SIGNS) else None) is not None:
        yield Narrowing(led.start(), led.end(), "customers", led["who"].lower())
    if (led := _LED_PLATFORM.match(text) if signs.any_of(_PLATFORM_SIGNS) else None) is not None:
        yield Narrowing(led.start(), led.end(), "platform", led["platform"].lower())
    for match in _CUSTOMERS.finditer(text) if signs.any_of(_WHO_SIGNS) else ():
        yield Narrowing(match.start(), match.end(), "customers", match["who"].lower())
    for match in _VERSION.finditer(text) if signs.digit else ():
        yield Narrowing(match.start(), match.end(), "version", _range(match))
    for match in _PLATFORM.finditer(text) if signs.any_of(_PLATFORM_SIGNS) else ():
        yield Narrowing(match.start(), match.end(), "platform", match["platform"].lower())


_REGIONS = {"European": "eu", "American": "us", "Asian": "apac", "USA": "us"}


def _range(match: re.Match[str]) -> str:
    if match["since"] or match["least"]:
        return f">={(match['a'] or match['least']).lstrip('v')}"
    if match["before"] or match["most"]:
        return f"<{(match['b'] or match['most']).lstrip('v')}"
    return match["exact"].lstrip("v")
