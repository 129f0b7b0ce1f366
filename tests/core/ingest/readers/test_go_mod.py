from __future__ import annotations

import pytest

from helpers.documents import items_of, read_text, survives
from helpers.manifests import about, required, rows, sets
from tenure.errors import InputError

SAMPLE = """module github.com/acme/bar/v2 // the second

go 1.21.0
toolchain go1.22.1

require (
\tgithub.com/spf13/cobra v1.8.0
\tgolang.org/x/sys v0.1.0 // indirect
\tgopkg.in/yaml.v3 v3.0.1
)

require github.com/a/b v0.0.0-20190101120000-abcdefabcdef // indirect; kept

replace github.com/a/b => ../b
replace (
\tgithub.com/a/c v1.2.3 => github.com/d/c v1.3.0
)
exclude github.com/a/d v1.1.1
retract [v1.0.0, v1.0.5] // broken
tool golang.org/x/tools/cmd/stringer
"""


def test_every_directive() -> None:
    assert required(SAMPLE, "go.mod") == {
        "github.com/spf13/cobra": "v1.8.0",
        "golang.org/x/sys [group=indirect]": "v0.1.0",
        "gopkg.in/yaml.v3": "v3.0.1",
        "github.com/a/b [group=indirect]": "v0.0.0-20190101120000-abcdefabcdef",
    }
    assert about(SAMPLE, "go.mod") == {
        "name": "github.com/acme/bar/v2",
        "required go": "1.21.0",
        "toolchain": "go1.22.1",
    }
    assert sets(SAMPLE, "go.mod") == {
        "retracted versions": ("[v1.0.0, v1.0.5]",),
        "tools": ("golang.org/x/tools/cmd/stringer",),
    }
    items = items_of(read_text(SAMPLE, "go.mod"))
    assert items.values["github.com/a/b", "replacement", (("file", "go.mod"),)] == "../b"
    assert items.values["github.com/a/c", "replacement", (("file", "go.mod"), ("version", "v1.2.3"))] == (
        "github.com/d/c v1.3.0"
    )
    assert items.members["github.com/a/d", "excluded versions", (("file", "go.mod"),)] == ("v1.1.1",)


def test_people_call_a_module_by_its_last_part() -> None:
    names = items_of(read_text(SAMPLE, "go.mod")).names
    assert {("go.mod", "bar"), ("github.com/spf13/cobra", "cobra"), ("gopkg.in/yaml.v3", "yaml")} <= set(names)


def test_each_value_is_found_on_its_line() -> None:
    assert rows(SAMPLE, "go.mod")["golang.org/x/sys [group=indirect] v0.1.0"] == "golang.org/x/sys v0.1.0 // indirect"


def test_two_spellings_of_one_module_are_one_subject() -> None:
    text = "module m\nrequire (\n\tgithub.com/Sirupsen/logrus v1.0.0\n\tgithub.com/sirupsen/logrus v1.1.0\n)\n"
    assert required(text, "go.mod") == {"github.com/Sirupsen/logrus": "v1.0.0, v1.1.0"}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("module m\nhello there\n", 2),
        ("module m\nrequire x\n", 2),
        ("module m\nreplace a b\n", 2),
        ("module m\n\nrequire (\n\ta v1.0.0\n", 3),
        ("module\n", 1),
    ],
)
def test_what_is_malformed_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(InputError, match=rf"'go.mod', line {line}: "):
        read_text(text, "go.mod")


def test_no_text_does_harm() -> None:
    survives(lambda text: read_text(text, "go.mod"), [SAMPLE])
    survives(lambda text: read_text(text, "go.mod", skip_bad=True), [SAMPLE])
