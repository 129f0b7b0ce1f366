"""Clean sentences and key-value lines to operations, by rules; see :class:`Extractor`."""

from __future__ import annotations

from tenure.ingest.extract.extractor import Extracted, Extraction, Extractor

__all__ = ["Extracted", "Extraction", "Extractor"]
