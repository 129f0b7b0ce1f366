"""One control a kind of setting; the page of settings is made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, QTimeZone
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QCompleter,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from tenure_app.settings.settings import Settings
from tenure_app.settings.specs import Choice, Flag, Folders, Model, Number, Spec, Text, Zone
from tenure_app.widgets.basics import ElidedLabel, button, label
from tenure_app.widgets.time_bar import repolish


def words(text: str) -> str:
    """Return a text of the table of settings in the window's language."""
    return QCoreApplication.translate("Settings", text) if text else ""


class Control(QWidget):
    """A setting with what changes it; follows when it is changed elsewhere."""

    def __init__(self, settings: Settings, spec: Spec[Any]) -> None:
        super().__init__()
        self.spec = spec
        self._settings = settings
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        self.field = self.make()
        self.field.setAccessibleName(words(spec.label))
        self.field.setAccessibleDescription(words(spec.help))
        settings.changed.connect(self._changed)
        self.show_value()

    def make(self) -> QWidget:
        """Make the control and put it in the row."""
        raise NotImplementedError

    def show_value(self) -> None:
        """Show the setting as it is."""
        raise NotImplementedError

    def value(self) -> Any:
        """Return the setting."""
        return self._settings.get(self.spec)

    def keep(self, value: Any) -> bool:
        """Change the setting; returns whether the value fits."""
        try:
            self._settings.set(self.spec, value)
        except ValueError:
            return False
        return True

    def _changed(self, name: str) -> None:
        if name == self.spec.name:
            self.show_value()


class ChoiceControl(Control):
    """A list that drops down."""

    spec: Choice

    def make(self) -> QWidget:
        """Make the list."""
        self._box = QComboBox()
        for option, text in self.spec.options:
            self._box.addItem(words(text), option)
        self._box.activated.connect(lambda _index: self.keep(self._box.currentData()))
        self._row.addWidget(self._box)
        self._row.addStretch(1)
        return self._box

    def show_value(self) -> None:
        """Select the option."""
        self._box.setCurrentIndex(self._box.findData(self.value()))


class NumberControl(Control):
    """A number with arrows."""

    spec: Number

    def make(self) -> QWidget:
        """Make the field."""
        self._box = QSpinBox()
        self._box.setRange(self.spec.least, self.spec.most)
        self._box.setSingleStep(self.spec.step)
        self._box.setSuffix(self.spec.unit)
        self._box.setKeyboardTracking(False)
        self._box.lineEdit().setTextMargins(8, 0, 0, 0)
        self._box.valueChanged.connect(self.keep)
        self._row.addWidget(self._box)
        self._row.addStretch(1)
        return self._box

    def show_value(self) -> None:
        """Show the number."""
        self._box.blockSignals(True)
        self._box.setValue(self.value())
        self._box.blockSignals(False)


class FlagControl(Control):
    """A box to tick, with the label beside it."""

    spec: Flag

    def make(self) -> QWidget:
        """Make the box."""
        self._box = QCheckBox(words(self.spec.label))
        self._box.toggled.connect(self.keep)
        self._row.addWidget(self._box)
        self._row.addStretch(1)
        return self._box

    def show_value(self) -> None:
        """Tick it or not."""
        self._box.blockSignals(True)
        self._box.setChecked(self.value())
        self._box.blockSignals(False)


class TextControl(Control):
    """A line of text; kept when the user leaves it, marked where it does not fit."""

    spec: Text

    def make(self) -> QWidget:
        """Make the field."""
        self.line = QLineEdit()
        self.line.setMaxLength(self.spec.longest)
        self.line.setPlaceholderText(self.spec.hint)
        self.line.setProperty("data", True)
        self.line.editingFinished.connect(self._finished)
        self._row.addWidget(self.line, 1)
        if isinstance(self.spec, Zone):
            zones = sorted(bytes(name.data()).decode() for name in QTimeZone.availableTimeZoneIds())
            completer = QCompleter(zones, self.line)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            self.line.setCompleter(completer)
        return self.line

    def show_value(self) -> None:
        """Show the text."""
        self.line.setText(self.value())
        self._mark(wrong=False)

    def _finished(self) -> None:
        self._mark(wrong=not self.keep(self.line.text()))

    def _mark(self, *, wrong: bool) -> None:
        if bool(self.line.property("wrong")) != wrong:
            self.line.setProperty("wrong", wrong)
            repolish(self.line)


class FoldersControl(Control):
    """A list of folders with buttons to add and to remove."""

    spec: Folders

    def make(self) -> QWidget:
        """Make list and buttons."""
        self.list = QListWidget()
        self.list.setFixedHeight(84)
        remove = button(QCoreApplication.translate("Settings", "Remove"), self._take_out)
        remove.setEnabled(False)
        self.list.currentRowChanged.connect(lambda row: remove.setEnabled(row >= 0))
        side = QVBoxLayout()
        side.setSpacing(8)
        side.addWidget(button(QCoreApplication.translate("Settings", "Add…"), self._add))
        side.addWidget(remove)
        side.addStretch(1)
        self._row.addWidget(self.list, 1)
        self._row.addLayout(side)
        return self.list

    def show_value(self) -> None:
        """List the folders."""
        self.list.clear()
        self.list.addItems(list(self.value()))

    def add(self, folder: str) -> None:
        """Add a folder."""
        self.keep((*self.value(), folder))

    def _add(self) -> None:
        name = QFileDialog.getExistingDirectory(self, words(self.spec.label))
        if name:
            self.add(name)

    def _take_out(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.keep(tuple(folder for folder in self.value() if folder != item.text()))


class ModelControlRow(Control):
    """What is chosen, and the way to the dialog of models."""

    spec: Model

    def __init__(
        self, settings: Settings, spec: Spec[Any], title: Callable[[str], str], choose: Callable[[], None]
    ) -> None:
        self._title = title
        self._choose = choose
        super().__init__(settings, spec)

    def make(self) -> QWidget:
        """Make label and button."""
        self._name = ElidedLabel()
        self._button = QPushButton(QCoreApplication.translate("Settings", "Choose…"))
        self._button.clicked.connect(lambda _checked=False: self._choose())
        self._row.addWidget(self._name, 1)
        self._row.addWidget(self._button)
        return self._button

    def show_value(self) -> None:
        """Show the model's name."""
        title = self._title(self.value())
        self._name.setText(title[:1].upper() + title[1:])


def control_for(
    settings: Settings, spec: Spec[Any], titles: Mapping[str, Callable[[str], str]], choose: Callable[[], None]
) -> Control:
    """Return the control of a setting."""
    if isinstance(spec, Model):
        return ModelControlRow(settings, spec, titles[spec.name], choose)
    kinds: tuple[tuple[type[Spec[Any]], type[Control]], ...] = (
        (Choice, ChoiceControl),
        (Number, NumberControl),
        (Flag, FlagControl),
        (Folders, FoldersControl),
        (Text, TextControl),
    )
    return next(control(settings, spec) for kind, control in kinds if isinstance(spec, kind))


def caption(spec: Spec[Any], control: Control) -> QWidget:
    """Return the words before a control; a tick box has its own."""
    made = label("" if isinstance(spec, Flag) else words(spec.label))
    if not isinstance(spec, Flag):
        made.setBuddy(control.field)
    return made
