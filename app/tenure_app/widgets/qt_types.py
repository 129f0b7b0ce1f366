"""Types of Qt's that signatures share."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex

Index = QModelIndex | QPersistentModelIndex
"""What Qt hands to models and delegates."""
