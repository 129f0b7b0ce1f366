"""Random writes with rules active, beside the brute-force model: every read agrees after every write."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helpers.rules_model import SETS, Slot, Stated, World
from tenure.errors import ConflictError
from tenure.keys import Key, Scope
from tenure.ledger import Assert, Correct, End, Ledger, Withdraw, open_ledger
from tenure.ledger.bulk import Batch
from tenure.passages.migrations import migrate
from tenure.relations import Cardinality, Relation
from tenure.rules import Rules, read_rules
from tenure.rules.schema import MIGRATIONS

DAY = 86_400_000_000
RULES = read_rules(
    """
    [[rule]]
    name = "gone"
    version = 1
    kind = "ends all of a subject"
    author = "test"
    reason = "it is gone"
    trigger = { relation = "status", values = ["gone"] }
    effect = { only = ["port", "owner", "uses"] }

    [[rule]]
    name = "nobody-has-it"
    version = 1
    kind = "ends matching keys"
    author = "test"
    reason = "it is gone"
    trigger = { relation = "status", values = ["gone"] }
    effect = { relations = ["owner", "uses", "queue"], everywhere = true }

    [[rule]]
    name = "moved"
    version = 1
    kind = "replaces"
    author = "test"
    reason = "another took over"
    trigger = { relation = "replaced by", values = "any" }
    effect = { relations = ["port"], objects = ["queue", "uses"] }

    [[rule]]
    name = "unowned"
    version = 1
    kind = "ends all of a subject"
    author = "test"
    reason = "nobody looks after it"
    trigger = { relation = "owner", values = "any", operation = "end" }
    effect = { only = ["port"] }
    """
)
SUBJECTS = ["a", "b", "c"]
VALUES = {
    "status": ["gone", "up"], "replaced by": SUBJECTS, "port": ["1", "2"], "owner": SUBJECTS, "uses": SUBJECTS,
    "queue": SUBJECTS,
}  # fmt: skip
RELATIONS = sorted(VALUES)


def unique(subject: str, relation: str, day: int) -> int:
    """Keep the instants of what sets rules off apart, so that no order of recording decides."""
    if relation not in ("status", "replaced by"):
        return day * 10
    return day * 10 + 1 + SUBJECTS.index(subject) + 3 * (relation == "status")


@st.composite
def operation(draw: st.DrawFn) -> tuple[Any, ...]:
    verb = draw(st.sampled_from(["assert"] * 6 + ["end", "end", "correct", "withdraw", "undo", "bulk"]))
    subject, relation = draw(st.sampled_from(SUBJECTS)), draw(st.sampled_from(RELATIONS))
    scope = draw(st.sampled_from(["", "", "", "prod"]))
    value = draw(st.sampled_from(VALUES[relation]))
    start = unique(subject, relation, draw(st.integers(1, 8)))
    length = draw(st.sampled_from([None, None, 13, 34])) if relation in ("status", "replaced by") else None
    temporary = length is not None and draw(st.booleans())
    whole = draw(st.booleans())
    return verb, (subject, relation, scope), value, start, length, temporary, whole, draw(st.integers(0, 50))


@contextmanager
def ruled(path: Path) -> Iterator[tuple[Ledger, Rules]]:
    """Open a ledger with the tables of the rules, and the rules as its consequences."""
    seed = [Relation(name, Cardinality.SET if name in SETS else Cardinality.FUNCTIONAL) for name in RELATIONS]
    with open_ledger(path, seed=seed, clock=lambda: 10**15) as ledger:
        migrate(ledger.connection, path, "rules", MIGRATIONS)
        rules = Rules(ledger)
        ledger.consequences = rules
        yield ledger, rules


def key_of(slot: Slot) -> Key:
    return Key(slot[0], slot[1], Scope.of({"env": slot[2]} if slot[2] else None))


def activate(rules: Rules) -> None:
    rules.add(RULES)
    for rule in RULES:
        rules.shadow(rule.name)
        rules.activate(rule.name)


def perform(ledger: Ledger, step: tuple[Any, ...], mine: list[int]) -> None:
    verb, slot, value, start, length, temporary, whole, pick = step
    key, end = key_of(slot), None if length is None else (start + length) * DAY
    if verb in ("assert", "bulk"):
        op = Assert(key, value, start * DAY, end, temporary)
        summary = ledger.load([Batch([op])], rising=bool(pick % 2)) if verb == "bulk" else ledger.apply((op,))
        mine.append(summary.statements[0])
    elif verb == "end":
        mine.append(ledger.apply((End(key, start * DAY, None if whole else value),)).statements[0])
    elif mine and verb in ("correct", "withdraw"):
        number = mine[pick % len(mine)]
        try:
            if verb == "withdraw":
                ledger.apply((Withdraw(number),))
            else:
                said = ledger.statement(ledger.resolve(number))
                day = unique(said.key.subject, said.key.relation, pick % 8 + 1)
                if said.valid_to is None or said.valid_to > day * DAY:
                    mine.append(ledger.apply((Correct(number, valid_from=day * DAY),)).statements[0])
        except ConflictError:
            return
    elif verb == "undo" and ledger.last_tx():
        try:
            ledger.undo(pick % ledger.last_tx() + 1)
        except ConflictError:
            return


def stated_by_people(ledger: Ledger, mine: list[int]) -> list[Stated]:
    found = []
    for number in sorted(set(mine)):
        said = ledger.statement(number)
        if said.closed_tx is None:
            slot = (said.key.subject, said.key.relation, said.key.scope.as_dict().get("env", ""))
            found.append(
                Stated(number, said.op.value, slot, said.object, said.valid_from // DAY,
                       None if said.valid_to is None else said.valid_to // DAY, said.temporary)
            )  # fmt: skip
    return found


def compare(ledger: Ledger, world: World) -> None:
    edges = {s.start for s in world.all()} | {s.end for s in world.all() if s.end is not None}
    for slot in world.slots():
        for x in sorted({e + d for e in edges for d in (-1, 0)}):
            values = ledger.slot(key_of(slot), valid=x * DAY).values
            if slot[1] in SETS:
                members = [m for m in world.members(slot) if world.value(slot, m, x) is not None]
                assert sorted(values) == members, (slot, x)
            else:
                wanted = world.value(slot, None, x)
                assert list(values) == ([] if wanted is None else [wanted]), (slot, x)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(operation(), min_size=1, max_size=14))
def test_every_read_is_what_the_rules_say(steps: list[tuple[Any, ...]]) -> None:
    with tempfile.TemporaryDirectory() as folder, ruled(Path(folder) / "a.tenure") as (ledger, rules):
        activate(rules)
        mine: list[int] = []
        for step in steps:
            perform(ledger, step, mine)
            world = World(list(RULES), stated_by_people(ledger, mine))
            world.settle()
            compare(ledger, world)
        assert ledger.check().ok


@st.composite
def stated(draw: st.DrawFn) -> Assert | End:
    verb, slot, value, start, length, temporary, whole, _ = draw(operation())
    if verb == "end":
        return End(key_of(slot), start * DAY, None if whole else value)
    return Assert(key_of(slot), value, start * DAY, None if length is None else (start + length) * DAY, temporary)


LOADS = st.lists(st.lists(st.lists(stated(), min_size=1, max_size=3), min_size=1, max_size=5), min_size=1, max_size=3)


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(LOADS, st.booleans())
def test_loads_of_several_batches_are_what_the_rules_say(loads: list[list[list[Assert | End]]], rising: bool) -> None:
    with tempfile.TemporaryDirectory() as folder, ruled(Path(folder) / "a.tenure") as (ledger, rules):
        activate(rules)
        mine: list[int] = []
        for batches in loads:
            numbers = ledger.load([Batch(batch) for batch in batches], rising=rising).statements
            mine += set(numbers) - rules.owned(numbers)
            world = World(list(RULES), stated_by_people(ledger, mine))
            world.settle()
            compare(ledger, world)
        assert ledger.check().ok


def would_retire(loads: list[list[list[Assert | End]]], *, together: bool) -> set[tuple[object, ...]]:
    with tempfile.TemporaryDirectory() as folder, ruled(Path(folder) / "a.tenure") as (ledger, rules):
        rules.add(RULES)
        for rule in RULES:
            rules.shadow(rule.name)
        for batches in loads:
            if together:
                ledger.load([Batch(batch) for batch in batches])
            else:
                for batch in batches:
                    ledger.apply(batch)
        return {
            (rule.name, done.key.normal, done.value, done.at, done.cause, done.statement)
            for rule in RULES
            for done in rules.done(rule.name)
        }


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(LOADS)
def test_shadow_records_the_same_of_a_load_as_of_single_writes(loads: list[list[list[Assert | End]]]) -> None:
    assert would_retire(loads, together=True) == would_retire(loads, together=False)
