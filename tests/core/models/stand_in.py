"""A worker with an engine that needs no weights and misbehaves on request."""

from __future__ import annotations

import os
import sys
import time

from tenure.models.frames import Header, Request
from tenure.models.streaming import TextStream
from tenure.models.worker import serve


class StandIn:
    """The last message is the instruction: ``say …``, ``crash``, ``hang``, ``wait`` or ``print``."""

    def describe(self) -> Header:
        return {"context": 512, "dimension": 3}

    def handle(self, request: Request) -> tuple[Header, bytes]:
        header = request.header
        if header["op"] == "count":
            return {"counts": [len(text) for text in header["texts"]]}, b""
        if header["op"] == "embed":
            return self._embed(request)
        verb, _, rest = header["messages"][-1]["content"].partition(" ")
        if verb == "crash":
            sys.stderr.write("the last words\n")
            sys.stderr.flush()
            os.kill(os.getpid(), 9)
        if verb == "memory":
            raise MemoryError("cannot allocate")
        if verb == "refuse":
            raise ValueError("The prompt is too long.")
        if verb == "bug":
            raise KeyError("oops")
        if verb == "hang":
            time.sleep(60)
        if verb == "print":
            sys.stdout.write("noise on the standard output\n")
            sys.stdout.flush()
            os.write(1, b"raw noise\n")
        return self._say(rest, request, slowly=verb == "wait"), b""

    def _say(self, text: str, request: Request, *, slowly: bool) -> Header:
        stream, said, stopped = TextStream(request.header["stop"]), "", "stop"
        for byte in text.encode() * (1000 if slowly else 1):
            if request.cancelled():
                stopped = "cancelled"
                break
            if slowly:
                time.sleep(0.01)
            piece = stream.feed(bytes([byte]))
            if piece:
                request.send({"event": "text", "text": piece})
                said += piece
        return {
            "text": said,
            "prompt_tokens": 1,
            "completion_tokens": len(said),
            "stopped": stopped,
            "cached_tokens": 0,
        }

    def _embed(self, request: Request) -> tuple[Header, bytes]:
        import struct

        texts = request.header["texts"]
        if "hang" in texts:
            time.sleep(60)
        return {}, b"".join(struct.pack("<3f", float(len(text)), 0.0, float(os.getpid() % 1000)) for text in texts)


def load() -> StandIn:
    mode = sys.argv[1] if len(sys.argv) > 1 else ""
    if mode == "slow":
        time.sleep(0.6)
    if mode == "broken":
        raise ValueError("There is no model file at nowhere.")
    if mode == "dies":
        sys.stderr.write("no room left\n")
        sys.stderr.flush()
        os._exit(3)
    return StandIn()


if __name__ == "__main__":
    serve(load)
