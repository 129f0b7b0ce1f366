from __future__ import annotations

import threading

import pytest

from tenure.errors import Cancelled, ModelError
from tenure.models.fake import HashEmbedder, ScriptedModel
from tenure.models.protocols import Embedder, Message, TextModel
from tenure.progress import CancelToken


def ask(text: str) -> list[Message]:
    return [Message("system", "be brief"), Message("user", text)]


def test_the_fakes_are_what_the_protocols_ask_for() -> None:
    model: TextModel = ScriptedModel("x")
    embedder: Embedder = HashEmbedder()
    assert model.name == "scripted"
    assert embedder.dimension == 256


def test_scripts_of_every_kind() -> None:
    assert ScriptedModel("always").complete(ask("a")).text == "always"
    turns = ScriptedModel(["one", "two"])
    assert [turns.complete(ask("q")).text for _ in range(3)] == ["one", "two", "two"]
    table = ScriptedModel({"port": "8080", "port of billing": "9090"})
    assert table.complete(ask("the port of billing?")).text == "9090"
    assert table.complete(ask("the owner?")).text == "I do not know."
    assert ScriptedModel(lambda messages: messages[-1].content.upper()).complete(ask("hi")).text == "HI"
    assert ScriptedModel([]).complete(ask("hi")).text == "I do not know."


def test_history_streaming_stop_and_length() -> None:
    model = ScriptedModel("one two three. Question: four")
    pieces: list[str] = []
    done = model.complete(ask("q"), stop=["Question:"], on_text=pieces.append)
    assert done.text == "one two three. " == "".join(pieces)
    assert model.complete(ask("q"), max_tokens=2).stopped == "length"
    assert model.history == [tuple(ask("q"))] * 2


def test_cancelling_a_slow_script() -> None:
    model = ScriptedModel("word " * 1000, delay=0.01)
    cancel = CancelToken()
    threading.Timer(0.1, cancel.cancel).start()
    done = model.complete(ask("q"), cancel=cancel)
    assert done.stopped == "cancelled"
    assert len(done.text) < 5000


def test_a_prompt_that_does_not_fit_and_a_closed_model_are_errors() -> None:
    model = ScriptedModel("x", context_tokens=10)
    with pytest.raises(ModelError, match="window holds 10"):
        model.complete(ask("a b c"), max_tokens=8)
    model.close()
    with pytest.raises(ModelError, match="closed"):
        model.complete(ask("a"), max_tokens=1)


def test_hash_vectors_are_units_the_same_each_time_and_near_for_like_texts() -> None:
    embedder = HashEmbedder()
    a, b, c = embedder.embed(["the port of billing", "Billing's port", "sourdough starters"])
    assert float(a @ a) == pytest.approx(1.0)
    assert float(a @ b) > float(a @ c)
    assert (HashEmbedder().embed(["the port of billing"])[0] == a).all()
    empty = embedder.embed(["", "🙂"])
    assert float(empty[0] @ empty[0]) == pytest.approx(1.0)
    assert embedder.embed([]).shape == (0, 256)


def test_hash_embedding_can_be_cancelled() -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        HashEmbedder().embed(["a"], cancel=cancel)
