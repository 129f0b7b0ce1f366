"""How much memory a model may still take."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

_CGROUP = Path("/sys/fs/cgroup")


def available_memory() -> int | None:
    """Return the bytes of memory this process could still take, or None where nobody can say.

    Linux says what is available, and a container may allow less; elsewhere it is what the machine has.
    """
    platform: str = sys.platform
    if platform == "linux":
        return _linux(Path("/proc/meminfo"), _CGROUP)
    if platform == "win32":
        return _windows()
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return None


def _linux(meminfo: Path, cgroup: Path) -> int | None:
    """Return the smaller of what the machine and the control group have left."""
    lines = _text(meminfo).splitlines()
    found = [int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:")]
    most, used = _text(cgroup / "memory.max").strip(), _text(cgroup / "memory.current").strip()
    if most.isdigit() and used.isdigit():
        found.append(max(0, int(most) - int(used)))
    return min(found) if found else None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""


class _MemoryStatus(ctypes.Structure):
    """MEMORYSTATUSEX of the Windows interface."""

    _fields_ = (
        ("dwLength", ctypes.c_uint32),
        ("dwMemoryLoad", ctypes.c_uint32),
        ("ullTotalPhys", ctypes.c_uint64),
        ("ullAvailPhys", ctypes.c_uint64),
        ("ullTotalPageFile", ctypes.c_uint64),
        ("ullAvailPageFile", ctypes.c_uint64),
        ("ullTotalVirtual", ctypes.c_uint64),
        ("ullAvailVirtual", ctypes.c_uint64),
        ("ullAvailExtendedVirtual", ctypes.c_uint64),
    )


def _windows() -> int | None:
    status = _MemoryStatus()
    status.dwLength = ctypes.sizeof(status)
    library = getattr(ctypes, "windll").kernel32  # noqa: B009 - exists on Windows only
    return int(status.ullAvailPhys) if library.GlobalMemoryStatusEx(ctypes.byref(status)) else None
