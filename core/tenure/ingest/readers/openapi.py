"""API documents: OpenAPI 3 and Swagger 2, in YAML or JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tenure.errors import InputError
from tenure.ingest.document import Document
from tenure.ingest.flatten import Path, item_names, stem_of
from tenure.ingest.interfaces.operations import Endpoints
from tenure.ingest.interfaces.schemas import Schemas
from tenure.ingest.manifests.about import table, tidy
from tenure.ingest.manifests.manifest import Manifest, Place
from tenure.ingest.readers.base import Content, suffix_of
from tenure.ingest.readers.json import json_lines, load_json
from tenure.ingest.readers.yaml import load_yaml, yaml_lines

_SAYS_SO = re.compile(r"""^["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]\.\d""", re.MULTILINE)
_SAYS_SO_JSON = re.compile(r'[{,]\s*"(?:openapi|swagger)"\s*:\s*"[23]\.\d')
_RESOLVED = (
    "schemas",
    "parameters",
    "responses",
    "requestBodies",
    "examples",
    "headers",
    "links",
    "pathItems",
    "callbacks",
)
_TOP = ("paths", "webhooks", "servers", "host", "basePath", "schemes", "openapi", "swagger", "parameters", "responses")


class OpenApiReader:
    """Reads API documents."""

    kind = "openapi"
    covers = (
        "OpenAPI 3 and Swagger 2 documents: endpoints with parameters, status codes, request and response fields, what "
        "is deprecated; schemas, version, servers. References to other files, callbacks and webhooks are not followed."
    )
    rank = 30
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the name ends as JSON or YAML does."""
        return suffix_of(name) in {".json", ".yaml", ".yml"}

    def accepts(self, content: Content) -> bool:
        """Whether it says of itself, at the top, that it is such a document."""
        text = content.text
        if "openapi" not in text and "swagger" not in text:
            return False
        if content.suffix != ".json":
            return _SAYS_SO.search(text) is not None
        if _SAYS_SO_JSON.search(text) is None:
            return False
        try:
            data = load_json(text)
        except InputError:
            return True
        return isinstance(data, dict) and ("openapi" in data or "swagger" in data)

    def read(self, content: Content) -> Document:
        """Read the document.

        Raises:
            InputError: if it is not JSON or YAML, naming the line, or unfolds to too many values.
        """
        try:
            data = _load(content)
        except InputError as error:
            raise InputError(f"'{content.name}', {error}") from None
        found = Manifest(content, lambda: _lines(content))
        schemas = Schemas(data)
        title = _about(found, data)
        Endpoints(found, data, schemas).take()
        _take_schemas(found, data, schemas)
        for member in _TOP:
            data.pop(member, None)
        for member in _RESOLVED:
            table(data, "components").pop(member, None)
        tidy(data, "components")
        return found.document(self.kind, title, data)


def _load(content: Content) -> dict[str, Any]:
    data = load_json(content.text) if content.suffix == ".json" else next(iter(load_yaml(content.text)), None)
    if not isinstance(data, dict):
        raise InputError("line 1: it is no API document")
    return data


def _lines(content: Content) -> Mapping[Path, int]:
    if content.suffix == ".json":
        return json_lines(content.text)
    return {path[1:]: line for path, line in yaml_lines(content.text).items() if path[:1] == (0,)}


def _about(found: Manifest, data: dict[str, Any]) -> str:
    """What the document says of the API as a whole; returns its title."""
    info = table(data, "info")
    title = info.pop("title", None)
    if isinstance(title, str):
        found.call(found.file, " ".join(title.split()))
        found.state("name", title, path=("info", "title"))
    found.state("version", info.pop("version", None), path=("info", "version"))
    licence = table(info, "license").pop("name", None)
    found.state("license", licence, path=("info", "license", "name"))
    tidy(info, "license")
    for member, label in (("openapi", "OpenAPI"), ("swagger", "Swagger")):
        if isinstance(data.get(member), str):
            found.state("format", f"{label} {data[member]}", path=(member,))
    servers = data.get("servers")
    urls = [s.get("url") for s in servers if isinstance(s, dict)] if isinstance(servers, list) else []
    found.list("servers", [url for url in urls if isinstance(url, str)], path=("servers",))
    host = data.get("host")
    if isinstance(host, str):
        schemes = data.get("schemes")
        base = str(data.get("basePath") or "")
        kinds = [str(s) for s in schemes] if isinstance(schemes, list) else []
        found.list("servers", [f"{kind}://{host}{base}" for kind in kinds] or [f"{host}{base}"], path=("host",))
    tidy(data, "info")
    return title if isinstance(title, str) else ""


def _take_schemas(found: Manifest, data: dict[str, Any], schemas: Schemas) -> None:
    """State the fields of each named schema, a subject of its own."""
    stem = stem_of(found.file)
    for where in (("components", "schemas"), ("definitions",)):
        for name, schema in table(data, *where).items():
            if not isinstance(name, str) or not name.strip() or not isinstance(schema, dict):
                continue
            subject = f"{found.file} › {name}"
            fields = list(schemas.fields(schema, (*where, name)))
            for other in item_names(stem, name):
                found.call(subject, other)
            for field in fields:
                if field.name.strip():
                    found.put((subject, field.name, ()), field.type, Place(0, field.path))
            if not fields:
                found.put((subject, "type", ()), schemas.type(schema), Place(0, (*where, name)))
    data.pop("definitions", None)


READERS = (OpenApiReader(),)
