"""Shapes of words that the readings look for: teams, releases, roles, ends, what is kept somewhere."""

from __future__ import annotations

import re

TEAM = re.compile(
    r"(?:the\s+)?[\w&'-]+(?:\s+[\w&'-]+){0,3}\s+(?:team|crew|group|squad|guild|department|chapter|tribe)", re.IGNORECASE
)
RELEASE = re.compile(r"v?\d+\.\d+\.\d+(?![\d.]*\d)")
STATUS = re.compile(
    r"(?:deprecated|retired|archived|decommissioned|discontinued|end of life|in maintenance mode|read-only"
    r"|shut down|switched off)"
    r"(?=$|[.,;!\s])",
    re.IGNORECASE,
)
ENDED_STATUS = {
    "retired": "retired", "decommissioned": "decommissioned", "shut down": "shut down", "deprecated": "deprecated",
    "archived": "archived", "discontinued": "discontinued", "sunset": "retired", "switched off": "switched off",
    "turned off": "switched off",
}  # fmt: skip
ROLE = re.compile(
    r"(?:the(?:\s+(?:new|current|only))?|(?P<many>an?|one of the|among the))\s+(?P<np>[^,;:!?.\ue000]+?(?:\s+(?:of"
    r"|for)\s+)[^,;:!?\ue000\s]+"
    r"(?:\s+(?:service|server|team))?)(?=$|[.,;!]|\s*\ue000|\s+(?:and|since|from|as|now|again|because)\b)",
    re.IGNORECASE,
)
KEEPS = re.compile(
    r"(?:storage|store|backend|database|data|files|repository|docs|documentation|code|logs|backups|config|configuration"
    r"|wiki|runbook|assets|images|archive)$"
)
"""What is kept somewhere: of these "lives in" names the value ("the storage of billing lives in MinIO")."""
WAYS = r"(?:\s+(?:back|up|down|over|on|away|out|across|again|once more|off|forward))*"
