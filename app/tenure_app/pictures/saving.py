"""Writing a picture to a file; its ending says how."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgRenderer

from tenure.errors import InputError, ProjectError
from tenure_app.pictures.svg import Picture, font_family, text_of
from tenure_app.theming.tokens import Tokens, families

_TALLEST = 16_000
"""Most pixels of height of an image; a taller picture gets fewer pixels."""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def save_picture(picture: Picture, path: Path, tokens: Tokens) -> None:
    """Write a picture as PNG, SVG or HTML.

    Raises:
        InputError: for another ending.
        ProjectError: if the file cannot be written.
    """
    part = path.with_name(path.name + ".part")
    try:
        if path.suffix == ".svg":
            part.write_text(picture.svg, encoding="utf-8")
        elif path.suffix == ".html":
            part.write_text(page_of(picture, tokens), encoding="utf-8")
        elif path.suffix == ".png":
            writer = QImageWriter(str(part), QByteArray(b"png"))
            if not writer.write(image_of(picture, tokens)):
                raise ProjectError(f"'{path}' cannot be written: {writer.errorString()}")
        else:
            raise InputError("a picture is written as .png, .svg or .html")
        part.replace(path)
    except OSError as error:
        raise ProjectError(f"'{path}' cannot be written: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)


def image_of(picture: Picture, tokens: Tokens) -> QImage:
    """Render a picture with two pixels for each of its own, fewer where it is very tall."""
    # Qt's renderer takes one family; of a list it finds none. The font itself falls back for signs it lacks.
    svg = picture.svg.replace(font_family(tokens), tokens.family[0], 1)
    scale = min(2.0, _TALLEST / picture.height)
    image = QImage(int(picture.width * scale), int(picture.height * scale), QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    renderer.render(painter, QRectF(0, 0, image.width(), image.height()))
    painter.end()
    return image


def page_of(picture: Picture, tokens: Tokens) -> str:
    """Return a page that holds the picture and its table and asks for nothing else."""
    heads = "".join(f"<th>{text_of(head)}</th>" for head in picture.heads)
    rows = "\n".join(
        "<tr>" + "".join(f'<td dir="auto">{text_of(cell)}</td>' for cell in row) + "</tr>" for row in picture.rows
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width">
<title>{text_of(picture.title)}</title>
<style>
body {{ margin: 24px; background: {tokens["window"]}; color: {tokens["text"]}; color-scheme: {tokens.name};
  font: {tokens.sizes["body"]}px/1.45 {families(tokens.family)}; }}
svg {{ display: block; max-width: 100%; height: auto; border: 1px solid {tokens["border"]}; border-radius: 10px; }}
table {{ border-collapse: collapse; margin-top: 24px; background: {tokens["surface"]}; }}
th, td {{ text-align: start; padding: 6px 12px; border-bottom: 1px solid {tokens["divider"]}; vertical-align: top;
  overflow-wrap: anywhere; }}
th {{ color: {tokens["muted"]}; font-weight: 500; white-space: nowrap; }}
</style>
</head>
<body>
{picture.svg}
<table>
<thead><tr>{heads}</tr></thead>
<tbody>
{rows}
</tbody>
</table>
</body>
</html>
"""
