"""What the core tells while it works, in the words of the window's language."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication


def progress_text(message: str) -> str:
    """Return a message of the core's progress as it is shown; one that is not known stays as it is."""
    for pattern, words in _KNOWN:
        found = pattern.fullmatch(message)
        if found is not None:
            return words().format(*found.groups())
    return message


_KNOWN: tuple[tuple[re.Pattern[str], Callable[[], str]], ...] = (
    (
        re.compile(r"looking through (.+)"),
        lambda: QCoreApplication.translate("progress", "looking through {0}"),
    ),
    (re.compile(r"reading (.+)"), lambda: QCoreApplication.translate("progress", "reading {0}")),
    (re.compile(r"understanding (.+)"), lambda: QCoreApplication.translate("progress", "understanding {0}")),
    (re.compile("writing"), lambda: QCoreApplication.translate("progress", "writing")),
    (
        re.compile("looking at what changes"),
        lambda: QCoreApplication.translate("progress", "looking at what changes"),
    ),
    (
        re.compile(r"([\d,]+) of ([\d,]+) commits"),
        lambda: QCoreApplication.translate("progress", "{0} of {1} commits"),
    ),
    (
        re.compile(r"making vectors: ([\d,]+) of ([\d,]+)"),
        lambda: QCoreApplication.translate("progress", "making vectors: {0} of {1}"),
    ),
    (re.compile(r"([\d,]+) lines read"), lambda: QCoreApplication.translate("progress", "{0} lines read")),
    (re.compile(r"([\d,]+) statements read"), lambda: QCoreApplication.translate("progress", "{0} statements read")),
    (re.compile("deriving intervals"), lambda: QCoreApplication.translate("progress", "deriving intervals")),
)
