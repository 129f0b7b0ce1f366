"""Status and jobs along the lower edge."""

from __future__ import annotations
