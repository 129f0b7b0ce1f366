"""What a file of configuration states, in a form that is short to compare."""

from __future__ import annotations

from helpers.documents import items_of, read_text


def stated(text: str, name: str) -> dict[tuple[str, str], str]:
    """The values of a file by (subject after the file's name, relation); the file itself is the empty subject."""
    items = items_of(read_text(text, name))
    return {(_within(subject, name), relation): value for (subject, relation, _), value in items.values.items()}


def sets(text: str, name: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """The members of a file's set relations, by (subject after the file's name, relation)."""
    items = items_of(read_text(text, name))
    return {(_within(subject, name), relation): found for (subject, relation, _), found in items.members.items()}


def lines(text: str, name: str) -> dict[tuple[str, str], int]:
    """The line of each value of a file, by (subject after the file's name, relation)."""
    items = items_of(read_text(text, name))
    return {(_within(key[0], name), key[1]): items.locate(key, value) for key, value in items.values.items()}


def everything(text: str, name: str) -> str:
    """All that would be stored of a file: values, members, names, what was refused, and the text."""
    document = read_text(text, name)
    items = items_of(document)
    parts = [items.values, items.members, items.names, items.dated, document.refused, document.title]
    return "\n".join([*map(str, parts), items.safe_text if items.safe_text is not None else text])


def _within(subject: str, name: str) -> str:
    return subject.removeprefix(name).removeprefix(" › ")
