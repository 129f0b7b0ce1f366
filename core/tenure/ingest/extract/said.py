"""Who speaks in a message, and which of its words are the speaker's own.

In a message "I" is whoever wrote it; what it quotes was said before, by somebody else, and states
nothing new.
"""

from __future__ import annotations

import re

from tenure.ingest.extract.view import View
from tenure.relations import RelationRegistry

_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_QUOTED = re.compile(
    r"^[ \t]*(?:(?:>|&gt;|\| >)|(?:sent from my|von meinem .{2,30} gesendet|get outlook for)\b)[^\n]*$",
    re.IGNORECASE | re.MULTILINE,
)
_QUOTED_BELOW = re.compile(r"[\n \t]*(?:>|&gt;)")
_WROTE = re.compile(
    r"(?:on|am|le|el|op|il|den)\b[^\n]{4,200}(?:\n[^\n]{0,200}){0,2}?"
    r"\b(?:wrote|schrieb[^\n]{0,100}|a écrit|escribió|schreef|ha scritto|skrev)[ \t]*:[ \t]*$"
    r"|在[^\n]{4,200}写道[ \t]*[:：][ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_REST = re.compile(
    r"^(?:-{2,}[ \t]*(?:original message|forwarded (?:message|by)|ursprüngliche nachricht|message d'origine"
    r"|weitergeleitete nachricht|原始邮件|转发的邮件)\b[^\n]*"
    r"|begin forwarded message[ \t]*:[^\n]*"
    r"|_{10,}[ \t]*\n[ \t]*(?:from|von|de)[ \t]*:[^\n]*"
    r"|[*_]*from[*_]*[ \t]*:[^\n]+\n(?:[^\n]+\n){0,2}?[*_]*(?:sent|date|to|subject)[*_]*[ \t]*:[^\n]+"
    r"|--[ \t]?)$",
    re.IGNORECASE | re.MULTILINE,
)

_BE = r"(?:now|currently|still|again|no longer|not|also|officially|temporarily|back|from now on)"
_ROLE = r"(?:the|an?|in|at|on|responsible|based|living|working|employed|married|head|lead|chair|owner)"
_VERBS = {
    verb: verb + "s"
    for verb in [
        "own",
        "lead",
        "maintain",
        "manage",
        "run",
        "head",
        "chair",
        "handle",
        "live",
        "work",
        "use",
        "prefer",
        "sponsor",
        "represent",
        "support",
    ]
}
_PRONOUN = re.compile(
    rf"\bI(?P<be>(?: am|'m)(?=(?: {_BE}){{0,2}} {_ROLE}\b)| was(?=(?: {_BE})? {_ROLE}\b))"
    rf"|\bI(?P<deed>(?: have|'ve)? (?:just |now |officially )?(?:became|become|joined|left|moved|took over|taken over"
    rf"|handed over|used to)\b)"
    rf"|\bI(?P<adverb>(?: {_BE})?) (?P<verb>{'|'.join(_VERBS)})\b"
    r"|\b(?P<my>[Mm]y) (?=(?P<what>[\w-]+(?: [\w-]+){0,2}))"
    r"|(?:(?<=\bby )|(?<=\bis )|(?<=\bis now )|(?<=\bwill be ))(?P<me>me)(?=[.,;!)]|$| (?:now|since|from|again)\b)"
)
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*(?:(?:[-*+•]|\d+[.)])[ \t]+)?|\n[ \t]*(?:[-*+•]|\d+[.)])[ \t]+")
_CHINESE = re.compile(
    r"(?:^|(?<=[，。；：！、\s\ue012]))我(?=(?:现在|目前|已经?|从[^，。]{1,12}起|不再|将|刚刚?|正式)?(?:是|负责|接手|接管|担任|卸任|成为))"
    r"|(?<=由)我(?=[^，。？！]{0,6}(?:负责|维护|管理|接手|接管|主持))|(?<=负责人是)我(?=[，。！]|$)"
)
_BRACKETS = re.compile(r"\s*[(\[{|].*$")


def own_words(text: str) -> list[tuple[int, int]]:
    """Return the spans of a message that are its writer's own words.

    Left out are quoted lines (``>``), code blocks, what stands below "On … wrote:" or a forwarded
    message's head, and a signature.
    """
    rest = _REST.search(text)
    end = len(text) if rest is None else rest.start()
    silent: list[tuple[int, int]] = []
    for match in _WROTE.finditer(text, 0, end):
        if match.start() and text[match.start() - 1] != "\n":
            continue
        if not _QUOTED_BELOW.match(text, match.end(), end):  # the whole of the older message, unmarked
            end = match.start()
            break
        silent.append(match.span())
    silent += [match.span() for pattern in (_FENCE, _QUOTED) for match in pattern.finditer(text, 0, end)]
    spans: list[tuple[int, int]] = []
    at = 0
    for first, last in sorted(silent):
        if first > at:
            spans.append((at, first))
        at = max(at, last)
    spans.append((at, end))
    return [(start, stop) for start, stop in spans if text[start:stop].strip()]


def paragraphs(text: str) -> list[tuple[int, int]]:
    """Return the spans of a letter's own paragraphs and list items, greeting and all."""
    found: list[tuple[int, int]] = []
    for start, end in own_words(text):
        at = start
        for cut in _PARAGRAPH.finditer(text, start, end):
            found.append((at, cut.start()))
            at = cut.end()
        found.append((at, end))
    return [(a, b) for a, b in found if text[a:b].strip()]


def as_speaker(view: View, speaker: str, registry: RelationRegistry) -> View:
    """Return the view with the speaker's name where "I", "my", "me" or "我" stand beyond doubt for them.

    ``we`` is left as it is: it may be a team, a company, or everyone.
    """
    name = _BRACKETS.sub("", speaker).strip() or speaker
    text: list[str] = []
    places: list[int] = []
    at = 0
    for match in sorted((*_PRONOUN.finditer(view.text), *_CHINESE.finditer(view.text)), key=lambda m: m.start()):
        new = _spoken(match, name, registry) if match.re is _PRONOUN else _apart(match, name)
        if new is None:
            continue
        text += [view.text[at : match.start()], new]
        places += view.places[at : match.start()]
        places += [view.places[match.start()]] * (len(new) - 1)
        places.append(view.places[match.end() - 1])
        at = match.end()
    if at == 0:
        return view
    text.append(view.text[at:])
    places += view.places[at:]
    return View("".join(text), tuple(places), view.raw, view.begin)


def _apart(match: re.Match[str], name: str) -> str:
    """Return a name as it stands in Chinese: between spaces if it is written in letters."""
    before = " " if match.start() and not match.string[match.start() - 1].isspace() else ""
    return f"{before}{name} " if name.isascii() else name


def _spoken(match: re.Match[str], name: str, registry: RelationRegistry) -> str | None:
    if match["be"] is not None:
        return f"{name} {'was' if 'was' in match['be'] else 'is'}"
    if match["deed"] is not None:
        return name + match["deed"].replace("'ve", " has").replace(" have", " has")
    if match["verb"] is not None:
        return f"{name}{match['adverb']} {_VERBS[match['verb']]}"
    if match["me"] is not None:
        return name
    words = match["what"].split()
    named = any(registry.find(" ".join(words[:count])) for count in range(len(words), 0, -1))
    return f"{name}'s " if named else None
