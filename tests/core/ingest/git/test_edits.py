"""What changed lines are taken to state is what the reader of the whole file says, or nothing is told by them."""

from __future__ import annotations

import json
from datetime import UTC

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.errors import InputError
from tenure.ingest.git.edits import Edit, Former
from tenure.ingest.git.moves import moved
from tenure.ingest.git.pins import pinned
from tenure.ingest.items import Items
from tenure.ingest.readers import Content, reader_for
from tenure.ingest.secrets import SECRET

VALUES = st.sampled_from(["1", "2", "80", "8080", "true", '"blue"', '"a b"', '"1"', "-5", '"x-y"', '"port = 1"'])
BARE = st.sampled_from(["1", "2", "80", "8080", "true", "blue", "x-y", "./a", "a@b"])
NAMES = st.sampled_from(
    ["port", "host", "level", "token_ttl_1", "port_2", "name", "id", "kind", "password", "size", "v"]
)


def read(path: str, text: str) -> tuple[str, Items] | None:
    """Read a whole file; None if it is malformed or nobody's."""
    content = Content(path, text, "", UTC, None, 0, skip_bad=True, items_only=True)
    try:
        reader = reader_for(content)
        if reader is None or not reader.structured:
            return None
        document = reader.read(content)
    except InputError:
        return None
    return document.kind, document.items or Items()


def former_of(path: str, text: str) -> Former | None:
    """Return what is known of a version that was read as a whole."""
    found = read(path, text)
    if found is None:
        return None
    kind, items = found
    lines = text.split("\n")
    safe = lines if items.safe_text is None else items.safe_text.split("\n")
    return Former(path, kind, (text, lines, safe), dict(items.values), dict(items.members))


def told(former: Former, new: str) -> list[Edit] | None:
    """Return what the changed lines are taken to state, as the import asks for it, and take it up."""
    after = new.split("\n")
    edits: list[Edit] | None = None
    came_or_went = former.form is None
    if came_or_went:
        edits = pinned(former, new)
    elif len(after) == len(former.lines):
        edits = former.edits(after)
    if edits is None:
        edits, came_or_went = moved(former, after), True
    if edits is None:
        return None
    values, members = dict(former.values), dict(former.members)
    for edit in edits:
        if edit.member:
            assert members.pop(edit.key) == (edit.member,)
        if edit.member is not None and edit.value is not None:
            members[edit.key] = (edit.value,)
        elif edit.member is not None:
            continue
        elif edit.value is None:
            del values[edit.key]
        else:
            values[edit.key] = edit.value
    former.values, former.members = values, members
    former.take(new, after, edits, moved=came_or_went)
    return edits


def check(former: Former, edits: list[Edit], new: str) -> None:
    """Check that what is told is what the whole file says."""
    whole = read(former.subject, new)
    assert whole is not None, new
    kind, items = whole
    assert kind == former.kind
    assert former.values == items.values
    assert former.members == items.members
    safe = new if items.safe_text is None else items.safe_text
    for mine, row in zip(former.safe, safe.split("\n"), strict=True):
        # How a line with a secret is blanked, and a comment behind it, also depends on where it stands.
        assert mine == row or SECRET in mine or (SECRET in row and mine.startswith("#"))
    for edit in edits:
        if edit.member is not None and edit.value is not None:
            assert edit.line == items.locate(edit.key, edit.value)
        if edit.value is not None and edit.value != SECRET:
            assert edit.value.strip('"') in new.split("\n")[edit.line - 1]


def compare(path: str, *texts: str) -> bool:
    """Check versions of a file one after the other; return whether all but the first were told by their lines."""
    former = former_of(path, texts[0])
    every = True
    for new in texts[1:]:
        edits = told(former, new) if former is not None else None
        if former is not None and edits is not None:
            check(former, edits, new)
        else:
            former, every = former_of(path, new), False
    return every


ODD = {
    "a.toml": ["[other]", "[[list]]", "x = [", "]", 'y = """', '"""', "# port = 1", "", "a.b = 1", "z = { port = 1 }"],
    "a.yaml": [
        "top:",
        "- port: 1",
        "  - a",
        "x: &a",
        "y: *a",
        "z: |",
        "# port: 1",
        "",
        "---",
        "services:",
        "v: {a: 1}",
    ],
    "a.json": ['"x": {', "},", "}", '"y": [', "],", '"z": {},', '"w": [1, 2],', "null"],
    "a.env": ["# PORT=1", "", 'QUOTED="a', 'b"', "export X=1", "LONG=a\\"],
    "a.properties": ["# a = 1", "", "long = a\\", "  b", "x", "app.port=1"],
    "requirements.txt": ["# click", "", "-r other.txt", "flask", "flask[async]>=2 ; python_version > '3'", "Click==1"],
}


@st.composite
def line(draw: st.DrawFn, path: str) -> str:
    if draw(st.integers(0, 9)) == 0:
        return draw(st.sampled_from(ODD[path]))
    name = draw(NAMES)
    if path == "a.toml":
        return (
            f"{name} = {draw(VALUES)}" if draw(st.integers(0, 4)) else f"[{draw(st.sampled_from(['a', 'b', 'c.d']))}]"
        )
    if path == "a.yaml":
        indent = draw(st.sampled_from(["", "  ", "  ", "    "]))
        return (
            f"{indent}{name}: {draw(VALUES)}" if draw(st.integers(0, 4)) else f"{indent}{draw(st.sampled_from('abc'))}:"
        )
    if path == "a.env":
        return f"{name.upper()}={draw(BARE)}"
    if path == "a.properties":
        return f"{draw(st.sampled_from(['', 'app.']))}{name}{draw(st.sampled_from([' = ', '=', ': ']))}{draw(BARE)}"
    package = draw(st.sampled_from(["flask", "click", "attrs", "port"]))
    return package + draw(st.sampled_from(["==1.0", ">=2,<3", "~=1.4"]))


@st.composite
def changed(draw: st.DrawFn, path: str, old: list[str]) -> list[str]:
    """Draw a version that differs from another in some lines."""
    new = list(old)
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(["change", "insert", "delete", "value", "value"]))
        place = draw(st.integers(0, max(len(new) - 1, 0)))
        if kind == "insert" or not new:
            new.insert(place, draw(line(path)))
        elif kind == "delete":
            del new[place]
        elif kind == "change":
            new[place] = draw(line(path))
        else:
            head, mark, _ = new[place].partition("= " if "= " in new[place] else ": ")
            new[place] = f"{head}{mark}{draw(VALUES)}" if mark else draw(line(path))
    return new


@st.composite
def versions(draw: st.DrawFn, path: str) -> list[str]:
    """Draw versions of a file, each made of the one before."""
    found = [draw(st.lists(line(path), min_size=1, max_size=9))]
    for _ in range(draw(st.integers(1, 5))):
        found.append(draw(changed(path, found[-1])))
    return ["\n".join([*rows, ""]) for rows in found]


@pytest.mark.parametrize("path", [path for path in ODD if path != "a.json"])
@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_changed_lines_say_what_the_file_says(path: str, data: st.DataObject) -> None:
    compare(path, *data.draw(versions(path)))


TREES = st.recursive(
    st.sampled_from([1, 2, "blue", "1", True, None, 1.5, "a b", [1, 2], {}]),
    lambda inner: st.dictionaries(NAMES, inner, min_size=1, max_size=4) | st.lists(inner, max_size=2),
    max_leaves=12,
)


@given(st.dictionaries(NAMES, TREES, min_size=1, max_size=4), st.data())
@settings(max_examples=300, deadline=None)
def test_changed_members_of_json_say_what_the_file_says(tree: dict[str, object], data: st.DataObject) -> None:
    old = json.dumps(tree, indent=2)
    parts = [tree]
    for part in parts:
        parts += [value for value in part.values() if isinstance(value, dict)]
    part = data.draw(st.sampled_from(parts))
    for name in data.draw(st.lists(NAMES, min_size=1, max_size=2)):
        if name in part and data.draw(st.booleans()):
            del part[name]
        else:
            part[name] = data.draw(st.sampled_from([1, 3, "green", "blue", False]))
    compare("a.json", old, json.dumps(tree, indent=2))


@given(st.lists(st.sampled_from(ODD["a.json"] + ['"port": 1,', '"port": 1', '"host": "a",', '"v": 2'])), st.data())
@settings(max_examples=200, deadline=None)
def test_lines_that_make_no_json_are_left_to_the_reader(extra: list[str], data: st.DataObject) -> None:
    old = json.dumps({"a": {"port": 80, "host": "b"}, "size": 3, "level": "x"}, indent=2).split("\n")
    new = list(old)
    for row in extra:
        new.insert(data.draw(st.integers(0, len(new))), "    " + row)
    if new and data.draw(st.booleans()):
        del new[data.draw(st.integers(0, len(new) - 1))]
    compare("a.json", "\n".join(old), "\n".join(new))


def tree(**members: int) -> str:
    return json.dumps({"s": members, "t": 1}, indent=2)


def npm(folders: list[str], first: str) -> str:
    """Write a lock file of npm; all packages but the first have version 1.0.0."""
    packages = {f"node_modules/{name}": {"version": "1.0.0", "license": "MIT"} for name in folders}
    packages[f"node_modules/{folders[0]}"]["version"] = first
    return json.dumps({"lockfileVersion": 3, "packages": packages}, indent=2)


def poetry(**versions: str) -> str:
    """Write a lock file of Poetry."""
    packages = [
        f'[[package]]\nname = "{name}"\nversion = "{version}"\nfiles = [\n    {{file = "{name}.whl"}},\n]\n'
        for name, version in versions.items()
    ]
    return "\n".join(["# generated", "", *packages, '[metadata]\nlock-version = "2.0"\n'])


TOLD = {
    "a value in TOML": ("a.toml", "[s]\nport = 80\nhost = 1\n", "[s]\nport = 81\nhost = 1\n"),
    "a new line in TOML": ("a.toml", "[s]\nport = 80\n[t]\nx = 1\n", "[s]\nport = 80\nhost = 1\n[t]\nx = 1\n"),
    "a first line in TOML": ("a.toml", "[s]\nport = 80\n[t]\nx = 1\n", "[s]\nport = 80\n[t]\ny = 1\nx = 1\n"),
    "a line gone in TOML": ("a.toml", "[s]\nport = 80\nhost = 1\n", "[s]\nhost = 1\n"),
    "a new line in YAML": ("a.yaml", "s:\n  port: 80\nt: 1\n", "s:\n  port: 80\n  host: 1\nt: 1\n"),
    "a line gone in YAML": ("a.yaml", "s:\n  port: 80\n  host: 1\n", "s:\n  host: 1\n"),
    "a new line in JSON": ("a.json", tree(z=0, a=1), tree(z=0, a=1, b=2)),
    "a line gone in JSON": ("a.json", tree(z=0, a=1, b=2), tree(z=0, a=1)),
    "a line and a value at once": ("a.toml", "[s]\na = 1\nb = 2\n", "[s]\na = 3\nc = 4\nb = 2\n"),
    "a line beside a secret": (
        "a.toml",
        '[s]\npassword = "hunter22x"\na = 1\n',
        '[s]\npassword = "hunter22x"\na = 1\nb = 2\n',
    ),
    "a pin of Poetry": (
        "poetry.lock",
        '[[package]]\nname = "My_Pkg"\nversion = "1.0"\n\n[[package]]\nname = "b"\nversion = "1.0"\n',
        '[[package]]\nname = "My_Pkg"\nversion = "1.1"\n\n[[package]]\nname = "b"\nversion = "1.0"\n',
    ),
    "a package more": ("poetry.lock", poetry(a="1", b="2"), poetry(a="1", c="3", b="2")),
    "a last package more": ("poetry.lock", poetry(a="1", b="2"), poetry(a="1", b="2", c="3")),
    "packages fewer": ("poetry.lock", poetry(a="1", b="2", c="3", d="4"), poetry(a="1", c="3")),
    "a package for another": ("poetry.lock", poetry(a="1", b="2"), poetry(c="1", b="2")),
    "a pin and its files": (
        "poetry.lock",
        poetry(a="1", b="2"),
        poetry(a="9", b="2").replace('{file = "a.whl"},', '{file = "a-9.whl"},\n    {file = "a-9.tar.gz"},'),
    ),
    "a package and the hash of all": (
        "poetry.lock",
        poetry(a="1", b="2"),
        poetry(a="1", c="3", b="2") + 'content-hash = "a"\n',
        poetry(a="1", c="3", b="2").replace("# generated", "# generated anew") + 'content-hash = "b"\n',
    ),
    "a folder more": ("package-lock.json", npm(["a", "c"], "1.0.0"), npm(["a", "b", "c"], "1.0.0")),
    "a last folder more": ("package-lock.json", npm(["a", "c"], "1.0.0"), npm(["a", "c", "d"], "1.0.0")),
    "a last folder fewer": ("package-lock.json", npm(["a", "c", "d"], "1.0.0"), npm(["a", "c"], "1.0.0")),
    "a secret for another": (
        "a.toml",
        '[s]\npassword = "hunter2"\na = 1\n',
        '[s]\npassword = "hunter9"\na = 2\n',
        '[s]\npassword = "hunter9"\na = 3\n',
    ),
    "a value on a line that is blanked": (
        "a.toml",
        "[s.token]\ntoken_ttl_1 = 5815\na = 1\n",
        "[s.token]\ntoken_ttl_1 = 5816\na = 1\n",
    ),
    "a pin of npm": ("package-lock.json", npm(["@a/b", "c"], "1.0.0"), npm(["@a/b", "c"], "1.1.0")),
}


@pytest.mark.parametrize("case", TOLD)
def test_what_is_plain_is_told_by_its_lines(case: str) -> None:
    assert compare(*TOLD[case])


DOUBTFUL = {
    "another section": ("a.toml", "[s]\nport = 80\n[t]\nx = 1\n", "[s]\n[t]\nport = 80\nx = 1\n"),
    "the last of its table": ("a.toml", "[s]\nport = 80\n[t]\nx = 1\n", "[s]\n[t]\nx = 1\n"),
    "a list of tables": ("a.toml", "[[s]]\nA = 1\n[[s]]\nB = 1\n", "[[s]]\nA = 1\n[[s]]\nB = 1\nC = 2\n"),
    "a list in YAML": ("a.yaml", "nav:\n  - Home: 1\n    port: 2\n", "nav:\n  - Home: 1\n    port: 2\n    x: 3\n"),
    "an anchor": ("a.yaml", "a: &x\n  p: 1\nb: *x\n", "a: &x\n  p: 1\n  q: 2\nb: *x\n"),
    "a comma too few": ("a.json", '{\n"a": 1,\n"b": 2\n}\n', '{\n"a": 1\n"b": 2\n}\n'),
    "another spelling of the name": ("a.env", "PORT=80\n", "PORT=80\nport=81\n"),
    "a new secret": ("a.toml", "[s]\na = 1\n", '[s]\na = 1\npassword = "hunter22x"\n'),
    "a secret said again": (
        "a.toml",
        '[s]\npassword = "hunter22x"\na = "b"\n',
        '[s]\npassword = "hunter22x"\na = "hunter22x"\n',
    ),
    "a secret for none": ("a.toml", '[s]\npassword = "hunter2"\na = 1\n', '[s]\npassword = "none"\na = 1\n'),
    "a longer secret": ("a.toml", '[s]\npassword = "hunter2"\na = 1\n', '[s]\npassword = "hunter22x"\na = 1\n'),
    "packages in another order": ("poetry.lock", poetry(a="1", b="2"), poetry(b="2", a="1")),
    "a name in another spelling": ("poetry.lock", poetry(a_b="1", c="2"), poetry(a_b="1", **{"A-B": "3"}, c="2")),
    "no package left": ("poetry.lock", poetry(a="1"), poetry()),
    "a package that is no TOML": ("poetry.lock", poetry(a="1"), poetry(a="1", b="2").replace('"b"', "b")),
    "a package from a folder": (
        "poetry.lock",
        poetry(a="1", b="2"),
        poetry(a="1", b="2", c="3").replace('"3"\n', '"3"\nsource = {editable = "."}\n'),
    ),
    "no TOML behind the packages": ("poetry.lock", poetry(a="1", b="2"), poetry(a="1", b="2") + "content-hash = \n"),
    "a link of npm": (
        "package-lock.json",
        npm(["a", "b"], "1.0.0"),
        npm(["a", "c", "b"], "1.0.0").replace('c": {', 'c": {\n      "link": true,'),
    ),
    "one package twice": (
        "package-lock.json",
        npm(["a", "b/node_modules/a"], "1.0.0"),
        npm(["a", "b/node_modules/a"], "1.1.0"),
    ),
}


@pytest.mark.parametrize("case", DOUBTFUL)
def test_what_is_in_doubt_is_left_to_the_reader(case: str) -> None:
    assert not compare(*DOUBTFUL[case])


PACKAGES = st.dictionaries(
    st.sampled_from(["a", "b", "c", "A", "a-b", "a_b", "@a/b", "b/node_modules/a", "d", "e"]),
    st.tuples(st.sampled_from(["1", "2", "3.0"]), st.sampled_from(["", "git", "own", "alias", "odd"])),
    max_size=6,
)
ODD_TOML = {
    "": "files = []\n",
    "git": '[package.source]\ntype = "git"\nurl = "https://x.org/y"\nreference = "main"\n',
    "own": '[package.source]\neditable = "."\n',
    "alias": 'source = "registry+https://x.org"\n',
    "odd": 'dependencies = [\n "a",\n]\n[package.extras]\nname = ["x"]\n',
}
ODD_NPM: dict[str, dict[str, object]] = {
    "": {"license": "MIT"},
    "git": {"resolved": "git+https://x.org/y"},
    "own": {"link": True},
    "alias": {"name": "a"},
    "odd": {"dependencies": {"a": "1", "name": "b"}},
}


def lock_file(path: str, packages: dict[str, tuple[str, str]], tail: bool) -> str:
    """Write a lock file."""
    if path == "package-lock.json":
        folders: dict[str, object] = {"": {"name": "web"}}
        for name, (version, odd) in packages.items():
            folders[f"node_modules/{name}"] = {"version": version, **ODD_NPM[odd]}
        more = {"dependencies": {"a": {"version": "1"}}} if tail else {}
        return json.dumps({"lockfileVersion": 3, "packages": folders, **more}, indent=2) + "\n"
    written = [
        f'[[package]]\nname = "{name}"\nversion = "{version}"\n{ODD_TOML[odd]}'
        for name, (version, odd) in packages.items()
    ]
    return "\n".join([*written, '[metadata]\nname = "z"\n' if tail else ""])


@pytest.mark.parametrize("path", ["poetry.lock", "Cargo.lock", "package-lock.json"])
@given(PACKAGES, PACKAGES, st.booleans(), st.data())
@settings(max_examples=300, deadline=None)
def test_packages_that_come_and_go_say_what_the_file_says(
    path: str, old: dict[str, tuple[str, str]], new: dict[str, tuple[str, str]], tail: bool, data: st.DataObject
) -> None:
    kept = {name: old[name] for name in old if data.draw(st.booleans())}
    tails = data.draw(st.lists(st.booleans(), min_size=4, max_size=4)) if data.draw(st.booleans()) else [tail] * 4
    every = (old, {**kept, **new}, {**old, **kept}, old)
    texts = [lock_file(path, packages, behind) for packages, behind in zip(every, tails, strict=True)]
    if data.draw(st.integers(0, 5)) == 0:
        rows = texts[-1].split("\n")
        del rows[data.draw(st.integers(0, len(rows) - 1))]
        texts.append("\n".join(rows))
    compare(path, *texts)
