"""Write and query operations, and the threads they run on."""

from __future__ import annotations
