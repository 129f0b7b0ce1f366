"""Keeps how a table is read in a project's mapping: one ``[[table]]`` part as TOML, put in place of the one before."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from tenure.errors import InputError
from tenure.ingest.mapping import Mapping, parse_mapping
from tenure.ingest.tablemap import TableMap

_PART = re.compile(r"\s*\[\[?\s*[\"']?(\w+)")


def with_table(mapping: Mapping, table: TableMap, *, instead_of: TableMap | None = None) -> Mapping:
    """Return a mapping with a table, in place of the part for the same files and sheet; all else stays as written.

    Args:
        mapping: the project's.
        table: the new part.
        instead_of: another part that it replaces, whatever its files.

    Raises:
        InputError: if that part cannot be told from the others in the mapping's text.
    """
    text = mapping.text
    mine = (table.files, table.sheet)
    same = [n for n, old in enumerate(mapping.tables) if (old.files, old.sheet) == mine or old == instead_of]
    if same:
        text = _without(text, same, len(mapping.tables))
    text = f"{text.rstrip()}\n\n{written(table)}".lstrip()
    found = parse_mapping(text)
    kept = tuple(old for index, old in enumerate(mapping.tables) if index not in same)
    if found.files != mapping.files or found.tables != (*kept, table):
        raise InputError(f"the project's mapping has a part for {table.files[0]} that has to be changed by hand")
    return found


def written(table: TableMap) -> str:
    """Return a table as a ``[[table]]`` part."""
    lines = ["[[table]]", f"files = {_list(table.files)}"]
    for name, text in (("sheet", table.sheet), ("subject", table.subject)):
        if text is not None:
            lines.append(f"{name} = {_text(text)}")
    if table.header is not None:
        lines.append(f"header = {table.header}")
    if table.names:
        lines.append(f"names = {_list(table.names)}")
    if table.relations is not None and table.relation is None:
        lines.append(f"relations = {_pairs(table.relations)}")
    if table.sets:
        lines.append(f"sets = {_pairs(table.sets)}")
    single = (
        ("relation", table.relation),
        ("value", table.value),
        ("valid_from", table.valid_from),
        ("valid_to", table.valid_to),
    )
    lines += [f"{name} = {_text(column)}" for name, column in single if column is not None]
    if table.scope:
        lines.append(f"scope = {_pairs(table.scope)}")
    if table.scope_columns:
        lines.append(f"scope_columns = {_pairs(table.scope_columns)}")
    return "\n".join(lines) + "\n"


def _without(text: str, numbers: Sequence[int], count: int) -> str:
    """Return the text of a mapping without some of its tables."""
    lines = text.split("\n")
    starts = [(index, found[1]) for index, line in enumerate(lines) if (found := _PART.match(line))]
    parts = [(index, name) for index, name in starts if lines[index].lstrip().startswith("[[")]
    tables = [place for place, (_, name) in enumerate(parts) if name == "table"]
    if len(tables) != count:
        return text
    ends = [index for index, _ in parts[1:]] + [len(lines)]
    gone = [(parts[tables[number]][0], ends[tables[number]]) for number in numbers]
    return "\n".join(line for index, line in enumerate(lines) if not any(a <= index < b for a, b in gone))


def _text(text: str) -> str:
    # JSON's way of writing a text is TOML's, but for one sign
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def _list(texts: Sequence[str]) -> str:
    return "[" + ", ".join(map(_text, texts)) + "]"


def _pairs(pairs: Sequence[tuple[str, str]]) -> str:
    return "{ " + ", ".join(f"{_text(name)} = {_text(value)}" for name, value in pairs) + " }" if pairs else "{}"
