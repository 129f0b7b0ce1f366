"""Tenure: a bi-temporal ledger for knowledge that changes, and answers drawn from it."""

from __future__ import annotations

__version__ = "0.1.0"
