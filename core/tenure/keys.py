"""Keys: (subject, relation, scope), normalised.

Two spellings are the same name when they agree after Unicode NFKC, case folding and white-space
folding. Punctuation is kept, so ``C`` and ``C++`` stay apart. The form first written is kept for
display.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from tenure.errors import InputError


@lru_cache(maxsize=65_536)
def fold(name: str) -> str:
    """Return the normalised form of a subject, relation or scope name (NFKC, case, white space)."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


@dataclass(frozen=True, slots=True)
class Scope:
    """A set of dimensions such as ``env=prod``; each scope is a key of its own.

    Attributes:
        dimensions: pairs (name, value), sorted by folded name.
    """

    dimensions: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, dimensions: Mapping[str, str] | None) -> Scope:
        """Build a scope from a mapping.

        Raises:
            InputError: if a name or value is empty or a name occurs twice after folding.
        """
        if not dimensions:
            return NO_SCOPE
        pairs = sorted(((str(n).strip(), str(v).strip()) for n, v in dimensions.items()), key=lambda p: fold(p[0]))
        if any(not n or not v for n, v in pairs):
            raise InputError("a scope needs a name and a value for each dimension, such as env=prod")
        if len({fold(n) for n, _ in pairs}) != len(pairs):
            raise InputError("a scope names the same dimension twice")
        return cls(tuple(pairs))

    @classmethod
    def parse(cls, text: str) -> Scope:
        """Read the written form ``env=prod,region=eu`` (empty text: no scope); a comma followed by
        an operator belongs to a range (``version=>=2,<3``).

        Raises:
            InputError: if a part has no ``=``.
        """
        parts: list[str] = []
        for part in text.split(","):
            if parts and part.lstrip()[:1] in {"<", ">", "=", "!", "~"}:
                parts[-1] += "," + part
            elif part.strip():
                parts.append(part)
        found: dict[str, str] = {}
        for part in parts:
            name, separator, value = part.partition("=")
            if not separator:
                raise InputError(f"'{part.strip()}' is not a scope: write name=value, such as env=prod")
            found[name] = value
        return cls.of(found)

    @property
    def normal(self) -> str:
        """The normalised form as stored and compared: compact JSON, or the empty string."""
        if not self.dimensions:
            return ""
        return json.dumps([[fold(n), fold(v)] for n, v in self.dimensions], ensure_ascii=False, separators=(",", ":"))

    def as_dict(self) -> dict[str, str]:
        """Return the dimensions as a new mapping, as written."""
        return dict(self.dimensions)

    def __bool__(self) -> bool:
        return bool(self.dimensions)

    def __str__(self) -> str:
        return ", ".join(f"{n}={v}" for n, v in self.dimensions)


NO_SCOPE = Scope()


@dataclass(frozen=True, slots=True)
class Key:
    """What a statement is about. Holds the written forms; compare keys by :attr:`normal`.

    Attributes:
        subject: the thing, as first written.
        relation: the relation's name; the ledger resolves aliases to the canonical name.
        scope: where it applies; empty for everywhere.
    """

    subject: str
    relation: str
    scope: Scope = field(default=NO_SCOPE)

    @property
    def normal(self) -> tuple[str, str, str]:
        """The normalised (subject, relation, scope) that identifies the key."""
        return fold(self.subject), fold(self.relation), self.scope.normal

    def __str__(self) -> str:
        where = f" [{self.scope}]" if self.scope else ""
        return f"{self.subject} · {self.relation}{where}"
