from __future__ import annotations

from pathlib import Path

from tenure.ingest.files import find_files


def _put(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("A=1\n")


def test_hidden_configuration_is_taken_and_nothing_else_that_is_hidden(tmp_path: Path) -> None:
    _put(tmp_path, "notes.md", ".env", ".env.local", ".editorconfig", ".github/workflows/ci.yml", ".config/app.toml")
    _put(tmp_path, ".git/config", ".git/HEAD", ".venv/lib/x.json", ".hidden", ".DS_Store", ".notes.md", ".cache/x.toml")
    _put(tmp_path, ".github/PULL_REQUEST_TEMPLATE.md", "node_modules/x/package.json", "__pycache__/x.json")
    assert [found.name for found in find_files([tmp_path])] == [
        ".config/app.toml",
        ".editorconfig",
        ".env",
        ".env.local",
        ".github/workflows/ci.yml",
        "notes.md",
    ]
