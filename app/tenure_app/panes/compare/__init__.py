"""Compare: one question, two strategies side by side."""

from __future__ import annotations
