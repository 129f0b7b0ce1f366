"""Chinese is complete: every text that Qt's tools find has a translation, and the window shows it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QTranslator
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QTabBar, QWidget

import tenure_app
from helpers.app_window import Opened
from tenure_app.i18n.language import TRANSLATIONS

CHINESE = TRANSLATIONS / "tenure_zh_CN.ts"
Texts = dict[tuple[str, str], str]


def tool(name: str) -> str:
    """One of Qt's tools as PySide6 brings it."""
    beside = Path(sys.executable).parent / name
    found = str(beside) if beside.is_file() else shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def texts(file: Path) -> Texts:
    """Every (context, source) of a file of Qt Linguist with its finished translation, else an empty text."""
    found: Texts = {}
    for context in ElementTree.parse(file).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            done = translation is not None and translation.get("type") is None
            written = (translation.text or "") if translation is not None and done else ""
            found[context.findtext("name", ""), message.findtext("source", "")] = written
    return found


def test_every_text_has_a_translation_with_the_same_places(tmp_path: Path) -> None:
    files = sorted(map(str, Path(tenure_app.__file__).parent.rglob("*.py")))
    found = tmp_path / "found.ts"
    subprocess.run([tool("pyside6-lupdate"), *files, "-ts", str(found)], check=True, capture_output=True)
    wanted, chinese = texts(found), texts(CHINESE)
    assert len(wanted) > 1_000
    assert [where for where in wanted if not chinese.get(where)] == []
    assert [where for where in chinese if where not in wanted] == []
    places = re.compile(r"\{\d*\}")
    assert [w for w in wanted if sorted(places.findall(w[1])) != sorted(places.findall(chinese[w]))] == []


def test_the_compiled_file_is_that_of_the_texts(tmp_path: Path) -> None:
    made = tmp_path / "made.qm"
    subprocess.run([tool("pyside6-lrelease"), "-silent", str(CHINESE), "-qm", str(made)], check=True)
    assert made.read_bytes() == CHINESE.with_suffix(".qm").read_bytes()


@pytest.fixture
def chinese() -> Iterator[None]:
    translator = QTranslator()
    assert translator.load(QLocale("zh_CN"), "tenure", "_", str(TRANSLATIONS))
    QCoreApplication.installTranslator(translator)
    yield
    QCoreApplication.removeTranslator(translator)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LanguageChange)


def shown(root: QWidget) -> Iterator[str]:
    for widget in root.findChildren(QWidget):
        if widget.property("data") is True or not widget.isVisible():
            continue
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget.text()
        if isinstance(widget, QLineEdit) and not widget.text():
            yield widget.placeholderText()
        if isinstance(widget, QTabBar):
            yield from (widget.tabText(number) for number in range(widget.count()))


@pytest.mark.usefixtures("chinese")
def test_the_window_speaks_chinese_in_every_pane(open_window: Callable[..., Opened], project_file: Path) -> None:
    opened = open_window(project_file)
    seen: set[str] = set()
    for tab in opened.window.tabs.names:
        opened.window.go_tab(tab)
        opened.settle()
        seen.update(shown(opened.window))
    assert {"时间线", "事实"} <= seen
    latin = re.compile(r"[A-Za-z]{3,}")
    names = {"Tenure", "harbor", "RAG", "Ctrl", "env", "prod", "now", "JSON", "HTML", "billing"}
    words = {text: [word for word in latin.findall(text) if word not in names] for text in seen}
    assert {text for text, found in words.items() if found} == set()
