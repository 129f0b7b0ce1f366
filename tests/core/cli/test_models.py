from __future__ import annotations

from pathlib import Path

import pytest

from helpers.cli import done, fits, tenure
from helpers.gguf import LLAMA, make
from helpers.servers import ChatServer, FileServer, serving
from tenure.models.catalogue import Offer


def test_list_shows_what_was_found_and_what_is_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    make(tmp_path / "mine" / "tiny.gguf")
    make(tmp_path / "mine" / "embed.gguf", {**LLAMA, "general.architecture": "bert"})
    shown = done("models", "list", "--folder", tmp_path / "mine").out
    assert "● can be used" in shown
    assert "✕ embed.gguf is a model of the kind 'bert'" in shown
    assert "qwen2.5-7b" in shown
    found = fits("models", done("models", "list", "--folder", tmp_path / "mine", "--json").json)
    assert {one["name"]: one["refusal"] is None for one in found["found"]} == {"tiny": True, "embed": False}
    assert len(found["offers"]) >= 5


def test_check_says_why_a_file_cannot_be_used(tmp_path: Path) -> None:
    good, bad = make(tmp_path / "tiny.gguf"), make(tmp_path / "cut.gguf", data=10)
    assert "llama, Q4_K_M, 8,192 tokens" in done("models", "check", good).out
    assert fits("models-check", done("models", "check", good, "--json").json)["parameters"] == 512
    told = tenure("models", "check", bad)
    assert told.code == 2
    assert "cut short" in told.out
    assert "cut short" in fits("models-check", tenure("models", "check", bad, "--json").json)["refusal"]


def test_download_fetches_a_model_of_the_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = make(tmp_path / "source.gguf").read_bytes()
    with serving(FileServer(content).handler()) as address:
        one = Offer("tiny", "Tiny", "us", "MIT", ("en",), "1M", "F32", 1, 1, None, f"{address}/tiny.gguf")
        monkeypatch.setattr("tenure.models.catalogue.catalogue", lambda: (one,))
        made = fits("models-download", done("models", "download", "tiny", "--to", tmp_path / "to", "--json").json)
        assert Path(made["path"]).read_bytes() == content
        assert "--model" in done("models", "download", "tiny", "--to", tmp_path / "to").out
        told = tenure("models", "download", "nope")
    assert told.code == 2
    assert "no model 'nope' in the catalogue: there is tiny" in told.err


def test_a_question_is_answered_by_a_server(tmp_path: Path) -> None:
    project = tmp_path / "p.tenure"
    done("new", project)
    done("assert", project, "billing", "port", "8080", "--from", "2025-01-01")
    server = ChatServer(answer=lambda _body: ["billing listens on 8080."])
    with serving(server.handler()) as address:
        done("ask", project, "Which port does billing have?", "--strategy", "rag", "--model", f"{address}/v1#tiny")
        refused = tenure("ask", project, "Which port?", "--model", f"{address}/v1#other", "--strategy", "rag")
    assert refused.code == 2
    assert "has no model 'other'" in refused.err
    gone = tenure("ask", project, "Which port?", "--model", "http://127.0.0.1:9/v1", "--strategy", "rag")
    assert "cannot be reached" in gone.err
