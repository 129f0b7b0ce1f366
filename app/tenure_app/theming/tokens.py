"""The table of theme tokens, read from the resources."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

import tenure_resources


@dataclass(frozen=True, slots=True)
class Tokens:
    """One side (light or dark) of the table with the shared measures.

    Attributes:
        name: ``light`` or ``dark``.
        colours: token name to ``#rrggbb``.
        space: steps of white space in pixels.
        radius: corner radii in pixels by kind.
        sizes: font sizes in pixels by role.
        family: font families, best first.
        mono: fixed-width families, best first.
        scale: of text and what holds it, in percent; ``sizes`` have it in them.
    """

    name: str
    colours: Mapping[str, str]
    space: tuple[int, ...]
    radius: Mapping[str, int]
    sizes: Mapping[str, int]
    family: tuple[str, ...]
    mono: tuple[str, ...]
    scale: int = 100

    def __getitem__(self, colour: str) -> str:
        return self.colours[colour]

    @property
    def dark(self) -> bool:
        """Whether this is the dark side."""
        return self.name == "dark"


def load_tokens(name: str, scale: int = 100) -> Tokens:
    """Read one side of the table from the resources (``light`` or ``dark``) at a scale in percent."""
    text = resources.files(tenure_resources).joinpath("themes/tokens.json").read_text(encoding="utf-8")
    table: dict[str, Any] = json.loads(text)
    kinds = table["type"]
    return Tokens(
        name=name,
        colours=dict(table[name]),
        space=tuple(table["space"]),
        radius=dict(table["radius"]),
        sizes={role: scaled(size, scale) for role, size in kinds.items() if isinstance(size, int)},
        family=tuple(kinds["family"]),
        mono=tuple(kinds["mono"]),
        scale=scale,
    )


def scaled(pixels: int, scale: int) -> int:
    """Return a measure at a scale in percent; hairlines of one and two pixels stay."""
    return pixels if pixels < 3 else round(pixels * scale / 100)


def families(names: tuple[str, ...]) -> str:
    """Write font families as CSS and QSS take them, quoted where needed."""
    return ", ".join(name if name in {"sans-serif", "monospace"} else f'"{name}"' for name in names)


STATE_COLOURS: Mapping[str, str] = {
    "current": "current",
    "superseded": "retired",
    "ended": "retired",
    "future": "future",
    "unknown": "unknown",
    "disputed": "disputed",
    "expired": "expired",
}
"""State or flag to the name of its colour token; the fill is that name with ``Fill``."""

STATE_SIGNS: Mapping[str, str] = {
    "current": "●",
    "superseded": "✕",
    "ended": "■",
    "future": "◷",
    "unknown": "?",
    "disputed": "!",
    "expired": "⌛",
}
"""The second sign beside colour, for those who do not see the colour."""
