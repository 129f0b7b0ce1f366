"""The endpoints of an API document: parameters, bodies, responses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tenure.errors import InputError
from tenure.ingest.flatten import MOST_VALUES
from tenure.ingest.interfaces.schemas import Schemas, Where, true
from tenure.ingest.manifests.manifest import Manifest, Place
from tenure.ingest.secrets import is_secret

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")


class Body(NamedTuple):
    """What is sent or comes back: its schema, and where that stands."""

    schema: Any
    path: Where


class Endpoints:
    """States the endpoints of one document, each a subject called by method and path."""

    def __init__(self, found: Manifest, data: dict[str, Any], schemas: Schemas) -> None:
        self._found = found
        self._data = data
        self._schemas = schemas
        self._file = ("file", found.file)

    def take(self) -> None:
        """State all of them.

        Raises:
            InputError: if they unfold to too many values.
        """
        paths = self._data.get("paths")
        for path, item in (paths if isinstance(paths, dict) else {}).items():
            resolved = self._schemas.resolve(item)
            for method in METHODS:
                operation = resolved.get(method)
                if isinstance(operation, dict) and isinstance(path, str):
                    self._endpoint(f"{method.upper()} {path.strip()}", operation, resolved, ("paths", path, method))

    def _endpoint(self, subject: str, operation: dict[str, Any], item: dict[str, Any], where: Where) -> None:
        found = self._found
        for member in ("operationId", "summary"):
            name = operation.get(member)
            if isinstance(name, str) and len(name) <= 200:
                found.call(subject, name.strip())
        summary = operation.get("summary") or operation.get("description")
        self._state(subject, "description", summary, (*where, "summary" if operation.get("summary") else "description"))
        self._state(subject, "operation id", operation.get("operationId"), (*where, "operationId"))
        if true(operation.get("deprecated")):
            self._state(subject, "status", "deprecated", (*where, "deprecated"))
        tags = operation.get("tags")
        self._list(subject, "tags", tags if isinstance(tags, list) else [], (*where, "tags"))
        parameters = self._parameters(operation, item, where)
        for parameter, place in parameters:
            if parameter.get("in") != "body":
                self._list(subject, "parameters", [self._parameter(parameter)], place)
                self._default(subject, parameter, place)
        self._request(subject, operation, parameters, where)
        self._responses(subject, operation, (*where, "responses"))

    def _parameters(
        self, operation: dict[str, Any], item: dict[str, Any], where: Where
    ) -> list[tuple[dict[str, Any], Where]]:
        """The parameters of an endpoint; its own take the place of those all methods of its path share."""
        found: dict[tuple[str, str], tuple[dict[str, Any], Where]] = {}
        for holder, path in ((item, where[:-1]), (operation, where)):
            listed = holder.get("parameters")
            for place, parameter in enumerate(listed if isinstance(listed, list) else ()):
                resolved = self._schemas.resolve(parameter)
                name = resolved.get("name")
                if isinstance(name, str):
                    found[name, str(resolved.get("in"))] = resolved, (*path, "parameters", place)
        return list(found.values())

    def _parameter(self, parameter: dict[str, Any]) -> str:
        kind = self._schemas.type(_schema_of(parameter))
        needed = " required" if true(parameter.get("required")) else ""
        old = ", deprecated" if true(parameter.get("deprecated")) else ""
        return f"{parameter['name']} in:{parameter.get('in')}{needed} {kind}{old}"

    def _default(self, subject: str, parameter: dict[str, Any], where: Where) -> None:
        default = self._schemas.resolve(_schema_of(parameter)).get("default")
        if isinstance(default, str | int | float) and not is_secret(str(parameter["name"]), str(default)):
            value = str(default).lower() if isinstance(default, bool) else str(default)
            self._put(subject, "default value", value, (self._file, ("parameter", str(parameter["name"]))), where)

    def _request(
        self, subject: str, operation: dict[str, Any], parameters: list[tuple[dict[str, Any], Where]], where: Where
    ) -> None:
        body = _body(self._schemas.resolve(operation.get("requestBody")), (*where, "requestBody"))
        in_body = [(p, place) for p, place in parameters if p.get("in") == "body"]
        if body is None and in_body:
            parameter, place = in_body[0]
            body = Body(parameter.get("schema"), (*place, "schema"))
        if body is None:
            return
        self._put(subject, "request type", self._schemas.type(body.schema), (self._file,), body.path)
        for field in self._schemas.fields(body.schema, body.path):
            self._put(subject, "request field", field.type, (("field", field.name), self._file), field.path)

    def _responses(self, subject: str, operation: dict[str, Any], where: Where) -> None:
        responses = operation.get("responses")
        if not isinstance(responses, dict):
            return
        self._list(subject, "status codes", [str(code) for code in responses if str(code)[:2] != "x-"], where)
        for code, response in responses.items():
            body = _body(self._schemas.resolve(response), (*where, code))
            if body is None or str(code)[:2] == "x-":
                continue
            status = ("status", str(code))
            self._put(subject, "response type", self._schemas.type(body.schema), (self._file, status), body.path)
            for field in self._schemas.fields(body.schema, body.path):
                scope = (("field", field.name), self._file, status)
                self._put(subject, "response field", field.type, scope, field.path)

    def _state(self, subject: str, relation: str, value: Any, where: Where) -> None:
        if isinstance(value, str) and value.strip() and len(value) <= 10_000:
            self._put(subject, relation, value.strip(), (self._file,), where)

    def _put(self, subject: str, relation: str, value: str, scope: tuple[tuple[str, str], ...], where: Where) -> None:
        if self._found.count > MOST_VALUES:
            raise InputError(f"'{self._found.file}', line 1: it holds more than {MOST_VALUES:,} values")
        if value.strip() and all(text.strip() for _, text in scope):
            self._found.put((subject, relation, scope), value, Place(0, where))

    def _list(self, subject: str, relation: str, values: list[Any], where: Where) -> None:
        texts = [value for value in values if isinstance(value, str)]
        self._found.list(relation, texts, subject=subject, scoped=True, path=where)


def _schema_of(parameter: dict[str, Any]) -> Any:
    """A parameter's schema: its own member in OpenAPI 3, the parameter itself in Swagger 2."""
    content = parameter.get("content")
    for media in content.values() if isinstance(content, dict) else ():
        return media.get("schema") if isinstance(media, dict) else None
    return parameter.get("schema", parameter)


def _body(node: dict[str, Any], where: Where) -> Body | None:
    """The body of a request or response: the JSON one if there are several forms; None if there is none."""
    if "schema" in node:
        return Body(node["schema"], (*where, "schema"))
    content = node.get("content")
    forms = [(form, media) for form, media in _items(content) if isinstance(media, dict) and "schema" in media]
    if not forms:
        return None
    form, media = next((f for f in forms if "json" in f[0]), forms[0])
    return Body(media["schema"], (*where, "content", form, "schema"))


def _items(node: Any) -> Iterator[tuple[str, Any]]:
    yield from ((str(key), value) for key, value in (node.items() if isinstance(node, dict) else ()))
