"""What the readers of interfaces share: Python modules taken apart without running them, API documents."""
