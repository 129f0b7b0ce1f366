"""How times and counts are written on screen."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from tenure.instants import DAY, Precision, format_instant, to_datetime, zone_named
from tenure.ledger.types import Fact, Flag, State

_ZONE = "shown time zone"
"""Kept by the application object, so that every part of the window agrees."""


def date_text(at: int | None, precision: Precision = Precision.INSTANT) -> str:
    """Write an instant as precisely as it was written; midnight needs no hours; an open end is empty."""
    if at is None:
        return ""
    text = format_instant(at, precision)
    if precision is Precision.INSTANT and at % DAY:
        text = _in_zone(at, text)
    return text.replace("T", " ").removesuffix("Z").removesuffix(":00").removesuffix(" 00:00")


def show_times_in(zone: str) -> None:
    """Write times of day in this IANA time zone from now on, everywhere; empty is UTC."""
    app = QCoreApplication.instance()
    if app is not None:
        app.setProperty(_ZONE, zone)


def _in_zone(at: int, text: str) -> str:
    app = QCoreApplication.instance()
    name = app.property(_ZONE) if app is not None else None
    if not name:
        return text
    moment = to_datetime(at, zone_named(name))
    return moment.replace(tzinfo=None).isoformat(timespec="microseconds" if moment.microsecond else "seconds")


def span_text(fact: Fact) -> str:
    """Write the span of a fact: "since D" while open, else "D → E"."""
    start = date_text(fact.valid_from, fact.precision)
    if fact.valid_to is None:
        if fact.state is State.FUTURE:
            return QCoreApplication.translate("format", "from {0}").format(start)
        return QCoreApplication.translate("format", "since {0}").format(start)
    return f"{start} → {date_text(fact.valid_to, fact.to_precision)}"


def state_word(state: State | str) -> str:
    """The word of a state on screen, the same as everywhere."""
    words = {
        "current": QCoreApplication.translate("state", "current"),
        "superseded": QCoreApplication.translate("state", "superseded"),
        "ended": QCoreApplication.translate("state", "ended"),
        "future": QCoreApplication.translate("state", "future"),
        "unknown": QCoreApplication.translate("state", "unknown"),
        "disputed": QCoreApplication.translate("state", "disputed"),
        "expired": QCoreApplication.translate("state", "expired"),
    }
    return words[str(state)]


def count_text(number: int, one: str, many: str) -> str:
    """Write a count with the right one of two phrases holding ``{0}``."""
    return (one if number == 1 else many).format(f"{number:,}")


def duration_text(seconds: float) -> str:
    """Write how long something takes or took."""
    if seconds < 1.0:
        return QCoreApplication.translate("format", "under 1 s")
    whole = round(seconds)
    if whole < 60:
        return QCoreApplication.translate("format", "{0} s").format(whole)
    if whole < 3600:
        return QCoreApplication.translate("format", "{0} min {1} s").format(whole // 60, whole % 60)
    return QCoreApplication.translate("format", "{0} h {1} min").format(whole // 3600, whole % 3600 // 60)


def closing_text(fact: Fact) -> str:
    """Say why a fact stopped holding, or that it has not."""
    end = date_text(fact.valid_to, fact.to_precision)
    if fact.superseded_by is not None:
        return QCoreApplication.translate("format", "superseded by {0} on {1}").format(fact.superseded_by, end)
    if fact.valid_to is not None:
        return QCoreApplication.translate("format", "ended on {0}").format(end)
    return QCoreApplication.translate("format", "open")


def flags_text(fact: Fact) -> str:
    """The flags of a fact as words."""
    return ", ".join(state_word(flag.value) for flag in (Flag.DISPUTED, Flag.EXPIRED) if flag in fact.flags)
