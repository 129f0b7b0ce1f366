"""From the text of a passage to operations, by rules alone and never by guessing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, tzinfo
from functools import cached_property
from typing import TYPE_CHECKING

from tenure.ingest.document import Block, BlockKind
from tenure.ingest.extract.chinese.script import has_han, stretches
from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.marking import Marked, marked_of, numbers_of, scope_of
from tenure.ingest.extract.names import Names
from tenure.ingest.extract.pairs import Heading, Pair, headed, pair, table_pairs
from tenure.ingest.extract.reader import Reader, decision_of, is_heading
from tenure.ingest.extract.said import as_speaker, own_words, paragraphs
from tenure.ingest.extract.sentences import sentences
from tenure.ingest.extract.times import Tense, Timing, resolve
from tenure.ingest.extract.values import MARK, Values, split_list
from tenure.ingest.extract.view import View, plain
from tenure.instants import Dated, DateOrigin, Precision, from_datetime, to_datetime
from tenure.keys import Key, Scope
from tenure.ledger.types import AddAlias, Assert, End, Evidence
from tenure.relations import Cardinality, Relation, RelationRegistry

if TYPE_CHECKING:
    from tenure.ingest.extract.chinese.reader import ChineseReader

_ITEM = re.compile(r"^(?P<lead>\s*(?:[-*+•]|\d+[.)])\s+(?:\[[ xX]\]\s+)?)")
_OPEN_TASK = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+\[ \]")
_TEMPORARY = re.compile(
    r"\btemporar(?:y|ily)\b|\bfor the time being\b|\bas an interim measure\b|\bin the interim\b"
    r"|\bfor the duration of\b",
    re.IGNORECASE,
)
_PIPED = re.compile(r"\s*\|.*\|\s*\n\s*\|[-:| ]+\|\s*\n")
"""The head of a table amid prose."""
_SHORT = 8
"""Words; what stands behind a label that no list has and is longer is a sentence."""
_SENTENCE = re.compile(r"(?:this|you|we|it|they|there|these|if|when)\b", re.IGNORECASE)
_QUOTED_SPEECH = re.compile(r'"[^"]*\s[^"]*\s[^"]*\s[^"]*"')


@dataclass(frozen=True, slots=True)
class Extracted:
    """An operation and the span of the sentence it was read from (also in its evidence)."""

    operation: Assert | End
    span: tuple[int, int]


@dataclass(slots=True)
class Extraction:
    """What a passage states, and the other names its sentences give to subjects."""

    stated: list[Extracted] = field(default_factory=list)
    aliases: list[AddAlias] = field(default_factory=list)


class Extractor:
    """Reads passages; keeps what names are known.

    Args:
        registry: the relations.
        known: subjects known beforehand.
        zone: the zone of dates written without one.
    """

    def __init__(self, registry: RelationRegistry, known: Iterable[str] = (), zone: tzinfo = UTC) -> None:
        self.names = Names(registry, known)
        self._values = Values()
        self._reader = Reader(self.names)
        self._zone = zone
        self._about: tuple[tuple[str, ...], int, Heading, tuple[str, ...]] = ((), -1, Heading(None), ())

    @cached_property
    def _chinese(self) -> ChineseReader:
        """Made at the first Chinese sentence: its forms take seconds to compile."""
        from tenure.ingest.extract.chinese.reader import ChineseReader

        return ChineseReader(self.names, self._zone)

    def extract(self, block: Block) -> Extraction:
        """Return what a block of text states; nothing if it is only kept."""
        if block.kind is BlockKind.SILENT:
            return Extraction()
        if block.kind is BlockKind.TABLE:
            return self._table(block)
        if block.kind is BlockKind.ITEMS:
            return self._items(block)
        return self._prose(block)

    # --- prose --------------------------------------------------------------------------------

    def _prose(self, block: Block) -> Extraction:
        if block.kind is BlockKind.PROSE and _PIPED.match(block.text):
            return self._table(block)
        found = Extraction()
        if block.kind is BlockKind.PROSE and _looks_like_pairs(block.text):
            if "\n" in block.text.strip():
                return self._lines(block)
            self._sentences(plain(block.text), block, found)
            return found if found.stated or re.search(r"[.;!?] \S", block.text) else self._lines(block)
        if block.kind not in {BlockKind.MESSAGE, BlockKind.LETTER}:
            self._sentences(plain(block.text), block, found)
            return found
        letter = block.kind is BlockKind.LETTER
        for start, end in paragraphs(block.text) if letter else own_words(block.text):
            view = plain(block.text, start, end, lines_end=not letter)
            self._sentences(self._spoken(view, block), block, found)
        return found

    def _spoken(self, view: View, block: Block) -> View:
        """The view with the speaker's name for "I"."""
        return as_speaker(view, block.speaker, self.names.registry) if block.speaker else view

    def _sentences(self, view: View, block: Block, found: Extraction) -> None:
        if not has_han(view.text):
            self._english(view, 0, len(view.text), block, found)
            return
        for start, end, chinese in stretches(view.text):
            if chinese:
                self._han(view, start, end, block, found)
            else:
                self._english(view, start, end, block, found)

    def _han(self, view: View, begin: int, stop: int, block: Block, found: Extraction) -> None:
        for start, end, operation in self._chinese.read(view.text[begin:stop], block):
            span = view.span(begin + start, begin + end)
            if isinstance(operation, AddAlias):
                found.aliases.append(operation)
                continue
            stated = replace(operation, evidence=Evidence(text=block.text[span[0] : span[1]], span=span))
            if all(e.operation != stated for e in found.stated):
                found.stated.append(Extracted(stated, span))

    def _english(self, view: View, begin: int, stop: int, block: Block, found: Extraction) -> None:
        heading, told = self._headed(block.headings)
        decision = decision_of(block.headings)
        topic: tuple[str, ...] = (heading.subject,) if heading.subject and not is_heading(heading.subject) else ()
        if not heading.sure and block.kind is not BlockKind.ITEMS:
            topic = told or topic
        for sentence in sentences(view.text[begin:stop]):
            if sentence.asks or sentence.text.startswith(">"):
                continue
            if not self._reader.may_state(sentence.text, topic):
                continue
            marked = marked_of(_without_speech(sentence.text), self._reference(block), self._zone)
            if marked is None:
                continue
            first = len(found.stated)
            claims, topic = self._reader.claims(marked.text, marked.marks, topic, decision)
            span = view.span(begin + sentence.start, begin + sentence.end) if claims else (0, 0)
            for claim in claims:
                timing = self._timing(claim, marked, block)
                if timing is not None:
                    temporary = claim.temporary or bool(_TEMPORARY.search(sentence.text))
                    scope = scope_of(claim, marked)
                    self._add(found, claim, timing, scope=scope, span=span, block=block, temporary=temporary)
            if len(found.stated) > first + 1:
                found.stated[first:] = self._without_implied(found.stated[first:])

    def _without_implied(self, stated: list[Extracted]) -> list[Extracted]:
        """Leave out the ends that a new value says already: who left A and is now with B."""
        registry = self.names.registry
        new = {
            (e.operation.key, e.operation.valid_from)
            for e in stated
            if isinstance(e.operation, Assert)
            and registry.get(e.operation.key.relation).cardinality is Cardinality.FUNCTIONAL
        }
        return [e for e in stated if not (isinstance(e.operation, End) and (e.operation.key, e.operation.at) in new)]

    def _headed(self, headings: tuple[str, ...]) -> tuple[Heading, tuple[str, ...]]:
        """Return what headings name and what they are about; most blocks stand under those of the one before."""
        if self._about[:2] != (headings, self.names.changes):
            heading = headed(headings, self.names)
            self._about = (headings, self.names.changes, heading, self._reader.topic(headings))
        return self._about[2:]

    def _reference(self, block: Block) -> Dated:
        """What relative dates count from: a letter's "today" is the day where it was written."""
        if block.kind is not BlockKind.LETTER:
            return block.dated
        local = to_datetime(block.dated.at, block.dated.zone).replace(tzinfo=self._zone)
        return replace(block.dated, at=from_datetime(local), zone=self._zone)

    def _timing(self, claim: Claim, marked: Marked, block: Block) -> Timing | None:
        numbers = numbers_of(claim, marked)
        dates = [marked.dates[n] for n in numbers if n in marked.dates]
        return resolve(dates, claim.tense, block.dated, block.origin, then=claim.then)

    def _add(
        self,
        found: Extraction,
        claim: Claim,
        timing: Timing,
        *,
        scope: dict[str, str],
        span: tuple[int, int],
        block: Block,
        temporary: bool,
    ) -> None:
        key = Key(claim.subject, claim.relation.name, Scope.of(scope))
        evidence = Evidence(text=block.text[span[0] : span[1]], span=span)
        operation = _operation(key, claim, timing, evidence, temporary=temporary)
        if operation is None or any(e.operation == operation for e in found.stated):
            return
        found.stated.append(Extracted(operation, span))
        if claim.alias:
            found.aliases.append(AddAlias(claim.subject, claim.alias, learned=True))

    # --- key-value lines ----------------------------------------------------------------------

    def _items(self, block: Block) -> Extraction:
        found = Extraction()
        heading, _ = self._headed(block.headings)
        for start, end in _items_of(block.text):
            lead = _ITEM.match(block.text[start:end])
            if lead is None or _OPEN_TASK.match(block.text[start:end]):
                continue
            self._line(block, start + lead.end(), end, heading, found)
        return found

    def _lines(self, block: Block) -> Extraction:
        found = Extraction()
        heading, _ = self._headed(block.headings)
        at = 0
        for line in block.text.split("\n"):
            self._line(block, at, at + len(line), heading, found)
            at += len(line) + 1
        return found

    def _line(self, block: Block, start: int, end: int, heading: Heading, found: Extraction) -> None:
        view = plain(block.text, start, end)
        text = view.text.strip()
        if not text or "?" in text[-2:]:
            return
        read = pair(view.text, heading, self.names)
        if read is not None and not self.names.listed(read.named.relation):
            before = len(found.stated)
            self._sentences(view, block, found)  # "Upkeep: the home region of billing is eu-west"
            if len(found.stated) > before:
                return
        if read is not None and self._state_pair(read, view, block, found):
            return
        self._sentences(view, block, found)

    def _state_pair(self, read: Pair, view: View, block: Block, found: Extraction) -> bool:
        before = len(found.stated)
        begin = len(view.text) - len(view.text.lstrip())
        span = view.span(begin, len(view.text.rstrip()))
        self._state_value(read, span, block, found)
        return len(found.stated) > before

    def _state_value(self, read: Pair, span: tuple[int, int], block: Block, found: Extraction) -> None:
        text = (
            read.value.strip().rstrip(".") if not read.value.strip().endswith(("etc.", "Inc.")) else read.value.strip()
        )
        told = re.sub(r"\(\s*((?:since|until|from|as of|starting|effective)\b[^()]*)\)", r"\1", text)
        marked = marked_of(told, block.dated, self._zone)
        if marked is None:
            return
        marked = replace(marked, text=_newer(marked.text))
        body = re.sub(rf"\s*[,;(]?\s*{MARK.pattern}\s*\)?", "", marked.text).strip().rstrip(",;")
        body = re.sub(r"\s*\((?:was|formerly|previously|before|old|up from|down from)\b[^()]*\)", "", body)
        relation = read.named.relation
        for piece in _pair_values(body, relation):
            value = self._values.tidy(piece, relation)
            if value is None or not _pair_value_fits(value, relation, self._values):
                continue
            scope = dict(marked.scopes.values()) or ({"env": read.named.env} if read.named.env else {})
            claim = Claim(read.named.subject, relation, value, Tense.STATE, 0, 0)
            timing = resolve(list(marked.dates.values()), Tense.STATE, block.dated, block.origin)
            if timing is not None:
                self._add(
                    found, claim, timing, scope=scope, span=span, block=block, temporary=bool(_TEMPORARY.search(text))
                )

    def _table(self, block: Block) -> Extraction:
        found = Extraction()
        heading, _ = self._headed(block.headings)
        for read, start, end in table_pairs(block.text, heading, self.names):
            self._state_value(read, (start, end), block, found)
        return found


def _operation(key: Key, claim: Claim, timing: Timing, evidence: Evidence, *, temporary: bool) -> Assert | End | None:
    if claim.ends or (claim.tense is Tense.PAST and timing.begins is None):
        at = timing.begins or timing.stops
        if at is None or (claim.ends and timing.stops is not None):
            return None
        origin = timing.origin if timing.begins else DateOrigin.WRITTEN
        return End(key, at.at, claim.object, at.precision, origin, evidence)
    if claim.object is None or timing.begins is None:
        return None
    stops = timing.stops
    return Assert(
        key,
        claim.object,
        timing.begins.at,
        stops.at if stops else None,
        temporary=temporary,
        precision=timing.begins.precision,
        to_precision=stops.precision if stops else Precision.INSTANT,
        origin=timing.origin,
        evidence=evidence,
    )


def _without_speech(text: str) -> str:
    """Blank out what stands in quotation marks and is a sentence of its own: somebody else's words."""
    if '"' not in text:
        return text
    return _QUOTED_SPEECH.sub(lambda m: '"' + "\ue013" * (len(m[0]) - 2) + '"', text)


def _newer(value: str) -> str:
    """Of "20 s → 30 s" and "from 20 s to 30 s" the newer value."""
    arrow = re.split(r"\s*(?:→|->|=>)\s*", value)
    if len(arrow) == 2:
        return arrow[1]
    changed = re.fullmatch(
        r"(?:\w+(?:ed|nt|t) (?:up |down |back |over )?)?from\s+.+?\s+to\s+(.+)", value, re.IGNORECASE
    )
    return changed[1] if changed else value


def _looks_like_pairs(text: str) -> bool:
    lines = [line for line in text.split("\n") if line.strip()]
    return all(re.match(r"^\s*[*_`]*[A-Za-z][^:.!?]{0,40}[*_`]*:[*_`]*\s+\S", line) for line in lines) and (
        len(lines) > 1 or len(text) < 120
    )


def _items_of(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of list items; a nested item is one of its own."""
    start: int | None = None
    at = 0
    for line in text.split("\n"):
        if _ITEM.match(line):
            if start is not None:
                yield start, at - 1
            start = at
        at += len(line) + 1
    if start is not None:
        yield start, len(text)


def _pair_values(body: str, relation: Relation) -> list[str]:
    return split_list(body) if relation.cardinality is Cardinality.SET else [body]


def _pair_value_fits(value: str, relation: Relation, values: Values) -> bool:
    if re.fullmatch(
        r"(?:tbd|tbc|n/a|none yet|unknown|\?+|-+|–|—|todo|not set|unset|pending|undecided)", value, re.IGNORECASE
    ):
        return False
    if len(value.split()) > 16 or value.endswith("?"):
        return False
    if not relation.known and (len(value.split()) > _SHORT or _SENTENCE.match(value)):
        return False
    return values.fits(value, relation) or (
        relation.name.lower().split()[-1] != "port" and 1 < len(value.split()) <= 16
    )
