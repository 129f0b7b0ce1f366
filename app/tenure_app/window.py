"""The main window. It only assembles: panes, bars, commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from tenure.ledger.types import Summary
from tenure.project import samples
from tenure_app.commands.registry import Commands, keys_of
from tenure_app.commands.standard import add_commands
from tenure_app.context import AppContext
from tenure_app.dialogs.alias import AliasDialog, LifeDialog
from tenure_app.dialogs.ask import ask_yes
from tenure_app.dialogs.erase import EraseDialog
from tenure_app.dialogs.facts import AddFact, CorrectFact, EndFact, WithdrawFact
from tenure_app.dialogs.importing_news import ImportNews
from tenure_app.dialogs.imports_list import ImportsDialog
from tenure_app.dialogs.palette import Entry, Palette
from tenure_app.dialogs.rules import RulesDialog
from tenure_app.dialogs.source import SourceDialog
from tenure_app.dialogs.tools import Tools
from tenure_app.errors.dialogs import BugDialog
from tenure_app.errors.hook import Report
from tenure_app.files import Files
from tenure_app.panes.chat.pane import ChatPane
from tenure_app.panes.compare.pane import ComparePane
from tenure_app.panes.difference.pane import DifferencePane
from tenure_app.panes.facts.pane import FactsPane
from tenure_app.panes.inspector.pane import Inspector
from tenure_app.panes.jobs.log import Severity
from tenure_app.panes.jobs.pane import StatusBar
from tenure_app.panes.jobs.panel import HEIGHT as PANEL_HEIGHT
from tenure_app.panes.jobs.panel import JobsPanel
from tenure_app.panes.navigator.pane import Navigator
from tenure_app.panes.review.pane import ReviewPane
from tenure_app.panes.timeline.pane import TimelinePane
from tenure_app.panes.twotime.pane import TwoTimePane
from tenure_app.panes.twotime.strip import add_strip
from tenure_app.panes.welcome.pane import WelcomePane
from tenure_app.pictures.exporter import PictureExport
from tenure_app.places import Place
from tenure_app.tabs import Tabs
from tenure_app.top_bar import TopBar
from tenure_app.widgets.banner import Banner
from tenure_app.widgets.drop import DropTarget
from tenure_app.widgets.format import count_text
from tenure_app.widgets.preview import effects
from tenure_app.widgets.time_bar import TimeBar, repolish

_CLOSING_MS = 40


class MainWindow(QMainWindow):
    """One window over one project file."""

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self.context = context
        self._closing = False
        self.commands = Commands(self)
        self.files = Files(context, self)
        self.tools = Tools(context, self)
        self._make_panes()
        self._assemble()
        self.pictures = PictureExport(context, self, self.timeline)
        add_commands(self)
        self.top.fill_menu(self.commands)
        self.palette_box = Palette(context.theme, self)
        self._connect()
        self.resize(1440, 900)
        geometry = context.settings.geometry
        if geometry is not None:
            self.restoreGeometry(geometry)
        self._show_project()

    # Assembly

    def _make_panes(self) -> None:
        context = self.context
        self.top = TopBar(context)
        self.time_bar = TimeBar(context.times)
        self.banner = Banner(context.theme)
        self.navigator = Navigator(context)
        self.timeline = TimelinePane(context)
        self.twotime = TwoTimePane(context)
        self.facts = FactsPane(context)
        self.compare = ComparePane(context)
        self.chat = ChatPane(context)
        self.difference = DifferencePane(context)
        self.review = ReviewPane(context)
        self.inspector = Inspector(context)
        self.welcome = WelcomePane(context, samples())
        self.status = StatusBar(context)
        self.jobs = JobsPanel(context, self.status.jobs, self.status.log)

    def _assemble(self) -> None:
        self.tabs = Tabs()
        self.tabs.add("timeline", self.tr("Timeline"), self.timeline)
        self.tabs.add("facts", self.tr("Facts"), self.facts)
        self.tabs.add("compare", self.tr("Compare"), self.compare, self.compare.question)
        self.tabs.add("chat", self.tr("Chat"), self.chat, self.chat.question)
        self.tabs.add("difference", self.tr("Difference"), self.difference)
        self.tabs.add("review", self.tr("Review"), self.review, self.review.list)
        self.tabs.add_below("twotime", "timeline", self.twotime)
        add_strip(self.tabs, self.context.theme, lambda name: self.commands[name].trigger())
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        for part, least in ((self.navigator, 170), (self.tabs, 380), (self.inspector, 240)):
            part.setMinimumWidth(least)
            self.splitter.addWidget(part)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([232, 846, 362])
        self.workbench = _column(self.time_bar, self.banner, self.splitter)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.welcome)
        self.pages.addWidget(self.workbench)
        self.body = QSplitter(Qt.Orientation.Vertical)
        self.body.setHandleWidth(1)
        self.body.setChildrenCollapsible(False)
        self.body.addWidget(self.pages)
        self.body.addWidget(self.jobs)
        self.body.setStretchFactor(0, 1)
        self.body.setSizes([900, PANEL_HEIGHT])
        self.frame = _column(self.top, self.body, self.status)
        self.frame.setObjectName("Frame")
        self.frame.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setCentralWidget(self.frame)

    def _connect(self) -> None:
        context = self.context
        self.tabs.chosen.connect(context.places.go_tab)
        context.places.changed.connect(self._moved)
        context.places.history_changed.connect(self._enable)
        context.session.undo_changed.connect(self._enable)
        context.session.opened.connect(self._opened)
        context.session.closed.connect(self._show_project)
        context.session.changed.connect(self._written)
        context.session.overview_changed.connect(self._overview)
        context.session.failed.connect(context.hook.handle)
        context.times.changed.connect(self._away)
        self.review.counted.connect(self._review_counted)
        self.timeline.fact_chosen.connect(self.inspector.show_fact)
        self.timeline.web.bridge.received.connect(self.difference.note_timeline)
        self.twotime.fact_chosen.connect(self.inspector.show_fact)
        self.facts.fact_chosen.connect(self.inspector.show_fact)
        self.difference.fact_chosen.connect(self.inspector.show_fact)
        self.inspector.shown.connect(self._inspected)
        self.inspector.correct_asked.connect(lambda about: CorrectFact(context, self, about[1], about[2]).open())
        self.inspector.end_asked.connect(lambda about: EndFact(context, self, about[1]).open())
        self.inspector.withdraw_asked.connect(lambda about: WithdrawFact(context, self, about[1], about[2]).open())
        self.navigator.source_opened.connect(lambda name: SourceDialog(context, self, name).open())
        self.welcome.sample_asked.connect(self.files.open_sample)
        self.welcome.new_asked.connect(self.files.new)
        self.welcome.open_asked.connect(self.files.open)
        self.welcome.import_asked.connect(self.files.import_new)
        self.welcome.recent_asked.connect(self.files.open_path)
        self.welcome.dropped.connect(self.files.import_new_from)
        self.top.search_asked.connect(self.open_palette)
        self.drop = DropTarget(self)
        self.drop.dropped.connect(self.files.import_dropped)
        self.status.panel_asked.connect(self.jobs.open)
        self.status.review_asked.connect(lambda: self.go_tab("review"))
        self.banner.said.connect(self._banner_said)
        self.import_news = ImportNews(self)
        self.compare.said.connect(self.status.say)
        self.chat.fact_chosen.connect(self.inspector.show_fact)
        self.chat.source_chosen.connect(lambda name: SourceDialog(context, self, name).open())
        self.chat.end_asked.connect(lambda about: EndFact(context, self, about[1]).open())
        self.chat.correct_asked.connect(lambda about: CorrectFact(context, self, about[1], about[2]).open())
        self.chat.add_asked.connect(lambda key: AddFact(context, self, key).open())
        self.chat.said.connect(self.status.say)
        self.inspector.erase_asked.connect(lambda about: EraseDialog(context, self, about[1], about[2]).open())
        self.inspector.alias_asked.connect(lambda subject: AliasDialog(context, self, subject).open())
        self.inspector.life_asked.connect(lambda relation: LifeDialog(context, self, relation).open())
        self.inspector.source_asked.connect(lambda name: SourceDialog(context, self, name).open())
        self.inspector.said.connect(self.status.say)
        self.tools.models.said.connect(self.status.say)

    def _review_counted(self, count: int) -> None:
        title = self.tr("Review")
        self.tabs.retitle("review", f"{title} {count:,}" if count else title)

    # What commands do

    def go_tab(self, name: str) -> None:
        """Show a tab."""
        self.context.places.go_tab(name)

    def what_changed_here(self) -> None:
        """Compare the ends of what the timeline shows."""
        self.go_tab("difference")
        self.difference.what_changed_here()

    def show_imports(self) -> None:
        """Open the list of imports."""
        box = ImportsDialog(self.context, self)
        box.reread.connect(self.files.start_models)
        box.open()

    def show_rules(self) -> None:
        """Open the rules across keys."""
        RulesDialog(self.context, self).open()

    def add_fact(self) -> None:
        """Open the dialog that adds a fact, about what is in the inspector."""
        if self.context.session.overview is not None:
            here = self.context.places.here
            AddFact(self.context, self, here.key, here.subject).open()

    def ask(self, question: str) -> None:
        """Ask in Compare."""
        self.go_tab("compare")
        self.compare.ask_this(question)

    def open_palette(self) -> None:
        """Open the palette over the window."""
        entries = [
            Entry(action.text(), group, keys_of(action), action.trigger)
            for group, action in self.commands
            if action.isEnabled() and action.objectName() != "palette"
        ]
        overview = self.context.session.overview
        entries.extend(
            Entry(subject.name, self.tr("Subject"), f"{subject.current:,}", self._goer(subject.name))
            for subject in (overview.subjects if overview is not None else ())
        )
        fallback = self._question_entry if overview is not None else None
        self.palette_box.open(entries, fallback)

    def show_report(self, report: Report) -> None:
        """Show what went wrong: a banner for what the user can act on, a window for a bug."""
        if report.bug:
            self.status.log.add(report.message, Severity.FAULT, report.details)
            BugDialog(report, self).open()
        elif self.pages.currentWidget() is self.workbench:
            self.banner.say(report.message)
        else:
            self.status.say(report.message, Severity.PROBLEM)

    def show_model_state(self, state: str) -> None:
        """Show what a model is doing, also where an answer waits for it."""
        self.status.show_model(state)
        if state.endswith("…"):
            self.compare.say_waiting(state)
            self.chat.say_waiting(state)

    def _goer(self, subject: str) -> Callable[[], None]:
        return lambda: self.context.places.go_subject(subject)

    def _question_entry(self, typed: str) -> Entry:
        return Entry(typed, self.tr("Ask"), "", lambda: self.ask(typed))

    # What happens

    def _moved(self, before: Place, here: Place) -> None:
        self.tabs.show_tab(here.tab, came=before.tab != here.tab)

    def _opened(self) -> None:
        session = self.context.session
        if session.path is not None:
            self.context.settings.remember(session.path)
        self._show_project()
        self.navigator.tree.setFocus()
        self.files.start_models()

    def _show_project(self) -> None:
        session = self.context.session
        is_open = session.overview is not None
        self.pages.setCurrentWidget(self.workbench if is_open else self.welcome)
        self.banner.hide()
        if not is_open:
            self.context.places.forget()
            self.welcome.refresh()
        name = session.path.stem if is_open and session.path is not None else ""
        self.top.show_project(name, str(session.path or ""))
        self.setWindowTitle(f"{name} — Tenure" if name else "Tenure")
        self._enable()

    def _overview(self) -> None:
        overview = self.context.session.overview
        if overview is not None:
            self.time_bar.set_spans(overview.valid_span, overview.known_span, overview.now)

    def _enable(self) -> None:
        places, session = self.context.places, self.context.session
        is_open = session.overview is not None
        for _group, action in self.commands:
            action.setEnabled(is_open or action.property("always") is True)
        self.commands["back"].setEnabled(is_open and places.can_back)
        self.commands["forward"].setEnabled(is_open and places.can_forward)
        self.commands["undo"].setEnabled(is_open and session.can_undo)
        self.commands["redo"].setEnabled(is_open and session.can_redo)
        self.top.enable(self.commands, is_open)

    def _away(self) -> None:
        away = self.context.times.value.away
        edge = 2 if away else 0
        self.frame.setContentsMargins(edge, edge, edge, edge)
        self.frame.setProperty("away", away)
        repolish(self.frame)

    def _inspected(self, _view: object) -> None:
        fact = self.inspector.fact
        if fact is not None:
            self.timeline.select(fact.id)

    def _written(self, value: object) -> None:
        if isinstance(value, Summary):
            rows = effects(value)
            closed = sum(effect == "closes" for effect, _change in rows)
            texts = (
                count_text(len(rows) - closed, self.tr("{0} interval opened"), self.tr("{0} intervals opened")),
                count_text(closed, self.tr("{0} closed"), self.tr("{0} closed")),
            )
            self.status.say(", ".join(texts))

    def _banner_said(self, text: str, problem: bool) -> None:
        self.status.log.add(text, Severity.PROBLEM if problem else Severity.NOTE)

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt override
        """Make room in narrow windows."""
        super().resizeEvent(event)
        self.palette_box.hide()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt override
        """Ask while work is under way, stop it, and go when the threads have ended."""
        executors = self.context.executors
        if self._closing and executors.all_stopped():
            self.timeline.release()
            self.twotime.release()
            self.compare.release()
            event.accept()
            return
        event.ignore()
        if self._closing:
            return
        if executors.would_lose(["setup", "write"]):
            question = self.tr(
                "Work is under way. Stop it and close? What is not finished leaves no trace; of a repository, "
                "the commits written so far stay."
            )
            ask_yes(self, self.tr("Close Tenure"), question, self.tr("Stop and close"), self._stop)
        else:
            self._stop()

    def _stop(self) -> None:
        self._closing = True
        context = self.context
        context.settings.geometry = self.saveGeometry()
        context.settings.save()
        self.chat.stop()
        self.compare.stop()
        context.session.close()
        context.executors.stop_lanes()
        context.models.close()
        self._poll = QTimer(self)
        self._poll.setInterval(_CLOSING_MS)
        self._poll.timeout.connect(self._closed_yet)
        self._poll.start()

    def _closed_yet(self) -> None:
        if self.context.executors.all_stopped():
            self._poll.stop()
            self.close()

    def open_at_start(self, path: Path | None) -> None:
        """Open what the command line named."""
        if path is not None:
            self.files.open_path(path)


def _column(*parts: QWidget) -> QWidget:
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    for part in parts:
        column.addWidget(part, 1 if isinstance(part, QSplitter | QStackedWidget) else 0)
    return holder
