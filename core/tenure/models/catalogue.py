"""The models offered for download: a short list kept as data, ``models/catalogue.json``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

import tenure_resources
from tenure.errors import NotFoundError


@dataclass(frozen=True, slots=True)
class Offer:
    """A model that can be downloaded.

    Attributes:
        name: short, for the command line.
        title: as shown.
        publisher: who made it.
        licence: as its publisher states it.
        languages: codes of those it is good at.
        parameters: such as ``7B``.
        quantisation: such as ``Q4_K_M``.
        about_bytes: the size of the file, rounded.
        memory_gb: memory recommended, in gigabytes.
        sha256: of the file in hexadecimal, where known for certain.
        url: where it is fetched from.
    """

    name: str
    title: str
    publisher: str
    licence: str
    languages: tuple[str, ...]
    parameters: str
    quantisation: str
    about_bytes: int
    memory_gb: int
    sha256: str | None
    url: str

    @property
    def file_name(self) -> str:
        """The name of its file."""
        return PurePosixPath(unquote(urlsplit(self.url).path)).name


def catalogue() -> tuple[Offer, ...]:
    """Return the models offered, smallest first."""
    text = resources.files(tenure_resources).joinpath("models/catalogue.json").read_text(encoding="utf-8")
    return tuple(Offer(**{**row, "languages": tuple(row["languages"])}) for row in json.loads(text)["models"])


def offer(name: str) -> Offer:
    """Return the model of that name.

    Raises:
        NotFoundError: if the catalogue has none.
    """
    offers = {one.name: one for one in catalogue()}
    if name not in offers:
        raise NotFoundError(f"There is no model '{name}' in the catalogue: there is {', '.join(offers)}.")
    return offers[name]
