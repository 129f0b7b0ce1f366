"""What the list of imports asks and writes: the runs, taking one back, reading known places again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenure.errors import Cancelled
from tenure.ingest.proposals import Proposals
from tenure.ingest.rollback import RollbackSummary, rollback
from tenure.ingest.runs import Place, Run, Runs
from tenure.ledger.types import Change, Summary
from tenure.project import Project
from tenure_app.ops.executors import Task

if TYPE_CHECKING:
    from tenure.ingest.sync import Synced


@dataclass(frozen=True, slots=True)
class Imports:
    """The imports, the latest first, and the folders and repositories that can be read again."""

    runs: tuple[Run, ...]
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What taking an import back would do: its totals, and the intervals it opens and closes.

    Attributes:
        found: the totals.
        rows: pairs (whether it opens, the interval), those that close first.
        waiting: how many statements it read that wait for review and then wait no more.
    """

    found: RollbackSummary
    rows: tuple[tuple[bool, Change], ...]
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class Reread:
    """What became of reading known places again.

    Attributes:
        places: what became of each; empty if it was stopped.
        stopped: whether it was stopped; what was finished by then stays.
    """

    places: tuple[Synced, ...]
    stopped: bool = False


def imports(project: Project) -> Imports:
    """Return what was imported."""
    runs = Runs(project.ledger)
    return Imports(runs.all(), runs.places())


def look_back(project: Project, *, run: int) -> TakenBack:
    """Find out what taking an import back would do, writing nothing."""
    found = rollback(project.ledger, run, dry_run=True)
    same = set(found.summary.opened) & set(found.summary.closed)
    closes = [(False, change) for change in found.summary.closed if change not in same]
    opens = [(True, change) for change in found.summary.opened if change not in same]
    return TakenBack(found, (*closes, *opens), Proposals(project.ledger).count_of(run))


def roll_back(project: Project, *, run: int) -> Summary:
    """Take an import back."""
    return rollback(project.ledger, run).summary


def read_again(project: Project, task: Task) -> Reread:
    """Read all known folders and repositories again; each is an import of its own.

    Raises:
        ModelError: a folder needs the text model, and it can't be loaded or stopped.
    """
    from tenure.ingest.assist import Assistant
    from tenure.ingest.sync import sync

    assisted = any(place.options.get("assist") for place in Runs(project.ledger).places())
    assistant = Assistant(project.models.text_model()) if assisted else None
    try:
        return Reread(sync(project.ledger, assistant=assistant, progress=task.progress))
    except Cancelled:
        return Reread((), stopped=True)
