"""Errors a user can act on, and bugs, with different windows."""

from __future__ import annotations
