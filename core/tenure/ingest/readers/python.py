"""The interface of Python modules, by their syntax tree; nothing is run."""

from __future__ import annotations

import ast
from collections import Counter
from functools import partial

from tenure.errors import InputError
from tenure.ingest.document import Document
from tenure.ingest.interfaces.bodies import digests
from tenure.ingest.interfaces.definitions import Defined, Function, definitions, parse
from tenure.ingest.interfaces.deprecation import deprecation
from tenure.ingest.interfaces.expressions import last_name, source, value_of
from tenure.ingest.interfaces.signatures import Signature, first_of, of_class, of_function
from tenure.ingest.items import ItemKey, Items
from tenure.ingest.manifests.safe import safe_code
from tenure.ingest.readers.base import Content, base_of, suffix_of
from tenure.ingest.readers.dates import of_document
from tenure.ingest.secrets import SECRET, is_secret

_TEST_FOLDERS = {"tests", "test", "testing"}
_ROOTS = {"lib"}
_OF_PACKAGE = {"__version__", "_version", "version", "__about__", "_about", "about"}
"""Modules that only say something of their package."""


class PythonReader:
    """Reads what a Python module offers."""

    kind = "python"
    covers = (
        "Python modules: signatures, parameters, defaults, return types and deprecations of public functions, methods "
        "and classes, constants with literal values, __version__. Tests and bodies are left out."
    )
    rank = 50
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the name ends in .py."""
        return suffix_of(name) == ".py"

    def accepts(self, content: Content) -> bool:
        """Whether there is anything to read, which the name has decided."""
        return bool(content.name)

    def read(self, content: Content) -> Document:
        """Read the module; one of tests states nothing.

        Raises:
            InputError: if it is no Python 3, naming the line.
        """
        items = Items()
        if not is_test(content.name) and content.text.strip():
            try:
                items = _Module(content).items()
            except InputError as error:
                raise InputError(f"'{content.name}', {error}") from None
            except RecursionError:
                raise InputError(f"'{content.name}': it is nested too deeply") from None
        whole = of_document(content.name, None, content.file_time, content.zone, content.now)
        return Document(content.name, self.kind, "", content.digest, whole.dated, items=items)


def is_test(name: str) -> bool:
    """Whether a file is one of tests, by its name or folder."""
    parts = name.split("/")
    base = parts[-1]
    return base.startswith("test_") or base.endswith("_test.py") or base == "conftest.py" or bool(
        _TEST_FOLDERS.intersection(parts[:-1])
    )  # fmt: skip


def module_of(name: str) -> str:
    """Return the dotted path of a module by its file's: ``src/flask/app.py`` is ``flask.app``."""
    parts = name.removesuffix(".py").split("/")
    if "src" in parts[:-1]:
        parts = parts[len(parts) - parts[::-1].index("src") :]
    elif parts[0] in _ROOTS and len(parts) > 1:
        parts = parts[1:]
    if parts[-1] == "__init__":
        parts = parts[:-1]
    return ".".join(part for part in parts if part)


def _kind(node: ast.stmt) -> str:
    """What tells a class and a constant from a function whose name differs in case only (``field`` and ``Field``)."""
    return "" if isinstance(node, Function) else " (class)" if isinstance(node, ast.ClassDef) else " (constant)"


class _Module:
    """One module being read."""

    def __init__(self, content: Content) -> None:
        self._content = content
        self._path = module_of(content.name) or content.root or base_of(content.name)
        self._public = ".".join(part for part in self._path.split(".") if part[:1] != "_")
        self._deprecates = "eprecat" in content.text
        self._lines: dict[ItemKey | tuple[str, str] | str, int] = {}
        self._names: list[tuple[str, str]] = []
        self._values: dict[ItemKey, str] = {}
        self._members: dict[ItemKey, tuple[str, ...]] = {}

    def items(self) -> Items:
        """Return everything the module states."""
        found = list(definitions(parse(self._content.text)))
        alike = Counter(defined.qualname.casefold() for defined in found)
        for defined in found:
            node = defined.node
            subject = f"{self._path}.{defined.qualname}"
            if alike[defined.qualname.casefold()] > 1:
                subject += _kind(node)
            if isinstance(node, ast.Assign | ast.AnnAssign):
                self._constant(subject, defined.qualname, node)
                continue
            self._lines[subject] = node.lineno
            if isinstance(node, Function):
                self._function(subject, defined, node)
            else:
                self._class(subject, node)
            self._call(subject, defined.qualname)
        return self._made()

    def _made(self) -> Items:
        text = self._content.text
        found = Items(self._values, self._members, (), tuple(self._names), {}, self._locate)
        found.bodies = partial(digests, text, self._path)
        found.safe_text = safe_code(text)
        return found

    def _function(self, subject: str, defined: Defined, node: Function) -> None:
        decorators = {last_name(d) for d in node.decorator_list}
        if decorators & {"property", "cached_property"}:
            self._values[subject, "signature", ()] = "property"
        else:
            self._signature(subject, of_function(node, method=defined.method))
        returns = source(node.returns)
        if returns and node.returns is not None:
            self._state((subject, "return type", ()), returns, node.returns.lineno)
        self._deprecation(subject, node, node)

    def _class(self, subject: str, node: ast.ClassDef) -> None:
        signature = of_class(node)
        if signature is not None:
            self._signature(subject, signature)
        bases = tuple(dict.fromkeys(filter(None, map(source, node.bases))))
        if bases:
            self._values[subject, "base classes", ()] = ", ".join(bases)
        self._deprecation(subject, node, first_of(node))

    def _signature(self, subject: str, signature: Signature) -> None:
        text = signature.text
        for parameter in signature.parameters:
            if parameter.default:
                key = (subject, "default value", (("parameter", parameter.name),))
                value = self._safe(parameter.name, parameter.default)
                if value is SECRET:
                    text = text.replace(parameter.default, SECRET)
                self._state(key, value, parameter.line)
        self._values[subject, "signature", ()] = text
        if signature.parameters:
            self._members[subject, "parameters", ()] = tuple(p.name for p in signature.parameters)
            self._lines.update(((subject, p.name), p.line) for p in signature.parameters)

    def _deprecation(self, subject: str, node: Function | ast.ClassDef, first: Function | None) -> None:
        found = deprecation(node, first) if self._deprecates else None
        if found is None:
            return
        self._state((subject, "status", ()), "deprecated", found.line)
        if found.since:
            self._state((subject, "deprecated since", ()), found.since, found.line)

    def _state(self, key: ItemKey, value: str, line: int) -> None:
        self._values[key] = value
        self._lines[key] = line

    def _constant(self, subject: str, qualname: str, node: ast.Assign | ast.AnnAssign) -> None:
        name = qualname.rsplit(".", 1)[-1]
        value = value_of(node.value)
        if not value or (name == "__version__" and "." in qualname):
            return
        if name == "__version__":
            package, _, module = self._path.rpartition(".")
            self._state(
                (package if package and module in _OF_PACKAGE else self._path, "version", ()), value, node.lineno
            )
        else:
            self._state((subject, "value", ()), self._safe(name, value), node.lineno)
            self._call(subject, qualname)

    def _call(self, subject: str, qualname: str) -> None:
        self._names.append((subject, qualname))
        if self._public != self._path:
            self._names.append((subject, f"{self._public}.{qualname}" if self._public else qualname))

    def _safe(self, name: str, value: str) -> str:
        return SECRET if is_secret(name, value) else value

    def _locate(self, key: ItemKey, value: str) -> int:
        place = (key[0], value) if key[1] == "parameters" else key
        return self._lines.get(place) or self._lines.get(key[0], 0)


READERS = (PythonReader(),)
