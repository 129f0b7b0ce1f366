from __future__ import annotations

import pytest

from helpers.configuration import lines, sets, stated
from helpers.documents import items_of, read_text, survives

NAME = ".github/workflows/ci.yml"
SAMPLE = """name: CI tests
on:
  push:
    branches: [main]
  schedule:
    - cron: "0 0 * * *"
env:
  PY: 3.10
jobs:
  lint:
    runs-on: ubuntu-22.04
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with: {python-version: "3.10", token: "${{ secrets.X }}"}
      - run: make lint
  test:
    name: All tests
    needs: [lint]
    services:
      db: {image: "postgres:16", env: {POSTGRES_PASSWORD: hunter2}}
    strategy:
      matrix:
        python: [3.9, 3.10]
    steps:
      - uses: actions/checkout@v3
      - name: Run
        id: run
        run: |
          make
          test
      - uses: ./local
      - uses: actions/checkout@v3
  publish:
    uses: org/repo/.github/workflows/release.yml@v1
    secrets: inherit
"""


def test_jobs_and_steps_are_subjects() -> None:
    found = stated(SAMPLE, NAME)
    assert found["lint", "runs-on"] == "ubuntu-22.04"
    assert found["lint › actions/setup-python", "with.python-version"] == "3.10"
    assert found["lint › actions/setup-python", "with.token"] == "${{ secrets.X }}"
    assert found["lint › #3", "run"] == "make lint"
    assert found["test › run", "run"] == "make\ntest"
    used = sets(SAMPLE, NAME)
    assert used["test › ./local", "uses"] == ("./local",)
    assert used["test › actions/checkout (2)", "uses"] == ("actions/checkout@v3",)
    assert found["test", "strategy.matrix.python"] == "[3.9, 3.10]"
    assert found["test", "services.db.env.POSTGRES_PASSWORD"] == "(secret)"
    assert found["publish", ".secrets"] == "inherit"
    assert found["", "on.push.branches"] == '["main"]'
    assert found["", "schedule"] == "0 0 * * *"
    assert found["", "env.PY"] == "3.10"
    assert used["test", "depends on"] == ("lint",)


def test_the_version_of_each_action_is_a_requirement() -> None:
    items = items_of(read_text(SAMPLE, NAME))
    required = {subject: value for (subject, relation, _), value in items.values.items() if relation == "requirement"}
    assert required == {
        "actions/checkout": '["v4", "v3"]',
        "actions/setup-python": "v5",
        "org/repo/.github/workflows/release.yml": "v1",
    }
    key = ("actions/setup-python", "requirement", (("file", NAME),))
    assert items.locate(key, "v5") == 14


def test_names_lines_and_safe_text() -> None:
    items = items_of(read_text(SAMPLE, NAME))
    assert {(NAME, "CI tests"), (f"{NAME} › test", "test"), (f"{NAME} › test", "All tests")} <= set(items.names)
    found = lines(SAMPLE, NAME)
    assert (found["lint › #3", "run"], found["", "schedule"], found["test › run", "run"]) == (16, 5, 29)
    assert all(found.values())
    assert items.safe_text == SAMPLE.replace("hunter2", "(secret)")


def test_reordering_jobs_is_no_change() -> None:
    head, lint, rest = SAMPLE.partition("  lint:\n")
    job, _, after = rest.partition("  test:\n")
    moved = f"{head}  test:\n{after}{lint}{job}"
    first, second = stated(SAMPLE, NAME), stated(moved, NAME)
    assert {key: value for key, value in first.items() if key[1] != "requirement"} == {
        key: value for key, value in second.items() if key[1] != "requirement"
    }


def test_several_schedules_are_one_value() -> None:
    text = 'on:\n  schedule:\n    - cron: "0 0 * * *"\n    - cron: "5 5 * * *"\njobs:\n  a: {runs-on: x}\n'
    assert stated(text, NAME)["", "schedule"] == '["0 0 * * *", "5 5 * * *"]'


def test_an_action_has_its_steps() -> None:
    steps = "    - uses: actions/cache@v4\n    - run: x\n      shell: bash\n"
    text = f"name: Set up\nruns:\n  using: composite\n  steps:\n{steps}"
    found = stated(text, "action.yml")
    assert found["", "runs.using"] == "composite"
    assert sets(text, "action.yml")["actions/cache", "uses"] == ("actions/cache@v4",)
    assert found["#2", "shell"] == "bash"


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("on: push\njobs: {}\n", "ci.yml", "github actions"),
        ("jobs:\n  a: {runs-on: x}\n", NAME, "github actions"),
        ("jobs:\n  a: {docker: x}\n", ".circleci/config.yml", "yaml"),
        ("a: 1\n", NAME, "yaml"),
    ],
)
def test_a_workflow_is_known_by_its_folder_and_content(text: str, name: str, kind: str) -> None:
    assert read_text(text, name).kind == kind


def test_no_text_does_harm() -> None:
    odd = (
        "on: push\njobs:\n  a: x\n  b: {steps: [1, [2], {uses: [3]}], needs: {a: 1}}\n  3: {name: 4}\nruns: {steps: 5}"
    )
    survives(lambda text: read_text(text, NAME), [SAMPLE, odd])
