from __future__ import annotations

import pytest

from helpers.documents import items_of, read_text, survives
from helpers.manifests import about, required, rows, sets
from tenure.errors import InputError

SAMPLE = """# what the site needs
-r base.txt
--requirement=more.txt
-c constraints.txt
-i https://pypi.example.org/simple
--extra-index-url https://ada:hunter22@pypi.example.org/private
Flask_SQLAlchemy>=2.0,<3  # the old one
click == 8.0 \\
    --hash=sha256:0123456789abcdef \\
    --hash=sha256:fedcba9876543210
uvicorn[standard]
typing-extensions>=4; python_version < "3.8"
typing-extensions>=3; python_version >= "3.8"
-e git+https://github.com/ada/tool.git@main#egg=tool
-e .
./local/thing
wheels/other_thing-1.2-py3-none-any.whl
named @ https://example.org/named-1.0.zip
old (>=1,<2)
last~=1.4.2 \\
    ; sys_platform == "win32"
"""


def test_every_form_of_line() -> None:
    assert required(SAMPLE, "requirements.txt") == {
        "Flask-SQLAlchemy": ">=2.0,<3",
        "click": "== 8.0",
        "uvicorn": "[standard]",
        'typing-extensions [marker=python_version < "3.8"]': ">=4",
        'typing-extensions [marker=python_version >= "3.8"]': ">=3",
        "tool": "git+https://github.com/ada/tool.git@main#egg=tool",
        "other-thing": "wheels/other_thing-1.2-py3-none-any.whl",
        "named": "https://example.org/named-1.0.zip",
        "old": ">=1,<2",
        "last": '~=1.4.2; sys_platform == "win32"',
    }
    assert about(SAMPLE, "requirements.txt") == {"index-url": "https://pypi.example.org/simple"}
    assert sets(SAMPLE, "requirements.txt") == {
        "included files": ("base.txt", "more.txt"),
        "constraint files": ("constraints.txt",),
        "extra index urls": ("(secret)",),
        "required paths": (".", "./local/thing"),
    }
    assert ("Flask-SQLAlchemy", "Flask_SQLAlchemy") in items_of(read_text(SAMPLE, "requirements.txt")).names


def test_the_password_of_an_index_is_in_nothing_that_is_kept() -> None:
    items = items_of(read_text(SAMPLE, "requirements.txt"))
    assert items.safe_text is not None
    assert "hunter22" not in items.safe_text
    assert items.safe_text.count("\n") == SAMPLE.count("\n")


def test_each_value_is_found_on_its_line() -> None:
    found = rows(SAMPLE, "requirements.txt")
    assert found["click == 8.0"] == "click == 8.0 \\"
    assert found['typing-extensions [marker=python_version >= "3.8"] >=3'].endswith('>= "3.8"')
    assert found['last ~=1.4.2; sys_platform == "win32"'] == "last~=1.4.2 \\"


@pytest.mark.parametrize(
    ("name", "group"),
    [
        ("requirements.txt", ""),
        ("deploy/requirements.txt", ""),
        ("requirements-dev.txt", "requirements-dev"),
        ("requirements/dev.txt", "dev"),
        ("requirements/tests.in", "tests"),
        ("dev_requirements.txt", "dev_requirements"),
        ("constraints.txt", "constraints"),
    ],
)
def test_the_group_is_what_the_file_is_called(name: str, group: str) -> None:
    assert required("click\n", name) == {f"click [group={group}]" if group else "click": "any"}


def test_prose_under_such_a_name_is_prose() -> None:
    prose = "The system shall be fast.\nIt shall be safe, too.\nUsers log in.\n"
    assert read_text(prose, "requirements/goals.txt").kind == "text"
    assert read_text(prose, "product_requirements.txt").kind == "text"


def test_one_name_twice_on_the_same_terms_is_asked_together() -> None:
    assert required("click>=7\nClick<9\nclick>=7\n", "requirements.txt") == {"click": ">=7, <9"}


def test_a_marker_that_comes_alone_stays_with_the_value() -> None:
    assert required("x; python_version<'3'\n", "requirements.txt") == {"x": "any; python_version<'3'"}


def test_a_line_that_is_no_requirement_is_named() -> None:
    with pytest.raises(InputError, match=r"'requirements.txt', line 2: what stands there is not a requirement"):
        read_text("click\nhello there\n", "requirements.txt")
    document = read_text("click\nhello there\nflask\n", "requirements.txt", skip_bad=True)
    assert [refused.line for refused in document.refused] == [2]
    assert len(items_of(document)) == 2


def test_no_text_does_harm() -> None:
    survives(lambda text: read_text(text, "requirements.txt"), [SAMPLE])
    survives(lambda text: read_text(text, "requirements.txt", skip_bad=True), [SAMPLE])
