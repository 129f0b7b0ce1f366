"""The interchange format into the ledger: transactions grouped, plain ones in bulk."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from tenure.errors import InputError, NotFoundError, TenureError
from tenure.instants import parse_date
from tenure.keys import Key, Scope
from tenure.ledger.bulk import Batch
from tenure.ledger.collector import collector_paused
from tenure.ledger.export import export_lines
from tenure.ledger.lines import TEMPORARY_ID, Entry, group_key, read_lines
from tenure.ledger.merge import merged
from tenure.ledger.registry_store import write_definition
from tenure.ledger.tombstones import Tombstones
from tenure.ledger.types import (
    Assert,
    Correct,
    DefineRelation,
    End,
    Erase,
    Operation,
    Restore,
    Retract,
    Summary,
    Tombstone,
    Withdraw,
)
from tenure.progress import Progress, no_progress

_BULK_LINES = 100_000

__all__ = ["Importer", "export_lines", "import_lines", "import_text", "read_lines"]


def import_lines(
    ledger: Tombstones,
    path: str | Path,
    *,
    skip_bad: bool = False,
    exact_times: bool = False,
    replay: bool = False,
    dry_run: bool = False,
    progress: Progress = no_progress,
) -> Summary:
    """Import a JSON Lines file in one SQL transaction; see :func:`import_text`.

    Raises:
        InputError: if the file is missing, not UTF-8, or a line is malformed.
    """
    file = Path(path)
    size = file.stat().st_size if file.is_file() else 0
    try:
        with file.open(encoding="utf-8-sig") as lines:
            return import_text(
                ledger,
                lines,
                skip_bad=skip_bad,
                exact_times=exact_times,
                replay=replay,
                dry_run=dry_run,
                progress=progress,
                lines_expected=size // 150,
            )
    except OSError as error:
        raise InputError(f"cannot read '{file}': {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"'{file}' is not UTF-8 text: byte {error.start} cannot be read") from error


def import_text(
    ledger: Tombstones,
    lines: Iterable[str],
    *,
    skip_bad: bool = False,
    exact_times: bool = False,
    replay: bool = False,
    dry_run: bool = False,
    progress: Progress = no_progress,
    lines_expected: int = 0,
    source: str | None = None,
) -> Summary:
    """Import interchange lines in one SQL transaction.

    Lines in a row with the same ``tx`` are one ledger transaction; a line without is one of its own.

    Args:
        ledger: to write to.
        lines: of JSON.
        skip_bad: leave out lines that cannot be used; else the first one refuses the whole.
        exact_times: refuse recording times that would have to be moved up.
        replay: lines without ``recorded_at`` are recorded at their valid time, if that is past.
        dry_run: return the same summary and write nothing.
        progress: called often; may cancel, then nothing is written.
        lines_expected: for the progress.
        source: name of the source for lines that name none.

    Raises:
        InputError: naming the line.
    """
    importer = Importer(
        ledger,
        skip_bad=skip_bad,
        exact_times=exact_times,
        replay=replay,
        progress=progress,
        lines_expected=lines_expected,
        source=source,
    )
    if dry_run:
        return replace(_without_a_trace(ledger, lambda: importer.run(lines)), dry_run=True)
    with collector_paused(), ledger.writing():
        return importer.run(lines)


class _RollBackError(Exception):
    """Leaves a dry run; carries nothing."""


def _without_a_trace(ledger: Tombstones, work: Callable[[], Summary]) -> Summary:
    summary: Summary | None = None
    outer = ledger.connection.in_transaction
    if outer:
        ledger.connection.execute("SAVEPOINT dry")
    try:
        with ledger.writing():
            summary = work()
            raise _RollBackError
    except _RollBackError:
        pass
    finally:
        if outer:
            ledger.connection.execute("ROLLBACK TO dry")
            ledger.connection.execute("RELEASE dry")
            ledger.forget()
    if summary is None:
        raise InputError("the dry run made no summary")
    return summary


class Importer:
    """One import under way."""

    def __init__(
        self,
        ledger: Tombstones,
        *,
        skip_bad: bool,
        exact_times: bool,
        replay: bool,
        progress: Progress,
        lines_expected: int,
        source: str | None,
    ) -> None:
        self._ledger = ledger
        self._skip_bad = skip_bad
        self._exact = exact_times
        self._replay = replay
        self._progress = progress
        self._expected = lines_expected
        self._source = source
        self._labels: dict[str, int] = {}
        self._surrogates: dict[str, int] = {}
        self._refused: list[str] = []
        self._plain: list[tuple[list[Entry], list[Assert | End]]] = []
        self._plain_lines = 0
        self._names: set[str] = set()
        self._mapped: list[tuple[int, int]] = []
        self._total = Summary(tx=ledger.last_tx())

    def run(self, lines: Iterable[str]) -> Summary:
        """Import; inside ``writing``."""
        ledger = self._ledger
        entries = read_lines(
            self._counted(lines), zone=ledger.zone, now=ledger.clock(), skip_bad=self._skip_bad, refused=self._refused
        )
        for _, group in groupby(entries, key=group_key()):
            self._take(list(group))
        self._flush()
        return replace(self._total, refused=tuple(self._refused))

    def _counted(self, lines: Iterable[str]) -> Iterator[str]:
        for number, line in enumerate(lines):
            if number % 2000 == 0:
                self._progress(f"{number:,} lines read", min(0.95, number / max(self._expected, number + 1)))
            yield line

    def _take(self, group: list[Entry]) -> None:
        operations: list[Assert | End] = []
        for entry in group:
            operation = entry.operation
            if isinstance(operation, (Assert, End)):
                operations.append(self._sourced(operation))
        if len(operations) < len(group):
            self._flush()
            self._special(group)
            return
        try:
            self._claim_names(group, operations)
            self._check_time(group)
        except TenureError as error:
            self._refuse(group, error)
            return
        self._plain.append((group, operations))
        self._plain_lines += len(group)
        if self._plain_lines >= _BULK_LINES:
            self._flush()

    def _sourced(self, op: Assert | End) -> Assert | End:
        if self._source is None or op.evidence.source is not None:
            return op
        return replace(op, evidence=replace(op.evidence, source=self._source))

    def _claim_names(self, group: list[Entry], operations: list[Assert | End]) -> None:
        for entry, op in zip(group, operations, strict=True):
            if op.name is None:
                continue
            taken = (
                op.name in self._names
                or self._ledger.connection.execute("SELECT 1 FROM statement WHERE name = ?", (op.name,)).fetchone()
            )
            if taken:
                raise InputError(f"there is already a statement with the id '{op.name}'")
            self._names.add(entry.label or op.name)

    def _check_time(self, group: list[Entry]) -> None:
        given = self._recorded_at(group)
        if given is not None and given > self._ledger.clock():
            raise InputError("the recording time lies in the future")

    def _recorded_at(self, group: list[Entry]) -> int | None:
        first = group[0]
        if first.recorded_at is not None or not self._replay:
            return first.recorded_at
        dates = [e.operation.valid_from if isinstance(e.operation, Assert) else e.operation.at
                 for e in group if isinstance(e.operation, (Assert, End))]  # fmt: skip
        return min(max(dates), self._ledger.clock()) if dates else None

    def _refuse(self, group: list[Entry], error: TenureError) -> None:
        sentence = f"line {group[0].number}: {error}"
        if not self._skip_bad:
            raise InputError(sentence) from error
        self._refused.append(sentence)

    # --- plain transactions in bulk -----------------------------------------------------------

    def _flush(self) -> None:
        if not self._plain:
            return
        ledger = self._ledger
        before = self._next_statement()
        first = tx = ledger.last_tx()
        batches: list[Batch] = []
        for group, operations in self._plain:
            tx += 1
            self._map(group[0].tx, tx)
            batches.append(Batch(operations, self._recorded_at(group), _stated(group[0], ledger)))
        try:
            summary = ledger.load(batches, exact_times=self._exact)
        except TenureError as error:
            first, last = self._plain[0][0][0].number, self._plain[-1][0][-1].number
            raise InputError(f"lines {first} to {last}: {error}") from error
        self._label_plain(before, first)
        self._plain, self._plain_lines = [], 0
        self._names.clear()
        self._add(summary)

    def _label_plain(self, before: int, tx: int) -> None:
        """Remember which statements the labels of the file name: of each transaction the first ones."""
        if not any(entry.label is not None for group, _ in self._plain for entry in group):
            return
        firsts = dict(
            self._ledger.connection.execute("SELECT tx, min(id) FROM statement WHERE id >= ? GROUP BY tx", (before,))
        )
        for place, (group, _) in enumerate(self._plain, start=1):
            for number, entry in enumerate(group, start=firsts[tx + place]):
                if entry.label is not None and entry.label.startswith(TEMPORARY_ID):
                    self._labels[entry.label] = number

    def _add(self, summary: Summary) -> None:
        self._total = merged(self._total, summary)

    def _map(self, old: object, new: int) -> None:
        """Remember how the file's transaction numbers lead to the ledger's."""
        if type(old) is int and (not self._mapped or self._mapped[-1][1] != new - old):
            self._mapped.append((old, new - old))

    def _mapped_tx(self, old: int) -> int:
        place = bisect_right(self._mapped, old, key=lambda pair: pair[0]) - 1
        return old + (self._mapped[place][1] if place >= 0 else 0)

    # --- all others ---------------------------------------------------------------------------

    def _special(self, group: list[Entry]) -> None:
        first = group[0]
        if first.raw.get("op") == "member":
            self._members(group)
            return
        if first.tx == 0 and self._ledger.last_tx() == 0 and isinstance(first.operation, DefineRelation):
            self._seed(group)
            return
        undoes = first.raw.get("undoes")
        try:
            before = self._ledger.last_tx()
            summary = self._ledger.apply(
                self._performing(group),
                recorded_at=self._recorded_at(group),
                exact_times=self._exact,
                undoes=self._mapped_tx(undoes) if type(undoes) is int else None,
                stated_at=_stated(first, self._ledger),
            )
        except TenureError as error:
            self._refuse(group, error)
            return
        if summary.tx > before:
            self._map(first.tx, summary.tx)
        self._add(summary)

    def _performing(self, group: list[Entry]) -> Iterator[Operation]:
        """Yield the operations one by one, so that a later one can name what an earlier one recorded."""
        for entry in group:
            before = self._next_statement()
            yield self._resolved(entry)
            if entry.label is not None and entry.label.startswith(TEMPORARY_ID):
                self._labels[entry.label] = before

    def _next_statement(self) -> int:
        row = self._ledger.connection.execute("SELECT coalesce(max(id), 0) + 1 FROM statement").fetchone()
        return int(row[0])

    def _resolved(self, entry: Entry) -> Operation:
        op, raw = entry.operation, entry.raw
        if isinstance(op, (Assert, End)):
            return self._sourced(op)
        if isinstance(op, (Correct, Withdraw)):
            return replace(op, statement=self._labels.get(str(op.statement), op.statement))
        if isinstance(op, Erase):
            return op if op.statement is None else Erase(self._labels.get(str(op.statement), op.statement))
        if isinstance(op, Tombstone):
            corrects = raw.get("corrects")
            return replace(
                op,
                surrogate=self._surrogates.get(str(raw.get("surrogate"))),
                corrects=None if corrects is None else self._exact_id(str(corrects)),
            )
        if op is not None:
            return op
        target = self._exact_id(entry.target or "")
        if raw.get("op") == "restore":
            return Restore(target)
        by = raw.get("corrected_by")
        return Retract(target, None if by is None else self._exact_id(str(by)))

    def _exact_id(self, label: str) -> int:
        """Return the id of exactly the statement a label or name was given to."""
        if label in self._labels:
            return self._labels[label]
        row = self._ledger.connection.execute("SELECT id FROM statement WHERE name = ?", (label,)).fetchone()
        if row is None:
            raise NotFoundError(f"there is no statement '{label}'")
        return int(row[0])

    def _members(self, group: list[Entry]) -> None:
        for entry in group:
            raw = entry.raw
            key = Key(str(raw.get("subject")), str(raw.get("relation")), Scope.of(raw.get("scope")))
            self._surrogates[str(raw.get("surrogate"))] = self._ledger.adopt_member(key, str(raw.get("object")))

    def _seed(self, group: list[Entry]) -> None:
        """An export's registry into an empty ledger: it replaces the seed, as of transaction 0."""
        connection = self._ledger.connection
        names = {e.operation.relation.name for e in group if isinstance(e.operation, DefineRelation)}
        for relation in list(self._ledger.registry):
            if relation.name not in names:
                write_definition(connection, 0, relation.name, None)
        for entry in group:
            if isinstance(entry.operation, DefineRelation):
                relation = entry.operation.relation
                if self._ledger.registry.find(relation.name) != relation:
                    write_definition(connection, 0, relation.name, relation)
        self._ledger.forget()


def _stated(entry: Entry, ledger: Tombstones) -> int | None:
    stated = entry.raw.get("stated_at")
    if stated is None:
        return None
    return parse_date(str(stated), ledger.zone).at
