"""What keeps a sentence from stating anything: doubt, conditions, hearsay, proposals, the retold past."""

from __future__ import annotations

import re
from functools import lru_cache

from tenure.ingest.extract.lexicon import alternatives
from tenure.ingest.extract.signs import lowered
from tenure.ingest.extract.values import MARK

_GOVERNING = alternatives("governs")
_GOVERNS = re.compile(rf"\b(?:{_GOVERNING})\b")
"""Of text in lower case: without regard to case, such a list of words takes several times as long to look for."""
_SUBORDINATE = re.compile(
    r"^\W*(?:(?:and|but|so|also|then|because|or)\W+)*(?:when|once|after|before|until|till|as soon as|as long as"
    r"|while(?! (?:you|we|i|i'm|at it)\b)|where|by the time"
    r"|even if|only if|in the event|for as long|except"
    r"|from(?! now on| then on| today| here)|starting|by(?! the way))\b",
    re.IGNORECASE,
)
_TRAILS = re.compile(rf"(?:^|\W)(?:{alternatives('trails')})(?:\W|$)", re.IGNORECASE)
_WHEN = re.compile(
    r"^[\s,]*(?:when|while|as long as|only when|once(?! more| again)|until we|until the|until it|before we|except)\b",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"^\W*,\W*(?:(?:so |or so )?(?:says?|said|claims?|claimed|thinks?|thought|writes|wrote|swears|insists)\b"
    r"|(?!\s*(?:because|since|so)\b)[\w' ]{1,30}?"
    r"\s(?:says?|said|claims?|claimed|thinks?|thought|swears|insists)\W*$)",
    re.IGNORECASE,
)
_RELEASE = re.compile(
    r"^[\s,]*(?:starting|beginning|effective|as of|from|since|until|before|in) (?:with )?(?:version |release )?v?\d",
    re.I,
)
_CAUSE = re.compile(r"^(?:because of|thanks to|due to|owing to|since)\s+[^,;:]{2,40}$", re.IGNORECASE)
_ELSEWHERE = re.compile(
    r"^\W*(?:(?:and|but|so|also)\W+)?(?:in|at|on|under|inside|within|outside|for)\s+(?!other (?:news|words)"
    r"|addition|short|the end|fact|next time|future reference|the duration"
    r"|the (?:\w+ )?(?:order|act|bill|treaty|agreement|statute|law|amendment|decree|accord)\b"
    r"|summary|particular|general|any case|brief|(?:a|an)(?:other)? \w+ note|the other hand|the same|last"
    r"|the time being|the purposes?|the record|completeness|\w+ing\b"
    r"|the curious|everyone|everybody|all|those|anyone|reference|info|your information|good measure|once|the way"
    r"|top of|return"
    r"|response|line with|accordance|consequence|that case|this case|the meantime|the meeting|future|reality"
    r"|practice|effect|hindsight)"
    r"[^,]*,\s*$",
    re.IGNORECASE,
)
_RELEASED = (
    r"(?:as of|as from|since|from|until|before|with|starting|in|on|by)\s+(?:with\s+)?(?:(?:the\s+)?(?:version"
    r"|release|v)\s*\d|v?\d+\.\d)"
)
_OF_RELEASE = re.compile(rf"\b{_RELEASED}", re.IGNORECASE)
_AT_HAND = re.compile(
    r"\bin case (?:you|anyone|anybody|someone|somebody|it)\s+(?:comes?|asks?|wonders?|wondered|needs?|cares?"
    r"|missed|matters)\b[^,;]*|\bin case (?:[\w']+ ){1,4}(?:asks?|wonders?|comes? asking)\b[^,;]*"
    r"|\bif (?:that is|that's|this is) the (?:right )?word\b|\bif you (?:like|will|please)(?=[,.;)]|\s*$)",
    re.IGNORECASE,
)
"""Only says why something is told, or how ("in case you wondered", "if that is the word")."""
_NO_DOUBT = re.compile(
    r"\bwho \w+|\b(?:nobody|no one|never|without|none of|neither|originally|discuss\w*|debat\w*|argued?)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"^(?:(?:the |our |my |an? |another |one )?(?:old|before|was|previously|former(?:ly)?|wrong|bad|don'?t|do not"
    r"|not|question|q|proposal|ideas?|option(?: \w+)?|plans?|planned|roadmap|goals?"
    r"|\w+ goals|upcoming|next|backlog|future|rejected"
    r"|example|todo|to do|tbd|draft|rumou?r|maybe|suggestion|wish|alternative|hypothesis|joke|quote|myth|never|pro"
    r"|con|pros|cons"
    r"|expected|assumption|risk|goal|target|request|ask|test)\b[^:]*|.*\b(?:says?|said|asked|wrote|claims"
    r"|quote[sd]?|reads?|only))$",
    re.IGNORECASE,
)
_ASKED = (
    r"(?:since|because|as) \w+ (?:keep |kept )?ask(?:s|ed|ing)?"
    r"|(?:for|to) (?:those|anyone|everyone|everybody|all) (?:who (?:\w+ )?\w+|\w+ing)"
)
_SINCE_ASKED = re.compile(rf"\b(?:{_ASKED})\b", re.IGNORECASE)
_LATER = "some ?time|some ?day|one day|eventually|sooner or later"
_SOME_DAY = re.compile(rf"\b(?:{_LATER})\b", re.IGNORECASE)
_NOT_YET = re.compile(rf"\b(?:{_RELEASED}|(?:{_LATER})\b)")
"""Of text in lower case."""
_SIGN = re.compile(rf"\b(?:{_GOVERNING}|{_RELEASED}|{_ASKED}|{_LATER})")
"""Begins wherever any of these begins in a text in lower case, and maybe elsewhere."""
_GOOD_THAT = re.compile(
    r"\b(?:turns out|turned out|know|knows|knew|known|confirm(?:s|ed)?|decided|agreed|note|noted|remember|reminder"
    r"|found|found out|show"
    r"|shows|see|saw|learned|learnt"
    r"|noticed|established|announce[sd]?|means|meant|recorded?|mind|aware|clear|settled|verified|checked|fact|so"
    r"|glad|happy|pleased|proud|delighted|relieved|sorry|sad|now|given|except|ensured?|ensures|measured|observed"
    r"|(?:news|reason|result|upshot|catch|difference|point|truth|change|outcome|consequence|effect) (?:is|was))"
    r"(?: (?:in mind|down|on record))? that$",
    re.IGNORECASE,
)
"""What comes after these is as certain as if it stood alone; after any other "that" somebody else vouches for it."""
_AND_THAT = re.compile(r"^(.*?\bthat)\b.*(?:\band|,) that\s*$", re.IGNORECASE | re.DOTALL)
_GOOD_LEAD = re.compile(rf"^(?:{alternatives('leads')})*$", re.IGNORECASE)


def governed(prefix: str) -> bool:
    """Whether the words before a clause take away its certainty.

    Args:
        prefix: the text of the same sentence from the last semicolon on up to the clause.
    """
    prefix = _SINCE_ASKED.sub("", prefix)
    head, colon, rest = prefix.rpartition(":")
    if colon and not rest.strip():
        label = head.strip().strip("*_ ")
        return bool(_LABEL.match(label)) or (
            len(label.split()) > 3 and bool(_GOVERNS.search(lowered(_softened(label))))
        )
    if _GOVERNS.search(lowered(prefix)) or _OF_RELEASE.search(prefix):
        return True
    return _led(prefix)


def _led(prefix: str) -> bool:
    """Whether a clause's leading phrase says when, where or on what condition it holds."""
    comma = prefix.rstrip().endswith(",")
    return comma and bool(_SUBORDINATE.match(prefix) or _ELSEWHERE.match(prefix))


@lru_cache(maxsize=4096)
def _governed_by(word: str) -> bool:
    """Whether a clause's own first word takes away its certainty."""
    led = ":" in word or "," in word
    return (led or _SIGN.search(lowered(word)) is not None) and governed(word)


class Denials:
    """What takes away the certainty of the clauses of one sentence.

    A clause is asked for at every token at which one may begin, each time with all the words before
    it; a sentence is searched once for whatever might govern any of them.

    Args:
        text: the sentence, its dates and scopes numbered.
        low: the same in lower case.
    """

    def __init__(self, text: str, low: str) -> None:
        self._text = text
        self._marked = marked = "\ue000" in text
        sign = _SIGN.search(MARK.sub(" ", low) if marked else low)
        self._clear = len(text) if sign is None else sign.start()
        self._asked = sign is not None and _SINCE_ASKED.search(MARK.sub(" ", text) if marked else text) is not None
        self._governed: dict[int, int] = {}

    def denies(self, word: str, start: int, end: int) -> bool:
        """Whether a clause that begins with a word is denied.

        Args:
            word: its first word.
            start: where the part of the sentence begins that may govern it.
            end: where the clause begins.
        """
        if _governed_by(word):
            return True
        if start == end:
            return False
        prefix = self._text[start:end]
        prefix = MARK.sub(" ", prefix) if self._marked else prefix
        if prefix.rstrip().lower().endswith(" that") and not vouched(prefix):
            return True
        if self._asked or prefix.rstrip().endswith(":"):
            return governed(prefix) or _SOME_DAY.search(prefix) is not None
        if end <= self._clear:
            return _led(prefix)
        if end >= self._governed.get(start, len(self._text)):
            return True
        low = lowered(prefix)
        found = _GOVERNS.search(low)
        if found is None:
            return _NOT_YET.search(low) is not None or _led(prefix)
        if found.end() < len(prefix):
            self._governed[start] = end
        return True


def _softened(label: str) -> str:
    """A long label before a colon is no doubt about what follows just for naming somebody's."""
    return _NO_DOUBT.sub("", label)


def vouched(prefix: str) -> bool:
    """Whether what follows words that end in "that" is as certain as if it stood alone; so is what "and that" adds."""
    that = _AND_THAT.search(prefix)
    return _GOOD_THAT.search(prefix[: that.end(1)] if that is not None else prefix.rstrip()) is not None


def introduces(prefix: str) -> bool:
    """Whether a clause may begin after these words, which hold no clause of their own governing it."""
    text = prefix.strip()
    if not text or text[-1] in ',;:—–("':
        return True
    if _GOOD_THAT.search(text):
        return True
    if _CAUSE.match(text) and not _GOVERNS.search(lowered(text)):
        return True
    last = re.split(r"[,;:—–(]", text)[-1]
    return bool(_GOOD_LEAD.match(last.strip()))


def doubted(trail: str) -> bool:
    """Whether the words after a clause, in the same sentence, take away its certainty."""
    trail = _AT_HAND.sub("", trail)
    return bool(_SAYS.search(trail) or _TRAILS.search(trail) or _WHEN.match(trail) or _RELEASE.match(trail))
