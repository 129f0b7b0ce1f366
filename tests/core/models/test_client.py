from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tenure.errors import Cancelled, ModelError
from tenure.models.client import ChildEmbedder, ChildTextModel
from tenure.models.protocols import Completion, Message
from tenure.progress import CancelToken

STAND_IN = Path(__file__).with_name("stand_in.py")


def command(mode: str = "") -> list[str]:
    return [sys.executable, str(STAND_IN), mode]


def running(pid: int | None) -> bool:
    if pid is None:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


def eventually(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return condition()


@pytest.fixture
def model() -> Iterator[ChildTextModel]:
    made = ChildTextModel("stand-in.gguf", command=command())
    yield made
    made.close()


def ask(model: ChildTextModel, text: str, cancel: CancelToken | None = None) -> Completion:
    return model.complete([Message("user", text)], cancel=cancel)


def test_answers_and_streams_whole_characters(model: ChildTextModel) -> None:
    pieces: list[str] = []
    done = model.complete([Message("user", "say Grüße, 世界 👩‍🚀")], on_text=pieces.append)
    assert done.text == "Grüße, 世界 👩‍🚀" == "".join(pieces)
    assert "世" in pieces
    assert done.stopped == "stop"
    assert model.name == "stand-in"
    assert model.context_tokens == 512
    assert model.count(["a", "", "abc"]) == [1, 0, 3]
    assert model.count([]) == []


def test_nothing_starts_before_the_first_use_and_states_are_told() -> None:
    states: list[str] = []
    model = ChildTextModel("x.gguf", command=command(), on_state=states.append)
    assert model.pid is None
    assert states == []
    ask(model, "say hi")
    assert states == ["starting", "loading the text model…", "ready"]
    model.close()
    assert states[-1] == "stopped"


def test_library_noise_on_stdout_does_not_reach_the_protocol(model: ChildTextModel) -> None:
    assert ask(model, "print fine").text == "fine"
    assert ask(model, "say still fine").text == "still fine"


def test_a_crash_is_an_error_with_its_reason_and_the_next_question_works(model: ChildTextModel) -> None:
    with pytest.raises(ModelError, match=r"stopped unexpectedly \(SIGKILL, perhaps for lack of memory\): the last"):
        ask(model, "crash")
    assert ask(model, "say back").text == "back"


def test_running_out_of_memory_in_the_child_is_an_error_and_a_restart(model: ChildTextModel) -> None:
    with pytest.raises(ModelError, match="MemoryError"):
        ask(model, "memory")
    assert ask(model, "say back").text == "back"


def test_a_child_killed_while_idle_is_started_again(model: ChildTextModel) -> None:
    ask(model, "say one")
    pid = model.pid
    assert pid is not None
    os.kill(pid, 9)
    assert eventually(lambda: model.pid is None)
    assert ask(model, "say two").text == "two"
    assert model.pid != pid


def test_a_refused_request_leaves_the_child_running(model: ChildTextModel) -> None:
    with pytest.raises(ModelError, match=r"^The prompt is too long\.$"):
        ask(model, "refuse")
    with pytest.raises(ModelError, match="KeyError"):
        ask(model, "bug")
    pid = model.pid
    assert ask(model, "say on").text == "on"
    assert model.pid == pid


def test_cancelling_keeps_what_was_said(model: ChildTextModel) -> None:
    cancel = CancelToken()
    pieces: list[str] = []

    def take(piece: str) -> None:
        pieces.append(piece)
        if len(pieces) == 5:
            cancel.cancel()

    done = model.complete([Message("user", "wait word ")], on_text=take, cancel=cancel)
    pid = model.pid
    assert done.stopped == "cancelled"
    assert done.text.startswith("word ")
    assert ask(model, "say next").text == "next"
    assert model.pid == pid, "the child cancelled by itself"


def test_a_child_that_does_not_listen_is_killed_after_a_second(model: ChildTextModel) -> None:
    ask(model, "say warm")
    cancel = CancelToken()
    threading.Timer(0.2, cancel.cancel).start()
    done = ask(model, "hang", cancel)
    assert done.stopped == "cancelled"
    assert done.seconds < 10, "not the sixty it would have slept"
    assert ask(model, "say next").text == "next"


def test_cancelling_while_loading_returns_and_lets_it_load() -> None:
    model = ChildTextModel("x.gguf", command=command("slow"))
    cancel = CancelToken()
    threading.Timer(0.05, cancel.cancel).start()
    assert ask(model, "say never", cancel).stopped == "cancelled"
    pid = model.pid
    assert pid is not None
    assert ask(model, "say loaded").text == "loaded"
    assert model.pid == pid
    model.close()


def test_a_token_set_before_asking_starts_nothing(model: ChildTextModel) -> None:
    cancel = CancelToken()
    cancel.cancel()
    assert ask(model, "say never", cancel).stopped == "cancelled"
    assert model.pid is None


def test_an_exception_in_the_callback_ends_the_request_and_not_the_model(model: ChildTextModel) -> None:
    def fail(piece: str) -> None:
        raise RuntimeError(piece)

    with pytest.raises(RuntimeError):
        model.complete([Message("user", "wait abc")], on_text=fail)
    assert ask(model, "say next").text == "next"


@pytest.mark.parametrize(("mode", "message"), [("broken", "There is no model file"), ("dies", "exit code 3.*no room")])
def test_a_model_that_cannot_be_loaded_says_why_each_time(mode: str, message: str) -> None:
    model = ChildTextModel("x.gguf", command=command(mode))
    for _ in range(2):
        with pytest.raises(ModelError, match=message):
            ask(model, "say hi")
    model.close()


def test_no_interpreter_is_an_error() -> None:
    model = ChildTextModel("x.gguf", command=["/no/such/python"])
    with pytest.raises(ModelError, match="could not be started"):
        ask(model, "say hi")
    model.close()


def test_requests_from_many_threads_are_served_one_at_a_time(model: ChildTextModel) -> None:
    answers: dict[int, str] = {}

    def work(number: int) -> None:
        answers[number] = ask(model, f"say {number}").text

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {n: str(n) for n in range(8)}


def test_one_waiting_for_its_turn_can_give_up(model: ChildTextModel) -> None:
    first = CancelToken()
    busy = threading.Thread(target=ask, args=(model, "wait abc", first))
    busy.start()
    assert eventually(lambda: model.pid is not None)
    second = CancelToken()
    threading.Timer(0.1, second.cancel).start()
    assert ask(model, "say never", second).stopped == "cancelled"
    first.cancel()
    busy.join()


def test_close_in_the_middle_of_a_request_ends_it_and_the_process(model: ChildTextModel) -> None:
    errors: list[Exception] = []

    def work() -> None:
        try:
            ask(model, "hang")
        except ModelError as error:
            errors.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    assert eventually(lambda: model.pid is not None)
    pid = model.pid
    model.close()
    thread.join(10)
    assert [str(error) for error in errors] == ["The text model was closed."]
    assert not running(pid)
    with pytest.raises(ModelError, match="was closed"):
        ask(model, "say hi")
    model.close()


def test_unload_gives_back_memory_and_the_next_use_starts_again(model: ChildTextModel) -> None:
    ask(model, "say hi")
    pid = model.pid
    model.unload()
    assert not running(pid)
    assert ask(model, "say hi").text == "hi"


def test_a_forgotten_model_takes_its_child_along() -> None:
    model = ChildTextModel("x.gguf", command=command())
    ask(model, "say hi")
    pid = model.pid
    del model
    assert eventually(lambda: not running(pid))


PARENT = """
import sys, time
from tenure.models.client import ChildTextModel
from tenure.models.protocols import Message
model = ChildTextModel("x.gguf", command=[sys.executable, sys.argv[1], "slow" if sys.argv[2] == "loading" else ""])
if sys.argv[2] == "loading":
    model.start()
else:
    model.complete([Message("user", "say hi")])
print(model.pid, flush=True)
if sys.argv[2] == "loading":
    time.sleep(60)
if sys.argv[2] == "wait":
    model.complete([Message("user", "hang")])
"""


@pytest.mark.parametrize("how", ["wait", "loading", "exit"])
def test_no_orphan_when_the_parent_is_killed_or_just_ends(how: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, str(STAND_IN), how], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        if how != "exit":
            assert running(pid)
            parent.kill()
        parent.wait(20)
    assert eventually(lambda: not running(pid))


def test_embedder_keeps_order_and_embeds_duplicates_once() -> None:
    embedder = ChildEmbedder("folder/some-model", command=command())
    seen: list[float] = []
    texts = [("x" * (n % 40)) for n in range(100)]
    vectors = embedder.embed(texts, progress=lambda _message, fraction: seen.append(fraction))
    assert embedder.name == "some-model"
    assert embedder.dimension == 3
    assert vectors.dtype == "float32"
    assert vectors[:, 0].tolist() == [float(len(text)) for text in texts]
    assert seen[-1] == 1.0
    assert len(seen) == 2, "forty different texts are two batches"
    assert embedder.embed([]).shape == (0, 3)
    embedder.close()


def test_embedding_can_be_cancelled_before_within_and_from_progress() -> None:
    embedder = ChildEmbedder("folder/some-model", command=command())
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        embedder.embed(["a"], cancel=cancel)
    within = CancelToken()
    threading.Timer(0.3, within.cancel).start()
    with pytest.raises(Cancelled):
        embedder.embed(["hang"], cancel=within)

    def stop(message: str, fraction: float) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        embedder.embed(["a"], progress=stop)
    assert embedder.embed(["abc"])[0, 0] == 3.0
    embedder.close()


@pytest.mark.parametrize("count", [lambda m, c: m.count(["a"], cancel=c), lambda m, c: m.count_prompt([], cancel=c)])
def test_counting_can_be_cancelled_while_the_model_loads(
    count: Callable[[ChildTextModel, CancelToken], object],
) -> None:
    model = ChildTextModel("x.gguf", command=command("slow"))
    cancel = CancelToken()
    threading.Timer(0.05, cancel.cancel).start()
    try:
        with pytest.raises(Cancelled):
            count(model, cancel)
        assert model.count(["abc"]) == [3]
    finally:
        model.close()
