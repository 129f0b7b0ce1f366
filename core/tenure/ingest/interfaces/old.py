"""Python 2 made readable to the parser of Python 3; what bodies do is lost, what they are called stays."""

from __future__ import annotations

import re

_CHANGES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"`([^`\n]*)`"), r"(\1)"),
    (re.compile(r"^(\s*except\s+[^:\n]+?)\s*,\s*([A-Za-z_]\w*)\s*:", re.MULTILINE), r"\1 as \2:"),
    (re.compile(r"^((?:[^\n'\"#]*:)?[ \t]*)print[ \t]*>>[ \t]*", re.MULTILINE), r"\1_ = "),
    (re.compile(r"^((?:[^\n'\"#]*:)?[ \t]*)print[ \t]+(?=[^\s=,.)])", re.MULTILINE), r"\1_ = "),
    (re.compile(r"^((?:[^\n'\"#]*:)?[ \t]*)raise[ \t]+(?=[\w.]+[ \t]*,)", re.MULTILINE), r"\1_ = "),
    (re.compile(r"^((?:[^\n'\"#]*:)?[ \t]*)exec[ \t]+(?=[\w'\"(])", re.MULTILINE), r"\1_ = "),
    (re.compile(r"\b[uU][rR](?=['\"])"), "r"),
    (re.compile(r"(?<=[=(,\s])0(?=[0-7]+[\s,)\]])"), "0o"),
    (re.compile(r"^([^'\"#\n]*?)<>", re.MULTILINE), r"\1!="),
    (re.compile(r"(?<=[=(,\s])(0[xX][\da-fA-F]+|\d+)[lL]\b"), r"\1"),
)
_TAB_INDENT = re.compile(r"^ *\t[ \t]*", re.MULTILINE)


def modernised(text: str) -> str:
    """Return a text with the statements that only Python 2 knows put into ones that Python 3 knows, on the same lines.

    ``print``, ``exec`` and ``raise`` become assignments; their meaning is gone, which nobody asks for.
    """
    text = _TAB_INDENT.sub(lambda match: match[0].expandtabs(8), text)
    for pattern, replacement in _CHANGES:
        text = pattern.sub(replacement, text)
    return text
