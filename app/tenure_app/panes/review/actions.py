"""What can be done with one thing that waits: the keys, the words, the write."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject

from tenure.ledger.types import AddAlias, Assert, Summary
from tenure.relations import Cardinality
from tenure_app.dialogs.base import Work
from tenure_app.ops import review
from tenure_app.ops.review import Entry, Kind
from tenure_app.panes.review.words import isolated, shortened


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that can be done.

    Attributes:
        key: the letter or digit that does it; shown on its button.
        title: on its button.
        tip: what it means.
        work: the write, which is dry-run first; None for what opens a dialog or another place.
        opens: for the others, the name of what the pane then opens.
        main: whether it is the one offered first.
    """

    key: str
    title: str
    tip: str
    work: Work | None = None
    opens: str = ""
    main: bool = False


class Actions(QObject):
    """Gives the actions of an entry, the one offered first in front."""

    def of(self, entry: Entry) -> list[Action]:
        """Return them."""
        makers: dict[Kind, Callable[[Entry], list[Action]]] = {
            Kind.PROPOSAL: self._proposal,
            Kind.CONFLICT: self._conflict,
            Kind.NAME: self._name,
            Kind.RELATION: self._relation,
            Kind.MISSING: self._missing,
            Kind.RULE: self._rule,
        }
        found = makers[entry.ref.kind](entry)
        if entry.key is not None:
            found.append(Action("O", self.tr("Open"), self.tr("Show its key in the inspector"), opens="inspector"))
        return found

    def _proposal(self, entry: Entry) -> list[Action]:
        number = entry.ref.number
        found = [
            Action(
                "A", self.tr("Accept"), self.tr("Write it, with its sentence as evidence"),
                _work(partial(review.accept, number=number)), main=True,
            ),
            Action(
                "R", self.tr("Reject"), self.tr("Leave it unwritten and do not ask again"),
                _work(partial(review.reject, number=number)),
            ),
        ]  # fmt: skip
        if entry.proposal is not None and not isinstance(entry.proposal.operation, AddAlias):
            opens = "edit" if isinstance(entry.proposal.operation, Assert) else "end"
            tip = self.tr("Change subject, relation, value or dates before it is written")
            found.append(Action("E", self.tr("Edit…"), tip, opens=opens))
        return found

    def _conflict(self, entry: Entry) -> list[Action]:
        number, found = entry.ref.number, []
        for place, side in enumerate(entry.sides, 1):
            others = [other.statement.id for other in entry.sides if other is not side]
            found.append(
                Action(
                    str(place), self.tr("Keep {0}").format(isolated(shortened(side.statement.object or "", 24))),
                    self.tr("The other one was never so: it is withdrawn"),
                    _work(partial(review.withdraw, number=number, statements=others)), main=side.rules,
                )
            )  # fmt: skip
        tip = self.tr("Both statements stay; the one stated last goes on ruling")
        found.append(Action("R", self.tr("Leave both"), tip, _work(partial(review.reject, number=number))))
        if any(side.fact is not None for side in entry.sides):
            tip = self.tr("Correct the value or the dates of the statement that rules")
            found.append(Action("E", self.tr("Correct…"), tip, opens="correct"))
        return found

    def _name(self, entry: Entry) -> list[Action]:
        number = entry.ref.number
        keep, back = self.tr("Keep the name"), self.tr("Take it back")
        return [
            Action(
                "A", keep, self.tr("It may mean each of them; questions offer all"),
                _work(partial(review.accept, number=number)), main=True,
            ),
            Action(
                "R", back, self.tr("What was learned is forgotten; the others keep the name"),
                _work(partial(review.reject, number=number)),
            ),
        ]  # fmt: skip

    def _relation(self, entry: Entry) -> list[Action]:
        def define(cardinality: Cardinality) -> Work:
            work = partial(review.define, number=entry.ref.number, relation=entry.relation, cardinality=cardinality)
            return _work(work)

        return [
            Action(
                "A", self.tr("One value"), self.tr("One value at a time: a newer one takes over"),
                define(Cardinality.FUNCTIONAL), main=True,
            ),
            Action(
                "S", self.tr("Set"), self.tr("Several values at a time: a newer one joins the others"),
                define(Cardinality.SET),
            ),
            Action(
                "V", self.tr("Events"), self.tr("It happened at an instant and holds no span"),
                define(Cardinality.EVENT),
            ),
            Action("M", self.tr("Map…"), self.tr("It is another name of a relation already known"), opens="map"),
            Action(
                "R", self.tr("Leave unlisted"), self.tr("Do not ask again; it stays one value at a time"),
                _work(partial(review.reject, number=entry.ref.number)),
            ),
        ]  # fmt: skip

    def _missing(self, entry: Entry) -> list[Action]:
        number, statement = entry.ref.number, entry.sides[0].statement
        ended = _work(partial(review.end, number=number, statement=statement, at=entry.queued_at))
        never = _work(partial(review.withdraw, number=number, statements=[statement.id]))
        return [
            Action("A", self.tr("It ended"), self.tr("It was so until the new version was read"), ended, main=True),
            Action("R", self.tr("Still so"), self.tr("It holds though its source no longer says so"),
                   _work(partial(review.reject, number=number))),
            Action("W", self.tr("Never so"), self.tr("The statement is withdrawn"), never),
            Action("E", self.tr("End on…"), self.tr("Set the day it ended"), opens="end"),
        ]  # fmt: skip

    def _rule(self, _entry: Entry) -> list[Action]:
        shown = self.tr("Shows the whole list first")
        return [
            Action("A", self.tr("Activate…"), shown, opens="activate", main=True),
            Action("R", self.tr("Retire…"), self.tr("The rule acts no more"), opens="retire"),
            Action("E", self.tr("All rules…"), self.tr("Open the list of rules"), opens="rules"),
        ]


def _work(work: Callable[..., Summary]) -> Work:
    return lambda project, dry: work(project, dry_run=dry)
