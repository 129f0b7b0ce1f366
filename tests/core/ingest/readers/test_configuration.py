"""No secret of a file of configuration is stored anywhere."""

from __future__ import annotations

import json

import pytest

from helpers.configuration import everything
from helpers.documents import items_of, read_text

PLAIN = "Zq8-Lm3-plain"
TOKEN = "ghp_" + "x8Kp2QvLz7Rn4TbW9mYc3HdF6sJg1AeUAb12"
QUOTED = 'say "Zq9" \\ it'
SHORT = "qz"
URL = "postgres://app:Zq7Lm2@db.example.com/app"
KEY = "-----BEGIN " + "PRIVATE KEY-----\nMIIEvQIBADANBgkqZq\nabcdefZqLm\n-----END " + "PRIVATE KEY-----"
PIECES = (PLAIN, TOKEN, "Zq9", "Zq7Lm2", "MIIEvQ", "abcdefZqLm")

_INDENTED = KEY.replace("\n", "\n  ")
FILES = {
    "x.toml": (
        f'# password = "{PLAIN}"\npassword = "{PLAIN}"\nother = "{TOKEN}"\nsecret = {json.dumps(QUOTED)}\n'
        f'url = "{URL}"\nkey = """\n{KEY}"""\nhint = "{PLAIN}"\n[[users]]\nname = "a"\ntoken = "{PLAIN}"\n'
        f"[{TOKEN}]\nx = 1\n"
    ),
    "x.json": json.dumps(
        {"a": {"password": PLAIN, "l": [TOKEN, 1]}, "secret": QUOTED, "url": URL, "key": KEY, TOKEN: [{"id": TOKEN}]},
        indent=1,
    ),
    "x.yaml": (
        f"password: {PLAIN} # {PLAIN}\nother: [{TOKEN}]\nsecret: '{QUOTED}'\nurl: {URL}\nkey: |\n  {_INDENTED}\n"
        f"folded:\n  password:\n    {PLAIN}\nflow: {{user: a, password: {PLAIN}}}\n{TOKEN}: 1\nl:\n  - id: {TOKEN}\n"
    ),
    "x.ini": f"; password={PLAIN}\n[a]\npassword = {PLAIN}\ntoken = {TOKEN}\nurl = {URL}\nsecret = {QUOTED}\n",
    ".env": (
        f"export DB_PASSWORD={PLAIN}\nX='{TOKEN}'\nURL={URL}\nAPI_SECRET='{QUOTED}'\nKEY=\"{KEY}\"\n#TOKEN={TOKEN}\n"
        f"HINT=the-{PLAIN}\n"
    ),
    "x.properties": f'db.password={PLAIN}\nx={TOKEN}\nurl={URL}\na.secret=say \\\n  "Zq9" \\\\ it\n',
    "Dockerfile": (
        f'FROM a\nENV DB_PASSWORD {PLAIN}\nENV A=1 API_TOKEN="{TOKEN}" \\\n  DB={URL}\nRUN x --password={PLAIN}\n'
    ),
    "compose.yml": (
        f"services:\n  a:\n    image: x\n    environment: [DB_PASSWORD={PLAIN}, 'U={URL}']\n    command: x {TOKEN}\n"
        f"    volumes: ['{PLAIN}:/x']\n"
    ),
    ".github/workflows/x.yml": (
        f"on: push\njobs:\n  a:\n    env: {{DB_PASSWORD: {PLAIN}}}\n    steps:\n      - run: curl {URL}\n"
        f"      - name: {TOKEN}\n"
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_no_secret_is_stored(name: str) -> None:
    stored = everything(FILES[name], name)
    assert "(secret)" in stored
    assert [piece for piece in PIECES if piece in stored] == []


@pytest.mark.parametrize("name", FILES)
def test_the_safe_text_has_the_same_lines(name: str) -> None:
    safe = items_of(read_text(FILES[name], name)).safe_text
    assert safe is not None
    assert safe.count("\n") == FILES[name].count("\n")


@pytest.mark.parametrize(
    ("name", "text", "safe"),
    [
        ("x.yaml", f"password: {SHORT}\nport: 80\n", "password: (secret)\nport: 80\n"),
        ("x.toml", f'password = "{SHORT}" # {SHORT}\n', 'password = "(secret)" # (secret)\n'),
        ("x.json", f'{{"a": 1, "password": "{SHORT}"}}', '{"a": 1, "password": "(secret)"}'),
    ],
)
def test_a_short_secret_is_blanked_where_it_stands(name: str, text: str, safe: str) -> None:
    assert items_of(read_text(text, name)).safe_text == safe


def test_a_password_that_is_a_word_hides_nothing_else() -> None:
    text = "services:\n  db:\n    image: postgres:16\n    environment: {POSTGRES_PASSWORD: postgres}\n"
    items = items_of(read_text(text, "compose.yml"))
    assert items.values["compose.yml › db", "image", ()] == "postgres:16"
    assert items.safe_text == text.replace(": postgres}", ": (secret)}")


def test_a_text_without_secrets_is_kept_as_it_is() -> None:
    assert items_of(read_text("port: 80\npassword: ${X}\n", "x.yaml")).safe_text is None
