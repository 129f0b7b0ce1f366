"""Where a clause may begin behind a phrase that leads in."""

from __future__ import annotations

from collections.abc import Iterator

from tenure.ingest.extract.rules import Rules
from tenure.ingest.extract.tokens import CODE, NUMBER, WORD
from tenure.ingest.extract.words import Words

_LEADING = frozenset(("during", "since", "to", "following", "despite", "at", "after", "thanks", "as", "because", "for"))
"""Words whose phrase tells when or why, never where or on what condition."""
_STEPS = frozenset(
    ("consequence", "result", "mitigation", "measure", "precaution", "workaround", "fix", "remedy", "step", "stopgap",
     "compromise", "courtesy", "reaction", "response")
)  # fmt: skip
"""Nouns of what something was done as ("As an immediate mitigation the timeout …")."""
_DONE = frozenset(
    ("move", "migration", "upgrade", "switch", "cutover", "rewrite", "merger", "election", "refactoring", "split",
     "takeover", "relocation", "fire", "flood", "reorganisation", "reorganization", "renovation", "incident")
)  # fmt: skip
"""Nouns of what has happened once: what is so "after the move" is so."""
_SUBJECTS = frozenset(("the", "its", "our", "their", "his", "her", "it", "he", "she", "we", "they"))
_PREPOSITIONS = frozenset(
    ("of", "in", "on", "at", "for", "with", "by", "from", "to", "and", "or", "during", "since", "following", "despite")
)
_FARTHEST = 10


def starts_behind(words: Words, rules: Rules, i: int) -> Iterator[int]:
    """Yield the tokens at which a clause may begin behind a leading phrase that holds no verb of its own.

    Args:
        words: the sentence.
        rules: what is known of verbs and names.
        i: where the phrase begins ("During the failover the pool size of x …").
    """
    low = words.low(i)
    if low == "for" and words.phrase(i, 4) != "for the duration of":
        return
    taken = low == "as" and words.low(i + 1) in ("a", "an", "our") and not words.present.isdisjoint(_STEPS)
    if taken and not any(words.low(k) in _STEPS for k in range(i + 2, i + 5)):
        return
    if low == "as" and not taken and words.phrase(i, 3) != "as part of":
        return
    if low == "because" and words.low(i + 1) != "of":
        return
    if low not in _LEADING or (low == "at" and words.kind(i + 1) != NUMBER):
        return
    for k in range(i + 2, min(i + _FARTHEST, len(words) - 2)):
        if words.pauses(k) or (
            k > i + 2
            and rules.verbs.may_begin(words, k - 1)
            and words.low(k) not in _SUBJECTS
            and words.low(k - 2) not in _SUBJECTS
        ):
            return
        named = words.kind(k) == CODE or (words.kind(k) == WORD and words.tokens[k].capital)
        begins = words.low(k) in _SUBJECTS or named or rules.phrases.known(words, k) is not None
        if (begins or rules.phrases.identifier(words, k)) and words.low(k - 1) not in _PREPOSITIONS | _SUBJECTS:
            yield k


def lasts_behind(words: Words, i: int) -> bool:
    """Whether what is said behind a leading phrase in the present is so: "since May", "after the move"."""
    after = words.low(i) == "after" and words.low(i + 1) == "the" and words.low(i + 2) in _DONE
    return after or words.low(i) in ("since", "at", "because", "thanks", "for")
