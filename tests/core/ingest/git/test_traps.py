"""What repositories have besides edits: renames, broken files, other kinds of entries, rewritten history."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygit2
import pytest

from helpers.git_repository import START, GitRepository
from tenure.clock import fixed_clock
from tenure.errors import Cancelled, InputError
from tenure.ingest.git import GitSource, GitSummary, commits_of, import_git
from tenure.ingest.git import importer as git_importer
from tenure.ingest.git.store import GitStore
from tenure.instants import SECOND, parse_date
from tenure.keys import Key
from tenure.project import Project

NOW = (START + 100_000_000) * SECOND
HOUR = 3600 * SECOND


@pytest.fixture
def repository(tmp_path: Path) -> GitRepository:
    return GitRepository(tmp_path / "shop.git")


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with Project.create(tmp_path / "p.tenure", clock=fixed_clock(NOW)) as opened:
        yield opened


def run(project: Project, repository: GitRepository, **options: object) -> GitSummary:
    return import_git(project.ledger, GitSource(repository.path, **options))  # type: ignore[arg-type]


def value(project: Project, subject: str, relation: str, hour: int | None = None) -> str | None:
    at = NOW if hour is None else (START * SECOND) + hour * HOUR
    return project.ledger.lookup(Key(subject, relation), at)


def test_a_value_begins_and_ends_at_its_commits_with_path_commit_and_line(
    project: Project, repository: GitRepository
) -> None:
    first = repository.commit({"app.env": "# here\nPORT=80\nHOST=a\n"}, author="Ada", message="Begin\n\nMore.")
    second = repository.commit({"app.env": "# here\nPORT=81\nHOST=a\n"})
    repository.commit({"app.env": "# here\nHOST=a\n"})
    summary = run(project, repository)
    assert (summary.commits, summary.stated) == (3, 3)
    assert [value(project, "app.env", "port", hour) for hour in range(3)] == ["80", "81", None]
    asserts = project.ledger.statements(Key("app.env", "port"))
    assert [s.evidence.source for s in asserts[:2]] == [f"shop:app.env@{str(n)[:12]}" for n in (first, second)]
    passage = project.passages.get([asserts[1].evidence.passage or 0])[0]
    assert (passage.line, passage.text, asserts[1].evidence.span) == (2, "PORT=81", (0, 7))
    note = commits_of(project.ledger.connection, [asserts[0].tx])[asserts[0].tx]
    assert (note.sha, note.author, note.summary, note.at) == (str(first), "Ada", "Begin", START * SECOND)


@pytest.mark.parametrize("edited", [False, True])
def test_a_rename_ends_the_old_path_and_is_told(project: Project, repository: GitRepository, edited: bool) -> None:
    text = "PORT=80\nHOST=a\nLEVEL=info\n"
    repository.commit({"old.env": text})
    repository.commit({"conf/new.env": text.replace("80", "81") if edited else text})
    run(project, repository)
    assert value(project, "old.env", "port") is None
    assert value(project, "old.env", "port", 0) == "80"
    assert value(project, "conf/new.env", "port") == ("81" if edited else "80")
    assert [s.object for s in project.ledger.statements(Key("old.env", "renamed"))] == ["conf/new.env"]
    assert "old.env" in project.ledger.aliases_of("conf/new.env")


def test_a_function_renamed_without_a_change_is_told(project: Project, repository: GitRepository) -> None:
    body = "    total = sum(lines)\n    return round(total, places)\n"
    kept = "def kept(a):\n    return a + 1\n"
    repository.commit({"shop.py": f"def charge(lines, places=2):\n{body}\n\n{kept}"})
    repository.commit({"shop.py": f"def invoice(lines, places=2):\n{body}\n\n{kept}"})
    repository.commit({"shop.py": f"def bill(lines, places=3):\n{body}\n\n{kept}"})
    run(project, repository)
    statements = project.ledger.statements
    assert [s.object for s in statements(Key("shop.charge", "renamed"))] == ["shop.invoice"]
    assert "shop.charge" in project.ledger.aliases_of("shop.invoice")
    assert value(project, "shop.charge", "signature", 0) is not None
    assert value(project, "shop.charge", "signature") is None
    # Another default is another function: it ended, and a new one began.
    assert statements(Key("shop.invoice", "renamed")) == ()
    assert statements(Key("shop.kept", "renamed")) == ()


def test_two_functions_that_do_the_same_are_no_rename(project: Project, repository: GitRepository) -> None:
    body = "(a):\n    return a * 2\n"
    repository.commit({"m.py": f"def one{body}\n\ndef two{body}"})
    repository.commit({"m.py": f"def three{body}\n\ndef two{body}"})
    repository.commit({"m.py": f"def four{body}\n\ndef five{body}"})
    run(project, repository)
    renames = {
        name: [s.object for s in project.ledger.statements(Key(f"m.{name}", "renamed"))]
        for name in ("one", "two", "three")
    }
    assert renames == {"one": ["m.three"], "two": [], "three": []}


def test_a_version_of_a_change_log_has_its_own_date_and_its_line(project: Project, repository: GitRepository) -> None:
    head = "# Changelog\n\nAll notable changes to Shop.\n\n"
    repository.commit({"CHANGELOG.md": f"{head}## [1.0.0] - 2014-01-02\n\n- First.\n"})
    later = f"{head}## [1.1.0] - 2014-03-04\n\n- More.\n\n## [1.0.0] - 2014-01-02\n\n- First.\n"
    sha = repository.commit({"CHANGELOG.md": later})
    run(project, repository)
    found = [slot.key for slot in project.ledger.find_slots() if slot.key.relation == "released"]
    stated = {s.object: s for key in found for s in project.ledger.statements(key)}
    assert sorted(stated) == ["1.0.0", "1.1.0"]
    newest = stated["1.1.0"]
    assert newest.valid_from == parse_date("2014-03-04").at
    assert newest.evidence.source == f"shop:CHANGELOG.md@{str(sha)[:12]}"
    assert newest.evidence.text == "## [1.1.0] - 2014-03-04"
    passage = project.passages.get([newest.evidence.passage or 0])[0]
    start, end = newest.evidence.span or (0, 0)
    assert (passage.line, passage.text[start:end]) == (5, newest.evidence.text)


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (b'{"port": 80', "JSON"),
        (b'{"port": "\xff"}', "UTF-8"),
        (b'{"port":\0 1}', "binary"),
        (b'{"port": 81, "a": "' + b"x" * 5_000_000 + b'"}', "largest"),
    ],
)
def test_a_version_that_cannot_be_read_ends_nothing_and_is_told(
    project: Project, repository: GitRepository, broken: bytes, reason: str
) -> None:
    good = {"app.json": '{\n  "port": 80,\n  "host": "a"\n}\n', "b.env": "X=1\n"}
    repository.commit(good)
    bad = repository.commit({**good, "app.json": broken, "b.env": "X=2\n"})
    summary = run(project, repository)
    assert value(project, "app.json", "port", 1) == "80"
    assert value(project, "b.env", "x", 1) == "2"
    assert len(summary.warnings) == summary.warning_count == 1
    assert "app.json" in summary.warnings[0]
    assert str(bad)[:12] in summary.warnings[0]
    assert reason in summary.warnings[0]
    repository.commit({**good, "app.json": '{\n  "host": "a"\n}\n'})
    assert run(project, repository).commits == 1
    assert value(project, "app.json", "port", 1) == "80"
    assert value(project, "app.json", "port", 2) is None
    assert value(project, "app.json", "host", 2) == "a"


def test_links_submodules_and_modes_state_nothing(project: Project, repository: GitRepository) -> None:
    blob = repository.repo.create_blob(b"PORT=80\n").raw
    link = repository.repo.create_blob(b"app.env").raw
    repository.commit(
        repository.write_tree(
            [(b"100644", b"app.env", blob), (b"120000", b"link.env", link), (b"160000", b"module.env", b"\1" * 20)]
        )
    )
    repository.commit(repository.write_tree([(b"100755", b"app.env", blob)]))
    repository.commit(repository.write_tree([(b"120000", b"app.env", blob)]))
    assert run(project, repository).stated == 2
    assert [value(project, "app.env", "port", hour) for hour in range(3)] == ["80", "80", None]
    assert {info.key.subject for info in project.ledger.keys()} == {"app.env"}  # noqa: SIM118 - not a mapping


def test_a_file_that_becomes_a_folder_and_back(project: Project, repository: GitRepository) -> None:
    repository.commit({"conf.env": "PORT=80\n"})
    repository.commit({"conf.env/app.env": "PORT=81\n"})
    repository.commit({"conf.env": "PORT=82\n"})
    run(project, repository)
    assert [value(project, "conf.env", "port", hour) for hour in range(3)] == ["80", None, "82"]
    assert [value(project, "conf.env/app.env", "port", hour) for hour in range(3)] == [None, "81", None]


def test_a_path_that_is_no_utf8_is_written_with_escapes(project: Project, repository: GitRepository) -> None:
    repository.commit(repository._tree({b"caf\xe9.env": "PORT=80\n"}))
    run(project, repository)
    assert value(project, "caf\\xe9.env", "port") == "80"


def test_merges_count_by_what_they_bring_to_the_path(project: Project, repository: GitRepository) -> None:
    first = repository.commit({"app.env": "PORT=80\n"})
    side = repository.commit({"app.env": "PORT=90\n"}, parents=[first], update=False)
    main = repository.commit({"app.env": "PORT=80\nHOST=a\n"})
    repository.commit({"app.env": "PORT=90\nHOST=a\n"}, parents=[main, side])
    assert run(project, repository).commits == 3
    assert [value(project, "app.env", "port", hour) for hour in (0, 1, 2, 3)] == ["80", "80", "80", "90"]


def test_dates_that_fall_or_lie_ahead_follow_the_commit_before(project: Project, repository: GitRepository) -> None:
    repository.commit({"app.env": "PORT=1\n"}, at=START + 900_000_000)
    repository.commit({"app.env": "PORT=2\n"}, at=START)
    repository.commit({"app.env": "PORT=3\n"}, at=START - 100)
    repository.commit({"app.env": "PORT=4\n"}, at=START + 900_000_000)
    summary = run(project, repository)
    assert summary.moved_up == 0
    begins = [s.valid_from - START * SECOND for s in project.ledger.statements(Key("app.env", "port"))]
    assert begins == [-1, 0, 1, 2]


def test_one_key_in_two_spellings_is_ruled_by_the_first(project: Project, repository: GitRepository) -> None:
    repository.commit({"app.json": '{"port": 1}', "App.json": '{"PORT": 2}'})
    repository.commit({"app.json": '{"port": 1}'})
    repository.commit({"app.json": '{"port": 1}', "App.json": '{"PORT": 3}'})
    run(project, repository)
    assert [value(project, "app.json", "port", hour) for hour in range(3)] == ["2", "1", "3"]


def test_what_is_new_is_all_that_a_second_import_takes(project: Project, repository: GitRepository) -> None:
    repository.commit({"app.env": "PORT=80\n"})
    assert run(project, repository).statements
    before = project.ledger.last_tx()
    again = run(project, repository)
    assert (again.commits, again.statements, project.ledger.last_tx()) == (0, 0, before)
    repository.commit({"app.env": "PORT=80\n", "README.txt": "x"})
    repository.commit({"app.env": "PORT=81\n"})
    assert (run(project, repository).commits, value(project, "app.env", "port")) == (2, "81")


def test_a_rewritten_history_goes_on_from_what_is_held(project: Project, repository: GitRepository) -> None:
    first = repository.commit({"app.env": "PORT=80\nHOST=a\n"})
    repository.commit({"app.env": "PORT=81\nHOST=a\nLEVEL=x\n"})
    run(project, repository)
    repository.commit({"app.env": "PORT=80\nHOST=b\n"}, parents=[first])
    summary = run(project, repository)
    assert summary.rewritten == str(first)
    assert summary.commits == 1
    assert [value(project, "app.env", name) for name in ("port", "host", "level")] == ["80", "b", None]
    assert value(project, "app.env", "port", 1) == "81"


def test_another_repository_needs_a_name_of_its_own(
    project: Project, repository: GitRepository, tmp_path: Path
) -> None:
    repository.commit({"app.env": "PORT=80\n"})
    run(project, repository)
    other = GitRepository(tmp_path / "other" / "shop.git")
    other.commit({"app.env": "PORT=90\n"}, author="Bob")
    with pytest.raises(InputError, match="shares no commit"):
        run(project, other)
    run(project, other, name="second")
    assert value(project, "app.env", "port") == "80"
    assert value(project, "second/app.env", "port") == "90"


def test_a_cancelled_import_keeps_whole_batches_and_goes_on(
    project: Project, repository: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(git_importer, "BATCH_COMMITS", 2)
    for port in range(5):
        repository.commit({"app.env": f"PORT={port}\n"})

    def stop(_message: str, _fraction: float) -> None:
        raise Cancelled

    with pytest.raises(Cancelled, match="2 of 5 commits are kept"):
        import_git(project.ledger, GitSource(repository.path), progress=stop)
    assert value(project, "app.env", "port") == "1"
    assert run(project, repository).commits == 3
    assert [value(project, "app.env", "port", hour) for hour in range(5)] == ["0", "1", "2", "3", "4"]


def test_an_import_that_fails_leaves_whole_batches(
    project: Project, repository: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(git_importer, "BATCH_COMMITS", 1)
    for port in range(3):
        repository.commit({"app.env": f"PORT={port}\n"})

    def fail(first: int, _last: int) -> None:
        if first > 1:
            raise RuntimeError("killed")

    with pytest.raises(RuntimeError, match="killed"):
        import_git(project.ledger, GitSource(repository.path), written=fail)
    assert value(project, "app.env", "port") == "0"
    assert run(project, repository).commits == 2
    assert project.ledger.check().problems == ()


def test_only_the_paths_and_times_asked_for(project: Project, repository: GitRepository) -> None:
    for port in range(6):
        repository.commit({"a/x.env": f"PORT={port}\n", "b/y.env": f"PORT={port}\n", "z.env": f"PORT={port}\n"})
    hours = [START * SECOND + hour * HOUR for hour in range(6)]
    summary = run(project, repository, paths=("a", "z.*"), since=hours[2], until=hours[5])
    assert summary.commits == 4
    assert value(project, "b/y.env", "port") is None
    assert [value(project, "a/x.env", "port", hour) for hour in range(6)] == [None, "1", "2", "3", "4", "4"]
    assert value(project, "z.env", "port") == "4"


def test_branches_tags_and_a_detached_head(project: Project, repository: GitRepository) -> None:
    first = repository.commit({"app.env": "PORT=80\n"})
    repository.commit({"app.env": "PORT=81\n"})
    repository.repo.references.create("refs/tags/v1", first)
    assert run(project, repository, branch="v1").commits == 1
    repository.repo.set_head(repository.tip)
    assert run(project, repository).commits == 1
    assert value(project, "app.env", "port") == "81"
    with pytest.raises(InputError, match="no branch or tag 'nowhere'"):
        run(project, repository, branch="nowhere")


def test_an_empty_repository_and_none_at_all(project: Project, repository: GitRepository, tmp_path: Path) -> None:
    assert run(project, repository).commits == 0
    with pytest.raises(InputError, match="is not a Git repository"):
        import_git(project.ledger, GitSource(tmp_path))


def test_a_shallow_clone_states_its_first_tree_as_a_whole(project: Project, repository: GitRepository) -> None:
    missing = pygit2.Oid(hex="1" * 40)
    tree = repository.tree({"app.env": "PORT=80\n"})
    who = b"A <a@example.org> 1500000000 +0000"
    raw = b"tree %s\nparent %s\nauthor %s\ncommitter %s\n\nx\n" % (str(tree).encode(), str(missing).encode(), who, who)
    number = repository.repo.odb.write(int(pygit2.enums.ObjectType.COMMIT), raw)
    repository.repo.references.create(repository.ref, number, force=True)
    (repository.path / "shallow").write_text(f"{number}\n", encoding="ascii")
    assert run(project, repository).commits == 1
    assert value(project, "app.env", "port", 0) == "80"


def test_a_work_tree_beside_the_repository(project: Project, repository: GitRepository, tmp_path: Path) -> None:
    repository.commit({"app.env": "PORT=80\n"})
    repository.repo.add_worktree("wt", str(tmp_path / "wt"))
    assert import_git(project.ledger, GitSource(tmp_path / "wt")).name == "wt"
    assert value(project, "app.env", "port") == "80"


def test_spans_point_into_lines_that_differ_in_white_space_only(project: Project, repository: GitRepository) -> None:
    repository.commit(
        {"a.json": '{\n    "a": 1,\n    "b": 2,\n    "c": 3\n}\n', "b.json": '{\n "a": 1,\n "b": 2,\n "c": 3\n}\n'}
    )
    run(project, repository)
    for subject in ("a.json", "b.json"):
        for number, name in enumerate("abc", 2):
            evidence = project.ledger.statements(Key(subject, name))[0].evidence
            passage = project.passages.get([evidence.passage or 0])[0]
            start, end = evidence.span or (0, 0)
            assert passage.text[start:end].startswith(f'"{name}": {number - 1}')
            assert passage.line + passage.text[:start].count("\n") == number


def test_a_repository_that_another_import_began_meanwhile_is_told(project: Project, repository: GitRepository) -> None:
    repository.commit({"app.env": "PORT=80\n"})
    run(project, repository)
    with pytest.raises(InputError, match="another import of 'shop' is running"), project.ledger.writing():
        GitStore(project.ledger.connection).add_source("shop", (), "", "elsewhere")
    assert run(project, repository).commits == 0
    assert project.ledger.check().ok
