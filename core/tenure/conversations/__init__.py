"""Conversations kept in the project: what was asked and answered, and what holds of it now."""
