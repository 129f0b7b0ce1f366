from __future__ import annotations

import json
from typing import Any

import pytest
import yaml

from helpers.documents import items_of, read_text, survives
from tenure.errors import InputError

SAMPLE = """openapi: 3.0.3
info:
  title: Pet  Store
  version: 1.4.0
  license:
    name: MIT
servers:
  - url: https://api.example.org/v1
tags:
  - name: pets
    description: All of them
paths:
  /pets/{id}:
    parameters:
      - $ref: '#/components/parameters/Id'
    get:
      operationId: getPet
      summary: Fetch one pet
      deprecated: true
      tags: [pets]
      parameters:
        - name: limit
          in: query
          schema: {type: integer, default: 20}
      responses:
        "200":
          description: ok
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Pet'}
        404: {description: none}
        default: {$ref: '#/components/responses/Failed'}
    post:
      requestBody:
        content:
          text/plain: {schema: {type: string}}
          application/json:
            schema:
              type: object
              required: [name]
              properties:
                name: {type: string}
                owner:
                  type: object
                  properties:
                    city: {type: string, nullable: true}
                friends: {type: array, items: {$ref: '#/components/schemas/Pet'}}
      responses:
        "201":
          description: made
components:
  parameters:
    Id: {name: id, in: path, required: true, schema: {type: string}}
  responses:
    Failed:
      description: it failed
      content:
        application/problem+json:
          schema:
            properties:
              title: {type: string}
  schemas:
    Pet:
      type: object
      required: [id]
      properties:
        id: {type: integer, format: int64}
        parent: {$ref: '#/components/schemas/Pet'}
        kind: {type: string, enum: [cat, dog]}
        apiKey: {type: string, default: sk_live_abcdefghijklmnop}
    Dog:
      allOf:
        - $ref: '#/components/schemas/Pet'
        - type: object
          properties:
            barks: {type: boolean, default: true, deprecated: true}
    Either:
      oneOf: [{$ref: '#/components/schemas/Dog'}, {type: string}]
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
"""

SWAGGER: dict[str, Any] = {
    "swagger": "2.0",
    "info": {"title": "Old", "version": "1"},
    "host": "example.org",
    "basePath": "/v1",
    "schemes": ["https", "http"],
    "paths": {
        "/users": {
            "put": {
                "parameters": [
                    {"name": "dry", "in": "query", "type": "boolean", "default": False},
                    {"name": "body", "in": "body", "schema": {"$ref": "#/definitions/User"}},
                ],
                "responses": {
                    "200": {"schema": {"type": "array", "items": {"$ref": "#/definitions/User"}}},
                },
            }
        }
    },
    "definitions": {
        "User": {
            "properties": {"name": {"type": ["string", "null"]}, "more": {"additionalProperties": {"type": "integer"}}}
        }
    },
}


def values(text: str, name: str = "api/pets.yaml") -> dict[tuple[str, ...], str]:
    """The values of a document: by subject, relation and what its scope says beyond the file."""
    items = items_of(read_text(text, name))
    return {
        (key[0], key[1], *(value for dimension, value in key[2] if dimension != "file")): value
        for key, value in items.values.items()
    }


def members(text: str, name: str = "api/pets.yaml") -> dict[tuple[str, str], tuple[str, ...]]:
    items = items_of(read_text(text, name))
    return {(key[0], key[1]): some for key, some in items.members.items()}


def test_the_document() -> None:
    found = values(SAMPLE)
    assert {key[1]: value for key, value in found.items() if key[0] == "api/pets.yaml"} == {
        "name": "Pet  Store",
        "version": "1.4.0",
        "license": "MIT",
        "format": "OpenAPI 3.0.3",
        "components.securitySchemes.key.type": "apiKey",
        "components.securitySchemes.key.in": "header",
        "components.securitySchemes.key.name": "X-Key",
    }
    assert members(SAMPLE)["api/pets.yaml", "servers"] == ("https://api.example.org/v1",)
    assert found["api/pets.yaml › tags › pets", "description"] == "All of them"
    document = read_text(SAMPLE, "api/pets.yaml")
    assert (document.kind, document.title) == ("openapi", "Pet  Store")
    assert ("api/pets.yaml", "Pet Store") in items_of(document).names


def test_endpoints() -> None:
    found = values(SAMPLE)
    get = {key[1:]: value for key, value in found.items() if key[0] == "GET /pets/{id}"}
    assert get == {
        ("description",): "Fetch one pet",
        ("operation id",): "getPet",
        ("status",): "deprecated",
        ("default value", "limit"): "20",
        ("response type", "200"): "Pet",
        ("response field", "id", "200"): "integer (int64), required",
        ("response field", "parent", "200"): "Pet",
        ("response field", "kind", "200"): 'string, one of ["cat", "dog"]',
        ("response field", "apiKey", "200"): "string",
        ("response type", "default"): "object",
        ("response field", "title", "default"): "string",
    }
    assert members(SAMPLE)["GET /pets/{id}", "parameters"] == ("id in:path required string", "limit in:query integer")
    assert members(SAMPLE)["GET /pets/{id}", "status codes"] == ("200", "404", "default")
    assert members(SAMPLE)["GET /pets/{id}", "tags"] == ("pets",)
    names = items_of(read_text(SAMPLE, "api/pets.yaml")).names
    assert {("GET /pets/{id}", "getPet"), ("GET /pets/{id}", "Fetch one pet")} <= set(names)


def test_bodies() -> None:
    found = values(SAMPLE)
    post = {key[1:]: value for key, value in found.items() if key[0] == "POST /pets/{id}"}
    assert post == {
        ("request type",): "object",
        ("request field", "name"): "string, required",
        ("request field", "owner"): "object",
        ("request field", "owner.city"): "string or null",
        ("request field", "friends"): "array of Pet",
    }


def test_schemas_are_subjects() -> None:
    found = values(SAMPLE)
    dog = {key[1]: value for key, value in found.items() if key[0] == "api/pets.yaml › Dog"}
    assert dog == {
        "id": "integer (int64), required",
        "parent": "Pet",
        "kind": 'string, one of ["cat", "dog"]',
        "apiKey": "string",
        "barks": "boolean, default true, deprecated",
    }
    assert found["api/pets.yaml › Either", "type"] == "Dog or string"
    assert {("api/pets.yaml › Dog", "Dog"), ("api/pets.yaml › Dog", "pets Dog")} <= set(
        items_of(read_text(SAMPLE, "api/pets.yaml")).names
    )


def test_json_says_the_same() -> None:
    same = json.dumps(yaml.safe_load(SAMPLE), indent=2)
    renamed = {(key[0].replace(".yaml", ".json"), *key[1:]): value for key, value in values(SAMPLE).items()}
    assert values(same, "api/pets.json") == renamed


def test_no_secret_is_kept() -> None:
    items = items_of(read_text(SAMPLE, "api/pets.yaml"))
    assert "sk_live" not in f"{items.values} {items.members} {items.safe_text}"


def test_swagger() -> None:
    text = json.dumps(SWAGGER)
    found = values(text, "old.json")
    assert {key[1:]: value for key, value in found.items() if key[0] == "PUT /users"} == {
        ("default value", "dry"): "false",
        ("request type",): "User",
        ("request field", "name"): "string or null",
        ("request field", "more"): "map of integer",
        ("response type", "200"): "array of User",
        ("response field", "[].name", "200"): "string or null",
        ("response field", "[].more", "200"): "map of integer",
    }
    assert members(text, "old.json") == {
        ("old.json", "servers"): ("https://example.org/v1", "http://example.org/v1"),
        ("PUT /users", "parameters"): ("dry in:query boolean",),
        ("PUT /users", "status codes"): ("200",),
    }
    assert found["old.json", "format"] == "Swagger 2.0"


def test_each_value_is_found_on_its_line() -> None:
    items = items_of(read_text(SAMPLE, "api/pets.yaml"))
    rows = SAMPLE.split("\n")
    told = [(key, value) for key, value in items.values.items()]
    told += [(key, value) for key, some in items.members.items() for value in some]
    for key, value in told:
        assert items.locate(key, value) > 0, key
    file = ("file", "api/pets.yaml")
    field = ("GET /pets/{id}", "response field", (("field", "id"), file, ("status", "200")))
    assert "int64" in rows[items.locate(field, items.values[field]) - 1]
    assert rows[items.locate(("GET /pets/{id}", "status codes", (file,)), "404") - 1].strip().startswith("404")
    limit = ("GET /pets/{id}", "parameters", (file,))
    assert "name: limit" in rows[items.locate(limit, "limit in:query integer") - 1]
    assert "deprecated: true" in rows[items.locate(("GET /pets/{id}", "status", (file,)), "deprecated") - 1]


@pytest.mark.parametrize(
    "schemas",
    [
        {"A": {"$ref": "#/components/schemas/A"}},
        {"A": {"$ref": "#/components/schemas/B"}, "B": {"$ref": "#/components/schemas/A"}},
        {"A": {"allOf": [{"$ref": "#/components/schemas/A"}]}},
        {"A": {"properties": {"a": {"properties": {"b": {"$ref": "#/components/schemas/A"}}}}}},
        {"A": {"items": {"$ref": "#/components/schemas/A"}}},
        {"A": {"$ref": "other.yaml#/B"}, "B": {"$ref": "#/nowhere/at/all"}, "C": {"$ref": "#/paths/0"}},
        {"A": {"properties": [], "required": 1, "enum": {}, "type": {}, "allOf": [1], "items": 3}},
    ],
)
def test_circles_and_odd_schemas_end(schemas: dict[str, Any]) -> None:
    text = json.dumps({"openapi": "3.1.0", "paths": {}, "components": {"schemas": schemas}})
    assert read_text(text, "a.json").kind == "openapi"


def test_schemas_made_of_each_other_many_times_over_are_not_unfolded_without_end() -> None:
    schemas = {f"S{n}": {"allOf": [{"$ref": f"#/components/schemas/S{n + 1}"}] * 10} for n in range(30)}
    text = json.dumps({"openapi": "3.1.0", "paths": {}, "components": {"schemas": schemas}})
    assert read_text(text, "a.json").kind == "openapi"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.yaml", "a:\n  openapi: 3.0.0\n"),
        ("a.yaml", "openapi: yes\n"),
        ("a.json", '{"x": {"openapi": "3.0.0"}}'),
        ("a.yaml", "# openapi: 3.0.0\nport: 1\n"),
    ],
)
def test_what_merely_mentions_it(name: str, text: str) -> None:
    assert read_text(text, name).kind in {"yaml", "json"}


def test_what_is_malformed_is_refused_with_its_line() -> None:
    with pytest.raises(InputError, match=r"'a.yaml', line 2: it is not YAML"):
        read_text("openapi: 3.0.0\n\tx: 1\n", "a.yaml")
    with pytest.raises(InputError, match=r"'a.json', line 2: it is not JSON"):
        read_text('{"openapi": "3.0.0",\n"paths": }', "a.json")


def test_no_text_does_harm() -> None:
    survives(lambda text: read_text(text, "a.yaml"), [SAMPLE])
    survives(
        lambda text: read_text(text, "a.json"), [json.dumps(SWAGGER), json.dumps(yaml.safe_load(SAMPLE), indent=1)]
    )
