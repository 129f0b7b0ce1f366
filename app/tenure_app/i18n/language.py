"""Which language the window speaks: set once, before it is built."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

import tenure_resources

TRANSLATIONS = Path(tenure_resources.__file__).parent / "translations"
"""Where the translations lie, as ``.ts`` and compiled as ``.qm``; ``make translations`` makes both."""


def speak(app: QCoreApplication, language: str) -> QLocale:
    """Translate Qt's texts and Tenure's, and write numbers, as a language has it.

    Args:
        app: gets the translators.
        language: ``system``, or a code such as ``zh``.

    Returns:
        The locale in force; texts without a translation stay English.
    """
    locale = QLocale.system() if language == "system" else QLocale(language)
    if locale.language() == QLocale.Language.C:
        locale = QLocale("en")
    QLocale.setDefault(locale)
    if _english(locale):
        return locale
    qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for name, folder in (("qtbase", qt), ("tenure", str(TRANSLATIONS))):
        translator = QTranslator(app)
        if translator.load(locale, name, "_", folder):
            app.installTranslator(translator)
    return locale


def _english(locale: QLocale) -> bool:
    """Whether English comes first: it needs no translation, and a later choice of the system must not replace it."""
    names = locale.uiLanguages()
    return QLocale(names[0] if names else locale.name()).language() == QLocale.Language.English
