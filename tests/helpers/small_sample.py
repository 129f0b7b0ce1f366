"""A sample project of three notes and a question of each kind, for tests that need no real one."""

from __future__ import annotations

import json
from pathlib import Path

NOTES = {
    "2024-09-01-start.md": "# Start\n\nThe port of billing is 8080. The language of billing is Go.\n",
    "2024-11-05-move.md": "# Move\n\nThe port of billing is 8443. The cache of billing is Redis.\n",
    "2025-06-10-audit.md": "# Audit\n\nSince 2025-02-01 the port of billing is 9443.\n",
}

_PORT = {"subject": "billing", "relation": "port", "where": "files/2025-06-10-audit.md"}
_ALL = ["8080", "8443", "9443"]

QUESTIONS = (
    {**_PORT, "id": "q1", "kind": "current", "question": "What port is billing on?", "gold": "9443", "stale": _ALL[:2]},
    {
        **_PORT,
        "id": "q2",
        "kind": "as-of",
        "question": "What port was billing on on 1 October 2024?",
        "gold": "8080",
        "stale": _ALL[1:],
        "where": "files/2024-09-01-start.md",
    },
    {
        **_PORT,
        "id": "q3",
        "kind": "known-at",
        "question": "What port did we believe billing was on?",
        "valid": "2025-03-01",
        "known": "2025-03-01",
        "gold": "8443",
        "stale": ["8080", "9443"],
        "where": "files/2024-11-05-move.md",
    },
    {**_PORT, "id": "q4", "kind": "history", "question": "Which ports has billing had over time?", "gold": _ALL},
    {
        **_PORT,
        "id": "q5",
        "kind": "static",
        "question": "What language is billing written in?",
        "relation": "language",
        "gold": "Go",
        "where": "files/2024-09-01-start.md",
    },
    {
        **_PORT,
        "id": "q6",
        "kind": "unanswerable",
        "question": "What port is zeppelin on?",
        "subject": "zeppelin",
        "gold": None,
    },
)


def small_sample(folder: Path) -> Path:
    """Write the sample into a folder and return the folder."""
    (folder / "files").mkdir(parents=True)
    for name, text in NOTES.items():
        (folder / "files" / name).write_text(text, encoding="utf-8")
    description = {"name": "small", "title": "Small <b>", "description": "A & B.", "now": "2026-01-01T00:00:00Z"}
    (folder / "project.json").write_text(json.dumps(description), encoding="utf-8")
    lines = "".join(json.dumps(question) + "\n" for question in QUESTIONS)
    (folder / "questions.jsonl").write_text(lines, encoding="utf-8")
    return folder
