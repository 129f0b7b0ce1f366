"""Decides what follows from a write and keeps it in step: the ledger's ``Consequences``.

After a write the keys it touched are looked at: which causes came and went on them, and which causes
reach them. Each such cause is then compared, by instant, rule and statement, with what its rule did:
what is missing is stated, what is no longer wanted is taken back. What that touches is looked at in
turn until nothing changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from tenure.keys import fold
from tenure.ledger import Assert, End, Ledger, Operation
from tenure.ledger.core import Slot
from tenure.ledger.types import Op, Restore, Retract
from tenure.rules.effects import Effects, Wanted
from tenure.rules.finding import ancestors, causes_on
from tenure.rules.rule import Life
from tenure.rules.schema import IN_FORCE, OVERRULED, TAKEN_BACK
from tenure.rules.store import Cause, Done, Store, Stored
from tenure.rules.watch import Pair, Watch

ROUNDS = 100
"""How often a write is looked at again at most; each round settles at least one more instant."""

Places = set[int] | None
"""Keys to look at for a cause; None for all it reaches."""
Fresh = dict[int, tuple[Slot, set[Pair]]]
"""Keys that changed, by id, with what changed them: causes and their rules, or nothing for the write itself."""
Identity = tuple[tuple[str, str, str], Op, str | None, int, int | None, bool]


class Follower:
    """What follows from writes, by the rules of the project on this connection."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._store = Store(ledger.connection)
        self._known: Watch | None = None
        self.quiet: set[int] = set()

    # --- the ledger's door --------------------------------------------------------------------

    def concerns(self, slot: Slot, written: str | None, at: int | None) -> bool:
        """See :class:`~tenure.ledger.consequences.Consequences`."""
        watch = self._known
        return (watch if watch is not None else self._watch()).concerns(slot, written, at)

    def acts(self) -> bool:
        """See :class:`~tenure.ledger.consequences.Consequences`."""
        return self._watch().acts

    def follow(
        self, touched: Mapping[int, Slot], closed: Sequence[int], recorded: Sequence[int]
    ) -> Iterator[Sequence[Operation]]:
        """See :class:`~tenure.ledger.consequences.Consequences`."""
        watch = self._watch()
        if not watch.rules:
            return
        self._settle(closed)
        fresh: Fresh = {slot.id: (slot, set()) for slot in touched.values() if watch.concerns(slot, None, None)}
        for _ in range(ROUNDS):
            if not fresh:
                return
            work = self._work(watch, fresh)
            fresh = {}
            for pair in self._in_order(watch, work):
                yield from self._bring_about(watch, pair, work[pair], recorded, fresh)

    def owned(self, statements: Collection[int]) -> set[int]:
        """See :class:`~tenure.ledger.consequences.Consequences`."""
        return set(self._store.among(statements))

    def copies(self, statements: Collection[int]) -> list[int]:
        """See :class:`~tenure.ledger.consequences.Consequences`."""
        return self._store.copies(statements)

    def erased(self, statements: Collection[int]) -> None:
        """See :class:`~tenure.ledger.consequences.Consequences`."""
        self._store.erase(statements)
        self.forget()

    def forget(self) -> None:
        """See :class:`~tenure.ledger.consequences.Consequences`."""
        self._known = None
        self.quiet.clear()

    def _watch(self) -> Watch:
        if self._known is None:
            self._known = Watch(self._store.all(), self._store.causes(), self._ledger.registry, self.quiet)
        return self._known

    def _settle(self, closed: Sequence[int]) -> None:
        """Note which effects a person took back, so that they are not repeated, or restored."""
        for statement, state in self._store.among(closed).items():
            standing = self._ledger.in_force(statement)
            if standing != (state not in (TAKEN_BACK, OVERRULED)):
                self._store.set_state(statement, IN_FORCE if standing else OVERRULED)

    # --- what has to be looked at -------------------------------------------------------------

    def _work(self, watch: Watch, fresh: Fresh) -> dict[Pair, Places]:
        work: dict[Pair, Places] = {}
        for slot, makers in fresh.values():
            heard = watch.heard(slot)
            if heard or watch.has_causes(slot):
                for pair in self._find_again(watch, slot, heard):
                    work[pair] = None
            for pair in watch.subjects.get(fold(slot.key.subject), ()):
                cause = self._store.cause(*pair)
                direct = cause is not None and cause.who == fold(slot.key.subject)
                if direct and makers == {pair}:
                    continue  # What it stated at its instant does not change what held before.
                _add(work, pair, {slot.id} if direct else None)
            if watch.objects and fold(slot.relation.name) in watch.named:
                for name in self._ledger.values_named(slot):
                    for pair in watch.objects.get(fold(name), ()):
                        if makers != {pair}:
                            _add(work, pair, {slot.id})
        return work

    def _find_again(self, watch: Watch, slot: Slot, heard: Sequence[Stored]) -> list[Pair]:
        """Bring the causes that stand on a key up to date; return those that came, went or changed."""
        before = self._store.causes_of_slot(slot.id)
        found = causes_on(self._ledger, self._store, slot, heard)
        changed: list[Pair] = []
        for pair, cause in before.items():
            if found.get(pair) != cause:
                self._store.drop_cause(*pair)
                watch.remove(cause)
                changed.append(pair)
        for pair, cause in found.items():
            if before.get(pair) != cause and (pair in before or watch.rules[pair[0]].life is not Life.RETIRED):
                self._store.put_cause(cause)
                watch.add(cause)
                changed.append(pair)
        return changed

    def _in_order(self, watch: Watch, work: Mapping[Pair, Places]) -> list[Pair]:
        def rank(pair: Pair) -> tuple[int, str, int]:
            cause = self._store.cause(*pair)
            return (cause.at if cause is not None else -(2**62)), watch.rules[pair[0]].rule.name, pair[1]

        return sorted(work, key=rank)

    # --- bringing it about --------------------------------------------------------------------

    def _bring_about(
        self, watch: Watch, pair: Pair, places: Places, recorded: Sequence[int], fresh: Fresh
    ) -> Iterator[Sequence[Operation]]:
        stored = watch.rules[pair[0]]
        cause = self._store.cause(*pair)
        if cause is None:
            places = None
        elif stored.life is Life.RETIRED:
            return
        done = [d for d in self._store.effects(*pair) if places is None or d.place in places]
        wanted = [] if cause is None else self._wanted(watch, stored, cause, places, done)
        if stored.life is Life.SHADOW:
            retired = [w.retired for w in wanted if w.retired is not None]
            rows = [(r.place, r.at, r.object, r.statement) for r in retired]
            self._store.set_shadows(pair[0], pair[1], self._ledger.last_tx(), places, rows)
            return
        yield from self._differing(pair, wanted, done, recorded, fresh)

    def _wanted(self, watch: Watch, stored: Stored, cause: Cause, places: Places, done: Sequence[Done]) -> list[Wanted]:
        chain = ancestors(self._store, cause.statement)
        spared = {cause.slot} | {self._home_of(statement) for statement in chain[1:]}
        effects = Effects(
            self._ledger,
            watch,
            stored.rule,
            cause,
            said=self._ledger.statement(cause.statement),
            own={d.statement for d in done},
            spared=spared,
        )
        if places is not None:
            return effects.wanted(places, places)
        return effects.wanted(
            None, self._mentioning(watch, cause.who) if cause[:2] in watch.objects.get(cause.who, ()) else ()
        )

    def _home_of(self, statement: int) -> int:
        return self._ledger.slot_of(self._ledger.statement(statement).key).id

    def _differing(
        self,
        pair: Pair,
        wanted: Sequence[Wanted],
        done: Sequence[Done],
        recorded: Sequence[int],
        fresh: Fresh,
    ) -> Iterator[Sequence[Operation]]:
        """State what is missing, take back what is not wanted, and note the keys that this touched."""
        stands = {self._identity_of(d.statement): d for d in done if d.state in (IN_FORCE, OVERRULED)}
        gone = {self._identity_of(d.statement): d for d in done if d.state == TAKEN_BACK}
        wishes = {self._identity(w.operation): w for w in wanted}
        for identity, effect in stands.items():
            if effect.state == IN_FORCE and identity not in wishes:
                yield [Retract(effect.statement)]
                self._store.set_state(effect.statement, TAKEN_BACK)
                self._touch(effect.slot, pair, fresh)
        for identity, wish in wishes.items():
            if identity in stands:
                continue
            back = gone.get(identity)
            if back is not None:
                yield [Restore(back.statement)]
                self._store.set_state(back.statement, IN_FORCE)
                self._touch(back.slot, pair, fresh)
                continue
            number = self._stated_already(wish.operation)
            if number is None:
                yield [wish.operation]
                number = recorded[-1]
            slot = self._ledger.slot_of(wish.operation.key)
            self._store.put_effect(*pair, Done(number, wish.place, slot.id, wish.copied, IN_FORCE))
            self._touch(slot.id, pair, fresh)

    def _touch(self, slot: int, pair: Pair, fresh: Fresh) -> None:
        home = self._ledger.home(slot)
        if self.concerns(home, None, None):
            fresh.setdefault(home.id, (home, set()))[1].add(pair)

    def _stated_already(self, operation: Assert | End) -> int | None:
        """Return the statement of an import that says the same in the name of the same rule, or None."""
        slot = self._ledger.slot_of(operation.key)
        for number in self._ledger.stated_by(slot, _start(operation), operation.evidence.source or ""):
            if self._identity_of(number) == self._identity(operation) and self._store.cause_of(number) is None:
                return number
        return None

    def _identity_of(self, statement: int) -> Identity:
        said = self._ledger.statement(statement)
        key = self._ledger.slot_of(said.key).key
        return key.normal, said.op, said.object, said.valid_from, said.valid_to, said.temporary

    def _identity(self, operation: Assert | End) -> Identity:
        key = self._ledger.slot_of(operation.key).key.normal
        if isinstance(operation, Assert):
            start, end = operation.valid_from, operation.valid_to
            return key, Op.ASSERT, operation.object, start, end, operation.temporary
        return key, Op.END, operation.object, operation.at, None, False

    # --- who names whom -----------------------------------------------------------------------

    def _mentioning(self, watch: Watch, folded: str) -> list[int]:
        """Return the keys that ever named a thing; what was stated since the last time is looked at first."""
        ledger, store = self._ledger, self._store
        relations = " | ".join(sorted(watch.named))
        last, looked = store.mentions()
        if looked != relations:
            store.forget_mentions(relations)
            last = 0
        newest = ledger.last_statement()
        if newest > last:
            named = ledger.naming(watch.named, last)
            store.add_mentions(((fold(text), slot) for slot, text in named), newest)
        return store.mentioning(folded)


def _add(work: dict[Pair, Places], pair: Pair, places: Places) -> None:
    known = work.get(pair, set())
    work[pair] = None if known is None or places is None else known | places


def _start(operation: Assert | End) -> int:
    return operation.valid_from if isinstance(operation, Assert) else operation.at
