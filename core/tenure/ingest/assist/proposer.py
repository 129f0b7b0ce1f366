"""Asks a text model what one sentence states, and keeps only what stands in it word for word."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from tenure.ingest.assist.attended import attended
from tenure.ingest.assist.grammar import grammar_for
from tenure.models.protocols import Message, TextModel

_WORD = re.compile(r"[^\W\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Sentence:
    """What a model is asked about.

    Attributes:
        text: the sentence, on one line.
        heading: what it stands under, or empty.
        subjects: names that it may be about without naming them: of its heading, its speaker, "it".
        relations: canonical names of the relations that it may state, by the words of it.
    """

    text: str
    heading: str = ""
    subjects: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Triple:
    """One fact as a model states it; ``holds`` is false if the sentence says that it is so no more."""

    subject: str
    relation: str
    object: str
    holds: bool = True


class Proposer:
    """Asks; counts its questions and the seconds they took.

    Args:
        model: what to ask. It decides greedily, so that the same sentence gets the same answer.
    """

    def __init__(self, model: TextModel) -> None:
        self.model = model
        self.calls = 0
        self.seconds = 0.0

    def ask(self, sentence: Sentence, go_on: Callable[[], None]) -> tuple[Triple, ...]:
        """Return what the model says a sentence states, each field of it found in the sentence.

        An answer that is no list of facts (it was cut off, say) counts as none.

        Raises:
            ModelError: if the model cannot be loaded or stops unexpectedly.
            Cancelled: by ``go_on``, which is called while the model works.
        """
        prompt = _prompt()
        began = time.perf_counter()
        try:
            answer = attended(
                self.model,
                _messages(sentence, prompt),
                max_tokens=prompt["max_tokens"],
                grammar=grammar_for(sentence.text, sentence.subjects, sentence.relations),
                go_on=go_on,
            )
        finally:
            self.calls += 1
            self.seconds += time.perf_counter() - began
        return tuple(triple for triple in _triples(answer.text) if _stands(triple, sentence))


def _messages(sentence: Sentence, prompt: dict[str, Any]) -> list[Message]:
    messages = [Message("system", prompt["system"])]
    for example in prompt["examples"]:
        question = _question(
            prompt, example["text"], example.get("heading", ""), example.get("subjects", ()), example["relations"]
        )
        answer = json.dumps(example["answer"], ensure_ascii=False, separators=(",", ":"))
        messages += [Message("user", question), Message("assistant", answer)]
    own = _question(prompt, sentence.text, sentence.heading, sentence.subjects, sentence.relations)
    return [*messages, Message("user", own)]


def _question(
    prompt: dict[str, Any], text: str, heading: str, subjects: Sequence[str], relations: Sequence[str]
) -> str:
    lines = [prompt["heading"].format(heading=heading)] if heading else []
    lines += [prompt["subjects"].format(subjects=", ".join(subjects))] if subjects else []
    lines += [prompt["relations"].format(relations=", ".join(relations))] if relations else []
    return "\n".join([*lines, prompt["sentence"].format(sentence=text)])


def _triples(text: str) -> list[Triple]:
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        return []
    if not isinstance(answer, list):
        return []
    found: list[Triple] = []
    for item in answer:
        if not isinstance(item, dict):
            continue
        fields = [item.get(name) for name in ("subject", "relation", "object")]
        if all(isinstance(field, str) and field.strip() for field in fields):
            subject, relation, value = (" ".join(str(field).split()) for field in fields)
            found.append(Triple(subject, relation, value, item.get("holds") is not False))
    return list(dict.fromkeys(found))


def _stands(triple: Triple, sentence: Sentence) -> bool:
    """Whether subject and value are in the sentence word for word and the relation is one of its own.

    The subject may also be one that was given.
    """
    if triple.subject == triple.object:
        return False
    subject = triple.subject in sentence.subjects or _in(triple.subject, sentence.text)
    return subject and triple.relation in sentence.relations and _in(triple.object, sentence.text)


def _in(field: str, text: str) -> bool:
    """Whether a field is a stretch of whole words of a text."""
    before = r"(?<![^\W\u3400-\u9fff])" if _WORD.match(field[0]) else ""
    after = r"(?![^\W\u3400-\u9fff])" if _WORD.match(field[-1]) else ""
    return re.search(before + re.escape(field) + after, text) is not None


@lru_cache(maxsize=1)
def _prompt() -> dict[str, Any]:
    content = (files("tenure_resources") / "prompts" / "extract.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(content)
    return loaded


def prompt_limit() -> int:
    """Return how many characters a sentence may have to be asked about."""
    return int(_prompt()["longest"])
