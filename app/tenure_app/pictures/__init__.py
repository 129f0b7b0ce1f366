"""Pictures of the timeline and the two-time map as files: PNG, SVG, and HTML that needs nothing else."""

from __future__ import annotations
