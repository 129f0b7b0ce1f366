"""The grammar a model's answer must follow: a short list of facts made of pieces of one sentence.

Subject and object are stretches of the sentence's own tokens, so that what is not in the sentence
cannot even be written; the answer is checked all the same. The relation comes first, as a small
model finds a value better once it has named what to look for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

MOST = 3
"""Facts a model may state of one sentence."""
_TOKEN = re.compile(r"[^\W\u3400-\u9fff]+|\S")


def grammar_for(sentence: str, subjects: Sequence[str], relations: Sequence[str]) -> str:
    """Return the GBNF grammar of the answers about a sentence.

    Args:
        sentence: on one line; a field is a stretch of whole words of it.
        subjects: names that may be the subject although the sentence only points at them.
        relations: names of relations, one of which every fact has; at least one.
    """
    item = " ".join(
        (
            _literal('{"relation":"'),
            "relation",
            _literal('","object":"'),
            "span",
            _literal('","subject":"'),
            "subject",
            _literal('","holds":'),
            "truth",
            _literal("}"),
        )
    )
    more = ""
    for _ in range(MOST - 1):
        more = f' ("," item{more})?'
    rules = [
        f'root ::= "[]" | "[" item{more} "]"',
        f"item ::= {item}",
        f"subject ::= {_either([*(_text(name) for name in subjects), 'span'])}",
        f"relation ::= {_either(_text(name) for name in relations)}",
        'truth ::= "true" | "false"',
    ]
    return "\n".join([*rules, *_spans(sentence)]) + "\n"


def _spans(sentence: str) -> list[str]:
    """Return the rule of a stretch of tokens: one rule a token, each of which may go on with the next."""
    tokens = list(_TOKEN.finditer(sentence))
    rules = [f"span ::= {_either(f'w{number}' for number in range(len(tokens)))}"]
    for number, token in enumerate(tokens):
        goes_on = ""
        if number + 1 < len(tokens):
            between = sentence[token.end() : tokens[number + 1].start()]
            goes_on = f" ({_text(between) + ' ' if between else ''}w{number + 1})?"
        rules.append(f"w{number} ::= {_text(token[0])}{goes_on}")
    return rules


def _either(choices: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(choices))


def _json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _text(text: str) -> str:
    """Return a text as it stands inside a JSON string, as a literal of the grammar."""
    return _literal(_json(text)[1:-1])


def _literal(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
