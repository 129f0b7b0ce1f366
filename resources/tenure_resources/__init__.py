"""Data of Tenure: relation registry, themes, icons, web pages, prompts and JSON schemas."""

from __future__ import annotations
