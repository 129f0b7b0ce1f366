"""Python expressions as text, in one form whatever their layout; the common ones faster than ``ast.unparse``."""

from __future__ import annotations

import ast

LONGEST = 10_000
"""A longer expression is left out."""

_PLAIN = (str, int, bool, type(None))


def source(node: ast.expr | None) -> str:
    """Return an expression as text; empty for None and for what is too long or too deep to be written."""
    if node is None:
        return ""
    try:
        text = _source(node)
    except (RecursionError, ValueError):
        return ""
    return text if len(text) <= LONGEST else ""


def _source(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Constant):
        return repr(node.value) if type(node.value) in _PLAIN else ast.unparse(node)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Attribute):
        return f"{_source(node.value)}.{node.attr}"
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name | ast.Attribute):
        inner = node.slice
        if not isinstance(inner, ast.Tuple):
            return f"{_source(node.value)}[{_source(inner)}]"
        if len(inner.elts) > 1 and not any(isinstance(e, ast.Starred) for e in inner.elts):
            return f"{_source(node.value)}[{', '.join(map(_source, inner.elts))}]"
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr) and not isinstance(node.right, ast.BinOp):
        return f"{_source(node.left)} | {_source(node.right)}" if _unites(node) else ast.unparse(node)
    return ast.unparse(node)


def _unites(node: ast.BinOp) -> bool:
    """Whether it is a plain union of types, which needs no parentheses."""
    left = node.left
    return all(
        isinstance(side, ast.Name | ast.Constant | ast.Attribute | ast.Subscript)
        or (side is left and isinstance(side, ast.BinOp) and isinstance(side.op, ast.BitOr))
        for side in (left, node.right)
    )


def value_of(node: ast.expr | None) -> str:
    """Return an expression as the ledger keeps values: a text without its quotes, ``""`` for an empty one."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        text = node.value.strip()
        return (text if len(text) <= LONGEST else "") if text else '""'
    return source(node)


def is_literal(node: ast.expr) -> bool:
    """Whether an expression is a literal, or made of nothing but literals."""
    waiting: list[ast.AST | None] = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.Tuple | ast.List | ast.Set):
            waiting.extend(part.elts)
        elif isinstance(part, ast.Dict):
            waiting.extend((*part.keys, *part.values))
        elif isinstance(part, ast.UnaryOp):
            waiting.append(part.operand)
        elif isinstance(part, ast.BinOp):
            waiting.extend((part.left, part.right))
        elif not isinstance(part, ast.Constant):
            return False
    return True


def last_name(node: ast.expr) -> str:
    """Return the last part of a dotted name, called or not: ``deprecated`` of ``@typing.deprecated("x")``."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Subscript):
        node = node.value
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
