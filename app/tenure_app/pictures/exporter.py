"""The command that writes the picture seen to a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from tenure.project import Project
from tenure_app.context import AppContext
from tenure_app.ops import timeline, twotime
from tenure_app.ops.drawing import View
from tenure_app.ops.executors import Task
from tenure_app.ops.layout import Level
from tenure_app.ops.survey import Asked, Survey
from tenure_app.panes.timeline.pane import TimelinePane
from tenure_app.pictures.beliefs import beliefs_picture
from tenure_app.pictures.lanes import ROWS, lanes_picture
from tenure_app.pictures.saving import save_picture
from tenure_app.pictures.svg import Picture
from tenure_app.places import Place

_CELLS = 120


class PictureExport(QObject):
    """Writes the two-time map while that is seen, else the timeline: what is in view of it, and the rows below."""

    def __init__(self, context: AppContext, window: QWidget, lanes: TimelinePane) -> None:
        super().__init__(window)
        self._context = context
        self._window = window
        self._lanes = lanes
        self._seen: dict[str, Any] = {}
        lanes.web.bridge.received.connect(self._note)
        context.session.closed.connect(self._seen.clear)
        context.places.changed.connect(self._moved)

    def ask(self) -> None:
        """Ask for a file and write the picture to it."""
        kinds = self.tr("PNG image (*.png);;SVG drawing (*.svg);;Web page (*.html)")
        here = self._context.places.here
        name = (here.key.relation if self._of_map() and here.key is not None else here.subject) or "timeline"
        start = "".join(sign if sign.isalnum() or sign in "-_ " else "_" for sign in name)[:60] + ".png"
        chosen, kind = QFileDialog.getSaveFileName(self._window, self.tr("Export the picture"), start, kinds)
        if chosen:
            path = Path(chosen)
            endings = {".png", ".svg", ".html"}
            wanted = next((ending for ending in endings if f"*{ending}" in kind), ".png")
            self.write_to(path if path.suffix in endings else path.with_name(path.name + wanted))

    def write_to(self, path: Path) -> None:
        """Write the picture to a file; its ending says how."""
        tokens, times = self._context.theme.tokens, self._context.times.value
        key, subject = self._context.places.here.key, self._context.places.here.subject
        session = self._context.session
        if self._of_map() and key is not None:
            self._write(
                path,
                lambda project: beliefs_picture(
                    twotime.two_time_map(project, key=key, times=times), times=times, tokens=tokens
                ),
            )
            return
        asked = Asked(times, subject, self._lanes.filter.text().strip())
        view = self._view()

        def draw(survey: Survey) -> Picture:
            drawing = timeline.draw(survey, asked=asked, view=view)
            return lanes_picture(drawing, seen=view.window, subject=subject, times=times, tokens=tokens)

        session.survey(self, draw, lambda made: self._write(path, lambda _project: made), channel="picture")

    def _write(self, path: Path, make: Callable[[Project], Picture]) -> None:
        tokens = self._context.theme.tokens

        def work(project: Project, _task: Task) -> None:
            save_picture(make(project), path, tokens)

        title = self.tr("Exporting {0}").format(path.name)
        failed = self._context.session.failed.emit
        task = Task(work, lambda _none: None, failed, self, title=title)
        self._context.executors.submit("query", task)

    def _of_map(self) -> bool:
        return self._context.places.here.tab == "twotime"

    def _view(self) -> View:
        """What is in view of the timeline, with the rows below."""
        seen = self._seen
        window = (int(seen["from"] * 1000), int(seen["to"] * 1000)) if "from" in seen else None
        hidden = frozenset(state for state, toggle in self._lanes.toggles.items() if not toggle.isChecked())
        level = Level(self._lanes.levels.currentData())
        return View(
            level=level, window=window, first=max(0, int(seen.get("first", 0))), rows=ROWS, cells=_CELLS, hidden=hidden
        )

    def _moved(self, before: Place, here: Place) -> None:
        if before.subject != here.subject:
            self._seen.clear()

    def _note(self, kind: str, data: dict[str, Any]) -> None:
        if kind in ("range", "ready"):
            self._seen.update({name: data[name] for name in ("from", "to", "first") if name in data})
