"""One reader a file format."""

from __future__ import annotations
