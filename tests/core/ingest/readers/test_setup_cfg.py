from __future__ import annotations

import pytest

from helpers.documents import items_of, read_text, survives
from helpers.manifests import about, required, row_of, rows, sets
from tenure.errors import InputError

SAMPLE = """[metadata]
name = Flask
version = attr: flask.__version__
url = https://palletsprojects.com/p/flask
project_urls =
    Donate = https://palletsprojects.com/donate
    Documentation = https://flask.palletsprojects.com/
    Weird Page = https://example.org
license = BSD-3-Clause
keywords = wsgi, web
classifiers =
    Development Status :: 5 - Production/Stable
    Environment :: Web Environment

[options]
packages = find:
python_requires = >= 3.7
install-requires =
    Werkzeug >= 2.0
    # a comment
    importlib-metadata; python_version < "3.10"
tests_require = pytest; coverage>=5
setup_requires = file: setup.txt

[options.extras_require]
async =
    asgiref >= 3.2
dotenv = python_dotenv

[tool:pytest]
testpaths = tests
filterwarnings =
    error
    ignore::DeprecationWarning
"""


def test_metadata_options_and_tools() -> None:
    assert required(SAMPLE, "setup.cfg") == {
        "Werkzeug": ">= 2.0",
        "importlib-metadata": 'any; python_version < "3.10"',
        "pytest [group=tests]": "any",
        "coverage [group=tests]": ">=5",
        "asgiref [group=async]": ">= 3.2",
        "python-dotenv [group=dotenv]": "any",
    }
    assert about(SAMPLE, "setup.cfg") == {
        "name": "Flask",
        "metadata.version": "attr: flask.__version__",
        "homepage": "https://palletsprojects.com/p/flask",
        "funding": "https://palletsprojects.com/donate",
        "documentation": "https://flask.palletsprojects.com/",
        "metadata.project_urls": "Weird Page = https://example.org",
        "license": "BSD-3-Clause",
        "options.packages": "find:",
        "required python": ">= 3.7",
        "options.setup_requires": "file: setup.txt",
        "tool:pytest.testpaths": "tests",
        "tool:pytest.filterwarnings": "error\nignore::DeprecationWarning",
    }
    assert sets(SAMPLE, "setup.cfg") == {
        "keywords": ("wsgi", "web"),
        "classifiers": ("Development Status :: 5 - Production/Stable", "Environment :: Web Environment"),
    }
    assert ("setup.cfg", "Flask") in items_of(read_text(SAMPLE, "setup.cfg")).names


def test_each_value_is_found_on_its_line() -> None:
    found = rows(SAMPLE, "setup.cfg")
    assert found["asgiref [group=async] >= 3.2"] == "asgiref >= 3.2"
    assert found["coverage [group=tests] >=5"] == "tests_require = pytest; coverage>=5"
    assert row_of(SAMPLE, "setup.cfg", "documentation").startswith("Documentation")
    assert row_of(SAMPLE, "setup.cfg", "tool:pytest.testpaths") == "testpaths = tests"


@pytest.mark.parametrize(
    ("text", "line"),
    [("a = b\n", 1), ("[x]\nhello\n", 2), ("[options]\ninstall_requires =\n  ok\n  not ok at all\n", 4)],
)
def test_what_is_malformed_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(InputError, match=rf"'setup.cfg', line {line}: "):
        read_text(text, "setup.cfg")
    assert [refused.line for refused in read_text(text, "setup.cfg", skip_bad=True).refused] == [line]


def test_no_text_does_harm() -> None:
    survives(lambda text: read_text(text, "setup.cfg"), [SAMPLE])
    survives(lambda text: read_text(text, "setup.cfg", skip_bad=True), [SAMPLE])
