"""Timeline: a lane a key, a bar an interval."""

from __future__ import annotations
