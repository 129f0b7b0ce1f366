"""The table of sentence frames, read from the resources and ready to use."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources

_IRREGULAR_PAST = {
    "is": "was", "are": "were", "goes": "went", "cuts": "cut", "takes": "took",
    "belongs": "belonged", "runs": "ran", "lives": "lived", "keeps": "kept", "sits": "sat",
    "writes": "wrote", "falls": "fell", "speaks": "spoke", "reads": "read", "sends": "sent", "has": "had",
    "binds": "bound", "comes": "came", "makes": "made", "gives": "gave", "ships": "shipped", "stands": "stood",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class VerbFrame:
    """Verbs that relate a subject and an object.

    Attributes:
        relation: relation names to try against the registry, the last one standing for itself.
        forms: third person present.
        type: what the object must be: "port", "quantity", "url", "schedule", "version", or "".
        many: whether "A, B and C" are several objects.
        happens: whether its past tense tells of something that happened and holds since ("was deployed to").
    """

    relation: tuple[str, ...]
    forms: tuple[str, ...]
    type: str
    many: bool
    happens: bool = False


@dataclass(frozen=True)
class Frames:
    """All frames; see ``frames.json``."""

    verbs: tuple[VerbFrame, ...]
    change: dict[str, tuple[str, ...]]
    states: tuple[str, ...]
    becomes: tuple[str, ...]
    having: tuple[str, ...]
    ended: tuple[str, ...]
    ending: tuple[str, ...]
    adverbs: tuple[str, ...]
    number_relations: frozenset[str]
    free_relations: frozenset[str]
    quantity_heads: frozenset[str]
    quantity_words: frozenset[str]

    @cached_property
    def forms(self) -> dict[str, list[tuple[VerbFrame, str]]]:
        """Every inflected form in lower case with its frames and what it is: present, past, base, gerund."""
        found: dict[str, list[tuple[VerbFrame, str]]] = {}
        for frame in self.verbs:
            for form in frame.forms:
                for text, kind in inflected(form):
                    found.setdefault(text, []).append((frame, kind))
        return found


def inflected(form: str) -> list[tuple[str, str]]:
    """Return the forms of a third-person verb phrase, each with its kind."""
    head, _, rest = form.partition(" ")
    rest = f" {rest}" if rest else ""
    if head == "is":
        plain = f"are{rest}", "be" + rest, "being" + rest, "was" + rest, "were" + rest, "been" + rest
        return list(zip((form, *plain), ("present", "present", "base", "gerund", "past", "past", "been"), strict=True))
    if head == "can":
        return [(form, "present")]
    base = "have" if head == "has" else _base(head)
    past = _IRREGULAR_PAST.get(head) or (base + "d" if base.endswith("e") else base + "ed")
    gerund = _gerund(base)
    return [
        (form, "present"),
        (base + rest, "base"),
        (past + rest, "past"),
        (gerund + rest, "gerund"),
    ]


def _base(head: str) -> str:
    if head.endswith("ies"):
        return head[:-3] + "y"
    if head.endswith(("ches", "shes", "sses", "xes", "oes")):
        return head[:-2]
    return head.removesuffix("s")


def _gerund(base: str) -> str:
    if base in {"run", "sit", "get", "set", "put", "cut", "ship", "drop"}:
        return base + base[-1] + "ing"
    return base[:-1] + "ing" if base.endswith("e") and not base.endswith("ee") else base + "ing"


@lru_cache(maxsize=1)
def load_frames() -> Frames:
    """Return the frames of the resources."""
    data = json.loads(resources.files("tenure_resources").joinpath("frames.json").read_text("utf-8"))
    types = data["types"]
    return Frames(
        verbs=tuple(
            VerbFrame(
                tuple(v["relation"]),
                tuple(v["verbs"]),
                v.get("type", ""),
                v.get("many", False),
                v.get("happens", False),
            )
            for v in data["verbs"]
        ),
        change={name: tuple(words) for name, words in data["change"].items()},
        states=tuple(data["states"]),
        becomes=tuple(data["becomes"]),
        having=tuple(data["having"]),
        ended=tuple(data["ended"]),
        ending=tuple(data["ending"]),
        adverbs=tuple(data["adverbs"]),
        number_relations=frozenset(types["number"]),
        free_relations=frozenset(types["free"]),
        quantity_heads=frozenset(types["quantity_heads"]),
        quantity_words=frozenset(types["quantity_words"]),
    )


def either(words: Sequence[str]) -> str:
    """Return a pattern that matches any of the phrases, longest first, with any white space."""
    longest = sorted(set(words), key=len, reverse=True)
    return "(?:" + "|".join(re.escape(w).replace(r"\ ", r"\s+") for w in longest) + ")"
