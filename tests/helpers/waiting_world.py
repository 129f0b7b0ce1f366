"""A project in which something of every kind waits for review."""

from __future__ import annotations

from pathlib import Path

from helpers.facts_world import NOW
from tenure.clock import fixed_clock
from tenure.ingest import import_paths
from tenure.ingest.assist import Assistant
from tenure.instants import DAY
from tenure.keys import Key
from tenure.ledger.types import AddAlias, Assert, Evidence
from tenure.models import ScriptedModel
from tenure.project import Project

PORT = Key("billing", "port")
TIMEOUT = Key("billing", "timeout")
FLAVOUR = Key("billing", "flavour")
NOTE = "2025-03-10-note.md"
TEXT = "We met on Monday. The port of billing is 8443. The owner of search-api is the Discovery team.\n"
OTHER = "2025-03-11-ops.md"
GONE = "2025-03-12-gone.md"


def make_waiting(path: Path) -> Path:
    """Make it: two uncertain statements of one note and one of another, a conflict, an ambiguous name, an unknown
    relation, a statement whose sentence is gone, and a rule in shadow that would retire two values."""
    clock = fixed_clock(NOW)
    Project.create(path, clock=clock).close()
    with Project.open(path, clock=clock) as project:
        ledger, folder = project.ledger, path.parent
        ledger.apply([Assert(PORT, "8080", 1_700_000_000_000_000, evidence=Evidence("manual"))])
        (folder / GONE).write_text("The host of payments is db-7.\n", "utf-8")
        import_paths(ledger, [folder / GONE])
        (folder / GONE).write_text("Nothing about that any more.\n", "utf-8")
        import_paths(ledger, [folder / GONE])
        (folder / NOTE).write_text(TEXT, "utf-8")
        (folder / OTHER).write_text("The port of auth-service is 9000.\n", "utf-8")
        assistant = Assistant(ScriptedModel(lambda _: "[]"))
        import_paths(ledger, [folder / NOTE, folder / OTHER], assistant=assistant)
        for value, source in (("10 s", "a.md"), ("30 s", "b.md")):
            sentence = f"The timeout of billing is {value}."
            ledger.apply([Assert(TIMEOUT, value, 20_000 * DAY, evidence=Evidence(source, sentence))])
        ledger.apply([Assert(FLAVOUR, "plum", 20_000 * DAY), Assert(FLAVOUR, "pear", 20_001 * DAY)])
        ledger.apply([AddAlias("billing", "BP")])
        ledger.apply([AddAlias("search-api", "BP", learned=True), Assert(Key("search-api", "version"), "1", DAY)])
        catalog = [Assert(Key("catalog", name), value, DAY) for name, value in (("port", "1"), ("owner", "Shop team"))]
        ledger.apply(catalog)
        ledger.apply([Assert(Key("catalog", "status"), "decommissioned", 20_100 * DAY)])
    return path
