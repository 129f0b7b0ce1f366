"""Every command of the window: its name, its shortcut, what it does."""

from __future__ import annotations
