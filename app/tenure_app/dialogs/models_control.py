"""Loading, looking for, asking and fetching models behind the window; goes on while no dialog is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal

from tenure.errors import Cancelled
from tenure_app.context import AppContext
from tenure_app.errors.hook import report_of
from tenure_app.ops import models as ops
from tenure_app.ops.executors import Task
from tenure_app.settings.specs import EMBEDDER, MODEL_FILES, MODEL_FOLDERS, MODEL_SERVERS, TEXT_MODEL


@dataclass(slots=True)
class Fetching:
    """A download under way: its task, and how far it is."""

    task: Task
    text: str = ""
    fraction: float = 0.0


class ModelControl(QObject):
    """The window's hand on its models.

    Attributes:
        loading: the name of the text model being loaded; None if none is.
        problem: why the last choice failed; empty after one that did not.
        local: what was found on this computer; None before the first look.
        offers: the catalogue, with how much of each is here; empty before the first look.
        servers: the models of each server asked, or why it did not answer.
        fetching: downloads under way, by the offer's name.

    Signals:
        changed: any of these.
        advanced(str): a download got further; the offer's name.
        fetched(str): a download ended well; the offer's name.
        said(str): a message for the status bar.
    """

    changed = Signal()
    advanced = Signal(str)
    fetched = Signal(str)
    said = Signal(str)

    def __init__(self, context: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._lanes: set[str] = set()
        self._loading: Task | None = None
        self.loading: str | None = None
        self.problem = ""
        self.local: ops.Local | None = None
        self.offers: tuple[ops.Offered, ...] = ()
        self.servers: dict[str, tuple[str, ...] | str] = {}
        self.fetching: dict[str, Fetching] = {}
        context.executors.progressed.connect(self._progressed)

    @property
    def choice(self) -> str:
        """The name of the text model in use."""
        return self._context.models.choice

    @property
    def embedder(self) -> str:
        """The name of the embedder in use."""
        return self._context.models.embedder_choice

    # Choosing

    def use(self, name: str) -> None:
        """Load a text model behind and use it once it is ready; until then the one before answers."""
        models = self._context.models
        self.cancel_loading()
        self.loading, self.problem = name, ""

        def work(_lane: object, task: Task) -> str:
            ops.load(models, name, task.token)
            return name

        task = self._run("loading", work, self._loaded, self._not_loaded, channel="load")
        self._loading = task
        self.changed.emit()

    def cancel_loading(self) -> None:
        """Stop loading; the model before stays."""
        if self._loading is not None:
            self._loading.token.cancel()

    def use_embedder(self, name: str) -> None:
        """Search by this embedder from now on; the open project is opened anew with it."""
        models = self._context.models

        def work(_lane: object, _task: Task) -> str:
            ops.require_embedder(name)
            models.choose_embedder(name)
            return name

        self._run("loading", work, self._embedder_chosen, self._failed)

    def _loaded(self, name: str) -> None:
        self._loading = self.loading = None
        self._context.settings.set(TEXT_MODEL, name)
        self.said.emit(self.tr("Answers come from {0} now").format(self.title(name)))
        self.changed.emit()

    def _not_loaded(self, error: BaseException) -> None:
        name, self._loading, self.loading = self.loading, None, None
        if isinstance(error, Cancelled):
            self.said.emit(self.tr("Loading stopped; {0} stays").format(self.title(self.choice)))
        else:
            kept = self.tr("{0} stays in use.").format(self.title(self.choice)) if name != self.choice else ""
            self._failed(error, kept)
        self.changed.emit()

    def _embedder_chosen(self, name: str) -> None:
        context = self._context
        context.settings.set(EMBEDDER, name)
        if context.session.path is not None:
            context.session.open(context.session.path)
        self.problem = ""
        self.changed.emit()

    # Looking

    def look(self) -> None:
        """Look for models again: on this computer, in the catalogue, at the servers known."""
        settings = self._context.settings
        folders, files = settings.get(MODEL_FOLDERS), settings.get(MODEL_FILES)
        self._run(
            "looking",
            lambda _lane, task: (ops.look(folders, files, task.token), ops.offers()),
            self._looked,
            self._failed,
            channel="look",
        )
        for url in settings.get(MODEL_SERVERS):
            self._ask(url)

    def add_file(self, path: str) -> None:
        """Keep a model file in the list."""
        settings = self._context.settings
        settings.set(MODEL_FILES, (*settings.get(MODEL_FILES), path))
        self.look()

    def add_server(self, url: str) -> None:
        """Ask a server for its models, and keep it in the list if it answers."""
        self.problem = ""
        self._ask(url.strip())

    def forget_server(self, url: str) -> None:
        """Take a server from the list."""
        settings = self._context.settings
        settings.set(MODEL_SERVERS, tuple(one for one in settings.get(MODEL_SERVERS) if one != url))
        self.servers.pop(url, None)
        self.changed.emit()

    def _looked(self, found: tuple[ops.Local, tuple[ops.Offered, ...]]) -> None:
        self.local, self.offers = found
        self.changed.emit()

    def _ask(self, url: str) -> None:
        settings = self._context.settings

        def answered(names: tuple[str, ...]) -> None:
            self.servers[url] = names
            settings.set(MODEL_SERVERS, (*settings.get(MODEL_SERVERS), url))
            self.changed.emit()

        def silent(error: BaseException) -> None:
            if url in settings.get(MODEL_SERVERS):
                report = report_of(error)
                self.servers[url] = report.message if report is not None else ""
                self.changed.emit()
            else:
                self._failed(error)

        self._run("asking", lambda _lane, task: ops.ask_server(url, task.token), answered, silent, channel=url)

    # Fetching

    def fetch(self, offer: ops.Offer) -> None:
        """Download a model of the catalogue, from where it stopped."""
        if offer.name in self.fetching:
            return

        def work(_lane: object, task: Task) -> str:
            ops.fetch(offer, task.progress, task.token)
            return offer.name

        title = self.tr("Downloading {0}").format(offer.title)
        done: Callable[[str], None] = self._fetched
        self.fetching[offer.name] = Fetching(
            self._run("fetching", work, done, lambda error: self._not_fetched(offer, error), title=title)
        )
        self.changed.emit()

    def cancel_fetching(self, name: str) -> None:
        """Stop a download; what came is kept."""
        if name in self.fetching:
            self._context.executors.cancel(self.fetching[name].task)

    def discard(self, offer: ops.Offer) -> None:
        """Throw away what came of a model."""
        self._run("looking", lambda _lane, _task: ops.discard(offer), lambda _none: self.look(), self._failed)

    def _progressed(self, task: Task, text: str, fraction: float) -> None:
        for name, fetching in self.fetching.items():
            if fetching.task is task:
                fetching.text, fetching.fraction = text, fraction
                self.advanced.emit(name)

    def _fetched(self, name: str) -> None:
        self.fetching.pop(name, None)
        self.look()
        self.fetched.emit(name)
        self.changed.emit()

    def _not_fetched(self, offer: ops.Offer, error: BaseException) -> None:
        self.fetching.pop(offer.name, None)
        if not isinstance(error, Cancelled):
            self._failed(error)
        self.look()
        self.changed.emit()

    # Words and threads

    def title(self, name: str) -> str:
        """Say a model's name as people know it."""
        if name == ops.NONE:
            return self.tr("the ledger alone")
        if name == ops.BUILTIN:
            return self.tr("the built-in model")
        if ops.is_server(name):
            return name.partition("#")[2] or name
        return name.replace("\\", "/").rpartition("/")[2].removesuffix(".gguf")

    def embedder_title(self, name: str) -> str:
        """Say an embedder's name as people know it."""
        if name == ops.NONE:
            return self.tr("by words only")
        return self.tr("the built-in model") if name == ops.BUILTIN else self.title(name)

    def _failed(self, error: BaseException, also: str = "") -> None:
        report = report_of(error)
        if report is None:
            return
        if report.bug:
            self._context.hook.handle(error)
        self.problem = f"{report.message} {also}".strip()
        self.said.emit(self.problem)
        self.changed.emit()

    def _run(
        self,
        lane: str,
        work: Callable[[Any, Task], Any],
        done: Callable[[Any], None],
        failed: Callable[[BaseException], None],
        *,
        channel: str = "",
        title: str = "",
    ) -> Task:
        executors, name = self._context.executors, f"models: {lane}"
        if name not in self._lanes:
            self._lanes.add(name)
            executors.add_lane(name, 1, lambda: None, lambda _none: None)
        return executors.submit(name, Task(work, done, failed, self, channel, title))
