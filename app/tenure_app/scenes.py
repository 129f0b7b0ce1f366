"""What a picture can show of the window: each scene brings up a pane or a dialog and waits until it is drawn."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import shiboken6
from PySide6.QtCore import QEventLoop, QPoint, QTimer
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QWidget

from tenure.errors import TenureError
from tenure.keys import Key
from tenure_app.dialogs.check_text import CheckText
from tenure_app.dialogs.importing import ImportDialog
from tenure_app.ops import queries
from tenure_app.places import Place
from tenure_app.window import MainWindow

_TIMEOUT_S = 300
_STEP_MS = 20
_SETTLE_MS = 700
_QUESTIONS = 4
"""How many questions of a set are asked for a picture."""
_WORK = ("query", "survey", "write", "answer")


def pause(milliseconds: int) -> None:
    """Let the window work for a while."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


@dataclass
class Stage:
    """A window, what its pictures are about, and ways to wait for it.

    Attributes:
        window: shown, with or without a project.
        key: what is looked at.
        question: asked in Compare and Chat; None leaves them empty.
        error: what the session could not do, in one sentence.
    """

    window: MainWindow
    key: Key | None = None
    question: str | None = None
    error: str = ""

    def __post_init__(self) -> None:
        self.window.context.session.failed.connect(self._failed)

    def _failed(self, error: BaseException) -> None:
        self.error = self.error or str(error)

    def until(self, condition: Callable[[], bool]) -> None:
        """Let the window work until something is so.

        Raises:
            TenureError: if the session failed, or it took too long.
        """
        for _step in range(_TIMEOUT_S * 1000 // _STEP_MS):
            if self.error:
                raise TenureError(self.error)
            if condition():
                return
            pause(_STEP_MS)
        raise TenureError("the window was not ready in time")

    def settle(self) -> None:
        """Wait until nothing is asked any more and pages have painted it."""
        executors = self.window.context.executors
        self.until(lambda: not executors.busy(_WORK))
        pause(_SETTLE_MS)

    def open(self, path: Path) -> None:
        """Open a project and wait for its first picture; without a key, that which changed most is looked at."""
        window, session = self.window, self.window.context.session
        window.files.open_path(path)
        self.until(lambda: session.overview is not None)
        if self.key is None:
            found: list[list[Key]] = []
            session.query(window, queries.changed_keys, found.append)
            self.until(lambda: bool(found))
            self.key = next(iter(found[0]), None)

    def go(self, tab: str, *, about: bool = True) -> None:
        """Show a tab, about the key or about all subjects, and wait until it has what it shows."""
        key = self.key
        subject = key.subject if key is not None and about else None
        self.window.context.places.go(Place(tab, subject, key))
        self.settle()

    def close(self) -> None:
        """Close the window and wait for its threads."""
        executors = self.window.context.executors
        self.window.context.session.failed.disconnect(self._failed)
        self.error = ""
        self.window.close()
        self.until(lambda: executors.all_stopped() and not self.window.isVisible())
        executors.join()


def _timeline(stage: Stage) -> QPixmap:
    stage.go("timeline")
    stage.until(lambda: stage.window.timeline.up_to_date)
    return _painted(stage, stage.window.timeline.web)


def _twotime(stage: Stage) -> QPixmap:
    stage.go("twotime")
    stage.until(lambda: stage.window.twotime.up_to_date)
    return _painted(stage, stage.window.twotime.web)


def _tab(name: str, *, about: bool = True) -> Callable[[Stage], QPixmap]:
    def show(stage: Stage) -> QPixmap:
        stage.go(name, about=about)
        return _whole(stage)

    return show


def _inspector(stage: Stage) -> QPixmap:
    stage.go("facts")
    return stage.window.inspector.grab()


def _compare(stage: Stage) -> QPixmap:
    """Ask twice, so that the figures are those of loaded models; then show the key asked about."""
    compare = stage.window.compare
    stage.window.go_tab("compare")
    compare.show_asking()
    for _time in range(2 if stage.question else 0):
        compare.ask_this(stage.question or "")
        stage.settle()
    shown = compare.columns[-1].view
    if stage.question and shown is not None and shown.answer.facts:
        key = shown.answer.facts[0].key
        stage.window.context.places.go(Place("compare", key.subject, key))
    stage.settle()
    return _whole(stage)


def _question_set(stage: Stage) -> QPixmap:
    """Ask the first questions of the set that the project brings."""
    stage.go("compare", about=False)
    stage.window.compare.show_sets()
    sets = stage.window.compare.sets
    stage.settle()
    if sets.run is not None and not sets.run.done:
        sets.go()
        stage.until(lambda: sets.run is None or sets.run.done >= _QUESTIONS)
        sets.stop()
    stage.settle()
    return _whole(stage)


def _chat(stage: Stage) -> QPixmap:
    chat = stage.window.chat
    stage.window.go_tab("chat")
    if stage.question:
        chat.ask_this(stage.question)
        stage.settle()
        view = chat.turns[-1].view
        key = next((one.key for one in view.turn.citations), None) if view is not None else None
        if key is not None:
            stage.window.context.places.go(Place("chat", key.subject, key))
    stage.settle()
    return _whole(stage)


def _difference(stage: Stage) -> QPixmap:
    stage.go("difference", about=False)
    return _whole(stage)


def _review(stage: Stage) -> QPixmap:
    stage.go("review", about=False)
    review = stage.window.review
    stage.until(lambda: review.detail.entry is not None or not review.model.rowCount())
    return _whole(stage)


def _jobs(stage: Stage) -> QPixmap:
    stage.go("timeline")
    if not stage.window.jobs.isVisible():
        stage.window.jobs.open()
    stage.settle()
    taken = _whole(stage)
    stage.window.jobs.hide()
    return taken


def _palette(stage: Stage) -> QPixmap:
    stage.go("timeline")
    stage.window.open_palette()
    QTest.keyClicks(stage.window.palette_box.field, "comp")
    stage.settle()
    taken = _whole(stage)
    stage.window.palette_box.hide()
    return taken


def _command(name: str, prepare: Callable[[Stage, QDialog], None] | None = None) -> Callable[[Stage], QPixmap]:
    """A dialog that a command opens, over the facts."""

    def show(stage: Stage) -> QPixmap:
        stage.go("facts")
        before = set(stage.window.findChildren(QDialog))
        stage.window.commands[name].trigger()
        (box,) = set(stage.window.findChildren(QDialog)) - before
        if prepare is not None:
            prepare(stage, box)
        return _dialog(stage, box)

    return show


def _correct(stage: Stage) -> QPixmap:
    stage.go("facts")
    inspector = stage.window.inspector
    view, fact = inspector.view, inspector.fact
    if view is None or fact is None:
        raise TenureError("the inspector shows no fact to correct")
    statement = next(one for one in view.statements if one.object == fact.object)
    before = set(stage.window.findChildren(QDialog))
    inspector.correct_asked.emit((view, fact, statement))
    (box,) = set(stage.window.findChildren(QDialog)) - before
    QTest.keyClicks(box.focusWidget(), f"{fact.object} b")
    return _dialog(stage, box)


def _old_text(stage: Stage, box: QDialog) -> None:
    """Put a text that states what was so before."""
    view = stage.window.inspector.view
    if isinstance(box, CheckText) and view is not None:
        said = [f"{fact.key.subject} has {fact.key.relation} {fact.object}." for fact in view.history[:2]]
        box.text.put("Notes for new colleagues\n\n" + "\n".join(said) + "\n")
        stage.until(lambda: box.result_shown is not None)


def _small_folder(stage: Stage, box: QDialog) -> None:
    """Preview a folder of one note."""
    if not isinstance(box, ImportDialog):
        return
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder) / "notes"
        notes.mkdir()
        text = "# Notes\n\nThe port of catalog is 7000.\nThe owner of catalog is Ada Park.\n"
        (notes / "2026-01-05.md").write_text(text, encoding="utf-8")
        box.show_files([notes])
        stage.until(box.next.isEnabled)
        box.next.click()
        stage.until(box.imports.isEnabled)


def _dialog(stage: Stage, box: QDialog) -> QPixmap:
    """Paint a dialog over the window, as it stands there."""
    stage.settle()
    taken, window = _whole(stage), stage.window
    over = box.grab()
    place = QPoint((window.width() - box.width()) // 2, max(24, (window.height() - box.height()) // 3))
    painter = QPainter(taken)
    painter.fillRect(taken.rect(), QColor(0, 0, 0, 60))
    painter.drawPixmap(place, over)
    painter.end()
    box.done(0)
    stage.until(lambda: not shiboken6.isValid(box))
    return taken


def _painted(stage: Stage, page: QWidget | None) -> QPixmap:
    """Take the window once a page that has drawn is on screen too: its own process paints it a little later."""
    stage.until(lambda: page is not None and _colours(page) > 1)
    return _whole(stage)


def _colours(page: QWidget) -> int:
    """How many colours stand on a line down the middle of a page and one across it."""
    image = page.grab().toImage()
    middle, half = image.width() // 2, image.height() // 2
    down = {image.pixel(middle, y) for y in range(image.height())}
    return len(down | {image.pixel(x, half) for x in range(image.width())})


def _whole(stage: Stage) -> QPixmap:
    return stage.window.grab()


def _welcome(stage: Stage) -> QPixmap:
    """Only before a project is open."""
    stage.settle()
    return _whole(stage)


SCENES: Mapping[str, Callable[[Stage], QPixmap]] = {
    "timeline": _timeline,
    "twotime": _twotime,
    "facts": _tab("facts"),
    "inspector": _inspector,
    "compare": _compare,
    "question-set": _question_set,
    "chat": _chat,
    "difference": _difference,
    "review": _review,
    "jobs": _jobs,
    "palette": _palette,
    "add-fact": _command("add_fact"),
    "correct": _correct,
    "check-text": _command("check_text", _old_text),
    "import": _command("import_files", _small_folder),
    "imports": _command("imports"),
    "rules": _command("rules"),
    "models": _command("models"),
    "settings": _command("settings"),
    "about": _command("about"),
}
"""Name of a scene to what brings it and takes it; they may follow each other in any order."""

WELCOME = "welcome"


def take_scene(stage: Stage, name: str, out: Path) -> None:
    """Take a scene into a PNG file.

    Raises:
        TenureError: if the window cannot show it, or the file cannot be written.
    """
    taken = _welcome(stage) if name == WELCOME else SCENES[name](stage)
    if not taken.save(str(out)):
        raise TenureError(f"{out} could not be written")
