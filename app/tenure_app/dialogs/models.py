"""The dialog of models: which one words the answers, which one searches by meaning, and where more come from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QProgressBar,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from tenure.keys import fold
from tenure_app.context import AppContext
from tenure_app.dialogs.models_control import ModelControl
from tenure_app.dialogs.models_rows import ModelRow, RowList, about_found, about_offer, note, section
from tenure_app.ops.models import BUILTIN, NONE, Offered
from tenure_app.settings.specs import MODEL_FOLDERS, MODEL_SERVERS
from tenure_app.widgets.basics import Card, Chip, ElidedLabel, button, data_label, label

_MOST_ROWS = 50
"""More rows would take too long to build at once; the filter finds the others."""


class ModelsDialog(QDialog):
    """Shows what its control knows; closing it stops nothing."""

    def __init__(self, context: AppContext, control: ModelControl, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("Models")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Models"))
        self.resize(QSize(context.theme.px(760), context.theme.px(620)).boundedTo(parent.window().size() * 0.94))
        self._context = context
        self.control = control
        self._make_head()
        self.here = RowList(self.tr("Models on this computer"))
        self.servers = RowList(self.tr("Servers"))
        self.offers = RowList(self.tr("Models to download"))
        self.search = RowList(self.tr("Search by meaning"))
        self._assemble()
        self._coming: dict[str, ModelRow] = {}
        control.changed.connect(self.refresh)
        control.advanced.connect(self._advance)
        self.refresh()
        control.look()

    # Assembly

    def _make_head(self) -> None:
        self.current = ElidedLabel("", "title")
        self.state = Chip(self._context.theme, "unknown", "")
        self.stop_loading = button(self.tr("Stop loading"), self.control.cancel_loading)
        self.loading_bar = QProgressBar()
        self.loading_bar.setRange(0, 0)
        self.loading_bar.setTextVisible(False)
        self.loading_bar.setAccessibleName(self.tr("A model is being loaded"))
        self.problem = data_label("", "error", wrap=True)
        self.head = Card(margins=(16, 12, 12, 12))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.current, 1)
        row.addWidget(self.state)
        row.addWidget(self.stop_loading)
        self.head.column.addWidget(label(self.tr("ANSWERS COME FROM"), "section"))
        self.head.column.addLayout(row)
        self.head.column.addWidget(self.loading_bar)
        self.head.column.addWidget(self.problem)

    def _assemble(self) -> None:
        self.tabs = QTabBar()
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setAccessibleName(self.tr("Where models come from"))
        self.pages = QStackedWidget()
        for title, page in (
            (self.tr("On this computer"), self._here_page()),
            (self.tr("Servers"), self._servers_page()),
            (self.tr("Download"), self.offers),
            (self.tr("Search by meaning"), self.search),
        ):
            self.tabs.addTab(title)
            self.pages.addWidget(page)
        self._lists: tuple[tuple[RowList, Callable[[], list[QWidget]]], ...] = (
            (self.here, self._here_rows),
            (self.servers, self._server_rows),
            (self.offers, self._offer_rows),
            (self.search, self._search_rows),
        )
        self.tabs.currentChanged.connect(self._show_page)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(button(self.tr("Close"), self.accept, "primary"))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 16, 16)
        column.setSpacing(12)
        column.addWidget(self.head)
        column.addWidget(self.tabs)
        column.addWidget(self.pages, 1)
        column.addLayout(foot)

    def _here_page(self) -> QWidget:
        tools = QHBoxLayout()
        tools.setSpacing(8)
        self.filter = QLineEdit()
        self.filter.setAccessibleName(self.tr("Filter the model files"))
        self.filter.setPlaceholderText(self.tr("Filter…"))
        self.filter.textChanged.connect(self.refresh)
        tools.addWidget(self.filter, 1)
        tools.addWidget(button(self.tr("Add a file…"), self._add_file))
        tools.addWidget(button(self.tr("Add a folder…"), self._add_folder))
        tools.addWidget(button(self.tr("Look again"), self.control.look, "quiet"))
        return _page(self.here, tools)

    def _servers_page(self) -> QWidget:
        self.address = QLineEdit()
        self.address.setAccessibleName(self.tr("Address of a server"))
        self.address.setPlaceholderText(self.tr("http://127.0.0.1:8080/v1"))
        self.address.returnPressed.connect(self._connect)
        tools = QHBoxLayout()
        tools.setSpacing(8)
        tools.addWidget(self.address, 1)
        tools.addWidget(button(self.tr("Connect"), self._connect))
        return _page(self.servers, tools)

    # What happens

    def refresh(self) -> None:
        """Show what the control knows, on the page that is seen."""
        self._show_head()
        rows, make = self._lists[self.tabs.currentIndex()]
        rows.show_rows(make())

    def _show_page(self, index: int) -> None:
        self.pages.setCurrentIndex(index)
        self.refresh()

    def _advance(self, name: str) -> None:
        if name in self._coming and name in self.control.fetching:
            fetching = self.control.fetching[name]
            self._coming[name].show_progress(fetching.text, fetching.fraction)

    def _show_head(self) -> None:
        control = self.control
        loading = control.loading
        title = control.title(control.choice if loading is None else loading)
        self.current.setText(title[:1].upper() + title[1:])
        if loading is not None:
            self.state.show_state("future", self.tr("loading"))
        else:
            self.state.show_state("current", self.tr("in use"))
        self.stop_loading.setVisible(loading is not None)
        self.loading_bar.setVisible(loading is not None)
        self.problem.setText(control.problem)
        self.problem.setVisible(bool(control.problem))

    def _here_rows(self) -> list[QWidget]:
        control, local = self.control, self.control.local
        rows: list[QWidget] = [section(self.tr("ALWAYS THERE"))]
        if local is None or local.builtin is not None:
            about = about_found(local.builtin) if local is not None and local.builtin is not None else ""
            rows.append(self._usable(BUILTIN, self.tr("Built-in model: SmolLM2-135M-Instruct"), about, data=False))
        about = self.tr("The ledger words its own answers; strategies that need a model say so.")
        rows.append(self._usable(NONE, self.tr("No text model"), about, data=False))
        rows.append(section(self.tr("MODEL FILES")))
        if local is None:
            return [*rows, note(self.tr("Looking…"))]
        words = fold(self.filter.text()).split()
        wanted = [one for one in local.found if all(word in fold(f"{one.name} {one.origin}") for word in words)]
        for found in wanted[:_MOST_ROWS]:
            row = ModelRow(self._context.theme, found.name, about_found(found))
            row.setToolTip(str(found.path))
            if found.refusal:
                row.add_reason(found.refusal.replace(str(found.path), found.path.name))
            else:
                row.add_use(control.choice == str(found.path), self._user(str(found.path)), found.name)
            rows.append(row)
        if not local.found:
            text = self.tr("No model file was found in the usual places. Add a file or a folder, or download one.")
            rows.append(note(text))
        if len(wanted) > _MOST_ROWS:
            rows.append(note(self.tr("… and {0} more").format(len(wanted) - _MOST_ROWS)))
        return rows

    def _server_rows(self) -> list[QWidget]:
        control, rows = self.control, list[QWidget]()
        for url in self._context.settings.get(MODEL_SERVERS):
            models = control.servers.get(url)
            row = ModelRow(self._context.theme, url, self.tr("asking…") if models is None else "")
            if isinstance(models, str):
                row.add_reason(models)
            row.add_button(self.tr("Forget"), self._forgetter(url), url, "quiet")
            rows.append(row)
            for name in models if isinstance(models, tuple) else ():
                rows.append(self._usable(name, control.title(name), url))
        if not rows:
            text = self.tr(
                "A server on this computer that speaks OpenAI's interface: llama.cpp's server, Ollama or LM Studio. "
                "Questions and passages of the project are sent to it."
            )
            rows.append(note(text))
        return rows

    def _offer_rows(self) -> list[QWidget]:
        self._coming.clear()
        rows: list[QWidget] = [note(self.tr("Fetched from huggingface.co when you say so; checked before use."))]
        rows.extend(self._offer_row(offered) for offered in self.control.offers)
        return rows

    def _offer_row(self, offered: Offered) -> ModelRow:
        control, offer = self.control, offered.offer
        row = ModelRow(self._context.theme, offer.title, about_offer(offer))
        fetching = control.fetching.get(offer.name)
        if fetching is not None:
            row.add_button(self.tr("Stop"), lambda: control.cancel_fetching(offer.name), offer.title)
            row.add_progress(fetching.text, fetching.fraction)
            self._coming[offer.name] = row
        elif offered.whole:
            row.add_use(control.choice == str(offered.path), self._user(str(offered.path)), offer.title)
        elif offered.came:
            row.add_chip("unknown", f"{offered.came / max(1, offered.total):.0%}", "◔")
            row.add_button(self.tr("Discard"), lambda: control.discard(offer), offer.title, "quiet")
            row.add_button(self.tr("Resume"), lambda: control.fetch(offer), offer.title)
        else:
            row.add_button(self.tr("Download"), lambda: control.fetch(offer), offer.title)
        return row

    def _search_rows(self) -> list[QWidget]:
        control = self.control
        text = self.tr(
            "Passages are found by words and by meaning. Another model makes its own vectors: "
            "the project is opened anew and indexed behind."
        )
        rows: list[QWidget] = [note(text)]
        kinds = [
            (BUILTIN, self.tr("Built-in: all-MiniLM-L6-v2"), self.tr("384 numbers a passage; English at its best")),
            (NONE, self.tr("By words only"), self.tr("No model is loaded; nothing is indexed by meaning")),
        ]
        if control.embedder not in {BUILTIN, NONE}:
            kinds.append((control.embedder, Path(control.embedder).name, control.embedder))
        for name, title, about in kinds:
            row = ModelRow(self._context.theme, title, about, data=name not in {BUILTIN, NONE})
            row.add_use(control.embedder == name, self._searcher(name), title)
            rows.append(row)
        holder = QWidget()
        inside = QHBoxLayout(holder)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(button(self.tr("Choose a folder…"), self._choose_embedder))
        inside.addStretch(1)
        return [*rows, holder]

    def _usable(self, name: str, title: str, about: str, *, data: bool = True) -> ModelRow:
        row = ModelRow(self._context.theme, title, about, data=data)
        row.add_use(self.control.choice == name, self._user(name), title)
        return row

    # What the user does

    def _user(self, name: str) -> Callable[[], None]:
        return lambda: self.control.use(name)

    def _searcher(self, name: str) -> Callable[[], None]:
        return lambda: self.control.use_embedder(name)

    def _forgetter(self, url: str) -> Callable[[], None]:
        return lambda: self.control.forget_server(url)

    def _add_file(self) -> None:
        kinds = self.tr("Model files (*.gguf);;All files (*)")
        name, _kind = QFileDialog.getOpenFileName(self, self.tr("Add a model file"), "", kinds)
        if name:
            self.control.add_file(name)

    def _add_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, self.tr("Add a folder with models"))
        if name:
            settings = self._context.settings
            settings.set(MODEL_FOLDERS, (*settings.get(MODEL_FOLDERS), name))
            self.control.look()

    def _choose_embedder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, self.tr("A folder with an embedding model"))
        if name:
            self.control.use_embedder(name)

    def _connect(self) -> None:
        if self.address.text().strip():
            self.control.add_server(self.address.text())
            self.address.clear()


def _page(rows: RowList, tools: QHBoxLayout) -> QWidget:
    page = QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(12)
    column.addWidget(rows, 1)
    column.addLayout(tools)
    return page
