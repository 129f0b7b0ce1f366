"""Digests of what Python definitions do, so that a rename can be told from an end and a beginning."""

from __future__ import annotations

import ast
import hashlib

from tenure.errors import InputError
from tenure.ingest.interfaces.definitions import Defined, Function, definitions, parse

_ITSELF = "<itself>"


def digests(text: str, module: str) -> dict[str, str]:
    """Return a digest of signature and body by subject, the definition's own name aside.

    A body that does nothing (``pass``, ``...``, ``raise NotImplementedError``) has none: it is like any other.
    """
    try:
        found = list(definitions(parse(text)))
        return {
            f"{module}.{defined.qualname}" if module else defined.qualname: digest
            for defined in found
            if (digest := _digest(defined))
        }
    except (InputError, RecursionError):
        return {}


def _digest(defined: Defined) -> str:
    node = defined.node
    if not isinstance(node, Function | ast.ClassDef) or _idle(node.body):
        return ""
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id == node.name:
            part.id = _ITSELF
    kind = type(node).__name__
    head = node.bases if isinstance(node, ast.ClassDef) else [node.args, node.returns]
    shown = [ast.dump(part) for part in (*node.decorator_list, *head, *node.body) if part is not None]
    return hashlib.sha256("\0".join((kind, *shown)).encode("utf-8", "surrogatepass")).hexdigest()


def _idle(body: list[ast.stmt]) -> bool:
    return all(
        isinstance(s, ast.Pass | ast.Raise) or (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))
        for s in body
    )
