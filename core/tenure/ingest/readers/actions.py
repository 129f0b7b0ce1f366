"""GitHub Actions: workflows with their jobs and steps, and which version of each action they use."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tenure.ingest.document import Document
from tenure.ingest.flatten import Flat, Path, flatten, item_names, put_members, stem_of
from tenure.ingest.readers.base import Content, base_of, suffix_of
from tenure.ingest.readers.configuration import configuration
from tenure.ingest.readers.yaml import load_yaml, yaml_lines
from tenure.ingest.scalars import label

_FOLDER = re.compile(r"(?:^|/)\.(?:github|gitea|forgejo)/workflows/[^/]+$")
_JOBS = re.compile(r"^jobs:", re.MULTILINE)
_ON = re.compile(r"^[\"']?on[\"']?:", re.MULTILINE)
_RUNS = re.compile(r"^runs:", re.MULTILINE)
_USES = re.compile(r"(?P<action>[\w.-]+/[\w./-]+)@(?P<version>\S+)")


class ActionsReader:
    """Reads workflows and composite actions."""

    kind = "github actions"
    covers = (
        "GitHub Actions workflows and actions: jobs and steps are subjects, each action used has its version as "
        "requirement; the rest by its path."
    )
    rank = 20
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the name ends as YAML does."""
        return suffix_of(name) in {".yml", ".yaml"}

    def accepts(self, content: Content) -> bool:
        """Whether it is a workflow (jobs and what starts them) or an action (what it runs)."""
        text = content.text
        if base_of(content.name).startswith("action."):
            return _RUNS.search(text) is not None
        return _JOBS.search(text) is not None and bool(_ON.search(text) or _FOLDER.search(content.name))

    def read(self, content: Content) -> Document:
        """Read the file.

        Raises:
            InputError: if it is not YAML, with the line.
        """
        return configuration(content, self.kind, lambda f: _unfold(content, f), lambda: yaml_lines(content.text))


def _unfold(content: Content, flat: Flat) -> None:
    documents = load_yaml(content.text, flat.refused)
    workflow = _Workflow(content.name, flat)
    for place, data in enumerate(documents):
        workflow.put(data if isinstance(data, dict) else {}, place)
    workflow.put_requirements()


class _Workflow:
    """One pass over a workflow or action."""

    __slots__ = ("_flat", "_stem", "_subject", "_used")

    def __init__(self, subject: str, flat: Flat) -> None:
        self._subject = subject
        self._stem = stem_of(subject)
        self._flat = flat
        self._used: dict[str, list[tuple[str, Path]]] = {}

    def put(self, data: dict[str, Any], place: int) -> None:
        """Add a document: its jobs, its steps, and the rest by its path."""
        rest = dict(data)
        title, jobs, runs = data.get("name"), data.get("jobs"), data.get("runs")
        if isinstance(title, str) and title.strip():
            self._flat.names.append((self._subject, label(title)))
        if isinstance(jobs, dict):
            del rest["jobs"]
            for name, job in jobs.items():
                self._job(name, job, (place, "jobs", name))
        if isinstance(runs, dict):
            rest["runs"] = self._steps(self._subject, runs, (place, "runs"))
        self._schedule(rest, (place, "on", "schedule"))
        flatten(rest, self._subject, stem=self._stem, path=(place,), into=self._flat)

    def put_requirements(self) -> None:
        """Add which version of each action is used; several versions of one are a list."""
        for action, versions in self._used.items():
            different = list(dict.fromkeys(version for version, _ in versions))
            value = different[0] if len(different) == 1 else different
            scope = (("file", self._subject),)
            flatten(value, action, prefix="requirement", scope=scope, path=versions[0][1], into=self._flat)

    def _job(self, name: str, job: Any, path: Path) -> None:
        subject = f"{self._subject} › {label(name)}"
        if not isinstance(job, dict):
            flatten(job, subject, prefix="value", path=path, into=self._flat)
            return
        title = job.get("name")
        called = {
            label(name): None,
            label(title) if isinstance(title, str) and "${{" not in title else label(name): None,
        }
        self._flat.names.extend((subject, other) for each in called for other in item_names(self._stem, each))
        rest = self._steps(subject, job, path)
        needs = job.get("needs")
        needed = [needs] if isinstance(needs, str) else needs if isinstance(needs, list) else []
        if needed and all(isinstance(item, str) for item in needed):
            put_members([(item, (*path, "needs")) for item in needed], (subject, "depends on", ()), into=self._flat)
            del rest["needs"]
        self._use(job.get("uses"), (*path, "uses"))
        flatten(rest, subject, stem=self._stem, path=path, into=self._flat)

    def _steps(self, subject: str, around: dict[str, Any], path: Path) -> dict[str, Any]:
        """Add the steps of a job or action and return the rest of it."""
        steps = around.get("steps")
        if not isinstance(steps, list):
            return dict(around)
        for place, (step, called) in enumerate(zip(steps, _called(steps), strict=True)):
            here = (*path, "steps", place)
            if isinstance(step, dict):
                self._use(step.get("uses"), (*here, "uses"))
            prefix = "" if isinstance(step, dict) else "value"
            flatten(step, f"{subject} › {called}", prefix=prefix, path=here, into=self._flat)
        return {key: value for key, value in around.items() if key != "steps"}

    def _use(self, uses: Any, path: Path) -> None:
        match = _USES.fullmatch(uses) if isinstance(uses, str) else None
        if match is not None:
            self._used.setdefault(match["action"], []).append((match["version"], path))

    def _schedule(self, rest: dict[str, Any], path: Path) -> None:
        """Take out when a workflow runs by the clock: a list of mappings of which each has nothing but ``cron``."""
        on = rest.get("on")
        if not isinstance(on, dict) or not isinstance(on.get("schedule"), list):
            return
        times = [item.get("cron") for item in on["schedule"] if isinstance(item, dict)]
        if times and all(isinstance(time, str) for time in times):
            rest["on"] = {key: value for key, value in on.items() if key != "schedule"}
            value = times[0] if len(times) == 1 else times
            flatten(value, self._subject, prefix="schedule", path=path, into=self._flat)


def _called(steps: list[Any]) -> Iterator[str]:
    """Yield what each step is called: its id, name or action, with a number from the second of a name on."""
    seen: Counter[str] = Counter()
    for place, step in enumerate(steps, 1):
        named = step if isinstance(step, dict) else {}
        action = named.get("uses")
        given = (named.get("id"), named.get("name"), action.split("@", 1)[0] if isinstance(action, str) else None)
        found = next((label(each) for each in given if isinstance(each, str) and each.strip()), "")
        seen[found.casefold()] += 1
        again = seen[found.casefold()]
        yield f"#{place}" if not found else found if again == 1 else f"{found} ({again})"


READERS = (ActionsReader(),)
