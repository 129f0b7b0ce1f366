"""From files to passages and statements."""

from __future__ import annotations
