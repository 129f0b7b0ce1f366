"""Which questions to show: those that tell the difference."""

from __future__ import annotations

from collections.abc import Sequence

from tenure.lab.questions import Asks
from tenure.lab.run import Asked
from tenure.lab.scoring import Score


def telling(asked: Sequence[Asked], count: int) -> list[Asked]:
    """Pick questions that show the difference, of different kinds where possible."""

    def worth(one: Asked) -> tuple[int, int]:
        ours = one.answers.get("temporal")
        others = [scored for name, scored in one.answers.items() if name != "temporal"]
        stale = sum(scored.score is Score.STALE for scored in others)
        right = ours is not None and ours.score is Score.CORRECT
        return (-stale if right else 1, 0 if one.question.asks is not Asks.HISTORY else 1)

    ranked = sorted(asked, key=worth)
    picked: list[Asked] = []
    for kind in (Asks.CURRENT, Asks.AS_OF, Asks.KNOWN_AT, Asks.UNANSWERABLE):
        picked += [one for one in ranked if one.question.asks is kind][:1]
    return (picked or ranked)[:count]
