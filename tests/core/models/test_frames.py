from __future__ import annotations

import io
import struct

import pytest

from tenure.models.frames import read_frame, write_frame


def test_a_frame_comes_back_with_its_bytes() -> None:
    stream = io.BytesIO()
    write_frame(stream, {"op": "embed", "texts": ["é\n", "世"]}, b"\x00\x01\xff")
    write_frame(stream, {})
    stream.seek(0)
    assert read_frame(stream) == ({"op": "embed", "texts": ["é\n", "世"]}, b"\x00\x01\xff")
    assert read_frame(stream) == ({}, b"")
    assert read_frame(stream) is None


def test_a_frame_cut_short_is_the_end() -> None:
    stream = io.BytesIO()
    write_frame(stream, {"a": 1}, b"1234")
    assert read_frame(io.BytesIO(stream.getvalue()[:-1])) is None
    assert read_frame(io.BytesIO(stream.getvalue()[:5])) is None


def test_lone_surrogates_do_not_break_the_pipe() -> None:
    stream = io.BytesIO()
    write_frame(stream, {"text": "a\ud800b"})
    stream.seek(0)
    assert read_frame(stream) == ({"text": "a?b"}, b"")


@pytest.mark.parametrize("data", [struct.pack(">II", 2**31, 0), struct.pack(">II", 2, 0) + b"[]"])
def test_garbage_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="not a frame"):
        read_frame(io.BytesIO(data))
