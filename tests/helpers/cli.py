"""Runs the command line in this process, and checks its JSON against the schemas."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO, TextIOWrapper
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from tenure.cli import run


@dataclass(frozen=True)
class Done:
    """What a command left: exit code and both streams."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON object printed."""
        lines = self.out.splitlines()
        assert len(lines) == 1, self
        return json.loads(lines[0])

    @property
    def lines(self) -> list[Any]:
        """The JSON objects printed, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]


def tenure(*arguments: object) -> Done:
    """Run ``tenure`` with these arguments; a traceback is the test's failure."""
    out, err = TextIOWrapper(BytesIO(), "utf-8"), TextIOWrapper(BytesIO(), "utf-8")
    with redirect_stdout(out), redirect_stderr(err):
        code = run([str(argument) for argument in arguments])
    return Done(code, *(_text(stream) for stream in (out, err)))


def _text(stream: TextIOWrapper) -> str:
    stream.flush()
    raw = stream.buffer
    assert isinstance(raw, BytesIO)
    return raw.getvalue().decode("utf-8")


def done(*arguments: object) -> Done:
    """Run a command that must succeed."""
    result = tenure(*arguments)
    assert result.code == 0, result
    assert result.err == "", result
    return result


def refused(*arguments: object) -> str:
    """Run a command that must be refused; return its one sentence."""
    result = tenure(*arguments)
    assert result.code == 2, result
    assert result.out == "", result
    assert result.err.startswith("tenure: "), result
    assert result.err.count("\n") == 1, result
    assert "Traceback" not in result.err
    return result.err.removeprefix("tenure: ").rstrip("\n")


@cache
def _schemas() -> Registry[Any]:
    folder = files("tenure_resources") / "schemas"
    found = [
        (entry.name, json.loads(entry.read_text("utf-8"))) for entry in folder.iterdir() if entry.name.endswith(".json")
    ]
    return Registry().with_resources((name, Resource.from_contents(schema)) for name, schema in found)


def schema_names() -> list[str]:
    """Return the names of all schemas."""
    return sorted(uri.removesuffix(".json") for uri in _schemas())


def fits(name: str, value: Any) -> Any:
    """Check a value against the schema of this name and return it."""
    schema = _schemas().contents(f"{name}.json")
    Draft202012Validator.check_schema(schema)
    errors = sorted(
        f"{'/'.join(str(part) for part in error.absolute_path)}: {error.message}"
        for error in _errors(Draft202012Validator(schema, registry=_schemas()), value)
    )
    assert not errors, errors
    return value


def _errors(validator: Draft202012Validator, value: Any) -> Iterator[Any]:
    for error in validator.iter_errors(value):
        yield error
        yield from error.context or ()
