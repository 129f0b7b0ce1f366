"""Reading prose with the help of a text model; see :class:`Assistant`."""

from __future__ import annotations

from tenure.ingest.assist.assistant import Assistant, Checked

__all__ = ["Assistant", "Checked"]
