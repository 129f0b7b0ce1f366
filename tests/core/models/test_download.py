from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pytest

from helpers.servers import FileServer, serving
from tenure.errors import Cancelled
from tenure.models.download import DownloadError, discard_partial, download, part_path, partial_of
from tenure.progress import CancelToken

CONTENT = bytes(range(256)) * 4000
DIGEST = sha256(CONTENT).hexdigest()


class Site(NamedTuple):
    files: FileServer
    url: str


@contextmanager
def site(**switches: object) -> Iterator[Site]:
    files = FileServer(CONTENT, **switches)  # type: ignore[arg-type]
    with serving(files.handler()) as address:
        yield Site(files, f"{address}/model.gguf")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def fetch(where: Site, target: Path, **more: object) -> Path:
    return download(where.url, target, pause=0.0, **more)  # type: ignore[arg-type]


def test_a_file_appears_whole_and_its_progress_is_told(tmp_path: Path) -> None:
    told: list[float] = []
    target = tmp_path / "new" / "model.gguf"
    with site() as one:
        assert fetch(one, target, sha256=DIGEST, progress=lambda _text, part: told.append(part)) == target
        assert fetch(one, target) == target
        assert one.files.asked == [""]
    assert target.read_bytes() == CONTENT
    assert told[-1] == 1.0
    assert names(target.parent) == ["model.gguf"]


def test_a_cut_connection_is_taken_up_where_it_broke(tmp_path: Path) -> None:
    target = tmp_path / "model.gguf"
    with site(cut_after=[300_000, 1, 200_000]) as one:
        fetch(one, target, sha256=DIGEST)
        assert one.files.asked == ["", "bytes=300000-", "bytes=300001-", "bytes=500001-"]
    assert target.read_bytes() == CONTENT


def test_it_goes_on_in_another_call_and_what_came_is_kept_meanwhile(tmp_path: Path) -> None:
    target = tmp_path / "model.gguf"
    with site(cut_after=[400_000, 0, 0, 0, 0]) as one:
        with pytest.raises(DownloadError, match=r"127\.0\.0\.1 broke the connection; what came is kept"):
            fetch(one, target)
        assert not target.exists()
        partial = partial_of(target)
        assert partial is not None
        assert (partial.size, partial.total, partial.mark) == (400_000, len(CONTENT), '"one"')
        one.files.asked.clear()
        fetch(one, target, sha256=DIGEST)
        assert one.files.asked == ["bytes=400000-"]
    assert target.read_bytes() == CONTENT


def test_cancelling_keeps_what_came_also_while_the_server_is_silent(tmp_path: Path) -> None:
    target, token, hold = tmp_path / "model.gguf", CancelToken(), threading.Event()
    with site(cut_after=[100_000], hold=hold) as one:

        def progress(_text: str, _part: float) -> None:
            threading.Timer(0.1, token.cancel).start()

        with pytest.raises(Cancelled):
            fetch(one, target, progress=progress, cancel=token)
        hold.set()
        assert part_path(target).stat().st_size == 100_000
        fetch(one, target, sha256=DIGEST)
        assert one.files.asked[-1] == "bytes=100000-"


def test_a_progress_that_raises_stops_it(tmp_path: Path) -> None:
    def stop(_text: str, _part: float) -> None:
        raise Cancelled

    with site() as one, pytest.raises(Cancelled):
        fetch(one, tmp_path / "model.gguf", progress=stop)


def test_another_version_is_fetched_from_its_beginning(tmp_path: Path) -> None:
    target = tmp_path / "model.gguf"
    with site(cut_after=[100_000, 0, 0, 0, 0]) as one:
        with pytest.raises(DownloadError):
            fetch(one, target)
        one.files.mark = '"two"'
        one.files.content = CONTENT[::-1]
        fetch(one, target)
    assert target.read_bytes() == CONTENT[::-1]


def test_a_server_without_ranges_starts_anew_and_one_with_less_is_noticed(tmp_path: Path) -> None:
    target = tmp_path / "model.gguf"
    with site(cut_after=[100_000], ranges=False) as one:
        fetch(one, target, sha256=DIGEST)
    assert target.read_bytes() == CONTENT
    shorter = tmp_path / "shorter.gguf"
    part_path(shorter).write_bytes(CONTENT)
    with site(mark="") as one:
        about = {"url": one.url, "mark": "", "total": 0}
        part_path(shorter).with_name("shorter.gguf.part.json").write_text(json.dumps(about))
        one.files.content = CONTENT[:5000]
        fetch(one, shorter)
    assert shorter.read_bytes() == CONTENT[:5000]


def test_what_came_from_elsewhere_is_not_gone_on_with(tmp_path: Path) -> None:
    target = tmp_path / "model.gguf"
    part_path(target).write_bytes(b"other")
    with site() as one:
        about = {"url": "https://example.org/other", "mark": "", "total": 9}
        part_path(target).with_name("model.gguf.part.json").write_text(json.dumps(about))
        fetch(one, target, sha256=DIGEST)
        assert one.files.asked == [""]


def test_a_part_that_is_whole_already_is_only_checked(tmp_path: Path) -> None:
    target = tmp_path / "model.gguf"
    part_path(target).write_bytes(CONTENT)
    with site() as one:
        about = {"url": one.url, "mark": "", "total": len(CONTENT)}
        part_path(target).with_name("model.gguf.part.json").write_text(json.dumps(about))
        fetch(one, target, sha256=DIGEST)
        assert one.files.asked == []
    assert target.read_bytes() == CONTENT


def test_a_wrong_checksum_removes_what_came(tmp_path: Path) -> None:
    target = tmp_path / "model.gguf"
    with site() as one, pytest.raises(DownloadError, match="its SHA-256 differs"):
        fetch(one, target, sha256="0" * 64)
    assert names(tmp_path) == []


def test_redirects_are_followed_but_not_to_plain_http_elsewhere(tmp_path: Path) -> None:
    with site() as one:
        base = one.url.removesuffix("/model.gguf")
        one.files.redirect = {"/a": f"{base}/b", "/b": one.url, "/out": "http://example.org/x"}
        download(f"{base}/a", tmp_path / "a.gguf", sha256=DIGEST)
        with pytest.raises(DownloadError, match="over https only"):
            download(f"{base}/out", tmp_path / "b.gguf", pause=0.0)
    with pytest.raises(DownloadError, match="over https only"):
        download("http://example.org/x.gguf", tmp_path / "c.gguf")
    with pytest.raises(DownloadError, match="over https only"):
        download("file:///etc/passwd", tmp_path / "d.gguf")


@pytest.mark.parametrize(
    ("status", "reason"), [(404, "has no such file"), (403, "does not give this file out"), (418, "error 418")]
)
def test_a_refusal_is_told_at_once(tmp_path: Path, status: int, reason: str) -> None:
    with site(status={"/model.gguf": status}) as one:
        with pytest.raises(DownloadError, match=reason):
            fetch(one, tmp_path / "model.gguf")
        assert len(one.files.asked) == 1


def test_a_server_in_trouble_is_tried_again_and_an_absent_one_is_told(tmp_path: Path) -> None:
    with site(status={"/model.gguf": 503}) as one:
        with pytest.raises(DownloadError, match="answered with the error 503"):
            fetch(one, tmp_path / "model.gguf")
        assert len(one.files.asked) == 4
        gone = one
    with pytest.raises(DownloadError, match="cannot be reached"):
        fetch(gone, tmp_path / "model.gguf")


def test_a_full_disk_is_told_before_anything_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=1000)
    monkeypatch.setattr("tenure.models.download.shutil.disk_usage", lambda _path: usage)
    with site() as one, pytest.raises(DownloadError, match="The disk has no room: 1 MB are to come and 1 kB are free"):
        fetch(one, tmp_path / "model.gguf")
    assert names(tmp_path) == []


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with site() as one, pytest.raises(DownloadError, match="cannot be written"):
        fetch(one, tmp_path / "file" / "model.gguf")


def test_what_came_can_be_thrown_away(tmp_path: Path) -> None:
    target = tmp_path / "model.gguf"
    assert partial_of(target) is None
    with site(cut_after=[10] + [0] * 4) as one, pytest.raises(DownloadError):
        fetch(one, target)
    discard_partial(target)
    assert names(tmp_path) == []
