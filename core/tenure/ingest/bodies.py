"""What functions and classes did in the version of a source imported last, so that a new version tells renames.

Only digests are kept, of the names too: no text of a source stays here.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping

from tenure.ledger import Ledger

RENAMED = "renamed"
"""The relation of a rename, an event: subject · renamed · new name."""


def renamed_bodies(before: Mapping[str, str], after: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return pairs (old subject, new subject) of what was renamed and not changed otherwise.

    Args:
        before: a digest of each body, by subject, in the former version.
        after: likewise in the new one. A digest that several have on one side tells nothing.
    """
    gone = _once({subject: digest for subject, digest in before.items() if subject not in after})
    fresh = _once({subject: digest for subject, digest in after.items() if subject not in before})
    return sorted((gone[digest], fresh[digest]) for digest in gone.keys() & fresh.keys())


def _once(digests: Mapping[str, str]) -> dict[str, str]:
    """Return the subject of each digest that only one subject has."""
    counts = Counter(digests.values())
    return {digest: subject for subject, digest in digests.items() if counts[digest] == 1}


class BodyStore:
    """The digests of the sources of a project, by subject."""

    def __init__(self, ledger: Ledger) -> None:
        self._db = ledger.connection

    def of(self, source: str, subjects: Iterable[str]) -> dict[str, str]:
        """Return the digest of each of these subjects that the stored version of a source has one of."""
        rows = self._db.execute(
            "SELECT b.subject, b.body FROM source_body b JOIN source s ON s.id = b.source WHERE s.name = ?", (source,)
        )
        stored = {bytes(subject): bytes(body).hex() for subject, body in rows}
        found = {subject: stored.get(_key(subject)) for subject in subjects} if stored else {}
        return {subject: digest for subject, digest in found.items() if digest is not None}

    def keep(self, source: str, digests: Mapping[str, str]) -> None:
        """Keep the digests of a source's new version in place of the former ones."""
        (number,) = self._db.execute("SELECT id FROM source WHERE name = ?", (source,)).fetchone()
        self._db.execute("DELETE FROM source_body WHERE source = ?", (number,))
        self._db.executemany(
            "INSERT INTO source_body VALUES (?, ?, ?)",
            [(number, _key(subject), bytes.fromhex(digest)) for subject, digest in digests.items()],
        )


def _key(subject: str) -> bytes:
    return hashlib.sha256(subject.encode("utf-8", "surrogatepass")).digest()
