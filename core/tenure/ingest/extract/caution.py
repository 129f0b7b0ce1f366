"""What keeps a sentence from stating anything: doubt, conditions, hearsay, proposals, the retold past."""

from __future__ import annotations

import re

_GOVERNS = re.compile(
    r"\b(?:if|unless|whether|whenever|in case|provided|providing|assuming|suppos(?:e|ing|ed(?:ly)?)|imagine|pretend|what if"
    r"|would|wouldn't|could|couldn't|might|should|shouldn't|shall|ought|must"
    r"|maybe|perhaps|probably|possibly|presumably|apparently|allegedly|reportedly|hopefully|theoretically|likely"
    r"|seems?|seemed|appears?|appeared|looks like|sounds like"
    r"|(?:i|we|he|she|they|you|people|some|everyone|everybody|who|\w+) (?:think|thinks|thought|guess|guesses|believes?|believed"
    r"|suspects?|suspected|assumed?|assumes|hopes?|hoped|wish(?:es|ed)?|doubts?|feels?|felt|reckons?|fears?|expects?|expected"
    r"|imagined?|wondered?|wonders|dreamt)"
    r"|my guess|not sure|unsure|uncertain|unclear|no idea|not certain|don't know|doesn't know|nobody knows|don't remember"
    r"|suggest\w*|propos\w*|recommend\w*|consider(?:ed|ing|s)?|discuss\w*|debat\w*|talk(?:ed|ing) about|argued?|pitch\w*"
    r"|reject\w*|turned down|voted?|wants?|wanted|wanting|asks?|asked|asking|claim\w*|says?|said|saying|told|tells|heard|hear"
    r"|insist\w*|demand\w*|request(?:ed|s) that|according to|rumou?r\w*|gossip|legend\w*|in theory|jok(?:e|es|ed|ing)"
    r"|plan(?:s|ned|ning)? to|intend\w*|aim(?:s|ed|ing)? to|hop(?:e|es|ed|ing) to|going to|to be decided|tbd|tbc"
    r"|option [a-z0-9]|idea|proposal|alternative|draft|example|e\.g\.|for instance|hypothetical\w*|suggestion"
    r"|back when|back then|used to|formerly|previously|in the past|originally|at the time|historically|once upon|in those days"
    r"|before that|old days|long ago|earlier it|as late as"
    r"|instead of|rather than|never|nobody|no one|none of|neither|not that|it is (?:not|false|wrong) that|without"
    r"|tried|tries|experiment(?:ed|ing)?|test(?:ed|ing) with|contrary|mistaken\w*|wrongly|incorrectly|falsely|myth"
    r"|forget that|(?:wiki|page|docs?|documentation|readme|runbook|diagram|slide|ticket|comment|dashboard|config) (?:still )?"
    r"(?:says?|claims?|states?|shows?|lists?|thinks))\b",
    re.IGNORECASE,
)
_SUBORDINATE = re.compile(
    r"^\W*(?:(?:and|but|so|also|then|because|or)\W+)*(?:when|once|after|before|until|till|as soon as|as long as|while(?! (?:you|we|i|i'm|at it)\b)|where|by the time"
    r"|even if|only if|in the event|for as long|although|though|except|from|starting|by(?! the way))\b",
    re.IGNORECASE,
)
_TRAILS = re.compile(
    r"(?:^|\W)(?:if|unless|whenever|provided(?: that)?|assuming|in case|in theory|i think|i guess|i believe|i suppose|i suspect|i assume"
    r"|we think|we believe|we guess|we assume|maybe|perhaps|probably|possibly|presumably|apparently|allegedly|supposedly|reportedly"
    r"|or so|or something|or maybe|not sure|unsure|if i remember|iirc|afaik|afaict|imo|right\?|isn't it|correct\?|or not|no idea"
    r"|according to|as far as i (?:know|can tell)|they say|so they say|i hear|i heard|rumou?r has it"
    r"|to be confirmed|tbc|tbd|unconfirmed|but (?:that|this|it) (?:is|was) (?:wrong|rejected|not)|which is (?:wrong|not true|false)"
    r"|was (?:rejected|turned down)|just kidding|kidding|joking|allegedly|would be (?:nice|better|good|great|ideal))(?:\W|$)",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"^[\s,]*(?:when|while|as long as|only when|once(?! more| again)|until we|until the|until it|before we|except)\b",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"^\W*,\W*(?:(?:so |or so )?(?:says?|said|claims?|claimed|thinks?|thought|writes|wrote|swears|insists)\b|[\w' ]{1,30}?"
    r"\s(?:says?|said|claims?|claimed|thinks?|thought|swears|insists)\W*$)",
    re.IGNORECASE,
)
_RELEASE = re.compile(
    r"^[\s,]*(?:starting|beginning|effective|as of|from|since|until|before|in) (?:with )?(?:version |release )?v?\d",
    re.I,
)
_OF_RELEASE = re.compile(
    r"\b(?:as of|as from|since|from|until|before|with|starting|in|on|by)\s+(?:with\s+)?(?:(?:the\s+)?(?:version|release|v)\s*\d|v?\d+\.\d)",
    re.I,
)
_LABEL = re.compile(
    r"^(?:(?:the |our |my |an? |another |one )?(?:old|before|was|previously|former(?:ly)?|wrong|bad|don'?t|do not|not|question|q|proposal|idea|option(?: \w+)?|plan|rejected"
    r"|example|todo|to do|tbd|draft|rumou?r|maybe|suggestion|wish|alternative|hypothesis|joke|quote|myth|never|pro|con|pros|cons"
    r"|expected|assumption|risk|goal|target|request|ask|test)\b[^:]*|.*\b(?:says?|said|asked|wrote|claims|quote[sd]?|reads?))$",
    re.IGNORECASE,
)
_SINCE_ASKED = re.compile(r"\b(?:since|because|as) \w+ (?:keep |kept )?ask(?:s|ed|ing)?\b", re.IGNORECASE)
_GOOD_THAT = re.compile(
    r"\b(?:know|knows|knew|known|confirm(?:s|ed)?|decided|agreed|note|noted|remember|reminder|found|found out|show|shows|see|saw|learned|learnt"
    r"|noticed|established|announce[sd]?|means|meant|recorded?|mind|aware|clear|settled|verified|checked|fact|so)"
    r"(?: (?:in mind|down|on record))? that$",
    re.IGNORECASE,
)
_GOOD_LEAD = re.compile(
    r"^(?:\W|@\w+|just|quickly|and|but|so|also|then|fyi|ok|okay|btw|by the way|heads[- ]?up|note|reminder|update|anyway|well|yes|yep|yeah|right|done|finally"
    r"|however|meanwhile|additionally|furthermore|moreover|besides|in addition|for the record|as decided|as agreed|as planned"
    r"|therefore|thus|hence|consequently|accordingly|in short|to be clear|please note|nb|ps|p\.s\.|plus|good news|news|indeed|in fact"
    r"|for everyone|everyone|all|folks|team|dear all|hi all|hi|hello|morning|hey|sorry|thanks|confirmed|agreed|decision|decided|result"
    r"|outcome|resolution|resolved|status|announcement|info|unrelated|correction|follow-?up|as a result|in the end|as always|as usual"
    r"|to be (?:safe|clear|precise|sure|fair|honest|exact)|of course|obviously|luckily|sadly|happily|unfortunately|fortunately|eventually|separately|likewise|similarly|as well|too|after that"
    r"|since then|today)*$",
    re.IGNORECASE,
)


def governed(prefix: str) -> bool:
    """Whether the words before a clause take away its certainty.

    Args:
        prefix: the text of the same sentence from the last semicolon on up to the clause.
    """
    prefix = _SINCE_ASKED.sub("", prefix)
    head, colon, rest = prefix.rpartition(":")
    if colon and not rest.strip():
        label = head.strip().strip("*_ ")
        return bool(_LABEL.match(label)) or (len(label.split()) > 3 and bool(_GOVERNS.search(_softened(label))))
    if _GOVERNS.search(prefix) or _OF_RELEASE.search(prefix):
        return True
    comma = prefix.rstrip().endswith(",")
    return comma and bool(_SUBORDINATE.match(prefix))


def _softened(label: str) -> str:
    """A long label before a colon is no doubt about what follows just for naming somebody's."""
    return re.sub(r"\bwho \w+", "", label)


def introduces(prefix: str) -> bool:
    """Whether a clause may begin after these words, which hold no clause of their own governing it."""
    text = prefix.strip()
    if not text or text[-1] in ',;:—–("':
        return True
    if _GOOD_THAT.search(text):
        return True
    last = re.split(r"[,;:—–(]", text)[-1]
    return bool(_GOOD_LEAD.match(last.strip()))


def doubted(trail: str) -> bool:
    """Whether the words after a clause, in the same sentence, take away its certainty."""
    return bool(_SAYS.search(trail) or _TRAILS.search(trail) or _WHEN.match(trail) or _RELEASE.match(trail))
