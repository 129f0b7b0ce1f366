"""Small widgets shared by the panes."""

from __future__ import annotations
