"""Random operations on a real ledger and on the brute-force model side by side."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from helpers.ledger_dump import dump
from helpers.ledger_model import Model, Said
from tenure.errors import ConflictError
from tenure.keys import Key
from tenure.ledger import Assert, Correct, End, Erase, Ledger, Operation, Withdraw, open_ledger
from tenure.ledger.bulk import Batch
from tenure.ledger.interchange import export_lines, import_text
from tenure.relations import Cardinality, Relation

DAY = 86_400_000_000
VALUES = st.sampled_from(["A", "B", "C", "D"])
DAYS = st.integers(1, 12).map(lambda n: n * DAY)
SLOTS = st.sampled_from(["s", "t"])
ENDS = st.one_of(st.none(), st.integers(1, 5).map(lambda n: n * DAY))
PICK = st.integers(0, 10**6)
FIXED = 10**15


class LedgerMachine(RuleBasedStateMachine):
    """One relation of a drawn cardinality, two slots."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.ledger: Ledger | None = None
        self.model = Model()
        self.ids: list[int] = []
        self.plain = True
        self.log: list[tuple[str, tuple[Any, ...]]] = []
        self.undoable: list[tuple[int, list[tuple[str, Any]]]] = []

    @initialize(cardinality=st.sampled_from(["functional", "functional", "set"]))
    def start(self, cardinality: str) -> None:
        self.model.cardinality = cardinality
        seed = [Relation("r", Cardinality(cardinality))]
        self.ledger = open_ledger(Path(self.folder.name) / "a.tenure", seed=seed, clock=lambda: FIXED)

    @property
    def it(self) -> Ledger:
        assert self.ledger is not None
        return self.ledger

    def key(self, slot: str) -> Key:
        return Key(slot, "r")

    def apply(
        self, operations: list[Operation], actions: list[tuple[str, tuple[Any, ...]]], bulk: bool = False
    ) -> None:
        self.model.tx += 1
        for verb, args in actions:
            self.model.record(verb, *args)
        dry = self.it.apply(operations, dry_run=True)
        if bulk:
            ops = [op for op in operations if isinstance(op, (Assert, End))]
            summary = self.it.load([Batch(ops)])
        else:
            summary = self.it.apply(operations)
            assert (dry.opened, dry.closed, dry.keys, dry.corrected) == (
                summary.opened, summary.closed, summary.keys, summary.corrected
            )  # fmt: skip
        assert summary.tx == self.model.tx
        self.ids.extend(summary.statements)
        self.log.extend(actions)
        assert len(self.ids) == len(self.model.said)

    @rule(slot=SLOTS, value=VALUES, start=DAYS, length=ENDS, temporary=st.booleans(), bulk=st.booleans())
    def assert_(self, *, slot: str, value: str, start: int, length: int | None, temporary: bool, bulk: bool) -> None:
        end = None if length is None else start + length
        args = (slot, value, start, end, temporary)
        self.apply([Assert(self.key(slot), value, start, end, temporary)], [("assert", args)], bulk)

    @rule(slot=SLOTS, value=st.one_of(st.none(), VALUES), at=DAYS, bulk=st.booleans())
    def end(self, slot: str, value: str | None, at: int, bulk: bool) -> None:
        self.apply([End(self.key(slot), at, value)], [("end", (slot, value, at))], bulk)

    @rule(
        items=st.lists(st.tuples(SLOTS, VALUES, DAYS, ENDS, st.booleans()), min_size=2, max_size=6), bulk=st.booleans()
    )
    def several(self, items: list[tuple[str, str, int, int | None, bool]], bulk: bool) -> None:
        actions = [("assert", (s, v, a, None if n is None else a + n, t)) for s, v, a, n, t in items]
        self.apply([Assert(self.key(a[0]), *a[1:]) for _, a in actions], actions, bulk)

    def pick(self, number: int) -> int | None:
        return number % len(self.ids) if self.ids else None

    def standing(self, place: int) -> Said | None:
        said = self.model.head(place)
        return said if not said.erased and said.spans[-1][1] is None else None

    @rule(number=PICK, value=st.one_of(st.none(), VALUES), start=st.one_of(st.none(), DAYS))
    def correct(self, number: int, value: str | None, start: int | None) -> None:
        place = self.pick(number)
        if place is None:
            return
        old = self.standing(place)
        changes: dict[str, Any] = {}
        if value is not None:
            changes["object"] = value
        if start is not None:
            changes["valid_from"] = start
        if old is None:
            self.refused(Correct(self.ids[place], **changes))
            return
        if start is not None and old.end is not None and old.end <= start:
            return
        self.model.tx += 1
        summary = self.it.correct(self.ids[place], **changes)
        self.model.close(old)
        self.model.record(
            old.op, old.slot, value if value is not None else old.object, start if start is not None else old.start,
            old.end, old.temporary, old.chain,
        )  # fmt: skip
        self.ids.extend(summary.statements)
        self.plain = False

    @rule(number=PICK)
    def withdraw(self, number: int) -> None:
        place = self.pick(number)
        if place is None:
            return
        old = self.standing(place)
        if old is None:
            self.refused(Withdraw(self.ids[place]))
            return
        self.model.tx += 1
        self.it.withdraw(self.ids[place])
        self.model.close(old)
        self.plain = False

    @rule(number=PICK)
    def withdraw_and_undo_and_redo(self, number: int) -> None:
        place = self.pick(number)
        old = None if place is None else self.standing(place)
        if place is None or old is None:
            return
        self.it.withdraw(self.ids[place])
        self.model.tx += 1
        self.model.close(old)
        self.it.undo()
        self.model.tx += 1
        old.spans.append([self.model.tx, None])
        if number % 2:
            self.it.undo(self.model.tx)
            self.model.tx += 1
            self.model.close(old)
        self.plain = False

    @rule(number=PICK)
    def erase(self, number: int) -> None:
        place = self.pick(number)
        if place is None:
            return
        if self.model.head(place).erased:
            self.refused(Erase(self.ids[place]))
            return
        self.model.tx += 1
        self.it.erase(self.ids[place])
        self.model.erase(place)
        self.plain = False

    def refused(self, operation: Operation) -> None:
        try:
            self.it.apply([operation])
        except ConflictError:
            return
        raise AssertionError(f"{operation} was accepted")

    @invariant()
    def the_present_agrees(self) -> None:
        if self.ledger is not None:
            self.compare(self.model.tx)

    def compare(self, known: int) -> None:
        for slot in ("s", "t"):
            if self.model.cardinality == "set":
                for x in self.model.instants():
                    values = sorted(self.it.slot(self.key(slot), valid=x, known=known).values)
                    assert values == self.model.members(slot, x, known), (slot, x, known)
            else:
                history = [(f.valid_from, f.valid_to, f.object) for f in self.it.history(self.key(slot), known=known)]
                assert history == self.model.history(slot, known), (slot, known)
                for x in self.model.instants():
                    assert self.it.lookup(self.key(slot), x, known) == self.model.value(slot, x, known)

    def teardown(self) -> None:
        if self.ledger is None:
            self.folder.cleanup()
            return
        try:
            for known in range(self.model.tx + 1):
                self.compare(known)
            assert self.it.check().problems == ()
            self.same_after_a_round_trip()
            if self.plain:
                self.same_in_another_order()
        finally:
            self.ledger.close()
            self.folder.cleanup()

    def same_after_a_round_trip(self) -> None:
        with open_ledger(Path(self.folder.name) / "b.tenure", seed=[], clock=lambda: FIXED) as copy:
            import_text(copy, export_lines(self.it))
            assert dump(copy) == dump(self.it)
            assert copy.check().problems == ()

    def same_in_another_order(self) -> None:
        """Statements of different instants may arrive in any order."""
        order = sorted(range(len(self.log)), key=lambda n: (self.log[n][1][2], n))
        groups: dict[int, list[int]] = {}
        for n in order:
            groups.setdefault(self.log[n][1][2], []).append(n)
        starts = list(groups)
        random.Random(len(self.log)).shuffle(starts)
        with open_ledger(
            Path(self.folder.name) / "c.tenure", seed=[Relation("r", Cardinality(self.model.cardinality))]
        ) as other:
            for start in starts:
                for n in groups[start]:
                    verb, args = self.log[n]
                    op: Operation = (
                        End(self.key(args[0]), args[2], args[1])
                        if verb == "end"
                        else Assert(self.key(args[0]), *args[1:])
                    )
                    other.apply([op])
            for slot in ("s", "t"):
                ours = [(f.valid_from, f.valid_to, f.object) for f in self.it.history(self.key(slot))]
                theirs = [(f.valid_from, f.valid_to, f.object) for f in other.history(self.key(slot))]
                assert sorted(ours, key=str) == sorted(theirs, key=str)


TestLedger = LedgerMachine.TestCase
TestLedger.settings = settings(
    max_examples=60,
    stateful_step_count=14,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
