"""Opening, making, copying and closing one project file."""

from __future__ import annotations

import os
import sqlite3
from datetime import tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Self

from tenure.clock import Clock, fixed_clock, system_clock
from tenure.conversations import schema as conversations_schema
from tenure.conversations.projection import ConversationsProjection
from tenure.errors import InputError, ProjectError
from tenure.ingest.git.schema import MIGRATIONS as GIT_MIGRATIONS
from tenure.ingest.proposals import ProposalsProjection
from tenure.instants import format_instant, zone_named
from tenure.ledger import Ledger, connect, open_ledger
from tenure.ledger import schema as ledger_schema
from tenure.ledger.ledger import BUSY_TIMEOUT
from tenure.passages import schema as passages_schema
from tenure.passages.migrations import copy_file, migrate, pending_steps
from tenure.passages.store import PassageStore
from tenure.progress import Progress, no_progress, part
from tenure.project.models import Models
from tenure.project.samples import sample_named
from tenure.project.settings import MIGRATIONS, Settings
from tenure.rules import Rules
from tenure.rules import schema as rules_schema
from tenure.search import LexicalIndex, Search
from tenure.search import prepare as prepare_search
from tenure.search import schema as search_schema

if TYPE_CHECKING:
    from tenure.answer import Answers
    from tenure.conversations.store import Conversations
    from tenure.models.protocols import TextModel

_ROOMS = (
    ("passages", passages_schema.MIGRATIONS),
    ("ledger", ledger_schema.MIGRATIONS),
    ("rules", rules_schema.MIGRATIONS),
    ("search", search_schema.MIGRATIONS),
    ("git", GIT_MIGRATIONS),
    ("project", MIGRATIONS),
    ("conversations", conversations_schema.MIGRATIONS),
)
"""Every room that keeps tables, with its migrations."""

_SIDE_FILES = ("-wal", "-shm", "-journal")


class Project:
    """One project file, open in one thread: its rooms are the attributes, there are no pass-through methods.

    Attributes:
        path: the file.
        read_only: whether writing is refused.
        clock: what "now" means.
        settings: the project's settings.
        ledger: the statements and everything derived from them.
        rules: supersession rules across keys, acting inside the ledger's writes.
        models: the models of this process; shared between projects open in several threads.
    """

    def __init__(self, path: Path, ledger: Ledger, *, read_only: bool, models: Models, own_models: bool) -> None:
        self.path = path
        self.read_only = read_only
        self.ledger = ledger
        self.clock = ledger.clock
        self.settings = Settings(ledger.connection)
        self.models = models
        self._own_models = own_models
        self._search: Search | None = None
        self._answers: tuple[TextModel | None, Answers] | None = None
        self.rules = Rules(ledger)
        ledger.consequences = self.rules
        ledger.zone = self.settings.zone
        if not read_only:
            ledger.projections += [LexicalIndex(), ProposalsProjection(), ConversationsProjection()]

    @classmethod
    def open(
        cls, path: Path | str, *, read_only: bool = False, clock: Clock = system_clock, models: Models | None = None
    ) -> Self:
        """Open a project file that exists.

        Args:
            path: the file.
            read_only: refuse writing; an older file is still brought up to date first.
            clock: what "now" means.
            models: shared with other projects; by default the project makes its own and closes them with it.

        Raises:
            ProjectError: if there is no such file, it is not a project, or a newer version made it.
            BusyError: if another process is writing to it.
        """
        file = Path(path)
        _require_project(file)
        if not _is_current(file) and read_only:
            cls.open(file, clock=clock, models=Models()).close()
        ledger = open_ledger(file, clock=clock, read_only=read_only, timeout=BUSY_TIMEOUT)
        try:
            if not read_only:
                _migrate(ledger.connection, file)
            return cls(file, ledger, read_only=read_only, models=models or Models(), own_models=models is None)
        except BaseException:
            ledger.close()
            raise

    @classmethod
    def create(
        cls,
        path: Path | str,
        *,
        zone: str | None = None,
        title: str | None = None,
        clock: Clock = system_clock,
        models: Models | None = None,
    ) -> Self:
        """Make an empty project file and open it.

        Raises:
            InputError: if the file exists, its folder does not, or there is no such zone.
        """
        file = Path(path)
        require_new(file, zone=zone)
        try:
            ledger = open_ledger(file, clock=clock)
            try:
                _migrate(ledger.connection, file)
                settings = Settings(ledger.connection)
                settings.set("title", title or file.stem)
                if zone is not None:
                    settings.set("zone", zone)
                Rules(ledger).add_starter()
            finally:
                ledger.close()
            return cls.open(file, clock=clock, models=models)
        except BaseException:
            remove_project(file)
            raise

    @classmethod
    def from_sample(
        cls,
        name: str,
        path: Path | str,
        *,
        zone: str | None = None,
        title: str | None = None,
        clock: Clock | None = None,
        models: Models | None = None,
        progress: Progress = no_progress,
    ) -> Self:
        """Make a project file of a sample's raw files, each recorded at its own date, and open it.

        Args:
            name: a sample's name, or the path of a folder of the same shape.
            path: the file to make.
            zone: as for :meth:`create`.
            title: what to call it instead of the sample's title.
            clock: for the project once it is open; by default it stays at the end of the sample's story, which is
                when the import itself runs.
            models: as for :meth:`open`.
            progress: of the import; may cancel, which leaves no file.

        Raises:
            NotFoundError: if there is no such sample.
            InputError: if the file exists or its folder does not.
        """
        from tenure.ingest import import_paths

        sample = sample_named(name)
        project = cls.create(path, zone=zone, title=title or sample.title, clock=fixed_clock(sample.now), models=models)
        try:
            import_paths(project.ledger, [sample.files], replay=True, progress=part(progress, 0.0, 0.95))
            for setting, value in (
                ("about", sample.about or sample.description),
                ("sample", sample.name),
                ("now", format_instant(sample.now)),
            ):
                project.settings.set(setting, value)
            progress(f"{sample.title} is ready", 1.0)
        except BaseException:
            project.close()
            remove_project(Path(path))
            raise
        if clock is None:
            return project
        project.close()
        return cls.open(path, clock=clock, models=models)

    @property
    def passages(self) -> PassageStore:
        """The raw texts."""
        return self.ledger.passages

    @property
    def zone(self) -> tzinfo:
        """The time zone of dates written without one."""
        return self.ledger.zone

    @property
    def search(self) -> Search:
        """Search over the passages; by words at once, by meaning as far as vectors have been made."""
        if self._search is None:
            cache = self.models.vectors(self.path)
            self._search = Search(self.ledger, self.models.embedder(), cache=cache)
        return self._search

    def answers(self, text_model: TextModel | None) -> Answers:
        """Return what answers questions; without a text model the ledger words the answers itself.

        The same for the same model, as it keeps what it looked up for the next question.
        """
        from tenure.answer import Answers

        if self._answers is None or self._answers[0] is not text_model:
            self._answers = (text_model, Answers(self.ledger, self.search, text_model, self.clock))
        return self._answers[1]

    @property
    def conversations(self) -> Conversations:
        """The conversations kept in the file."""
        from tenure.conversations.store import Conversations

        return Conversations(self.ledger)

    def backup(self, target: Path | str) -> None:
        """Copy the whole project to a new file, also while others write to it.

        Raises:
            InputError: if the target exists or its folder does not.
        """
        file = Path(target)
        require_new(file)
        try:
            copy_file(self.ledger.connection, file)
        except BaseException:
            remove_project(file)
            raise

    def close(self) -> None:
        """Close the file, and the models if they are the project's own."""
        self._search = None
        self._answers = None
        self.ledger.close()
        if self._own_models:
            self.models.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def require_new(path: Path, *, zone: str | None = None) -> None:
    """Refuse a place where no new project file can be made.

    Raises:
        InputError: if the file exists, its folder does not, or there is no such zone.
    """
    if path.exists():
        raise InputError(f"{path} exists already")
    if not path.parent.is_dir():
        raise InputError(f"{path.parent}: there is no such folder")
    if zone is not None:
        zone_named(zone)


def remove_project(path: Path) -> None:
    """Remove a project file that was not finished, with what SQLite keeps beside it."""
    for file in (path, *(path.with_name(path.name + ending) for ending in _SIDE_FILES)):
        file.unlink(missing_ok=True)


def _require_project(path: Path) -> None:
    if not path.exists():
        raise ProjectError(f"{path}: there is no such file; make a project with: tenure new {path}")
    if path.is_dir():
        raise ProjectError(f"{path} is a folder, not a project file")
    try:
        with path.open("rb") as file:
            begins = file.read(16)
    except OSError as error:
        raise ProjectError(f"{path} cannot be read: {error.strerror}") from error
    if begins != b"SQLite format 3\x00":
        raise ProjectError(f"{path} is not a Tenure project")
    if not os.access(path.parent, os.W_OK) and not path.with_name(path.name + "-shm").exists():
        raise ProjectError(
            f"{path.parent} cannot be written, and an open project keeps files beside it: "
            f"copy {path.name} to another folder"
        )


def _is_current(path: Path) -> bool:
    """Look, without writing a byte, whether the file is a project and up to date; a newer one is refused."""
    database = connect(path, read_only=True)
    try:
        return not any(pending_steps(database.conn, room, steps) for room, steps in _ROOMS)
    finally:
        database.close()


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    migrate(connection, path, "rules", rules_schema.MIGRATIONS)
    prepare_search(connection, path)
    migrate(connection, path, "git", GIT_MIGRATIONS)
    migrate(connection, path, "project", MIGRATIONS)
    migrate(connection, path, "conversations", conversations_schema.MIGRATIONS)
