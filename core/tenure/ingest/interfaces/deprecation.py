"""Whether a Python function or class is deprecated, and since when, as its code says."""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

from tenure.ingest.interfaces.expressions import last_name

_DIRECTIVE = re.compile(
    r"^[ \t]*\.\. (?:versionremoved|deprecated(?:-removed)?)::[ \t]*(?P<version>[^\s,]*)", re.MULTILINE
)
_IN_WORDS = re.compile(
    r"deprecated\s+(?:since|in|as\s+of|from)\s+(?:version\s+|release\s+)?(?:[A-Za-z][\w-]*\s+)?v?(?P<version>\d[\w.]*\w|\d)",
    re.IGNORECASE,
)
_VERSION = re.compile(r"v?\d+(?:\.\w+)+")
_SINCE = {"version", "since", "deprecated_in", "deprecated_since", "from_version", "start"}

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Deprecation(NamedTuple):
    """That something is deprecated: since which version (empty if that is not said), and the line that says so."""

    since: str
    line: int


def deprecation(node: Definition, first: ast.FunctionDef | ast.AsyncFunctionDef | None) -> Deprecation | None:
    """Return what the code says of a deprecation, or None if it says nothing.

    Args:
        node: the function or class.
        first: what runs first when it is used: the function itself, or the class's ``__init__``.
    """
    for decorator in node.decorator_list:
        if "deprecat" in last_name(decorator).lower():
            return Deprecation(_said(decorator), decorator.lineno)
    document = ast.get_docstring(node, clean=False) or ""
    directive = _DIRECTIVE.search(document) if "deprecated" in document else None
    if directive is not None and _about_all(document, directive):
        line = node.body[0].lineno + document.count("\n", 0, directive.start() + 1)
        return Deprecation(directive["version"], line)
    for statement in first.body if first is not None else ():
        call = statement.value if isinstance(statement, ast.Expr) else None
        if isinstance(call, ast.Call) and _warns(call):
            return Deprecation(_said(call), call.lineno)
    return None


def _about_all(document: str, directive: re.Match[str]) -> bool:
    """Whether a directive is about the whole rather than about a parameter it is indented under."""
    before = document[: directive.start()].rstrip().rsplit("\n", 1)[-1]
    indent = len(directive[0]) - len(directive[0].lstrip())
    return not (before.lstrip().startswith(":") and len(before) - len(before.lstrip()) < indent)


def _warns(call: ast.Call) -> bool:
    """Whether a call is ``warnings.warn(…, DeprecationWarning)``; a call under a condition is never asked about."""
    if not last_name(call.func).startswith("warn"):
        return False
    return any(last_name(a).endswith("DeprecationWarning") for a in (*call.args, *(k.value for k in call.keywords)))


def _said(node: ast.expr) -> str:
    """The version that a decorator or a warning names."""
    if not isinstance(node, ast.Call):
        return ""
    for keyword in node.keywords:
        if keyword.arg in _SINCE and isinstance(keyword.value, ast.Constant):
            return str(keyword.value.value).strip()
    texts = [
        n.value for a in node.args for n in ast.walk(a) if isinstance(n, ast.Constant) and isinstance(n.value, str)
    ]
    for text in texts:
        words = _IN_WORDS.search(text)
        if words is not None or _VERSION.fullmatch(text.strip()):
            return words["version"] if words is not None else text.strip()
    return ""
