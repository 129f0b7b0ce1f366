"""Inspector: one key's chain, evidence and actions."""

from __future__ import annotations
