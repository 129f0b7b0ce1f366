"""What the window remembers between runs."""

from __future__ import annotations
