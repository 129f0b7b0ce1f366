"""Opening a file in the user's editor, at a line."""

from __future__ import annotations

import shlex
from pathlib import Path

from PySide6.QtCore import QProcess, QUrl
from PySide6.QtGui import QDesktopServices

_TEXTS = frozenset(
    f".{ending}"
    for ending in (
        *("md", "markdown", "txt", "rst", "adoc", "csv", "tsv", "json", "jsonl"),
        *("yaml", "yml", "toml", "ini", "cfg", "conf", "log", "xml", "xlsx", "eml"),
    )
)
"""What the system may be left to open; it would run other files, such as scripts."""


def editor_command(template: str, file: Path, line: int) -> list[str]:
    """Return program and arguments of a command with ``{file}`` and ``{line}`` filled in; no shell reads them."""
    return [word.replace("{file}", str(file)).replace("{line}", str(line)) for word in shlex.split(template)]


def open_in_editor(template: str, file: Path, line: int) -> bool:
    """Open a file at a line by the command, or as the system does where there is none.

    Returns:
        Whether it was opened: not if the command cannot be started, or the system would not open but run it.
    """
    if template:
        program, *arguments = editor_command(template, file, line)
        started = QProcess.startDetached(program, arguments)
        return bool(started[0] if isinstance(started, tuple) else started)
    return file.suffix.lower() in _TEXTS and QDesktopServices.openUrl(QUrl.fromLocalFile(str(file)))
