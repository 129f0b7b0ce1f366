"""Decides what follows from a write and keeps it in step: the ledger's ``Consequences``.

After a write the keys it touched are looked at: which causes came and went on them, and which causes
reach them. Each such cause is then compared, by instant, rule and statement, with what its rule did:
what is missing is stated, what is no longer wanted is taken back. What that touches is looked at in
turn until nothing changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tenure.instants import FOREVER
from tenure.keys import fold
from tenure.ledger import Assert, End, Ledger, Operation, Statement
from tenure.ledger.consequences import Unheard
from tenure.ledger.core import Slot
from tenure.ledger.types import Op, Restore, Retract
from tenure.rules.effects import Effects, Wanted
from tenure.rules.finding import ancestors, causes_on
from tenure.rules.mentions import Mentions
from tenure.rules.rule import Life
from tenure.rules.schema import IN_FORCE, OVERRULED, TAKEN_BACK
from tenure.rules.store import Cause, Done, Store, Stored
from tenure.rules.watch import Pair, Watch

ROUNDS = 100
"""How often a write is looked at again at most; each round settles at least one more instant."""

Places = set[int] | None
"""Keys to look at for a cause; None for all it reaches."""
Identity = tuple[tuple[str, str, str], Op, str | None, int, int | None, bool]


@dataclass(slots=True)
class Touched:
    """A key that changed.

    Attributes:
        slot: the key.
        since: from when on what it holds may be another (microseconds UTC).
        makers: what changed it: causes and their rules, or nothing for the write itself.
    """

    slot: Slot
    since: int = -FOREVER
    makers: set[Pair] = field(default_factory=set)


Fresh = dict[int, Touched]
"""Keys that changed, by id."""


class Follower:
    """What follows from writes, by the rules of the project on this connection."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._store = Store(ledger.connection)
        self._mentions = Mentions(ledger, self._store)
        self._known: Watch | None = None
        self._said: dict[int, Statement] = {}
        self.unheard = Unheard()

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
        self._said.clear()
        fresh: Fresh = {slot.id: Touched(slot) for slot in touched.values() if watch.concerns(slot, None, None)}
        looked: dict[Pair, tuple[int, Places]] = {}
        for _ in range(ROUNDS):
            if not fresh:
                return
            work = self._work(watch, fresh, looked)
            fresh, looked = {}, {}
            for turn, pair in enumerate(self._in_order(watch, work)):
                looked[pair] = turn, work[pair]
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
        self._mentions.forget()
        self._said.clear()
        self.unheard.clear()

    def _watch(self) -> Watch:
        if self._known is None:
            self._known = Watch(self._store.all(), self._store.causes(), self._ledger.registry, self.unheard)
        return self._known

    def _settle(self, closed: Sequence[int]) -> None:
        """Note which effects a person took back, so that they are not repeated, or restored."""
        for statement, state in self._store.among(closed).items():
            standing = self._ledger.in_force(statement)
            if standing != (state not in (TAKEN_BACK, OVERRULED)):
                self._store.set_state(statement, IN_FORCE if standing else OVERRULED)

    # --- what has to be looked at -------------------------------------------------------------

    def _work(self, watch: Watch, fresh: Fresh, looked: Mapping[Pair, tuple[int, Places]]) -> dict[Pair, Places]:
        """Return which causes have to be looked at because of keys that changed, and where.

        ``looked`` says when in the round that changed them, and where, causes were looked at.
        """
        work: dict[Pair, Places] = {}
        for touched in fresh.values():
            slot, makers = touched.slot, touched.makers
            heard = watch.heard(slot)
            if heard or watch.has_causes(slot):
                for pair in self._find_again(watch, slot, heard):
                    work[pair] = None
            for pair in watch.subjects.get(fold(slot.key.subject), ()):
                cause = watch.cause(pair)
                direct = cause is not None and cause.who == fold(slot.key.subject)
                if watch.last_of(pair) < touched.since or _settled(touched, pair, looked, everywhere=not direct):
                    continue
                if direct and makers == {pair}:
                    continue  # What it stated at its instant does not change what held before.
                _add(work, pair, {slot.id} if direct else None)
            if watch.objects and fold(slot.relation.name) in watch.named:
                for name in self._ledger.values_named(slot):
                    for pair in watch.objects.get(fold(name), ()):
                        if makers == {pair} or _settled(touched, pair, looked):
                            continue
                        if watch.last_of(pair) >= touched.since:
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
            cause = watch.cause(pair)
            return (cause.at if cause is not None else -(2**62)), watch.rules[pair[0]].rule.name, pair[1]

        return sorted(work, key=rank)

    # --- bringing it about --------------------------------------------------------------------

    def _bring_about(
        self, watch: Watch, pair: Pair, places: Places, recorded: Sequence[int], fresh: Fresh
    ) -> Iterator[Sequence[Operation]]:
        stored = watch.rules[pair[0]]
        cause = watch.cause(pair)
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
            said=self._statement(cause.statement),
            own={d.statement for d in done},
            spared=spared,
        )
        if places is not None:
            return effects.wanted(places, places)
        named = watch.names_of(stored.id)
        return effects.wanted(None, *(self._mentioning(watch, cause, named) if named else ((), ())))

    def _home_of(self, statement: int) -> int:
        return self._ledger.slot_of(self._statement(statement).key).id

    def _statement(self, number: int) -> Statement:
        """Return a statement; during one write what it says stays the same."""
        known = self._said.get(number)
        if known is None:
            known = self._said[number] = self._ledger.statement(number)
        return known

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
                self._touch(effect.slot, identity[3], pair, fresh)
        for identity, wish in wishes.items():
            if identity in stands:
                continue
            back = gone.get(identity)
            if back is not None:
                yield [Restore(back.statement)]
                self._store.set_state(back.statement, IN_FORCE)
                self._touch(back.slot, identity[3], pair, fresh)
                continue
            number = self._stated_already(wish.operation, identity)
            if number is None:
                yield [wish.operation]
                number = recorded[-1]
            slot = self._ledger.slot_of(wish.operation.key)
            self._store.put_effect(*pair, Done(number, wish.place, slot.id, wish.copied, IN_FORCE))
            self._touch(slot.id, identity[3], pair, fresh)

    def _touch(self, slot: int, at: int, pair: Pair, fresh: Fresh) -> None:
        home = self._ledger.home(slot)
        if self.concerns(home, None, at):
            touched = fresh.setdefault(home.id, Touched(home, at))
            touched.since = min(touched.since, at)
            touched.makers.add(pair)

    def _stated_already(self, operation: Assert | End, identity: Identity) -> int | None:
        """Return the statement of an import that says the same in the name of the same rule, or None."""
        slot = self._ledger.slot_of(operation.key)
        for number in self._ledger.stated_by(slot, identity[3], operation.evidence.source or ""):
            if self._identity_of(number) == identity and self._store.cause_of(number) is None:
                return number
        return None

    def _identity_of(self, statement: int) -> Identity:
        said = self._statement(statement)
        key = self._ledger.slot_of(said.key).key
        return key.normal, said.op, said.object, said.valid_from, said.valid_to, said.temporary

    def _identity(self, operation: Assert | End) -> Identity:
        key = self._ledger.slot_of(operation.key).key.normal
        if isinstance(operation, Assert):
            start, end = operation.valid_from, operation.valid_to
            return key, Op.ASSERT, operation.object, start, end, operation.temporary
        return key, Op.END, operation.object, operation.at, None, False

    def _mentioning(self, watch: Watch, cause: Cause, relations: frozenset[str]) -> tuple[Sequence[int], Sequence[int]]:
        """Return the keys of some relations that may have named a thing just before a cause, and the values that
        name it."""
        values, slots = self._mentions.of(cause.who, watch.recorded(self._ledger, frozenset(watch.named)))
        if not slots:
            return (), values
        names = watch.recorded(self._ledger, relations)
        return self._ledger.that_may_have_held(slots, names, values, cause.at), values


def _settled(
    touched: Touched, pair: Pair, looked: Mapping[Pair, tuple[int, Places]], *, everywhere: bool = False
) -> bool:
    """Return whether a cause was looked at on a key, or everywhere, after all that changed the key."""
    if pair not in looked or not touched.makers:
        return False
    turn, places = looked[pair]
    if places is not None and (everywhere or touched.slot.id not in places):
        return False
    return turn > max(looked[maker][0] for maker in touched.makers)


def _add(work: dict[Pair, Places], pair: Pair, places: Places) -> None:
    known = work.get(pair, set())
    work[pair] = None if known is None or places is None else known | places
