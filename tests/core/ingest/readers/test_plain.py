"""Plain texts, chats and statements, whatever they hold; code of reStructuredText."""

from __future__ import annotations

from helpers.documents import read_text, survives
from tenure.ingest.document import BlockKind

NOTES = "Notes\n=====\n\nFirst.\n\n2025-03-10\nbilling moved.\n\n- one\n- two\n\n17 March 2025:\n\nLast."
CHAT = "[2024-03-01 10:12] ada: one\ntwo\n[2024-03-01 10:13] bob joined\n[01/03/24, 10:12:33 AM] eve: x\n"


def test_code_of_restructuredtext_states_nothing() -> None:
    text = (
        "Guide\n^^^^^\n\n.. code-block:: toml\n   :name: x\n\n   port = 1\n\n   owner = 2\n\nIt is so::\n\n"
        "    port: 1\n\n"
        "billing listens on 9443.\n"
    )
    found = read_text(text, "guide.rst")
    assert [b.kind for b in found.blocks] == [
        *[BlockKind.SILENT] * 3,
        BlockKind.PROSE,
        BlockKind.SILENT,
        BlockKind.PROSE,
    ]
    assert {b.headings for b in found.blocks} == {("Guide",)}


def test_whatever_a_text_holds() -> None:
    survives(lambda text: read_text(text, "notes.txt"), [NOTES, CHAT])
    survives(lambda text: read_text(text, "guide.rst"), [NOTES])


def test_whatever_statements_hold() -> None:
    line = '{"id": "a", "subject": "x", "relation": "port", "object": "1", "valid_from": "2025-01", "tx": "t1"}\n'
    survives(lambda text: read_text(text, "s.jsonl"), [line, line * 2])
