"""What is said when an import has ended: the banner with its figures and where they lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from tenure_app.dialogs.importing import ReportDialog
from tenure_app.importer import Finished
from tenure_app.widgets.banner import Action

if TYPE_CHECKING:
    from tenure_app.window import MainWindow


class ImportNews(QObject):
    """Tells of the window's imports that ended."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._context = window.context
        self._importer = window.files.importer
        self._importer.finished.connect(self._tell)
        self._importer.taken_back.connect(self._tell_back)

    def _tell(self, finished: Finished) -> None:
        outcome = finished.outcome
        text = f"{finished.plan.title}: {self._importer.said(outcome)}"
        actions: list[Action] = []
        if outcome.stopped:
            text += ". " + self.tr("Another import goes on from there.")
            actions.append((self.tr("Roll it back"), lambda: self._importer.roll_back(finished)))
        else:
            if outcome.statements:
                actions.append((self.tr("Show the facts"), lambda: self._context.places.go_tab("facts")))
            if outcome.refusals:
                actions.append((self.tr("What was left out"), lambda: self._details(finished)))
            else:
                actions.append((self.tr("Details"), lambda: self._details(finished)))
        if outcome.review and "review" in self._window.tabs.names:
            actions.insert(0, (self.tr("Review"), lambda: self._context.places.go_tab("review")))
        self._window.banner.say(text, problem=outcome.stopped, actions=actions)
        self._window.files.start_models()

    def _tell_back(self, title: str) -> None:
        self._window.banner.say(self.tr("The import of {0} was rolled back.").format(title), problem=False)

    def _details(self, finished: Finished) -> None:
        ReportDialog(self._window, finished).open()
