from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.errors import InputError
from tenure.keys import Key, Scope, fold
from tenure.ledger.scopes import applies, is_exact, specificity


@pytest.mark.parametrize(
    ("one", "other"), [("Orders API", " orders   api "), ("Straße", "STRASSE"), ("ﬁle", "FILE"), ("Ａ", "a")]
)
def test_same_name(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("C", "C++"), (".NET", "Net"), ("a-b", "a b"), ("a_b", "a-b")])
def test_different_names(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@given(st.text())
def test_folding_twice_is_folding_once(name: str) -> None:
    assert fold(fold(name)) in (fold(name), fold(fold(fold(name))))


def test_scopes_are_sets_of_dimensions() -> None:
    one = Scope.of({"Region": "EU", "env": "prod"})
    assert one.normal == Scope.of({"ENV": "Prod", "region": "eu"}).normal
    assert str(one) == "env=prod, Region=EU"
    assert Scope.parse("env=prod, version=>=2,<3").as_dict() == {"env": "prod", "version": ">=2,<3"}
    assert not Scope.of({})
    assert Scope.of(None).normal == ""
    for bad in ({"": "x"}, {"a": ""}, {"a": "1", "A": "2"}):
        with pytest.raises(InputError):
            Scope.of(bad)
    with pytest.raises(InputError):
        Scope.parse("prod")


def test_keys_compare_by_their_normal_form() -> None:
    assert Key("A  b", "Port").normal == Key("a B", "PORT").normal
    assert str(Key("a", "port", Scope.of({"env": "prod"}))) == "a · port [env=prod]"


@pytest.mark.parametrize(
    ("scope", "context", "met"),
    [
        ({}, {}, True),
        ({"env": "prod"}, {}, False),
        ({"env": "prod"}, {"ENV": " Prod "}, True),
        ({"env": "prod"}, {"env": "dev", "x": "y"}, False),
        ({"version": ">=2.3"}, {"version": "2.10"}, True),
        ({"version": ">=2.3"}, {"version": "2.4rc1"}, True),
        ({"version": ">=2,<3"}, {"version": "3"}, False),
        ({"version": "~=2.4"}, {"version": "2.9"}, True),
        ({"version": "==2.*"}, {"version": "2.9"}, True),
        ({"version": ">=2.3"}, {"version": "latest"}, False),
        ({"version": ">=oops"}, {"version": "2"}, False),
        ({"version": ">=2.3"}, {"version": ">=2.3"}, True),
    ],
)
def test_contexts(scope: dict[str, str], context: dict[str, str], met: bool) -> None:
    assert applies(Scope.of(scope), context) is met


def test_what_is_exact() -> None:
    assert [is_exact(v) for v in ("2", "==2.4", "==2.*", ">=2", "==2,!=3")] == [True, True, False, False, False]
    assert specificity(Scope.of({"a": "1", "version": ">=2"})) == (2, 1)
