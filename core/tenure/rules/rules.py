"""The room's door: the rules of a project, their life, and what each did or would do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from tenure.errors import ConflictError
from tenure.keys import Key
from tenure.ledger import Ledger, Operation, Summary
from tenure.ledger.types import Op, Retract, Statement
from tenure.rules.follow import Follower
from tenure.rules.rule import Life, Rule, starter_rules
from tenure.rules.store import Move, Store, Stored

_EVERY = 2**31
_NEXT = {
    Life.DRAFT: (Life.SHADOW, Life.RETIRED),
    Life.SHADOW: (Life.ACTIVE, Life.RETIRED),
    Life.ACTIVE: (Life.RETIRED,),
    Life.RETIRED: (),
}
"""The moves a rule's life allows; from retired there is none, a new version takes its place."""
_ROLLED_BACK = "rolled back"


@dataclass(frozen=True, slots=True)
class Done:
    """One thing a rule did or would do.

    Attributes:
        op: ``end`` or ``assert``.
        key: whose.
        value: the value that ends, or that is stated; None if it was erased.
        at: when (microseconds UTC).
        cause: the statement that set the rule off.
        statement: the effect's own; of a rule in shadow the one that would be retired.
        tx: the transaction that recorded it.
    """

    op: Op
    key: Key
    value: str | None
    at: int
    cause: int
    statement: int
    tx: int


@dataclass(frozen=True, slots=True)
class Moved:
    """What a move in a rule's life did, or with ``dry_run`` would do.

    Attributes:
        stored: the rule as it is then.
        done: what it does because of facts already in the ledger, or what was taken back; on an
            activation that acts from now on, what it leaves alone.
        summary: of the ledger.
        past: whether facts already in the ledger count.
    """

    stored: Stored
    done: tuple[Done, ...]
    summary: Summary
    past: bool = False
    dry_run: bool = False


class Rules(Follower):
    """The rules of the project whose ledger this is.

    Give it to the ledger as its ``consequences``, so that active rules act inside every write.
    """

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger)
        self._tables = Store(ledger.connection)

    # --- reads --------------------------------------------------------------------------------

    def all(self) -> list[Stored]:
        """Return every version of every rule, by name and version."""
        return self._tables.all()

    def get(self, name: str, version: int | None = None) -> Stored:
        """Return a version of a rule; by default the active one, else the newest.

        Raises:
            NotFoundError: if there is none.
        """
        return self._tables.get(name, version)

    def counts(self) -> dict[int, int]:
        """Return, by the id of a rule, how many of its effects stand, or in shadow how much it would retire."""
        return self._tables.counts()

    def log(self, name: str | None = None) -> list[Move]:
        """Return what was done with one rule or all, oldest first."""
        if name is not None:
            self.get(name)
        return self._tables.log(name)

    def maker(self, statement: int) -> tuple[Rule, int] | None:
        """Return the rule that made a statement and the statement that set it off; None for others."""
        return self._tables.maker(statement)

    def done(self, name: str, version: int | None = None) -> list[Done]:
        """Return what a rule did and still stands; of a rule in shadow, what it would retire."""
        stored = self.get(name, version)
        if stored.life is not Life.SHADOW:
            return self._done_by(self._tables.in_force_of(stored.id))
        found: list[Done] = []
        for cause, place, number, statement, at, tx in self._tables.shadows(stored.id):
            value = self._ledger.text_of(number) if number is not None else ""
            found.append(Done(Op.END, self._ledger.home(place).key, value or None, at, cause, statement, tx))
        return found

    def _done_by(self, statements: Iterable[int]) -> list[Done]:
        return [self._done_of(self._ledger.statement(number)) for number in statements]

    def _done_of(self, said: Statement) -> Done:
        cause = self._tables.cause_of(said.id) or 0
        value = said.object
        if said.op is Op.END and value is None:
            slot = self._ledger.slot_of(said.key)
            held = self._ledger.held_before(slot, slot.id, said.valid_from)
            value = held.text if held is not None else None
        return Done(said.op, said.key, value, said.valid_from, cause, said.id, said.tx)

    # --- adding -------------------------------------------------------------------------------

    def add(self, rules: Iterable[Rule]) -> list[Stored]:
        """Store rules, each as a draft.

        Raises:
            ConflictError: if a version is there already, or is not newer than the newest of its name.
        """
        with self._ledger.writing():
            return [self._add(rule) for rule in rules]

    def _add(self, rule: Rule) -> Stored:
        newest = max((s.rule.version for s in self.all() if s.rule.name == rule.name), default=0)
        if rule.version <= newest:
            raise ConflictError(
                f"rule {rule.name} has version {newest} already: give the changed rule a higher version"
            )
        number = self._tables.add(rule)
        self._note(number, "added", self._ledger.last_tx(), 0)
        return self.get(rule.name, rule.version)

    def add_starter(self) -> list[Stored]:
        """Put the rules Tenure ships with in shadow, as far as the project lacks them."""
        known = {(s.rule.name, s.rule.version) for s in self.all()}
        with self._ledger.writing():
            since, tx = self._ledger.last_statement(), self._ledger.last_tx()
            added = [rule for rule in starter_rules() if (rule.name, rule.version) not in known]
            for rule in added:
                number = self._tables.add(rule)
                self._tables.set_life(number, Life.SHADOW, since)
                for move in ("added", Life.SHADOW.value):
                    self._note(number, move, tx, 0)
        self.forget()
        names = {rule.name for rule in added}
        return [stored for stored in self.all() if stored.rule.name in names]

    # --- life ---------------------------------------------------------------------------------

    def shadow(self, name: str, version: int | None = None, *, past: bool = False, dry_run: bool = False) -> Moved:
        """Let a draft record what it would retire, changing nothing.

        Args:
            name, version: of the rule; by default its newest version.
            past: look also at facts already in the ledger; else only from now on.
            dry_run: return the same and write nothing.

        Raises:
            NotFoundError: if there is no such rule.
            ConflictError: if it is no draft.
        """
        stored = self._to(Life.SHADOW, name, version)

        def work() -> Moved:
            summary = self._enter(stored, Life.SHADOW, past)
            done = tuple(self.done(name, stored.rule.version))
            self._note(stored.id, Life.SHADOW.value, summary.tx, len(done))
            return Moved(self.get(name, stored.rule.version), done, summary, past, dry_run)

        return self._maybe(work, dry_run)

    def activate(self, name: str, version: int | None = None, *, past: bool = False, dry_run: bool = False) -> Moved:
        """Let a rule in shadow act; an active older version of it is retired.

        Args:
            name, version: of the rule; by default its version in shadow.
            past: let it act on facts already in the ledger too, at the valid time of each; else ``done``
                of the result lists what it leaves alone.
            dry_run: return the same and write nothing.

        Raises:
            NotFoundError: if there is no such rule.
            ConflictError: if it is not in shadow.
        """
        stored = self._to(Life.ACTIVE, name, version)

        def work() -> Moved:
            for other in self.all():
                if other.rule.name == name and other.life is Life.ACTIVE:
                    self._retire(other, f"replaced by version {stored.rule.version}")
            summary = self._enter(stored, Life.ACTIVE, past)
            done = tuple(self._done_by(self._tables.in_force_of(stored.id)))
            self._note(stored.id, Life.ACTIVE.value, summary.tx, len(done))
            return Moved(self.get(name, stored.rule.version), done, summary, past, dry_run)

        if past:
            return self._maybe(work, dry_run)
        left_alone = self.activate(name, stored.rule.version, past=True, dry_run=True).done
        return replace(self._maybe(work, dry_run), done=left_alone)

    def retire(self, name: str, version: int | None = None, *, dry_run: bool = False) -> Moved:
        """Let a rule act no more. What it did stays, and still follows its causes.

        Raises:
            NotFoundError: if there is no such rule.
            ConflictError: if it is retired already.
        """
        stored = self._to(Life.RETIRED, name, version)

        def work() -> Moved:
            self._retire(stored, Life.RETIRED.value)
            summary = Summary(tx=self._ledger.last_tx(), dry_run=dry_run)
            return Moved(self.get(name, stored.rule.version), (), summary, dry_run=dry_run)

        return self._maybe(work, dry_run)

    def rollback(self, name: str, version: int | None = None, *, dry_run: bool = False) -> Moved:
        """Take back everything a rule did, in one transaction, and retire it.

        What it closed holds again as the one rule says: a value stated newer stays.

        Raises:
            NotFoundError: if there is no such rule.
            ConflictError: if it never acted, or was rolled back already.
        """
        stored = self.get(name, version)
        if stored.life in (Life.DRAFT, Life.SHADOW):
            raise ConflictError(f"rule {name} is in {stored.life.value}: it did nothing that could be rolled back")
        moves = [m for m in self.log(name) if m.version == stored.rule.version]
        if not self._tables.in_force_of(stored.id) and any(m.move == _ROLLED_BACK for m in moves):
            raise ConflictError(f"rule {name} was rolled back already")
        if not any(m.move == Life.ACTIVE.value for m in moves):
            raise ConflictError(f"rule {name} never was active: it did nothing that could be rolled back")

        def work() -> Moved:
            if stored.life is not Life.RETIRED:
                self._retire(stored, Life.RETIRED.value)
            effects = self._tables.in_force_of(stored.id)
            done = tuple(self._done_by(effects))
            operations: list[Operation] = [Retract(number) for number in reversed(effects)]
            summary = self._ledger.apply(operations)
            self._tables.drop_causes(stored.id)
            self.forget()
            self._note(stored.id, _ROLLED_BACK, summary.tx, len(effects))
            return Moved(self.get(name, stored.rule.version), done, summary, dry_run=dry_run)

        return self._maybe(work, dry_run)

    # --- steps --------------------------------------------------------------------------------

    def _to(self, life: Life, name: str, version: int | None) -> Stored:
        """Return the version meant by a move, which its life must allow."""
        if version is None:
            self.get(name)
            wanted = {before for before, after in _NEXT.items() if life in after}
            fit = [s for s in self.all() if s.rule.name == name and s.life in wanted]
            stored = fit[-1] if fit else self.get(name)
        else:
            stored = self.get(name, version)
        if life not in _NEXT[stored.life]:
            raise ConflictError(
                f"rule {name} version {stored.rule.version} is {_is(stored.life)}; "
                f"it cannot become {life.value}: a rule goes from draft to shadow to active to retired"
            )
        return stored

    def _enter(self, stored: Stored, life: Life, past: bool) -> Summary:
        since = 0 if past else self._ledger.last_statement()
        self._tables.set_life(stored.id, life, since)
        self._tables.drop_causes(stored.id)
        self._tables.drop_shadows(stored.id)
        self.forget()
        if not past:
            return Summary(tx=self._ledger.last_tx())
        return self._ledger.reconsider(self._ledger.find_slots(relation=stored.rule.trigger.relation, limit=_EVERY))

    def _retire(self, stored: Stored, move: str) -> None:
        self._tables.set_life(stored.id, Life.RETIRED, stored.since)
        self._tables.drop_causes(stored.id, but_of_effects=True)
        self._tables.drop_shadows(stored.id)
        self.forget()
        effects = len(self._tables.in_force_of(stored.id))
        self._note(stored.id, move, self._ledger.last_tx(), effects)

    def _note(self, rule: int, move: str, tx: int, effects: int) -> None:
        self._tables.note(rule, move, self._ledger.clock(), tx, effects)

    def _maybe(self, work: Callable[[], Moved], dry_run: bool) -> Moved:
        """Do something in one SQL transaction, and in a dry run leave nothing of it."""
        if not dry_run:
            with self._ledger.writing():
                return work()
        with self._ledger.trying():
            return work()


def _is(life: Life) -> str:
    return {Life.DRAFT: "a draft", Life.SHADOW: "in shadow"}.get(life, life.value)
