"""The command line: ``tenure COMMAND PROJECT …``.

Exit codes: 0 done; 1 stale found (``lint``) or check failed; 2 usage or bad input; 3 nothing holds.
Commands are imported when they are run, so that ``tenure value`` starts without the models.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NoReturn

import click

from tenure import __version__
from tenure.errors import BusyError, Cancelled, TenureError

DONE: Final = 0
FOUND: Final = 1
BAD_INPUT: Final = 2
NOTHING_HOLDS: Final = 3
INTERRUPTED: Final = 130

SECTIONS: Final = {
    "Reading": {
        "ask": "asking",
        "compare": "asking",
        "value": "reading",
        "why": "reading",
        "history": "reading",
        "diff": "reading",
        "search": "finding",
        "lint": "finding",
        "sources": "finding",
        "imports": "imports",
        "readers": "imports",
        "check": "upkeep",
        "info": "upkeep",
    },
    "Writing (each with --dry-run)": {
        "new": "upkeep",
        "import": "importing",
        "sync": "imports",
        "rollback": "imports",
        "mapping": "imports",
        "assert": "writing",
        "end": "writing",
        "correct": "writing",
        "withdraw": "writing",
        "erase": "writing",
        "undo": "writing",
        "relation": "registry",
        "alias": "registry",
        "rules": "rules",
        "review": "review",
    },
    "Besides": {"export": "importing", "models": "models", "demo": "showing", "lab": "lab", "app": "showing"},
}
"""Command names by section of the help, each with the module that holds it."""

MODULES: Final = {name: module for section in SECTIONS.values() for name, module in section.items()}


class _Lazy(click.Group):
    """A group whose commands are imported on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = MODULES.get(cmd_name)
        if module is None:
            return None
        command: click.Command = getattr(import_module(f"tenure.cli.{module}"), f"{cmd_name}_command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, names in SECTIONS.items():
            rows = [(name, self._short_help(ctx, name)) for name in names]
            with formatter.section(title):
                formatter.write_dl(rows)

    def _short_help(self, ctx: click.Context, name: str) -> str:
        command = self.get_command(ctx, name)
        return command.get_short_help_str(80) if command is not None else ""


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, "--version", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Keep knowledge that changes: what is true, what was, and since when we know.

    PROJECT is a .tenure file; make one with: tenure new PROJECT
    """
    if os.environ.get("NO_COLOR"):
        ctx.color = False


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and leave with its exit code."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; errors a user can act on become one sentence on stderr."""
    try:
        result = cli.main(args=arguments, prog_name="tenure", standalone_mode=False)
        sys.stdout.flush()
    except (click.Abort, KeyboardInterrupt, Cancelled) as error:
        told = str(error) if isinstance(error, Cancelled) else ""
        _complain(told if told not in {"", str(Cancelled())} else "stopped; nothing was written")
        return INTERRUPTED
    except click.UsageError as error:
        where = f" (see: {error.ctx.command_path} --help)" if error.ctx is not None else ""
        _complain(error.format_message().rstrip(".") + where)
        return BAD_INPUT
    except click.ClickException as error:
        _complain(error.format_message())
        return BAD_INPUT
    except BrokenPipeError:
        # The reader (head, a closed pager) has had enough; Python must not complain at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except UnicodeEncodeError as error:
        # Half a surrogate pair, from bytes in an argument or from an escape in JSON; SQLite and pipes take none.
        _complain(f"the text {error.object[:40]!a} has a character that is not Unicode text")
        return BAD_INPUT
    except OverflowError as error:
        if "SQLite" not in str(error):
            raise
        # Entries, statements, imports and transactions are numbered by SQLite, in 64 bits.
        _complain("there is nothing with so high a number")
        return BAD_INPUT
    except (TenureError, sqlite3.DatabaseError, OSError) as error:
        _complain(_sentence(error))
        return BAD_INPUT
    return result if isinstance(result, int) else DONE


def _sentence(error: Exception) -> str:
    if isinstance(error, BusyError):
        from tenure.project import explain_busy

        return explain_busy(error)
    if isinstance(error, sqlite3.DatabaseError):
        return f"the project file cannot be used: {error}"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def _complain(message: str) -> None:
    click.echo(f"tenure: {' '.join(message.split())}", err=True)
