"""The files of a repository, taken from commit to commit: what each commit states and ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from tenure.ingest.bodies import RENAMED, renamed_bodies
from tenure.ingest.excerpts import Spot, excerpts
from tenure.ingest.git.blobs import UnreadableError, Version, Versions, is_claimed
from tenure.ingest.git.changes import FileChange, Tree
from tenure.ingest.git.edits import Edit, Former
from tenure.ingest.git.history import Commit
from tenure.ingest.git.lines import Locator
from tenure.ingest.git.moves import moved
from tenure.ingest.git.pins import pinned
from tenure.ingest.git.renames import renamed
from tenure.ingest.git.standing import Change, DatedChange, Standing
from tenure.ingest.git.store import Mark
from tenure.ingest.git.writing import Said, SaidDated, Step, Text
from tenure.ingest.items import Bodies, ItemKey, no_bodies
from tenure.relations import Cardinality, Relation, RelationRegistry

_MOST_WARNINGS = 1_000
_SMALL = 256 * 1024
"""Characters; the next version of so short a file is read without looking up its size first."""
_NO_LINES: tuple[str, ...] = ()


class _Taken(NamedTuple):
    """A version taken up: what of it may become passages, and what finds the line of a value."""

    kind: str
    safe: Sequence[str]
    line: Callable[[ItemKey, str], int]


class Files:
    """The state of a repository's files at one commit, moved along the path.

    Args:
        name: the repository's name in the project.
        prefix: what the subjects of its files begin with.
        tree: the present commit's tree.
        versions: reads versions of files.
        selected: whether a path was asked for.
        registry: the project's relations.

    Attributes:
        kept: by path, the version whose values hold though the present one can't be read.
        relations: relations that files define and the project lacks, since they were drained last.
        names: pairs (subject, another name), since they were drained last.
        warnings: what couldn't be read, the first thousand.
        warning_count: how much couldn't be read.
    """

    def __init__(
        self,
        name: str,
        prefix: str,
        tree: Tree,
        versions: Versions,
        *,
        selected: Callable[[str], bool],
        registry: RelationRegistry,
    ) -> None:
        self._name = name
        self._prefix = prefix
        self._tree = tree
        self._versions = versions
        self._selected = selected
        self._standing = Standing(registry.get)
        self._present: dict[str, Former] = {}
        self._bodies: dict[str, Bodies] = {}
        self._told: dict[str, frozenset[str]] = {}
        self._named: set[tuple[str, str]] = set()
        self.kept: dict[str, str] = {}
        self.relations: list[Relation] = []
        self.names: list[tuple[str, str]] = []
        self.warnings: list[str] = []
        self.warning_count = 0

    def __len__(self) -> int:
        return len(self._standing)

    def restore(self, mark: Mark) -> None:
        """Take the state at the last commit imported from its tree, without stating anything."""
        self.kept = dict(mark.kept)
        for change in self._tree.move_to(mark.tree):
            blob = self.kept.get(change.path, change.blob)
            if blob is None or not self._is_read(change.path):
                continue
            try:
                version = self._versions.read(change.path, blob, mark.at)
            except UnreadableError:
                continue
            self._take_whole(change.path, version)
        self._standing.changes()
        self.names.clear()

    def step(self, commit: Commit, at: int) -> Step | None:
        """Go to a commit and return what it states and ends, or None if that is nothing."""
        changes = [c for c in self._tree.move_to(commit.tree) if self._is_read(c.path)]
        if not changes:
            return None
        step = Step(commit, at)
        former = {c.path: bodies for c in changes if (bodies := self._bodies.get(c.path)) is not None}
        taken = {c.path: (c.blob or "", found) for c in changes if (found := self._take(c, commit, at)) is not None}
        changed, dated = self._standing.changes()
        self._say(step, changed, dated, taken)
        if len(changes) > 1:
            self._rename(step, changes)
        if former:
            self._rename_bodies(step, changed, former)
        return step if step else None

    def _is_read(self, path: str) -> bool:
        return is_claimed(path) and self._selected(path)

    def _source(self, path: str, commit: Commit) -> str:
        return f"{self._name}:{path}@{commit.sha[:12]}"

    # --- versions -----------------------------------------------------------------------------

    def _take(self, change: FileChange, commit: Commit, at: int) -> _Taken | None:
        """Take up a file's new version; return None if it is gone or can't be read."""
        path, blob = change.path, change.blob
        if blob is None:
            self.kept.pop(path, None)
            self._told.pop(path, None)
            self._present.pop(path, None)
            self._bodies.pop(path, None)
            self._standing.put(path, None)
            return None
        before = self._present.get(path)
        try:
            text = None
            if before is not None and path not in self.kept and not self._versions.is_read_whole(path):
                text = self._versions.text(path, blob, small=len(before.text) < _SMALL)
                taken = self._take_edits(path, before, text)
                if taken is not None:
                    return taken
            version = self._versions.read(path, blob, at, text)
        except UnreadableError as error:
            self._tell(path, commit, (str(error),))
            # What the last readable version says goes on to hold.
            if before is not None and path not in self.kept and change.before is not None:
                self.kept[path] = change.before
            return None
        self._tell(path, commit, version.refused)
        self._take_whole(path, version)
        locator = Locator(version.items, _NO_LINES if before is None else before.lines, version.lines)
        return _Taken(version.kind, version.safe_lines, locator.line)

    def _take_edits(self, path: str, before: Former, text: str) -> _Taken | None:
        """Take up a version in which lines of values differ; return None if more does."""
        lines = text.split("\n")
        came_or_went = before.form is None
        found: Sequence[Edit] | None = None
        if came_or_went:
            found = pinned(before, text)
        elif len(lines) == len(before.lines):
            found = before.edits(lines)
        if found is None:
            found = moved(before, lines)
            came_or_went = True
        if found is None:
            return None
        for edit in found:
            if edit.member is None:
                self._standing.edit(path, edit.key, edit.value)
            else:
                self._standing.edit_member(path, edit.key, edit.member, edit.value)
        before.take(text, lines, found, moved=came_or_went)
        places = {edit.key: edit.line for edit in found}
        return _Taken(before.kind, before.safe, lambda key, _value: places.get(key, 0))

    def _take_whole(self, path: str, version: Version) -> None:
        self.kept.pop(path, None)
        self._know_relations(version)
        self._standing.put(path, version.items)
        if version.items.bodies is not no_bodies:
            self._bodies[path] = cache(version.items.bodies)
        self._present[path] = Former(
            self._prefix + path,
            version.kind,
            (version.text, version.lines, version.safe_lines),
            self._standing.values(path),
            self._standing.members(path),
        )
        for pair in version.items.names:
            if pair not in self._named:
                self._named.add(pair)
                self.names.append(pair)

    def _know_relations(self, version: Version) -> None:
        """Know the relations of a file that the registry does not list, before anything is stated of them."""
        items = version.items
        if not items.relations and not items.members:
            return
        wanted = dict(items.relations)
        for _, name, _ in items.members:
            wanted.setdefault(name, Relation(name, Cardinality.SET))
        for name, relation in wanted.items():
            if not self._standing.relation(name).known:
                self._standing.define(relation)
                self.relations.append(relation)

    def _tell(self, path: str, commit: Commit, reasons: Sequence[str]) -> None:
        """Tell what couldn't be read, a file's same trouble once as long as it lasts."""
        told = self._told.get(path, frozenset())
        if not reasons:
            if told:
                del self._told[path]
            return
        self._told[path] = frozenset(reasons)
        for reason in reasons:
            if reason in told:
                continue
            self.warning_count += 1
            if len(self.warnings) < _MOST_WARNINGS:
                sentence = reason if path in reason else f"{path}: {reason}"
                self.warnings.append(f"{sentence} (commit {commit.sha[:12]})")

    # --- what a commit states -----------------------------------------------------------------

    def _say(
        self,
        step: Step,
        changed: Sequence[Change],
        dated: Sequence[DatedChange],
        taken: dict[str, tuple[str, _Taken]],
    ) -> None:
        """Put changed values into a step, each with the line it stands on."""
        stated: dict[str, list[Change]] = {}
        happened: dict[str, list[DatedChange]] = {}
        for one in dated:
            if one.gone:
                step.dated.append(SaidDated(one, -1, None, self._source(one.path, step.commit)))
            else:
                happened.setdefault(one.path, []).append(one)
        for change in changed:
            if change.object is None:
                # What happened happened, whether a file goes on saying so or not.
                if self._standing.relation(change.key[1]).cardinality is not Cardinality.EVENT:
                    source = self._source(change.path, step.commit)
                    step.said.append(Said(change.key, change.former or "", True, -1, None, source))
            elif change.object.strip():
                stated.setdefault(change.path, []).append(change)
        for path in dict.fromkeys((*stated, *happened)):
            self._say_file(step, path, (stated.get(path, ()), happened.get(path, ())), taken.get(path))

    def _say_file(
        self,
        step: Step,
        path: str,
        said: tuple[Sequence[Change], Sequence[DatedChange]],
        taken: tuple[str, _Taken] | None,
    ) -> None:
        source = self._source(path, step.commit)
        changed, dated = said
        spots: Sequence[Spot | None] = [None] * (len(changed) + len(dated))
        if taken is not None:
            blob, (kind, safe, line) = taken
            wanted = [(line(c.key, c.object or ""), c.object or "") for c in changed]
            wanted += [(line(d.item.key, d.item.object), d.item.object) for d in dated]
            pieces, spots = excerpts(safe, wanted)
            if pieces:
                digest = f"{blob}:{','.join([str(piece.line) for piece in pieces])}"
                step.texts.append(Text(source, kind, digest, pieces))
        text = len(step.texts) - 1
        step.said += [
            Said(change.key, change.object or "", False, text, spot, source)
            for change, spot in zip(changed, spots, strict=False)
        ]
        for happening, spot in zip(dated, spots[len(changed) :], strict=True):
            step.dated.append(SaidDated(happening, text, spot, source))

    def _rename(self, step: Step, changes: Sequence[FileChange]) -> None:
        """State which files were renamed, and that the new one was called so."""

        def lines(path: str, blob: str) -> Sequence[str] | None:
            try:
                return self._versions.text(path, blob).split("\n")
            except UnreadableError:
                return None

        for old, new in renamed(changes, lines):
            self._say_renamed(step, self._prefix + old, self._prefix + new, self._source(new, step.commit))

    def _rename_bodies(self, step: Step, changed: Sequence[Change], former: Mapping[str, Bodies]) -> None:
        """State which functions and classes were renamed: what went and what came do the same."""
        went = {change.key[0]: change.path for change in changed if change.object is None}
        came = {change.key[0]: change.path for change in changed if change.former is None}
        if not went.keys() - came.keys() or not came.keys() - went.keys():
            return
        # Digests take as long as reading: only files are looked at from which something went, or to which it came.
        paths = {went[s] for s in went.keys() - came.keys()} | {came[s] for s in came.keys() - went.keys()}
        before = {s: digest for path in paths if path in former for s, digest in former[path]().items()}
        after = {s: digest for path in paths if path in self._bodies for s, digest in self._bodies[path]().items()}
        for old, new in renamed_bodies(before, after):
            self._say_renamed(step, old, new, self._source(came.get(new, min(paths)), step.commit))

    def _say_renamed(self, step: Step, old: str, new: str, source: str) -> None:
        step.said.append(Said((old, RENAMED, ()), new, False, -1, None, source))
        self.names.append((new, old))
