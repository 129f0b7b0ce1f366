"""Sources and passages: raw text as it came in, with its place and its date."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tenure.errors import NotFoundError
from tenure.instants import DateOrigin, Precision


@dataclass(frozen=True, slots=True)
class Source:
    """Where passages came from.

    Attributes:
        id: unique in the project.
        name: a path relative to what was imported, or a name such as ``manual``.
        kind: the reader that read it, such as ``markdown``.
        title: its title, or the empty string.
        passages: how many passages its present version has.
    """

    id: int
    name: str
    kind: str
    title: str
    passages: int


class NewPassage(NamedTuple):
    """A passage about to be stored; ``at`` is its date in microseconds UTC."""

    text: str
    at: int
    precision: Precision
    origin: DateOrigin
    line: int = 1
    heading: str = ""
    speaker: str | None = None


class NewSource(NamedTuple):
    """A source about to be stored, whole, by the transaction ``tx``."""

    name: str
    kind: str
    title: str
    digest: str
    passages: Sequence[NewPassage]
    tx: int


@dataclass(frozen=True, slots=True)
class Passage:
    """A stored passage.

    Attributes:
        id: unique in the project.
        source: name of its source.
        text: the raw text; empty after an erasure.
        at: its date in microseconds UTC, with its precision and origin.
        line: where it starts in the source, counted from 1.
        heading: the headings above it, joined by `` › ``.
        speaker: who said it, for chats.
        tx: the transaction that stored it.
        text_id: names the text; passages with the very same text share it.
    """

    id: int
    source: str
    text: str
    at: int
    precision: Precision
    origin: DateOrigin
    line: int
    heading: str
    speaker: str | None
    tx: int
    text_id: int = 0


@dataclass(frozen=True, slots=True)
class Added:
    """What storing a source did.

    Attributes:
        ids: the passages of the source, in order.
        unchanged: whether the same content was there already (then nothing was written).
        new: how many passages were stored that were not there before.
        missing: passages of the former version that this one no longer has.
    """

    ids: tuple[int, ...]
    unchanged: bool = False
    new: int = 0
    missing: tuple[int, ...] = ()


_COLUMNS = (
    "p.id, s.name, t.text, p.at, p.precision, p.origin, p.line, p.heading, p.speaker, p.tx, p.text "
    "FROM passage p JOIN source s ON s.id = p.source JOIN passage_text t ON t.id = p.text"
)
_CHUNK = 500


def text_hash(text: str) -> bytes:
    """Return the hash two texts share when they agree after NFKC and white-space folding."""
    folded = " ".join((text if text.isascii() else unicodedata.normalize("NFKC", text)).split())
    return hashlib.blake2b(folded.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def exact_hash(text: str) -> bytes:
    """Return the hash of a text as it is, which no normalised one equals: for texts into which spans point."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16, person=b"exact").digest()


def same_place(span: tuple[int, int], text: str, stored: str) -> tuple[int, int] | None:
    """Return where a part of a text stands in one that differs in white space only, or None if it does not."""
    before = len("".join(text[: span[0]].split()))
    length = len("".join(text[slice(*span)].split()))
    marks = [place for place, character in enumerate(stored) if not character.isspace()]
    if not length or before + length > len(marks):
        return None
    found = marks[before], marks[before + length - 1] + 1
    return found if stored[slice(*found)].split() == text[slice(*span)].split() else None


class PassageStore:
    """Reads and writes the passages of one project over one connection.

    Writes belong inside the caller's transaction; the store opens none.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def add(
        self,
        source: str,
        kind: str,
        passages: Sequence[NewPassage],
        *,
        digest: str,
        tx: int | Sequence[int],
        title: str = "",
        kept: Sequence[int] = (),
    ) -> Added:
        """Store the present content of a source; the same digest again writes nothing.

        Changed content is a new version: passages with the same normalised text and date keep their id and the text
        they came in with, those no longer there are returned as ``missing``. ``tx`` is the transaction that stores
        them, or one for each passage. ``kept`` are passages of former versions that belong to this one too.
        """
        known = self._db.execute("SELECT id, version, digest FROM source WHERE name = ?", (source,)).fetchone()
        if known is not None and known[2] == digest:
            return Added(self._version_ids(known[0], known[1]), unchanged=True)
        if known is None:
            source_id, version = self._create_source(source, kind, title, digest), 1
            before: tuple[int, ...] = ()
        else:
            source_id, version = known[0], known[1] + 1
            before = self._version_ids(source_id, known[1])
            self._db.execute(
                "UPDATE source SET kind = ?, title = ?, digest = ?, version = ? WHERE id = ?",
                (kind, title, digest, version, source_id),
            )
        ids, new = self._store(source_id, before, passages, tx)
        self._db.executemany(
            "INSERT INTO source_passage VALUES (?, ?, ?, ?)",
            [(source_id, version, place, passage) for place, passage in enumerate(dict.fromkeys((*kept, *ids)))],
        )
        present = {*kept, *ids}
        return Added(tuple(ids), new=new, missing=tuple(i for i in before if i not in present))

    def forget_digest(self, source: str) -> None:
        """Let a source be stored as a new version whatever its content; inside the caller's transaction."""
        self._db.execute("UPDATE source SET digest = '' WHERE name = ?", (source,))

    def add_many(self, sources: Sequence[NewSource]) -> list[tuple[int, ...]]:
        """Store many sources at once, as :meth:`add` does one by one; return the passages of each.

        Much faster where they are new, as the versions of files in a repository's history are.
        """
        names = json.dumps([source.name for source in sources])
        known = self._db.execute(
            "SELECT 1 FROM source WHERE name IN (SELECT value FROM json_each(?)) LIMIT 1", (names,)
        )
        if known.fetchone() is not None or len({source.name for source in sources}) < len(sources):
            return [self.add(s.name, s.kind, s.passages, digest=s.digest, tx=s.tx, title=s.title).ids for s in sources]
        number = int(self._db.execute("SELECT coalesce(max(id), 0) FROM source").fetchone()[0])
        passage = int(self._db.execute("SELECT coalesce(max(id), 0) FROM passage").fetchone()[0])
        rows: list[tuple[object, ...]] = []
        texts: list[tuple[bytes, str]] = []
        places: list[tuple[int, int, int]] = []
        found: list[tuple[int, ...]] = []
        for source_id, source in enumerate(sources, number + 1):
            first = passage + 1
            for place, (text, at, precision, origin, line, heading, speaker) in enumerate(source.passages):
                passage += 1
                digest = exact_hash(text)
                texts.append((digest, text))
                # Both enumerations are of strings.
                rows.append(
                    (passage, source_id, digest, at, str(precision), str(origin), line, heading, speaker, source.tx)
                )
                places.append((source_id, place, passage))
            found.append(tuple(range(first, passage + 1)))
        many = self._db.executemany
        many(
            "INSERT INTO source (id, name, kind, title, digest, version) VALUES (?, ?, ?, ?, ?, 1)",
            [(n, s.name, s.kind, s.title, s.digest) for n, s in enumerate(sources, number + 1)],
        )
        many("INSERT OR IGNORE INTO passage_text (hash, text) VALUES (?, ?)", texts)
        many(
            "INSERT INTO passage (id, source, text, at, precision, origin, line, heading, speaker, tx) "
            "VALUES (?, ?, (SELECT id FROM passage_text WHERE hash = ?), ?, ?, ?, ?, ?, ?, ?)",
            rows,
        )
        many("INSERT INTO source_passage VALUES (?, 1, ?, ?)", places)
        return found

    def _create_source(self, name: str, kind: str, title: str, digest: str) -> int:
        row = self._db.execute(
            "INSERT INTO source (name, kind, title, digest, version) VALUES (?, ?, ?, ?, 1)",
            (name, kind, title, digest),
        )
        return int(row.lastrowid or 0)

    def _store(
        self, source: int, before: Sequence[int], passages: Sequence[NewPassage], tx: int | Sequence[int]
    ) -> tuple[list[int], int]:
        """Store what is not there yet; return the ids in order and how many are new."""
        reusable: dict[tuple[bytes, int], dict[int, str]] = {}
        for number, former, at in self._text_and_date(before):
            reusable.setdefault((text_hash(former), at), {})[number] = former
        ids: list[int] = []
        new = 0
        stored_by = [tx] * len(passages) if isinstance(tx, int) else tx
        for passage, by in zip(passages, stored_by, strict=True):
            same = reusable.get((text_hash(passage.text), passage.at)) if reusable else None
            if same:
                # One with the very same text, else the first that differs in white space only.
                old = next((i for i, former in same.items() if former == passage.text), next(iter(same)))
                del same[old]
                ids.append(old)
                continue
            text = self._text_id(passage.text)
            new += 1
            row = self._db.execute(
                "INSERT INTO passage (source, text, at, precision, origin, line, heading, speaker, tx) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (source, text, passage.at, passage.precision.value, passage.origin.value, passage.line,
                 passage.heading, passage.speaker, by),
            )  # fmt: skip
            ids.append(int(row.lastrowid or 0))
        return ids, new

    def _text_and_date(self, ids: Sequence[int]) -> Iterator[tuple[int, str, int]]:
        for chunk in _chunks(ids):
            marks = ",".join("?" * len(chunk))
            yield from self._db.execute(
                "SELECT p.id, t.text, p.at FROM passage p JOIN passage_text t ON t.id = p.text "
                f"WHERE p.id IN ({marks}) AND NOT t.erased ORDER BY p.id",
                chunk,
            )

    def _text_id(self, text: str) -> int:
        digest = exact_hash(text)
        found = self._db.execute(
            # Under its normalised hash it stands in projects made before texts were told apart by white space.
            "SELECT id FROM passage_text WHERE hash = ?1 UNION ALL "
            "SELECT id FROM passage_text WHERE hash = ?2 AND text = ?3 LIMIT 1",
            (digest, text_hash(text), text),
        ).fetchone()
        if found is not None:
            return int(found[0])
        return int(
            self._db.execute("INSERT INTO passage_text (hash, text) VALUES (?, ?)", (digest, text)).lastrowid or 0
        )

    def _version_ids(self, source: int, version: int) -> tuple[int, ...]:
        return tuple(
            row[0]
            for row in self._db.execute(
                "SELECT passage FROM source_passage WHERE source = ? AND version = ? ORDER BY place", (source, version)
            )
        )

    def get(self, ids: Iterable[int]) -> list[Passage]:
        """Return the passages with these ids, in the order asked; unknown ids are left out."""
        wanted = list(ids)
        found: dict[int, Passage] = {}
        for chunk in _chunks(wanted):
            marks = ",".join("?" * len(chunk))
            for row in self._db.execute(f"SELECT {_COLUMNS} WHERE p.id IN ({marks})", chunk):
                found[row[0]] = _passage(row)
        return [found[i] for i in wanted if i in found]

    def texts(self, text_ids: Iterable[int]) -> dict[int, str]:
        """Return the texts with these text ids; erased ones are left out."""
        found: dict[int, str] = {}
        for chunk in _chunks(list(text_ids)):
            marks = ",".join("?" * len(chunk))
            found.update(
                self._db.execute(f"SELECT id, text FROM passage_text WHERE id IN ({marks}) AND erased = 0", chunk)
            )
        return found

    def with_text(self, text_id: int) -> tuple[int, ...]:
        """Return the ids of all passages that share a text."""
        return tuple(r[0] for r in self._db.execute("SELECT id FROM passage WHERE text = ? ORDER BY id", (text_id,)))

    def sources(self) -> list[Source]:
        """Return all sources, by name."""
        return [Source(*row) for row in self._db.execute(f"{_SOURCES} ORDER BY s.name")]

    def source(self, name: str) -> Source:
        """Return the source of this name.

        Raises:
            NotFoundError: if there is none.
        """
        row = self._db.execute(f"{_SOURCES} WHERE s.name = ?", (name,)).fetchone()
        if row is None:
            raise NotFoundError(f"there is no source '{name}'")
        return Source(*row)

    def of_source(self, name: str, limit: int = 1000, after: int = -1) -> list[Passage]:
        """Return passages of the present version of a source in order, ``limit`` of them, beginning
        after place ``after`` (places count from 0)."""
        ids = self._db.execute(
            "SELECT sp.passage FROM source s JOIN source_passage sp ON sp.source = s.id AND sp.version = s.version "
            "WHERE s.name = ? AND sp.place > ? ORDER BY sp.place LIMIT ?",
            (name, after, limit),
        ).fetchall()
        return self.get(row[0] for row in ids)

    def all_ids(self, after: int = 0, limit: int = 10_000) -> list[int]:
        """Return ids of passages greater than ``after``, rising: for walking through all of them."""
        rows = self._db.execute("SELECT id FROM passage WHERE id > ? ORDER BY id LIMIT ?", (after, limit))
        return [row[0] for row in rows]

    def count(self) -> int:
        """Return how many passages are stored."""
        return int(self._db.execute("SELECT count(*) FROM passage").fetchone()[0])

    def alike(self, text_ids: Collection[int]) -> set[int]:
        """Return these texts and all that differ from one of them in white space or Unicode form only.

        It walks through all texts: for an erasure, after which none of them may be left.
        """
        hashes = {text_hash(text) for text in self.texts(text_ids).values()}
        if not hashes:
            return set(text_ids)
        rows = self._db.execute("SELECT id, text FROM passage_text WHERE erased = 0")
        return {*text_ids, *(number for number, text in rows if text_hash(text) in hashes)}

    def erase(self, text_ids: Iterable[int]) -> tuple[int, ...]:
        """Remove these texts for good; return the ids of the passages that had them.

        Only inside an erasure of the ledger, which lifts the triggers. The passage rows stay with
        their dates, their heading and speaker go.
        """
        passages: list[int] = []
        for text_id in text_ids:
            self._db.execute("UPDATE passage_text SET hash = NULL, text = '', erased = 1 WHERE id = ?", (text_id,))
            self._db.execute("UPDATE passage SET heading = '', speaker = NULL WHERE text = ?", (text_id,))
            passages.extend(self.with_text(text_id))
        return tuple(passages)


_SOURCES = (
    "SELECT s.id, s.name, s.kind, s.title, "
    "(SELECT count(*) FROM source_passage sp WHERE sp.source = s.id AND sp.version = s.version) FROM source s"
)


def _chunks(ids: Sequence[int]) -> Iterator[list[int]]:
    for start in range(0, len(ids), _CHUNK):
        yield list(ids[start : start + _CHUNK])


def _passage(row: tuple[int, str, str, int, str, str, int, str, str | None, int, int]) -> Passage:
    number, source, text, at, precision, origin, line, heading, speaker, tx, text_id = row
    return Passage(
        number, source, text, at, Precision(precision), DateOrigin(origin), line, heading, speaker, tx, text_id
    )
