"""Dates in English text: explicit, relative and ranges, resolved against a reference that is passed in."""

from __future__ import annotations

from tenure.timewords.find import find_dates
from tenure.timewords.types import DateKind, DateMention, Lean, Role

__all__ = ["DateKind", "DateMention", "Lean", "Role", "find_dates"]
