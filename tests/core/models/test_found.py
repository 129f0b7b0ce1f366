from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers.gguf import LLAMA, make
from tenure.errors import Cancelled, NotFoundError
from tenure.models.catalogue import catalogue, offer
from tenure.models.found import Place, find_models, models_folder, usual_places
from tenure.progress import CancelToken


def ollama(folder: Path, name: str, digest: str, owner: str = "library") -> None:
    manifest = folder / "manifests" / "registry.ollama.ai" / owner / name / "latest"
    manifest.parent.mkdir(parents=True, exist_ok=True)
    layers = [
        {"mediaType": "application/vnd.ollama.image.license", "digest": "sha256:aa"},
        {"mediaType": "application/vnd.ollama.image.model", "digest": f"sha256:{digest}"},
    ]
    manifest.write_text(json.dumps({"schemaVersion": 2, "layers": layers}))


def test_models_of_all_programs_are_found_and_named_as_they_name_them(tmp_path: Path) -> None:
    home = tmp_path / "home"
    own = models_folder({}, home)
    make(own / "own.gguf")
    hub = home / ".cache" / "huggingface" / "hub" / "models--org--name"
    blob = make(hub / "blobs" / "abc")
    link = hub / "snapshots" / "1234" / "hub-model.gguf"
    link.parent.mkdir(parents=True)
    link.symlink_to(blob)
    make(hub / "snapshots" / "1234" / "mmproj-hub.gguf")
    make(home / ".cache" / "lm-studio" / "models" / "pub" / "repo" / "studio.gguf")
    make(home / ".lmstudio" / "models" / "pub" / "repo" / "newer.gguf")
    make(home / ".ollama" / "models" / "blobs" / "sha256-c0ffee")
    ollama(home / ".ollama" / "models", "llama3", "c0ffee")
    ollama(home / ".ollama" / "models", "other", "c0ffee", owner="me")
    ollama(home / ".ollama" / "models", "evil", "../../own")
    (home / ".ollama" / "models" / "manifests" / "registry.ollama.ai" / "library" / "llama3" / "bad").write_text("{")
    make(home / ".local" / "share" / "nomic.ai" / "GPT4All" / "four.gguf")
    found = find_models(usual_places({}, home))
    assert {(one.origin, one.name) for one in found} == {
        ("Tenure", "own"),
        ("Hugging Face", "hub-model"),
        ("LM Studio", "studio"),
        ("LM Studio", "newer"),
        ("Ollama", "llama3:latest"),
        ("GPT4All", "four"),
    }
    assert all(one.refusal == "" and one.size > 2048 for one in found)


def test_bad_files_are_listed_with_the_reason_and_each_file_once(tmp_path: Path) -> None:
    make(tmp_path / "good.gguf")
    make(tmp_path / "deep" / "er" / "embed.gguf", {**LLAMA, "general.architecture": "bert"})
    (tmp_path / "broken.gguf").write_bytes(b"GGUF")
    make(tmp_path / "two-00001-of-00002.gguf", {**LLAMA, "split.count": 2})
    make(tmp_path / "two-00002-of-00002.gguf", {**LLAMA, "split.count": 2, "split.no": 1})
    place = Place("mine", tmp_path)
    found = {one.name: one for one in find_models([place, place], [tmp_path / "good.gguf", tmp_path / "gone.gguf"])}
    assert set(found) == {"good", "gone", "embed", "broken", "two-00001-of-00002"}
    assert found["good"].refusal == ""
    assert "cut short" in found["broken"].refusal
    assert found["broken"].header is None
    assert "does not answer" in found["embed"].refusal
    assert "cannot be read" in found["gone"].refusal
    assert found["gone"].size == 0


def test_loops_of_links_and_missing_folders_end_the_search(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path)
    make(tmp_path / "one.gguf")
    places = [Place("x", tmp_path), Place("none", tmp_path / "none"), Place("o", tmp_path / "none", ollama=True)]
    assert [one.name for one in find_models(places)] == ["one"]
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        find_models(places, cancel=token)


def test_the_environment_moves_the_places(tmp_path: Path) -> None:
    environment = {"HF_HOME": "/hf", "OLLAMA_MODELS": "/ollama", "XDG_DATA_HOME": "/data"}
    folders = {place.origin: place.folder for place in usual_places(environment, tmp_path)}
    assert folders["Hugging Face"] == Path("/hf/hub")
    assert folders["Ollama"] == Path("/ollama")
    assert Path(usual_places({"HF_HUB_CACHE": "/hub"}, tmp_path)[1].folder) == Path("/hub")


def test_the_catalogue_is_sound() -> None:
    offers = catalogue()
    assert [one.about_bytes for one in offers] == sorted(one.about_bytes for one in offers)
    assert len({one.name for one in offers}) == len(offers)
    assert sum(one.parameters.startswith("7") for one in offers) >= 2
    for one in offers:
        assert one.url.startswith("https://huggingface.co/")
        assert one.file_name.endswith(".gguf")
        assert one.sha256 is None or (len(one.sha256) == 64 and int(one.sha256, 16))
        assert one.memory_gb * 10**9 > one.about_bytes
        assert one.licence
    assert offer(offers[0].name) == offers[0]
    with pytest.raises(NotFoundError, match="no model 'nope' in the catalogue"):
        offer("nope")
