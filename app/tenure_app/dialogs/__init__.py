"""Dialogs: add a fact, change a fact, the command palette."""

from __future__ import annotations
