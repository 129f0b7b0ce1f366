"""What a Python script's names hold, as far as that can be known without running it."""

from __future__ import annotations

import ast
from typing import Any

from tenure.ingest.interfaces.expressions import last_name

UNKNOWN = object()
"""Stands for a value that only running the script would tell."""

_CHANGES = {
    "append",
    "extend",
    "insert",
    "remove",
    "pop",
    "clear",
    "sort",
    "reverse",
    "update",
    "setdefault",
    "popitem",
    "add",
}
_MOST = 100_000


class At(str):
    """A text together with the line it is written on."""

    __slots__ = ("line",)

    def __new__(cls, text: str, line: int) -> At:
        """Return a text of a line (from 1)."""
        made = super().__new__(cls, text)
        made.line = line
        return made

    line: int


class Constants:
    """The module-level names of a script whose value is plain: literals, other such names, sums of lists.

    A name that is bound or changed anywhere but in plain statements at the top level is unknown.
    """

    def __init__(self, module: ast.Module) -> None:
        self._values: dict[str, Any] = {}
        for statement in module.body:
            self._take(statement)

    def _take(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            self._assign(statement.targets[0], statement.value)
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            self._assign(statement.target, statement.value)
        elif (
            isinstance(statement, ast.AugAssign)
            and isinstance(statement.op, ast.Add)
            and isinstance(statement.target, ast.Name)
        ):
            name = statement.target.id
            self._values[name] = _sum(self._values.get(name, UNKNOWN), self.value(statement.value))
        else:
            self._forget(statement)

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self._values[target.id] = self.value(value)
        elif isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
            held, key = self._values.get(target.value.id, UNKNOWN), self.value(target.slice)
            if isinstance(held, dict) and isinstance(key, str):
                self._values[target.value.id] = {**held, key: self.value(value)}
            else:
                self._values[target.value.id] = UNKNOWN
        else:
            self._forget(target)

    def _forget(self, statement: ast.AST) -> None:
        """Whatever a statement may bind or change is unknown from then on."""
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
                self._values[node.id] = UNKNOWN
            elif isinstance(node, ast.Attribute) and node.attr in _CHANGES and isinstance(node.value, ast.Name):
                self._values[node.value.id] = UNKNOWN
            elif isinstance(node, ast.Call):
                self._values.update({a.id: UNKNOWN for a in node.args if isinstance(a, ast.Name)})
            elif (
                isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name)
            ):
                self._values[node.value.id] = UNKNOWN

    def value(self, node: ast.expr) -> Any:
        """Return what an expression is, or :data:`UNKNOWN`; within lists and mappings too."""
        if isinstance(node, ast.Constant):
            return At(node.value, node.lineno) if isinstance(node.value, str) else node.value
        if isinstance(node, ast.Name):
            return self._values.get(node.id, UNKNOWN)
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            return self._elements(node.elts)
        if isinstance(node, ast.Dict):
            return self._mapping(node)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return _sum(self.value(node.left), self.value(node.right))
        if isinstance(node, ast.Subscript):
            held, key = self.value(node.value), self.value(node.slice)
            return held.get(key, UNKNOWN) if isinstance(held, dict) and isinstance(key, str) else UNKNOWN
        if isinstance(node, ast.Call):
            return self._call(node)
        return UNKNOWN

    def _elements(self, nodes: list[ast.expr]) -> Any:
        found: list[Any] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                inner = self.value(node.value)
                found.extend(inner if isinstance(inner, list) else [UNKNOWN])
            else:
                found.append(self.value(node))
            if len(found) > _MOST:
                return UNKNOWN
        return found

    def _mapping(self, node: ast.Dict) -> Any:
        found: dict[str, Any] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            name = self.value(key) if key is not None else None
            if key is None:
                inner = self.value(value)
                if not isinstance(inner, dict):
                    return UNKNOWN
                found.update(inner)
            elif isinstance(name, str):
                found[name] = self.value(value)
            else:
                return UNKNOWN
        return found

    def _call(self, node: ast.Call) -> Any:
        """``dict(a=…)`` and ``list([…])``; any other call would have to be run."""
        name = last_name(node)
        if name in {"dict", "OrderedDict"} and len(node.args) == 1 and not node.keywords:
            return _paired(self.value(node.args[0]))
        if name == "dict" and not node.args and all(k.arg for k in node.keywords):
            return {str(k.arg): self.value(k.value) for k in node.keywords}
        if name in {"list", "tuple", "sorted"} and len(node.args) == 1 and not node.keywords:
            inner = self.value(node.args[0])
            return inner if isinstance(inner, list) else UNKNOWN
        return UNKNOWN


def _paired(pairs: Any) -> Any:
    """A mapping given as pairs."""
    if not isinstance(pairs, list) or not all(
        isinstance(p, list) and len(p) == 2 and isinstance(p[0], str) for p in pairs
    ):
        return pairs if isinstance(pairs, dict) else UNKNOWN
    return {pair[0]: pair[1] for pair in pairs}


def _sum(left: Any, right: Any) -> Any:
    if isinstance(left, str) and isinstance(right, str):
        return left + right if len(left) + len(right) <= _MOST else UNKNOWN
    if isinstance(left, list) and isinstance(right, list):
        return left + right if len(left) + len(right) <= _MOST else UNKNOWN
    return UNKNOWN
