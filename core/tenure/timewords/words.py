"""The words of dates and the patterns made of them."""

from __future__ import annotations

import re

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
            "september sept sep", "october oct", "november nov", "december dec",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "monday mon", "tuesday tues tue", "wednesday wed", "thursday thurs thu",
            "friday fri", "saturday sat", "sunday sun",
        )
    )
    for name in names.split()
}  # fmt: skip
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""First month of each season of the northern half; each lasts three months."""
NUMBERS = {
    word: number
    for number, words in enumerate(
        ("", "a an one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    )
    for word in words.split()
}
ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": 4}
OFFSETS: dict[str, tuple[int, ...]] = {
    "z": (0,), "utc": (0,), "gmt": (0,), "wet": (0,), "west": (60,), "cet": (60,), "cest": (120,), "eet": (120,),
    "eest": (180,), "est": (-300,), "edt": (-240,), "cdt": (-300,), "mst": (-420,), "mdt": (-360,), "pst": (-480,),
    "pdt": (-420,), "jst": (540,), "bst": (60, 360), "ist": (330, 60, 120), "cst": (-360, 480),
}  # fmt: skip
"""Minutes east of Greenwich of the usual abbreviations; several where an abbreviation has several."""


def _any(words: dict[str, int]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


MONTH = rf"(?P<mon>{_any(MONTHS)})\b\.?"
DAY = r"(?P<d>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
YEAR = r"(?P<y>(?:19|20)\d{2})(?!\d|[:.,]\d)"
NUMBER = rf"(?P<n>\d{{1,4}}|a couple of|{_any(NUMBERS)})"
UNIT = r"(?P<unit>second|sec|minute|min|hour|hr|day|week|fortnight|month|quarter|year)s?"
SEASON = rf"(?P<season>{_any(SEASONS)})"
WEEKDAY = rf"(?P<wd>{_any(WEEKDAYS)})"
_ZONE = (
    r"(?:\s?(?P<tz>Z\b|[+-]\d{2}:?\d{2}\b|(?:UTC|GMT)(?:[+-]\d{1,2}(?::?\d{2})?)?\b"
    rf"|(?-i:{'|'.join(name.upper() for name in OFFSETS if len(name) > 2)})\b|(?-i:[A-Z][A-Za-z]+/[A-Z][A-Za-z_]+)))?"
)
CLOCK = (
    r"(?P<H>[01]?\d|2[0-3])(?::(?P<M>[0-5]\d)(?::(?P<S>[0-5]\d)(?:[.,](?P<f>\d{1,6}))?)?"
    r"(?:\s?(?P<ap>[ap]\.?m\b\.?))?|\s?(?P<ap2>[ap]\.?m\b\.?))" + _ZONE
)


def pattern(text: str) -> re.Pattern[str]:
    """Compile a pattern that stands apart from words, identifiers and paths around it."""
    apart = r"(?:(?<![\w/.\-:@#%$&+])|(?<=\bmid-)|(?<=\d\.\.)|(?<=\d{4}-\d\d-\d\d/))"
    return re.compile(rf"{apart}(?:{text})(?![\w]|[\-.:]\w|/(?!\d{{4}}-\d\d)\w)", re.IGNORECASE)
