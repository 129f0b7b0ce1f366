"""pyproject.toml: PEP 621, PEP 735, and the layouts of Poetry, Flit, Hatch, PDM and uv."""

from __future__ import annotations

from typing import Any

from tenure.errors import InputError
from tenure.ingest.document import Document
from tenure.ingest.manifests.about import state_links, state_sets, state_texts, table, tidy
from tenure.ingest.manifests.manifest import Manifest
from tenure.ingest.manifests.poetry import take_poetry
from tenure.ingest.manifests.python_lists import require_all, take_list
from tenure.ingest.readers.base import Content, base_of
from tenure.ingest.readers.toml import load_toml, toml_lines

_TEXTS = {"name": "name", "version": "version", "description": "description", "requires-python": "required python",
          "license": "license"}  # fmt: skip
_SETS = {"authors": "authors", "maintainers": "maintainers", "keywords": "keywords", "classifiers": "classifiers"}
_FLIT_TEXTS = {"dist-name": "name", "module": "module", "home-page": "homepage", "license": "license",
               "requires-python": "required python", "author": "author"}  # fmt: skip


class PyprojectReader:
    """Reads the manifest of a Python project."""

    kind = "pyproject"
    covers = (
        "pyproject.toml: dependencies, extras, dependency groups and build requirements (PEP 621, PEP 735, Poetry, "
        "Flit, Hatch, PDM, uv), what it says about the project, and the settings of tools by their path."
    )
    rank = 10
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the file is called pyproject.toml."""
        return base_of(name) == "pyproject.toml"

    def accepts(self, content: Content) -> bool:
        """Whether there is anything to read, which the name has decided."""
        return bool(content.name)

    def read(self, content: Content) -> Document:
        """Read the file.

        Raises:
            InputError: if it is not TOML, or a requirement is malformed (unless ``skip_bad``), naming the line.
        """
        try:
            data = load_toml(content.text)
        except InputError as error:
            raise InputError(f"'{content.name}', {error}") from None
        found = Manifest(content, lambda: toml_lines(content.text))
        title = str(table(data, "project").get("name") or table(data, "tool", "poetry").get("name") or "")
        _project(found, data)
        _groups(found, data)
        take_list(found, table(data, "build-system"), "requires", ("build-system",), "build-system")
        if "tool" in data:
            _tools(found, data)
        return found.document(self.kind, title, data)


def _project(found: Manifest, data: dict[str, Any]) -> None:
    """What PEP 621 says of the project, and its dependencies and extras."""
    project = table(data, "project")
    if isinstance(project.get("name"), str):
        found.call(found.file, project["name"])
    licence = project.get("license")
    if isinstance(licence, dict) and len(licence) == 1 and isinstance(licence.get("text"), str):
        found.state("license", project.pop("license")["text"], path=("project", "license"))
    state_texts(found, project, _TEXTS, ("project",))
    state_sets(found, project, _SETS, ("project",))
    state_links(found, table(project, "urls"), ("project", "urls"))
    take_list(found, project, "dependencies", ("project",))
    extras = table(project, "optional-dependencies")
    for extra in list(extras):
        take_list(found, extras, extra, ("project", "optional-dependencies"), extra)
    tidy(project, "optional-dependencies")
    tidy(project, "urls")
    tidy(data, "project")


def _groups(found: Manifest, data: dict[str, Any]) -> None:
    """The dependency groups of PEP 735; a group included in another is told as such."""
    groups = table(data, "dependency-groups")
    for group in list(groups):
        values = groups[group]
        if not isinstance(values, list):
            continue
        path = ("dependency-groups", group)
        del groups[group]
        require_all(found, [value for value in values if isinstance(value, str)], path, group)
        included = [value.get("include-group") for value in values if isinstance(value, dict)]
        names = [name for name in included if isinstance(name, str)]
        found.list("included groups", names, scoped=True, group=group, path=path)
    tidy(data, "dependency-groups")


def _tools(found: Manifest, data: dict[str, Any]) -> None:
    """The dependencies that tools keep in tables of their own."""
    if table(data, "tool", "poetry"):
        take_poetry(found, data)
    flit = table(data, "tool", "flit", "metadata")
    if flit:
        path = ("tool", "flit", "metadata")
        found.call(found.file, str(flit.get("dist-name") or flit.get("module") or ""))
        state_texts(found, flit, _FLIT_TEXTS, path)
        take_list(found, flit, "requires", path)
        take_list(found, flit, "dev-requires", path, "dev")
        extras = table(flit, "requires-extra")
        for extra in list(extras):
            take_list(found, extras, extra, (*path, "requires-extra"), extra)
        tidy(data, "tool", "flit", "metadata", "requires-extra")
    for name, environment in list(table(data, "tool", "hatch", "envs").items()):
        for member in ("dependencies", "extra-dependencies") if isinstance(environment, dict) else ():
            take_list(found, environment, member, ("tool", "hatch", "envs", name), name)
        tidy(data, "tool", "hatch", "envs", name)
    groups = table(data, "tool", "pdm", "dev-dependencies")
    for group in list(groups):
        take_list(found, groups, group, ("tool", "pdm", "dev-dependencies"), group)
    tidy(data, "tool", "pdm", "dev-dependencies")
    take_list(found, table(data, "tool", "uv"), "dev-dependencies", ("tool", "uv"), "dev")
    tidy(data, "tool", "uv")


READERS = (PyprojectReader(),)
