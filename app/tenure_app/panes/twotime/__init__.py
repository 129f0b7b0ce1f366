"""Two-time map: every belief about one key, valid time across, system time up."""

from __future__ import annotations
