"""Welcome page."""

from __future__ import annotations
