"""Lexical and dense search with the time filter before the cut."""

from __future__ import annotations
