"""Navigator: subjects, their relations, and sources."""

from __future__ import annotations
