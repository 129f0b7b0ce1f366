"""The first page of an import: files and folders, chosen, typed or dropped, and how they count."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from tenure_app.context import AppContext
from tenure_app.importer import Importer
from tenure_app.ops import looking
from tenure_app.ops.importing import FILES, Plan
from tenure_app.ops.looking import PathLook
from tenure_app.widgets.basics import button, follow, label

_PATH_ROLE = Qt.ItemDataRole.UserRole


class Options(QWidget):
    """How files count: in which order of time, from when without a date, what happens to bad lines.

    Args:
        new: whether they make a new project.
        short: leave the explanations to the tool tips, and prose aside.
    """

    def __init__(self, *, new: bool, short: bool) -> None:
        super().__init__()
        self._short = short
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(24)
        self._grid.setVerticalSpacing(8)
        self.replay = self._option(
            self.tr("Keep what was believed when"),
            self.tr("Each file counts as known from its own date, so that Known at works back in time."),
            on=new,
        )
        self.file_times = self._option(
            self.tr("Use a file's time where nothing gives a date"),
            self.tr("Turn it off for copies and downloads: what has no date then counts from now."),
            on=True,
        )
        self.skip_bad = self._option(
            self.tr("Leave out lines that can't be read"),
            self.tr("Otherwise one bad line refuses its file."),
            on=False,
        )
        self.assist = self._option(
            self.tr("Let the text model confirm prose"),
            self.tr("Slower; what the model and the rules don't agree on goes to review."),
            on=False,
        )
        self.assist.setVisible(not short)
        self._grid.setColumnStretch(3 if short else 1, 1)

    def _option(self, text: str, why: str, *, on: bool) -> QCheckBox:
        box = QCheckBox(text)
        box.setToolTip(why)
        box.setAccessibleDescription(why)
        box.setChecked(on)
        number = self._grid.count() if self._short else self._grid.rowCount()
        if self._short:
            self._grid.addWidget(box, 0, number)
        else:
            self._grid.addWidget(box, number, 0)
            self._grid.addWidget(label(why, "small", wrap=True), number, 1)
        return box


class FilesPage(QWidget):
    """Files and folders.

    Signals:
        changed: the plan became another, possible or impossible.
        history_asked(object): read this repository's history instead.
    """

    changed = Signal()
    history_asked = Signal(object)

    def __init__(self, context: AppContext, importer: Importer, *, new: bool) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self._importer = importer
        self._looked: tuple[PathLook, ...] = ()
        self.field = QLineEdit()
        self.field.setAccessibleName(self.tr("Path of a file or folder"))
        self.field.setPlaceholderText(self.tr("Type a path and press Enter"))
        self.field.returnPressed.connect(self._typed)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Files and folders to import"))
        self.list.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        self.list.setProperty("kind", "boxed")
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMinimumHeight(96)
        self.list.itemSelectionChanged.connect(self._selected)
        self.remove = button(self.tr("Remove"), self._remove)
        self.remove.setEnabled(False)
        self.problem = label("", "error", wrap=True)
        self.problem.setProperty("data", True)
        self.problem.hide()
        self.history = QFrame()
        self.options = Options(new=new, short=False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self._zone(context))
        column.addWidget(self.problem)
        column.addWidget(self.list, 1)
        column.addWidget(self._history_offer())
        column.addWidget(label(self.tr("HOW IT COUNTS"), "section"))
        column.addWidget(self.options)
        self.list.hide()
        column.addStretch(0)

    @property
    def first(self) -> QWidget:
        """What takes the keys first."""
        return self.field

    def plan(self) -> Plan | None:
        """Return what is asked for; None while there is nothing."""
        paths = tuple(look.path for look in self._looked)
        if not paths:
            return None
        options = self.options
        return Plan(
            FILES,
            paths,
            replay=options.replay.isChecked(),
            skip_bad=options.skip_bad.isChecked(),
            ignore_file_times=not options.file_times.isChecked(),
            assist=options.assist.isChecked(),
        )

    def add(self, paths: Sequence[Path]) -> None:
        """Take files and folders in, after a look at what they are."""
        known = {look.path for look in self._looked}
        fresh = tuple(path for path in dict.fromkeys(paths) if path not in known)
        if fresh:
            self._importer.look(
                self, lambda: looking.look_paths(fresh), self._add_looked, lambda _error: None, channel=""
            )

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt override
        """Take files and folders."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt override
        """Add them."""
        self.add([Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()])

    def _zone(self, context: AppContext) -> QWidget:
        zone = QFrame()
        zone.setProperty("kind", "drop")
        picture = QLabel()
        picture.setFixedSize(QSize(24, 24))

        def paint() -> None:
            picture.setPixmap(context.theme.icon("import", "accent").pixmap(QSize(24, 24)))

        follow(context.theme, picture, paint)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(self.tr("Drop files and folders here"), "strong"))
        what = self.tr("Notes, decisions, chats, mail, tables, configuration: what can't be read is told.")
        words.addWidget(label(what, "muted", wrap=True))
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(picture)
        head.addLayout(words, 1)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(button(self.tr("Choose files…"), self._choose_files))
        row.addWidget(button(self.tr("Choose a folder…"), self._choose_folder))
        row.addWidget(self.remove)
        column = QVBoxLayout(zone)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addLayout(head)
        column.addLayout(row)
        return zone

    def _history_offer(self) -> QWidget:
        self.history.setProperty("kind", "preview")
        self.history_text = label("", wrap=True)
        self.history_text.setProperty("data", True)
        row = QHBoxLayout(self.history)
        row.setContentsMargins(12, 8, 8, 8)
        row.addWidget(self.history_text, 1)
        row.addWidget(button(self.tr("Read its history instead"), self._ask_history))
        self.history.hide()
        return self.history

    def _choose_files(self) -> None:
        names, _kind = QFileDialog.getOpenFileNames(self, self.tr("Import files"))
        self.add([Path(name) for name in names])

    def _choose_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, self.tr("Import a folder"))
        if name:
            self.add([Path(name)])

    def _typed(self) -> None:
        text = self.field.text().strip()
        if text:
            self.add([Path(text).expanduser()])

    def _add_looked(self, looked: tuple[PathLook, ...]) -> None:
        missing = [look for look in looked if not look.kind]
        self._looked += tuple(look for look in looked if look.kind)
        self.problem.setVisible(bool(missing))
        if missing:
            self.problem.setText(self.tr("There is no such file or folder: {0}").format(missing[0].path))
        else:
            self.field.clear()
        self._refill()

    def _refill(self) -> None:
        self.list.clear()
        kinds = {
            "file": self.tr("file"),
            "folder": self.tr("folder"),
            "repository": self.tr("folder, a Git repository"),
        }
        for look in self._looked:
            item = QListWidgetItem(f"{look.path}  ·  {kinds[look.kind]}")
            item.setData(_PATH_ROLE, look.path)
            item.setToolTip(str(look.path))
            self.list.addItem(item)
        self.list.setVisible(bool(self._looked))
        self._offer()
        self._selected()
        self.changed.emit()

    def _offer(self) -> None:
        found = self._repository()
        self.history.setVisible(found is not None)
        if found is not None:
            text = self.tr("{0} is a Git repository: its history tells since when each value holds.")
            self.history_text.setText(text.format(found.name))

    def _repository(self) -> Path | None:
        return next((look.path for look in self._looked if look.kind == "repository"), None)

    def _ask_history(self) -> None:
        found = self._repository()
        if found is not None:
            self.history_asked.emit(found)

    def _selected(self) -> None:
        self.remove.setEnabled(bool(self.list.selectedItems()))

    def _remove(self) -> None:
        gone = {item.data(_PATH_ROLE) for item in self.list.selectedItems()}
        self._looked = tuple(look for look in self._looked if look.path not in gone)
        self._refill()
