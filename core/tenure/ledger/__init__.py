"""The bi-temporal ledger: statements go in, derived intervals come out."""

from __future__ import annotations
