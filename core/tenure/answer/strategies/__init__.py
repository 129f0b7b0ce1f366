"""One strategy a file, one protocol for all."""

from __future__ import annotations
