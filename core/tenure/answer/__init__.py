"""From a question to a marked answer."""

from __future__ import annotations
