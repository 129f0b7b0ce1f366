from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest

from helpers.gguf import LLAMA, header, make
from tenure.errors import InputError, MissingExtraError
from tenure.models import gguf_text_model
from tenure.models.builtin import text_model_path
from tenure.models.gguf import known, read_gguf
from tenure.models.memory import _linux, available_memory
from tenure.models.suitable import check_gguf, needed_memory, parts_of, refusal, size_text


def test_a_header_says_what_the_model_is(tmp_path: Path) -> None:
    found = read_gguf(make(tmp_path / "tiny.gguf"))
    assert (found.version, found.kind, found.architecture, found.name) == (3, "model", "llama", "Tiny")
    assert (found.quantisation, found.parameters, found.context) == ("Q4_K_M", 512, 8192)
    assert found.chat_template
    assert found.whole
    assert found.cache_bytes_per_token == 2 * 2 * 2 * 2 * 16
    assert refusal(found) == ""
    assert needed_memory(found) > found.size


def test_what_a_header_leaves_out_has_its_default(tmp_path: Path) -> None:
    found = read_gguf(make(tmp_path / "bare.gguf", {"general.architecture": "qwen2"}))
    assert (found.name, found.context, found.chat_template, found.cache_bytes_per_token) == ("", 0, False, 0)
    assert found.quantisation == "F32"
    assert (found.part, found.parts) == (1, 1)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is not a GGUF model file"),
        (b"PK\3\4" + b"\0" * 40, "is not a GGUF model file"),
        (b"GGUF", "cut short"),
        (b"GGUF" + bytes(100), "damaged"),
        (b"GGUF" + struct.pack("<I", 1), "version 1 of the format"),
        (b"GGUF" + struct.pack("<I", 9), "version 9 of the format, which is newer"),
        (b"GGUF" + struct.pack(">I", 3), "big-endian"),
        (header()[:30], "cut short"),
        (header()[:-5], "cut short"),
        (b"GGUF" + struct.pack("<IQQ", 3, 1 << 60, 1), "damaged"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1 << 40), "damaged"),
        (b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 1 << 62), "cut short"),
        (b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 1) + b"a" + struct.pack("<I", 99), "damaged"),
        (b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 1) + b"a" + struct.pack("<IIQ", 9, 8, 1 << 61), "cut short"),
        (b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 1) + b"a" + struct.pack("<IIQ", 9, 4, 1 << 61), "cut short"),
        (
            b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 1) + b"a" + struct.pack("<I", 9) + struct.pack("<IQ", 9, 1) * 9,
            "damaged",
        ),
    ],
)
def test_what_is_no_sound_header_is_refused_in_a_sentence(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "bad.gguf"
    path.write_bytes(content)
    with pytest.raises(InputError, match=reason):
        read_gguf(path)


def test_every_cut_of_a_file_is_told_and_none_is_a_bug(tmp_path: Path) -> None:
    whole = make(tmp_path / "whole.gguf").read_bytes()
    path = tmp_path / "cut.gguf"
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(InputError, match=r"cut short|not a GGUF"):
            check_gguf(path)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_gguf(tmp_path / "none.gguf")
    with pytest.raises(InputError, match="cannot be read"):
        read_gguf(tmp_path)


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"general.architecture": "clip"}, "does not answer questions"),
        ({"general.architecture": "bert"}, "does not answer questions"),
        ({"general.architecture": "nosuchmodel"}, "'nosuchmodel', which the installed llama.cpp does not know"),
        ({"general.architecture": ""}, "does not say its architecture"),
        ({"general.type": "adapter"}, "no model by itself but an adapter"),
        ({"general.type": "mmproj"}, "sees pictures"),
        ({"general.type": "odd"}, "kind 'odd'"),
        ({"split.count": 3, "split.no": 1}, "part 2 of 3"),
    ],
)
def test_what_could_not_answer_is_refused_with_the_reason(tmp_path: Path, changed: dict[str, Any], reason: str) -> None:
    path = make(tmp_path / "odd.gguf", {**LLAMA, **changed})
    with pytest.raises(InputError, match=reason):
        check_gguf(path)


def test_weights_that_are_missing_or_of_unknown_type_are_told(tmp_path: Path) -> None:
    cut = read_gguf(make(tmp_path / "cut.gguf", data=2000))
    assert not cut.whole
    assert "cut short: it has" in refusal(cut)
    odd = read_gguf(make(tmp_path / "odd.gguf", tensors=(("w", (32,), 77, 0),)))
    assert "weights of a type (77)" in refusal(odd)
    none = read_gguf(make(tmp_path / "none.gguf", tensors=()))
    assert refusal(none).endswith("has no weights.")


def test_a_model_in_parts_needs_all_of_them(tmp_path: Path) -> None:
    split = {**LLAMA, "split.count": 2, "split.no": 0}
    first = make(tmp_path / "big-00001-of-00002.gguf", split)
    with pytest.raises(InputError, match=r"big-00002-of-00002\.gguf is missing"):
        check_gguf(first)
    make(tmp_path / "big-00002-of-00002.gguf", {**split, "split.no": 1}, data=4096)
    found = check_gguf(first)
    assert [part.name for part in parts_of(found)] == ["big-00001-of-00002.gguf", "big-00002-of-00002.gguf"]
    assert needed_memory(found) > found.size + 4096


def test_what_is_too_big_for_the_memory_is_refused(tmp_path: Path) -> None:
    path = make(tmp_path / "tiny.gguf")
    assert check_gguf(path, memory=1 << 40)
    with pytest.raises(InputError, match=r"too big: it takes about \d+ MB of memory, and 1 MB are free"):
        check_gguf(path, memory=10**6)


def test_the_memory_left_is_the_least_that_anybody_allows(tmp_path: Path) -> None:
    left = available_memory()
    assert left is None or left > 0
    meminfo = tmp_path / "meminfo"
    meminfo.write_text("MemTotal: 9 kB\nMemAvailable: 2000 kB\n")
    assert _linux(meminfo, tmp_path) == 2_048_000
    (tmp_path / "memory.max").write_text("1500000\n")
    (tmp_path / "memory.current").write_text("500000\n")
    assert _linux(meminfo, tmp_path) == 1_000_000
    (tmp_path / "memory.max").write_text("max\n")
    assert _linux(meminfo, tmp_path) == 2_048_000
    assert _linux(tmp_path / "none", tmp_path / "none") is None


def test_sizes_are_written_for_people() -> None:
    assert [size_text(size) for size in (7, 4_200, 98_362_432, 4_370_000_000)] == [
        "7 bytes",
        "4 kB",
        "98 MB",
        "4.37 GB",
    ]


def test_a_bad_file_is_refused_before_a_process_is_started(tmp_path: Path) -> None:
    path = make(tmp_path / "odd.gguf", {**LLAMA, "general.architecture": "bert"})
    with pytest.raises((InputError, MissingExtraError), match="does not answer questions"):
        gguf_text_model(path)


@pytest.mark.models
def test_the_built_in_model_reads_as_what_it_is() -> None:
    found = check_gguf(text_model_path(), memory=available_memory())
    assert (found.architecture, found.quantisation, found.context) == ("llama", "Q4_1", 8192)
    assert found.parameters == 134_515_008
    assert found.data_end == found.size
    assert found.chat_template


@pytest.mark.models
def test_the_tables_agree_with_the_installed_library() -> None:
    import ctypes
    from importlib.util import find_spec

    spec = find_spec("llama_cpp")
    assert spec is not None
    assert spec.submodule_search_locations
    folder = Path(next(iter(spec.submodule_search_locations))) / "lib"
    base = ctypes.CDLL(str(next(folder.glob("libggml-base.*"))))
    base.ggml_type_name.restype = ctypes.c_char_p
    base.ggml_type_size.restype = ctypes.c_size_t
    base.ggml_blck_size.restype = ctypes.c_int64
    for number, (name, block, size) in known().tensor_types.items():
        assert base.ggml_type_name(number).decode().upper() == name
        assert (base.ggml_blck_size(number), base.ggml_type_size(number)) == (block, size)
    library = next(folder.glob("libllama.*")).read_bytes()
    names = known().architectures | known().not_for_answers
    assert [name for name in names if name.encode() + b"\0" not in library] == []
    assert not known().architectures & known().not_for_answers
