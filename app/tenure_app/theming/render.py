"""What is made from the tokens: style sheet, palette, web CSS, plotly template."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

from PySide6.QtGui import QColor, QPalette

import tenure_resources
from tenure_app.theming.tokens import Tokens, families, scaled

_MEASURE = re.compile(r"\b(\d+)px")
_PLACE = re.compile(r"@([A-Za-z]+)(?::(\d+))?@")


def style_sheet(tokens: Tokens, icons: str = "") -> str:
    """Return the application's style sheet: ``themes/app.qss`` with the tokens filled in.

    ``@name@`` is a colour, ``@name:NN@`` the colour at NN percent, ``@radiusCard@`` and
    ``@sizeBody@`` are measures in pixels. ``icons`` is the folder with the icons in this theme's colours.
    """
    text = resources.files(tenure_resources).joinpath("themes/app.qss").read_text(encoding="utf-8")
    text = _MEASURE.sub(lambda found: f"{scaled(int(found[1]), tokens.scale)}px", text)
    values = dict(tokens.colours)
    values |= {"radius" + kind.capitalize(): f"{size}px" for kind, size in tokens.radius.items()}
    values |= {"size" + role.capitalize(): f"{size}px" for role, size in tokens.sizes.items()}
    values |= {"family": families(tokens.family), "mono": families(tokens.mono), "icons": icons}

    def fill(found: re.Match[str]) -> str:
        value = values[found[1]]
        if found[2] is None:
            return value
        colour = QColor(value)
        return f"rgba({colour.red()}, {colour.green()}, {colour.blue()}, {found[2]}%)"

    return _PLACE.sub(fill, text)


def palette(tokens: Tokens) -> QPalette:
    """Return the palette, which rules what the style sheet leaves alone."""
    made = QPalette()
    roles = {
        QPalette.ColorRole.Window: "window",
        QPalette.ColorRole.WindowText: "text",
        QPalette.ColorRole.Base: "surface",
        QPalette.ColorRole.AlternateBase: "window",
        QPalette.ColorRole.Text: "text",
        QPalette.ColorRole.Button: "raised",
        QPalette.ColorRole.ButtonText: "text",
        QPalette.ColorRole.Highlight: "selection",
        QPalette.ColorRole.HighlightedText: "text",
        QPalette.ColorRole.PlaceholderText: "faint",
        QPalette.ColorRole.ToolTipBase: "raised",
        QPalette.ColorRole.ToolTipText: "text",
        QPalette.ColorRole.Link: "accent",
        QPalette.ColorRole.LinkVisited: "accent",
        QPalette.ColorRole.Mid: "border",
        QPalette.ColorRole.Accent: "accent",
    }
    for role, name in roles.items():
        made.setColor(role, QColor(tokens[name]))
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(tokens["faint"]))
    return made


def web_css(tokens: Tokens) -> str:
    """Return the tokens as CSS custom properties for the web pages."""
    lines = [f"  --{_dashed(name)}: {value};" for name, value in tokens.colours.items()]
    lines += [f"  --radius-{kind}: {size}px;" for kind, size in tokens.radius.items()]
    lines += [f"  --size-{role}: {size}px;" for role, size in tokens.sizes.items()]
    lines += [f"  --family: {families(tokens.family)};", f"  --mono: {families(tokens.mono)};"]
    return ":root {\n" + "\n".join(lines) + f"\n  color-scheme: {tokens.name};\n}}\n"


def plotly_template(tokens: Tokens) -> dict[str, Any]:
    """Return the plotly layout template: fonts, surfaces and axes in the theme's colours."""
    axis = {
        "gridcolor": tokens["divider"],
        "linecolor": tokens["border"],
        "zerolinecolor": tokens["divider"],
        "tickfont": {"color": tokens["muted"], "size": tokens.sizes["small"]},
    }
    return {
        "layout": {
            "font": {"family": families(tokens.family), "size": tokens.sizes["body"], "color": tokens["text"]},
            "paper_bgcolor": tokens["surface"],
            "plot_bgcolor": tokens["surface"],
            "xaxis": axis,
            "yaxis": axis,
            "hoverlabel": {
                "bgcolor": tokens["raised"],
                "bordercolor": tokens["borderStrong"],
                "align": "left",
                "font": {"family": families(tokens.family), "size": tokens.sizes["small"], "color": tokens["text"]},
            },
        }
    }


def _dashed(name: str) -> str:
    return re.sub(r"([A-Z])", lambda found: "-" + found[1].lower(), name)
