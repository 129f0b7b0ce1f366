from __future__ import annotations

import pytest

from helpers.documents import items_of, read_text, survives
from helpers.manifests import about, locked, required, rows
from tenure.errors import InputError

PIPFILE = """[[source]]
url = "https://ada:hunter22@pypi.example.org/simple"
name = "pypi"

[packages]
flask = "*"
req_x = {version = ">=2", extras = ["socks"], markers = "sys_platform == 'win32'"}

[dev-packages]
pytest = "==7.0"

[docs]
sphinx = "*"

[requires]
python_version = "3.9"
"""

LOCK = """{
    "_meta": {"hash": {"sha256": "0123"}},
    "default": {
        "flask": {
            "hashes": ["sha256:aaaa"],
            "index": "pypi",
            "version": "==2.0.1"
        }
    },
    "develop": {
        "pytest": {
            "version": "==7.0"
        },
        "tool": {"git": "https://example.org/tool.git", "ref": "abc"}
    }
}
"""


def test_the_manifest() -> None:
    assert required(PIPFILE, "Pipfile") == {
        "flask": "*",
        "req-x": "[socks]>=2; sys_platform == 'win32'",
        "pytest [group=dev]": "==7.0",
        "sphinx [group=docs]": "*",
    }
    assert about(PIPFILE, "Pipfile") == {"required python": "3.9"}
    assert rows(PIPFILE, "Pipfile")["pytest [group=dev] ==7.0"] == 'pytest = "==7.0"'
    items = items_of(read_text(PIPFILE, "Pipfile"))
    assert "hunter22" not in str(items.values)
    assert items.safe_text is not None
    assert "hunter22" not in items.safe_text


def test_the_lock_file() -> None:
    assert locked(LOCK, "Pipfile.lock") == {
        "flask": ("2.0.1",),
        "pytest [group=dev]": ("7.0",),
        "tool [group=dev]": ("https://example.org/tool.git#abc",),
    }
    assert rows(LOCK, "Pipfile.lock")["pytest [group=dev] 7.0"] == '"version": "==7.0"'


def test_what_is_malformed_is_refused_with_its_line() -> None:
    with pytest.raises(InputError, match=r"'Pipfile', line 2: it is not TOML"):
        read_text("[packages]\nflask =\n", "Pipfile")
    with pytest.raises(InputError, match=r"'Pipfile.lock', line 1: it is not a JSON object"):
        read_text("[]", "Pipfile.lock")


def test_no_text_does_harm() -> None:
    survives(lambda text: read_text(text, "Pipfile"), [PIPFILE])
    survives(lambda text: read_text(text, "Pipfile.lock"), [LOCK])
