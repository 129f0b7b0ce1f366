"""Everything a ledger answers, at every transaction: for comparing two ledgers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tenure.ledger import Ledger


def dump(ledger: Ledger, *, every: bool = True) -> list[Any]:
    """Return all answers at every transaction (or the last only), in a comparable form."""
    last = ledger.last_tx()
    found: list[Any] = [
        [(t.tx, t.recorded_at, t.stated_at, t.undoes) for t in ledger.transactions(limit=10**6)],
        sorted((r.name, r) for r in ledger.registry),
        sorted((n.name, n.subject) for n in ledger.all_names()),
    ]
    for known in range(0 if every else last, last + 1):
        for key in ledger.find_keys():
            facts = ledger.history(key, known=known, valid=0)
            found.append((known, str(key), [without_ids(fact) for fact in facts]))
            statements = ledger.statements(key, known=known)
            found.append(
                (known, str(key), [(s.id, s.op, s.object, s.valid_from, s.valid_to, s.temporary, s.precision, s.tx,
                 s.closed_tx, s.corrects, s.corrected_by, s.erased, s.evidence.source, s.name) for s in statements])
            )  # fmt: skip
    return found


def without_ids(fact: Any) -> Any:
    return replace(fact, id="")
