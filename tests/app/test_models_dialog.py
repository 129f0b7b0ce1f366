from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from helpers.app_window import Opened
from helpers.gguf import LLAMA, make
from helpers.servers import ChatServer, FileServer, serving
from tenure.errors import InputError
from tenure.models.builtin import text_model_path
from tenure.models.catalogue import Offer
from tenure.models.client import ChildTextModel
from tenure.models.download import part_path
from tenure_app.dialogs.models import ModelsDialog
from tenure_app.settings.specs import EMBEDDER, MODEL_FOLDERS, MODEL_SERVERS, TEXT_MODEL

HERE, SERVERS, DOWNLOAD, SEARCH = range(4)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Tenure's folder of models; other programs have none."""
    place = tmp_path / "models"
    monkeypatch.setattr("tenure_app.ops.models.usual_places", list)
    monkeypatch.setattr("tenure_app.ops.models.models_folder", lambda: place)
    return place


def dialog_of(opened: Opened, tab: int = HERE) -> ModelsDialog:
    opened.window.commands["models"].trigger()
    found = opened.window.findChildren(ModelsDialog)
    assert len(found) == 1
    opened.qtbot.waitUntil(lambda: found[0].control.local is not None, timeout=10_000)
    found[0].tabs.setCurrentIndex(tab)
    return found[0]


def texts(root: QWidget) -> str:
    return "\n".join(one.text() for one in root.findChildren(QLabel))


def press(root: QWidget, name: str) -> None:
    """Press the button of this accessible name with the keyboard."""
    found = [one for one in root.findChildren(QPushButton) if one.accessibleName() == name]
    assert len(found) == 1, [one.accessibleName() for one in root.findChildren(QPushButton)]
    QTest.keyClick(found[0], Qt.Key.Key_Space)


def buttons(root: QWidget) -> list[str]:
    return [one.accessibleName() for one in root.findChildren(QPushButton)]


def use(opened: Opened, name: str) -> None:
    """Choose a model and wait until it is in use or refused."""
    control = opened.window.tools.models
    control.use(name)
    opened.qtbot.waitUntil(lambda: control.loading is None, timeout=60_000)


@contextmanager
def chat(**switches: object) -> Iterator[tuple[ChatServer, str]]:
    server = ChatServer(**switches)  # type: ignore[arg-type]
    with serving(server.handler()) as address:
        yield server, f"{address}/v1"


# On this computer


def test_files_are_listed_with_what_they_are_and_why_they_cannot_be_used(window: Opened, tmp_path: Path) -> None:
    place = tmp_path / "mine"
    make(place / "good.gguf")
    make(place / "embed.gguf", {**LLAMA, "general.architecture": "bert"})
    make(place / "cut.gguf", data=100)
    window.window.context.settings.set(MODEL_FOLDERS, (str(place),))
    dialog = dialog_of(window)
    window.qtbot.waitUntil(lambda: "Use: good" in buttons(dialog.here), timeout=10_000)
    shown = texts(dialog.here)
    assert "llama · Q4_K_M · 512 parameters · 8,192 tokens" in shown
    assert "embed.gguf is a model of the kind 'bert', which does not answer questions." in shown
    assert "cut.gguf is cut short" in shown
    assert shown.count("✕ cannot be used") == 2
    assert "Use: embed" not in buttons(dialog.here)
    assert dialog.current.text() == "The built-in model"


def test_many_files_are_found_by_the_filter(window: Opened, tmp_path: Path) -> None:
    for number in range(60):
        make(tmp_path / "many" / f"model-{number:02}.gguf")
    window.window.context.settings.set(MODEL_FOLDERS, (str(tmp_path / "many"),))
    dialog = dialog_of(window)
    window.qtbot.waitUntil(lambda: "Use: model-00" in buttons(dialog.here), timeout=10_000)
    assert "Use: model-59" not in buttons(dialog.here)
    assert "… and 10 more" in texts(dialog.here)
    window.type_into(dialog.filter, "MODEL 59")
    assert "Use: model-59" in buttons(dialog.here)
    assert "Use: model-00" not in buttons(dialog.here)


def test_a_file_added_by_hand_is_listed(window: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = make(tmp_path / "elsewhere" / "mine.gguf")
    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getOpenFileName", lambda *_a: (str(file), ""))
    dialog = dialog_of(window)
    assert "No model file was found" in texts(dialog.here)
    press(dialog, "Add a file…")
    window.qtbot.waitUntil(lambda: "Use: mine" in buttons(dialog.here), timeout=10_000)


def test_no_model_can_be_chosen_and_the_choice_is_kept(window: Opened) -> None:
    dialog = dialog_of(window)
    press(dialog.here, "Use: No text model")
    window.qtbot.waitUntil(lambda: dialog.control.loading is None, timeout=10_000)
    assert dialog.control.choice == "none"
    assert window.window.context.settings.get(TEXT_MODEL) == "none"
    assert dialog.current.text() == "The ledger alone"
    assert window.window.context.models.chosen(None) is None
    assert "the ledger alone" in window.window.status.message.text()


@pytest.mark.models
def test_a_load_that_fails_is_told_and_the_model_before_stays(window: Opened, tmp_path: Path) -> None:
    file = make(tmp_path / "hollow.gguf")
    window.window.context.settings.set(MODEL_FOLDERS, (str(tmp_path),))
    dialog = dialog_of(window)
    press(dialog.here, "Use: hollow")
    assert dialog.control.loading == str(file)
    assert dialog.state.accessibleName() == "loading"
    window.qtbot.waitUntil(lambda: dialog.control.loading is None, timeout=60_000)
    assert "cannot be loaded" in dialog.problem.text()
    assert "the built-in model stays in use" in dialog.problem.text()
    assert dialog.problem.isVisible()
    assert dialog.control.choice == ""
    assert window.window.context.settings.get(TEXT_MODEL) == ""


@pytest.mark.models
def test_a_model_killed_while_it_loads_is_told_and_loads_the_next_time(window: Opened) -> None:
    name = str(text_model_path())
    control = window.window.tools.models
    models = window.window.context.models
    control.use(name)

    def child() -> ChildTextModel | None:
        found = models._text.get(name)
        return found if isinstance(found, ChildTextModel) and found.pid is not None else None

    window.qtbot.waitUntil(lambda: child() is not None, timeout=20_000)
    running = child()
    assert running is not None
    assert running.pid is not None
    os.kill(running.pid, signal.SIGKILL)
    window.qtbot.waitUntil(lambda: control.loading is None, timeout=20_000)
    assert "stopped unexpectedly (SIGKILL" in control.problem
    assert control.choice == ""
    use(window, name)
    assert control.problem == ""
    assert control.choice == name
    assert window.window.context.settings.get(TEXT_MODEL) == name
    again = child()
    assert again is not None
    use(window, "")
    assert control.choice == ""
    assert again.pid is None, "the model before gives its memory back"


def test_a_chosen_file_that_has_gone_is_told_and_the_built_in_model_answers(
    open_window: Callable[..., Opened], project_file: Path, tmp_path: Path
) -> None:
    first = open_window()
    first.window.context.settings.set(TEXT_MODEL, str(tmp_path / "gone.gguf"))
    first.window.context.settings.set(EMBEDDER, str(tmp_path / "gone"))
    first.close()
    opened = open_window()
    failures = list[object]()
    opened.window.context.session.failed.connect(failures.append)
    with opened.qtbot.waitSignal(opened.window.context.session.opened, timeout=30_000):
        opened.window.files.open_path(project_file)
    opened.qtbot.waitUntil(lambda: bool(failures), timeout=20_000)
    assert isinstance(failures[0], InputError)
    assert "cannot be read" in str(failures[0])
    assert opened.window.context.models.choice == ""
    assert opened.window.context.models.embedder_choice == ""


# Servers


def test_a_server_is_connected_and_its_model_answers(window: Opened) -> None:
    with chat(models=["tiny", "other"], answer=lambda _body: ["billing listens on port 8443."]) as (server, url):
        dialog = dialog_of(window, SERVERS)
        window.type_into(dialog.address, url)
        window.qtbot.waitUntil(lambda: "Use: tiny" in buttons(dialog.servers), timeout=10_000)
        assert "Use: other" in buttons(dialog.servers)
        assert window.window.context.settings.get(MODEL_SERVERS) == (url,)
        press(dialog.servers, "Use: tiny")
        name = f"{url}#tiny"
        window.qtbot.waitUntil(lambda: dialog.control.loading is None, timeout=10_000)
        assert dialog.control.choice == name
        assert window.window.context.settings.get(TEXT_MODEL) == name
        assert dialog.current.text() == "Tiny"
        dialog.close()
        compare = window.window.compare
        window.window.go_tab("compare")
        with window.qtbot.waitSignal(compare.answered, timeout=30_000):
            compare.ask_this("Which port does billing listen on?")
        window.settle()
        window.qtbot.waitUntil(lambda: bool(server.bodies), timeout=20_000)
        assert server.bodies[0]["model"] == "tiny"


def test_a_server_that_is_not_there_is_told_and_not_kept(window: Opened) -> None:
    dialog = dialog_of(window, SERVERS)
    for typed, reason in (("http://127.0.0.1:9/v1", "cannot be reached"), ("nonsense", "not the address of a server")):
        window.type_into(dialog.address, typed)
        window.qtbot.waitUntil(lambda reason=reason: reason in dialog.problem.text(), timeout=10_000)
    assert window.window.context.settings.get(MODEL_SERVERS) == ()


def test_a_server_known_from_before_may_be_away_and_be_forgotten(window: Opened) -> None:
    url = "http://127.0.0.1:9/v1"
    window.window.context.settings.set(MODEL_SERVERS, (url,))
    dialog = dialog_of(window, SERVERS)
    window.qtbot.waitUntil(lambda: "cannot be reached" in texts(dialog.servers), timeout=10_000)
    press(dialog.servers, f"Forget: {url}")
    assert url not in texts(dialog.servers)
    assert window.window.context.settings.get(MODEL_SERVERS) == ()


def test_loading_can_be_stopped_and_the_model_before_stays(window: Opened) -> None:
    with chat(loading=10_000) as (_server, url):
        dialog = dialog_of(window)
        dialog.control.use(f"{url}#tiny")
        window.qtbot.waitUntil(dialog.stop_loading.isVisible, timeout=5_000)
        assert dialog.loading_bar.isVisible()
        QTest.keyClick(dialog.stop_loading, Qt.Key.Key_Space)
        window.qtbot.waitUntil(lambda: dialog.control.loading is None, timeout=5_000)
    assert dialog.control.choice == ""
    assert dialog.control.problem == ""
    assert not dialog.stop_loading.isVisible()
    assert "stays" in window.window.status.message.text()


def test_a_choice_while_another_loads_replaces_it(window: Opened) -> None:
    with chat(loading=10_000) as (_server, url):
        control = window.window.tools.models
        control.use(f"{url}#tiny")
        use(window, "none")
        assert control.choice == "none"


def test_closing_the_window_while_a_model_loads_leaves_nothing_behind(window: Opened) -> None:
    with chat(loading=10_000) as (_server, url):
        window.window.tools.models.use(f"{url}#tiny")
        window.close()
        assert window.window is not None
    assert not [one for one in threading.enumerate() if one.name.startswith("models: ")]


# Download


@pytest.fixture
def offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[FileServer, Offer]]:
    """A catalogue of one model, given out by a server here."""
    content = make(tmp_path / "source" / "tiny.gguf", data=600_000).read_bytes()
    files = FileServer(content)
    with serving(files.handler()) as address:
        digest = sha256(content).hexdigest()
        one = Offer("tiny", "Tiny 1M", "us", "MIT", ("en",), "1M", "F32", 600_000, 1, digest, f"{address}/tiny.gguf")
        monkeypatch.setattr("tenure_app.ops.models.catalogue", lambda: (one,))
        yield files, one


def test_a_model_is_downloaded_with_progress_and_can_be_used(
    window: Opened, offered: tuple[FileServer, Offer], folder: Path
) -> None:
    dialog = dialog_of(window, DOWNLOAD)
    assert "us · MIT · 1M · F32 · 600 kB" in texts(dialog.offers)
    with window.qtbot.waitSignal(dialog.control.fetched, timeout=20_000):
        press(dialog.offers, "Download: Tiny 1M")
        assert "Stop: Tiny 1M" in buttons(dialog.offers)
    window.qtbot.waitUntil(lambda: "Use: Tiny 1M" in buttons(dialog.offers), timeout=10_000)
    assert (folder / "tiny.gguf").read_bytes() == offered[0].content


def test_a_download_is_stopped_kept_and_resumed(
    window: Opened, offered: tuple[FileServer, Offer], folder: Path
) -> None:
    files, _one = offered
    files.cut_after, files.hold = [300_000], threading.Event()
    dialog = dialog_of(window, DOWNLOAD)
    press(dialog.offers, "Download: Tiny 1M")
    part = part_path(folder / "tiny.gguf")
    window.qtbot.waitUntil(lambda: "tiny" in dialog.control.fetching and bool(dialog.control.fetching["tiny"].text))
    assert "kB" in texts(dialog.offers)
    press(dialog.offers, "Stop: Tiny 1M")
    window.qtbot.waitUntil(lambda: "Resume: Tiny 1M" in buttons(dialog.offers), timeout=10_000)
    files.hold.set()
    assert dialog.control.problem == ""
    came = part.stat().st_size
    assert 0 < came <= 300_000
    assert "%" in texts(dialog.offers)
    with window.qtbot.waitSignal(dialog.control.fetched, timeout=20_000):
        press(dialog.offers, "Resume: Tiny 1M")
    assert files.asked[-1] == f"bytes={came}-"
    assert (folder / "tiny.gguf").read_bytes() == files.content


def test_what_came_can_be_discarded(window: Opened, offered: tuple[FileServer, Offer], folder: Path) -> None:
    files, _one = offered
    files.cut_after, files.hold = [200_000], threading.Event()
    dialog = dialog_of(window, DOWNLOAD)
    press(dialog.offers, "Download: Tiny 1M")
    window.qtbot.waitUntil(lambda: part_path(folder / "tiny.gguf").is_file(), timeout=10_000)
    press(dialog.offers, "Stop: Tiny 1M")
    window.qtbot.waitUntil(lambda: "Discard: Tiny 1M" in buttons(dialog.offers), timeout=10_000)
    files.hold.set()
    press(dialog.offers, "Discard: Tiny 1M")
    window.qtbot.waitUntil(lambda: "Download: Tiny 1M" in buttons(dialog.offers), timeout=10_000)
    assert list(folder.iterdir()) == []


def test_a_file_that_is_not_the_one_expected_is_told_and_removed(
    window: Opened, offered: tuple[FileServer, Offer], folder: Path
) -> None:
    offered[0].content = b"GGUF" + bytes(5000)
    dialog = dialog_of(window, DOWNLOAD)
    press(dialog.offers, "Download: Tiny 1M")
    window.qtbot.waitUntil(lambda: "SHA-256 differs" in dialog.problem.text(), timeout=10_000)
    assert list(folder.iterdir()) == []
    window.qtbot.waitUntil(lambda: "Download: Tiny 1M" in buttons(dialog.offers), timeout=10_000)


def test_a_download_goes_on_without_the_dialog_and_ends_with_the_window(
    window: Opened, offered: tuple[FileServer, Offer], folder: Path
) -> None:
    files, _one = offered
    files.cut_after, files.hold = [100_000], threading.Event()
    dialog = dialog_of(window, DOWNLOAD)
    press(dialog.offers, "Download: Tiny 1M")
    window.qtbot.waitUntil(lambda: part_path(folder / "tiny.gguf").is_file(), timeout=10_000)
    dialog.close()
    assert "tiny" in window.window.tools.models.fetching
    window.qtbot.waitUntil(window.window.status.bar.isVisible, timeout=5_000)
    window.close()
    files.hold.set()
    assert part_path(folder / "tiny.gguf").stat().st_size <= 100_000


# Search by meaning


def test_search_by_words_only_is_chosen_and_the_project_opened_anew(window: Opened) -> None:
    dialog = dialog_of(window, SEARCH)
    with window.qtbot.waitSignal(window.window.context.session.opened, timeout=20_000):
        press(dialog.search, "Use: By words only")
    assert window.window.context.settings.get(EMBEDDER) == "none"
    assert window.window.context.models.embedder() is None
    window.qtbot.waitUntil(lambda: "Use: Built-in: all-MiniLM-L6-v2" in buttons(dialog.search), timeout=5_000)
    with window.qtbot.waitSignal(window.window.context.session.opened, timeout=20_000):
        press(dialog.search, "Use: Built-in: all-MiniLM-L6-v2")
    assert window.window.context.models.embedder() is not None


def test_a_folder_without_a_model_is_refused(window: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getExistingDirectory", lambda *_a: str(tmp_path))
    dialog = dialog_of(window, SEARCH)
    press(dialog.search, "Choose a folder…")
    window.qtbot.waitUntil(lambda: "holds no embedding model" in dialog.problem.text(), timeout=10_000)
    assert window.window.context.models.embedder_choice == ""


def test_every_control_of_the_dialog_is_named(window: Opened, offered: tuple[FileServer, Offer]) -> None:
    dialog = dialog_of(window)
    assert [one for one in dialog.findChildren(QPushButton) if not one.accessibleName()] == []
    for part in (dialog.tabs, dialog.address, dialog.here, dialog.servers, dialog.offers, dialog.search):
        assert part.accessibleName()
