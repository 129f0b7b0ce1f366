"""What the rules' dialog asks and writes: the rules, what each does, the moves of its life."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from tenure.errors import InputError
from tenure.project import Project
from tenure.rules import Done, Life, Move, Moved, Stored, read_rules


class Step(StrEnum):
    """A move in a rule's life."""

    SHADOW = "shadow"
    ACTIVATE = "activate"
    RETIRE = "retire"
    ROLL_BACK = "roll back"


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A version of a rule and how many of its effects stand; in shadow, how much it would retire."""

    stored: Stored
    effects: int

    @property
    def name(self) -> str:
        """Its name with the version."""
        return f"{self.stored.rule.name}@{self.stored.rule.version}"


@dataclass(frozen=True, slots=True)
class RuleView:
    """A version of a rule, what it did (in shadow: would retire), and its log.

    Attributes:
        steps: the moves that its life allows now.
    """

    stored: Stored
    done: tuple[Done, ...]
    moves: tuple[Move, ...]
    steps: tuple[Step, ...]


def rules(project: Project) -> list[RuleRow]:
    """Return every version of every rule; those in shadow that would do something first, then by name."""
    counts = project.rules.counts()
    found = [RuleRow(stored, counts.get(stored.id, 0)) for stored in project.rules.all()]
    order = [Life.ACTIVE, Life.SHADOW, Life.DRAFT, Life.RETIRED]
    return sorted(found, key=lambda row: (order.index(row.stored.life), not row.effects, row.name))


def rule_view(project: Project, *, name: str, version: int) -> RuleView:
    """Return all that is shown of one version of a rule."""
    stored = project.rules.get(name, version)
    done = tuple(project.rules.done(name, version)) if stored.life is not Life.DRAFT else ()
    moves = tuple(move for move in project.rules.log(name) if move.version == version)
    return RuleView(stored, done, moves, _steps(stored, done, moves))


def _steps(stored: Stored, done: tuple[Done, ...], moves: tuple[Move, ...]) -> tuple[Step, ...]:
    if stored.life is Life.DRAFT:
        return (Step.SHADOW, Step.RETIRE)
    if stored.life is Life.SHADOW:
        return (Step.ACTIVATE, Step.RETIRE)
    if stored.life is Life.ACTIVE:
        return (Step.RETIRE, Step.ROLL_BACK)
    acted = any(move.move == Life.ACTIVE.value for move in moves)
    return (Step.ROLL_BACK,) if acted and done else ()


def move(project: Project, *, step: Step, name: str, version: int, past: bool = False, dry_run: bool = False) -> Moved:
    """Move a rule on in its life; with ``dry_run`` return the same and write nothing."""
    found = project.rules
    if step is Step.SHADOW:
        return found.shadow(name, version, past=past, dry_run=dry_run)
    if step is Step.ACTIVATE:
        return found.activate(name, version, past=past, dry_run=dry_run)
    if step is Step.RETIRE:
        return found.retire(name, version, dry_run=dry_run)
    return found.rollback(name, version, dry_run=dry_run)


def add_starter(project: Project) -> int:
    """Put the rules that ship with the program in shadow, as far as they are missing; return how many."""
    return len(project.rules.add_starter())


def add_file(project: Project, *, path: Path) -> int:
    """Add the rules of a TOML file as drafts; return how many.

    Raises:
        InputError: if it can't be read or holds no rules.
        ConflictError: if a version is there already.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read '{path}': {getattr(error, 'strerror', None) or 'it is not UTF-8'}") from error
    return len(project.rules.add(read_rules(text)))
