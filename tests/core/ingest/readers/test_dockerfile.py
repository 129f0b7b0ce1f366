from __future__ import annotations

import pytest

from helpers.configuration import lines
from helpers.documents import items_of, read_text, survives
from tenure.errors import InputError
from tenure.ingest.readers.dockerfile import DockerfileReader
from tenure.relations import Cardinality

SAMPLE = """# syntax=docker/dockerfile:1
ARG PYTHON=3.12
FROM --platform=linux/amd64 python:${PYTHON}-slim AS build
# a comment
RUN pip install \\
    # inside
    flask
RUN <<EOF
FROM nothing
USER nobody
EOF
ENV A=1 B="x y" \\
    DB_PASSWORD=hunter2
COPY . .
FROM build
ENV NAME some value
LABEL org.opencontainers.image.source="https://x.example.com" maintainer='me'
EXPOSE 8080 9090/tcp
EXPOSE 8080
VOLUME ["/data", "/logs"]
USER app
WORKDIR /srv
ENTRYPOINT ["python",  "-m", "x"]
CMD run $NAME
HEALTHCHECK --interval=5s CMD curl -f http://localhost/
STOPSIGNAL SIGTERM
"""
BUILD = (("stage", "build"),)


def test_each_stage_has_its_scope_and_the_last_none() -> None:
    items = items_of(read_text(SAMPLE, "svc/Dockerfile"))
    found = {(relation, scope): value for (_, relation, scope), value in items.values.items()}
    assert found == {
        ("arg.PYTHON", ()): "3.12",
        ("base image", BUILD): "python:${PYTHON}-slim",
        ("build platform", BUILD): "linux/amd64",
        ("env.A", BUILD): "1",
        ("env.B", BUILD): "x y",
        ("env.DB_PASSWORD", BUILD): "(secret)",
        ("base image", ()): "build",
        ("env.NAME", ()): "some value",
        ('label."org.opencontainers.image.source"', ()): "https://x.example.com",
        ("label.maintainer", ()): "me",
        ("user", ()): "app",
        ("working directory", ()): "/srv",
        ("entry point", ()): '["python", "-m", "x"]',
        ("command", ()): "run $NAME",
        ("health check", ()): "--interval=5s CMD curl -f http://localhost/",
        ("stop signal", ()): "SIGTERM",
    }
    assert items.members == {
        ("svc/Dockerfile", "exposed ports", ()): ("8080", "9090/tcp"),
        ("svc/Dockerfile", "volumes", ()): ("/data", "/logs"),
    }
    assert items.relations["volumes"].cardinality is Cardinality.SET
    assert ("svc/Dockerfile", "svc") in items.names


def test_every_value_is_located_and_secrets_are_blanked() -> None:
    found = lines(SAMPLE, "svc/Dockerfile")
    assert (found["", "env.B"], found["", "env.DB_PASSWORD"], found["", "user"]) == (12, 13, 21)
    items = items_of(read_text(SAMPLE, "svc/Dockerfile"))
    assert items.locate(("svc/Dockerfile", "volumes", ()), "/logs") == 20
    assert items.safe_text == SAMPLE.replace("hunter2", "(secret)")


def test_a_stage_without_a_name_is_called_by_its_number_unless_it_is_the_last() -> None:
    items = items_of(read_text("FROM a\nFROM b AS two\nFROM c\n", "Dockerfile"))
    assert [(scope, value) for (_, _, scope), value in items.values.items()] == [
        ((("stage", "0"),), "a"),
        ((("stage", "two"),), "b"),
        ((), "c"),
    ]


def test_the_other_escape() -> None:
    items = items_of(read_text("# escape=`\nFROM a\nENV A=1 `\n    B=c:\\\\x\n", "Dockerfile"))
    assert items.values["Dockerfile", "env.B", ()] == "c:\\x"


@pytest.mark.parametrize("name", ["Dockerfile", "a/Dockerfile.dev", "web.Dockerfile", "Containerfile", "dockerfile"])
def test_the_name_says_what_is_a_dockerfile(name: str) -> None:
    assert read_text("FROM a\n", name).kind == "dockerfile"
    assert read_text("Dockerfiles are nice.\n", name).kind != "dockerfile"


def test_what_is_no_instruction_is_refused() -> None:
    with pytest.raises(InputError, match="'Dockerfile', line 3: it begins with no instruction") as caught:
        read_text("FROM a\n\nhunter2 = x\n", "Dockerfile")
    assert "hunter2" not in str(caught.value)


def test_no_text_does_harm() -> None:
    survives(lambda text: read_text(text, "Dockerfile"), [SAMPLE, "FROM a\nENV x\nENV\nEXPOSE\nCMD [\n"])


@pytest.mark.parametrize(
    ("name", "claimed"),
    [
        ("Dockerfile", True),
        ("svc/Dockerfile.prod", True),
        ("api.dockerfile", True),
        ("Containerfile-dev", True),
        ("core/readers/dockerfile.py", False),
        ("docs/dockerfile.md", False),
    ],
)
def test_a_program_or_text_about_dockerfiles_is_none(name: str, *, claimed: bool) -> None:
    assert DockerfileReader().claims(name) is claimed
