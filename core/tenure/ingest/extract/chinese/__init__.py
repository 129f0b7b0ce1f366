"""Statements from Chinese prose, by rules over the words in ``chinese.json``; see :class:`ChineseReader`."""

from __future__ import annotations

from tenure.ingest.extract.chinese.reader import ChineseReader
from tenure.ingest.extract.chinese.script import has_han, stretches

__all__ = ["ChineseReader", "has_han", "stretches"]
