"""Measuring strategies against questions with known answers."""

from __future__ import annotations
