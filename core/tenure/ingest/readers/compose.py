"""Compose files: each service is a subject, so that "which image does web run" has an answer."""

from __future__ import annotations

import re
from typing import Any

from tenure.ingest.document import Document
from tenure.ingest.flatten import Flat, Path, flatten, item_names, put_members, segment, stem_of
from tenure.ingest.items import ItemKey
from tenure.ingest.readers.base import Content, base_of, suffix_of
from tenure.ingest.readers.configuration import configuration
from tenure.ingest.readers.yaml import load_yaml, yaml_lines
from tenure.ingest.scalars import label
from tenure.relations import Cardinality, Relation

_NAME = re.compile(r"(?:.*[._-])?(?:docker-?|podman-?)?compose(?:[._-].*)?\.ya?ml", re.IGNORECASE)
_SERVICES = re.compile(r"^services:[ \t]*(?:#.*)?$", re.MULTILINE)
_RUNS = re.compile(r"^[ \t]+(?:image|build):", re.MULTILINE)
_SETS = {
    "ports": "exposed ports",
    "expose": "exposed ports",
    "depends_on": "depends on",
    "volumes": "volumes",
    "networks": "networks",
    "secrets": "secret names",
    "configs": "config names",
}
_RENAMED = {"working_dir": "working directory", "entrypoint": "entry point", "restart": "restart policy"}
_MAPPED = {"environment", "labels", "extra_hosts", "sysctls"}
_RELATIONS = {name: Relation(name, Cardinality.SET) for name in ("volumes", "networks", "secret names", "config names")}


class ComposeReader:
    """Reads Compose files."""

    kind = "compose"
    covers = (
        "Compose files: each service is a subject with its image, ports, environment, volumes and what it depends on; "
        "the rest by its path."
    )
    rank = 25
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the name ends as YAML does."""
        return suffix_of(name) in {".yml", ".yaml"}

    def accepts(self, content: Content) -> bool:
        """Whether it is called a Compose file, or has services with images, at the top."""
        if _SERVICES.search(content.text) is None:
            return False
        return _NAME.fullmatch(base_of(content.name)) is not None or _RUNS.search(content.text) is not None

    def read(self, content: Content) -> Document:
        """Read the file.

        Raises:
            InputError: if it is not YAML, with the line.
        """
        return configuration(content, self.kind, lambda f: _unfold(content, f), lambda: yaml_lines(content.text))


def _unfold(content: Content, flat: Flat) -> None:
    stem = stem_of(content.name)
    for place, data in enumerate(load_yaml(content.text, flat.refused)):
        services = data.get("services") if isinstance(data, dict) else None
        if not isinstance(services, dict):
            flatten(data, content.name, stem=stem, path=(place,), into=flat)
            continue
        for name, service in services.items():
            subject = f"{content.name} › {label(name)}"
            flat.names.extend((subject, other) for other in item_names(stem, label(name)))
            _service(subject, service, (place, "services", name), flat)
        rest = {key: value for key, value in data.items() if key != "services"}
        flatten(rest, content.name, stem=stem, path=(place,), into=flat)


def _service(subject: str, service: Any, path: Path, flat: Flat) -> None:
    if not isinstance(service, dict):
        flatten(service, subject, prefix="value", path=path, into=flat)
        return
    for key, value in service.items():
        here = (*path, key)
        if key in _SETS and _plain(value):
            _set(subject, _SETS[key], value, here, flat)
        elif key in _MAPPED and isinstance(value, list):
            for place, item in enumerate(value):
                name, text = _pair(item)
                flatten(text, subject, prefix=f"{segment(key)}.{segment(name)}", path=(*here, place), into=flat)
        else:
            flatten(value, subject, prefix=_RENAMED.get(key, segment(key)), path=here, into=flat)


def _plain(value: Any) -> bool:
    """Whether it is a list of scalars, or a mapping whose keys are what matters."""
    return bool(value) and (
        all(isinstance(item, str) for item in value) if isinstance(value, list) else isinstance(value, dict)
    )


def _set(subject: str, relation: str, value: Any, path: Path, flat: Flat) -> None:
    key: ItemKey = (subject, relation, ())
    if relation in _RELATIONS:
        flat.relations[relation] = _RELATIONS[relation]
    if isinstance(value, list):
        put_members([(item, (*path, place)) for place, item in enumerate(value)], key, into=flat)
        return
    put_members([(name, (*path, name)) for name in value], key, into=flat)
    for name, more in value.items():
        if isinstance(more, dict):
            flatten(more, subject, prefix=f"{segment(path[-1])}.{segment(name)}", path=(*path, name), into=flat)


def _pair(item: Any) -> tuple[str, Any]:
    """Split ``NAME=value``; a name alone takes its value from outside."""
    name, equals, value = str(item).partition("=")
    if not equals and ":" in name:
        name, equals, value = name.partition(":")
    return name.strip(), value if equals else None


READERS = (ComposeReader(),)
