"""What manifests say about their project, under the names the relation registry knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenure.ingest.flatten import Path
from tenure.ingest.manifests.manifest import Manifest

_LINKS = {
    label: relation
    for relation, labels in {
        "homepage": "homepage home homepageurl website",
        "repository": "repository repo source sourcecode code github gitlab codeberg git sources",
        "documentation": "documentation docs doc readthedocs",
        "change log": "changelog changes releasenotes history whatsnew news",
        "issue tracker": "issues issue issuetracker tracker bugtracker bugs bugreports tickets",
        "funding": "funding sponsor sponsors donate donation donations",
        "download page": "download downloads",
        "channel": "chat discord slack",
    }.items()
    for label in labels.split()
}


def link_relation(label: str) -> str:
    """Return the relation of a labelled link ("Bug Tracker"); empty if the label says nothing known."""
    return _LINKS.get("".join(c for c in label.lower() if c.isalnum()), "")


def table(data: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    """Return the table at a path of keys; an empty one if there is none."""
    found: Any = data
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else {}


def tidy(data: dict[str, Any], *keys: str) -> None:
    """Take a table out of its data if all it held has been stated."""
    if len(keys) > 1:
        tidy(table(data, keys[0]), *keys[1:])
    if data.get(keys[0]) == {}:
        del data[keys[0]]


def state_texts(found: Manifest, data: dict[str, Any], relations: Mapping[str, str], path: Path) -> None:
    """State the members of a table that are texts, by their relations, and take them out of it."""
    for member, relation in relations.items():
        value = data.get(member)
        if isinstance(value, str) and value.strip():
            found.state(relation, value, path=(*path, member))
            del data[member]


def state_sets(found: Manifest, data: dict[str, Any], relations: Mapping[str, str], path: Path) -> None:
    """State the members of a table that are lists of texts or of people, and take them out of it."""
    for member, relation in relations.items():
        values = data.get(member)
        if not isinstance(values, list) or not values:
            continue
        shown = [person(value) for value in values]
        if all(shown):
            found.list(relation, shown, path=(*path, member))
            del data[member]


def state_links(found: Manifest, links: dict[str, Any], path: Path) -> None:
    """State the links whose label is known, the first of each kind, and take them out of their table."""
    stated: set[str] = set()
    for label in list(links):
        relation = link_relation(label)
        if relation and relation not in stated and isinstance(links[label], str) and links[label].strip():
            stated.add(relation)
            found.state(relation, links.pop(label), path=(*path, label))


def person(value: object) -> str:
    """Return a person as manifests write one: a text, or a table with name and email; empty if it is neither."""
    if isinstance(value, str):
        return value.strip()
    if not isinstance(value, dict):
        return ""
    name, email = value.get("name"), value.get("email")
    if (
        not set(value) <= {"name", "email", "url"}
        or not isinstance(name or "", str)
        or not isinstance(email or "", str)
    ):
        return ""
    return f"{name} <{email}>" if name and email else str(name or email or "").strip()
