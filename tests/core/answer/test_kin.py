"""Relations that people name for one another."""

from __future__ import annotations

import pytest

from tenure.answer.kin import only_kin


@pytest.mark.parametrize(
    ("asked", "stated", "meant"),
    [
        ("broker", {"queue", "port"}, "queue"),
        ("Broker", {"port"}, None),
        ("platform", {"host", "supported platforms"}, None),
        ("platform", {"supported platforms"}, "supported platforms"),
        ("colour", {"queue"}, None),
    ],
)
def test_the_only_kin_stated_is_meant(asked: str, stated: set[str], meant: str | None) -> None:
    assert only_kin(asked, stated) == meant
