"""The samples that ship, and folders of the same shape."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tenure.errors import InputError, NotFoundError
from tenure.instants import parse_date
from tenure.project import sample_at, sample_named, samples


def folder(tmp_path: Path, **fields: object) -> Path:
    description = {"name": "small", "title": "Small", "description": "A small one.", "now": "2026-01-01T00:00:00Z"}
    (tmp_path / "files").mkdir()
    (tmp_path / "project.json").write_text(json.dumps({**description, **fields}))
    return tmp_path


def test_harbor_ships() -> None:
    assert "harbor" in {sample.name for sample in samples()}
    harbor = sample_named("harbor")
    assert harbor.title == "Harbor"
    assert harbor.files.is_dir()
    assert harbor.questions.is_file()
    assert harbor.now == parse_date("2026-03-01").at


def test_a_folder_of_the_same_shape(tmp_path: Path) -> None:
    sample = sample_named(str(folder(tmp_path, about="Why.")))
    assert (sample.name, sample.about, sample.folder) == ("small", "Why.", tmp_path)


def test_an_unknown_name_lists_those_there_are() -> None:
    with pytest.raises(NotFoundError, match="no sample 'atlantis': there is harbor"):
        sample_named("atlantis")


@pytest.mark.parametrize("fields", [{"now": "soon"}, {"now": None}])
def test_a_bad_date_is_refused(tmp_path: Path, fields: dict[str, object]) -> None:
    with pytest.raises(InputError):
        sample_at(folder(tmp_path, **fields))


def test_what_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not the description"):
        sample_at(tmp_path)
    (tmp_path / "project.json").write_text("{}")
    with pytest.raises(InputError, match="not the description"):
        sample_at(tmp_path)
    folder(tmp_path)
    (tmp_path / "files").rmdir()
    with pytest.raises(InputError, match="no folder 'files'"):
        sample_at(tmp_path)
