"""The parts of a turn that are only ever read whole, as JSON."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from tenure.answer.answer import WordedBy
from tenure.answer.citing import Citation, CitedSentence
from tenure.answer.marks import Mark
from tenure.answer.stance import Stance
from tenure.conversations.turn import Figures, Turn
from tenure.instants import Precision
from tenure.keys import Key, Scope
from tenure.ledger.types import State


def written(turn: Turn) -> str:
    """Return what a turn holds beside its columns."""
    details = {
        "worded_by": turn.worded_by.value,
        "at": turn.at,
        "tx": turn.tx,
        "keys": None if turn.keys is None else [_key(key) for key in turn.keys],
        "subjects": turn.subjects,
        "relation": turn.relation,
        "named": turn.named,
        "marks": [_flat(mark) for mark in turn.marks],
        "citations": [_flat(cited) for cited in turn.citations],
        "sentences": [[one.start, one.end, one.cites] for one in turn.sentences],
        "figures": _flat(turn.figures),
        "cancelled": turn.cancelled,
    }
    return json.dumps(details, ensure_ascii=False, separators=(",", ":"))


def read(text: str) -> dict[str, Any]:
    """Return those parts as arguments of :class:`Turn`; none of an erased turn, whose text is ``{}``."""
    details = json.loads(text)
    if not details:
        return {}
    keys = details["keys"]
    return {
        "worded_by": WordedBy(details["worded_by"]),
        "at": details["at"],
        "tx": details["tx"],
        "keys": None if keys is None else tuple(_read_key(key) for key in keys),
        "subjects": tuple(details["subjects"]),
        "relation": details["relation"],
        "named": details["named"],
        "marks": tuple(_mark(mark) for mark in details["marks"]),
        "citations": tuple(_citation(cited) for cited in details["citations"]),
        "sentences": tuple(CitedSentence(start, end, tuple(cites)) for start, end, cites in details["sentences"]),
        "figures": Figures(**details["figures"]),
        "cancelled": details["cancelled"],
    }


def _flat(value: Mark | Citation | Figures) -> dict[str, Any]:
    found = {one.name: getattr(value, one.name) for one in fields(value)}
    if isinstance(found.get("key"), Key):
        found["key"] = _key(found["key"])
    return found


def _key(key: Key) -> list[Any]:
    return [key.subject, key.relation, key.scope.as_dict()]


def _read_key(written: list[Any]) -> Key:
    subject, relation, scope = written
    return Key(subject, relation, Scope.of(scope))


def _mark(found: dict[str, Any]) -> Mark:
    return Mark(
        **{
            **found,
            "key": _read_key(found["key"]),
            "state": State(found["state"]),
            "stance": Stance(found["stance"]),
            "since_precision": Precision(found["since_precision"]),
            "until_precision": Precision(found["until_precision"]),
        }
    )


def _citation(found: dict[str, Any]) -> Citation:
    return Citation(
        **{
            **found,
            "key": None if found["key"] is None else _read_key(found["key"]),
            "state": State(found["state"]),
            **{name: Precision(found[name]) for name in ("precision", "to_precision", "at_precision")},
        }
    )
