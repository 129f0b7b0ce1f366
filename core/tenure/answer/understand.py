"""Understanding a question, without a model that writes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tenure.answer.beside import find_beside
from tenure.answer.holders import relations_asked_from_outside
from tenure.answer.inquiry import Inquiry, Kind, Resolved, When, Which
from tenure.answer.kinds import kind_of, which_of
from tenure.answer.likeness import Likeness
from tenure.answer.mark import Marker
from tenure.answer.names import Named
from tenure.answer.resolve import Resolution, Resolver
from tenure.answer.scopes import scope_of
from tenure.answer.subjects import subjects_named, unknown_name
from tenure.answer.times import Times, read_times
from tenure.instants import Dated
from tenure.keys import Key, Scope, fold
from tenure.progress import CancelToken
from tenure.relations import Cardinality

_OPEN = re.compile(
    r"^\W*(?:why|how come|explain|describe|summari[sz]e|what happened|tell me (?:more )?about|what do we know about"
    r"|who decided|what was decided|what is the reason|for what reason)\b",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Understanding:
    """Turns questions into inquiries.

    Attributes:
        marker: knows the names of subjects and relations.
        likeness: compares by meaning; None where there is no embedder.
    """

    marker: Marker
    likeness: Likeness | None = None

    def understand(
        self,
        question: str,
        *,
        now: int,
        valid: Dated | int | None = None,
        known: int | None = None,
        scope: Mapping[str, str] | None = None,
        cancel: CancelToken | None = None,
    ) -> Inquiry:
        """Return what a question asks.

        Args:
            question: in English.
            now: the clock's instant (microseconds UTC), against which time words are read.
            valid: a valid time given beside the question; wins over its words.
            known: a transaction given beside the question; wins over its words.
            scope: a scope given beside the question; wins over its words.
            cancel: stops the work.
        """
        ledger = self.marker.ledger
        times = read_times(question, now, ledger.zone)
        named = subjects_named(self.marker, question, times.spans)
        strange = unknown_name(self.marker, question, named, times.spans)
        keys = [key for n in named for s in n.subjects for key in ledger.find_keys(subject=s)]
        found_scope, scope_spans = scope_of(question, keys)
        context = Scope.of(scope) if scope is not None else found_scope
        given = valid is not None or known is not None
        frame = Inquiry(
            question=question,
            kind=_kind(question, times, valid),
            resolved=Resolved.NO_SUBJECT,
            subjects=tuple(dict.fromkeys(s for n in named for s in n.subjects)),
            when=self._when(times, valid, known),
            context=context,
            which=Which.ALL if times.dated or given else which_of(question),
            unresolved=() if given else times.unresolved,
            named=strange,
            window=times.window if valid is None else (None, None),
            now=now,
        )
        if frame.kind is Kind.DIFFERENCE and not strange:
            return replace(frame, resolved=Resolved.SUBJECT)
        if not named or strange:
            return replace(frame, subjects=() if strange else frame.subjects)
        spans = [*times.spans, *scope_spans]
        outside = self._from_outside(frame, named)
        if outside is not None:
            return outside
        inquiry = self._keyed(frame, self._resolve(question, named, spans, cancel))
        return inquiry if given or times.dated else self._beside(inquiry, spans)

    def _when(self, times: Times, valid: Dated | int | None, known: int | None) -> tuple[When, ...]:
        ledger = self.marker.ledger
        readings = []
        for one in times.when:
            tx = known
            if tx is None and one.known_date is not None:
                tx = ledger.tx_at(one.known_date)
            if valid is not None:
                until = valid.end if isinstance(valid, Dated) and valid.end > valid.at else None
                readings.append(When(valid, until, tx, one.known_date, str(valid) if isinstance(valid, Dated) else ""))
            else:
                readings.append(replace(one, known=tx))
        return tuple(dict.fromkeys(readings))

    def _resolve(
        self, question: str, named: Sequence[Named], spans: Sequence[tuple[int, int]], cancel: CancelToken | None
    ) -> Resolution:
        """Try the subjects named; the one whose relation fits best is meant."""
        resolver = Resolver(self.marker, self.likeness)
        found: list[tuple[float, Resolution]] = []
        only = len({subject for place in named for subject in place.subjects}) == 1
        for place in named:
            for subject in place.subjects:
                one = resolver.resolve(question, place, subject, skip=spans, only=only, cancel=cancel)
                mine = [c for c in one.choices if c.stated]
                found.append((mine[0].score if mine else -1.0, one))
        keyed = [f for f in found if f[1].resolved in (Resolved.KEY, Resolved.SEVERAL)]
        if not keyed:
            return max(found, key=lambda f: f[0])[1]
        best = max(keyed, key=lambda f: f[0])
        rivals = [f for f in keyed if f is not best and best[0] - f[0] < 0.02]
        if not rivals:
            return best[1]
        every = [best, *rivals]
        return Resolution(Resolved.SEVERAL, tuple(dict.fromkeys(k for _, r in every for k in r.keys)))

    def _keyed(self, frame: Inquiry, found: Resolution) -> Inquiry:
        keys = _merged(found.keys)
        resolved = found.resolved
        if resolved is Resolved.SEVERAL and len(keys) == 1:
            resolved = Resolved.KEY
        subjects = tuple(dict.fromkeys(k.subject for k in keys)) or frame.subjects
        kind = frame.kind
        if _OPEN.search(frame.question):
            kind = Kind.OPEN
        elif resolved is Resolved.KEY and kind is Kind.VALUE and self._is_set(keys[0]):
            kind = Kind.LIST
        return replace(frame, resolved=resolved, keys=keys, subjects=subjects, kind=kind, relation=found.relation)

    def _from_outside(self, frame: Inquiry, named: Sequence[Named]) -> Inquiry | None:
        """Take "what depends on billing" for a list of those that have billing as a value."""
        if len(frame.subjects) != 1 or frame.kind not in (Kind.VALUE, Kind.AS_OF):
            return None
        relations = relations_asked_from_outside(self.marker.ledger, frame.question, named[0])
        if not relations:
            return None
        return replace(frame, resolved=Resolved.SUBJECT, kind=Kind.LIST, relation=relations[0], held_by=relations)

    def _beside(self, inquiry: Inquiry, spans: Sequence[tuple[int, int]]) -> Inquiry:
        """Take "before VALUE" for a place in the chain of values, which no date says better."""
        if inquiry.key is None or inquiry.kind is not Kind.VALUE:
            return inquiry
        found = find_beside(self.marker, inquiry.question, inquiry.key, spans)
        if found is None:
            return inquiry
        beside, (start, end) = found
        said = inquiry.question[start:end].casefold()
        rest = tuple(words for words in inquiry.unresolved if not said.startswith(words.casefold()))
        return replace(inquiry, beside=beside, unresolved=rest, which=Which.ALL)

    def _is_set(self, key: Key) -> bool:
        return self.marker.ledger.registry.get(key.relation).cardinality is not Cardinality.FUNCTIONAL


def _kind(question: str, times: Times, valid: Dated | int | None) -> Kind:
    if _OPEN.search(question):
        return Kind.OPEN
    return kind_of(question, dated=times.dated or valid is not None)


def _merged(keys: Sequence[Key]) -> tuple[Key, ...]:
    """Return one key for each subject and relation, its scope left open."""
    found: dict[tuple[str, str], Key] = {}
    for key in keys:
        found.setdefault((fold(key.subject), fold(key.relation)), Key(key.subject, key.relation))
    return tuple(found.values())
