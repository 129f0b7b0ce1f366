"""Difference: what changed between two points of either time."""

from __future__ import annotations
