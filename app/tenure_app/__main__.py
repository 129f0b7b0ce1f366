"""``python -m tenure_app`` opens the window."""

from __future__ import annotations

import sys

from tenure_app.main import main

if __name__ == "__main__":
    sys.exit(main())
