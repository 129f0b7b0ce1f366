"""What is a secret: its name or its value gives it away. Only that one exists is ever stored.

Recall comes first for names that promise a secret ("password"): whatever stands there is hidden,
unless it is plainly a reference to a secret kept elsewhere, or a placeholder. A value under an
innocent name is hidden if it has the shape of a known token, carries a password in a URL, or is as
random as a key and not the kind of random thing that is public (hashes, ids, versions).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise

SECRET = "(secret)"
"""What is stored in the place of every secret."""

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_SEGMENT = re.compile(r'"(?:[^"\\]|\\.)*"|[^.]+')


def these(words: str, separator: str | None = None) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(words.split(separator))


_SECRET_WORDS = these(
    "password passwords passwd pwd passphrase passphrases pass passcode secret secrets apikey apikeys apitoken "
    "authtoken accesstoken privatekey secretkey accesskey authkey credential credentials cred creds token tokens "
    "bearer jwt pat psk pgpassword mysqlpwd dbpass dbpassword dbpwd clientsecret"
)
_SECRET_PAIRS = these(
    "api key|private key|secret key|access key|auth key|encryption key|signing key|account key|master key|license key"
    "|shared key|storage key|service key|app key|application key|host key|ssh key|deploy key|session key|hmac key"
    "|server key|crypt key|cipher key|decryption key|rsa key|pgp key|gpg key|jwt key|fernet key|admin key|write key"
    "|webhook url|connection string|basic auth|auth basic|key material|pre shared|cookie key",
    "|",
)
_BENIGN_LAST = these(
    "name names file files filename path paths url uri urls endpoint host hostname port type kind class length len "
    "min max size ttl expiry expires expire expiration lifetime age timeout duration interval days hours minutes "
    "seconds policy policies field fields column header headers prefix suffix enabled disabled enable disable "
    "required optional allowed format pattern regex regexp algorithm algo method mode provider store backend "
    "manager engine version rotation rotate count limit limits budget usage label title description desc help hint "
    "prompt message placeholder id ids ref refs username user users login email role roles scope scopes issuer "
    "audience iss aud external environment env dir directory location source reset strength rounds iterations cost "
    "hasher hashers encoder validators validator validation kid alias aliases owner region rate per bucket buckets "
    "parser reader counter lookup rules rule check checks checker scanner scanning cache index position delimiter "
    "separator sep dim encoding template schema support supported visible visibility toggle input about doc docs "
    "comment note notes summary detector handler client factory test tests plugin module command cmd"
)
_CONTAINERS = these("secrets passwords credentials creds tokens apikeys passphrases")
_DEFER = these("value values default data text plain plaintext content current raw string literal")
_COUNTED = these("max min num total n prompt completion output input context stop eos bos pad unk mask sep cls")
_PUBLIC_WORDS = these(
    "public pub sha sha1 sha256 sha512 md5 digest digests integrity rev revision commit hash hashes checksum "
    "checksums uuid guid fingerprint etag image version versions nonce thumbprint narhash lasthash resolved "
    "signature sri cid oid tree blob ref"
)

_REFERENCE = re.compile(
    r"""\$\{.*\}[\w/.:-]*|\$[A-Za-z_]\w*|\$\(.*\)|\$\$?\{\{.*\}\}|\{\{.*\}\}|\{%.*%\}|%\(\w+\)s|%\w+%|<%.*%>|\{[\w.:-]+\}
    |@[\w.-]+@|@\w+\(.*\)|\#\{.*\}|<[^<>]*>|\[[\w\s-]*\]|!(?!vault\b)[\w:.-]+.*
    |(?:secrets?|vars|env|inputs|github|steps|needs|matrix|var|local|data|process\.env|os\.environ|os\.getenv|self|config
      |settings|module|context|params|parameters|values|lookup)\s*[.\[(].*
    |(?:vault|op|env|ssm|sm|gcp-?sm|awssm|aws-?secretsmanager|secretsmanager|secret|secretref|keyvault|akv|keyring|file
      |doppler|bitwarden|lastpass|pass|chamber|berglas|kms|from_env|awskms|sops|parameterstore|infisical|ref|k8s|prompt)
      :(?!//[^/\s]*:[^/\s]*@).+
    |arn:aws[\w-]*:.*|projects/[^/]+/secrets/.*|(?:/run/secrets|/var/run/secrets|/etc|/secrets?|/vault|/mnt|/opt|/home
      |~|\.{1,2}|/usr|/var|/app|/root|[A-Za-z]:[\\/])[\\/].*|(?:secret|kv|vault)/[\w./#-]+
    |[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[\w./-]+\.(?:pem|key|crt|cer|p12|pfx|jks|txt|json|ya?ml|pub|env|gpg|asc|kdbx|secret)
    |inherit""",
    re.VERBOSE | re.DOTALL,
)
_PLACEHOLDER = re.compile(
    r"""[\s"'`*.\-_xX?#…]*|(?:please[-_ ]?)?change[-_ ]?(?:it|me|this|in[-_ ]production|before.*)[-_!.\w]*
    |to[-_ ]?be[-_ ].*|replace[-_ ]?(?:me|this|with.*)?[-_!.\w]*
    |(?:insert|enter|put|add|set|fill|paste|use|provide)[-_ ]?(?:your|a|the|me|in|here|this)[-_ ].*
    |(?:insert|enter|put|set|fill|paste)[-_]?(?:me|here|this)|your[-_ ]?.*|my[-_ ](?:super[-_ ])?
      (?:secret|password|token|api[-_]?key|key).*|.*[-_ ](?:goes|go)[-_ ]here.*|.*[-_ ]here|placeholder.*|dummy.*|fake.*
    |example.*|.*[-_.]example|sample.*|redacted|hidden|masked|removed|omitted|censored|secret\s*\(.*\)|\(.*\)|tbd|todo.*
    |fixme.*|n/?a|none|null|nil|undefined|unset|empty|blank|true|false|yes|no|on|off|optional|required|disabled|enabled
    |default|auto|generated?|random|prompt|ask|env|environment|string|str|text|bearer|basic|plain|oauth2?|jwt|cookie|header
    |password|token|api[-_]?key|secret|key|write|read|admin|some[-_ ](?:secret|password|token|key|value).*|foo|bar|baz
    |not[-_ ]?(?:a[-_ ])?(?:real|used|needed|set|secret).*|notneeded|unused|insecure[-_]?(?:test|dev|default).*""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_USERINFO = re.compile(
    r"((?<![\w+.-])[a-zA-Z][\w+.-]*+://[^\s/:@'\"<>]*+:)([^\s/@'\"<>]{1,256}|[^\s@'\"<>]{1,256})(?=@[\w\[$.-])"
)
_TOKENS = re.compile(
    r"""\b(?:(?:AKIA|ASIA|AGPA|AIDA|AROA|ABIA|ACCA)[A-Z0-9]{16}\b
    |gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|gl(?:pat|dt|rt|cbt|ptt|ft|oas|soat|agent|imt)-[\w-]{16,}
    |glsa_\w{20,}|xox[abeoprs]-[\w-]{8,}|xapp-[\w-]{10,}|[srp]k_(?:live|test|prod)_[A-Za-z0-9]{8,}
    |sk-(?:ant-|proj-|or-|svcacct-|admin-)?[\w-]{20,}|secret_[A-Za-z0-9]{32,}|sbp_[a-f0-9]{40}\b
    |shp(?:at|ca|pa|ss)_[a-fA-F0-9]{20,}|sq0[a-z]{3}-[\w-]{20,}|s\.[A-Za-z0-9]{24}\b|SG\.[\w-]{16,}\.[\w-]{16,}
    |SK[0-9a-f]{32}\b|whsec_[A-Za-z0-9+/=]{16,}|AIza[\w-]{30,}|AGE-SECRET-KEY-1[A-Z0-9]{20,}|ATATT3\w[\w-]{20,}
    |ATBB\w{20,}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,}|npm_[A-Za-z0-9]{30,}|ntn_\w{20,}|NRAK-[A-Z0-9]{20,}
    |pypi-AgE[\w-]{20,}|phc_\w{20,}|pul-[a-f0-9]{40}\b|PMAK-[\w-]{20,}|do[opr]_v1_[a-f0-9]{40,}|dapi[0-9a-f]{32}\b
    |dckr_pat_[\w-]{20,}|hf_[A-Za-z0-9]{20,}|hv[sbr]\.[A-Za-z0-9]{24,}|EAAC[A-Za-z0-9]{20,}
    |eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*|key-[0-9a-f]{32}\b|lin_api_\w{20,}|rubygems_[a-f0-9]{32,}|figd_[\w-]{20,}
    |cfpat_?[\w-]{20,}|tfp_\w{20,}|cio[A-Za-z0-9]{32}\b|fo1_\w{20,}|[A-Za-z0-9]{14}\.atlasv1\.[\w-]{20,}
    |\d{8,10}:AA[\w-]{30,}
    |https://(?:hooks\.slack\.com/(?:services|workflows)/[\w/-]+|(?:\w+\.)?discord(?:app)?\.com/api/webhooks/[\w/-]+
      |[\w.-]{1,80}\.webhook\.office\.com/\S+))""",
    re.VERBOSE,
)
_PEM = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----.*?"
    r"(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|\Z)",
    re.DOTALL,
)
_INLINE = (
    (
        ("=",),
        re.compile(
            r"((?<![\w-])[\w-]*(?:password|passwd|pwd|accountkey|sharedaccesskey|sharedsecret|api_?key|sig|token|secret)=)"
            r"([^\s;&'\",}\])]+)",
            re.IGNORECASE,
        ),
    ),
    (
        ("bearer ", "basic ", "token "),
        re.compile(r"(\b(?:bearer|basic|token)\s+)([A-Za-z0-9+/_.=~-]{16,})", re.IGNORECASE),
    ),
    (
        (" -", "--"),
        re.compile(
            r"((?:^|\s)--?(?:password|passwd|pass|token|api-?key|secret|auth-token|access-token)(?:=|\s+))"
            r"([^\s'\"-][^\s'\"]*)",
            re.IGNORECASE,
        ),
    ),
)
"""Secrets within a text: what must stand in it in lower case, and the pattern (what goes before, the secret)."""

_NAMED = re.compile(r"(?<![\w.-])([\w.-]++)[\"']?[ \t]*+(?:=>|:=|[:=])[ \t]*+")
_ASSIGNED = re.compile(
    r"""(["'])((?:(?!\1)[^\\]|\\.|'')*+)\1
    |((?![\[{"'](?!\{))(?:\$?\{\{.{0,200}?\}\}|\$\{[^}]{0,200}\}|\$\([^)]{0,200}\)|[^\s,;}\]])+)""",
    re.VERBOSE,
)
_HINTS = (
    "pass",
    "pwd",
    "secret",
    "token",
    "key",
    "cred",
    "auth",
    "jwt",
    "psk",
    "pat",
    "://",
    "bearer",
    "basic",
    "sig=",
)
_SHORTEST_TOKEN = 13
_RANDOM = re.compile(r"[A-Za-z0-9+/=_.~!@#%^*-]{20,}")
_LOWER_RUN = re.compile(r"[a-z]{4,}")
_HEX = re.compile(r"(?:0x)?[0-9a-fA-F-]+")
_DECIMAL = re.compile(r"\d+\.\d+")
_NUMBER = re.compile(r"[+-]?\d[\d_.,]*\s?(?:[a-zA-Zµ]{1,8}|%)?")


def is_secret(name: str, value: str) -> bool:
    """Whether a value must not be stored.

    Args:
        name: the value's name, or its path joined by ``.`` (``database.password``).
        value: the value as written, without quotes around it.
    """
    return _is_secret(name, value) if value else False


@lru_cache(maxsize=16_384)
def _is_secret(name: str, value: str) -> bool:
    text = value.strip()
    if not text or text == SECRET:
        return False
    if _shaped(text):
        return True
    weight = name_weight(name)
    if weight > 0:
        return not _harmless(text) and _could_be(text, weight)
    return weight == 0 and _random(text)


@lru_cache(maxsize=16_384)
def name_weight(name: str) -> int:
    """How much a name promises a secret: 2 surely, 1 perhaps, 0 not at all, -1 something random but public."""
    raw = _SEGMENT.findall(name)
    segments = [_words(s.strip('"')) for s in raw]
    while len(segments) > 1 and segments[-1] and (segments[-1][-1] in _DEFER or segments[-1][-1].isdigit()):
        segments.pop()
    if not segments or not segments[-1]:
        return 0
    words = segments[-1]
    if _promises(words):
        return 1 if words[-1] in {"token", "tokens", "pass", "pat", "auth", "key", "cred", "account"} else 2
    if _PUBLIC_WORDS.intersection(words):
        return -1
    inside = any(part.lower() in _CONTAINERS for part in raw[: len(segments) - 1])
    return 1 if inside and words[-1] not in _BENIGN_LAST else 0


def redact(text: str) -> str:
    """Return a text with every secret of a known shape, and every value assigned to a secret's name, blanked.

    Lines stay the same lines, so that spans still point into it.
    """
    if "PRIVATE KEY" in text:
        text = _PEM.sub(lambda m: SECRET + "\n" * m[0].count("\n"), text)
    rows = text.split("\n")
    safe = [_short_row(row) if len(row) <= 400 else _redacted_row(row) for row in rows]
    return text if safe == rows else "\n".join(safe)


def _redacted_row(row: str) -> str:
    for word in row.split():
        if len(word) >= _SHORTEST_TOKEN and _TOKENS.search(word):
            row = row.replace(word, _TOKENS.sub(SECRET, word))
    lowered = row.lower()
    if not any(map(lowered.__contains__, _HINTS)):
        return row
    if "://" in row:
        row = _USERINFO.sub(lambda m: m[0] if _harmless(m[2]) else m[1] + SECRET, row)
    for pattern in _inline(lowered):
        row = pattern.sub(lambda m: m[0] if _harmless(m[2]) else m[1] + SECRET, row)
    return _assignments_redacted(row)


_short_row = lru_cache(maxsize=16_384)(_redacted_row)


def _inline(lowered: str) -> list[re.Pattern[str]]:
    """Return the patterns that may find anything in a text, given in lower case."""
    return [pattern for marks, pattern in _INLINE if any(mark in lowered for mark in marks)]


def _assignments_redacted(row: str) -> str:
    """Blank what is assigned to the name of a secret: ``password: x``, ``"token" = "y"``."""
    parts: list[str] = []
    done = at = 0
    while (named := _NAMED.search(row, at)) is not None:
        at = named.end()
        assigned = _ASSIGNED.match(row, at) if name_weight(named[1]) > 0 else None
        if assigned is None:
            continue
        quote, bare = (assigned[1], assigned[2]) if assigned[1] else ("", assigned[3])
        if SECRET not in bare and is_secret(named[1], bare):
            parts.append(f"{row[done:at]}{quote}{SECRET}{quote}")
            done = assigned.end()
        at = max(assigned.end(), at)
    return "".join(parts) + row[done:] if parts else row


def _words(segment: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in _WORDS.findall(segment))


def _promises(words: tuple[str, ...]) -> bool:
    if words[-1] in _BENIGN_LAST and f"{words[-2] if len(words) > 1 else ''} {words[-1]}" not in _SECRET_PAIRS:
        return False
    if words[0] in {"public", "pub", "has", "is", "use", "no", "show", "allow", "require", "enable", "disable"}:
        return False
    if words[-1] == "tokens" and _COUNTED.intersection(words[:-1]):
        return False
    if words[-1] == "token" and len(words) > 1 and words[-2] in _COUNTED:
        return False
    return bool(
        _SECRET_WORDS.intersection(words)
        or any(f"{a} {b}" in _SECRET_PAIRS for a, b in pairwise(words))
        or "".join(words) in _SECRET_WORDS
    )


def _could_be(text: str, weight: int) -> bool:
    """Whether what stands under a secret's name could be one; a sentence or a small number under "token" is none."""
    if weight == 1:
        return not (len(text) < 12 and _NUMBER.fullmatch(text)) and len(text) >= 6 and text.count(" ") < 3
    return text.count(" ") < 8 and not _DECIMAL.fullmatch(text)


def _harmless(value: str) -> bool:
    """Whether a value is a reference to a secret kept elsewhere, a placeholder, or blanked already."""
    if len(value) > 500:
        return False
    return bool(_REFERENCE.fullmatch(value) or _PLACEHOLDER.fullmatch(value)) or value.startswith(SECRET[:-1])


def _shaped(text: str) -> bool:
    """Whether a value has the shape of a token, holds a private key, or carries a password in a URL or an option."""
    if len(text) < 8:
        return False
    if len(text) >= _SHORTEST_TOKEN and (_TOKENS.search(text) or ("-----BEGIN" in text and _PEM.search(text))):
        return True
    if "://" in text and any(not _harmless(m[2]) for m in _USERINFO.finditer(text)):
        return True
    return any(not _harmless(m[2]) for pattern in _inline(text.lower()) for m in pattern.finditer(text))


def _random(text: str) -> bool:
    """Whether a value is as random as a key in base 64: not hexadecimal (hashes and ids), not made of words."""
    if not _RANDOM.fullmatch(text) or _HEX.fullmatch(text) or len(text) > 512:
        return False
    kinds = ["d" if c.isdigit() else "u" if c.isupper() else "l" if c.islower() else "o" for c in text]
    counts = Counter(kinds)
    if min(counts["d"], counts["u"], counts["l"]) < 2 or counts["o"] > len(text) / 8:
        return False
    if sum(map(len, _LOWER_RUN.findall(text))) > 0.35 * len(text):
        return False
    turns = sum(a != b for a, b in pairwise(kinds))
    return turns >= 0.42 * len(text) and _entropy(text) >= min(4.2, 0.8 * math.log2(len(text)))


def _entropy(text: str) -> float:
    return -sum(n / len(text) * math.log2(n / len(text)) for n in Counter(text).values())
