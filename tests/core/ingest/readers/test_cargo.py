from __future__ import annotations

import pytest

from helpers.documents import items_of, read_text, survives
from helpers.manifests import about, required, row_of, rows, sets
from tenure.errors import InputError

SAMPLE = """[package]
name = "foo"
version = "0.1.0"
edition = "2021"
rust-version.workspace = true
license = "MIT OR Apache-2.0"
authors = ["Ada <ada@example.org>"]

[dependencies]
serde = { version = "1.0", features = ["derive"], optional = true }
rand07 = { package = "rand", version = "0.7" }
rand = "0.8"
here = { path = "../here" }
away = { git = "https://example.org/away", tag = "v1" }
shared.workspace = true

[dependencies.long]
version = "3"
default-features = false

[dev-dependencies]
criterion = "0.5"

[build-dependencies]
cc = "1"

[target.'cfg(unix)'.dependencies]
nix = "0.26"

[workspace]
members = ["a", "b"]

[workspace.dependencies]
tokio = "1"

[profile.release]
lto = true
"""


def test_dependencies_by_group_target_and_rename() -> None:
    assert required(SAMPLE, "Cargo.toml") == {
        "serde": "1.0",
        "rand [as=rand07]": "0.7",
        "rand": "0.8",
        "here": "../here",
        "away": "https://example.org/away#v1",
        "shared": "workspace",
        "long": "3",
        "criterion [group=dev]": "0.5",
        "cc [group=build]": "1",
        "nix [target=cfg(unix)]": "0.26",
        "tokio [group=workspace]": "1",
    }
    assert about(SAMPLE, "Cargo.toml") == {
        "name": "foo",
        "version": "0.1.0",
        "edition": "2021",
        "license": "MIT OR Apache-2.0",
        "package.rust-version.workspace": "true",
        "dependencies.serde.features": '["derive"]',
        "dependencies.serde.optional": "true",
        "dependencies.long.default-features": "false",
        "workspace.members": '["a", "b"]',
        "profile.release.lto": "true",
    }
    assert sets(SAMPLE, "Cargo.toml") == {"authors": ("Ada <ada@example.org>",)}
    assert ("Cargo.toml", "foo") in items_of(read_text(SAMPLE, "Cargo.toml")).names


def test_each_value_is_found_on_its_line() -> None:
    found = rows(SAMPLE, "Cargo.toml")
    assert found["rand [as=rand07] 0.7"].startswith("rand07 =")
    assert found["rand 0.8"] == 'rand = "0.8"'
    assert found["shared workspace"] == "shared.workspace = true"
    assert found["long 3"] == "[dependencies.long]"
    assert found["nix [target=cfg(unix)] 0.26"] == 'nix = "0.26"'
    assert row_of(SAMPLE, "Cargo.toml", "profile.release.lto") == "lto = true"


def test_what_is_malformed_is_refused_with_its_line() -> None:
    with pytest.raises(InputError, match=r"'Cargo.toml', line 2: it is not TOML"):
        read_text("[dependencies]\nserde =\n", "Cargo.toml")


def test_no_text_does_harm() -> None:
    survives(lambda text: read_text(text, "Cargo.toml"), [SAMPLE])
