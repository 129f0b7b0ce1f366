"""Files and folders into passages and statements."""

from __future__ import annotations

from tenure.ingest.pipeline import import_paths
from tenure.ingest.report import FileReport, ImportSummary

__all__ = ["FileReport", "ImportSummary", "import_paths"]
