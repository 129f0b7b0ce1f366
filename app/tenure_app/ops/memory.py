"""Gives memory back to the system after work that needed much of it for a moment."""

from __future__ import annotations

import ctypes
import sys


def give_back() -> None:
    """Let the C library return what was freed; glibc keeps it otherwise, other systems need no telling."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
