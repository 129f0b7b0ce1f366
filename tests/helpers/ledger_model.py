"""The rule by brute force on lists, written from the design and independent of the ledger's code."""

from __future__ import annotations

from dataclasses import dataclass, field, replace


@dataclass
class Said:
    """A statement of the model; ``spans`` are the transactions between which it is in force."""

    number: int
    op: str
    slot: str
    object: str | None
    start: int
    end: int | None
    temporary: bool
    spans: list[list[int | None]]
    chain: int
    erased: bool = False


@dataclass
class Model:
    """All statements ever made about some slots of one relation."""

    cardinality: str = "functional"
    said: list[Said] = field(default_factory=list)
    tx: int = 0
    heads: dict[int, int] = field(default_factory=dict)

    # --- writing ---

    def record(  # noqa: PLR0917
        self,
        op: str,
        slot: str,
        obj: str | None,
        start: int,
        end: int | None = None,
        temporary: bool = False,
        chain: int | None = None,
    ) -> Said:
        number = len(self.said)
        said = Said(number, op, slot, obj, start, end, temporary, [[self.tx, None]], number if chain is None else chain)
        self.said.append(said)
        self.heads[said.chain] = number
        return said

    def head(self, number: int) -> Said:
        return self.said[self.heads[self.said[number].chain]]

    def close(self, said: Said) -> None:
        said.spans[-1][1] = self.tx

    def erase(self, number: int) -> None:
        chain = self.said[number].chain
        for place, said in enumerate(self.said):
            if said.chain == chain:
                self.said[place] = replace(said, erased=True)
        if self.cardinality == "set":
            self.let_go(self.said[number].slot)

    def let_go(self, slot: str) -> None:
        """A member wholly erased and stated again is new: what is left of its statements names nothing any more."""
        named = self.named(slot)
        for place, said in enumerate(self.said):
            if said.slot == slot and said.object is not None and said.object not in named:
                self.said[place] = replace(said, object=f"erased {said.object}")

    # --- reading ---

    def in_force(self, slot: str, known: int) -> list[Said]:
        found = [
            s for s in self.said
            if s.slot == slot and any(a is not None and a <= known and (b is None or known < b) for a, b in s.spans)
        ]  # fmt: skip
        return sorted(found, key=lambda s: (s.start, s.number))

    def named(self, slot: str) -> set[str]:
        """Members of a set that some statement, in force or not, still names."""
        return {s.object for s in self.said if s.slot == slot and s.object is not None and not s.erased}

    def value(self, slot: str, x: int, known: int) -> str | None:
        return rule([s for s in self.in_force(slot, known) if s.start <= x], x)[0]

    def members(self, slot: str, x: int, known: int) -> list[str]:
        every = self.in_force(slot, known)
        found = []
        for member in sorted(self.named(slot)):
            line = [
                s for s in every
                if s.start <= x and (s.object == member or (s.op == "end" and s.object is None))
                and not (s.erased and s.op == "assert")
            ]  # fmt: skip
            if rule(line, x)[0] == member:
                found.append(member)
        return found

    def instants(self) -> list[int]:
        edges = {s.start for s in self.said} | {s.end for s in self.said if s.end is not None}
        return sorted({x + d for x in edges for d in (-1, 0)})

    def history(self, slot: str, known: int) -> list[tuple[int, int | None, str]]:
        found: list[tuple[int, int | None, str]] = []
        before: str | None = None
        start = 0
        edges = sorted({s.start for s in self.said} | {s.end for s in self.said if s.end is not None})
        for x in edges:
            now = self.value(slot, x, known)
            if now != before:
                if before is not None:
                    found.append((start, x, before))
                before, start = now, x
        if before is not None:
            found.append((start, None, before))
        return found


def rule(below: list[Said], x: int) -> tuple[str | None, Said | None]:
    """Return the value at ``x`` and the statement that rules; ``below`` in rising rank, starting by x."""
    skipped: set[int] = set()
    for place in range(len(below) - 1, -1, -1):
        said = below[place]
        if said.number in skipped:
            continue
        if said.op == "end":
            if said.object is None or said.erased:
                return None, None
            held, ruler = rule(below[:place], said.start)
            if held != said.object or ruler is None:
                continue
            if ruler.temporary:
                skipped.add(ruler.number)
                continue
            return None, None
        lapsed = said.end is not None and said.end <= x
        if lapsed and said.temporary:
            continue
        if lapsed or said.erased:
            return None, None
        return said.object, said
    return None, None
