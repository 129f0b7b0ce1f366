from __future__ import annotations

import pytest

from helpers.configuration import lines, stated
from helpers.documents import items_of, read_text, survives
from tenure.errors import InputError

SAMPLE = """# traps
on: push
version: 3.10
minor: 1.20
answer: no
agree: yes
time: 22:22
mode: 0755
hex: 0x1F
under: 1_000
exp: 1e3
day: 2025-01-02
stamp: 2025-01-02 03:04:05
quoted: "1.20"
tilde: ~
empty:
truth: True
text: |
  one
    two
folded: >
  one
  two
base: &base
  image: a
  port: 1
derived:
  <<: *base
  port: 2
list: [3.10, "3.11", yes, true, ~, 2025-01-02]
? complex
: value
1: one
null: two
servers:
  - name: web
    port: 80
  - name: db
    port: 5432
tag: !!str 5
own: !Ref Bucket
"""


def test_scalars_are_found_as_written() -> None:
    found = stated(SAMPLE, "x.yaml")
    assert {relation: value for (subject, relation), value in found.items() if not subject} == {
        "on": "push",
        "version": "3.10",
        "minor": "1.20",
        "answer": "no",
        "agree": "yes",
        "time": "22:22",
        "mode": "0755",
        "hex": "0x1F",
        "under": "1_000",
        "exp": "1e3",
        "day": "2025-01-02",
        "stamp": "2025-01-02 03:04:05",
        "quoted": "1.20",
        "tilde": "null",
        "empty": "null",
        "truth": "true",
        "text": "one\n  two",
        "folded": "one two",
        "base.image": "a",
        "base.port": "1",
        "derived.image": "a",
        "derived.port": "2",
        "list": '[3.10, "3.11", "yes", true, null, "2025-01-02"]',
        "complex": "value",
        "1": "one",
        "null": "two",
        ".tag": "5",
        "own": "!Ref Bucket",
    }
    assert found["servers › db", "port"] == "5432"


def test_every_value_is_located() -> None:
    found = lines(SAMPLE, "x.yaml")
    rows = SAMPLE.split("\n")
    assert rows[found["", "minor"] - 1] == "minor: 1.20"
    assert rows[found["", "derived.port"] - 1] == "  port: 2"
    assert rows[found["", "derived.image"] - 1] == "derived:"
    assert rows[found["servers › db", "port"] - 1] == "    port: 5432"
    assert rows[found["", "text"] - 1] == "text: |"
    assert all(found.values())


def test_every_document_is_read() -> None:
    text = "a: 1\n---\n# nothing\n---\na: 2\n...\n---\na: 3\n"
    assert stated(text, "x.yaml") == {("", "a"): "1", ("#2", "a"): "2", ("#3", "a"): "3"}
    assert lines(text, "x.yaml") == {("", "a"): 1, ("#2", "a"): 5, ("#3", "a"): 8}


def test_kubernetes_objects_are_called_by_kind_and_name() -> None:
    text = """kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: 3
  template:
    spec:
      containers:
        - name: app
          image: nginx:1.25
          env:
            - name: API_TOKEN
              value: abc-def-1
---
kind: Secret
metadata: {name: db}
data:
  user: Ym9i
stringData: {host: db.example.com}
"""
    found = stated(text, "k8s/all.yaml")
    assert found["Deployment shop/web", "spec.replicas"] == "3"
    assert found["Deployment shop/web › spec.template.spec.containers › app", "image"] == "nginx:1.25"
    assert found["Deployment shop/web › spec.template.spec.containers › app › env › API_TOKEN", "value"] == "(secret)"
    assert found["Secret db", "data.user"] == "(secret)"
    assert found["Secret db", "stringData.host"] == "(secret)"
    items = items_of(read_text(text, "k8s/all.yaml"))
    assert ("k8s/all.yaml › Deployment shop/web", "web") in items.names
    safe = items.safe_text or ""
    assert not any(secret in safe for secret in ("Ym9i", "db.example.com", "abc-def-1"))


def test_reordering_documents_and_lists_changes_nothing() -> None:
    first = "kind: A\nmetadata: {name: x}\nl: [{id: 1, v: a}, {id: 2, v: b}]\n"
    second = "kind: B\nmetadata: {name: y}\nv: 1\n"
    moved = first.replace("{id: 1, v: a}, {id: 2, v: b}", "{id: 2, v: b}, {id: 1, v: a}")
    assert stated(f"{first}---\n{second}", "x.yaml") == stated(f"{second}---\n{moved}", "x.yaml")


def test_merge_keys_follow_their_order() -> None:
    text = "a: &a {x: 1, y: 1}\nb: &b {x: 2, z: 2}\nc:\n  <<: [*a, *b]\n  z: 3\nd:\n  <<: *a\n  <<: *b\n"
    found = stated(text, "x.yaml")
    assert (found["", "c.x"], found["", "c.y"], found["", "c.z"]) == ("1", "1", "3")
    assert (found["", "d.x"], found["", "d.z"]) == ("1", "2")


def test_of_a_key_written_twice_the_last_counts_and_that_is_told() -> None:
    document = read_text("a: 1\nb:\n  c: 1\n  c: 2\n", "x.yaml")
    assert [(refused.line, refused.reason) for refused in document.refused] == [
        (3, "a key is written twice here; the last value counts")
    ]
    assert stated("a: 1\na: 2\n", "x.yaml") == {("", "a"): "2"}


@pytest.mark.parametrize(
    ("text", "where"),
    [("a: 1\nb: [1\n", "line 3"), ("a: 1\n\tb: 2\n", "line 2"), ("a: *gone\n", "line 1"), ("a: 1\n b: 2\n", "line 2")],
)
def test_what_is_malformed_is_refused_with_its_line(text: str, where: str) -> None:
    with pytest.raises(InputError, match=f"'x.yaml', {where}: it"):
        read_text(text, "x.yaml")


def test_bombs_are_refused() -> None:
    laughs = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 9)
    )
    for text in (laughs, "a: &a [*a, *a]\n", "[" * 5000, "- " * 5000 + "a"):
        with pytest.raises(InputError):
            read_text(text, "x.yaml")


def test_a_template_is_no_yaml() -> None:
    assert read_text("{{- if .Values.x }}\na: 1\n{{- end }}\n", "templates/x.yaml").items is None
    assert stated("a: '{{ x }}'\n", "x.yaml") == {("", "a"): "{{ x }}"}


def test_no_text_does_harm() -> None:
    survives(lambda text: read_text(text, "x.yaml"), [SAMPLE, "a: &a\n  b: *a\n", "kind: A\nmetadata:\n  name: x\n"])
