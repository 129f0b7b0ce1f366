"""The inspector: one key's chain, the evidence of a fact in its source, and the actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, Signal, SignalInstance
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

from tenure.ledger.types import Absence, Fact, State, Statement
from tenure_app.context import AppContext
from tenure_app.ops import inspecting, queries
from tenure_app.ops.inspecting import Commit
from tenure_app.ops.queries import KeyView
from tenure_app.panes.inspector.model import (
    chosen_fact,
    commit_text,
    ended_by,
    line_of,
    passage_text,
    rule_of,
    ruling_statement,
    source_line,
    statement_rows,
)
from tenure_app.places import Place
from tenure_app.settings.specs import EDITOR
from tenure_app.widgets.basics import (
    Card,
    Chip,
    ElidedLabel,
    FlowLayout,
    button,
    clear,
    data_label,
    label,
    line,
    scrolling,
)
from tenure_app.widgets.editor import open_in_editor
from tenure_app.widgets.format import closing_text, count_text, flags_text, span_text, state_word
from tenure_app.widgets.marked_text import MarkedText, Span


class ChainRow(QPushButton):
    """One interval of the chain: state, value, span; choosing it shows its evidence."""

    def __init__(self, context: AppContext, fact: Fact, selected: bool, choose: Callable[[Fact], None]) -> None:
        super().__init__()
        self.setProperty("kind", "chain")
        self.setCheckable(True)
        self.setChecked(selected)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        state = state_word(fact.state.value)
        self.setAccessibleName(f"{state}: {fact.object}, {span_text(fact)}")
        self.setToolTip(f"{fact.object}\n{closing_text(fact)}")
        self.setProperty("data", True)
        grid = QGridLayout(self)
        grid.setContentsMargins(8, 5, 8, 5)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(0)
        chip = Chip(context.theme, fact.state.value, state)
        value = ElidedLabel(fact.object, "value")
        when = data_label(span_text(fact), "small")
        for part in (chip, value, when):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        grid.addWidget(value, 0, 0)
        grid.addWidget(chip, 0, 1, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(when, 1, 0, 1, 2)
        grid.setColumnStretch(0, 1)
        self.setFixedHeight(grid.sizeHint().height())
        self.clicked.connect(lambda _checked=False: choose(fact))


class Inspector(QWidget):
    """Right of the window.

    Signals:
        correct_asked(object), end_asked(object), withdraw_asked(object), erase_asked(object): with a
            ``(KeyView, Fact, Statement)``.
        alias_asked(str): the subject is to get another name; its name.
        life_asked(object): how long values live is to be set; the ``Relation``.
        source_asked(str): a source is to be shown in the window; its name.
        said(str): something to tell in the status bar.
        shown(object): a key is shown; its view.
    """

    correct_asked = Signal(object)
    end_asked = Signal(object)
    withdraw_asked = Signal(object)
    erase_asked = Signal(object)
    alias_asked = Signal(str)
    life_asked = Signal(object)
    source_asked = Signal(str)
    said = Signal(str)
    shown = Signal(object)

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self.setObjectName("Side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Inspector"))
        self._context = context
        self._wanted: Fact | None = None
        self.view: KeyView | None = None
        self.fact: Fact | None = None
        self.evidence: MarkedText | None = None
        self.commits: Mapping[int, Commit] = {}
        self._body = QWidget()
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(16, 14, 16, 14)
        self._column.setSpacing(6)
        area = scrolling(self._body, self.tr("Inspector"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        context.places.changed.connect(self._moved)
        context.times.changed.connect(self.refresh)
        context.session.changed.connect(lambda _summary: self.refresh())
        context.session.closed.connect(self._forget)
        self._nothing()

    def show_fact(self, fact: Fact) -> None:
        """Show a fact of the key the window is at, or goes to."""
        self._wanted = fact
        if self.view is not None and self.view.key.normal == fact.key.normal:
            self._choose(fact)
        else:
            self._context.places.go_key(fact.key)
            self.refresh()

    def refresh(self) -> None:
        """Ask for the key again."""
        key = self._context.places.here.key
        if key is None or self._context.session.overview is None:
            self._forget()
            return
        times = self._context.times.value
        self._context.session.query(
            self, lambda project: queries.key_view(project, key=key, times=times), self._show, channel="inspector"
        )

    def copy_citation(self) -> None:
        """Copy the fact with where it stands."""
        if self.view is None or self.fact is None:
            return
        statement = ruling_statement(self.view, self.fact)
        text = f"{self.fact.key}: {self.fact.object} ({span_text(self.fact)})"
        if statement is not None:
            passage = passage_text(self.view, statement)[0]
            text += f"\n“{passage.strip()}”\n— {source_line(self.view, statement)}"
        QGuiApplication.clipboard().setText(text)

    def open_source(self) -> None:
        """Open the source of the fact shown at its line in the user's editor, else in the window."""
        statement = ruling_statement(self.view, self.fact) if self.view is not None and self.fact is not None else None
        if self.view is None or statement is None or statement.evidence.source is None:
            return
        name, template = statement.evidence.source, self._context.settings.get(EDITOR)
        number = line_of(self.view, statement)

        def found(file: Path | None) -> None:
            if file is None:
                self.source_asked.emit(name)
            elif not open_in_editor(template, file, number):
                self.said.emit(self.tr("The editor could not be started: see Settings, Editor."))
                self.source_asked.emit(name)

        self._context.session.query(
            self, lambda project: inspecting.file_of(project, source=name), found, channel="source file"
        )

    def _moved(self, before: Place, here: Place) -> None:
        if before.key != here.key:
            if self._wanted is not None and (here.key is None or self._wanted.key.normal != here.key.normal):
                self._wanted = None
            self.refresh()

    def _forget(self) -> None:
        self.view = self.fact = None
        self._nothing()

    def _nothing(self) -> None:
        clear(self._column)
        self._column.addWidget(label(self.tr("Inspector"), "title"))
        hint = self.tr("Choose a bar, a row or a relation to see what is known, since when, and why.")
        self._column.addWidget(label(hint, "muted", wrap=True))
        self._column.addStretch(1)

    def _show(self, view: KeyView) -> None:
        self.view = view
        self.fact = chosen_fact(view, self._wanted.id if self._wanted is not None else None)
        self.commits = {}
        self._build()
        self.shown.emit(view)
        transactions = frozenset(one.tx for one in view.statements)
        self._context.session.query(
            self,
            lambda project: inspecting.commits(project, transactions=transactions),
            lambda found: self._show_commits(view, found),
            channel="commits",
        )

    def _show_commits(self, view: KeyView, found: Mapping[int, Commit]) -> None:
        if found and self.view is view:
            self.commits = found
            self._build()

    def _choose(self, fact: Fact) -> None:
        self._wanted = fact
        if self.view is not None:
            self.fact = chosen_fact(self.view, fact.id)
            self._build()
            self.shown.emit(self.view)

    def _build(self) -> None:
        view = self.view
        if view is None:
            return
        clear(self._column)
        self._head(view)
        self._section(self.tr("CHAIN"))
        for fact in reversed(view.history):
            chosen = self.fact is not None and fact.id == self.fact.id
            self._column.addWidget(ChainRow(self._context, fact, chosen, self._choose))
        statement = ruling_statement(view, self.fact) if self.fact is not None else None
        if self.fact is not None and statement is not None:
            self._section(self.tr("EVIDENCE"))
            self._column.addWidget(self._evidence(view, self.fact, statement))
            self._section(self.tr("WHY"))
            self._column.addWidget(label(self._why(view, self.fact), wrap=True))
            self._origin(view, self.fact, statement)
            self._actions(view, self.fact, statement)
        self._statements(view)
        self._column.addStretch(1)

    def _head(self, view: KeyView) -> None:
        self._column.addWidget(label(self.tr("FACT"), "section"))
        title = data_label(f"{view.key.subject} · {view.key.relation}", "title", wrap=True)
        self._column.addWidget(title)
        sources = {s.evidence.source for s in view.statements if s.evidence.source}
        parts = [
            view.relation.cardinality.value,
            count_text(len(view.statements), self.tr("{0} statement"), self.tr("{0} statements")),
            count_text(len(sources), self.tr("{0} source"), self.tr("{0} sources")),
        ]
        if view.key.scope:
            parts.insert(0, str(view.key.scope))
        self._column.addWidget(data_label(" · ".join(parts), "small", wrap=True))
        if not view.reading.facts:
            self._column.addWidget(label(self._absence(view), "muted", wrap=True))

    def _absence(self, view: KeyView) -> str:
        texts = {
            Absence.NEVER_STATED: self.tr("Nothing was ever stated about this."),
            Absence.NOT_YET: self.tr("Nothing holds yet at this time."),
            Absence.ENDED: self.tr("Nothing holds at this time: the last value ended."),
            Absence.ERASED: self.tr("What held here was erased."),
            Absence.OTHER_SCOPES: self.tr("Only narrower scopes have a value."),
        }
        return texts[view.reading.absence] if view.reading.absence is not None else ""

    def _section(self, text: str) -> None:
        self._column.addSpacing(10)
        self._column.addWidget(label(text, "section"))

    def _evidence(self, view: KeyView, fact: Fact, statement: Statement) -> Card:
        card = Card(margins=(12, 10, 12, 10))
        card.column.addWidget(data_label(source_line(view, statement), "small", wrap=True))
        text, span = passage_text(view, statement)
        shown = MarkedText(self._context.theme)
        shown.setAccessibleName(self.tr("Evidence in its source"))
        colour = "current" if fact.state is State.CURRENT else "future"
        marks = [] if span is None else [Span(span[0], span[1], colour)]
        shown.show_text(text or self.tr("Stated by hand, without a text."), marks)
        self.evidence = shown
        card.column.addWidget(shown)
        if fact.evidence_count > 1:
            more = count_text(
                fact.evidence_count - 1,
                self.tr("and {0} more statement says the same"),
                self.tr("and {0} more statements say the same"),
            )
            card.column.addWidget(label(more, "small"))
        return card

    def _why(self, view: KeyView, fact: Fact) -> str:
        facts = list(view.history)
        before = next((f for f in facts if f.valid_to == fact.valid_from and f.superseded_by is not None), None)
        parts = []
        if before is not None:
            took_over = self.tr(
                "It took over from {0}: same key, different value, later valid time. Nothing else was touched."
            )
            parts.append(took_over.format(before.object))
        else:
            parts.append(self.tr("The latest statement that covers this time says so."))
        if fact.valid_to is not None:
            parts.append(self.tr("It is {0}.").format(closing_text(fact)))
        if fact.flags:
            parts.append(self.tr("It is {0}.").format(flags_text(fact)))
        if view.why.conflicts:
            values = ", ".join(s.object or "" for s in view.why.conflicts)
            parts.append(self.tr("Other statements of the same time disagree: {0}.").format(values))
        return " ".join(parts)

    def _origin(self, view: KeyView, fact: Fact, statement: Statement) -> None:
        """Say which commit stated it, and which rules stated or ended it."""
        commit, rule, ended = self.commits.get(statement.tx), rule_of(statement), ended_by(view, fact)
        lines = [] if commit is None else [commit_text(commit)]
        if rule is not None:
            lines.append(self.tr("stated by the rule {0}").format(rule))
        if ended is not None:
            lines.append(self.tr("ended by the rule {0}").format(ended))
        for text in lines:
            self._column.addWidget(data_label(text, "small", wrap=True))

    def _actions(self, view: KeyView, fact: Fact, statement: Statement) -> None:
        holder = QWidget()
        flow = FlowLayout(holder, 6)

        def ask(signal: SignalInstance) -> None:
            signal.emit((view, fact, statement))

        correct = button(self.tr("Correct…"), lambda: ask(self.correct_asked), tip=self.tr("What we wrote was wrong"))
        end = button(self.tr("End…"), lambda: ask(self.end_asked), tip=self.tr("It stopped being so"))
        withdraw = button(self.tr("Withdraw…"), lambda: ask(self.withdraw_asked), tip=self.tr("It was never so"))
        copy = button(self.tr("Copy"), self.copy_citation, tip=self.tr("Copy with citation"))
        source = button(
            self.tr("Open source"), self.open_source, tip=self.tr("Open the source at its line in your editor")
        )
        source.setEnabled(statement.evidence.source is not None and statement.evidence.passage is not None)
        end.setEnabled(fact.valid_to is None)
        more = button(self.tr("More…"), lambda: self._more(more, view, fact, statement), tip=self.tr("More actions"))
        for part in (correct, end, withdraw, copy, source, more):
            flow.addWidget(part)
        self._column.addSpacing(10)
        self._column.addWidget(holder)

    def _more(self, place: QPushButton, view: KeyView, fact: Fact, statement: Statement) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName(self.tr("More actions"))
        menu.addAction(self.tr("Add alias…"), lambda: self.alias_asked.emit(view.key.subject))
        menu.addAction(self.tr("Time to live…"), lambda: self.life_asked.emit(view.relation))
        menu.addSeparator()
        menu.addAction(self.tr("Erase…"), lambda: self.erase_asked.emit((view, fact, statement)))
        menu.popup(place.mapToGlobal(QPoint(0, place.height())))

    def _statements(self, view: KeyView) -> None:
        if not view.statements:
            return
        self._section(self.tr("ALL STATEMENTS"))
        for text, place, closed in statement_rows(view):
            row = data_label(text, "struck" if closed else "", wrap=True)
            below = QLabel(place)
            below.setTextFormat(Qt.TextFormat.PlainText)
            below.setProperty("role", "small")
            below.setProperty("data", True)
            below.setWordWrap(True)
            self._column.addWidget(row)
            self._column.addWidget(below)
            self._column.addWidget(line())
