"""Dockerfiles: what each stage is built on, and how the image runs. Commands that build it say nothing here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tenure.errors import InputError
from tenure.ingest.document import Document
from tenure.ingest.flatten import Flat, Path, flatten, put_members, segment
from tenure.ingest.items import ItemKey
from tenure.ingest.readers.base import Content, base_of
from tenure.ingest.readers.configuration import configuration
from tenure.relations import Cardinality, Relation

_NAME = re.compile(
    r"(?!.*\.(?:py|js|ts|go|rs|rb|java|md|rst|html|json|ya?ml|toml)$)"  # a program about Dockerfiles is none
    r"(?:(?:docker|container)file(?:[.-].+)?|.+\.(?:docker|container)file)",
    re.IGNORECASE,
)
_FROM = re.compile(r"^\s*FROM\s", re.MULTILINE | re.IGNORECASE)
_ESCAPE = re.compile(r"\A(?:\s*#[^\n]*\n)*?\s*#\s*escape\s*=\s*`")
_HEREDOC = re.compile(r"<<-?(['\"]?)(\w+)\1")
_FROM_PARTS = re.compile(
    r"(?:--platform=(?P<platform>\S+)\s+)?(?P<image>\S+)(?:\s+as\s+(?P<stage>\S+))?\s*(?:#.*)?", re.IGNORECASE
)
_PAIR = re.compile(r"""([^\s=]+)=((?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'])*)""", re.DOTALL)
_QUOTED = re.compile(r"""\\(.)|'([^']*)'|"((?:\\.|[^"\\])*)\"""", re.DOTALL)
_BACKSLASH = re.compile(r"\\(.)", re.DOTALL)
_ONE = {
    "USER": "user",
    "WORKDIR": "working directory",
    "ENTRYPOINT": "entry point",
    "CMD": "command",
    "HEALTHCHECK": "health check",
    "SHELL": "shell",
    "STOPSIGNAL": "stop signal",
}
_MANY = {"EXPOSE": "exposed ports", "VOLUME": "volumes", "MAINTAINER": "maintainers"}
_PAIRS = {"ENV": "env", "LABEL": "label", "ARG": "arg"}
_SILENT = {"RUN", "COPY", "ADD", "ONBUILD"}
_KNOWN = {"FROM", *_ONE, *_MANY, *_PAIRS, *_SILENT}
_VOLUMES = Relation("volumes", Cardinality.SET)


class _Instruction(NamedTuple):
    """An instruction, and where each of its lines begins in what follows its word: pairs (offset, line)."""

    word: str
    rest: str
    line: int
    starts: list[tuple[int, int]]

    def line_at(self, offset: int) -> int:
        """Return the line that a part of it stands on."""
        return max((start for start in self.starts if start[0] <= offset), default=(0, self.line))[1]


class DockerfileReader:
    """Reads Dockerfiles."""

    kind = "dockerfile"
    covers = (
        "Dockerfiles: base image, ports, variables, labels, user, entry point, command and the like, each stage with "
        "its own scope; RUN, COPY, ADD and ONBUILD are left out."
    )
    rank = 30
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the name says Dockerfile or Containerfile."""
        return "file" in name.lower() and _NAME.fullmatch(base_of(name)) is not None

    def accepts(self, content: Content) -> bool:
        """Whether it builds on anything."""
        return _FROM.search(content.text) is not None

    def read(self, content: Content) -> Document:
        """Read the file.

        Raises:
            InputError: for what is no instruction, with the line.
        """
        return configuration(content, self.kind, lambda f: _unfold(content, f), lambda: _lines(content.text))


def _unfold(content: Content, flat: Flat) -> None:
    instructions = list(_instructions(content.text))
    stages = sum(found.word == "FROM" for found in instructions)
    scope: tuple[tuple[str, str], ...] = ()
    stage = 0
    for found in instructions:
        if found.word == "FROM":
            stage += 1
            scope = _from(content.name, found, "" if stage == stages else str(stage - 1), flat)
        elif found.word in _ONE:
            relation, path = _ONE[found.word], (found.line,)
            flatten(_value(found.rest), content.name, prefix=relation, scope=scope, path=path, into=flat)
        elif found.word in _MANY:
            _set((content.name, _MANY[found.word], scope), found, flat)
        elif found.word in _PAIRS:
            for name, value, line in _pairs(found):
                relation = f"{_PAIRS[found.word]}.{segment(name)}"
                flatten(value, content.name, prefix=relation, scope=scope, path=(line,), into=flat)


def _set(key: ItemKey, found: _Instruction, flat: Flat) -> None:
    value = [found.rest] if found.word == "MAINTAINER" else _value(found.rest)
    several = value.split() if isinstance(value, str) else value
    put_members([(each, (found.line,)) for each in several], key, into=flat)
    if found.word == "VOLUME":
        flat.relations["volumes"] = _VOLUMES


def _from(subject: str, found: _Instruction, position: str, flat: Flat) -> tuple[tuple[str, str], ...]:
    """Add the base image of a stage and return the stage's scope: none for a last stage without a name."""
    parts, path = _FROM_PARTS.fullmatch(found.rest), (found.line,)
    if parts is None:
        raise InputError(f"line {found.line}: FROM names no image")
    stage = parts["stage"] or position
    scope = (("stage", stage),) if stage else ()
    flatten(parts["image"], subject, prefix="base image", scope=scope, path=path, into=flat)
    if parts["platform"]:
        flatten(parts["platform"], subject, prefix="build platform", scope=scope, path=path, into=flat)
    return scope


def _instructions(text: str) -> Iterator[_Instruction]:
    """Yield each instruction, lines that go on joined, comments and here-documents left out."""
    escape = "`" if "escape" in text and _ESCAPE.match(text) else "\\"
    begun, starts = "", list[tuple[int, int]]()
    waiting: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        row = line.strip()
        if waiting:
            if row == waiting[0]:
                del waiting[0]
            continue
        if not row or row[0] == "#":
            continue
        starts.append((len(begun), number))
        if row.endswith(escape):
            begun += row[:-1] + " "
            continue
        instruction = _instruction(begun + row, starts)
        if "<<" in row and instruction.word in _SILENT:
            waiting = [found[2] for found in _HEREDOC.finditer(row)]
        begun, starts = "", []
        yield instruction
    if begun:
        yield _instruction(begun.rstrip(), starts)


def _instruction(text: str, starts: list[tuple[int, int]]) -> _Instruction:
    word = text.split(None, 1)[0].upper() if text.strip() else ""
    if word not in _KNOWN:
        raise InputError(f"line {starts[0][1]}: it begins with no instruction of a Dockerfile")
    rest = text.lstrip()[len(word) :].lstrip()
    skipped = len(text) - len(rest)
    return _Instruction(word, rest.rstrip(), starts[0][1], [(at - skipped, line) for at, line in starts])


def _lines(text: str) -> Mapping[Path, int]:
    return {(line,): line for found in _instructions(text) for _, line in found.starts}


def _value(rest: str) -> str | list[str]:
    """Read the list form of an instruction; anything else is Docker's shell form."""
    if not rest.startswith("["):
        return rest
    try:
        found = json.loads(rest)
    except (json.JSONDecodeError, RecursionError):
        return rest
    return [str(item) for item in found] if isinstance(found, list) else rest


def _pairs(found: _Instruction) -> Iterator[tuple[str, str, int]]:
    first, _, after = found.rest.partition(" ")
    if "=" not in first:
        yield first, after.strip(), found.line
        return
    for match in _PAIR.finditer(found.rest):
        yield _unquoted(match[1]), _unquoted(match[2]), found.line_at(match.start())


def _unquoted(text: str) -> str:
    if '"' not in text and "'" not in text and "\\" not in text:
        return text
    return _QUOTED.sub(lambda m: m[1] or m[2] or _BACKSLASH.sub(r"\1", m[3] or ""), text)


READERS = (DockerfileReader(),)
