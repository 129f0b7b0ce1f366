"""Tenure's window: PySide6 only here."""

from __future__ import annotations
