"""The right side of the review pane: one thing that waits, what it rests on, and what deciding it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from tenure.ingest.proposals import Proposer
from tenure.ledger.types import AddAlias, Assert, Summary
from tenure_app.context import AppContext
from tenure_app.errors.hook import report_of
from tenure_app.ops.review import Entry, Excerpt, Kind, Side
from tenure_app.panes.review.actions import Action, Actions
from tenure_app.panes.review.words import kind_title, shortened
from tenure_app.widgets.basics import Card, Chip, FlowLayout, button, clear, data_label, label, scrolling
from tenure_app.widgets.effects_table import EffectsTable
from tenure_app.widgets.format import count_text, date_text, span_text, state_word
from tenure_app.widgets.marked_text import MarkedText, Span
from tenure_app.widgets.preview import Preview, effects


class Detail(QWidget):
    """One thing that waits.

    Signals:
        chosen(object): a button was pressed; its :class:`Action`.
        key_chosen(object): a key was asked for.
        source_asked(bool): all of the same source are to be accepted, or with False rejected.
    """

    chosen = Signal(object)
    key_chosen = Signal(object)
    source_asked = Signal(bool)

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        self._maker = Actions(self)
        self.entry: Entry | None = None
        self.actions_now: list[Action] = []
        self.evidence: list[MarkedText] = []
        self.table: EffectsTable | None = None
        self._offered: Action | None = None
        self.preview = Preview(context.theme)
        self._heading = label("", "section")
        self._heading.setProperty("data", True)
        body = QWidget()
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(24, 16, 24, 16)
        self._column.setSpacing(8)
        area = scrolling(body, self.tr("What is to be decided"))
        self._foot = QFrame()
        self._foot.setObjectName("ReviewFoot")
        self._foot.hide()
        below = QVBoxLayout(self._foot)
        below.setContentsMargins(24, 12, 24, 12)
        below.setSpacing(8)
        below.addWidget(self._heading)
        below.addWidget(self.preview)
        holder = QWidget()
        self._bar = FlowLayout(holder, 8)
        below.addWidget(holder)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(area, 1)
        outer.addWidget(self._foot)

    # What is shown

    def show_entry(self, entry: Entry) -> None:
        """Show one, and what accepting it would do."""
        if entry != self.entry:
            self.entry = entry
            self.actions_now = self._maker.of(entry)
            self._build(entry)
            self._buttons()
        self._foot.show()
        self._offered = None
        self.offer(next((a for a in self.actions_now if a.main), self.actions_now[0]))

    def forget(self) -> None:
        """Show nothing, as while the next one is fetched."""
        self.entry, self.actions_now, self._offered = None, [], None
        self._foot.hide()
        clear(self._column)

    def action(self, key: str) -> Action | None:
        """The action of a key; A is the one offered first."""
        found = next((action for action in self.actions_now if action.key == key), None)
        if found is None and key == "A":
            return next((action for action in self.actions_now if action.main), None)
        return found

    def offer(self, action: Action) -> None:
        """Say what an action would do, by a dry run."""
        entry, work = self.entry, action.work
        if entry is None or work is None or action is self._offered:
            self._foot_shows(entry is not None and entry.ref.kind is not Kind.RULE)
            return
        self._offered = action
        self._foot_shows(True)
        self._heading.setText(self.tr("WHAT “{0}” DOES").format(action.title))
        self.preview.say(self.tr("Looking…"))

        def done(summary: Summary) -> None:
            if self._offered is action:
                self._previewed(action, summary)

        self._context.session.preview(
            self, lambda project: work(project, True), done, self._refused, channel="review preview"
        )

    def _foot_shows(self, shows: bool) -> None:
        self._heading.setVisible(shows)
        self.preview.setVisible(shows)

    def _previewed(self, action: Action, summary: Summary) -> None:
        if effects(summary) or summary.statement_count:
            self.preview.show_summary(summary)
        else:
            self.preview.say(self.tr("No interval changes.") + " " + action.tip + ".")

    def _refused(self, error: BaseException) -> None:
        report = report_of(error)
        if report is not None and report.bug:
            self._context.hook.handle(error)
        elif report is not None:
            self.preview.say(report.message, error=True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt override
        """Say what the button under the pointer, or with the keyboard, would do."""
        if event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn) and isinstance(watched, QPushButton):
            place = watched.property("place")
            if isinstance(place, int) and place < len(self.actions_now):
                self.offer(self.actions_now[place])
        return super().eventFilter(watched, event)

    def _buttons(self) -> None:
        clear(self._bar)
        for place, action in enumerate(self.actions_now):
            made = button(f"{action.title}   {action.key}", self._chooser(action), tip=action.tip)
            made.setProperty("kind", "primary" if action.main else "")
            made.setProperty("place", place)
            made.setAccessibleDescription(action.tip)
            made.installEventFilter(self)
            self._bar.addWidget(made)

    def _chooser(self, action: Action) -> Callable[[], None]:
        return lambda: self.chosen.emit(action)

    # Its parts

    def _build(self, entry: Entry) -> None:
        clear(self._column)
        self.evidence, self.table = [], None
        self._column.addWidget(label(kind_title(entry.ref.kind).upper(), "section"))
        builders: dict[Kind, Callable[[Entry], None]] = {
            Kind.PROPOSAL: self._proposal,
            Kind.CONFLICT: self._conflict,
            Kind.NAME: self._name,
            Kind.RELATION: self._relation,
            Kind.MISSING: self._missing,
            Kind.RULE: self._rule,
        }
        builders[entry.ref.kind](entry)
        if self.table is None:
            self._column.addStretch(1)

    def _title(self, text: str) -> None:
        self._column.addWidget(data_label(shortened(text), "title", wrap=True))

    def _said(self, text: str) -> None:
        self._column.addWidget(label(text, "muted", wrap=True))

    def _section(self, text: str) -> None:
        self._column.addSpacing(8)
        self._column.addWidget(label(text, "section"))

    def _proposal(self, entry: Entry) -> None:
        proposal = entry.proposal
        if proposal is None:
            return
        operation = proposal.operation
        if isinstance(operation, AddAlias):
            self._title(self.tr("{0} is also called {1}").format(operation.name, operation.alias))
        elif isinstance(operation, Assert):
            self._title(f"{operation.key}: {operation.object}")
            self._dates(date_text(operation.valid_from, operation.precision),
                        date_text(operation.valid_to, operation.to_precision))  # fmt: skip
        else:
            self._title(self.tr("{0}: no longer {1}").format(operation.key, operation.object or self.tr("so")))
            self._dates("", date_text(operation.at, operation.precision))
        alone = {
            Proposer.RULES: self.tr("The rules read this and the text model did not; so it waits for you."),
            Proposer.MODEL: self.tr("The text model read this and the rules did not; so it waits for you."),
        }
        self._said(alone[proposal.by])
        if entry.excerpt is not None:
            self._section(self.tr("WHERE IT WAS READ"))
            self._column.addWidget(self._excerpt(entry.excerpt, "future"))
        if entry.same_source > 1:
            self._of_source(entry.same_source)

    def _dates(self, start: str, end: str) -> None:
        parts = [self.tr("from {0}").format(start) if start else "", self.tr("until {0}").format(end) if end else ""]
        self._column.addWidget(data_label(" · ".join(part for part in parts if part), "mono"))

    def _of_source(self, count: int) -> None:
        self._section(self.tr("ALL OF THIS SOURCE"))
        self._said(count_text(count, self.tr("{0} statement of it waits."), self.tr("{0} statements of it wait.")))
        holder = QWidget()
        flow = FlowLayout(holder, 8)
        tip = self.tr("Shows the totals first")
        flow.addWidget(button(self.tr("Accept all…"), lambda: self.source_asked.emit(True), tip=tip))
        flow.addWidget(button(self.tr("Reject all…"), lambda: self.source_asked.emit(False), tip=tip))
        self._column.addWidget(holder)

    def _conflict(self, entry: Entry) -> None:
        self._title(str(entry.sides[0].statement.key))
        self._said(self.tr("Two statements give different values for the same time. Which one is right?"))
        for place, side in enumerate(entry.sides, 1):
            self._column.addSpacing(4)
            self._column.addWidget(self._side(side, str(place)))

    def _side(self, side: Side, key: str) -> Card:
        card = Card(margins=(16, 12, 16, 12))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(data_label(key, "mono"), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(data_label(shortened(side.statement.object or self.tr("(erased)")), "value", wrap=True), 1)
        if side.rules:
            chip = Chip(self._context.theme, "current", self.tr("rules now"))
            row.addWidget(chip, 0, Qt.AlignmentFlag.AlignTop)
        card.column.addLayout(row)
        card.column.addWidget(data_label(self._stated(side), "small", wrap=True))
        self._fill(card, side.excerpt, "current" if side.rules else "disputed")
        return card

    def _stated(self, side: Side) -> str:
        said = side.statement
        start = self.tr("from {0}").format(date_text(said.valid_from, said.precision))
        end = "" if said.valid_to is None else self.tr("until {0}").format(date_text(said.valid_to, said.to_precision))
        known = self.tr("recorded {0}").format(date_text(said.recorded_at)[:16])
        return " · ".join(part for part in (start, end, known) if part)

    def _missing(self, entry: Entry) -> None:
        side = entry.sides[0]
        self._title(f"{side.statement.key}: {side.statement.object or ''}")
        self._column.addWidget(data_label(self._stated(side), "mono"))
        self._said(self.tr("The new version of its source no longer says so. Did it end?"))
        self._section(self.tr("WHAT IT SAID"))
        self._column.addWidget(self._excerpt(side.excerpt, "ended"))

    def _name(self, entry: Entry) -> None:
        self._title(f"“{entry.name}”")
        self._said(self.tr("A name learned from prose that more than one subject has. May it mean each of them?"))
        for meant in entry.meant:
            row = QHBoxLayout()
            row.setSpacing(8)
            row.addWidget(data_label(meant.subject, "value", wrap=True), 1)
            current = count_text(meant.current, self.tr("{0} current fact"), self.tr("{0} current facts"))
            row.addWidget(label(current, "small"))
            if meant.learned:
                row.addWidget(Chip(self._context.theme, "future", self.tr("learned"), "+"))
            self._column.addLayout(row)
        if entry.excerpt is not None:
            self._section(self.tr("WHERE IT WAS READ"))
            self._column.addWidget(self._excerpt(entry.excerpt, "future"))

    def _relation(self, entry: Entry) -> None:
        self._title(entry.relation)
        used = count_text(entry.keys, self.tr("Used by {0} key."), self.tr("Used by {0} keys."))
        ask = self.tr("The registry does not list it, so it holds one value at a time. How many can hold together?")
        self._said(f"{used} {ask}")
        self._section(self.tr("FOR EXAMPLE"))
        for fact in entry.samples:
            row = QHBoxLayout()
            row.setSpacing(8)
            row.addWidget(
                data_label(shortened(f"{fact.key.subject} {fact.key.scope}: {fact.object}"), "", wrap=True),
                1,
            )
            row.addWidget(data_label(span_text(fact), "small"))
            row.addWidget(Chip(self._context.theme, fact.state.value, state_word(fact.state)))
            self._column.addLayout(row)

    def _rule(self, entry: Entry) -> None:
        if entry.rule is None:
            return
        rule = entry.rule.rule
        self._title(f"{rule.name}@{rule.version}")
        self._column.addWidget(data_label(rule.reason, "", wrap=True))
        found = count_text(len(entry.done), self.tr("{0} value"), self.tr("{0} values"))
        about = self.tr("In shadow it changes nothing and keeps a list. Active, it would have retired {0}.")
        self._said(about.format(found))
        self.table = EffectsTable()
        self.table.effects.show_done(entry.done)
        self.table.key_chosen.connect(self.key_chosen)
        self.table.setColumnHidden(4, True)
        self.table.setMinimumHeight(160)
        self._column.addWidget(self.table, 1)

    # Texts with what is meant marked

    def _excerpt(self, excerpt: Excerpt, state: str) -> Card:
        card = Card(margins=(16, 12, 16, 12))
        self._fill(card, excerpt, state)
        return card

    def _fill(self, card: Card, excerpt: Excerpt, state: str) -> None:
        place = [
            excerpt.source or self.tr("manual"),
            date_text(excerpt.at, excerpt.precision),
            self.tr("line {0}").format(excerpt.line) if excerpt.line is not None else "",
        ]
        card.column.addWidget(data_label(" · ".join(part for part in place if part), "small", wrap=True))
        shown = MarkedText(self._context.theme)
        shown.setAccessibleName(self.tr("Evidence in its source"))
        marks: Sequence[Span] = [] if excerpt.span is None else [Span(*excerpt.span, state)]
        empty = not excerpt.text
        shown.show_text(excerpt.text or self.tr("Stated by hand, without a text."), marks, muted=empty)
        self.evidence.append(shown)
        card.column.addWidget(shown)
