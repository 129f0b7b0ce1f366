"""Clauses built around a verb, made from the verb lists in ``chinese.json`` under ``frames``.

A frame names a relation and its verbs by the order of their arguments: ``svo`` ("X采用V"), ``by``
("X由V负责"), ``ovs`` ("V负责X"); ``tail`` are words that may follow the value, with ``must`` one has
to. All of it becomes entries as ``forms`` has them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tenure.ingest.extract.chinese.lexicon import either

_MANNER = (
    "(?:全权|统一|直接|专职|一手|共同|一起|联合|主要|继续|正式|开始|亲自|具体|长期|独立|独家|日常|全面|全程|协同|来|所"
    "|联手|合力|专门|暂时|临时|单独|合作|重新|首次|首度|再次|倾力|分头|领衔)*"
)
_BY = "(?:是|系|现|改|转|都|现已|则|一直|目前|主要|均)*(?:交由|改由|转由|现由|由|归|交给|转给|靠|被)(?:了)?"
_KEPT = ("named", "title", "award", "suffix", "person", "plain", "many")


def forms_of(frames: tuple[dict[str, Any], ...]) -> Iterator[dict[str, Any]]:
    """Yield the forms that frames stand for, passive ones first: "由V负责" is not "V负责X"."""
    for frame in frames:
        if "by" in frame:
            verbs = either(frame["by"])
            yield _form(
                frame, frame["by"], rf"{{S}}{{A}}{_BY}{{V}}{{A}}{_MANNER}{verbs}(?:的(?:一[部本首幅张家个])?{{X}})?"
            )
    for frame in frames:
        if "svo" in frame:
            tail = either(frame["tail"]) + ("" if frame.get("must") else "?") if "tail" in frame else ""
            verbs = either(frame["svo"])
            yield _form(frame, frame["svo"], rf"{{S}}{{A}}{_MANNER}{verbs}(?:了)?{{A}}{{V}}\s?{tail}")
    for frame in frames:
        if "ovs" in frame:
            verbs = either(frame["ovs"])
            yield _form(
                frame, frame["ovs"], rf"{{V}}{{A}}{_MANNER}{verbs}(?:了|着|起)?{{S}}(?:的?(?:日常)?(?:工作|项目))?"
            )


def _form(frame: dict[str, Any], verbs: list[str], pattern: str) -> dict[str, Any]:
    return {"r": frame["r"], "p": pattern, "w": verbs, **{k: frame[k] for k in _KEPT if k in frame}}
