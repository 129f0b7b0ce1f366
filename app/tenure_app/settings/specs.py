"""The table of settings: name, type, default, bounds, and the words of the page that is made from it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from tenure.errors import InputError
from tenure.instants import zone_named
from tenure.project.models import BUILTIN

T = TypeVar("T")


def QT_TRANSLATE_NOOP(_context: str, text: str) -> str:  # noqa: N802 - the name that Qt's tools look for
    """Mark a text for translation; it is translated when it is shown."""
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec(Generic[T]):
    """One setting.

    Attributes:
        name: unique; what it is stored under.
        default: used while nothing fitting is stored.
        section, label, help: shown on the page, in English; translated in the context ``Settings``. A setting
            without a label is not on the page.
        later: whether it takes effect at the next start only; the page then says so.
    """

    name: str
    default: T
    section: str = ""
    label: str = ""
    help: str = ""
    later: bool = False

    def checked(self, value: Any) -> T:
        """Return a value as this setting takes it.

        Raises:
            ValueError: if it does not fit.
        """
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Spec[str]):
    """One of a few words; ``options`` are values with their words on the page."""

    options: tuple[tuple[str, str], ...]

    def checked(self, value: Any) -> str:
        """Accept one of the options."""
        if value not in {option for option, _words in self.options}:
            raise ValueError(value)
        return str(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Spec[int]):
    """A whole number between two bounds; ``unit`` is written after it."""

    least: int
    most: int
    step: int = 1
    unit: str = ""

    def checked(self, value: Any) -> int:
        """Accept a whole number within the bounds."""
        if not isinstance(value, int) or isinstance(value, bool) or not self.least <= value <= self.most:
            raise ValueError(value)
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag(Spec[bool]):
    """Yes or no."""

    def checked(self, value: Any) -> bool:
        """Accept a truth value."""
        if not isinstance(value, bool):
            raise ValueError(value)
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Spec[str]):
    """A line of text; ``hint`` stands in the empty field."""

    hint: str = ""
    longest: int = 2000

    def checked(self, value: Any) -> str:
        """Accept one line."""
        if not isinstance(value, str) or len(value) > self.longest or "\n" in value or "\0" in value:
            raise ValueError(value)
        return value.strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone(Text):
    """The IANA name of a time zone; empty is UTC."""

    def checked(self, value: Any) -> str:
        """Accept a known zone."""
        name = Text.checked(self, value)
        try:
            zone_named(name or "UTC")
        except InputError as error:
            raise ValueError(value) from error
        return name


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(Text):
    """A command line with ``{file}`` and ``{line}`` in it; empty lets the system decide."""

    def checked(self, value: Any) -> str:
        """Accept a command that can be taken apart and names the file."""
        text = Text.checked(self, value)
        if text and not any("{file}" in word for word in shlex.split(text)):
            raise ValueError(value)
        return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Model(Text):
    """The name of a model, chosen in the dialog of models; see ``tenure.project.models``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Names(Spec[tuple[str, ...]]):
    """Several texts: addresses of servers, files."""

    most: int = 100

    def checked(self, value: Any) -> tuple[str, ...]:
        """Accept a list of texts; each is kept once."""
        if not isinstance(value, Sequence) or isinstance(value, str) or not all(isinstance(one, str) for one in value):
            raise ValueError(value)
        return tuple(dict.fromkeys(one for one in value if one))[: self.most]


@dataclass(frozen=True, slots=True, kw_only=True)
class Folders(Names):
    """Several folders."""


_LOOKS: Final = QT_TRANSLATE_NOOP("Settings", "Looks")
_DATES: Final = QT_TRANSLATE_NOOP("Settings", "Language and dates")
_ANSWERS: Final = QT_TRANSLATE_NOOP("Settings", "Answers")
_FILES: Final = QT_TRANSLATE_NOOP("Settings", "Files")

THEME: Final = Choice(
    name="theme",
    default="system",
    section=_LOOKS,
    label=QT_TRANSLATE_NOOP("Settings", "Colours"),
    options=(
        ("system", QT_TRANSLATE_NOOP("Settings", "As the system")),
        ("light", QT_TRANSLATE_NOOP("Settings", "Light")),
        ("dark", QT_TRANSLATE_NOOP("Settings", "Dark")),
    ),
)
SCALE: Final = Number(
    name="scale",
    default=100,
    section=_LOOKS,
    label=QT_TRANSLATE_NOOP("Settings", "Size of text"),
    help=QT_TRANSLATE_NOOP("Settings", "Text and what holds it; on top of the system's own scale."),
    least=100,
    most=200,
    step=5,
    unit=" %",
)
STILL: Final = Flag(
    name="still",
    default=False,
    section=_LOOKS,
    label=QT_TRANSLATE_NOOP("Settings", "No animations"),
    help=QT_TRANSLATE_NOOP("Settings", "Nothing moves by itself."),
)
LANGUAGE: Final = Choice(
    name="language",
    default="system",
    section=_DATES,
    label=QT_TRANSLATE_NOOP("Settings", "Language"),
    options=(
        ("system", QT_TRANSLATE_NOOP("Settings", "As the system")),
        ("en", "English"),
        ("zh", "中文"),
    ),
    later=True,
)
ZONE: Final = Zone(
    name="zone",
    default="",
    section=_DATES,
    label=QT_TRANSLATE_NOOP("Settings", "Time zone"),
    help=QT_TRANSLATE_NOOP(
        "Settings", "For times of day, such as Europe/Berlin; bare dates stay as they were written."
    ),
    hint="UTC",
)
TEXT_MODEL: Final = Model(
    name="text_model",
    default=BUILTIN,
    section=_ANSWERS,
    label=QT_TRANSLATE_NOOP("Settings", "Text model"),
)
EMBEDDER: Final = Model(
    name="embedder",
    default=BUILTIN,
    section=_ANSWERS,
    label=QT_TRANSLATE_NOOP("Settings", "Search by meaning"),
)
PASSAGES: Final = Number(
    name="passages",
    default=5,
    section=_ANSWERS,
    label=QT_TRANSLATE_NOOP("Settings", "Passages for an answer"),
    help=QT_TRANSLATE_NOOP("Settings", "How many the text model is given at most; more take longer."),
    least=1,
    most=20,
)
EDITOR: Final = Command(
    name="editor",
    default="",
    section=_FILES,
    label=QT_TRANSLATE_NOOP("Settings", "Editor"),
    help=QT_TRANSLATE_NOOP(
        "Settings", "Opens a source at its line, with {file} and {line} filled in; empty opens it as the system does."
    ),
    hint="code --goto {file}:{line}",
)
MODEL_FOLDERS: Final = Folders(
    name="model_folders",
    default=(),
    section=_FILES,
    label=QT_TRANSLATE_NOOP("Settings", "Folders with models"),
    help=QT_TRANSLATE_NOOP("Settings", "Searched for GGUF files besides the usual places."),
)
MODEL_FILES: Final = Names(name="model_files", default=())
MODEL_SERVERS: Final = Names(name="model_servers", default=())

SPECS: Final[tuple[Spec[Any], ...]] = (
    THEME,
    SCALE,
    STILL,
    LANGUAGE,
    ZONE,
    TEXT_MODEL,
    EMBEDDER,
    PASSAGES,
    EDITOR,
    MODEL_FOLDERS,
    MODEL_FILES,
    MODEL_SERVERS,
)
"""Every setting, in the order of the page."""
