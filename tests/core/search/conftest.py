from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tenure.clock import fixed_clock
from tenure.instants import DateOrigin, Precision, parse_date
from tenure.keys import Key, Scope
from tenure.ledger import Assert, End, Evidence, Ledger, open_ledger
from tenure.models.fake import HashEmbedder
from tenure.passages.store import NewPassage
from tenure.search import LexicalIndex, Search, prepare

NOW = "2025-06-01"


def at(date: str) -> int:
    return parse_date(date).at


@dataclass
class World:
    """A project whose statements are written down by the tests themselves."""

    ledger: Ledger
    path: Path
    embedder: HashEmbedder = field(default_factory=HashEmbedder)

    def search(self, *, dense: bool = True) -> Search:
        return Search(self.ledger, self.embedder if dense else None)

    def passage(
        self,
        text: str,
        date: str,
        *facts: tuple[str, str, str],
        source: str | None = None,
        heading: str = "",
        scope: str = "",
        sentence: Sequence[str] = (),
        ends: bool = False,
        valid: str | None = None,
    ) -> int:
        """Store a passage and what it states: (subject, relation, value), each in the sentence that holds it."""
        name = source or f"note-{self.ledger.passages.count() + 1}.md"
        with self.ledger.writing():
            new = NewPassage(text, at(date), Precision.DAY, DateOrigin.DOCUMENT, heading=heading)
            added = self.ledger.passages.add(name, "text", [new], digest=f"{name}{text}", tx=self.ledger.last_tx() + 1)
            operations: list[Assert | End] = []
            for number, (subject, relation, value) in enumerate(facts):
                told = sentence[number] if sentence else next(s for s in _sentences(text) if value in s)
                start = text.index(told)
                evidence = Evidence(name, told, added.ids[0], (start, start + len(told)))
                key = Key(subject, relation, Scope.parse(scope))
                if ends:
                    operations.append(End(key, at(valid or date), value, evidence=evidence))
                else:
                    operations.append(Assert(key, value, at(valid or date), evidence=evidence))
            tx = (
                max(at(date), self.ledger.transactions(1, self.ledger.last_tx() - 1)[0].recorded_at)
                if (self.ledger.last_tx())
                else at(date)
            )
            if not operations:
                operations = [Assert(Key("register", "entry"), name, at(date))]
            self.ledger.apply(operations, passages=added.ids, recorded_at=tx)
        return added.ids[0]


def _sentences(text: str) -> list[str]:
    return [part.strip() + "." for part in text.split(".") if part.strip()] if "." in text else [text]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    path = tmp_path / "project.tenure"
    with open_ledger(path, clock=fixed_clock(at(NOW)), projections=[LexicalIndex()]) as ledger:
        prepare(ledger.connection, path)
        yield World(ledger, path)
