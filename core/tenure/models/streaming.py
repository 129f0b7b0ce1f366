"""Turning the bytes of tokens into text that may be shown: whole characters, and no stop string."""

from __future__ import annotations

import codecs
from collections.abc import Sequence


class TextStream:
    """Collects token bytes and hands out text as soon as nothing can change it any more.

    A token may end in the middle of a character, and a stop string may begin in one token and end
    in another; both are held back until they are decided. White space before the first word is
    dropped.
    """

    def __init__(self, stop: Sequence[str] = ()) -> None:
        self._stop = tuple(mark for mark in stop if mark)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._held = ""
        self._started = False
        self.stopped = False
        """Whether a stop string was met; nothing is handed out after it."""

    def feed(self, piece: bytes) -> str:
        """Take the bytes of a token and return the text that is now certain."""
        return self._take(self._decoder.decode(piece), final=False)

    def finish(self) -> str:
        """Return what was held back; bytes that are no character become U+FFFD."""
        return self._take(self._decoder.decode(b"", final=True), final=True)

    def _take(self, text: str, *, final: bool) -> str:
        if self.stopped:
            return ""
        self._held += text
        if not self._started:
            self._held = self._held.lstrip()
            self._started = bool(self._held)
        found = [at for at in (self._held.find(mark) for mark in self._stop) if at >= 0]
        if found:
            self.stopped = True
            certain, self._held = self._held[: min(found)], ""
            return certain
        keep = 0 if final else self._undecided()
        cut = len(self._held) - keep
        certain, self._held = self._held[:cut], self._held[cut:]
        return certain

    def _undecided(self) -> int:
        """Return the length of the longest end of the held text that could begin a stop string."""
        longest = max((len(mark) for mark in self._stop), default=1) - 1
        for length in range(min(longest, len(self._held)), 0, -1):
            if any(mark.startswith(self._held[-length:]) for mark in self._stop):
                return length
        return 0
