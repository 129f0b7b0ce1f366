"""Files and folders into passages and statements."""

from __future__ import annotations

from tenure.ingest.pipeline import FileReport, ImportSummary, import_paths

__all__ = ["FileReport", "ImportSummary", "import_paths"]
