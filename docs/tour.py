"""Drives the real window through its whole story, as a person would, and leaves a numbered picture of each step.

    python docs/tour.py [--out docs/tour] [--dark] [--language zh] [--size 1280x720]

Offscreen, with the built-in models, on a fresh copy of the sample project. What the window shows is compared with the
ledger at each step; a difference ends the tour with exit code 1.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from tenure.instants import parse_date
from tenure.keys import Key
from tenure.project import Project
from tenure_app.i18n.language import speak
from tenure_app.main import build_window, make_application
from tenure_app.settings.settings import Settings
from tenure_app.theming.theme import ThemeMode

from PySide6.QtCore import Qt  # isort: skip - after what uses pydantic
from PySide6.QtTest import QTest  # isort: skip
from PySide6.QtWidgets import QDialog, QFileDialog, QLineEdit, QPushButton, QWidget  # isort: skip

from tenure_app.scenes import Stage, take_scene  # isort: skip

PORT = Key("billing", "port")
QUESTION = "Which port does billing listen on?"
THEN, KNOWN = "2025-06-01", "2025-07-01"


class Tour:
    """One walk through the window."""

    def __init__(self, stage: Stage, path: Path, out: Path) -> None:
        self.stage, self.window, self.path, self.out = stage, stage.window, path, out
        self.number = 0

    def picture(self, name: str, *, scene: str | None = None) -> None:
        """Take the next picture: of the window, or of a scene it is brought to."""
        self.number += 1
        file = self.out / f"{self.number:02}-{name}.png"
        if scene is not None:
            take_scene(self.stage, scene, file)
        else:
            self.stage.settle()
            self.window.grab().save(str(file))
        sys.stdout.write(f"{file.name}\n")
        sys.stdout.flush()

    def check(self, what: str, shown: object, wanted: object) -> None:
        """Compare what is shown with what the ledger says."""
        if shown != wanted:
            sys.exit(f"{what}: the window shows {shown!r}, the ledger says {wanted!r}")

    def ledger(self, read: Callable[[Any], Any]) -> Any:
        """Read beside the window."""
        with Project.open(self.path, read_only=True) as project:
            return read(project.ledger)

    def type_into(self, field: QLineEdit, text: str) -> None:
        """Replace what stands in a field and press Enter."""
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)
        self.stage.settle()

    def press(self, widget: QWidget, key: Qt.Key, modifier: Qt.KeyboardModifier) -> None:
        """Press a key with a modifier."""
        QTest.keyClick(widget, key, modifier)
        self.stage.settle()

    def click(self, button: QPushButton) -> None:
        """Click a button."""
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        self.stage.settle()

    # The story

    def browse(self) -> None:
        """Find a subject by typing, see what holds of it and what it was before."""
        self.stage.open(self.path)
        self.picture("sample")
        self.press(self.window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(self.window.palette_box.field, "billing")
        self.stage.settle()
        QTest.keyClick(self.window.palette_box.field, Qt.Key.Key_Return)
        self.stage.settle()
        self.check("the subject", self.window.context.places.here.subject, "billing")
        self.window.context.places.go_key(PORT)
        self.picture("billing")
        history = self.ledger(lambda ledger: [fact.object for fact in ledger.history(PORT)])
        view = self.window.inspector.view
        self.check("the chain", view and [fact.object for fact in view.history], history)

    def travel(self) -> None:
        """Set both times by typing, look at both at once, and come back."""
        self.type_into(self.window.time_bar.valid.field, THEN)
        self.type_into(self.window.time_bar.known.field, KNOWN)
        view = self.window.inspector.view
        held = self.ledger(
            lambda ledger: ledger.slot(PORT, valid=parse_date(THEN), known=ledger.tx_at(parse_date(KNOWN))).value
        )
        self.check("the value then", view and view.reading.facts[0].object, held)
        self.picture("then")
        self.window.commands["twotime"].trigger()
        self.picture("two-times")
        self.window.commands["now"].trigger()

    def ask(self) -> None:
        """Ask two strategies side by side, then the chat."""
        now = self.ledger(lambda ledger: ledger.slot(PORT).value)
        self.window.go_tab("compare")
        self.type_into(self.window.compare.question, QUESTION)
        answer = self.window.compare.columns[-1].view
        self.check("the answer", answer is not None and now in answer.answer.text, True)
        self.picture("compare")
        self.window.go_tab("chat")
        self.type_into(self.window.chat.question, QUESTION)
        self.picture("chat")

    def correct(self) -> None:
        """Search the facts, correct one after seeing what that opens and closes, and take it back."""
        before = self.ledger(lambda ledger: ledger.slot(PORT).value)
        self.window.go_tab("facts")
        self.type_into(self.window.facts.search, before)
        self.picture("facts")
        self.window.context.places.go_key(PORT)
        self.stage.settle()
        asked = self.window.inspector.findChildren(QPushButton)
        self.click(next(button for button in asked if button.isEnabled() and button.text() == self.tr("Correct…")))
        box = self.window.findChildren(QDialog)[-1]
        field = box.focusWidget()
        QTest.keyClicks(field, "9999")
        done: QPushButton = getattr(box, "done_button")  # noqa: B009 - of the dialogs of facts
        self.stage.until(done.isEnabled)
        self.number += 1
        box.grab().save(str(self.out / f"{self.number:02}-correcting.png"))
        self.click(done)
        self.check("the value corrected", self.ledger(lambda ledger: ledger.slot(PORT).value), "9999")
        self.picture("corrected")
        self.window.commands["undo"].trigger()
        self.stage.settle()
        self.check("the value after undo", self.ledger(lambda ledger: ledger.slot(PORT).value), before)
        self.type_into(self.window.facts.search, "")

    def tr(self, text: str) -> str:
        """A text of the inspector in the window's language."""
        return self.window.inspector.tr(text)

    def review(self) -> None:
        """See what changed, and decide what waits with one key."""
        self.picture("difference", scene="difference")
        self.picture("review", scene="review")
        waiting = self.ledger(lambda ledger: len(ledger.review(1_000)))
        self.window.review.list.setFocus()
        QTest.keyClick(self.window.review.list, Qt.Key.Key_A)
        self.stage.settle()
        self.check("what waits", self.ledger(lambda ledger: len(ledger.review(1_000))), waiting - 1)
        self.picture("reviewed")

    def take_along(self) -> None:
        """Import with a preview, check a text, run a question set, export."""
        for name in ("import", "check-text", "question-set", "models", "settings", "palette"):
            self.picture(name, scene=name)
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "facts.csv"
            answered = staticmethod(lambda *_arguments, **_options: (str(page), ""))
            asked, QFileDialog.getSaveFileName = QFileDialog.getSaveFileName, answered  # type: ignore[method-assign]
            try:
                self.window.go_tab("facts")
                self.stage.settle()
                self.window.commands["export"].trigger()
                self.stage.until(page.is_file)
            finally:
                QFileDialog.getSaveFileName = asked  # type: ignore[method-assign]
            rows = len(page.read_text("utf-8").splitlines()) - 1
        self.check("the rows exported", rows, self.window.facts.model.rowCount())
        self.picture("exported")


def main() -> int:
    """Walk through the window; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path(__file__).resolve().parent / "tour")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--language", default="en")
    parser.add_argument("--size", default="1280x720")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    app = make_application(sys.argv[:1])
    speak(app, options.language)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "harbor.tenure"
        Project.from_sample("harbor", path).close()
        mode = ThemeMode.DARK if options.dark else ThemeMode.LIGHT
        window = build_window(app, settings=Settings(Path(folder) / "settings.ini"), mode=mode)
        width, _, height = options.size.partition("x")
        window.resize(int(width), int(height))
        window.show()
        stage = Stage(window, PORT, QUESTION)
        tour = Tour(stage, path, options.out)
        try:
            tour.picture("welcome")
            for part in (tour.browse, tour.travel, tour.ask, tour.correct, tour.review, tour.take_along):
                part()
        finally:
            stage.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
