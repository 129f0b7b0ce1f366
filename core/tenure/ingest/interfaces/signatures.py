"""Signatures of Python functions and classes: parameters, defaults, what they return."""

from __future__ import annotations

import ast
from typing import NamedTuple

from tenure.ingest.interfaces.definitions import Function
from tenure.ingest.interfaces.expressions import last_name, source, value_of

_FIELDS = {"dataclass", "define", "frozen", "mutable", "attrs", "attr", "s"}
_FIELD_BASES = {"BaseModel", "BaseSettings", "NamedTuple", "Struct", "SQLModel"}
_OTHER_DEFAULTS = {"default_factory", "factory"}


class Parameter(NamedTuple):
    """One parameter: its name with its stars, its default as kept (empty for none), its line."""

    name: str
    default: str
    line: int


class Signature(NamedTuple):
    """How something is called: the parameters as written in one line, and one by one."""

    text: str
    parameters: tuple[Parameter, ...]


def of_function(node: Function, *, method: bool) -> Signature:
    """Return a function's signature; a method's without the object or class it is called on."""
    args = node.args
    plain = [*args.posonlyargs, *args.args]
    defaults: list[ast.expr | None] = [*[None] * (len(plain) - len(args.defaults)), *args.defaults]
    slash = len(args.posonlyargs)
    if method and plain:
        plain, defaults, slash = plain[1:], defaults[1:], slash - 1
    shown: list[str] = []
    found: list[Parameter] = []
    for place, (arg, default) in enumerate(zip(plain, defaults, strict=True), 1):
        _add(shown, found, arg, default)
        if place == slash:
            shown.append("/")
    if args.vararg is not None:
        _add(shown, found, args.vararg, None, "*")
    elif args.kwonlyargs:
        shown.append("*")
    for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        _add(shown, found, arg, default)
    if args.kwarg is not None:
        _add(shown, found, args.kwarg, None, "**")
    return Signature(f"({', '.join(shown)})", tuple(found))


def _add(shown: list[str], found: list[Parameter], arg: ast.arg, default: ast.expr | None, stars: str = "") -> None:
    name = stars + arg.arg
    text = name
    if arg.annotation is not None:
        text = f"{name}: {source(arg.annotation)}"
    if default is not None:
        text += f" = {source(default)}" if arg.annotation is not None else f"={source(default)}"
    shown.append(text)
    found.append(Parameter(name, value_of(default) if default is not None else "", arg.lineno))


def first_of(node: ast.ClassDef) -> Function | None:
    """Return a class's ``__init__``, or None if it has none of its own."""
    return next((n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"), None)


def of_class(node: ast.ClassDef) -> Signature | None:
    """Return how a class is called: as its ``__init__``, or as its fields make it; None if neither is there."""
    first = first_of(node)
    if first is not None:
        return of_function(first, method=True)
    return _of_fields(node) if _has_fields(node) else None


def _has_fields(node: ast.ClassDef) -> bool:
    return any(last_name(d) in _FIELDS for d in node.decorator_list) or any(
        last_name(base) in _FIELD_BASES for base in node.bases
    )


def _of_fields(node: ast.ClassDef) -> Signature:
    shown: list[str] = []
    found: list[Parameter] = []
    for field in node.body:
        if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name):
            continue
        name = field.target.id
        if name[0] == "_" or source(field.annotation).startswith(("ClassVar", "typing.ClassVar")):
            continue
        shown.append(f"{name}: {source(field.annotation)}" + (f" = {source(field.value)}" if field.value else ""))
        found.append(Parameter(name, _field_default(field.value), field.lineno))
    return Signature(f"({', '.join(shown)})", tuple(found))


def _field_default(node: ast.expr | None) -> str:
    """A field's default: what ``field(default=…)`` gives, or the value itself."""
    if isinstance(node, ast.Call) and last_name(node) in {"field", "Field", "ib", "attrib"}:
        given = {k.arg: k.value for k in node.keywords}
        if "default" in given:
            return value_of(given["default"])
        made = next((given[name] for name in _OTHER_DEFAULTS if name in given), None)
        return f"{source(made)}()" if made is not None else ""
    return value_of(node) if node is not None else ""
