"""Opening, making and importing: what the project commands do."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from tenure.errors import MissingExtraError
from tenure.models.client import ChildTextModel
from tenure.project import Project, samples
from tenure_app.context import AppContext
from tenure_app.ops import writes
from tenure_app.ops.executors import Task

SUFFIX = ".tenure"


def samples_folder() -> Path:
    """Where opened samples are kept: in the user's data folder."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation)) / "samples"


class Files(QObject):
    """Project files of the window.

    Signals:
        said(str): a message for the status bar.
    """

    said = Signal(str)

    def __init__(self, context: AppContext, window: QWidget) -> None:
        super().__init__(window)
        self._context = context
        self._window = window

    # Opening and making

    def open(self) -> None:
        """Ask for a project file and open it."""
        name, _kind = QFileDialog.getOpenFileName(
            self._window, self.tr("Open project"), "", self.tr("Tenure projects (*.tenure);;All files (*)")
        )
        if name:
            self.open_path(Path(name))

    def open_path(self, path: Path) -> None:
        """Open a project file."""
        self._context.session.open(path)

    def close(self) -> None:
        """Close the project and show the welcome page."""
        self._context.session.close()

    def new(self) -> None:
        """Ask for a place and make an empty project there."""
        path = self._ask_place(self.tr("New project"))
        if path is not None:
            self._setup(self.tr("Making {0}").format(path.name), path, lambda _task: Project.create(path).close())

    def open_first_sample(self) -> None:
        """Open the sample that ships."""
        found = samples()
        if found:
            self.open_sample(found[0].name)

    def open_sample(self, name: str) -> None:
        """Make a project of a sample in the user's data folder, or open the one made before."""
        folder = samples_folder()
        path = folder / (name + SUFFIX)
        if path.is_file():
            self.open_path(path)
            return
        folder.mkdir(parents=True, exist_ok=True)
        models = self._context.models

        def work(task: Task) -> None:
            Project.from_sample(name, path, models=models, progress=task.progress).close()

        self._setup(self.tr("Reading the sample project"), path, work)

    def import_new(self) -> None:
        """Ask for a folder and make a project of its files."""
        name = QFileDialog.getExistingDirectory(self._window, self.tr("Import a folder into a new project"))
        if name:
            self.import_new_from([Path(name)])

    def import_new_from(self, paths: list[Path]) -> None:
        """Make a project of files and folders; a project file among them is opened instead."""
        projects = [path for path in paths if path.suffix == SUFFIX]
        if projects:
            self.open_path(projects[0])
            return
        path = self._ask_place(self.tr("Where to keep the new project"), paths[0].stem)
        if path is None:
            return
        models = self._context.models

        def work(task: Task) -> None:
            project = Project.create(path, models=models)
            try:
                writes.import_files(project, paths=paths, replay=True, progress=task.progress)
            finally:
                project.close()

        self._setup(self.tr("Importing {0}").format(paths[0].name), path, work)

    # Importing into the open project

    def import_files(self) -> None:
        """Ask for files and import them."""
        names, _kind = QFileDialog.getOpenFileNames(self._window, self.tr("Import files"))
        if names:
            self.import_paths([Path(name) for name in names])

    def import_folder(self) -> None:
        """Ask for a folder and import it."""
        name = QFileDialog.getExistingDirectory(self._window, self.tr("Import a folder"))
        if name:
            self.import_paths([Path(name)])

    def import_paths(self, paths: list[Path]) -> Task:
        """Import files or folders into the open project; cancelling leaves no trace."""
        title = self.tr("Importing {0}").format(paths[0].name)
        return self._context.session.write(
            lambda project, task: writes.import_files(project, paths=paths, replay=False, progress=task.progress),
            lambda _summary: self._imported(title),
            title=title,
        )

    # Models and the index

    def start_models(self) -> None:
        """Load the models behind the window and let vectors catch up; nothing waits for it."""
        models = self._context.models

        def work(project: Project, task: Task) -> int:
            with suppress(MissingExtraError):
                model = models.text_model()
                if isinstance(model, ChildTextModel):
                    model.start()
            return project.search.catch_up(progress=task.progress, cancel=task.token)

        session = self._context.session
        session.background(work, lambda _count: session.refresh(), title=self.tr("Indexing"))

    def _imported(self, title: str) -> None:
        self.said.emit(self.tr("{0}: done").format(title))
        self.start_models()

    def _ask_place(self, title: str, name: str = "") -> Path | None:
        chosen, _kind = QFileDialog.getSaveFileName(
            self._window, title, name + SUFFIX if name else "", self.tr("Tenure projects (*.tenure)")
        )
        if not chosen:
            return None
        path = Path(chosen)
        return path if path.suffix else path.with_suffix(SUFFIX)

    def _setup(self, title: str, path: Path, work: Callable[[Task], None]) -> None:
        """Make a project file aside, then open it."""
        executors = self._context.executors
        executors.add_lane("setup", 1, lambda: None, lambda _none: None)
        task = Task(
            lambda _resource, running: work(running),
            lambda _none: self.open_path(path),
            self._context.session.failed.emit,
            self,
            title=title,
        )
        executors.submit("setup", task)
