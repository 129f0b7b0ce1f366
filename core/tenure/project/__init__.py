"""One project file, opened: the ledger, passages, search, answers and settings in it."""

from __future__ import annotations

from tenure.project.holders import explain_busy
from tenure.project.models import Models
from tenure.project.project import Project, remove_project, require_new
from tenure.project.samples import Sample, sample_at, sample_named, samples
from tenure.project.settings import Settings

__all__ = [
    "Models",
    "Project",
    "Sample",
    "Settings",
    "explain_busy",
    "remove_project",
    "require_new",
    "sample_at",
    "sample_named",
    "samples",
]
