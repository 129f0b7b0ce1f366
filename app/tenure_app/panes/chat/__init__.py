"""Chat: questions and marked answers with citations."""

from __future__ import annotations
