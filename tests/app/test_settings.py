from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QCoreApplication, QLocale, QSettings, Qt, QTranslator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from helpers.app_window import Opened
from tenure.instants import Precision, parse_date
from tenure_app.dialogs.models import ModelsDialog
from tenure_app.dialogs.settings import SettingsDialog
from tenure_app.dialogs.settings_controls import FoldersControl
from tenure_app.i18n.language import speak
from tenure_app.settings.apply import editor_command
from tenure_app.settings.migrations import MIGRATIONS
from tenure_app.settings.settings import Settings
from tenure_app.settings.specs import (
    EDITOR,
    LANGUAGE,
    MODEL_FOLDERS,
    MODEL_SERVERS,
    PASSAGES,
    SCALE,
    SPECS,
    STILL,
    TEXT_MODEL,
    THEME,
    ZONE,
)
from tenure_app.theming.theme import ThemeMode
from tenure_app.widgets.format import date_text, show_times_in


def stored(path: Path, **values: object) -> Path:
    store = QSettings(str(path), QSettings.Format.IniFormat)
    for name, value in values.items():
        store.setValue(name.replace("__", "/"), value)
    store.sync()
    return path


# The table


def test_every_setting_keeps_what_it_was_given_and_tells(tmp_path: Path, qtbot: QtBot) -> None:
    file = tmp_path / "s.ini"
    settings, told = Settings(file), list[str]()
    settings.changed.connect(told.append)
    for spec, value in (
        (THEME, "dark"),
        (SCALE, 150),
        (STILL, True),
        (LANGUAGE, "zh"),
        (ZONE, "Europe/Berlin"),
        (TEXT_MODEL, "/models/ä世界.gguf"),
        (PASSAGES, 9),
        (EDITOR, "vim +{line} {file}"),
        (MODEL_FOLDERS, ("/a", "/b,c; d")),
        (MODEL_SERVERS, ("http://127.0.0.1:8080/v1",)),
    ):
        assert settings.get(spec) == spec.default
        settings.set(spec, value)  # type: ignore[arg-type]
        settings.set(spec, value)  # type: ignore[arg-type]
        assert told == [spec.name]
        told.clear()
        settings.save()
        assert Settings(file).get(spec) == value


@pytest.mark.parametrize(
    ("spec", "wrong"),
    [
        (THEME, "pink"),
        (SCALE, 99),
        (SCALE, 201),
        (SCALE, True),
        (SCALE, "150"),
        (SCALE, 1.5),
        (STILL, 1),
        (ZONE, "Mars/Olympus"),
        (ZONE, "../../etc/passwd"),
        (EDITOR, "vim"),
        (EDITOR, 'vim "{file}'),
        (TEXT_MODEL, "a\nb"),
        (TEXT_MODEL, "x" * 3000),
        (PASSAGES, 0),
        (MODEL_FOLDERS, "one"),
        (MODEL_FOLDERS, [1]),
    ],
)
def test_wrong_values_are_refused_and_stored_ones_fall_back(tmp_path: Path, spec: object, wrong: object) -> None:
    from tenure_app.settings.specs import Spec

    assert isinstance(spec, Spec)
    settings = Settings(tmp_path / "s.ini")
    with pytest.raises(ValueError):
        settings.set(spec, wrong)
    file = stored(tmp_path / "t.ini", version=1, **{f"settings__{spec.name}": json.dumps(wrong)})
    assert Settings(file).get(spec) == spec.default


@pytest.mark.parametrize("content", ["", "{", "null", "[" * 100_000, "\x00"])
def test_garbage_in_the_store_falls_back(tmp_path: Path, content: str) -> None:
    settings = Settings(stored(tmp_path / "s.ini", version="x", settings__scale=content))
    assert settings.get(SCALE) == 100


def test_settings_of_the_first_kind_are_taken_over(tmp_path: Path) -> None:
    project = tmp_path / "p.tenure"
    project.write_text("")
    file = stored(tmp_path / "s.ini", theme="dark", recent=[str(project)], geometry=QByteArray(b"xy"))
    settings = Settings(file)
    assert settings.theme == "dark"
    assert settings.get(THEME) == "dark"
    assert settings.recent == [project]
    assert settings.geometry == QByteArray(b"xy")
    settings.save()
    store = QSettings(str(file), QSettings.Format.IniFormat)
    assert int(str(store.value("version"))) == MIGRATIONS[-1].version
    assert store.value("theme") is None


def test_settings_of_a_newer_tenure_are_used_as_far_as_they_fit_and_left_alone(tmp_path: Path) -> None:
    file = stored(tmp_path / "s.ini", version=99, theme="kept", settings__scale="125", settings__zone='{"new": 1}')
    settings = Settings(file)
    assert settings.get(SCALE) == 125
    assert settings.get(ZONE) == ""
    settings.save()
    store = QSettings(str(file), QSettings.Format.IniFormat)
    assert str(store.value("version")) == "99"
    assert store.value("theme") == "kept"


def test_the_table_is_sound() -> None:
    assert len({spec.name for spec in SPECS}) == len(SPECS)
    assert [migration.version for migration in MIGRATIONS] == list(range(1, len(MIGRATIONS) + 1))
    for spec in SPECS:
        assert spec.checked(spec.default) == spec.default
        assert bool(spec.label) == bool(spec.section)


def test_the_editors_command_is_filled_in_word_by_word(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "s.ini")
    file = Path("/notes/a b {line}.md")
    assert editor_command(settings, file, 3) == []
    settings.set(EDITOR, 'code --goto "{file}:{line}"')
    assert editor_command(settings, Path("/notes/a b.md"), 3) == ["code", "--goto", "/notes/a b.md:3"]
    assert editor_command(settings, Path("/n.md"), None)[-1] == "/n.md:1"


def test_the_language_is_spoken_from_the_start(qapp: QApplication) -> None:
    try:
        assert speak(qapp, "zh").language() is QLocale.Language.Chinese
        assert QLocale().toString(1234567) == "1,234,567"
        assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "取消"
        assert speak(qapp, "en").language() is QLocale.Language.English
        system = QLocale.system()
        plain = system.language() is QLocale.Language.C
        assert speak(qapp, "system") == (QLocale("en") if plain else system)
    finally:
        for translator in qapp.findChildren(QTranslator):
            qapp.removeTranslator(translator)
        QLocale.setDefault(QLocale.system())


def test_times_of_day_are_shown_in_the_zone_and_dates_as_written(qapp: object) -> None:
    at = parse_date("2026-03-14T23:30:00Z").at
    assert date_text(at) == "2026-03-14 23:30"
    show_times_in("Europe/Berlin")
    try:
        assert date_text(at) == "2026-03-15 00:30"
        assert date_text(parse_date("2026-03-14").at, Precision.DAY) == "2026-03-14"
        assert date_text(parse_date("2026-03-14").at) == "2026-03-14"
    finally:
        show_times_in("")


# The page


def page(opened: Opened) -> SettingsDialog:
    opened.window.commands["settings"].trigger()
    found = opened.window.findChildren(SettingsDialog)
    assert len(found) == 1
    opened.qtbot.waitUntil(found[0].isVisible)
    return found[0]


def test_the_page_has_every_setting_and_shows_what_is(window: Opened) -> None:
    dialog = page(window)
    assert list(dialog.controls) == [spec.name for spec in SPECS if spec.label]
    texts = " ".join(one.text() for one in dialog.findChildren(QLabel))
    assert "Takes effect when Tenure is started again." in texts
    for control in dialog.controls.values():
        assert control.field.accessibleName()
        assert control.field.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_colours_and_size_change_at_once(window: Opened) -> None:
    theme = window.window.context.theme
    dialog = page(window)
    box = dialog.controls["theme"].field
    assert isinstance(box, QComboBox)
    QTest.keyClick(box, Qt.Key.Key_End)
    box.activated.emit(box.currentIndex())
    assert theme.mode is ThemeMode.DARK
    assert window.window.context.settings.theme == "dark"
    spin = dialog.controls["scale"].field
    assert isinstance(spin, QSpinBox)
    before = theme.font().pixelSize()
    spin.setFocus()
    spin.selectAll()
    QTest.keyClicks(spin, "200")
    QTest.keyClick(spin, Qt.Key.Key_Return)
    assert theme.font().pixelSize() == 2 * before
    assert theme.px(30) == 60
    assert theme.px(1) == 1
    window.window.commands["theme_light"].trigger()
    assert box.currentData() == "light"
    spin.setValue(100)
    assert theme.font().pixelSize() == before


def test_no_label_is_lower_than_its_text_at_any_size(window: Opened) -> None:
    settings = window.window.context.settings
    for scale in (125, 200, 150):
        settings.set(SCALE, scale)
        window.settle()
        for tab in window.window.tabs.names:
            window.window.go_tab(tab)
            window.settle()
            cut = [
                (tab, one.text(), one.height(), one.sizeHint().height())
                for one in window.window.findChildren(QWidget)
                if isinstance(one, QLabel | QPushButton | QLineEdit)
                and one.isVisible()
                and one.text()
                and one.height() + 1 < one.sizeHint().height()
                and not (isinstance(one, QLabel) and one.wordWrap())
            ]
            assert cut == []
    assert window.window.status.height() == 45
    settings.set(SCALE, 100)
    assert window.window.status.maximumHeight() == 30


def test_animations_can_be_switched_off(window: Opened) -> None:
    dialog = page(window)
    box = dialog.controls["still"].field
    assert isinstance(box, QCheckBox)
    QTest.keyClick(box, Qt.Key.Key_Space)
    assert window.window.context.theme.still
    QTest.keyClick(box, Qt.Key.Key_Space)
    assert not window.window.context.theme.still


def test_a_zone_is_kept_if_there_is_such_a_zone(window: Opened) -> None:
    dialog = page(window)
    line = dialog.controls["zone"].field
    assert isinstance(line, QLineEdit)
    window.type_into(line, "Nowhere/Else")
    assert line.property("wrong") is True
    assert window.window.context.settings.get(ZONE) == ""
    with window.qtbot.waitSignal(window.window.context.times.changed):
        window.type_into(line, "Asia/Shanghai")
    assert line.property("wrong") is False
    assert date_text(parse_date("2026-03-14T01:30:00Z").at) == "2026-03-14 09:30"
    line.clear()
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert date_text(parse_date("2026-03-14T01:30:00Z").at) == "2026-03-14 01:30"


def test_folders_are_added_and_removed(window: Opened, tmp_path: Path) -> None:
    dialog = page(window)
    control = dialog.controls["model_folders"]
    assert isinstance(control, FoldersControl)
    control.add(str(tmp_path))
    listed = control.field
    assert isinstance(listed, QListWidget)
    assert [listed.item(n).text() for n in range(listed.count())] == [str(tmp_path)]
    listed.setCurrentRow(0)
    next(b for b in control.findChildren(QPushButton) if b.text() == "Remove").click()
    assert window.window.context.settings.get(MODEL_FOLDERS) == ()


def test_the_page_goes_back_to_the_defaults_and_leads_to_the_models(window: Opened) -> None:
    settings = window.window.context.settings
    settings.set(PASSAGES, 11)
    settings.set(TEXT_MODEL, "none")
    dialog = page(window)
    spin = dialog.controls["passages"].field
    assert isinstance(spin, QSpinBox)
    assert spin.value() == 11
    next(b for b in dialog.findChildren(QPushButton) if b.text() == "Back to the defaults").click()
    assert settings.get(PASSAGES) == 5
    assert spin.value() == 5
    assert settings.get(TEXT_MODEL) == "none"
    choose = dialog.controls["text_model"].field
    assert isinstance(choose, QPushButton)
    choose.click()
    window.qtbot.waitUntil(lambda: bool(dialog.findChildren(ModelsDialog)))
    dialog.findChildren(ModelsDialog)[0].close()


def test_what_was_set_holds_in_the_next_window(open_window: Callable[..., Opened], tmp_path: Path) -> None:
    first = open_window()
    first.window.context.settings.set(SCALE, 125)
    first.window.context.settings.set(TEXT_MODEL, "none")
    first.close()
    second = open_window()
    assert second.window.context.theme.px(100) == 125
    assert second.window.context.models.choice == "none"
