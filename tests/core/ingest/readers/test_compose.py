from __future__ import annotations

import pytest

from helpers.configuration import lines, sets, stated
from helpers.documents import items_of, read_text, survives

SAMPLE = """x-base: &base
  restart: always
services:
  web:
    <<: *base
    image: nginx:1.25
    ports: ["8080:80", "22:22"]
    environment:
      - MODE=fast
      - POSTGRES_PASSWORD=hunter2
      - FROM_OUTSIDE
    depends_on:
      db: {condition: service_healthy}
    volumes: [./a:/b, data:/c]
    command: ["serve", "--fast"]
    labels:
      - "traefik.enable=true"
    secrets: [db-password]
  db:
    image: postgres:16
    environment:
      POSTGRES_PASSWORD: ${PASSWORD}
      POSTGRES_USER: bob
    expose: [5432]
volumes:
  data:
secrets:
  db-password:
    file: db/password.txt
"""


def test_each_service_is_a_subject() -> None:
    assert stated(SAMPLE, "docker-compose.yml") == {
        ("web", "restart policy"): "always",
        ("web", "image"): "nginx:1.25",
        ("web", "environment.MODE"): "fast",
        ("web", "environment.POSTGRES_PASSWORD"): "(secret)",
        ("web", "environment.FROM_OUTSIDE"): "null",
        ("web", "depends_on.db.condition"): "service_healthy",
        ("web", "command"): '["serve", "--fast"]',
        ("web", 'labels."traefik.enable"'): "true",
        ("db", "image"): "postgres:16",
        ("db", "environment.POSTGRES_PASSWORD"): "${PASSWORD}",
        ("db", "environment.POSTGRES_USER"): "bob",
        ("", "x-base.restart"): "always",
        ("", "volumes.data"): "null",
        ("", "secrets.db-password.file"): "db/password.txt",
    }
    assert sets(SAMPLE, "docker-compose.yml") == {
        ("web", "exposed ports"): ("8080:80", "22:22"),
        ("web", "depends on"): ("db",),
        ("web", "volumes"): ("./a:/b", "data:/c"),
        ("web", "secret names"): ("db-password",),
        ("db", "exposed ports"): ("5432",),
    }


def test_names_lines_and_safe_text() -> None:
    items = items_of(read_text(SAMPLE, "docker-compose.yml"))
    assert ("docker-compose.yml › web", "web") in items.names
    found = lines(SAMPLE, "docker-compose.yml")
    assert (found["web", "environment.MODE"], found["db", "image"]) == (9, 20)
    assert items.locate(("docker-compose.yml › db", "exposed ports", ()), "5432") == 24
    assert items.safe_text == SAMPLE.replace("hunter2", "(secret)")


def test_the_order_of_sets_and_of_environments_is_no_change() -> None:
    moved = SAMPLE.replace('["8080:80", "22:22"]', '["22:22", "8080:80"]').replace(
        "      - MODE=fast\n      - POSTGRES_PASSWORD=hunter2\n",
        "      - POSTGRES_PASSWORD=other1\n      - MODE=fast\n",
    )
    assert moved != SAMPLE
    assert stated(moved, "compose.yaml") == stated(SAMPLE, "compose.yaml")
    first, second = sets(SAMPLE, "compose.yaml"), sets(moved, "compose.yaml")
    assert {key: set(value) for key, value in first.items()} == {key: set(value) for key, value in second.items()}


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("services:\n  a:\n    image: x\n", "stack.yml", "compose"),
        ("services:\n  a: {}\n", "compose.prod.yaml", "compose"),
        ("services:\n  - a\n", "x.yaml", "yaml"),
        ("image: x\n", "docker-compose.yml", "yaml"),
    ],
)
def test_a_compose_file_is_known_by_name_or_content(text: str, name: str, kind: str) -> None:
    assert read_text(text, name).kind == kind


def test_no_text_does_harm() -> None:
    survives(lambda text: read_text(text, "compose.yml"), [SAMPLE, "services:\n  a: x\n  b: [1]\n  1: {ports: 1}\n"])
