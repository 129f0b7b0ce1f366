"""From clean sentences to statements, without guessing."""

from __future__ import annotations
