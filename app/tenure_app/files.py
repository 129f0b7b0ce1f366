"""Opening, making and importing: what the project commands do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from tenure.errors import BusyError, Cancelled
from tenure.project import Project, samples
from tenure_app.context import AppContext
from tenure_app.dialogs.importing import ImportDialog
from tenure_app.importer import Importer
from tenure_app.ops.executors import Task
from tenure_app.ops.importing import FILES, GIT, TABLE, Plan
from tenure_app.ops.models import start

SUFFIX = ".tenure"
_BUSY_SECONDS = 1.0


def samples_folder() -> Path:
    """Where opened samples are kept: in the user's data folder."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation)) / "samples"


class Files(QObject):
    """Project files of the window.

    Attributes:
        importer: runs imports.
    """

    def __init__(self, context: AppContext, window: QWidget) -> None:
        super().__init__(window)
        self._context = context
        self._window = window
        self.importer = Importer(context, self)

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

    # Importing

    def import_files(self) -> None:
        """Open the import dialog at files and folders."""
        self._dialog().show_page(FILES)

    def import_repository(self) -> None:
        """Open the import dialog at repositories."""
        self._dialog().show_page(GIT)

    def import_table(self) -> None:
        """Open the import dialog at tables."""
        self._dialog().show_page(TABLE)

    def import_dropped(self, paths: list[Path]) -> None:
        """Take what was dropped on the window: a project file is opened, all else goes to the import dialog."""
        projects = [path for path in paths if path.suffix == SUFFIX]
        if projects:
            self.open_path(projects[0])
        elif self._context.session.overview is None:
            self.import_new_from(paths)
        else:
            self._dialog().show_files(paths)

    def import_new(self) -> None:
        """Open the import dialog for a new project."""
        self._dialog(new=True).show_page(FILES)

    def import_new_from(self, paths: list[Path]) -> None:
        """Make a project of files and folders; a project file among them is opened instead."""
        projects = [path for path in paths if path.suffix == SUFFIX]
        if projects:
            self.open_path(projects[0])
        else:
            self._import_new(Plan(FILES, tuple(paths), replay=True))

    def import_paths(self, paths: list[Path]) -> Task:
        """Import files or folders into the open project; cancelling leaves no trace."""
        return self.importer.run(Plan(FILES, tuple(paths)))

    def _dialog(self, *, new: bool = False) -> ImportDialog:
        session = self._context.session
        name = "" if new or session.path is None else session.path.stem
        go = self._import_new if not name else self._import
        made = ImportDialog(self._context, self._window, self.importer, name, go)
        made.open()
        return made

    def _import(self, plan: Plan) -> None:
        self.importer.run(plan)

    def _import_new(self, plan: Plan) -> None:
        path = self._ask_place(self.tr("Where to keep the new project"), Path(plan.title).stem)
        if path is not None:
            self.importer.run_new(plan, path, self.open_path)

    # Models and the index

    def start_models(self) -> None:
        """Load the models behind the window and let vectors catch up; nothing waits for it."""
        models, session, executors = self._context.models, self._context.session, self._context.executors

        def work(project: Project, task: Task) -> int:
            problem = start(models)
            if problem is not None:
                executors.call(lambda: session.failed.emit(problem))
            return _catch_up(project, task)

        session.background(work, lambda _count: session.refresh(), title=self.tr("Indexing"))

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


def _catch_up(project: Project, task: Task) -> int:
    """Make the vectors that are missing; while an import holds the file, wait for it."""
    while True:
        try:
            return project.search.catch_up(progress=task.progress, cancel=task.token)
        except BusyError as error:
            if task.token.wait(_BUSY_SECONDS):
                raise Cancelled from error
