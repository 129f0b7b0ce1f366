"""The second page of an import: the history of a Git repository."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QComboBox, QFileDialog, QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from tenure.errors import InputError
from tenure.ingest.git.history import Heads
from tenure_app.dialogs.base import date_field, read_date
from tenure_app.errors.hook import report_of
from tenure_app.importer import Importer
from tenure_app.ops import looking
from tenure_app.ops.importing import GIT, Plan
from tenure_app.widgets.basics import button, label
from tenure_app.widgets.format import count_text, date_text

_TYPING_MS = 350
_MOST_TAGS = 200


class GitPage(QWidget):
    """A repository, a branch of it, from when to when, and which files.

    Signals:
        changed: the plan became another, possible or impossible.
    """

    changed = Signal()

    def __init__(self, importer: Importer) -> None:
        super().__init__()
        self._importer = importer
        self.heads: Heads | None = None
        self._path = ""
        self.field = QLineEdit()
        self.field.setAccessibleName(self.tr("Folder of the repository"))
        self.field.setPlaceholderText(self.tr("A folder with a Git repository, on this machine"))
        self.found = label("", "small", wrap=True)
        self.found.setProperty("data", True)
        self.branch = QComboBox()
        typed = QLineEdit()
        typed.setPlaceholderText(self.tr("what is checked out"))
        typed.setAccessibleName(self.tr("Branch, tag or commit"))
        self.branch.setEditable(True)
        self.branch.setLineEdit(typed)
        self.branch.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.branch.setAccessibleName(self.tr("Branch, tag or commit"))
        self.since = date_field(self.tr("Since"), self.tr("the beginning, or e.g. 2024-01"))
        self.until = date_field(self.tr("Until"), self.tr("the end, or e.g. 2025-06-30"))
        self.globs = QLineEdit()
        self.globs.setAccessibleName(self.tr("Only these files"))
        self.globs.setPlaceholderText(self.tr("all, or e.g. deploy, *.toml, docs/*.md"))
        self.name = QLineEdit()
        self.name.setAccessibleName(self.tr("Name of the repository in the project"))
        self.problem = label("", "error", wrap=True)
        self.problem.setProperty("data", True)
        self.problem.hide()
        self._waiting = QTimer(self)
        self._waiting.setSingleShot(True)
        self._waiting.setInterval(_TYPING_MS)
        self._waiting.timeout.connect(self._look)
        self._lay_out()
        self.field.textChanged.connect(self._typed)
        for field in (self.since, self.until, self.globs, self.name, typed):
            field.textChanged.connect(self.changed)

    @property
    def first(self) -> QWidget:
        """What takes the keys first."""
        return self.field

    def plan(self) -> Plan | None:
        """Return what is asked for; None while the repository or a date is missing or wrong."""
        if self.heads is None or not self._dates_right():
            return None
        chosen = self.branch.currentText().strip()
        globs = tuple(part.strip() for part in self.globs.text().replace("\n", ",").split(",") if part.strip())
        return Plan(
            GIT,
            (Path(self._path).expanduser(),),
            branch="" if chosen == self.heads.current else chosen,
            since=self.since.text().strip(),
            until=self.until.text().strip(),
            globs=globs,
            name=self.name.text().strip(),
        )

    def show_repository(self, path: Path) -> None:
        """Look at a repository."""
        self.field.setText(str(path))
        self._waiting.stop()
        self._look()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(button(self.tr("Choose…"), self._choose))
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(12)
        rows = (
            (self.tr("Branch"), self.branch, self.tr("Its commits in order; merges count as one.")),
            (self.tr("Since"), self.since, self.tr("What stood then is stated once.")),
            (self.tr("Until"), self.until, ""),
            (self.tr("Only"), self.globs, self.tr("Files, folders or patterns, with commas between.")),
            (self.tr("Name"), self.name, self.tr("What to call it in this project.")),
        )
        for number, (caption, field, why) in enumerate(rows):
            name = label(caption, "muted")
            name.setBuddy(field)
            grid.addWidget(name, number, 0)
            grid.addWidget(field, number, 1)
            grid.addWidget(label(why, "small", wrap=True), number, 2)
        grid.setColumnStretch(1, 3)
        grid.setColumnStretch(2, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        what = self.tr("Each commit states what it changed in configuration, manifests, tables and change logs.")
        column.addWidget(label(what, "muted", wrap=True))
        column.addLayout(row)
        column.addWidget(self.found)
        column.addWidget(self.problem)
        column.addLayout(grid)
        column.addStretch(1)

    def _choose(self) -> None:
        name = QFileDialog.getExistingDirectory(self, self.tr("Choose a Git repository"))
        if name:
            self.show_repository(Path(name))

    def _typed(self) -> None:
        self.heads = None
        self.found.setText("")
        self.problem.hide()
        self._waiting.start()
        self.changed.emit()

    def _look(self) -> None:
        self._path = self.field.text().strip()
        if not self._path:
            return
        path = Path(self._path).expanduser()
        self._importer.look(
            self, lambda: looking.look_repository(path), self._looked, self._refused, channel="repository"
        )

    def _looked(self, heads: Heads) -> None:
        self.heads = heads
        self.problem.hide()
        branches = count_text(len(heads.branches), self.tr("{0} branch"), self.tr("{0} branches"))
        parts = [heads.name, branches]
        if heads.latest is not None:
            last = self.tr("last commit {0}, {1}: {2}")
            at = date_text(heads.latest.committed_at)[:10]
            parts.append(last.format(at, heads.latest.author, heads.latest.summary))
        else:
            parts.append(self.tr("no commit yet"))
        self.found.setText("  ·  ".join(parts))
        self.name.setPlaceholderText(heads.name)
        self.branch.blockSignals(True)
        self.branch.clear()
        self.branch.addItems([*heads.branches, *heads.remotes, *reversed(heads.tags[-_MOST_TAGS:])])
        self.branch.setCurrentText(heads.current or "")
        self.branch.blockSignals(False)
        self.changed.emit()

    def _refused(self, error: BaseException) -> None:
        report = report_of(error)
        if report is not None:
            self.problem.setText(report.message)
            self.problem.show()
        self.changed.emit()

    def _dates_right(self) -> bool:
        try:
            since, until = read_date(self.since), read_date(self.until)
        except InputError as error:
            self.problem.setText(str(error))
            self.problem.show()
            return False
        wrong = since is not None and until is not None and until.end <= since.at
        self.problem.setVisible(wrong)
        if wrong:
            self.problem.setText(self.tr("Until is before Since."))
        return not wrong
