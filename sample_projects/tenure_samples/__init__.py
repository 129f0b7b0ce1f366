"""Sample projects: one folder each, with raw files, questions and a description."""

from __future__ import annotations
