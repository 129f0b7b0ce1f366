"""Requirement files of pip: requirements.txt and its kin."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tenure.errors import InputError
from tenure.ingest.document import Document
from tenure.ingest.manifests.manifest import Manifest
from tenure.ingest.manifests.names import python_name, requirement
from tenure.ingest.manifests.required import Entry
from tenure.ingest.readers.base import Content, base_of

_ENDINGS = (".txt", ".in", ".pip")
_FOLDERS = {"requirements", "reqs", "constraints"}
_COMMENT = re.compile(r"(?:^|\s)#.*$")
_OPTION = re.compile(r"(-[A-Za-z]|--[a-z][a-z-]*)(?:\s*=\s*|\s*)(.*)")
_ADDRESS = re.compile(r"(?:[a-z][a-z+.]*:|[A-Za-z]:\\|\.$|[\w.-]*/)")
_EGG = re.compile(r"[#&]egg=([A-Za-z0-9._-]+)")
_WHEEL = re.compile(r"(?:^|/)([A-Za-z0-9_.]+)-\d[^/]*\.(?:whl|tar\.gz|zip)(?:[#?]|$)")
_LOOKS = re.compile(r"-|[A-Za-z0-9][\w.-]*\s*(?:$|[\[<>=!~@;#(\\]|--)|[a-z+]+://|\.{1,2}/")
_INCLUDES = {"-r": "included files", "--requirement": "included files", "-c": "constraint files",
             "--constraint": "constraint files"}  # fmt: skip
_EDITABLE = {"-e", "--editable"}
_MANY = {"--extra-index-url": "extra index urls", "-f": "find links", "--find-links": "find links",
         "--trusted-host": "trusted hosts"}  # fmt: skip


class RequirementsReader:
    """Reads pip's requirement files."""

    kind = "requirements"
    covers = (
        "Requirement files of pip (requirements*.txt, requirements/*.txt and .in): packages, versions, markers, "
        "included files, indexes; hashes are left out."
    )
    rank = 10
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the name, or the folder's, says requirements or constraints."""
        parts = name.lower().split("/")
        if not parts[-1].endswith(_ENDINGS):
            return False
        named = "requirements" in parts[-1] or parts[-1].startswith("constraints")
        return named or (len(parts) > 1 and parts[-2] in _FOLDERS)

    def accepts(self, content: Content) -> bool:
        """Whether most of the lines look like requirements: prose is kept under such names too."""
        if base_of(content.name) == "requirements.txt":
            return True
        lines = [line.strip() for line in content.text.split("\n", 200)[:200]]
        lines = [line for line in lines if line and line[0] != "#"]
        return sum(_LOOKS.match(line) is not None for line in lines) * 2 >= len(lines)

    def read(self, content: Content) -> Document:
        """Read the file.

        Raises:
            InputError: for a line that is no requirement, unless ``skip_bad``.
        """
        found = Manifest(content)
        stem = base_of(content.name).rsplit(".", 1)[0]
        group = "" if stem == "requirements" else stem
        for number, line in _logical(content.text):
            try:
                if line[0] == "-":
                    _option(found, line, number, group)
                else:
                    _require(found, line, number, group)
            except InputError as error:
                found.malformed(number, str(error))
        return found.document(self.kind)


def _logical(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines with their numbers: continued ones joined, comments and blanks left out."""
    parts: list[str] = []
    first = 0
    for number, row in enumerate((*text.split("\n"), ""), 1):
        if not parts:
            first = number
        if row[-1:] == "\\" and not row.lstrip().startswith("#"):
            parts.append(row[:-1])
            continue
        line = "".join((*parts, row)) if parts else row
        parts.clear()
        line = _COMMENT.sub("", line).strip() if "#" in line else line.strip()
        if line:
            yield first, line


def _require(found: Manifest, line: str, number: int, group: str) -> None:
    if " --" in line:
        line = line.split(" --", 1)[0].rstrip()
    if _ADDRESS.match(line):
        _address(found, line, number, group)
        return
    name, asked, marker = requirement(line)
    subject = python_name(name)
    found.require(Entry(subject, asked, marker, group, line=number))
    found.call(subject, name)


def _address(found: Manifest, address: str, number: int, group: str) -> None:
    """A package given by address alone; it has a name if the address tells one."""
    address, _, marker = address.partition(" ;")
    named = _EGG.search(address) or _WHEEL.search(address)
    if named is None:
        found.list("required paths", (address,), line=number)
        return
    subject = python_name(named[1])
    found.require(Entry(subject, address.strip(), marker.strip(), group, line=number))
    found.call(subject, named[1])


def _option(found: Manifest, line: str, number: int, group: str) -> None:
    match = _OPTION.match(line)
    if match is None:
        raise InputError("it is neither a requirement nor an option")
    option, value = match[1], match[2].strip()
    if option in _EDITABLE:
        _address(found, value, number, group)
    elif option in _INCLUDES:
        found.list(_INCLUDES[option], (value,), line=number)
    elif option in _MANY:
        found.list(_MANY[option], (value,), line=number)
    else:
        found.state(option.lstrip("-") if option != "-i" else "index-url", value or "true", number)


READERS = (RequirementsReader(),)
