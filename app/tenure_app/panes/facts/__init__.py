"""Facts: the table of intervals."""

from __future__ import annotations
