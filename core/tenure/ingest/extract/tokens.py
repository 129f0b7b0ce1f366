"""Cuts a sentence, its dates and scopes already numbered, into words that know their places."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tenure.ingest.extract.view import CLOSE, OPEN

WORD, NUMBER, PUNCTUATION, MARKED, CODE, QUOTE = "wnpmcq"

_TOKEN = re.compile(
    # Most words, and the marks that begin nothing longer, before anything else is tried.
    r"\s*+(?:(?P<l>[a-z]++(?=[ ,]))|(?P<o>[,;:()!?]|\.(?=\s|$))"
    rf"|(?P<m>\ue000\d+\ue001)"
    rf"|(?P<c>{OPEN}[^{CLOSE}]*{CLOSE})"
    r'|(?P<q>"[^"\n]{1,90}")'
    r"|(?P<u>(?:https?|kafka|postgres|s3|redis|ftp|git)://[^\s)>\],;]*[\w/])"
    r"|(?P<a>(?:\b(?:Dr|Mr|Mrs|Ms|Prof|St|Inc|Ltd|Co|Corp|Jr|Sr|No|Pop|pop|approx|ca|e\.g|i\.e|vs|a\.m|p\.m)\.|\b[A-Z]\.(?=\s*[\w(,]))(?!\w))"
    r"|(?P<n>[-+−]?(?:[$€£¥]\s?)?\d+(?:(?:[ _,.'’]\d{3})+(?![\w])|[.,:]\d+)*(?:[-–/×:.]?[\w%°″²³µ]+)*[\"″%+]?)"
    r"|(?P<w>(?:--?|[#@/~.]/?)?[^\W_][\w]*(?:(?:[-−./:@&'=+]|::)+[\w{}*]+)*(?:\+\+|#|/(?=\s|$)|\(\))?|/[\w{}])"
    r"|(?P<p>\S))"
)
_POSSESSIVE = re.compile(r"(?:'s|(?<=s)')$")
_CONTRACTED = re.compile(r"(?i:^(it|he|she|that|there|who|what|here)('s)|^(\w+)('(?:re|ll|ve|d))|^(\w+)(n't))$")


@dataclass(slots=True)
class Token:
    """A word, number, punctuation mark, numbered date or scope, code span or quotation.

    Attributes:
        text: as written, without the quotes of code and quotations.
        low: in lower case.
        start, end: its span in the sentence.
        kind: ``WORD``, ``NUMBER``, ``PUNCTUATION``, ``MARKED``, ``CODE`` or ``QUOTE``.
        capital: whether it begins with a capital letter.
    """

    text: str
    low: str
    start: int
    end: int
    kind: str
    capital: bool


def tokenize(text: str) -> list[Token]:
    """Return the tokens of a sentence; "'s" is one of its own, as is the verb of "she's" and "don't"."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        kind, group = match.lastgroup or "p", match.lastindex or 0
        piece, (start, end) = match[group], match.span(group)
        if kind in "lo":
            found.append(Token(piece, piece, start, end, WORD if kind == "l" else PUNCTUATION, False))
            continue
        if kind in "cq":
            piece = piece[1:-1].strip()
        elif kind in "ua":
            kind = WORD
        if kind == WORD:
            found += _word(piece, start, end)
        else:
            found.append(_token(piece, start, end, kind))
    if found and found[-1].low in ("ltd.", "inc.", "co.", "corp.") and found[-1].end == len(text):
        last = found.pop()  # its full stop ends the sentence
        found.append(_token(last.text[:-1], last.start, last.end - 1))
    return found


def _word(piece: str, start: int, end: int) -> list[Token]:
    if "'" not in piece and not piece.endswith("n't"):
        return [_token(piece, start, end)]
    cut = _CONTRACTED.match(piece)
    if cut is not None:
        first = next(i for i in (1, 3, 5) if cut[i])
        at = start + cut.end(first)
        return [_token(piece[: cut.end(first)], start, at), _token(piece[cut.end(first) :], at, end)]
    owner = _POSSESSIVE.search(piece)
    if owner is not None and owner.start() > 0 and owner[0]:
        at = start + owner.start()
        return [_token(piece[: owner.start()], start, at), _token("'s", at, end, PUNCTUATION)]
    return [_token(piece, start, end)]


def _token(piece: str, start: int, end: int, kind: str = WORD) -> Token:
    return Token(piece, piece.lower(), start, end, kind, piece[:1].isupper())
