"""One table of theme tokens and everything made from it."""

from __future__ import annotations
