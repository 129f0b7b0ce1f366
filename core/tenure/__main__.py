"""``python -m tenure``: the command line."""

from __future__ import annotations

from tenure.cli import main

if __name__ == "__main__":
    main()
