"""Rules and a text model read the same sentences; what both state goes in, the rest is put to review."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import partial

from tenure.errors import ModelError
from tenure.ingest.assist.proposer import Proposer, Sentence, Triple, prompt_limit
from tenure.ingest.assist.units import Span, units
from tenure.ingest.document import Block, BlockKind, Document
from tenure.ingest.extract.names import Names
from tenure.ingest.plan import Piece
from tenure.ingest.proposals import Proposed
from tenure.ingest.proposals import Proposer as By
from tenure.keys import Key, fold
from tenure.ledger.types import AddAlias, Assert, End, Evidence, Operation
from tenure.models.protocols import TextModel
from tenure.progress import Progress
from tenure.relations import RelationRegistry, same_value_form

_NAME = "name"
_MOST_RELATIONS = 12
_ARTICLE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
_Sign = tuple[str, str, str | None]
"""(folded subject, canonical relation, value's form)."""
_Stated = Collection[tuple[bool, _Sign]]
"""What a model states, each with whether it holds or has ended."""


@dataclass(slots=True)
class Checked:
    """What is to become of the statements of one block.

    Attributes:
        agreed: what rules and model both state, as the rules put it.
        proposed: what only one of them states.
    """

    agreed: list[Operation] = field(default_factory=list)
    proposed: list[Proposed] = field(default_factory=list)


class Assistant:
    """Asks a text model about the sentences that may state something.

    A statement read by the rules is confirmed if the model states, of the same sentence, the same subject,
    relation and value, and likewise that it holds or that it ended. Its scope and dates are the rules'. Tables
    and structured data are no sentences: what they state is not put in question.

    Args:
        model: what to ask.
    """

    def __init__(self, model: TextModel) -> None:
        self._proposer = Proposer(model)
        self._offers: tuple[RelationRegistry, re.Pattern[str]] | None = None

    @property
    def name(self) -> str:
        """The model's name."""
        return self._proposer.model.name

    @property
    def calls(self) -> int:
        """How many sentences the model was asked about."""
        return self._proposer.calls

    def confirm(self, names: Names, documents: Sequence[Document], pieces: Sequence[Piece], progress: Progress) -> None:
        """Leave in the pieces what both state, and put the rest to what they propose.

        Raises:
            ModelError: if the model cannot be loaded or stops unexpectedly.
            Cancelled: by ``progress``.
        """
        for number, piece in enumerate(pieces):
            document = documents[piece.document]
            message, share = f"asking the model about {document.name}", number / len(pieces)
            if document.structured:
                continue
            try:
                checked = self.check(names, piece.block, piece.operations, partial(progress, message, share))
            except ModelError as error:
                why = str(error).rstrip(".")
                raise ModelError(f"{why}; nothing was imported: import again, or without --assist") from error
            piece.operations, piece.proposed = checked.agreed, checked.proposed

    def check(self, names: Names, block: Block, operations: Sequence[Operation], go_on: Callable[[], None]) -> Checked:
        """Return what becomes of what the rules read in a block, and what the model states beside it.

        Args:
            names: of subjects and relations.
            block: the text.
            operations: what the rules read in it.
            go_on: called while the model works; it may raise ``Cancelled``.

        Raises:
            ModelError: if the model cannot be loaded or stops unexpectedly.
        """
        if block.kind in {BlockKind.TABLE, BlockKind.SILENT}:
            return Checked(list(operations))
        reading = _Reading(names, block, operations)
        for span in units(block, reading.spans):
            sentence = self._sentence(reading, span)
            if sentence is not None:
                reading.take(span, self._proposer.ask(sentence, go_on))
        return reading.checked()

    def _sentence(self, reading: _Reading, span: Span) -> Sentence | None:
        """Return what to ask about a sentence; None if it is not worth it or too long."""
        text = " ".join(reading.block.text[span[0] : span[1]].split())
        own = reading.operations_in(span)
        registry = reading.names.registry
        names = [registry.get(found[0]).name for found in self._pattern(registry).finditer(fold(text))]
        if len(text) > prompt_limit() or not (own or names):
            return None
        read = [o.key.relation for o in own] + [_NAME for alias in reading.aliases if alias.alias in text]
        subjects = {s for s in reading.given if s not in text} | {
            o.key.subject for o in own if o.key.subject not in text
        }
        heading = reading.block.headings[-1] if reading.block.headings else ""
        relations = list(dict.fromkeys([*read, *names]))[:_MOST_RELATIONS]
        return Sentence(text, heading, tuple(sorted(subjects)), tuple(sorted(relations)))

    def _pattern(self, registry: RelationRegistry) -> re.Pattern[str]:
        """Return what finds the names of relations in a folded sentence."""
        if self._offers is None or self._offers[0] is not registry:
            known = {fold(name) for relation in registry for name in (relation.name, *relation.aliases)}
            names = sorted((n for n in known if len(n) > 1), key=lambda n: (-len(n), n))
            words = "|".join(re.escape(n) for n in names if n.isascii())
            others = "|".join(re.escape(n) for n in names if not n.isascii())
            self._offers = registry, re.compile(rf"(?<!\w)(?:{words or '(?!)'})(?!\w)|(?:{others or '(?!)'})")
        return self._offers[1]


class _Reading:
    """One block while it is being checked."""

    def __init__(self, names: Names, block: Block, operations: Sequence[Operation]) -> None:
        self.names = names
        self.block = block
        self.operations = operations
        self.aliases = [o for o in operations if isinstance(o, AddAlias)]
        heads = [" ".join(heading.split()) for heading in block.headings[-1:]]
        self.given = [name for name in (*heads, block.speaker or "") if name]
        self._stated: dict[Span, set[tuple[bool, _Sign]]] = {}
        self._alone: list[Proposed] = []

    @property
    def spans(self) -> list[Span]:
        """The sentences that the rules read something in."""
        return [span for o in self._said() if (span := o.evidence.span) is not None]

    def operations_in(self, span: Span) -> list[Assert | End]:
        """What the rules read in one sentence."""
        return [o for o in self._said() if o.evidence.span == span]

    def take(self, span: Span, triples: Sequence[Triple]) -> None:
        """Take up what the model states of one sentence."""
        own = self.operations_in(span)
        for triple in triples:
            sign = (triple.holds, self._sign(triple.subject, triple.relation, triple.object))
            self._stated.setdefault(span, set()).add(sign)
            if not any(self._agree(o, [sign]) for o in own) and not any(
                self._is_alias(a, [sign]) for a in self.aliases
            ):
                self._alone.append(Proposed(self._operation(triple, span), By.MODEL))

    def checked(self) -> Checked:
        """Return what is agreed upon and what is not."""
        found = Checked()
        for operation in self.operations:
            if self._confirmed(operation):
                found.agreed.append(operation)
            elif isinstance(operation, Assert | End | AddAlias):
                found.proposed.append(Proposed(operation, By.RULES))
        found.proposed += dict.fromkeys(self._alone)
        return found

    def _said(self) -> list[Assert | End]:
        return [o for o in self.operations if isinstance(o, Assert | End)]

    def _confirmed(self, operation: Operation) -> bool:
        if isinstance(operation, Assert | End):
            span = operation.evidence.span
            return span is not None and self._agree(operation, self._stated.get(span, ()))
        everything = [sign for stated in self._stated.values() for sign in stated]
        return isinstance(operation, AddAlias) and self._is_alias(operation, everything)

    def _agree(self, operation: Assert | End, stated: _Stated) -> bool:
        own = self._sign(operation.key.subject, operation.key.relation, operation.object)
        holds = isinstance(operation, Assert)
        return any(h == holds and s[:2] == own[:2] and own[2] in (None, s[2]) for h, s in stated)

    def _is_alias(self, alias: AddAlias, stated: _Stated) -> bool:
        own = self._sign(alias.name, _NAME, alias.alias)
        return (True, own) in stated

    def _sign(self, subject: str, relation: str, value: str | None) -> _Sign:
        found = self.names.registry.get(relation)
        name = self.names.subject(subject) or subject
        form = None if value is None else same_value_form(_ARTICLE.sub("", value), found)
        return fold(_ARTICLE.sub("", name)), fold(found.name), form

    def _operation(self, triple: Triple, span: Span) -> Assert | End:
        relation = self.names.registry.get(triple.relation).name
        key = Key(self.names.subject(triple.subject) or triple.subject, relation)
        dated, origin = self.block.dated, self.block.origin
        evidence = Evidence(text=self.block.text[span[0] : span[1]], span=span)
        if triple.holds:
            return Assert(key, triple.object, dated.at, precision=dated.precision, origin=origin, evidence=evidence)
        return End(key, dated.at, triple.object, dated.precision, origin, evidence)
