"""The window as a process of its own: nothing heavy inside, nothing left behind."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from helpers.facts_world import make_project
from tenure.errors import TenureError
from tenure_app.screenshot import take

SCRIPT = """
import sys
import time
from pathlib import Path
from tenure_app.main import build_window, make_application
from tenure_app.places import Place
from tenure_app.settings.settings import Settings
from PySide6.QtCore import QTimer

app = make_application(["tests"])
window = build_window(app, settings=Settings(Path(sys.argv[2])))
window.context.hook.install()

def ask():
    window.context.places.go(Place("chat"))
    window.chat.ask_this("Which port does billing listen on?")
    QTimer.singleShot(int(sys.argv[3]), window.close)

window.context.session.opened.connect(ask)
window.show()
window.open_at_start(Path(sys.argv[1]))
code = app.exec()
window.context.executors.join()
heavy = [name for name in ("torch", "llama_cpp", "sentence_transformers", "transformers") if name in sys.modules]
print("heavy", heavy)
sys.exit(code)
"""


def members(session: int) -> list[str]:
    """Processes still in a session, with what they run."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
            if int(fields[3]) == session and fields[0] != "Z":
                found.append((status.parent / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        except (OSError, IndexError):
            continue
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
@pytest.mark.models
@pytest.mark.parametrize("after", [300, 6000], ids=["while the models load", "while or after the model writes"])
def test_closing_leaves_no_child_and_nothing_heavy_was_imported(tmp_path: Path, after: int) -> None:
    project = make_project(tmp_path / "harbor.tenure")
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(project), str(tmp_path / "settings.ini"), str(after)],
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    session = process.pid
    out, err = process.communicate(timeout=180)
    assert process.returncode == 0, err
    assert "heavy []" in out, out + err
    assert "Traceback" not in err
    for _try in range(50):
        if not members(session):
            break
        time.sleep(0.1)
    assert members(session) == []


def test_the_exception_hook_and_the_timeline_data_know_nothing_of_qt() -> None:
    code = (
        "import sys; import tenure_app.errors.hook, tenure_app.panes.timeline.model;"
        "print([m for m in sys.modules if m.startswith('PySide6')])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_a_picture_is_taken_in_a_process_of_its_own(tmp_path: Path) -> None:
    project, out = make_project(tmp_path / "harbor.tenure"), tmp_path / "window.png"
    take(project, out, pane="timeline", dark=True)
    assert out.read_bytes().startswith(b"\x89PNG")
    with pytest.raises(TenureError, match="not a Tenure project"):
        take(out, tmp_path / "other.png", pane="facts")
