"""The panes of the window, one package each."""

from __future__ import annotations
