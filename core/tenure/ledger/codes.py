"""How enumerations are stored: small integers, never renumbered."""

from __future__ import annotations

from typing import Final

from tenure.instants import DateOrigin, Precision

PRECISIONS: Final = (Precision.INSTANT, Precision.DAY, Precision.MONTH, Precision.YEAR)
PRECISION_CODE: Final = {precision: code for code, precision in enumerate(PRECISIONS)}
ORIGINS: Final = (DateOrigin.WRITTEN, DateOrigin.DOCUMENT, DateOrigin.ASSUMED)
ORIGIN_CODE: Final = {origin: code for code, origin in enumerate(ORIGINS)}

OP_ASSERT: Final = 0
OP_END: Final = 1

RESTORED: Final = 0
"""``closure.kind``: in force again (what undoing a withdrawal or a correction does)."""
WITHDRAWN: Final = 1
CORRECTED: Final = 2
