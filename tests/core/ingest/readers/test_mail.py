"""E-mail: whose words, when, and what of them is new."""

from __future__ import annotations

import pytest

from helpers.documents import read_text, survives
from helpers.extraction import extractor, stated
from tenure.errors import InputError
from tenure.ingest.document import Block, BlockKind, Document

PLAIN = (
    b"""From: =?utf-8?q?Ada_L=C3=B6velace?= <ada@example.org>
To: team@example.org
Subject: =?utf-8?b?QmlsbGluZyBtb3Zlcw==?=
Date: Mon, 03 Mar 2025 10:12:00 +0100
Content-Type: text/plain; charset=iso-8859-1

Hello all,

as agreed, I am now the
owner of billing. Gr\xfc\xdfe

- billing listens on 9443.

On Sun, 2 Mar 2025 at 09:00, Bob <bob@example.org> wrote:
> billing listens on 8080.

--%b
Ada
billing listens on 1234.
"""
    % b" "
)
PARTS = b"""From: bob@example.org
Date: Mon, 03 Mar 2025 23:30:00 -0800
Subject: Plan
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: multipart/alternative; boundary="c"

--c
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

billing listens on 9443. Gr=C3=BC=C3=9Fe

--c
Content-Type: text/html

<p>other words</p>
--c--
--b
Content-Type: application/pdf
Content-Disposition: attachment; filename*=utf-8''pl%C3%A4n.pdf

abc
--b
Content-Type: message/rfc822

From: eve@example.org
Subject: Older

billing listens on 1111.
--b--
"""
HTML = b"""From: "Lovelace, Ada" <ada@example.org>
Date: Mon, 03 Mar 2025 10:12:00 +0100
Content-Type: text/html; charset=utf-8

<html><head><style>p {}</style><title>t</title></head><body><p>billing <b>listens</b> on&nbsp;9443.</p>
<ul><li>one</li><li>two &amp; three</li></ul><blockquote><p>billing listens on 8080.</p></blockquote></body></html>
"""


def mail(data: bytes, name: str = "a.eml") -> Document:
    return read_text(data, name)


def said(block: Block) -> list[str]:
    return stated(extractor().extract(block))


def test_a_message_has_speaker_instant_and_subject() -> None:
    found = mail(PLAIN)
    (block,) = found.blocks
    assert (found.kind, found.title) == ("mail", "Billing moves")
    assert (block.speaker, str(block.dated), block.headings) == (
        "Ada Lövelace",
        "2025-03-03T09:12:00Z",
        ("Billing moves",),
    )
    assert (block.kind, block.line) == (BlockKind.LETTER, 7)
    assert "Grüße" in block.text


def test_it_states_its_own_words_only_over_wrapped_lines() -> None:
    assert said(mail(PLAIN).blocks[0]) == [
        "billing · owner = 'Ada Lövelace' from 2025-03-03T09:12:00Z (document)",
        "billing · port = '9443' from 2025-03-03T09:12:00Z (document)",
    ]


def test_plain_text_is_preferred_and_attachments_are_named_only() -> None:
    text, attached = mail(PARTS).blocks
    assert text.text == "billing listens on 9443. Grüße"
    assert attached.text == "Attachments: plän.pdf, attached message"
    assert attached.kind is BlockKind.SILENT
    assert str(text.dated) == "2025-03-04T07:30:00Z"


def test_relative_dates_count_in_the_senders_zone() -> None:
    late = PARTS.replace(b"9443.", b"9443 since today.")
    (found,) = said(mail(late).blocks[0])
    assert "from 2025-03-03" in found


def test_simple_html() -> None:
    (block,) = mail(HTML).blocks
    assert block.text == "billing listens on 9443.\n\n- one\n- two & three\n\n> billing listens on 8080."
    assert block.speaker == "Ada Lovelace"
    assert said(block) == ["billing · port = '9443' from 2025-03-03T09:12:00Z (document)"]


def test_a_mailbox() -> None:
    box = b"From ada@example.org Mon Mar  3 10:12:00 2025\n" + PLAIN.replace(
        b"Hello all,", b"Hello all,\n>From here on."
    )
    box += b"\nFrom bob@example.org Tue Mar  4 10:12:00 2025\n" + PARTS
    found = mail(box, "team.mbox")
    assert [b.speaker for b in found.blocks] == ["Ada Lövelace", "bob@example.org", "bob@example.org"]
    lines = box.decode("latin-1").split("\n")
    assert [lines[b.line - 1] for b in found.blocks] == ["Hello all,", "--b", "From: bob@example.org"]
    assert "\nFrom here on." in found.blocks[0].text
    archived = b"From ada at example.org  Mon Mar  3 10:12:00 2025\nFrom: ada at example.org (Ada L)\n\nHello.\n"
    assert mail(archived, "mbox").blocks[0].speaker == "Ada L"


def test_a_message_without_a_date_has_the_files() -> None:
    (block,) = mail(b"From: Ada <a@example.org>\n\nHello.\n", "2025-03-01-note.eml").blocks
    assert str(block.dated) == "2025-03-01"


def test_what_is_no_message_is_refused() -> None:
    with pytest.raises(InputError, match=r"'a\.eml' holds no e-mail message"):
        mail(b"\n\njust words\n")
    assert mail(b"", "a.mbox").blocks == ()


def test_whatever_it_holds() -> None:
    samples = [sample.decode("latin-1") for sample in (PLAIN, PARTS, HTML)]
    survives(lambda text: mail(text.encode("utf-8", "surrogatepass")), samples)
    boxes = [f"From a@b Mon Mar  3 10:12:00 2025\n{sample}\n" * 2 for sample in samples]
    survives(lambda text: mail(text.encode("utf-8", "surrogatepass"), "x.mbox"), boxes)
