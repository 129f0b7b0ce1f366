"""The layout of Poetry in pyproject.toml, and of Pipfiles, which write requirements as tables."""

from __future__ import annotations

from typing import Any

from tenure.ingest.flatten import Path
from tenure.ingest.manifests.about import state_links, state_sets, state_texts, table, tidy
from tenure.ingest.manifests.manifest import Manifest
from tenure.ingest.manifests.names import ANY, python_name
from tenure.ingest.manifests.required import Entry

_TEXTS = {
    "name": "name", "version": "version", "description": "description", "license": "license", "homepage": "homepage",
    "repository": "repository", "documentation": "documentation",
}  # fmt: skip
_SETS = {"authors": "authors", "maintainers": "maintainers", "keywords": "keywords", "classifiers": "classifiers"}
_SOURCES = ("git", "url", "path", "file")
_REVISIONS = ("rev", "tag", "branch", "ref")


def take_poetry(found: Manifest, data: dict[str, Any]) -> None:
    """State what ``[tool.poetry]`` says, and take it out of the data."""
    poetry = table(data, "tool", "poetry")
    path = ("tool", "poetry")
    name = poetry.get("name")
    if isinstance(name, str):
        found.call(found.file, name)
    state_texts(found, poetry, _TEXTS, path)
    state_sets(found, poetry, _SETS, path)
    state_links(found, table(poetry, "urls"), (*path, "urls"))
    take_tables(found, poetry, "dependencies", path)
    take_tables(found, poetry, "dev-dependencies", path, "dev")
    for group in list(table(poetry, "group")):
        take_tables(found, table(poetry, "group", group), "dependencies", (*path, "group", group), group)
        tidy(poetry, "group", group)
    for emptied in ("urls", "group"):
        tidy(poetry, emptied)
    tidy(data, "tool", "poetry")


def take_tables(found: Manifest, data: dict[str, Any], member: str, path: Path, group: str = "") -> None:
    """State the requirements of a table by name (Poetry, Pipfile), and take it out of its data."""
    required = data.get(member)
    if not isinstance(required, dict):
        return
    del data[member]
    here = (*path, member)
    for name, value in required.items():
        if name == "python" and not group and isinstance(value, str):
            found.state("required python", value, path=(*here, name))
            continue
        subject = python_name(name)
        found.call(subject, name)
        for one in value if isinstance(value, list) else [value]:
            asked, marker = _asked(one)
            found.require(Entry(subject, asked, marker, group, ".".join(map(str, here)), 0, (*here, name), ""))


def _asked(value: object) -> tuple[str, str]:
    """Return what is asked, and when, of a version or a table."""
    if not isinstance(value, dict):
        text = str(value).strip() if isinstance(value, str) else ""
        return text or ANY, ""
    asked = str(value.get("version", "")).strip()
    if not asked:
        asked = located(value) or ANY
    extras = value.get("extras")
    if isinstance(extras, list) and extras:
        listed = ",".join(str(extra) for extra in extras)
        asked = f"[{listed}]" if asked == ANY else f"[{listed}]{asked}"
    conditions = [f"python {value['python']}"] if isinstance(value.get("python"), str) else []
    conditions += [
        f"{n} == '{value[n]}'" if n == "platform" else str(value[n]) for n in ("platform", "markers") if n in value
    ]
    return asked, " and ".join(conditions)


def located(value: dict[str, Any]) -> str:
    """Return the address of a package that is given by one, with its revision after ``#``; empty if none is."""
    for source in _SOURCES:
        address = value.get(source)
        if isinstance(address, str) and address.strip():
            revision = next((str(value[r]) for r in _REVISIONS if isinstance(value.get(r), str)), "")
            return f"{address.strip()}#{revision}" if revision else address.strip()
    return ""
