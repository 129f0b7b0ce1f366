"""A rule as a value, and how it is read from TOML."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from typing import Any, TypeVar

from tenure.errors import InputError
from tenure.keys import NO_SCOPE, Scope, fold

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_MOST = 1_000
"""How many rules one file may hold."""
_Choice = TypeVar("_Choice", bound=StrEnum)


class Kind(StrEnum):
    """What a rule does to keys other than the trigger's own."""

    ENDS_SUBJECT = "ends all of a subject"
    REPLACES = "replaces"
    ENDS_MATCHING = "ends matching keys"


class Life(StrEnum):
    """Where a rule is in its life."""

    DRAFT = "draft"
    SHADOW = "shadow"
    ACTIVE = "active"
    RETIRED = "retired"


class On(StrEnum):
    """What of the trigger's value a rule waits for: that it begins to hold, or that it is ended."""

    ASSERT = "assert"
    END = "end"


class About(StrEnum):
    """Whom a rule concerns: the trigger's subject, or the thing its value names."""

    SUBJECT = "subject"
    OBJECT = "object"


@dataclass(frozen=True, slots=True)
class Trigger:
    """What sets a rule off.

    Attributes:
        relation: its name or an alias.
        values: the values that count, compared by their folded form; empty for any.
        operation: whether it must begin to hold or be ended.
        scope: dimensions the trigger's own scope must have.
    """

    relation: str
    values: tuple[str, ...] = ()
    operation: On = On.ASSERT
    scope: Scope = NO_SCOPE


@dataclass(frozen=True, slots=True)
class Effect:
    """What a rule then does.

    Attributes:
        about: whose keys.
        only: of *ends all of a subject*: these relations; empty for all but ``keep``.
        keep: of *ends all of a subject*: not these.
        relations: of *replaces*: those of the old thing's that pass to the new one; of *ends matching
            keys*: those whose value names the thing.
        objects: of *replaces*: those whose value named the old thing and names the new one from then on.
        everywhere: whether it reaches all scopes; else only keys in the trigger's scope or narrower.
    """

    about: About = About.SUBJECT
    only: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    everywhere: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """One version of a rule; ``source`` is what its effects give as theirs."""

    name: str
    version: int
    kind: Kind
    author: str
    reason: str
    trigger: Trigger
    effect: Effect

    @property
    def source(self) -> str:
        """The evidence source of its effects."""
        return f"rule:{self.name}@{self.version}"


_FIELDS = {"name", "version", "kind", "author", "reason", "trigger", "effect"}
_ALLOWED = {
    Kind.ENDS_SUBJECT: {"about", "everywhere", "only", "keep"},
    Kind.REPLACES: {"about", "everywhere", "relations", "objects"},
    Kind.ENDS_MATCHING: {"about", "everywhere", "relations"},
}


def read_rules(text: str) -> tuple[Rule, ...]:
    """Read the rules of a TOML text, each a table ``[[rule]]``.

    Raises:
        InputError: if it is no TOML, or a rule lacks a field, has one too many or one that does not fit.
    """
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise InputError(f"the rules are not TOML: {error}") from error
    entries = data.get("rule")
    if set(data) != {"rule"} or not isinstance(entries, list) or not entries:
        raise InputError("a file of rules holds tables [[rule]] and nothing else")
    if len(entries) > _MOST:
        raise InputError(f"a file holds at most {_MOST:,} rules")
    rules = tuple(rule_of(entry) for entry in entries)
    names = [(rule.name, rule.version) for rule in rules]
    if len(set(names)) < len(names):
        raise InputError("the file holds the same version of a rule twice")
    return rules


def starter_rules() -> tuple[Rule, ...]:
    """Return the rules that Tenure ships with."""
    return read_rules(files("tenure_resources").joinpath("rules.toml").read_text(encoding="utf-8"))


def rule_of(entry: Any) -> Rule:
    """Return the rule of a mapping with the fields of the TOML table.

    Raises:
        InputError: naming the rule and the field.
    """
    if not isinstance(entry, Mapping):
        raise InputError("a rule is a table")
    name = entry.get("name")
    if not isinstance(name, str) or not _NAME.fullmatch(name) or len(name) > 64:
        raise InputError("a rule's name is of small letters, digits and hyphens, such as service-decommissioned")
    _only(entry, _FIELDS, name, "")
    version = entry.get("version")
    if type(version) is not int or not 1 <= version <= 1_000_000:
        raise InputError(f"rule {name}: version is a whole number from 1 on")
    kind = _one_of(Kind, entry.get("kind"), name, "kind")
    effect = _effect(entry.get("effect"), kind, name)
    trigger = _trigger(entry.get("trigger"), name)
    if kind is Kind.REPLACES and trigger.operation is On.END:
        raise InputError(f"rule {name}: what replaces something begins to hold; its operation cannot be end")
    return Rule(name, version, kind, _text(entry, "author", name), _text(entry, "reason", name), trigger, effect)


def rule_json(rule: Rule) -> dict[str, Any]:
    """Return the fields of a rule as :func:`rule_of` reads them."""
    trigger, effect = rule.trigger, rule.effect
    return {
        "name": rule.name,
        "version": rule.version,
        "kind": rule.kind.value,
        "author": rule.author,
        "reason": rule.reason,
        "trigger": {
            "relation": trigger.relation,
            "values": list(trigger.values) if trigger.values else "any",
            "operation": trigger.operation.value,
            "scope": trigger.scope.as_dict(),
        },
        "effect": {
            "about": effect.about.value,
            "everywhere": effect.everywhere,
            **{name: list(getattr(effect, name)) for name in _lists_of(rule.kind)},
        },
    }


def _lists_of(kind: Kind) -> list[str]:
    return sorted(_ALLOWED[kind] - {"about", "everywhere"})


def _trigger(entry: Any, name: str) -> Trigger:
    if not isinstance(entry, Mapping):
        raise InputError(f"rule {name}: it needs a table trigger")
    _only(entry, {"relation", "values", "operation", "scope"}, name, "trigger.")
    values = entry.get("values")
    listed = () if values == "any" else _texts(entry, "values", name)
    if values != "any" and not listed:
        raise InputError(f'rule {name}: trigger.values is a list of values, or "any"')
    scope = entry.get("scope", {})
    if not isinstance(scope, Mapping) or not all(isinstance(v, str) for v in scope.values()):
        raise InputError(f"rule {name}: trigger.scope is a table of texts")
    operation = _one_of(On, entry.get("operation", "assert"), name, "trigger.operation")
    return Trigger(_text(entry, "relation", name), listed, operation, Scope.of(dict(scope)))


def _effect(entry: Any, kind: Kind, name: str) -> Effect:
    if not isinstance(entry, Mapping):
        raise InputError(f"rule {name}: it needs a table effect")
    _only(entry, _ALLOWED[kind], name, "effect.")
    everywhere = entry.get("everywhere", False)
    if not isinstance(everywhere, bool):
        raise InputError(f"rule {name}: effect.everywhere is true or false")
    effect = Effect(
        about=_one_of(About, entry.get("about", "subject"), name, "effect.about"),
        everywhere=everywhere,
        **{field: _texts(entry, field, name) for field in _lists_of(kind)},
    )
    if effect.only and effect.keep:
        raise InputError(f"rule {name}: effect has either only or keep")
    if kind is not Kind.ENDS_SUBJECT and not effect.relations and not effect.objects:
        raise InputError(f"rule {name}: effect names no relation")
    return effect


def _only(entry: Mapping[str, Any], allowed: set[str], name: str, where: str) -> None:
    unknown = sorted(set(entry) - allowed)
    if unknown:
        raise InputError(f"rule {name}: there is no field {where}{unknown[0]}")


def _text(entry: Mapping[str, Any], field: str, name: str) -> str:
    value = entry.get(field)
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"rule {name}: {field} is missing")
    return " ".join(value.split())


def _texts(entry: Mapping[str, Any], field: str, name: str) -> tuple[str, ...]:
    values = entry.get(field, [])
    if not isinstance(values, list) or not all(isinstance(v, str) and fold(v) for v in values):
        raise InputError(f"rule {name}: {field} is a list of texts")
    return tuple(" ".join(v.split()) for v in values)


def _one_of(choices: type[_Choice], value: object, name: str, field: str) -> _Choice:
    try:
        return choices(str(value))
    except ValueError as error:
        raise InputError(f"rule {name}: {field} is one of {', '.join(c.value for c in choices)}") from error
