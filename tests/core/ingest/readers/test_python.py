from __future__ import annotations

from typing import Any

import pytest

from helpers.documents import items_of, read_text, survives
from tenure.errors import InputError
from tenure.ingest.readers.python import module_of

SAMPLE = '''"""A client."""
import warnings

__all__ = ["_special"]
__version__ = "1.2.3"
DEFAULT_TIMEOUT = 5.0
API_TOKEN = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
LIMITS = {"a": [1, 2], "b": -3}
COMPUTED = compute()
lower = 1


def _hidden(x): ...
def _special(x): ...


@overload
def fetch(url: bytes) -> int: ...
def fetch(url, b: "int | None" = None, /, *args, c=3, d: str = "x", e="", **kw) -> dict[str, int] | None:
    """Fetch.

    :param b: a thing

        .. deprecated:: 1.1
    """
    return None


def once(url):
    """Fetch once.

    .. deprecated:: 2.3
       Use fetch.
    """


class Client(Base, Generic[T], metaclass=Meta):
    MOST = 3
    _private = 4

    def __init__(self, host="localhost", *, port: int = 80):
        warnings.warn("Client is deprecated since version 3.1", DeprecationWarning, stacklevel=2)

    @property
    def name(self) -> str:
        return "x"

    @name.setter
    def name(self, value): ...

    @staticmethod
    def parse(text): ...

    @classmethod
    def of(cls, text="a") -> "Client": ...

    async def get(
        self,
        url,
        retries=2,
    ):
        if url:
            warnings.warn("a relative address is deprecated", DeprecationWarning)

    class Inner:
        def go(self): ...


@dataclass(frozen=True)
class Settings:
    name: str
    port: int = 80
    tags: list[str] = field(default_factory=list)
    level: int = field(default=3)
    shared: ClassVar[int] = 3


if TYPE_CHECKING:
    def typed(): ...
else:
    @deprecated("use fetch instead, deprecated in 4.0")
    def typed(x): ...
'''


def values(text: str, name: str = "src/httpx/_client.py") -> dict[tuple[str, ...], str]:
    """The values of a module: by the subject within it, the relation, and the parameter if there is one."""
    items = items_of(read_text(text, name))
    module = module_of(name)
    return {
        (key[0].removeprefix(module).removeprefix("."), key[1], *(value for _, value in key[2])): value
        for key, value in items.values.items()
    }


def lines(text: str) -> dict[tuple[str, ...], str]:
    """The row that each value of a module is found on."""
    items = items_of(read_text(text, "m.py"))
    rows = text.split("\n")
    told: dict[tuple[str, ...], str] = {
        (key[0], key[1], *(v for _, v in key[2])): rows[items.locate(key, value) - 1].strip()
        for key, value in items.values.items()
    }
    for key, some in items.members.items():
        told.update({(key[0], key[1], value): rows[items.locate(key, value) - 1].strip() for value in some})
    return told


def test_functions() -> None:
    found = values(SAMPLE)
    assert found["fetch", "signature"] == "(url, b: 'int | None' = None, /, *args, c=3, d: str = 'x', e='', **kw)"
    assert found["fetch", "return type"] == "dict[str, int] | None"
    assert {key[2]: value for key, value in found.items() if key[:2] == ("fetch", "default value")} == {
        "b": "None",
        "c": "3",
        "d": "x",
        "e": '""',
    }
    assert found["_special", "signature"] == "(x)"
    assert ("_hidden", "signature") not in found
    members = items_of(read_text(SAMPLE, "src/httpx/_client.py")).members
    assert members["httpx._client.fetch", "parameters", ()] == ("url", "b", "*args", "c", "d", "e", "**kw")


def test_classes_and_methods() -> None:
    found = values(SAMPLE)
    assert found["Client", "signature"] == "(host='localhost', *, port: int = 80)"
    assert found["Client", "base classes"] == "Base, Generic[T]"
    assert found["Client", "default value", "port"] == "80"
    assert found["Client.name", "signature"] == "property"
    assert found["Client.name", "return type"] == "str"
    assert found["Client.parse", "signature"] == "(text)"
    assert found["Client.of", "signature"] == "(text='a')"
    assert found["Client.get", "signature"] == "(url, retries=2)"
    assert found["Client.Inner.go", "signature"] == "()"
    assert ("Client.__init__", "signature") not in found


def test_fields_make_the_signature_of_a_dataclass() -> None:
    found = values(SAMPLE)
    assert found["Settings", "signature"] == (
        "(name: str, port: int = 80, tags: list[str] = field(default_factory=list), level: int = field(default=3))"
    )
    assert found["Settings", "default value", "port"] == "80"
    assert found["Settings", "default value", "tags"] == "list()"
    assert found["Settings", "default value", "level"] == "3"


def test_deprecations_of_the_whole_only() -> None:
    found = values(SAMPLE)
    assert {key[0]: value for key, value in found.items() if key[1] in {"status", "deprecated since"}} == {
        "once": "2.3",
        "Client": "3.1",
        "typed": "4.0",
    }
    assert [key[0] for key in found if key[1] == "status"] == ["once", "Client", "typed"]


@pytest.mark.parametrize(
    ("code", "since"),
    [
        ("@deprecated\ndef f(): ...", None),
        ("@deprecated('1.2')\ndef f(): ...", "1.2"),
        ("@deprecation.deprecated(deprecated_in='1.0', removed_in='2.0')\ndef f(): ...", "1.0"),
        ("@typing_extensions.deprecated('Deprecated since version 3.4.1: use g')\nclass f:\n x = 1\n", "3.4.1"),
        ("def f():\n    warnings.warn('f is deprecated as of Flask 2.2', DeprecationWarning)", "2.2"),
        ("def f():\n    warn(f'{x} is old', category=PendingDeprecationWarning)", None),
    ],
)
def test_forms_of_deprecation(code: str, since: str | None) -> None:
    found = values(code, "m.py")
    assert found["f", "status"] == "deprecated"
    assert found.get(("f", "deprecated since")) == since


@pytest.mark.parametrize(
    "code",
    [
        "def f():\n    warnings.warn('careful', UserWarning)",
        "def f():\n    'This replaces a deprecated thing.'",
        "def f(x):\n    if x: warnings.warn('x is deprecated', DeprecationWarning)",
    ],
)
def test_what_is_no_deprecation(code: str) -> None:
    assert ("f", "status") not in values(code, "m.py")


def test_constants_and_the_version() -> None:
    found = values(SAMPLE)
    assert {key[0]: value for key, value in found.items() if key[1] == "value"} == {
        "DEFAULT_TIMEOUT": "5.0",
        "API_TOKEN": "(secret)",
        "LIMITS": "{'a': [1, 2], 'b': -3}",
        "Client.MOST": "3",
    }
    assert found["", "version"] == "1.2.3"
    assert items_of(read_text("__version__ = '3'\n", "httpx/__version__.py")).values == {("httpx", "version", ()): "3"}
    assert items_of(read_text("__version__ = '3'\n", "src/httpx/__init__.py")).values == {("httpx", "version", ()): "3"}


def test_no_secret_is_kept() -> None:
    items = items_of(read_text(SAMPLE, "m.py"))
    assert items.safe_text is not None
    assert "ghp_" not in items.safe_text
    assert items.safe_text.count("\n") == SAMPLE.count("\n")
    text = "def f(password='hunter2secret9', api_key=None): ...\n"
    items = items_of(read_text(text, "m.py"))
    assert "hunter2" not in f"{items.values} {items.safe_text}"
    assert items.values["m.f", "default value", (("parameter", "password"),)] == "(secret)"


def test_people_leave_private_modules_out() -> None:
    names = set(items_of(read_text(SAMPLE, "src/httpx/_client.py")).names)
    assert {("httpx._client.fetch", "fetch"), ("httpx._client.Client.get", "Client.get")} <= names
    assert ("httpx._client.Client.get", "httpx.Client.get") in names


def test_each_value_is_found_on_its_line() -> None:
    found = lines(SAMPLE)
    assert found["m.fetch", "signature"].startswith("def fetch(url, b")
    assert found["m.Client.get", "default value", "retries"] == "retries=2,"
    assert found["m.Client.get", "parameters", "url"] == "url,"
    assert found["m.once", "deprecated since"] == ".. deprecated:: 2.3"
    assert found["m.typed", "status"].startswith("@deprecated(")
    assert found["m.Client", "status"].startswith("warnings.warn(")
    assert found["m.LIMITS", "value"].startswith("LIMITS =")


@pytest.mark.parametrize(
    ("name", "module"),
    [
        ("src/flask/app.py", "flask.app"),
        ("src/flask/__init__.py", "flask"),
        ("lib/sqlalchemy/engine/base.py", "sqlalchemy.engine.base"),
        ("packages/a/src/a/b.py", "a.b"),
        ("flask/lib/x.py", "flask.lib.x"),
        ("flask.py", "flask"),
        ("src.py", "src"),
    ],
)
def test_the_module_follows_from_the_path(name: str, module: str) -> None:
    assert module_of(name) == module


@pytest.mark.parametrize(
    "name", ["tests/test_app.py", "pkg/tests/helpers.py", "test_x.py", "pkg/x_test.py", "conftest.py"]
)
def test_tests_state_nothing(name: str) -> None:
    document = read_text("def f(x=1): ...\n", name)
    assert (document.kind, len(items_of(document)), document.blocks) == ("python", 0, ())


def test_names_that_differ_in_case_only_stay_apart() -> None:
    found = values("def field(a): ...\nclass Field:\n    def __init__(self, b): ...\nFIELD = 1\n", "m.py")
    assert found == {
        ("field", "signature"): "(a)",
        ("Field (class)", "signature"): "(b)",
        ("FIELD (constant)", "value"): "1",
    }


PYTHON_2 = """import os
VERSION = 0777
def run(host='localhost', sep=u'a<>b'):
    try:
        print "hello", host
        print >>out, "x"
        raise ValueError, "no"
    except (IOError, OSError), e:
        exec code in globals()
\treturn 5L <> `e`
"""


def test_python_2() -> None:
    assert values(PYTHON_2, "m.py") == {
        ("VERSION", "value"): "511",
        ("run", "signature"): "(host='localhost', sep='a<>b')",
        ("run", "default value", "host"): "localhost",
        ("run", "default value", "sep"): "a<>b",
    }
    assert lines(PYTHON_2)["m.run", "signature"].startswith("def run(")


@pytest.mark.parametrize(
    ("text", "line"), [("x = 1\ndef f(:\n", 2), ("a\0b", 1), ("(" * 5000, 1), ("x = " + "-" * 90_000 + "1", 1)]
)
def test_what_is_malformed_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(InputError, match=rf"'m.py', line {line}: "):
        read_text(text, "m.py")


@pytest.mark.parametrize(
    "text",
    [
        "X = " + " + ".join(["1"] * 700),
        "def f(a=" + "[" * 90 + "]" * 90 + "): ...",
        "X = '" + "a" * 20_000 + "'",
        "X = " + "9" * 4000,
        "X = 1e999, -1e999, 1j, b'x', ..., None",
    ],
)
def test_odd_values_do_no_harm(text: str) -> None:
    assert read_text(text, "m.py").kind == "python"


def test_no_text_does_harm() -> None:
    survives(lambda text: read_text(text, "m.py"), [SAMPLE, PYTHON_2])


def bodies(text: str, name: str = "m.py") -> dict[str, Any]:
    return items_of(read_text(text, name)).bodies()


def test_a_renamed_function_has_the_same_body() -> None:
    old = bodies("class C:\n    def old(self, x=1):\n        '''Doc.'''\n        return self.y(x) + C.old(1)\n")
    new = bodies(
        "class C:\n    def new(self, x = 1):  # renamed\n\n        '''Doc.'''\n        return self.y(x)+C.old(1)\n"
    )
    assert old["m.C.old"] == new["m.C.new"]
    assert bodies("def f(n): return f(n - 1)\n")["m.f"] == bodies("def g(n): return g(n - 1)\n")["m.g"]


@pytest.mark.parametrize(
    "other",
    [
        "def f(n): return n + 2\n",
        "def f(m): return n + 1\n",
        "def f(n=1): return n + 1\n",
        "@x\ndef f(n): return n + 1\n",
    ],
)
def test_another_body_or_signature_is_another_digest(other: str) -> None:
    assert bodies("def f(n): return n + 1\n")["m.f"] != bodies(other)["m.f"]


def test_bodies_that_do_nothing_are_like_any_other() -> None:
    text = "def f(): ...\ndef g(): pass\ndef h():\n    '''Doc.'''\n    raise NotImplementedError\n"
    text += "class E(Exception):\n    pass\nX = 1\n"
    assert bodies(text) == {}
