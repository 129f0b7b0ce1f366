"""Dates as e-mail and Debian write them: ``Mon, 01 Jan 2024 10:00:00 +0100``."""

from __future__ import annotations

from datetime import UTC
from email.utils import parsedate_to_datetime

from tenure.instants import Dated, Precision, from_datetime


def mail_date(text: str) -> Dated | None:
    """Return the instant an RFC 5322 date names, in its own zone; None if it is none.

    A date without a zone, or with the zone ``-0000``, is taken as UTC.
    """
    try:
        moment = parsedate_to_datetime(text.strip())
        zoned = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
        return Dated(from_datetime(zoned), Precision.INSTANT, zoned.tzinfo or UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
