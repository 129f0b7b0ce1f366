"""The bi-temporal ledger: statements go in, derived intervals come out."""

from __future__ import annotations

from tenure.ledger.ledger import Ledger, connect, open_ledger, prepare
from tenure.ledger.types import (
    KEEP,
    NO_EVIDENCE,
    AddAlias,
    Assert,
    Axis,
    Correct,
    DefineRelation,
    End,
    Erase,
    Evidence,
    Fact,
    Flag,
    Operation,
    Reading,
    State,
    Statement,
    Summary,
    Withdraw,
)

__all__ = [
    "KEEP",
    "NO_EVIDENCE",
    "AddAlias",
    "Assert",
    "Axis",
    "Correct",
    "DefineRelation",
    "End",
    "Erase",
    "Evidence",
    "Fact",
    "Flag",
    "Ledger",
    "Operation",
    "Reading",
    "State",
    "Statement",
    "Summary",
    "Withdraw",
    "connect",
    "open_ledger",
    "prepare",
]
