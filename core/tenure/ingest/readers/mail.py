"""E-mail: single messages (``.eml``) and mailboxes (``.mbox``, and Pipermail's ``.txt``).

A message is a passage dated by its Date header, in that header's zone; whoever wrote it is the
speaker. Plain text is preferred to HTML; attachments are named and not opened.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import policy
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesParser
from email.utils import parseaddr

from tenure.errors import InputError
from tenure.ingest.document import Block, BlockKind, Document, Refused
from tenure.ingest.readers.base import Content, base_of, suffix_of
from tenure.ingest.readers.dates import Origin, of_document
from tenure.ingest.readers.html import text_of
from tenure.ingest.readers.maildate import mail_date
from tenure.instants import DateOrigin

_FROM_LINE = re.compile(rb"^From [^\n]*\d{4}\r?$", re.MULTILINE)
_ESCAPED = re.compile(rb"^>(>*From )", re.MULTILINE)
_OBFUSCATED = re.compile(r"^(?P<user>\S+) at (?P<host>\S+)(?:\s+\((?P<name>.*)\))?$")
_DEEPEST = 50


class MailReader:
    """Reads e-mail; "I" in a message is its sender, and what it quotes states nothing."""

    kind = "mail"
    covers = (
        "E-mail: eml and mbox; plain text or simple HTML; quoted and forwarded text, signatures and "
        "attachments state nothing."
    )
    rank = 10
    structured = False
    binary = True

    def claims(self, name: str) -> bool:
        """Whether the name is one of mail or of a mailbox."""
        return suffix_of(name) in {".eml", ".mbox", ".mbx"} or base_of(name).casefold() == "mbox"

    def accepts(self, content: Content) -> bool:
        """Whether there is a file, which its name has decided."""
        return bool(content.name)

    def read(self, content: Content) -> Document:
        """Read the messages.

        Raises:
            InputError: if there is no message in it, or one cannot be read and ``skip_bad`` is not set.
        """
        whole = of_document(content.name, None, content.file_time, content.zone, content.now)
        blocks: list[Block] = []
        refused: list[Refused] = []
        title = ""
        for line, data in _messages(content.data):
            try:
                message = BytesParser(policy=policy.compat32).parsebytes(data)
                title = title or _header(message, "Subject")
                blocks += _blocks(message, data, line, whole)
            except (
                MessageError,
                LookupError,
                ValueError,
                RecursionError,
                TypeError,
                AttributeError,
                IndexError,
            ) as error:
                reason = "this message cannot be read"
                if not content.skip_bad:
                    raise InputError(f"'{content.name}', line {line}: {reason}") from error
                refused.append(Refused(content.name, line, reason))
        if not blocks and not refused and content.data.strip():
            raise InputError(f"'{content.name}' holds no e-mail message")
        dated = blocks[0].dated if blocks else whole.dated
        return Document(content.name, self.kind, title, content.digest, dated, tuple(blocks), (), tuple(refused))


def _messages(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield (line, bytes) of each message: all of the file, or what lies between its ``From `` lines."""
    starts = [match for match in _FROM_LINE.finditer(data) if _after_blank(data, match.start())]
    if not data.startswith(b"From "):
        starts = []
    if not starts:
        if data.strip():
            yield 1, data
        return
    line, at = 1, 0
    for match, following in zip(starts, [*starts[1:], None], strict=True):
        begin = match.end() + 1
        line += data.count(b"\n", at, begin)
        at = begin
        yield line, _ESCAPED.sub(rb"\1", data[begin : following.start() if following else len(data)])


def _after_blank(data: bytes, at: int) -> bool:
    return at == 0 or data[max(0, at - 4) : at].endswith((b"\n\n", b"\r\n\r\n"))


def _blocks(message: Message, data: bytes, line: int, whole: Origin) -> Iterator[Block]:
    if not message.keys():
        return
    sender = _sender(_header(message, "From"))
    dated = mail_date(_header(message, "Date"))
    date, origin = (dated, DateOrigin.DOCUMENT) if dated is not None else (whole.dated, whole.origin)
    subject = _header(message, "Subject")
    headings = (subject,) if subject else ()
    text, attached = _body(message)
    head = re.search(rb"\r?\n\r?\n", data)
    first = line + (data.count(b"\n", 0, head.end()) if head else 0)
    if text:
        yield Block(text, date, origin, first, headings, BlockKind.LETTER, sender or None)
    if attached or not text:
        names = f"Attachments: {', '.join(attached)}" if attached else "(empty message)"
        yield Block(names, date, origin, line, headings, BlockKind.SILENT, sender or None)


def _header(message: Message, name: str) -> str:
    """Return a header decoded, on one line; empty if it is missing."""
    value = message.get(name)
    if value is None:
        return ""
    try:
        text = str(make_header(decode_header(str(value))))
    except (ValueError, LookupError, MessageError):
        text = str(value)
    return " ".join(_clean(text).split())


def _sender(written: str) -> str:
    """Return the name of whoever wrote it, else the address."""
    hidden = _OBFUSCATED.match(written)  # as archives write it: "ada at example.org (Ada Lovelace)"
    if hidden is not None:
        return hidden["name"] or f"{hidden['user']}@{hidden['host']}"
    name, address = parseaddr(written)
    name = name.strip().strip("\"'")
    if "," in name and len(name.split(",")) == 2 and "via" not in name:
        last, first = (part.strip() for part in name.split(","))
        name = f"{first} {last}" if first and last else name
    return name or address or written


def _body(message: Message) -> tuple[str, list[str]]:
    """Return the text a person reads and the names of what is attached."""
    plain: list[str] = []
    html: list[str] = []
    attached: list[str] = []
    for part in _parts(message, 0):
        name = part.get_filename()
        if name or part.get_content_disposition() == "attachment":
            attached.append(_clean(_decoded(name or part.get_content_type())))
        elif part.get_content_type() == "text/plain":
            plain.append(_text(part))
        elif part.get_content_type() == "text/html":
            html.append(text_of(_text(part)))
        elif part.get_content_maintype() != "text":
            attached.append(part.get_content_type())
    text = "\n\n".join(t.strip("\n").rstrip() for t in (plain if any(t.strip() for t in plain) else html) if t.strip())
    return text, attached


def _parts(message: Message, depth: int) -> Iterator[Message]:
    """Yield the leaves of a message; a message attached to it is not its writer's word."""
    payload = message.get_payload()
    if depth and message.get_content_maintype() == "message":
        attached = Message()
        attached["Content-Type"] = "application/octet-stream"
        attached["Content-Disposition"] = 'attachment; filename="attached message"'
        yield attached
    elif isinstance(payload, list) and depth < _DEEPEST:
        for part in payload:
            if isinstance(part, Message):
                yield from _parts(part, depth + 1)
    elif not isinstance(payload, list):
        yield message


def _text(part: Message) -> str:
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    try:
        text = data.decode(part.get_content_charset() or "utf-8")
    except (LookupError, UnicodeDecodeError):
        text = data.decode("utf-8", "replace") if _is_utf8(data) else data.decode("latin-1")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    flowed = part.get_param("format") == "flowed"
    return _clean(re.sub(r"(?<! -- ) \n(?![> \n])", " ", text) if flowed else text)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _decoded(name: str) -> str:
    try:
        return str(make_header(decode_header(name)))
    except (ValueError, LookupError, MessageError):
        return name


def _clean(text: str) -> str:
    """Return text without NULs and lone surrogates, which no text of a person holds."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


READERS = (MailReader(),)
