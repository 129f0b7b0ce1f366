"""Files, folders and repositories into passages and statements.

What is offered here is imported on use: opening a project needs the tables of this room only.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tenure.ingest.pipeline import import_paths
    from tenure.ingest.report import FileReport, ImportSummary

_MODULES = {"import_paths": "pipeline", "FileReport": "report", "ImportSummary": "report"}

__all__ = ["FileReport", "ImportSummary", "import_paths"]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
