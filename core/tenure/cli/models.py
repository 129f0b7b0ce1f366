"""Text models on this computer and in the catalogue: list, check, download."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tenure.cli.common import Json, json_option, print_json, progress_line

if TYPE_CHECKING:
    from tenure.models.catalogue import Offer
    from tenure.models.found import FoundModel


@click.group("models")
def models_command() -> None:
    """List, check and download text models (GGUF files) for --model."""


@models_command.command("list")
@click.option(
    "--folder",
    "folders",
    type=click.Path(path_type=Path, file_okay=False),
    multiple=True,
    help="Look here too; may be repeated.",
)
@json_option
def list_command(*, folders: tuple[Path, ...], as_json: bool) -> None:
    """List the models found in the usual places and those that can be downloaded."""
    from tenure.models.catalogue import catalogue
    from tenure.models.found import Place, find_models, usual_places
    from tenure.models.memory import available_memory

    places = [*usual_places(), *(Place(str(folder), folder) for folder in folders)]
    found = find_models(places, memory=available_memory())
    if as_json:
        print_json({"found": [found_json(one) for one in found], "offers": [offer_json(one) for one in catalogue()]})
        return
    click.echo("\n".join(line for one in found for line in _found_lines(one)) or "No model file was found.")
    click.echo("\nTo download: tenure models download NAME")
    for one in catalogue():
        click.echo(f"  {one.name:<16} {one.about_bytes / 1e9:5.2f} GB  {one.licence:<11} {one.title}")


@models_command.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def check_command(*, file: Path, as_json: bool) -> int:
    """Read the header of FILE and say whether it can be used here."""
    from tenure.models.found import describe
    from tenure.models.memory import available_memory

    found = describe(file, memory=available_memory())
    if as_json:
        print_json(found_json(found))
    else:
        click.echo("\n".join(_found_lines(found)))
    return 2 if found.refusal else 0


@models_command.command("download")
@click.argument("name")
@click.option("--to", "folder", type=click.Path(path_type=Path, file_okay=False), help="Another folder than Tenure's.")
@json_option
def download_command(*, name: str, folder: Path | None, as_json: bool) -> None:
    """Download the model NAME of the catalogue; stopped, it goes on from there the next time."""
    from tenure.models.catalogue import offer
    from tenure.models.download import download
    from tenure.models.found import models_folder
    from tenure.models.suitable import check_gguf

    wanted = offer(name)
    target = (folder or models_folder()) / wanted.file_name
    download(wanted.url, target, sha256=wanted.sha256, progress=progress_line())
    check_gguf(target)
    if as_json:
        print_json({"name": wanted.name, "path": str(target)})
    else:
        click.echo(f"{target}\nUse it with: --model '{target}'")


def found_json(found: FoundModel) -> Json:
    """Return a model file as JSON."""
    header = found.header
    return {
        "path": str(found.path),
        "name": found.name,
        "origin": found.origin,
        "size": found.size,
        "architecture": header.architecture if header else None,
        "quantisation": header.quantisation if header else None,
        "parameters": header.parameters if header else None,
        "context": header.context if header else None,
        "chat_template": header.chat_template if header else None,
        "refusal": found.refusal or None,
    }


def offer_json(one: Offer) -> Json:
    """Return a model of the catalogue as JSON."""
    return {
        "name": one.name,
        "title": one.title,
        "publisher": one.publisher,
        "licence": one.licence,
        "languages": list(one.languages),
        "about_bytes": one.about_bytes,
        "memory_gb": one.memory_gb,
        "sha256": one.sha256,
        "url": one.url,
    }


def _found_lines(found: FoundModel) -> list[str]:
    from tenure.models.suitable import size_text

    header = found.header
    kind = f"{header.architecture}, {header.quantisation}, {header.context:,} tokens" if header else "unreadable"
    lines = [f"{found.name}  {size_text(found.size)}  {kind}", f"  {found.path}"]
    return [*lines, f"  ✕ {found.refusal}"] if found.refusal else [*lines, "  ● can be used"]
