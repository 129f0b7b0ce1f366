"""INI configuration: sections and keys, of git, pip, tox, systemd, EditorConfig and the like."""

from __future__ import annotations

import re

from tenure.errors import InputError
from tenure.ingest.document import Document
from tenure.ingest.flatten import Path, Row, put_rows, segment
from tenure.ingest.readers.base import Content, base_of, suffix_of
from tenure.ingest.readers.configuration import configuration, is_template, row_lines

_SUFFIXES = {".ini", ".cnf", ".inf", ".desktop", ".service", ".timer", ".socket", ".mount", ".target", ".network"}
_UNSURE = {".conf", ".config", ".cfg"}
_UNITS = {".service", ".timer", ".socket", ".mount", ".target", ".network"}
_NAMES = {
    ".editorconfig", ".gitconfig", ".gitmodules", ".flake8", ".coveragerc", ".pylintrc", "pylintrc", ".pypirc",
    ".npmrc", ".hgrc", ".bumpversion.cfg", ".isort.cfg", ".mypy.ini", ".pydocstyle", ".wgetrc", ".my.cnf",
}  # fmt: skip
_SECTION = re.compile(r"\[([^\]\n]+)\]\s*(?:[#;].*)?")
_INLINE = re.compile(r"\s[#;](?:\s.*)?$")
_LINE = re.compile(r"\s*(?:[#;].*|\[[^\]\n]+\]\s*(?:[#;].*)?|[\w@%*.\"-][^=:\n{}<>;]*[=:](?![:/]).*|)")


class IniReader:
    """Reads INI."""

    kind = "ini"
    covers = "INI configuration: sections and keys as paths; values on several lines are kept as such."
    rank = 50
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the name ends as INI does, or may."""
        return suffix_of(name) in _SUFFIXES | _UNSURE or base_of(name) in _NAMES

    def accepts(self, content: Content) -> bool:
        """Whether it looks like INI, if the name leaves that open."""
        if content.suffix not in _UNSURE:
            return not is_template(content.text)
        rows = [row for row in content.text.split("\n") if row[:1] not in {" ", "\t"}]
        return any("=" in row or row.startswith("[") for row in rows) and all(_LINE.fullmatch(row) for row in rows)

    def read(self, content: Content) -> Document:
        """Read the file.

        Raises:
            InputError: for a section that does not end, with the line.
        """
        units = content.suffix in _UNITS
        return configuration(
            content,
            self.kind,
            lambda flat: put_rows(_rows(content.text, units=units), content.name, into=flat),
            lambda: {**row_lines(_rows(content.text, units=False)), **_places(content.text, units=units)},
        )


def _rows(text: str, *, units: bool) -> list[Row]:
    """Return the rows of each key; with ``units`` a key may come several times, as in systemd's."""
    rows: list[Row] = []
    section = ""
    open_at = -1
    for number, line in enumerate(text.split("\n"), 1):
        row = line.strip()
        if not row or row[0] in "#;":
            continue
        indent = len(line) - len(line.lstrip())
        if 0 <= open_at < indent:
            rows[-1] = rows[-1]._replace(value=f"{rows[-1].value}\n{_uncommented(row)}".lstrip("\n"))
        elif row[0] == "[":
            header = _SECTION.fullmatch(row)
            if header is None:
                raise InputError(f"line {number}: the section's name does not end")
            section = segment(header[1].strip()) + "."
            open_at = -1
        else:
            rows.append(_row(section, row, number))
            open_at = indent
    return _joined(rows) if units else rows


def _row(section: str, row: str, number: int) -> Row:
    equals, colon = row.find("="), row.find(":")
    if colon > 0 and (equals < 0 or (colon < equals and row[colon + 1 : colon + 2].isspace())):
        equals = colon
    if equals < 0:
        return Row(section + segment(_uncommented(row)), "null", number)
    value = row[equals + 1 :].strip()
    return Row(section + segment(row[:equals].strip()), _unquoted(_uncommented(value)), number)


def _uncommented(value: str) -> str:
    if "#" not in value and ";" not in value:
        return value
    return _INLINE.sub("", f" {value}").strip()


def _unquoted(value: str) -> str:
    plain = len(value) > 1 and value[0] in "\"'" and value[-1] == value[0] and value[0] not in value[1:-1]
    return value[1:-1] if plain else value


def _joined(rows: list[Row]) -> list[Row]:
    found: dict[str, Row] = {}
    for row in rows:
        same = found.get(row.relation)
        before = [] if same is None else same.value if isinstance(same.value, list) else [same.value]
        found[row.relation] = row if same is None else same._replace(value=[*before, str(row.value)])
    return list(found.values())


def _places(text: str, *, units: bool) -> dict[Path, int]:
    """Return the lines of the values of keys that come several times, by (line of the first, position)."""
    places: dict[Path, int] = {}
    lines: dict[str, list[int]] = {}
    for row in _rows(text, units=False) if units else ():
        several = lines.setdefault(row.relation, [])
        several.append(row.line)
        places[several[0], len(several) - 1] = row.line
    return places


READERS = (IniReader(),)
