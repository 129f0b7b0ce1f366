"""The public functions, classes and constants of a Python module."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from typing import NamedTuple

from tenure.errors import InputError
from tenure.ingest.interfaces.expressions import is_literal, last_name
from tenure.ingest.interfaces.old import modernised

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Defined(NamedTuple):
    """One public definition.

    Attributes:
        qualname: its name within the module (``Client.get``).
        node: what defines it.
        method: whether it stands in a class and takes the object or class first.
    """

    qualname: str
    node: Function | ast.ClassDef | ast.Assign | ast.AnnAssign
    method: bool


def parse(text: str) -> ast.Module:
    """Parse a module without running it.

    Raises:
        InputError: if it is no Python, naming the line. Python 2 is read if it differs in what bodies hold only.
    """
    try:
        return _parse(text)
    except SyntaxError as error:
        try:
            return _parse(modernised(text))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise InputError(f"line {error.lineno or 1}: it is no Python ({error.msg})") from None
    except (ValueError, OverflowError):
        raise InputError("line 1: it holds characters that Python source can't") from None
    except (RecursionError, MemoryError):
        raise InputError("line 1: it is nested too deeply") from None


def _parse(text: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def exported(module: ast.Module) -> frozenset[str]:
    """Return the names that the module lists in ``__all__``."""
    found: set[str] = set()
    for node in module.body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
        )
        if any(isinstance(t, ast.Name) and t.id == "__all__" for t in targets):
            value = node.value if isinstance(node, ast.Assign | ast.AugAssign) else None
            elements = value.elts if isinstance(value, ast.List | ast.Tuple) else []
            found.update(e.value for e in elements if isinstance(e, ast.Constant) and isinstance(e.value, str))
    return frozenset(found)


def definitions(module: ast.Module) -> Iterator[Defined]:
    """Yield the public definitions; of several of one name the last, overloads and setters aside."""
    listed = exported(module)
    last: dict[str, Defined] = {}
    for found in _within(module.body, "", listed, in_class=False):
        if isinstance(found.node, Function) and found.qualname in last and _secondary(found.node):
            continue
        last[found.qualname] = found
    yield from last.values()


def _within(body: list[ast.stmt], prefix: str, listed: frozenset[str], *, in_class: bool) -> Iterator[Defined]:
    for node in body:
        if isinstance(node, Function):
            if _public(node.name, listed):
                yield Defined(prefix + node.name, node, in_class and not _static(node))
        elif isinstance(node, ast.ClassDef):
            if _public(node.name, listed):
                yield Defined(prefix + node.name, node, False)
                yield from _within(node.body, f"{prefix}{node.name}.", frozenset(), in_class=True)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            name = _constant(node)
            if name:
                yield Defined(prefix + name, node, False)
        elif isinstance(node, ast.If | ast.Try | ast.With):
            for part in _branches(node):
                yield from _within(part, prefix, listed, in_class=in_class)


def _branches(node: ast.If | ast.Try | ast.With) -> Iterator[list[ast.stmt]]:
    yield node.body
    if isinstance(node, ast.Try):
        for handler in node.handlers:
            yield handler.body
    if not isinstance(node, ast.With):
        yield node.orelse


def _public(name: str, listed: frozenset[str]) -> bool:
    return name[0] != "_" or name in listed


def _constant(node: ast.Assign | ast.AnnAssign) -> str:
    """The name of a constant with a literal value; empty if it is none."""
    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    if (
        not isinstance(target, ast.Name)
        or node.value is None
        or (isinstance(node, ast.Assign) and len(node.targets) > 1)
    ):
        return ""
    name = target.id
    named = (name.isupper() and name[0] != "_") or name == "__version__"
    return name if named and is_literal(node.value) else ""


def _secondary(node: Function) -> bool:
    """Whether it only adds to a definition before it: an overload, a property's setter."""
    return any(last_name(d) in {"overload", "setter", "deleter"} for d in node.decorator_list)


def _static(node: Function) -> bool:
    return any(last_name(d) == "staticmethod" for d in node.decorator_list)
