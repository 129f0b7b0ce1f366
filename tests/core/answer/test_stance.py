from __future__ import annotations

import pytest

from helpers.answer_world import NOW
from tenure.answer.stance import Stance, stance
from tenure.instants import UTC


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("it listens on <8080>", Stance.CLAIM),
        ("it moved to <8080>", Stance.CLAIM),
        ("it was changed to <8080> in May 2025", Stance.CLAIM),
        ("it moved back from 9443 to <8080>", Stance.CLAIM),
        ("not 9443 but <8080>", Stance.CLAIM),
        ("it is no longer 9443, it is <8080>", Stance.CLAIM),
        ("<8080>, no longer 9443", Stance.CLAIM),
        ("formerly 9443. Now <8080>", Stance.CLAIM),
        ("it stays on <8080> until December 2027", Stance.CLAIM),
        ("Don't forget that it listens on <8080>", Stance.CLAIM),
        ("It is no secret, and not a secret that it uses <8080>", Stance.CLAIM),
        ("it listens not only on <8080> but also on 9443", Stance.CLAIM),
        ("it once more listens on <8080>", Stance.CLAIM),
        ("it runs once a day at <8080>", Stance.CLAIM),
        ("it is up from 3 to <8080>", Stance.CLAIM),
        ("the port that replaced it is <8080>", Stance.CLAIM),
        ("Earlier today it moved to <8080>", Stance.CLAIM),
        ("Until May 2025 it listened on port <8080>", Stance.PAST),
        ("Until May 2027 it was said to be <8080>", Stance.CLAIM),
        ("it once listened on <8080>", Stance.PAST),
        ("9443, up from <8080>", Stance.PAST),
        ("not <8080>", Stance.DENIED),
        ("it does not use <8080>", Stance.DENIED),
        ("it no longer listens on port <8080>", Stance.DENIED),
        ("it stopped using <8080>", Stance.DENIED),
        ("9443 instead of <8080>", Stance.DENIED),
        ("<8080> is no longer used", Stance.DENIED),
        ("<8080> is wrong", Stance.DENIED),
        ("moved from <8080> to 9443", Stance.PAST),
        ("moved from port <8080> on 1 May to 9443", Stance.PAST),
        ("<8080> → 9443", Stance.PAST),
        ("it was <8080> until May 2025", Stance.PAST),
        ("it was <8080> before", Stance.PAST),
        ("<8080> (until 2025-05-01)", Stance.PAST),
        ("formerly <8080>", Stance.PAST),
        ("the old port, <8080>", Stance.PAST),
        ("9443 replaced <8080>", Stance.PAST),
        ("<8080> was replaced by 9443", Stance.PAST),
        ("<8080> has been retired", Stance.PAST),
        ("back when it was on <8080>", Stance.PAST),
        ("it used to be <8080>", Stance.PAST),
    ],
)
def test_claim_mention_or_denial(text: str, expected: Stance) -> None:
    start = text.index("<")
    plain = text.replace("<", "").replace(">", "")
    assert stance(plain, start, start + 4, at=NOW, zone=UTC) is expected


def test_the_sentence_before_does_not_matter() -> None:
    text = "It is no longer so. It listens on 8080"
    assert stance(text, text.index("8080"), len(text), at=NOW, zone=UTC) is Stance.CLAIM
