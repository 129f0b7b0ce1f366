"""Which language the window speaks: set once, before it is built."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

import tenure_resources

TRANSLATIONS = Path(tenure_resources.__file__).parent / "translations"
"""Where the compiled translations lie: ``tenure_zh.qm`` and the like."""


def speak(app: QCoreApplication, language: str) -> QLocale:
    """Translate Qt's texts and Tenure's, and write numbers, as a language has it.

    Args:
        app: gets the translators.
        language: ``system``, or a code such as ``zh``.

    Returns:
        The locale in force; texts without a translation stay English.
    """
    locale = QLocale.system() if language == "system" else QLocale(language)
    QLocale.setDefault(locale)
    qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for name, folder in (("qtbase", qt), ("tenure", str(TRANSLATIONS))):
        translator = QTranslator(app)
        if translator.load(locale, name, "_", folder):
            app.installTranslator(translator)
    return locale
