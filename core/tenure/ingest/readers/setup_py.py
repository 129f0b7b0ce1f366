"""setup.py, by its syntax tree; it is never run."""

from __future__ import annotations

import ast
from typing import Any

from tenure.errors import InputError
from tenure.ingest.document import Document
from tenure.ingest.interfaces.definitions import parse
from tenure.ingest.interfaces.expressions import last_name
from tenure.ingest.manifests.about import link_relation
from tenure.ingest.manifests.constants import UNKNOWN, At, Constants
from tenure.ingest.manifests.manifest import Manifest
from tenure.ingest.manifests.python_lists import require_all
from tenure.ingest.readers.base import Content, base_of

_TEXTS = {"name": "name", "version": "version", "description": "description", "license": "license", "url": "homepage",
          "python_requires": "required python", "download_url": "download page", "author": "author",
          "maintainer": "maintainer"}  # fmt: skip
_SETS = {"classifiers": "classifiers", "keywords": "keywords"}
_LISTS = {"install_requires": "", "requires": "", "setup_requires": "setup", "tests_require": "tests"}


class SetupPyReader:
    """Reads what setup.py gives to ``setup()``."""

    kind = "setup.py"
    covers = (
        "setup.py, never run: the literal arguments of setup() - requirements, extras, name, version, Python - also "
        "through simple names and sums of lists; what is computed is left out and told."
    )
    rank = 10
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the file is called setup.py."""
        return base_of(name) == "setup.py"

    def accepts(self, content: Content) -> bool:
        """Whether it calls setup(), so that it is no module that happens to have the name."""
        return "setup(" in content.text

    def read(self, content: Content) -> Document:
        """Read the file.

        Raises:
            InputError: if it is no Python 3, or a requirement is malformed (unless ``skip_bad``), naming the line.
        """
        found = Manifest(content)
        try:
            module = parse(content.text)
        except InputError as error:
            raise InputError(f"'{content.name}', {error}") from None
        call = _setup_call(module)
        if call is not None:
            try:
                _arguments(found, Constants(module), call)
            except RecursionError:
                raise InputError(f"'{content.name}': it is nested too deeply") from None
        return found.document(self.kind)


def _setup_call(module: ast.Module) -> ast.Call | None:
    """The last call of setup(), wherever it stands: often under a condition or in a function."""
    calls = [node for node in ast.walk(module) if isinstance(node, ast.Call) and last_name(node) == "setup"]
    return max(calls, key=lambda call: len(call.keywords), default=None)


def _arguments(found: Manifest, constants: Constants, call: ast.Call) -> None:
    given: list[tuple[str, Any, int]] = []
    for keyword in call.keywords:
        value = constants.value(keyword.value)
        line = keyword.value.lineno
        if keyword.arg is not None:
            given.append((keyword.arg, value, line))
        elif isinstance(value, dict):
            given.extend((name, inner, line) for name, inner in value.items())
        else:
            found.leave_out(line, "arguments of setup() are computed, so they are left out")
    for name, value, line in given:
        _argument(found, name, value, line)


def _argument(found: Manifest, name: str, value: Any, line: int) -> None:
    known = name in _TEXTS or name in _SETS or name in _LISTS or name in {"extras_require", "project_urls"}
    if not known:
        return
    if value is UNKNOWN:
        found.leave_out(line, f"{name} is computed, so it is left out")
    elif name in _TEXTS:
        found.state(_TEXTS[name], value, _line(value, line))
        if name == "name" and isinstance(value, str):
            found.call(found.file, value)
    elif name in _SETS:
        listed = value.replace(",", " ").split() if isinstance(value, str) else value
        found.list(_SETS[name], _texts(found, name, listed, line), line=line)
    elif name in _LISTS:
        listed = value.split("\n") if isinstance(value, str) else value
        _require(found, name, listed, _LISTS[name], line)
    elif isinstance(value, dict):
        for label, inner in value.items():
            if name == "extras_require":
                _extra(found, label, inner, line)
            elif link_relation(label):
                found.state(link_relation(label), inner, _line(inner, line))


def _extra(found: Manifest, label: str, value: Any, line: int) -> None:
    """One extra; of ``extra:marker`` the marker belongs to its requirements."""
    extra, _, marker = label.partition(":")
    listed = [value] if isinstance(value, str) else value
    if marker and isinstance(listed, list):
        listed = [At(f"{text}; {marker}", _line(text, line)) if isinstance(text, str) else text for text in listed]
    _require(found, f"extras_require.{label}", listed, extra, line)


def _require(found: Manifest, name: str, values: Any, group: str, line: int) -> None:
    for text in _texts(found, name, values, line):
        require_all(found, [text], (name,), group, _line(text, line))


def _line(text: str, otherwise: int) -> int:
    return text.line if isinstance(text, At) else otherwise


def _texts(found: Manifest, name: str, values: Any, line: int) -> list[str]:
    """The texts of a list; members that are computed are left out and told."""
    if not isinstance(values, list):
        if values is UNKNOWN:
            found.leave_out(line, f"{name} is computed, so it is left out")
        return []
    if any(value is UNKNOWN for value in values):
        found.leave_out(line, f"a part of {name} is computed, so it is left out")
    return [value for value in values if isinstance(value, str)]


READERS = (SetupPyReader(),)
