"""The web pages: scheme, page and bridge."""

from __future__ import annotations
