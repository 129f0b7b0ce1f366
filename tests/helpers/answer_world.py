from __future__ import annotations

from dataclasses import dataclass

from tenure.answer import Answers
from tenure.clock import fixed_clock
from tenure.instants import DateOrigin, parse_date
from tenure.keys import Key, Scope
from tenure.ledger import AddAlias, Assert, End, Evidence, Ledger
from tenure.models.fake import HashEmbedder, ScriptedModel
from tenure.search import Search

NOW = parse_date("2026-03-01").at


def day(text: str) -> int:
    """The first instant of a written date."""
    return parse_date(text).at


@dataclass
class World:
    """A ledger to fill, and answers from it."""

    ledger: Ledger

    def say(
        self,
        subject: str,
        relation: str,
        value: str,
        since: str,
        until: str | None = None,
        *,
        scope: dict[str, str] | None = None,
        text: str | None = None,
        recorded: str | None = None,
        temporary: bool = False,
    ) -> int:
        """State a fact; return its statement's id."""
        date = parse_date(since)
        end = parse_date(until) if until else None
        operation = Assert(
            Key(subject, relation, Scope.of(scope)),
            value,
            date.at,
            end.at if end else None,
            temporary,
            date.precision,
            end.precision if end else date.precision,
            DateOrigin.WRITTEN,
            Evidence("notes.md", text or f"The {relation} of {subject} is {value}."),
        )
        return self.ledger.apply([operation], recorded_at=day(recorded) if recorded else None).statements[0]

    def end(self, subject: str, relation: str, at: str) -> None:
        """End whatever holds."""
        date = parse_date(at)
        self.ledger.apply([End(Key(subject, relation), date.at, precision=date.precision)])

    def alias(self, name: str, alias: str) -> None:
        """Give a subject another name."""
        self.ledger.apply([AddAlias(name, alias)])

    def answers(self, script: object = None, *, embedder: bool = False) -> Answers:
        """Answers from this ledger, worded by a script (default: by the ledger)."""
        search = Search(self.ledger, HashEmbedder() if embedder else None)
        model = None if script is None else ScriptedModel(script)  # type: ignore[arg-type]
        return Answers(self.ledger, search, model, fixed_clock(NOW))
