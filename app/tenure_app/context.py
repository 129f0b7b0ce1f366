"""What the parts of the window share, built in one place and passed to them."""

from __future__ import annotations

from dataclasses import dataclass

from tenure.clock import Clock
from tenure.project import Models
from tenure_app.errors.hook import ExceptionHook
from tenure_app.ops.executors import Executors
from tenure_app.places import Places
from tenure_app.session import Session
from tenure_app.settings.settings import Settings
from tenure_app.theming.theme import Theme
from tenure_app.times import Times


@dataclass(frozen=True, slots=True)
class AppContext:
    """The shared parts.

    Attributes:
        theme: colours, fonts, icons.
        settings: what is remembered between runs.
        executors: the threads.
        session: the open project.
        times: the two times.
        places: where the window is.
        models: text model and embedder, each in a child process.
        hook: shows exceptions.
        clock: now.
    """

    theme: Theme
    settings: Settings
    executors: Executors
    session: Session
    times: Times
    places: Places
    models: Models
    hook: ExceptionHook
    clock: Clock
