"""Sources and passages: the raw text, never changed."""

from __future__ import annotations
