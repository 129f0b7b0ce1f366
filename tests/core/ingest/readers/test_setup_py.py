from __future__ import annotations

import pytest

from helpers.documents import items_of, read_text, survives
from helpers.manifests import about, required, row_of, rows, sets
from tenure.errors import InputError

SAMPLE = """import re
from collections import OrderedDict
from setuptools import setup, find_packages

with open("flask/__init__.py") as f:
    version = re.search(r"= '(.*?)'", f.read()).group(1)

tests_require = ["pytest>=3", "coverage"]
docs = ["sphinx"]
docs += ["pallets-sphinx"]
changed = ["a"]
changed.append(compute())
extras = {"dev": tests_require + docs, ":python_version<'3'": ["enum34"]}
extras["dot"] = ["python-dotenv", compute()]
more = {"license": "BSD"}

if __name__ == "__main__":
    setup(
        name="Flask",
        version=version,
        url='https://example.org/flask',
        project_urls=OrderedDict((("Code", "https://example.org/code"),)),
        python_requires=">=2.7, !=3.0.*",
        install_requires=[
            'Werkzeug>=0.15',
            "click ; python_version > '3'",
        ],
        tests_require=changed,
        extras_require=extras,
        classifiers=["A :: B", "C :: " + "D"],
        packages=find_packages(),
        **more
    )
"""


def test_literals_names_and_sums() -> None:
    assert required(SAMPLE, "setup.py") == {
        "Werkzeug": ">=0.15",
        "click": "any; python_version > '3'",
        "pytest [group=dev]": ">=3",
        "coverage [group=dev]": "any",
        "sphinx [group=dev]": "any",
        "pallets-sphinx [group=dev]": "any",
        "enum34": "any; python_version<'3'",
        "python-dotenv [group=dot]": "any",
    }
    assert about(SAMPLE, "setup.py") == {
        "name": "Flask",
        "homepage": "https://example.org/flask",
        "repository": "https://example.org/code",
        "required python": ">=2.7, !=3.0.*",
        "license": "BSD",
    }
    assert sets(SAMPLE, "setup.py") == {"classifiers": ("A :: B", "C :: D")}


def test_what_is_computed_is_left_out_and_told() -> None:
    assert [str(refused) for refused in read_text(SAMPLE, "setup.py").refused] == [
        "setup.py, line 20: version is computed, so it is left out",
        "setup.py, line 28: tests_require is computed, so it is left out",
        "setup.py, line 29: a part of extras_require.dot is computed, so it is left out",
    ]


def test_each_value_is_found_on_its_line() -> None:
    found = rows(SAMPLE, "setup.py")
    assert found["pallets-sphinx [group=dev] any"] == 'docs += ["pallets-sphinx"]'
    assert found["Werkzeug >=0.15"] == "'Werkzeug>=0.15',"
    assert found["enum34 any; python_version<'3'"].startswith("extras = ")
    assert row_of(SAMPLE, "setup.py", "license").startswith("more =")


@pytest.mark.parametrize(
    "before",
    [
        "r = ['a']\nif x:\n    r = ['b']\n",
        "r = ['a']\nfor n in x: r.append(n)\n",
        "r = ['a']\nchange(r)\n",
        "r = [open('x').read()]\nr = r + y\n",
        "r = x = ['a']\n",
        "def f():\n    r = ['a']\n",
        "from other import r\n",
        "r = ['a'] * 3\n",
    ],
)
def test_a_name_that_may_hold_something_else_is_not_believed(before: str) -> None:
    assert required(f"{before}setup(install_requires=r)\n", "setup.py") == {}


def test_nothing_is_run() -> None:
    assert required("raise SystemExit\nsetup(install_requires=['a'])\n", "setup.py") == {"a": "any"}


def test_a_module_of_that_name_without_the_call_is_a_module() -> None:
    document = read_text("def prepare(x=1): pass\n", "tool/setup.py")
    assert document.kind == "python"
    assert ("tool.setup.prepare", "signature", ()) in items_of(document).values


def test_what_is_malformed_is_refused_with_its_line() -> None:
    with pytest.raises(InputError, match=r"'setup.py', line 2: it is no Python"):
        read_text("x = 1\nsetup(name='a' 2)\n", "setup.py")
    with pytest.raises(InputError, match=r"'setup.py', line 3: what stands there is not a requirement"):
        read_text("setup(install_requires=[\n  'a',\n  'b c',\n])\n", "setup.py")


def test_no_text_does_harm() -> None:
    survives(lambda text: read_text(text, "setup.py"), [SAMPLE, f"setup(name={'(' * 300}1{')' * 300})"])
    survives(lambda text: read_text(text, "setup.py", skip_bad=True), [SAMPLE])
