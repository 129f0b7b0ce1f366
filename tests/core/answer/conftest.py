from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.answer_world import NOW, World
from tenure.clock import fixed_clock
from tenure.ledger import open_ledger
from tenure.search import LexicalIndex, prepare


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """An empty ledger whose clock stands at 1 March 2026."""
    path = tmp_path / "world.tenure"
    ledger = open_ledger(path, clock=fixed_clock(NOW))
    prepare(ledger.connection, path)
    ledger.projections.append(LexicalIndex())
    yield World(ledger)
    ledger.close()


@pytest.fixture
def billing(world: World) -> World:
    """billing moved from 8080 to 8443 to 9443 and back to 8443, gateway stays on 8080."""
    world.say("billing", "port", "8080", "2024-09-01")
    world.say("billing", "port", "8443", "2025-01-10")
    world.say("billing", "port", "9443", "2025-05-01")
    world.say("billing", "port", "8443", "2025-09-01")
    world.say("gateway", "port", "8080", "2024-09-01")
    world.say("billing", "timeout", "20 s", "2024-09-01")
    world.say("billing", "timeout", "30 s", "2025-03-03")
    world.say("billing", "owner", "Tide team", "2024-09-01")
    world.say("billing", "owner", "Ledger team", "2025-06-01")
    world.say("billing", "depends on", "ledger-db", "2024-09-01")
    world.say("billing", "depends on", "event-bus", "2024-09-01")
    world.say("billing", "depends on", "fx-rates", "2024-09-01", "2025-02-01")
    world.say("billing", "cache", "Redis", "2024-09-01")
    world.end("billing", "cache", "2025-11-01")
    return world
