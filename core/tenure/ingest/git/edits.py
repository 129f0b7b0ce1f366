"""Changed lines read by themselves, without reading the whole file anew.

Most commits change a value or two. Where a format lets one line state one value (``port = 80``), a line that
differs in nothing but that value says what the old one said, with that value in place of the old; lines that come and
go (``moves``) and versions in lock files (``pins``) are told likewise. This is an optimisation only: whatever is in
doubt — any other difference, a name that occurs more often in the text than among the values, a possible secret — is
left to the reader of the whole file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import compress
from operator import ne
from typing import NamedTuple

from tenure.ingest.items import ItemKey
from tenure.ingest.manifests.names import python_name
from tenure.ingest.secrets import SECRET, is_secret, redact

MOST = 8
"""So many lines may differ at most."""
_NUMBER = r"-?(?:0|[1-9]\d{0,14})"
_QUOTED = r'"[\w./:@+<>=~^*-](?:[\w ./:@,+<>=~^*-]*[\w./:@+<>=~^*-])?"'
_BARE = r"[\w./@+-]+"
_SPECIFIER = r"(?:===?|~=|!=|<=?|>=?)[\w.*+!-]+(?:,(?:===?|~=|!=|<=?|>=?)[\w.*+!-]+)*"
REQUIREMENTS = "requirements"
REQUIREMENT = "requirement"
_FORMS = {
    "json": re.compile(rf'\s*"(?P<key>[\w-]+)": (?P<value>{_NUMBER}|true|false|{_QUOTED}),?', re.ASCII),
    "toml": re.compile(rf"(?P<key>[\w-]+) = (?P<value>{_NUMBER}|true|false|{_QUOTED})", re.ASCII),
    "yaml": re.compile(rf"\s*(?P<key>[A-Za-z][\w-]*): (?P<value>{_NUMBER}|true|false|{_QUOTED})", re.ASCII),
    "env": re.compile(rf"(?P<key>[A-Za-z_]\w*)=(?P<value>{_BARE})", re.ASCII),
    "properties": re.compile(rf"(?P<key>[\w-]+(?:\.[\w-]+)*)(?: ?[=:] ?)(?P<value>{_BARE})", re.ASCII),
    REQUIREMENTS: re.compile(rf"(?P<key>[a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?P<value>{_SPECIFIER})", re.ASCII),
}
"""By format: a line that states one value and nothing else; ``value`` is stored as it stands there, without quotes."""
_ASSIGNED = re.compile(r"(?<![\w.-])([\w.-]++)[\"']?[ \t]*+[=:]")
_NAMED = {
    "properties": re.compile(r"(?<![\w.-])([\w.-]++)[\"']?[ \t]*+[=:\s]"),
    REQUIREMENTS: re.compile(r"^[ \t]*([\w.-]+)", re.MULTILINE),
    "toml lock": re.compile(r'^name = "([^"\n]*)"', re.MULTILINE),
    "package-lock": re.compile(r'node_modules/((?:@[\w.-]+/)?[\w.-]+)"'),
}
"""By format: a name that is given a value, wherever it stands."""
_PACKAGES = frozenset({REQUIREMENTS, "toml lock", "package-lock"})
"""Formats whose names are those of packages."""
TELLING = frozenset({"openapi", "swagger", "apiVersion", "kind", "$schema", "lockfileVersion"})
"""Names whose value may tell another reader that the file is its own."""
_TELLING_SECRET = 8
"""Characters; a shorter secret is hidden where it stands only."""
_DIGITS = ("7", "7" * 15)
"""The shortest and longest number a form takes."""


class Edit(NamedTuple):
    """A value that a changed line states.

    Attributes:
        key: subject, relation and scope.
        value: the new value, or None if it is gone.
        line: the line's number, from 1; 0 if the value is gone.
        member: of a set, the member whose place it takes, or that is gone; empty if there was none. None for the value
            of a functional key.
    """

    key: ItemKey
    value: str | None
    line: int
    member: str | None = None


class Parts(NamedTuple):
    """A lock file taken apart: what stands around its packages, and these as text, in order and as a set."""

    around: tuple[str, str]
    packages: Sequence[str]
    known: frozenset[str]


class Former:
    """What is known of a file's last readable version, kept in step from edit to edit.

    Args:
        subject: the file's source name.
        kind: the reader's name for its format.
        text: its text.
        lines: its lines.
        safe: its lines, secrets blanked out; ``lines`` itself if there are none.
        values: what it states, kept in step by whoever takes up the edits.
        members: the members of sets it states, likewise.

    Attributes:
        parts: a lock file taken apart, once its packages are known to be told by their lines.
    """

    __slots__ = (
        "_counts",
        "_known",
        "_names",
        "_quiet",
        "form",
        "kind",
        "lines",
        "members",
        "parts",
        "safe",
        "subject",
        "text",
        "values",
    )

    def __init__(
        self,
        subject: str,
        kind: str,
        texts: tuple[str, Sequence[str], Sequence[str]],
        values: Mapping[ItemKey, str],
        members: Mapping[ItemKey, tuple[str, ...]],
    ) -> None:
        self.subject = subject
        self.kind = kind
        self.form = _FORMS.get(kind)
        self.text, self.lines, self.safe = texts
        self.values = values
        self.members = members
        self._names: dict[str, list[ItemKey]] | None = None
        self._counts: Counter[str] | None = None
        self._known: dict[str, ItemKey] = {}
        self._quiet: set[str] = set()
        self.parts: Parts | None = None

    @property
    def names(self) -> Mapping[str, Sequence[ItemKey]]:
        """The keys by the last part of their relation, of requirements by the package."""
        if self._names is None:
            self._names = {}
            for key in self.values:
                self._names.setdefault(_name(key), []).append(key)
        return self._names

    def count(self, name: str) -> int:
        """Return in how many places of the text a name stands as one that is given a value, however it is written.

        Of packages: how many lines begin with it, in any spelling that may mean the same.
        """
        if self._counts is None:
            found = _NAMED.get(self.kind, _ASSIGNED).findall(self.text)
            if self.kind in _PACKAGES:
                found = [python_name(one).lower() for one in found]
            self._counts = Counter(found)
        return self._counts[python_name(name).lower() if self.kind in _PACKAGES else name]

    def edits(self, lines: Sequence[str]) -> list[Edit] | None:
        """Return the values that the lines which differ state now, none of them coming or going.

        None if the whole file has to be read.
        """
        places = list(compress(range(len(lines)), map(ne, self.lines, lines)))
        if len(places) > MOST:
            return None
        if len(places) == 1:
            edit = self._edit(places[0], lines[places[0]])
            return None if edit is None else [edit]
        found: list[Edit] = []
        for place in places:
            edit = self._edit(place, lines[place])
            if edit is None:
                return None
            found.append(edit)
        return found if len({edit.key for edit in found}) == len(found) else None

    def take(self, text: str, lines: Sequence[str], edits: Sequence[Edit], *, moved: bool = False) -> None:
        """Go on to the version that the edits make, once ``values`` has them; ``moved`` if keys came or went."""
        if self.safe is self.lines:
            self.safe = lines
        elif moved:
            self.safe = self._moved_safe(lines)
        else:
            safe = list(self.safe)
            for edit in edits:
                # What a line with a secret shows stays the same.
                if edit.value != SECRET:
                    safe[edit.line - 1] = redact(lines[edit.line - 1])
            self.safe = safe
        if moved:
            self._renamed(edits)
            gone = {edit.key for edit in edits if edit.value is None}
            if gone:
                self._known = {prefix: key for prefix, key in self._known.items() if key not in gone}
        self.text = text
        self.lines = lines

    def _renamed(self, edits: Sequence[Edit]) -> None:
        """Keep names in step with keys that came or went."""
        if self._counts is not None and self.form is None:
            for edit in edits:
                self._counts[self._counted(edit.key)] += (edit.value is not None) - bool(edit.member)
            return
        if self._names is None or self._counts is None:
            self._names = self._counts = None
            return
        for edit in edits:
            keys = self._names.setdefault(_name(edit.key), [])
            if edit.value is None:
                keys.remove(edit.key)
                self._counts[self._counted(edit.key)] -= 1
            elif edit.key not in keys:
                keys.append(edit.key)
                self._counts[self._counted(edit.key)] += 1

    def _counted(self, key: ItemKey) -> str:
        if self.kind in _PACKAGES:
            return python_name(key[0]).lower()
        return key[1] if self.kind == "properties" else _name(key)

    def _moved_safe(self, lines: Sequence[str]) -> Sequence[str]:
        """Return lines with secrets blanked out: those that stayed as they were, the new ones without any."""
        before, after = set(self.lines), set(lines)
        kept = (safe for line, safe in zip(self.lines, self.safe, strict=True) if line in after)
        return [next(kept) if line in before else line for line in lines]

    def stating(self, line: str) -> ItemKey | None:
        """Return the key of the value that a line of this version states, if there is but one it can be."""
        match = self.form.fullmatch(line) if self.form is not None else None
        if match is None:
            return None
        start = match.start("value")
        prefix = line[:start]
        value = match["value"].strip('"')
        key = self._known.get(prefix) or self._learn(match, prefix, value, line)
        return key if key is not None and self.values[key] == value else None

    def is_plain(self, key: ItemKey, value: str, line: str) -> bool:
        """Whether a value and its line may be stored as they are: nothing in them is a secret.

        What is a secret in one place is hidden in all of the file, so a longer value of a file with some is none.
        """
        if len(value) >= _TELLING_SECRET and self.safe is not self.lines:
            return False
        return redact(line) == line and not is_secret(key[1], value)

    def _edit(self, place: int, line: str) -> Edit | None:
        match = self.form.fullmatch(line) if self.form is not None else None
        if match is None:
            return None
        written = self.lines[place]
        start, end = match.span("value")
        prefix = line[:start]
        key = self._known.get(prefix) or self.stating(written) or self._known.get(prefix)
        if key is None:
            return None
        behind = len(written) - (len(line) - end)
        # The old line has the same before and behind the former value.
        if written[:start] != prefix or written[behind:] != line[end:]:
            return None
        former = written[start:behind]
        if self.values[key] == SECRET:
            return Edit(key, SECRET, place + 1) if self._stays_secret(key, place, match, former) else None
        if former.strip('"') != self.values[key]:
            return None
        value = match["value"].strip('"')
        quiet = value.isdecimal() and len(value) < _TELLING_SECRET and prefix in self._quiet
        if quiet or self.is_plain(key, value, line) or self._stays_blanked(key, value, place, line):
            return Edit(key, value, place + 1)
        return None

    def _stays_secret(self, key: ItemKey, place: int, match: re.Match[str], former: str) -> bool:
        """Whether a secret was changed for another, and nothing else of the file shows either of them."""
        value, line = match["value"], match.string
        start, end = match.span("value")
        before, after = former.strip('"'), value.strip('"')
        if max(len(before), len(after)) >= _TELLING_SECRET or after in line[:start]:
            return False
        # Neither was hidden for what stands elsewhere, and both are written alike.
        if (value[0] == '"') != (former[0] == '"') or not is_secret(key[1], before) or not is_secret(key[1], after):
            return False
        return self.safe[place] == line[:start] + value.replace(after, SECRET) + line[end:]

    def _stays_blanked(self, key: ItemKey, value: str, place: int, line: str) -> bool:
        """Whether a value is no secret, but its line looks like one, as it did before."""
        if self.safe is self.lines or len(value) >= _TELLING_SECRET or is_secret(key[1], value):
            return False
        written = self.lines[place]
        return redact(line) != line and self.safe[place] == redact(written) != written

    def _learn(self, match: re.Match[str], prefix: str, value: str, line: str) -> ItemKey | None:
        """Return the key of a name that stands before a value, and remember it if the value need not tell which."""
        keys = self._keys(match["key"])
        alone = len(keys) == 1
        if not alone:
            keys = [key for key in keys if self.values[key] == value]
        if len(keys) != 1 or not (keys[0][0] == self.subject or self.kind == REQUIREMENTS):
            return None
        if alone:
            self._known[prefix] = keys[0]
            if _is_quiet(prefix, line[match.end("value") :], keys[0][1]):
                self._quiet.add(prefix)
        return keys[0]

    def _keys(self, name: str) -> Sequence[ItemKey]:
        """Return the keys of a name, or none if the text has it elsewhere too (repeated, in a comment or text)."""
        if name in TELLING:
            return ()
        keys = self.names.get(name.rpartition(".")[2], ())
        if self.kind == "properties":
            keys = [key for key in keys if key[1] == name]
        count = self.count(name)
        # What several lines ask of a package is put together.
        return keys if count == len(keys) and (count == 1 or self.kind != REQUIREMENTS) else ()


@lru_cache(maxsize=16_384)
def _is_quiet(before: str, behind: str, relation: str) -> bool:
    """Whether a number on a line is no secret, whichever it is."""
    probes = [f"{before}{digits}{behind}" for digits in _DIGITS]
    return probes == [redact(probe) for probe in probes] and not any(is_secret(relation, d) for d in _DIGITS)


def _name(key: ItemKey) -> str:
    return key[0] if key[1] == REQUIREMENT else key[1].rpartition(".")[2]


def differing(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """Return the first line of the new version that differs, and the first after the last one (from 0)."""
    shorter = min(len(old), len(new))
    first = next((n for n in range(shorter) if old[n] != new[n]), shorter)
    behind = next((n for n in range(1, shorter - first + 1) if old[-n] != new[-n]), shorter - first + 1)
    return first, len(new) - behind + 1
