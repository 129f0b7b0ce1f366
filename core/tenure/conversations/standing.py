"""What holds now of what an answer said then."""

from __future__ import annotations

from dataclasses import dataclass

from tenure.answer.answers import Answers
from tenure.answer.citing import Citation
from tenure.answer.marks import Mark
from tenure.conversations.turn import Turn
from tenure.keys import fold
from tenure.ledger import Ledger
from tenure.ledger.types import Fact, State


@dataclass(frozen=True, slots=True)
class Standing:
    """A citation as it is judged now.

    Attributes:
        citation: as it stood when the answer was given.
        fact: the interval of its value now, or None if the ledger no longer says so, or it cites a text.
        state: of the value now.
    """

    citation: Citation
    fact: Fact | None
    state: State

    @property
    def lapsed(self) -> bool:
        """Whether its value held when the answer was given and does so no more."""
        return self.citation.state is State.CURRENT and self.state is not State.CURRENT


@dataclass(frozen=True, slots=True)
class Reopened:
    """A turn with its values judged by what holds now; those of another time asked about, at that time."""

    turn: Turn
    marks: tuple[Mark, ...]
    standings: tuple[Standing, ...]

    @property
    def lapsed(self) -> tuple[Standing, ...]:
        """What held when the answer was given and does so no more."""
        return tuple(one for one in self.standings if one.lapsed)


def reopen(turn: Turn, ledger: Ledger, answers: Answers) -> Reopened:
    """Judge a turn anew.

    Args:
        turn: as kept.
        ledger: the facts.
        answers: marks its text.
    """
    valid = ledger.clock() if turn.at is None else turn.at
    marks = answers.mark(turn.text, valid=valid, known=turn.tx, keys=turn.keys) if turn.text else ()
    chains: dict[tuple[str, str, str], tuple[Fact, ...]] = {}
    return Reopened(turn, marks, tuple(_standing(cited, ledger, valid, turn.tx, chains) for cited in turn.citations))


def _standing(
    cited: Citation,
    ledger: Ledger,
    valid: int,
    known: int | None,
    chains: dict[tuple[str, str, str], tuple[Fact, ...]],
) -> Standing:
    if cited.key is None:
        return Standing(cited, None, cited.state)
    place = cited.key.normal
    if place not in chains:
        chains[place] = ledger.history(cited.key, valid=valid, known=known)
    same = [fact for fact in chains[place] if fold(fact.object) == fold(cited.value)]
    # A value that came back by another statement holds again.
    wanted = cited.state is not State.CURRENT
    mine = [fact for fact in same if wanted and fact.statement == cited.statement] or same
    if not mine:
        return Standing(cited, None, State.SUPERSEDED)
    best = max(mine, key=lambda fact: (fact.state is State.CURRENT, fact.valid_from))
    return Standing(cited, best, best.state)
