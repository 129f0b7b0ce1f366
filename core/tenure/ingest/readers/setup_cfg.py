"""setup.cfg: the metadata and options of setuptools, and the settings of tools."""

from __future__ import annotations

import re

from tenure.ingest.document import Document
from tenure.ingest.flatten import Path
from tenure.ingest.manifests.about import link_relation
from tenure.ingest.manifests.manifest import Manifest
from tenure.ingest.manifests.python_lists import require_all
from tenure.ingest.readers.base import Content, base_of

_TEXTS = {"name": "name", "version": "version", "description": "description", "summary": "description",
          "license": "license", "url": "homepage", "home_page": "homepage", "author": "author",
          "maintainer": "maintainer",
          "download_url": "download page"}  # fmt: skip
_SETS = {"classifiers": "classifiers", "classifier": "classifiers", "keywords": "keywords"}
_LISTS = {"install_requires": "", "setup_requires": "setup", "tests_require": "tests"}
_SEPARATOR = re.compile(
    r";(?!\s*\(*\s*(?:python_|sys_|platform_|platform\.|os_name|os\.|implementation_|extra\b|'|\"|sys\.))"
)
"""Requirements on one line stand apart by semicolons; one before a marker belongs to the requirement."""

_COMPUTED = ("attr:", "file:", "find:")

Rows = list[tuple[str, int]]
"""The lines of a value, each with its number."""


class SetupCfgReader:
    """Reads the declarative configuration of setuptools."""

    kind = "setup.cfg"
    covers = (
        "setup.cfg: requirements, extras, required Python and metadata of setuptools; every other section by its path. "
        "What is taken from code or other files (attr:, file:) is kept as written."
    )
    rank = 10
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the file is called setup.cfg."""
        return base_of(name) == "setup.cfg"

    def accepts(self, content: Content) -> bool:
        """Whether there is anything to read, which the name has decided."""
        return bool(content.name)

    def read(self, content: Content) -> Document:
        """Read the file.

        Raises:
            InputError: for a line outside of a section or without a value, unless ``skip_bad``.
        """
        lines: dict[Path, int] = {}
        found = Manifest(content, lambda: lines)
        sections = _sections(found, lines)
        _metadata(found, sections.get("metadata", {}))
        _options(found, sections)
        rest = {
            section: {key: "\n".join(text for text, _ in rows) for key, rows in options.items()}
            for section, options in sections.items()
            if options
        }
        return found.document(self.kind, "", rest)


def _sections(found: Manifest, lines: dict[Path, int]) -> dict[str, dict[str, Rows]]:
    """Take the file apart into sections, options and the lines of their values."""
    sections: dict[str, dict[str, Rows]] = {}
    options: dict[str, Rows] | None = None
    rows: Rows | None = None
    section = ""
    for number, line in enumerate(found.content.text.split("\n"), 1):
        text = line.strip()
        if not text or text[0] in "#;":
            continue
        if line[0] in " \t" and rows is not None:
            rows.append((text, number))
        elif text[0] == "[" and text[-1] == "]":
            section = text[1:-1].strip()
            options, rows = sections.setdefault(section, {}), None
            lines.setdefault((section,), number)
        elif options is None:
            found.malformed(number, "it stands before the first section")
        else:
            key, value = _option(text)
            if value is None:
                found.malformed(number, "an option without a value")
                continue
            rows = [(value, number)] if value else []
            options[key] = rows
            lines[section, key] = number
    return sections


def _option(text: str) -> tuple[str, str | None]:
    at = min((at for at in (text.find("="), text.find(":")) if at >= 0), default=-1)
    return (text, None) if at < 0 else (text[:at].strip(), text[at + 1 :].strip())


def _metadata(found: Manifest, options: dict[str, Rows]) -> None:
    for key in list(options):
        rows = options[key]
        name = key.lower().replace("-", "_")
        if not rows or rows[0][0].startswith(_COMPUTED):
            continue
        if name in _TEXTS:
            text = "\n".join(text for text, _ in options.pop(key))
            found.state(_TEXTS[name], text, rows[0][1])
            if name == "name":
                found.call(found.file, text)
        elif name in _SETS:
            del options[key]
            for text, number in rows:
                found.list(_SETS[name], text.split(",") if name == "keywords" else (text,), line=number)
        elif name == "project_urls":
            options[key] = [row for row in rows if not _link(found, *row)]
            if not options[key]:
                del options[key]


def _link(found: Manifest, text: str, line: int) -> bool:
    label, _, address = text.partition("=")
    relation = link_relation(label)
    if relation:
        found.state(relation, address, line)
    return bool(relation)


def _options(found: Manifest, sections: dict[str, dict[str, Rows]]) -> None:
    options = sections.get("options", {})
    for key in list(options):
        name = key.lower().replace("-", "_")
        if name == "python_requires":
            rows = options.pop(key)
            found.state("required python", ", ".join(text for text, _ in rows), rows[0][1] if rows else 0)
        elif name in _LISTS:
            _require(found, options, key, ("options", key), _LISTS[name])
    extras = sections.get("options.extras_require", {})
    for extra in list(extras):
        _require(found, extras, extra, ("options.extras_require", extra), extra)


def _require(found: Manifest, options: dict[str, Rows], key: str, path: Path, group: str) -> None:
    """State the requirements of a list, one a line or apart by semicolons; what is computed stays as it is."""
    rows = options[key]
    if rows and rows[0][0].startswith(_COMPUTED):
        return
    del options[key]
    for text, number in rows:
        bare = text.split(" #", 1)[0]
        require_all(found, _SEPARATOR.split(bare), path, group, number)


READERS = (SetupCfgReader(),)
