"""Extraction with a text model, measured like the rules: what it confirms, and what it states by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tenure.ingest.assist import Assistant
from tenure.ingest.extract import Extractor
from tenure.ingest.proposals import Proposer
from tenure.lab.extraction import Reader, Said, block_of, learn_held
from tenure.lab.labelled import Labelled
from tenure.ledger.types import AddAlias, Assert, End, Operation
from tenure.progress import Progress, no_progress
from tenure.relations import RelationRegistry


def with_model(
    registry: RelationRegistry, assistant: Assistant, *, alone: bool = False, progress: Progress = no_progress
) -> Reader:
    """Return a reader that asks a text model.

    Args:
        registry: the relations.
        assistant: what asks it.
        alone: read all that the model states; by default only what the rules state as well, which is
            what an import writes.
        progress: told which sentence is asked; it may raise ``Cancelled``.
    """
    extractor = Extractor(registry)

    def read(item: Labelled) -> Sequence[Said]:
        learn_held(extractor, item)
        block = block_of(item)
        found = extractor.extract(block)
        rules: list[Operation] = [*(e.operation for e in found.stated), *found.aliases]
        checked = assistant.check(extractor.names, block, rules, _telling(progress, item))
        said = checked.agreed
        if alone:
            said = [*said, *(p.operation for p in checked.proposed if p.by is Proposer.MODEL)]
        return [one for one in said if isinstance(one, Assert | End | AddAlias)]

    return read


def _telling(progress: Progress, item: Labelled) -> Callable[[], None]:
    return lambda: progress(f"asking about {item.id}", 0.0)
