"""A text read as a document, as an import of a folder or of a repository reads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.errors import InputError
from tenure.ingest.document import Document
from tenure.ingest.items import Items
from tenure.ingest.readers import Content, digest_of, read
from tenure.instants import parse_date

NOW = parse_date("2026-03-01").at
FILE_TIME = parse_date("2025-12-24").at


def read_text(text: str | bytes, name: str, *, beside: Mapping[str, str] | None = None, **more: Any) -> Document:
    """Read a text (or bytes, for a reader of bytes) with the reader that its name and content choose."""
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    written = text if isinstance(text, str) else ""
    given_beside = (beside or {}).get
    content = Content(name, written, digest_of(data), UTC, FILE_TIME, NOW, data=data, beside=given_beside, **more)
    return read(content)


def items_of(found: Document) -> Items:
    """The items of a document that must have some."""
    assert found.items is not None
    return found.items


def dated_items(found: Document, relation: str) -> list[tuple[str, str, str]]:
    """The dated items of a relation: (subject, value, date)."""
    return [(i.key[0], i.object, str(i.dated)) for i in items_of(found).dated if i.key[1] == relation]


def survives(reading: Callable[[str], Document | None], samples: list[str]) -> None:
    """Try arbitrary texts and mutated samples: each is read or refused with an InputError, nothing else."""

    @settings(max_examples=100, deadline=None)
    @given(st.one_of(st.text(), _mutations(samples)))
    def run(text: str) -> None:
        try:
            reading(text)
        except InputError:
            return

    run()


def _mutations(samples: list[str]) -> st.SearchStrategy[str]:
    def mutate(sample: str, at: float, length: int, piece: str) -> str:
        start = int(at * len(sample))
        return sample[:start] + piece + sample[start + length :]

    pieces = st.one_of(
        st.text(max_size=4), st.sampled_from(["\0", "\n", "\ud800", ": ", "[[", "---\n", "9" * 400, "{" * 300])
    )
    return st.builds(mutate, st.sampled_from(samples), st.floats(0, 1), st.integers(0, 30), pieces)
