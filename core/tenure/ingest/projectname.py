"""The name of the project that a file belongs to, as the manifest beside it gives it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from functools import lru_cache

_IN_SETUP = re.compile(
    r"""^[ \t]*name[ \t]*=[ \t]*(?:["'](?P<quoted>[^"'\n]+)["']|(?P<bare>[^\s"'(\[{]+)[ \t]*$)""", re.MULTILINE
)
_IN_MODULE = re.compile(r"^module\s+\"?(?P<path>[^\s\"]+)", re.MULTILINE)
_MANIFESTS = ("pyproject.toml", "package.json", "Cargo.toml", "setup.cfg", "setup.py", "go.mod")


def project_name(name: str, beside: Callable[[str], str | None]) -> str:
    """Return the project's name as the manifest in a file's folder, or in the root, gives it.

    Args:
        name: the file's source name.
        beside: the text of another file by its source name, or None.

    Returns:
        The name as written; empty if no manifest gives one.
    """
    folder = name.rpartition("/")[0]
    for place in dict.fromkeys((f"{folder}/" if folder else "", "")):
        for manifest in _MANIFESTS:
            text = beside(place + manifest)
            found = _name_in(manifest, text) if text else ""
            if found:
                return found
    return ""


@lru_cache(maxsize=256)
def _name_in(manifest: str, text: str) -> str:
    try:
        if manifest.endswith(".toml"):
            return _in_toml(tomllib.loads(text))
        if manifest.endswith(".json"):
            data = json.loads(text)
            return _tidy(data.get("name") if isinstance(data, dict) else None)
    except (ValueError, RecursionError):
        return ""
    if manifest == "go.mod":
        module = _IN_MODULE.search(text)
        parts = module["path"].split("/") if module else [""]
        return parts[-2] if re.fullmatch(r"v\d+", parts[-1]) and len(parts) > 1 else parts[-1]
    found = _IN_SETUP.search(text)
    return _tidy(found["quoted"] or found["bare"]) if found else ""


def _in_toml(data: dict[str, object]) -> str:
    tool = data.get("tool")
    poetry = tool.get("poetry") if isinstance(tool, dict) else None
    for table in (data.get("project"), poetry, data.get("package")):
        if isinstance(table, dict) and _tidy(table.get("name")):
            return _tidy(table["name"])
    return ""


def _tidy(name: object) -> str:
    return " ".join(name.split()) if isinstance(name, str) and len(name) <= 200 else ""
