"""Review: what waits for a person, decided by one keystroke each."""

from __future__ import annotations
