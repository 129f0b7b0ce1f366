"""Who holds a project file, for the message when it is locked."""

from __future__ import annotations

import os
from pathlib import Path

from tenure.errors import BusyError

_PROC = Path("/proc")


def holders(path: Path) -> list[str]:
    """Return the other processes that have the file open, as "name (process 123)".

    Reads ``/proc``; on systems without it, or for other users' processes, they stay unnamed.
    """
    wanted = {str(path.resolve()), f"{path.resolve()}-wal"}
    processes = sorted(_PROC.glob("[0-9]*")) if _PROC.is_dir() else []
    return [
        f"{_name(process)} (process {process.name})"
        for process in processes
        if process.name != str(os.getpid()) and wanted & _open_files(process)
    ]


def _open_files(process: Path) -> set[str]:
    found = set()
    try:
        for link in (process / "fd").iterdir():
            try:
                found.add(str(link.readlink()))
            except OSError:
                continue
    except OSError:
        return set()
    return found


def _name(process: Path) -> str:
    try:
        return (process / "comm").read_text(encoding="utf-8", errors="replace").strip() or "a process"
    except OSError:
        return "a process"


def explain_busy(error: BusyError, path: Path | None = None) -> str:
    """Return the error's sentence with who holds the file, where that can be told."""
    where = path or getattr(error, "path", None)
    names = holders(Path(where)) if where else []
    if not names:
        return str(error)
    return f"{str(error).rstrip('.')}; it is open in {', '.join(names)}"
