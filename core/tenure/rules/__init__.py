"""Supersession rules across keys: what one statement ends, or moves, under other keys."""

from __future__ import annotations

from tenure.rules.rule import About, Effect, Kind, Life, On, Rule, Trigger, read_rules, rule_json, starter_rules
from tenure.rules.rules import Done, Moved, Rules
from tenure.rules.store import Move, Stored

__all__ = [
    "About",
    "Done",
    "Effect",
    "Kind",
    "Life",
    "Move",
    "Moved",
    "On",
    "Rule",
    "Rules",
    "Stored",
    "Trigger",
    "read_rules",
    "rule_json",
    "starter_rules",
]
