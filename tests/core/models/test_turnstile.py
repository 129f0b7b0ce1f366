from __future__ import annotations

import threading
import time

import pytest

from tenure.errors import Cancelled
from tenure.models.threads import physical_cores
from tenure.models.turnstile import Turnstile
from tenure.progress import CancelToken


def test_first_come_first_served() -> None:
    turnstile = Turnstile()
    order: list[int] = []

    def work(number: int) -> None:
        with turnstile.passing():
            order.append(number)

    threads: list[threading.Thread] = []
    with turnstile.passing():
        for number in range(5):
            thread = threading.Thread(target=work, args=(number,))
            thread.start()
            threads.append(thread)
            while len(turnstile._line) < number + 2:
                time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert order == [0, 1, 2, 3, 4]


def test_one_who_gives_up_does_not_block_those_behind() -> None:
    turnstile = Turnstile()
    cancel = CancelToken()
    gave_up: list[bool] = []

    def impatient() -> None:
        try:
            with turnstile.passing(cancel):
                gave_up.append(False)
        except Cancelled:
            gave_up.append(True)

    with turnstile.passing():
        thread = threading.Thread(target=impatient)
        thread.start()
        cancel.cancel()
        thread.join()
    assert gave_up == [True]
    with turnstile.passing():
        pass


def test_an_exception_inside_lets_the_next_one_through() -> None:
    turnstile = Turnstile()
    with pytest.raises(RuntimeError), turnstile.passing():
        raise RuntimeError
    with turnstile.passing():
        pass


def test_there_is_at_least_one_core() -> None:
    assert physical_cores() >= 1
