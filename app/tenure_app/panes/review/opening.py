"""What the review pane opens: the dialogs of an entry, and the question about all of one source."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from tenure.ingest.deciding import Totals, Verdict
from tenure.instants import Precision
from tenure.ledger.types import Assert, End, Evidence
from tenure.project import Project
from tenure_app.context import AppContext
from tenure_app.dialogs.ask import ask_yes
from tenure_app.dialogs.deciding import AcceptEdited, AcceptEnd, MapRelation
from tenure_app.dialogs.facts import CorrectFact, date_iso
from tenure_app.dialogs.rules import MoveRule, RulesDialog
from tenure_app.ops import review
from tenure_app.ops.executors import Task
from tenure_app.ops.review import Entry
from tenure_app.ops.rules import Step
from tenure_app.widgets.format import count_text


class Opener(QObject):
    """Opens dialogs over the pane."""

    def __init__(self, context: AppContext, pane: QWidget) -> None:
        super().__init__(pane)
        self._context, self._pane = context, pane

    def open(self, what: str, entry: Entry) -> None:
        """Open what an action names."""
        openers: dict[str, Callable[[Entry], None]] = {
            "inspector": self._inspect,
            "edit": self._edit,
            "end": self._end,
            "correct": self._correct,
            "map": self._map,
            "activate": lambda one: self._move(one, Step.ACTIVATE),
            "retire": lambda one: self._move(one, Step.RETIRE),
            "rules": self._rules,
        }
        openers[what](entry)

    def _inspect(self, entry: Entry) -> None:
        if entry.key is not None:
            self._context.places.go_key(entry.key)

    def _edit(self, entry: Entry) -> None:
        if entry.proposal is not None and isinstance(entry.proposal.operation, Assert):
            AcceptEdited(self._context, self._pane, entry.ref.number, entry.proposal.operation).open()

    def _end(self, entry: Entry) -> None:
        number = entry.ref.number
        if entry.sides:
            said = entry.sides[0].statement
            at = date_iso(max(entry.queued_at, said.valid_from), Precision.DAY)
            key, value, evidence = said.key, said.object or "", Evidence(source=said.evidence.source)
        elif entry.proposal is not None and isinstance(entry.proposal.operation, End):
            end = entry.proposal.operation
            key, value, evidence = end.key, end.object or "", end.evidence
            at = date_iso(end.at, end.precision)
        else:
            return
        AcceptEnd(self._context, self._pane, number, key=key, value=value, at=at, evidence=evidence).open()

    def _correct(self, entry: Entry) -> None:
        ordered = sorted(entry.sides, key=lambda side: not side.rules)
        side = next((side for side in ordered if side.fact is not None), None)
        if side is not None and side.fact is not None:
            CorrectFact(self._context, self._pane, side.fact, side.statement).open()

    def _map(self, entry: Entry) -> None:
        MapRelation(self._context, self._pane, entry.ref.number, entry.relation, entry.alike).open()

    def _move(self, entry: Entry, step: Step) -> None:
        if entry.rule is not None:
            rule = entry.rule.rule
            MoveRule(self._context, self._pane, step, rule.name, rule.version).open()

    def _rules(self, entry: Entry) -> None:
        name = f"{entry.rule.rule.name}@{entry.rule.rule.version}" if entry.rule is not None else ""
        RulesDialog(self._context, self._pane.window(), name).open()

    # All of one source

    def ask_source(self, source: str, *, accept: bool) -> None:
        """Count what deciding all of a source does, ask, and do it."""
        verdict = Verdict.ACCEPTED if accept else Verdict.REJECTED

        def look(project: Project, task: Task) -> Totals:
            return review.decide_source(project, task, source=source, verdict=verdict, dry_run=True)

        def ask(totals: Totals) -> None:
            title = self.tr("Accept all") if accept else self.tr("Reject all")
            yes = self.tr("Accept all") if accept else self.tr("Reject all")
            ask_yes(self._pane, title, self._totals(totals, source, accept=accept), yes, decide)

        def decide() -> None:
            self._context.session.write(
                lambda project, task: review.decide_source(project, task, source=source, verdict=verdict),
                title=self.tr("Deciding what waits from {0}").format(source),
            )

        title = self.tr("Looking at what waits from {0}").format(source)
        task = Task(look, ask, self._context.session.failed.emit, self, "review all", title)
        self._context.executors.submit("write", task)

    def _totals(self, totals: Totals, source: str, *, accept: bool) -> str:
        count = count_text(totals.entries, self.tr("{0} statement waits from"), self.tr("{0} statements wait from"))
        head = f"{count} {source}."
        if not accept:
            return f"{head} " + self.tr("None of them is written, and they are not asked about again.")
        opened = count_text(totals.opened, self.tr("{0} interval opens"), self.tr("{0} intervals open"))
        closed = count_text(totals.closed, self.tr("{0} closes"), self.tr("{0} close"))
        parts = [opened, closed]
        if totals.conflicts:
            parts.append(count_text(totals.conflicts, self.tr("{0} conflict waits"), self.tr("{0} conflicts wait")))
        return f"{head} " + self.tr("Accepting all: {0}.").format(", ".join(parts)) + " " + self.tr("It can be undone.")
