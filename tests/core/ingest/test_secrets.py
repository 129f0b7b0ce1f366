from __future__ import annotations

import pytest

from tenure.ingest.secrets import SECRET, is_secret, redact

# The tokens are put together here, so that no scanner of this repository takes them for real ones.
_MIXED = "x8Kp2QvLz7Rn4TbW9mYc3HdF6sJg1AeU"
_HEX = "9f86d081884c7d659a2feaa0c55ad015"
_PEM = "-----BEGIN RSA " + "PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n-----END RSA " + "PRIVATE KEY-----"

SECRETS = [
    ("password", "hunter2"),
    ("PASSWORD", "12345678"),
    ("db_password", "s3cr3t!"),
    ("DB_PASSWORD", "correct horse battery staple"),
    ("database.password", "p@ss/word"),
    ("spring.datasource.password", "sa"),
    ("dbPassword", "letmein"),
    ("POSTGRES_PASSWORD", "postgres"),
    ("MYSQL_ROOT_PASSWORD", "root"),
    ("mysql_pwd", "abc123"),
    ("passwd", "qwerty"),
    ("passphrase", "open sesame"),
    ("smtp.pass", "mailpass1"),
    ("REDIS_PASS", "r3d1sp4ss"),
    ("SECRET_KEY", "django-insecure-4#x8kp2qvlz7rn4tbw9m"),
    ("secret", "a1b2c3d4"),
    ("client_secret", _MIXED),
    ("clientSecret", "qwertyuiop"),
    ("OAUTH_CLIENT_SECRET", _HEX),
    ("secretKey", "abcdef"),
    ("AWS_SECRET_ACCESS_KEY", "wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + _MIXED[:10]),
    ("aws_access_key_id", "AKIA" + "Z7Q2M4N6P8R1S3T5"),
    ("api_key", _HEX),
    ("apiKey", "9d207bf0"),
    ("API-KEY", _MIXED),
    ("STRIPE_KEY", "sk_live_" + _MIXED),
    ("X_API_KEY", "abcd-efgh-ijkl"),
    ("auth_token", "abcdef123456"),
    ("access_token", _MIXED),
    ("token", "f00ba4c0ffee"),
    ("github_token", "ghp_" + _MIXED + "Ab12"),
    ("GITLAB_TOKEN", "glpat-" + _MIXED[:20]),
    ("SLACK_BOT_TOKEN", "xoxb-" + "123456789012-" + _MIXED[:24]),
    ("private_key", "MIIEvQIBADANBgkq"),
    ("privateKey", _PEM),
    ("tls.key", _PEM),
    ("encryption_key", "0123456789abcdef"),
    ("ENCRYPTION_KEY", "base64:" + _MIXED),
    ("signing_key", "k-12345-67890"),
    ("jwt_secret", "supersecret"),
    ("JWT_SIGNING_KEY", "notverysecret1"),
    ("credentials", "admin:admin1"),
    ("basic_auth", "admin:s3cret"),
    ("session_key", "abcabcabc1"),
    ("secrets.db", "abcd1234"),
    ("passwords.alice", "wonderland"),
    ("DB_PASSWORD.value", "hunter2"),
    ("env.API_TOKEN.value", "abc-def-1"),
    ("master_key", _HEX),
    ("cookie_secret", "oatmeal raisin"),
    ("hmac_key", _HEX),
    ("sentry.auth.token", "sntrys-abc1234"),
    ("twilio_auth_token", _HEX),
    ("webhook_url", "https://hooks.slack.com/" + "services/T0000/B0000/" + _MIXED[:24]),
    ("url", "postgres://app:s3cret@db.example.com:5432/app"),
    ("DATABASE_URL", "mysql://root:root@localhost/app"),
    ("broker", "amqp://guest:guest@rabbit:5672//"),
    ("redis", "redis://:p4ssw0rd@cache:6379/0"),
    ("mirror", "https://user:abcdef@git.example.com/x.git"),
    ("connection", "Server=db;User Id=sa;Password=Pa55w0rd;"),
    ("storage", "DefaultEndpointsProtocol=https;AccountKey=" + _MIXED + "==;"),
    ("header", "Authorization: Bearer " + _MIXED),
    ("command", "mysqldump -u root --password=hunter2 app"),
    ("args", "serve --token abcdef123456"),
    ("value", "ghp_" + _MIXED + "Ab12"),
    ("something", "AKIA" + "Z7Q2M4N6P8R1S3T5"),
    ("google", "AIza" + _MIXED + "abc"),
    ("note", "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0NTY3ODkwIn0." + _MIXED),
    ("npm", "npm_" + _MIXED + "abcd"),
    ("pypi", "pypi-AgEIcHlwaS5vcmc" + _MIXED),
    ("mail", "SG." + _MIXED[:22] + "." + _MIXED),
    ("hook", "https://discord.com/api/" + "webhooks/123456789/" + _MIXED),
    ("opaque", _MIXED),
    ("opaque", "dGhpcyBpcyBub3QgYSBzZWNyZXQ5X8Kp2QvLz7Rn4TbW9mYc3HdF6s="),
    ("PGPASSWORD", "pg1"),
    ("ldap.bindPassword", "bind"),
    ("user_pass", "abcdef1"),
    ("ANTHROPIC_API_KEY", "sk-ant-" + _MIXED),
    ("deploy_key", "ed25519-abcdef"),
    ("_authToken", "00000000-1111-2222-3333-444444444444"),
    ("DJANGO_SECRET", "&h#k)2l$x"),
    ("admin_password_hash", "$2b$12$KIXabcdefghijklmnopqrstuv"),
]  # fmt: skip

HARMLESS = [
    ("password", ""),
    ("password", "${DB_PASSWORD}"),
    ("password", "$DB_PASSWORD"),
    ("password", "$(cat /run/secrets/db)"),
    ("password", "{{ .Values.db.password }}"),
    ("password", "{{ vault_db_password }}"),
    ("password", "%(DB_PASSWORD)s"),
    ("password", "<your-password>"),
    ("password", "changeme"),
    ("password", "CHANGE_ME"),
    ("password", "change-me-in-production"),
    ("password", "your_password_here"),
    ("password", "********"),
    ("password", "xxxx"),
    ("password", "null"),
    ("password", "true"),
    ("password", "vault:secret/data/app#password"),
    ("password", "!secret db_password"),
    ("password", "!vault_ref x"),
    ("password", "op://vault/item/password"),
    ("password", "ENV_DB_PASSWORD"),
    ("password", "/run/secrets/db_password"),
    ("password", "${env:DB_PASSWORD:-}"),
    ("token", "${{ secrets.GITHUB_TOKEN }}"),
    ("token", "secrets.DEPLOY_TOKEN"),
    ("token", "process.env.TOKEN"),
    ("secrets", "inherit"),
    ("password_min_length", "12"),
    ("passwordPolicy", "strong"),
    ("password_file", "/etc/app/db.pw"),
    ("password_reset_url", "https://example.com/reset"),
    ("PASSWORD_HASHERS", "argon2"),
    ("password_field", "pwd"),
    ("secret_name", "db-credentials"),
    ("secretKeyRef.name", "db"),
    ("secretName", "tls-cert"),
    ("secrets.db.file", "./db.txt"),
    ("credentials.username", "alice"),
    ("token_url", "https://auth.example.com/token"),
    ("tokenUrl", "https://auth.example.com/token"),
    ("token_endpoint", "/oauth/token"),
    ("token_lifetime", "3600"),
    ("token_expiry", "15m"),
    ("access_token_ttl", "1h"),
    ("max_tokens", "4096"),
    ("maxTokens", "200"),
    ("tokens", "1000"),
    ("eos_token", "</s>"),
    ("token_type", "Bearer"),
    ("tokenizer", "bert-base-uncased"),
    ("csrf_token_header", "X-CSRF-Token"),
    ("public_key", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + _MIXED),
    ("publicKey", _MIXED),
    ("key", "name"),
    ("primary_key", "user_id"),
    ("keyboard", "us"),
    ("key_path", "/etc/ssl/private/tls.key"),
    ("api_key_header", "X-Api-Key"),
    ("author", "Jane Doe"),
    ("authority", "https://login.example.com"),
    ("compass", "north"),
    ("bypass", "true"),
    ("passenger", "Bob Smith"),
    ("sha256", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
    ("integrity", "sha512-" + _MIXED + _MIXED + "=="),
    ("rev", "3f786850e387550fdab836ed7e6dc881de23001b"),
    ("commit", "3f786850e387550fdab836ed7e6dc881de23001b"),
    ("uses", "actions/checkout@8f4b7f84864484a7bf31766abe9204da3cbe65b3"),
    ("uuid", "123e4567-e89b-12d3-a456-426614174000"),
    ("id", "550e8400-e29b-41d4-a716-446655440000"),
    ("image", "registry.example.com/team/app:1.20.3-alpine3.18"),
    ("digest", "sha256:" + _HEX + _HEX),
    ("version", "1.20.0-rc.1+build.20250101"),
    ("url", "https://example.com/some/long/path/to/File123?x=1"),
    ("url", "postgres://db.example.com:5432/app"),
    ("url", "postgres://app:${DB_PASSWORD}@db/app"),
    ("repository", "git+ssh://git@github.com/org/repo.git"),
    ("repository", "git@github.com:org/repo.git"),
    ("path", "/usr/local/lib/python3.12/site-packages/Some_Package"),
    ("class", "org.springframework.security.crypto.BCryptPasswordEncoder"),
    ("name", "MyVeryLongCamelCaseIdentifier2WithNumber3"),
    ("schedule", "0 0 * * *"),
    ("email", "someone.with.a.long.name@example-company.com"),
    ("description", "Set the password in the vault before you deploy"),
    ("command", "python -m app --password-file /run/pw"),
    ("image", "ghcr.io/org/App-Image2:V1.2.3-Build45"),
    ("secret_backend", "vault"),
    ("requires_password", "yes"),
    ("auth", "oauth2"),
    ("pattern", "^[A-Za-z0-9_-]{20,}$"),
    ("cron", "15 4 * * 1-5"),
    ("monkey", "banana"),
    ("turnkey", "solution"),
    ("token", "{token}"),
]  # fmt: skip


def test_there_are_enough_pairs() -> None:
    assert len(SECRETS) >= 60
    assert len(HARMLESS) >= 60


@pytest.mark.parametrize(("name", "value"), SECRETS)
def test_a_secret_is_recognised(name: str, value: str) -> None:
    assert is_secret(name, value)


@pytest.mark.parametrize(("name", "value"), HARMLESS)
def test_what_is_no_secret_stays(name: str, value: str) -> None:
    assert not is_secret(name, value)


def test_the_constant_itself_is_no_secret() -> None:
    assert not is_secret("password", SECRET)


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("password = hunter2", "password = (secret)"),
        ('"password": "hunter2",', '"password": "(secret)",'),
        ("  db_password: 'it''s'", "  db_password: '(secret)'"),
        ("# old: API_KEY=abcdef0123", "# old: API_KEY=(secret)"),
        ("url: postgres://u:pw1@h/db", "url: postgres://u:(secret)@h/db"),
        ("curl -H 'Authorization: Bearer " + _MIXED + "'", "curl -H 'Authorization: Bearer (secret)'"),
        ("run ghp_" + _MIXED + "Ab12 now", "run (secret) now"),
        ("password: ${DB_PASSWORD}", "password: ${DB_PASSWORD}"),
        ("password_min_length: 12", "password_min_length: 12"),
        ("port = 8080", "port = 8080"),
        ("Server=db;Password=Pa55w0rd;Timeout=5", "Server=db;Password=(secret);Timeout=5"),
    ],
)
def test_redact_blanks_the_secret_and_nothing_else(text: str, safe: str) -> None:
    assert redact(text) == safe


def test_redact_keeps_the_lines() -> None:
    text = f"a: 1\nkey: |\n{_PEM}\nb: 2"
    safe = redact(text)
    assert safe.count("\n") == text.count("\n")
    assert "MIIE" not in safe
    assert safe.split("\n")[-1] == "b: 2"


def test_redact_returns_a_text_without_secrets_as_it_is() -> None:
    text = "nothing here\nport: 80\n"
    assert redact(text) is text
