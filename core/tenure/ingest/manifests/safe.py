"""The safe text of files that seldom hold secrets, found by the lines that could hold one."""

from __future__ import annotations

import re

from tenure.ingest.secrets import redact

_IN_CODE = re.compile(
    r"""["'][^"'\s]{16,}["']|://[^/\s@"']+@|PRIVATE\ KEY
    |(?i:pass|pwd|secret|token|key|cred|auth|jwt)\w*["']?\s*(?:[:=]|=>)\s*[rbuf]*["'][^"']""",
    re.VERBOSE,
)
_SIGNED_IN = re.compile(r"://[^/\s@\"']+@")


def safe_code(text: str) -> str | None:
    """Return source code without its secrets, line by line the same; None if there are none.

    Only lines with a long literal, or with one that a secret's name is given, are looked at: code has
    few of them, and looking takes longer than parsing.
    """
    if "PRIVATE KEY" in text:
        return _changed(text, redact(text))
    return _by_line(text, _IN_CODE)


def safe_addresses(text: str) -> str | None:
    """Return what a program wrote without the passwords in its addresses; None if there are none."""
    return _by_line(text, _SIGNED_IN)


def _by_line(text: str, suspicious: re.Pattern[str]) -> str | None:
    if suspicious.search(text) is None:
        return None
    rows = text.split("\n")
    return _changed(text, "\n".join(redact(row) if suspicious.search(row) else row for row in rows))


def _changed(text: str, safe: str) -> str | None:
    return safe if safe != text else None
