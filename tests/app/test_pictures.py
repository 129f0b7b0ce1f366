from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from helpers.app_window import Opened
from helpers.facts_world import HOSTILE, NOW
from tenure.clock import fixed_clock
from tenure.instants import DAY, parse_date
from tenure.keys import Key
from tenure.ledger.types import Assert
from tenure.project import Project
from tenure_app.pictures.saving import save_picture
from tenure_app.pictures.svg import Drawing, Picture, fitted, text_of, ticks, width_of
from tenure_app.places import Place
from tenure_app.theming.tokens import load_tokens

SVG = "{http://www.w3.org/2000/svg}"
PORT = Key("billing", "port")


class Texts(HTMLParser):
    """The texts of a page, its tags and what its attributes refer to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.cells: list[str] = []
        self.tags: set[str] = set()
        self.references: list[str] = []
        self._open = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.references += [
            value or "" for name, value in attrs if name in {"src", "href", "xlink:href", "data", "action"}
        ]
        self._open = tag == "td"
        if self._open:
            self.cells.append("")

    def handle_data(self, data: str) -> None:
        if self._open:
            self.cells[-1] += data

    def handle_endtag(self, tag: str) -> None:
        self._open = False


def export(opened: Opened, path: Path) -> Path:
    opened.window.pictures.write_to(path)
    opened.qtbot.waitUntil(path.exists, timeout=15_000)
    opened.settle()
    assert not path.with_name(path.name + ".part").exists()
    return path


def go(opened: Opened, place: Place) -> None:
    opened.window.context.places.go(place)
    pane = opened.window.twotime if place.tab == "twotime" else opened.window.timeline
    opened.qtbot.waitUntil(lambda: pane.up_to_date, timeout=20_000)
    opened.settle()


def svg_texts(path: Path) -> list[str]:
    root = ET.parse(path).getroot()
    assert root.tag == f"{SVG}svg" and float(root.get("width", "0")) > 0
    assert {one.tag.removeprefix(SVG) for one in root.iter()} <= {"svg", "title", "rect", "line", "text"}
    return ["".join(one.itertext()) for one in root.iter(f"{SVG}text")]


def various(path: Path) -> int:
    """How many colours an image has at a grid of places."""
    image = QImage(str(path))
    assert not image.isNull() and image.width() >= 1200 and image.height() > 200
    return len({image.pixel(x, y) for x in range(0, image.width(), 9) for y in range(0, image.height(), 9)})


PLACES = [Place("timeline", "billing"), Place("timeline"), Place("twotime", "billing", PORT)]


@pytest.mark.parametrize("place", PLACES, ids=["subject", "all", "map"])
def test_each_form_shows_the_values_and_asks_for_nothing(window: Opened, tmp_path: Path, place: Place) -> None:
    go(window, place)
    drawing = svg_texts(export(window, tmp_path / "out.svg"))
    assert any("8443" in text for text in drawing) and any("✕ 8080" in text for text in drawing)
    assert "Valid now" in drawing
    assert various(export(window, tmp_path / "out.png")) > 8
    page = export(window, tmp_path / "out.html").read_text(encoding="utf-8")
    read = Texts(page)
    with window.reader() as project:
        values = {fact.object for fact in project.ledger.history(PORT)}
    assert values <= set(read.cells)
    assert read.references == []
    assert not read.tags & {"script", "link", "img", "iframe", "object", "embed", "base", "form"}
    assert "default-src 'none'" in page
    hosts = set(re.findall(r"https?://[^\s\"'<>]+", page))
    assert hosts <= {"http://www.w3.org/2000/svg"}
    assert "url(" not in page and "@import" not in page


def test_a_hostile_value_is_text_in_every_form(window: Opened, tmp_path: Path) -> None:
    go(window, Place("timeline", "warehouse"))
    drawing = export(window, tmp_path / "out.svg")
    assert any(HOSTILE.startswith(text.rstrip("…").removeprefix("✕ ")) for text in svg_texts(drawing) if "<img" in text)
    read = Texts(export(window, tmp_path / "out.html").read_text(encoding="utf-8"))
    assert HOSTILE in read.cells and "img" not in read.tags


def test_the_picture_follows_the_two_times_and_the_theme(window: Opened, tmp_path: Path) -> None:
    go(window, Place("timeline", "billing"))
    light = QImage(str(export(window, tmp_path / "light.png"))).pixelColor(2, 2).name()
    window.window.commands["theme_dark"].trigger()
    with window.drawn():
        window.type_into(window.window.time_bar.known.field, "2025-08-01")
    texts = svg_texts(export(window, tmp_path / "out.svg"))
    assert not any("8443" in text for text in texts)
    assert "valid at now · known at 2025-08-01" in texts
    dark = QImage(str(export(window, tmp_path / "dark.png"))).pixelColor(2, 2).name()
    assert (light, dark) == (load_tokens("light")["surface"], load_tokens("dark")["surface"])
    window.window.commands["theme_light"].trigger()


def test_many_facts_are_drawn_as_counts_and_what_is_left_out_is_said(
    open_window: Callable[..., Opened], tmp_path: Path
) -> None:
    path = tmp_path / "many.tenure"
    Project.create(path, clock=fixed_clock(NOW)).close()
    with Project.open(path, clock=fixed_clock(NOW)) as project:
        facts = [Assert(Key(f"s{n % 30}", f"r{n // 30}"), str(n), NOW - n * DAY) for n in range(3_000)]
        project.ledger.apply(facts, recorded_at=NOW - DAY)
    opened = open_window(path)
    root = ET.parse(export(opened, tmp_path / "out.svg")).getroot()
    assert len(list(root.iter(f"{SVG}rect"))) > 60
    go(opened, Place("timeline", "s3"))
    assert any(text.endswith(" 100") for text in svg_texts(export(opened, tmp_path / "one.svg")))


def test_what_cannot_be_written_is_said(window: Opened, tmp_path: Path) -> None:
    said = window.reports()
    window.window.pictures.write_to(tmp_path / "nowhere" / "out.svg")
    window.qtbot.waitUntil(lambda: bool(said), timeout=10_000)
    assert "cannot be written" in said[0].message and not said[0].bug
    window.window.pictures.write_to(tmp_path / "out.gif")
    window.qtbot.waitUntil(lambda: len(said) == 2, timeout=10_000)
    assert ".png, .svg or .html" in said[1].message


def test_signs_that_are_no_text_are_replaced_and_a_tall_picture_gets_fewer_pixels(tmp_path: Path) -> None:
    assert text_of('a\x00b\x1b\ud800 <&"\n c') == "a\ufffdb\ufffd\ufffd &lt;&amp;&quot; c"
    tokens = load_tokens("light")
    drawing = Drawing(tokens)
    drawing.text(20, 20, "\x07 <b>", room=300)
    tall = Picture("t", drawing.finish(1200, 40_000, "t"), 1200, 40_000, ("A",), (("\x07",),))
    for name in ("a.svg", "a.png", "a.html"):
        save_picture(tall, tmp_path / name, tokens)
    assert ET.parse(tmp_path / "a.svg").getroot().tag == f"{SVG}svg"
    assert QImage(str(tmp_path / "a.png")).height() == 16_000


def test_ticks_and_fitting() -> None:
    start, end = parse_date("2024-11-04").at, parse_date("2026-06-01").at
    assert [name for _at, name in ticks(start, end, 9)] == [
        "2025-01",
        "2025-04",
        "2025-07",
        "2025-10",
        "2026-01",
        "2026-04",
    ]
    assert next(name for _at, name in ticks(start, start + 4 * DAY, 9)) == "2024-11-05"
    assert [name for _at, name in ticks(parse_date("1990").at, end, 5)] == ["1990", "2000", "2010", "2020"]
    assert fitted("a long value", 40, 13).endswith("…") and width_of(fitted("a long value", 60, 13), 13) <= 60
    assert fitted("ab", 4, 13) == "" and fitted("值", 20, 13) == "值"
