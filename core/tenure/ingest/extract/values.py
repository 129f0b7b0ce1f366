"""Where an object ends in a sentence, and whether it can be one."""

from __future__ import annotations

import re

from tenure.ingest.extract.lexicon import VERBS, either, words
from tenure.ingest.extract.view import CLOSE, OPEN
from tenure.relations import Relation

MARK = re.compile("\ue000\\d+\ue001")
"""A date or scope cut out of a sentence, by its number."""

_STOP = re.compile(
    r"\s+(?:because|since|so|while|whereas|although|though|but|which|who|whose|that|until|till|after|before|when"
    r"|whenever|if"
    r"|unless|instead|due|thanks|despite|except|where|for|with|without|as|from|on|by|in|to(?=\s+[a-z]+\b(?!\s*\d))"
    r"|than|rather|plus"
    r"|via|through|during|within|under|over|against|now that|and (?:it|he|she|they|we|i|that|this|there|then|so|not"
    r"|no|nobody|everyone)"
    r"|at(?!\s*\d)|into|starting|beginning|effective|according|any ?more|any longer|like|per(?=\s+(?:our|the)\b)|—"
    r"|–|-)(?=\s|$)",
    re.IGNORECASE,
)
_NO_UNIT = (
    r"(?!(?:and|or|but|again|now|already|currently|today|instead|because|since|so|while|as|for|with|in|on|to|at|by"
    r"|from|until|till"
    r"|after|before|when|which|that|if|unless|too|also|is|are|was|the|a|an|we|it|up|down|each|has|have|once|only"
    r"|across|plus|than|via"
    r"|under|over|within|of(?! \w+ing\b)|any|yes|no|not|due|thanks|starting|effective|just|still|anymore|according"
    r"|rather|today|these|right|there|here|all|ever|max|per(?=\s+default))\b)"
)
_QUANTITY = re.compile(
    rf"(?:[$€£]\s?)?[+-]?\d+(?:,\d{{3}})*(?:\.\d+)*(?:\s?[–-]\s?\d+)?(?:\s?(?:%|°\s?[CFK]?"
    rf"|{_NO_UNIT}[a-zA-Zµμ]{{1,6}}(?:/[a-zA-Z]+)?\b))?"
    rf"(?:\s+{_NO_UNIT}[a-zA-Zµ°%/²³]+(?![\w'])){{0,6}}"
)
_RUNS_ON = re.compile(r"[\w×]|[-/:×]\w")
_BEFORE_EVENT = re.compile(r"\s+(?:before|after|past)\s+(?:the\s+)?[a-z]+(?=$|[.,;!]|\s*\ue000)")
_DATE = re.compile(r"\d{4}-\d{2}(?:-\d{2})?(?:[T ]\d{2}:\d{2}(?::\d{2})?Z?)?(?![\w-])")
_BAD_START = re.compile(
    r"^(?:available|identical|efficient|included|provided|located|found|used|based|described|needed|required"
    r"|designed|intended|compatible"
    r"|necessary|possible|useful|using|named|(?!(?:week|dai|hour|night|month|quarter|year|biweek"
    r"|fortnight)ly\b)[a-z]+ly(?=\s)"
    r"|(?:in|with|on|for|from|by|of|under|over)(?=\s)|not|n't|hardly|barely|scarcely|mostly|usually|often"
    r"|sometimes|normally|typically|nobody|no one|everyone"
    r"|everybody|anybody"
    r"|none of|according|no longer|never|neither|too|very|so|quite|rather|really|pretty|the same|same|unchanged"
    r"|unknown|unclear|undecided|unset|wrong"
    r"|right|correct|incorrect|fine|ok|okay|good|bad|great|better|worse|best|worst|enough|stale|outdated|obsolete"
    r"|broken|missing"
    r"|next|last|yet|being|going|about|around|roughly|approximately|nearly|almost|some|several|many|few|more|less"
    r"|higher|lower|bigger"
    r"|smaller|larger|shorter|longer|faster|slower|at least|at most|up to|between|either|probably|perhaps|maybe"
    r"|likely|supposed|expected|meant"
    r"|planned|due|still|open|under discussion|tbd|tbc|what|where|how|why|when|who|whatever|something|nothing"
    r"|anything|someone|it|this"
    r"|that|these|those|they|we|you|he|she|there|here|us|them|him|her|mine|ours|theirs|yours|one of|ready|done|gone"
    r"|up for|out of|part of"
    r"|on the table|a question|a problem|a joke|a mess|an issue|hard|easy|simple|difficult|important|critical"
    r"|interesting|strange|odd|weird"
    r"|funny|nice|ugly|cheap|expensive|clear|obvious|visible|hidden|different|similar|identical|equal|greater|to be"
    r"|in the|on its|as)\b(?![-/.]\w)",
    re.IGNORECASE,
)
_APPROXIMATE = re.compile(r"^(?:~|≈|>|<|≥|≤)")
_PARTICIPLE = re.compile(
    r"^(?:[a-z]+(?:ed|ing)|kept|sent|held|built|made|run|written|shown|taken|given|lost|spent|read)$"
)
_FREE_RELATIONS = words("free relations")
_NUMBER_RELATIONS = words("number relations")
_QUANTITY_HEADS = words("quantity heads")
_QUANTITY_WORDS = words("quantity words")
_ORDINAL = re.compile(
    r"^(?:first|second|third|last|latest|next|only|sole|oldest|newest|best|worst|latter|former|other|others|same|one"
    r"|ones|most|least|biggest|largest|smallest|highest|lowest|longest|shortest|fastest|slowest)"
    r"(?: (?:one|ones|of all))?$",
    re.IGNORECASE,
)
"""What points at one among others and names nothing ("the last to ship")."""
_DETERMINER = re.compile(r"^(?:the|our)\s+", re.IGNORECASE)
_INDEFINITE = re.compile(r"^(?:a|an)\s+", re.IGNORECASE)


class Values:
    """Cuts objects out of the rest of a clause."""

    def __init__(self) -> None:
        adverb = either(words("adverbs"))
        self._lead = re.compile(
            rf"^\s*(?:(?:{adverb}|{MARK.pattern}|at|,|:|=)(?:\s+|(?<=[,:=\ue001])))*", re.IGNORECASE
        )
        self._tail = re.compile(rf"(?:\s+{adverb}|\s*{MARK.pattern})+$", re.IGNORECASE)

    def lead(self, rest: str) -> int:
        """Return how many characters of adverbs and dates stand before the object."""
        match = self._lead.match(rest)
        return match.end() if match else 0

    def read(self, rest: str, relation: Relation) -> tuple[str, int] | None:
        """Read the object at the start of the rest of a clause.

        Args:
            rest: the text after the verb, dates cut out.
            relation: whose object it is.

        Returns:
            The object and where it ends, or None if there is none that is certain.
        """
        skipped = self.lead(rest)
        text = rest[skipped:]
        found = self._take(text, relation)
        if found is None:
            return None
        value, end = found
        return (value, skipped + end) if self.fits(value, relation) else None

    def _take(self, text: str, relation: Relation) -> tuple[str, int] | None:
        if text.startswith(OPEN) and CLOSE in text:
            end = text.index(CLOSE)
            return text[1:end].strip(), end + 1
        quoted = re.match(r'"([^"]{1,80})"', text)
        if quoted:
            return quoted[1].strip().rstrip(".,"), quoted.end()
        if _BAD_START.match(text) or _APPROXIMATE.match(text):
            return None
        if self._free(relation):
            return self._phrase(text, free=True)
        dated = _DATE.match(text)
        if dated:
            return dated[0], dated.end()
        quantity = _QUANTITY.match(text)
        if (
            quantity
            and not _RUNS_ON.match(text, quantity.end())
            and not re.match(r"[\w-]*[:/]|[\d.]*\d-[a-z]|[\d.]+[a-z]+-", text)
        ):
            return self._quantity(text, quantity)
        return self._phrase(text, free=False)

    def _quantity(self, text: str, match: re.Match[str]) -> tuple[str, int] | None:
        value = match[0]
        while True:
            shorter = self._tail.sub("", value)
            words = shorter.split(" ")
            if len(words) > 1 and words[-1].lower() in VERBS:
                shorter = " ".join(words[:-1])
            if shorter == value:
                break
            value = shorter
        whole = _BEFORE_EVENT.match(text, len(value))
        value = text[: whole.end()] if whole else value  # "30 minutes before dusk"
        after = text[len(value) :]
        if re.match(r"\s+or\s+\d|\s*/\s*\d+\s*\?", after):
            return None
        return value.rstrip(" .,"), len(value)

    def read_many(self, rest: str, relation: Relation) -> tuple[list[str], int] | None:
        """Read "A, B and C" as several objects; see :meth:`read`."""
        first = self.read(rest, relation)
        if first is None:
            return None
        members, end = split_list(first[0]), first[1]
        while True:
            joint = re.match(r"\s*,\s*(?:and\s+)?|\s+and\s+", rest[end:])
            if not joint:
                break
            following = self.read(rest[end + joint.end() :], relation)
            if (
                following is None
                or len(following[0].split()) > 3
                or not _stands_alone(rest[end + joint.end() :], following)
            ):
                break
            members += split_list(following[0])
            end += joint.end() + following[1]
        kept = [m for m in members if self.fits(m, relation)]
        return (kept, end) if kept else None

    def _free(self, relation: Relation) -> bool:
        return relation.name.lower() in _FREE_RELATIONS

    def _phrase(self, text: str, *, free: bool) -> tuple[str, int] | None:
        hard = re.search(
            r"[;?!(\ue000]|,\s+(?:don't|do not|please|so|but|which|never)\s"
            rf"|(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bSt)[.:](?=\s|$)|\.$|\s[—–-]\s{'' if free else '|,'}",
            text,
        )
        piece = text[: hard.start()] if hard else text
        if not free:
            stop = _STOP.search(piece)
            while stop and re.match(r"\s+(?:to|in|on|at|for)\b", stop[0]) and _joins_names(piece, stop):
                stop = _STOP.search(piece, stop.end())
            piece = piece[: stop.start()] if stop else piece
            piece = _before_clause(piece)
        value = self._tail.sub("", piece).strip()
        return (value, len(piece.rstrip())) if value else None

    def fits(self, value: str, relation: Relation) -> bool:
        """Whether a text can be an object of the relation."""
        words = value.split()
        lowered = value.lower()
        if not words or len(words) > (30 if self._free(relation) else 8) or _BAD_START.match(value):
            return False
        if not re.search(r"\w", value) or " or " in f" {lowered} " or "\ue000" in value:
            return False
        name = relation.name.lower()
        if name.startswith(("unit of", "units of")):
            return True
        if name in _NUMBER_RELATIONS:
            return bool(re.match(r"\d", value)) or words[0].lower() in _QUANTITY_WORDS
        if name.split()[-1] in _QUANTITY_HEADS:
            return bool(re.search(r"\d", value)) or words[0].lower() in _QUANTITY_WORDS
        return not (
            len(words) == 1
            and _PARTICIPLE.match(value)
            and not relation.name.lower().endswith(("status", "mode", "state"))
        )

    def tidy(self, value: str, relation: Relation) -> str | None:
        """Return the object as it is recorded: without article and stray punctuation; None if vague."""
        text = value.strip().strip(",;").strip()
        text = text.rstrip(".") if not text.endswith(("etc.", "Inc.")) else text
        pointed = _DETERMINER.match(text) is not None
        text = _DETERMINER.sub("", text) if not self._free(relation) else text
        if pointed and _ORDINAL.match(text):
            return None
        if _INDEFINITE.match(text) and not self._free(relation):
            bare = _INDEFINITE.sub("", text)
            if not relation.known and not re.search(r"[A-Z\d]", bare):
                return None  # "the backlog of billing is a mess"
            text = bare
        if relation.name.lower() in {"license", "licence"}:
            text = re.sub(r"\s+licen[sc]e$", "", text, flags=re.IGNORECASE)
        return " ".join(text.replace(OPEN, "").replace(CLOSE, "").split()) or None


def _joins_names(piece: str, stop: re.Match[str]) -> bool:
    """Whether the stop word stands inside a name or a span ("Monday to Thursday", "every day in UTC")."""
    after = piece[stop.end() :].lstrip()
    before = piece[: stop.start()].split()
    word = stop[0].split()[0].lower()
    if word == "to" and len(before) == 1 and re.match(r"[a-z]+(?=$|[.,;])", after):
        return True  # "dusk to dawn"
    if word == "to":
        return bool(re.match(r"\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day", after, re.IGNORECASE)) and bool(before)
    return word == "on" and bool(re.match(r"(?:mon|tues|wednes|thurs|fri|satur|sun)day", after, re.IGNORECASE))


def _before_clause(piece: str) -> str:
    """Cut "X and takes long" before the second verb, but keep "Tuesday and Thursday"."""
    for match in re.finditer(r"\s+and\s+", piece):
        words = [w.lower().strip(",.") for w in piece[match.end() :].split()[:4]]
        if any(w in VERBS or w.endswith("n't") for w in words):
            return piece[: match.start()]
        later = {w.lower().strip(",.") for w in piece[match.end() :].split()}
        if words[:1] in (["the"], ["our"], ["its"], ["a"]) and later & VERBS:
            return piece[: match.start()]
    return piece


def _stands_alone(rest: str, found: tuple[str, int]) -> bool:
    """Whether what follows a comma is one more member and no new clause."""
    words = [w.lower() for w in found[0].split()]
    after = rest[found[1] :].lstrip()
    return (
        not any(w in VERBS for w in words)
        and not re.match(r"[a-z]", after)
        and bool(re.match(r"[\w\ue010\"]", found[0]))
    )


def split_list(text: str) -> list[str]:
    """Split "A, B and C" into its members."""
    parts = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*", text)
    return [p.strip() for p in parts if p.strip()]
