from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tenure.models.streaming import TextStream


def run(pieces: list[bytes], stop: tuple[str, ...] = ()) -> tuple[list[str], bool]:
    stream = TextStream(stop)
    said = [stream.feed(piece) for piece in pieces]
    said.append(stream.finish())
    return [text for text in said if text], stream.stopped


def test_a_character_split_over_tokens_comes_out_whole() -> None:
    assert run([b"\xe4", b"\xb8", b"\x96", b"\xf0\x9f\x98", b"\x80"]) == (["世", "😀"], False)


def test_a_stop_string_over_two_tokens_never_shows() -> None:
    assert run([b"8080", b"\nQue", b"stion: next"], ("\nQuestion:",)) == (["8080"], True)


def test_what_only_looks_like_a_stop_string_is_kept() -> None:
    said, stopped = run([b"a\nQue", b"en"], ("\nQuestion:",))
    assert "".join(said) == "a\nQueen"
    assert not stopped


def test_the_first_of_several_stop_strings_counts() -> None:
    assert run([b"one two three"], ("three", "two")) == (["one "], True)


def test_leading_white_space_is_dropped_only_at_the_start() -> None:
    assert "".join(run([b"  ", b"\n x", b" y "])[0]) == "x y "


def test_broken_bytes_at_the_end_become_a_replacement_character() -> None:
    assert "".join(run([b"ok", b"\xe4\xb8"])[0]) == "ok�"


@given(st.text(max_size=40), st.integers(1, 5), st.lists(st.text("ab\n", min_size=1, max_size=3), max_size=2))
def test_any_cutting_of_any_text_gives_the_text_up_to_the_stop(text: str, size: int, stop: list[str]) -> None:
    data = text.encode("utf-8", "replace")
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    said, stopped = run(pieces, tuple(stop))
    whole = data.decode().lstrip()
    cuts = [whole.find(mark) for mark in stop if mark in whole]
    assert "".join(said) == (whole[: min(cuts)] if cuts else whole)
    assert stopped == bool(cuts)
