"""A small project for the commands to read and write, without models."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.cli import done
from tenure.models.fake import ScriptedModel
from tenure.project import Models


@pytest.fixture(autouse=True)
def without_models(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands use a scripted text model and search by words only."""
    monkeypatch.setattr(
        "tenure.project.project.Models",
        lambda: Models(text_model=ScriptedModel("The port of billing is 8080."), use_embedder=False),
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project where billing moved from 8080 to 8443 and its cache ended."""
    path = tmp_path / "p.tenure"
    done("new", path)
    for arguments in (
        ("billing", "port", "8080", "--from", "2024-09-01", "--id", "first", "--text", "The port of billing is 8080."),
        ("billing", "port", "8443", "--from", "2024-11-05", "--id", "second", "--source", "notes/move.md"),
        ("billing", "cache", "Redis", "--from", "2024-09"),
        ("billing", "maintainers", "ada", "--from", "2024"),
        ("billing", "maintainers", "bob", "--from", "2025"),
        ("billing", "replicas", "3", "--from", "2024-09-01", "--scope", "env=prod"),
        ("billing", "replicas", "1", "--from", "2024-09-01", "--scope", "env=staging"),
    ):
        done("assert", path, *arguments)
    done("end", path, "billing", "cache", "--at", "2025-02-01")
    return path
