"""Text models and embedders, each in a child process."""

from __future__ import annotations
