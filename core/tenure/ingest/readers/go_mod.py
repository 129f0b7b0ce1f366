"""go.mod: the module, the Go version, and what it requires."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tenure.ingest.document import Document
from tenure.ingest.manifests.manifest import Manifest, Place
from tenure.ingest.manifests.required import Entry
from tenure.ingest.readers.base import Content, base_of

_MAJOR = re.compile(r"v\d+")
_VERSION = re.compile(r"v\d+\.\d+\.\d+\S*")
_WORD = re.compile(r'"((?:[^"\\]|\\.)*)"|`([^`]*)`|([^\s"`]+)')
_SINGLE = {"module": "name", "go": "required go", "toolchain": "toolchain"}
_MANY = {"tool": "tools", "retract": "retracted versions", "godebug": "godebug", "ignore": "ignored directories"}
_KNOWN = {*_SINGLE, *_MANY, "require", "replace", "exclude"}


class GoModReader:
    """Reads the manifest of a Go module."""

    kind = "go.mod"
    covers = (
        "go.mod: required modules (indirect ones as a group), replacements, exclusions, retractions, tools, the Go "
        "version and toolchain. go.sum is left out."
    )
    rank = 10
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the file is called go.mod."""
        return base_of(name) == "go.mod"

    def accepts(self, content: Content) -> bool:
        """Whether there is anything to read, which the name has decided."""
        return bool(content.name)

    def read(self, content: Content) -> Document:
        """Read the file.

        Raises:
            InputError: for a line that is no directive, unless ``skip_bad``.
        """
        found = Manifest(content)
        for number, verb, words, comment in _directives(found, content.text):
            if verb in _SINGLE:
                found.state(_SINGLE[verb], words[0], number)
                if verb == "module":
                    found.call(found.file, words[0])
                    found.call(found.file, _short(words[0]))
            elif verb in _MANY:
                found.list(_MANY[verb], (" ".join(words),), line=number)
            else:
                _about_another(found, number, verb, words, comment)
        return found.document(self.kind)


def _directives(found: Manifest, text: str) -> Iterator[tuple[int, str, list[str], str]]:
    """Yield line number, directive, its words and the comment; blocks are opened out."""
    block = ""
    opened = 0
    for number, line in enumerate(text.split("\n"), 1):
        code, _, comment = line.partition("//")
        words = (
            code.split() if '"' not in code and "`" not in code else [a or b or c for a, b, c in _WORD.findall(code)]
        )
        if not words:
            continue
        if block:
            if words == [")"]:
                block = ""
            else:
                yield number, block, words, comment.strip()
        elif words[0].split("(")[0] not in _KNOWN:
            found.malformed(number, "it is no directive of a go.mod")
        elif words[-1] == "(" or words[0].endswith("("):
            block, opened = words[0].rstrip("("), number
        elif len(words) < 2:
            found.malformed(number, f"'{words[0]}' names nothing")
        else:
            yield number, words[0], words[1:], comment.strip()
    if block:
        found.malformed(opened, f"the block of '{block}' never ends")


def _about_another(found: Manifest, number: int, verb: str, words: list[str], comment: str) -> None:
    module = words[0]
    if verb == "replace":
        if "=>" not in words[1:-1]:
            found.malformed(number, "a replacement is written 'old => new'")
            return
        at = words.index("=>")
        old, new = words[:at], " ".join(words[at + 1 :])
        scope = (("file", found.file), *((("version", old[1]),) if len(old) > 1 else ()))
        found.put((module, "replacement", scope), new, Place(number))
    elif len(words) != 2 or not _VERSION.fullmatch(words[1]):
        found.malformed(number, "it is not a module and its version")
        return
    elif verb == "exclude":
        found.list("excluded versions", (words[1],), subject=module, line=number, scoped=True)
    else:
        group = "indirect" if comment.split(";", maxsplit=1)[0].strip() == "indirect" else ""
        found.require(Entry(module, words[1], "", group, line=number))
    found.call(module, _short(module))


def _short(module: str) -> str:
    """The last part of a module's path that says something: ``cobra`` of ``github.com/spf13/cobra/v2``."""
    parts = module.split("/")
    return parts[-2] if len(parts) > 1 and _MAJOR.fullmatch(parts[-1]) else parts[-1].split(".v")[0]


READERS = (GoModReader(),)
