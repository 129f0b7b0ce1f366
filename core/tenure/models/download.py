"""Fetching a model's file over HTTP: goes on where it stopped, is checked, and appears only when it is whole.

While it comes it is ``NAME.part``, with the address and the server's mark of the version beside it in
``NAME.part.json``; a later call goes on from there if both are still the same.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256 as new_sha256
from pathlib import Path
from typing import IO, Any, Final
from urllib.parse import urlsplit

from tenure.errors import TenureError
from tenure.models.background import in_background
from tenure.models.suitable import size_text
from tenure.progress import CancelToken, Progress, no_progress

_CHUNK: Final = 1 << 18
_TRIES: Final = 4
_SPARE: Final = 64 << 20
"""Bytes of the disk that stay free."""
_REPORT_S: Final = 0.1
_LOOPBACK: Final = {"127.0.0.1", "localhost", "::1"}
_BEYOND_THE_END: Final = 416
_AGENT: Final = "Tenure (model download)"


class DownloadError(TenureError):
    """A file could not be fetched; what came of it is kept unless it was wrong."""


class _Cut(Exception):  # noqa: N818 - told apart from errors: it is tried again
    """The connection broke; what came is kept."""


@dataclass(frozen=True, slots=True)
class Partial:
    """What came of a file so far.

    Attributes:
        path: the ``.part`` file.
        size: its bytes.
        url: where it came from.
        mark: the server's mark of that version (an ETag); empty if it gave none.
        total: the whole size; 0 if the server did not say.
    """

    path: Path
    size: int
    url: str
    mark: str
    total: int


def part_path(target: Path) -> Path:
    """Return where the file lies while it comes."""
    return target.with_name(target.name + ".part")


def partial_of(target: Path) -> Partial | None:
    """Return what came of a file so far, or None if nothing did."""
    part = part_path(target)
    try:
        size = part.stat().st_size
        about: Any = json.loads(_about_path(part).read_text(encoding="utf-8"))
        return Partial(part, size, str(about["url"]), str(about["mark"]), int(about["total"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def discard_partial(target: Path) -> None:
    """Remove what came of a file."""
    part = part_path(target)
    part.unlink(missing_ok=True)
    _about_path(part).unlink(missing_ok=True)


def download(
    url: str,
    target: Path,
    *,
    sha256: str | None = None,
    progress: Progress = no_progress,
    cancel: CancelToken | None = None,
    timeout: float = 30.0,
    pause: float = 1.0,
) -> Path:
    """Fetch a file; returns ``target``.

    Args:
        url: an https address; plain http only of this computer.
        target: where it appears once whole; its folder is made. Nothing is fetched if it is there.
        sha256: refuse what has another one.
        progress: told how much has come; may raise ``Cancelled``.
        cancel: stops at once; what came is kept.
        timeout: seconds without a byte after which the connection counts as broken.
        pause: seconds before a broken connection is tried again, doubled each time.

    Raises:
        DownloadError: if the server refuses, stays away, the disk has no room, or the file is not the one expected.
        Cancelled: if it was stopped.
    """
    if target.exists():
        return target
    _require_safe(url)
    stop = cancel or CancelToken()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _fetch_all(_Fetch(url, target, progress, stop, timeout), stop, pause)
        _check(target, sha256, progress, stop)
        part_path(target).replace(target)
        _about_path(part_path(target)).unlink(missing_ok=True)
    except OSError as error:
        raise DownloadError(f"{target} cannot be written: {error.strerror or error}.") from error
    return target


def _fetch_all(fetch: _Fetch, stop: CancelToken, pause: float) -> None:
    """Fetch until the file is whole; only connections that bring nothing are counted as tries."""
    fruitless = 0
    while True:
        before = fetch.came()
        try:
            return fetch.run()
        except _Cut as cut:
            fruitless = 0 if fetch.came() > before else fruitless + 1
            if fruitless == _TRIES:
                raise DownloadError(f"{fetch.where} {cut}; what came is kept, so it can go on later.") from cut
            if stop.wait(pause * 2**fruitless):
                stop.raise_if_cancelled()


@dataclass(frozen=True, slots=True)
class _Answer:
    """The head of a server's answer."""

    status: int
    length: str
    range: str
    mark: str


class _Fetch:
    """One connection: asks for what is missing and appends it to the part."""

    def __init__(self, url: str, target: Path, progress: Progress, stop: CancelToken, timeout: float) -> None:
        self._url = url
        self._part = part_path(target)
        self._target = target
        self._progress = progress
        self._stop = stop
        self._timeout = timeout

    @property
    def where(self) -> str:
        """The server's name."""
        return _where(self._url)

    def came(self) -> int:
        """Return how many bytes lie there."""
        return self._part.stat().st_size if self._part.exists() else 0

    def run(self) -> None:
        """Fetch until the file is whole.

        Raises:
            _Cut: if the connection breaks.
        """
        self._stop.raise_if_cancelled()
        before = partial_of(self._target)
        if before is not None and before.url != self._url:
            discard_partial(self._target)
            before = None
        have = before.size if before is not None else 0
        if before is not None and have and have == before.total:
            return
        mark = before.mark if before is not None else ""
        stream = in_background(lambda: self._stream(have, mark), self._stop)
        try:
            self._take(stream, have)
        finally:
            stream.close()

    def _take(self, stream: Generator[_Answer | bytes], have: int) -> None:
        answer = next(stream)
        if not isinstance(answer, _Answer):
            raise TypeError("the stream begins with the answer's head")
        if answer.status == _BEYOND_THE_END:
            discard_partial(self._target)
            raise _Cut("has another version of the file by now")
        start, total = _range_of(answer, have)
        self._require_room(total - start if total else 0)
        about = {"url": self._url, "mark": answer.mark, "total": total}
        _about_path(self._part).write_text(json.dumps(about), encoding="utf-8")
        with self._part.open("ab" if start else "wb") as file:
            self._copy(stream, file, start, total)

    def _stream(self, have: int, mark: str) -> Iterator[_Answer | bytes]:
        """Yield the answer's head, then its bytes; runs in a thread of its own."""
        response = self._open(have, mark)
        if response is None:
            yield _Answer(_BEYOND_THE_END, "", "", "")
            return
        with response:
            headers = response.headers
            mark = headers.get("ETag") or ""
            mark = "" if mark.startswith("W/") else mark
            yield _Answer(
                response.status, headers.get("Content-Length") or "", headers.get("Content-Range") or "", mark
            )
            while chunk := self._read(response):
                yield chunk

    def _open(self, have: int, mark: str) -> Any:
        """Return the response, or None if the server has nothing from there on."""
        request = urllib.request.Request(self._url, headers={"User-Agent": _AGENT, "Accept-Encoding": "identity"})
        if have:
            request.add_header("Range", f"bytes={have}-")
            if mark:
                request.add_header("If-Range", mark)
        try:
            return _opener(self._url).open(request, timeout=self._timeout)
        except urllib.error.HTTPError as error:
            error.close()
            if error.code == _BEYOND_THE_END and have:
                return None
            if error.code >= 500 or error.code in {408, 429}:
                raise _Cut(f"answered with the error {error.code}") from error
            raise DownloadError(f"{self.where} {_refused(error.code)}.") from error
        except urllib.error.URLError as error:
            if isinstance(error.reason, DownloadError):
                raise error.reason from error
            raise _Cut(f"cannot be reached ({_said(error.reason)})") from error
        except (http.client.HTTPException, OSError) as error:
            raise _Cut(f"broke the connection ({_said(error)})") from error

    def _copy(self, stream: Iterator[_Answer | bytes], file: IO[bytes], start: int, total: int) -> None:
        done, told = start, 0.0
        try:
            for chunk in stream:
                if isinstance(chunk, bytes):
                    file.write(chunk)
                    done += len(chunk)
                if time.monotonic() - told > _REPORT_S:
                    told = time.monotonic()
                    self._progress(amount_text(done, total), done / total if total else 0.0)
        finally:
            file.flush()
            os.fsync(file.fileno())
        if total and done < total:
            raise _Cut("broke the connection")
        self._progress(amount_text(done, total), 1.0)

    def _read(self, response: Any) -> bytes:
        try:
            chunk: bytes = response.read1(_CHUNK)
        except (http.client.HTTPException, OSError) as error:
            raise _Cut(f"broke the connection ({_said(error)})") from error
        return chunk

    def _require_room(self, wanted: int) -> None:
        free = shutil.disk_usage(self._part.parent).free
        if wanted + _SPARE > free:
            raise DownloadError(
                f"The disk has no room: {size_text(wanted)} are to come and {size_text(free)} are free"
                f" in {self._part.parent}."
            )


def amount_text(done: int, total: int) -> str:
    """Say how much has come: ``1.21 GB / 4.37 GB``."""
    return f"{size_text(done)} / {size_text(total)}" if total else size_text(done)


def _check(target: Path, expected: str | None, progress: Progress, stop: CancelToken) -> None:
    """Compare the checksum; a file that is another one is removed."""
    if expected is None:
        return
    part, digest, done = part_path(target), new_sha256(), 0
    size = part.stat().st_size
    with part.open("rb") as file:
        while chunk := file.read(1 << 20):
            stop.raise_if_cancelled()
            digest.update(chunk)
            done += len(chunk)
            progress(f"sha256: {amount_text(done, size)}", done / size)
    if digest.hexdigest() != expected.lower():
        discard_partial(target)
        raise DownloadError(f"What came is not the {target.name} it should be (its SHA-256 differs); it was removed.")


def _range_of(answer: _Answer, have: int) -> tuple[int, int]:
    """Return where the answer begins and the size of the whole, 0 if unknown."""
    length = int(answer.length) if answer.length.isdigit() else 0
    if answer.status != 206:
        return 0, length
    found = re.fullmatch(r"bytes (\d+)-\d+/(\d+|\*)", answer.range)
    if found is None or int(found[1]) != have:
        raise DownloadError("The server sent another part of the file than it was asked for.")
    return have, int(found[2]) if found[2].isdigit() else have + length


class _SafeRedirects(urllib.request.HTTPRedirectHandler):
    """Follows a server elsewhere, but not from https to plain http."""

    def redirect_request(  # noqa: PLR0917 - Python's signature
        self, req: urllib.request.Request, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> urllib.request.Request | None:
        """Refuse an unsafe address before it is asked."""
        try:
            _require_safe(newurl)
        except DownloadError:
            fp.close()
            raise
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _opener(url: str) -> urllib.request.OpenerDirector:
    handlers: list[urllib.request.BaseHandler] = [_SafeRedirects()]
    if urlsplit(url).hostname in _LOOPBACK:
        handlers.append(urllib.request.ProxyHandler({}))
    return urllib.request.build_opener(*handlers)


def _require_safe(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in _LOOPBACK):
        raise DownloadError(f"{url} is not fetched: models come over https only.")


def _about_path(part: Path) -> Path:
    return part.with_name(part.name + ".json")


def _where(url: str) -> str:
    return urlsplit(url).hostname or url


def _refused(code: int) -> str:
    known = {
        401: "asks for a sign-in",
        403: "does not give this file out",
        404: "has no such file",
        410: "has no such file any more",
    }
    return known.get(code, f"refuses with the error {code}")


def _said(error: object) -> str:
    with suppress(AttributeError):
        if isinstance(error, OSError) and error.strerror:
            return error.strerror
    return str(error) or type(error).__name__
