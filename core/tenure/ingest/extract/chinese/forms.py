"""Clauses built around a verb, as listed in ``chinese.json`` under ``forms`` and ``ends``.

In a pattern ``{S}`` is the subject, ``{V}`` the value, ``{A}`` adverbs and dates, ``{D}`` a date that is
the value, ``{Q}`` a quantity, ``{T}`` a time of repetition, ``{R}`` a role, ``{MADE}`` a verb of making.
``r`` is the relation: ``@kind`` takes that of a well-known value, ``@host`` that of a place to run in,
``@role`` that of the role, ``@made`` that of the verb.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tenure.ingest.extract.chinese.frames import forms_of
from tenure.ingest.extract.chinese.lexicon import either, lexicon
from tenure.ingest.extract.chinese.nominal import ADVERBS, Read
from tenure.ingest.extract.chinese.piece import DATE, Piece
from tenure.ingest.extract.chinese.starts import Starts
from tenure.ingest.extract.chinese.subjects import Found, Subjects
from tenure.ingest.extract.chinese.values import HAN, NUMBER, QUANTITY, Span, Values, kind_of
from tenure.ingest.extract.names import Names
from tenure.keys import fold
from tenure.relations import Relation

_ROLE_RELATIONS = (
    "owner", "lead", "manager", "product owner", "ceo", "chair", "president", "director general", "mayor", "governor",
    "head of state", "head of government", "contact", "on-call", "editor", "sponsor", "spouse", "maintainers",
)  # fmt: skip
_TAIL = r"(?:了|啦|哈|啊|呀|哦|喔|的|。|！|～|\s|\ue025|\ue030|\ue031)*"
_TIMELESS = frozenset(
    ["author", "director", "composer", "publisher", "screenwriter", "translator", "illustrator", "artist",
     "producer", "designer", "editor", "cast", "manufacturer", "founder", "birthplace", "education", "awards",
     "genre", "series"]
) | {"birth date", "death date", "death place", "founding date", "dissolution date", "publication date", "record label",
     "original language", "release date"}  # fmt: skip
_CONFIGURED = ("cluster", "region", "platform", "host", "cloud provider", "operating system")
_PLACES = (
    (re.compile(r"集群|丛集"), "cluster"),
    (re.compile(r"区域|机房|可用区|地域"), "region"),
    (re.compile(r"主机|服务器|机器|节点"), "host"),
)
_NUMBERED = re.compile(r"v?\d+(?:\.\d+)+(?:-[\w.]+)?")
_RAISED = re.compile(r"升|更新|回退|回滚|降级")
_LANGUAGE_VERBS = re.compile(r"编写|写成|写的|写$|重写|改写|实现")


@dataclass(frozen=True, slots=True)
class _Form:
    data: dict[str, Any]
    words: tuple[str, ...]
    pattern: re.Pattern[str]
    noun: bool = False


class Forms:
    """Reads such clauses."""

    def __init__(self, names: Names, subjects: Subjects, values: Values) -> None:
        self._names, self._subjects, self._values = names, subjects, values
        relations = lexicon().relations
        self._roles = {noun: name for noun, name in relations.items() if name in _ROLE_RELATIONS}
        self._made = {verb: name for name, verbs in lexicon().made.items() for verb in verbs}
        parts = {
            "{S}": "(?P<s>.*?)", "{A}": ADVERBS, "{V}": "(?P<o>.+?)", "{V0}": "(?:.+?)", "{D}": f"(?P<d>{DATE})",
            "{D0}": DATE,
            "{Q}": rf"(?:大?约|近|超过|逾|仅|高达|长达|可达|达|为|最多|至多|不超过|是|，|\s)*"
            rf"(?P<o>{QUANTITY})",
            "{T}": r"(?P<o>每[^，；。的]{1,14}?)", "{B}": "(?P<b>.+?)",
            "{R}": f"(?P<r>{either(list(self._roles))})", "{N}": "的?(?:现任|新任|新一任|下一任|首席(?!执))?",
            "{MADE}": f"(?P<m>{either(list(self._made))})", "{X}": "(?P<x>.+?)", "{X0}": "(?P<x>[^的]*?)",
            "{G}": f"(?P<o>{either(lexicon().lists['genres'])})",
            "{Q1}": rf"(?P<o>{NUMBER}\s?页)",
            "{Q2}": rf"(?P<o>{NUMBER}\s?(?:分钟|小时|分|秒)(?:{NUMBER}\s?(?:分钟|分|秒))?)",
            "{RN}": f"(?P<rn>{either(list(lexicon().relations))})",
            "{Q3}": rf"(?P<o>{NUMBER}\s?(?:英寸|寸|吋))",
        }  # fmt: skip
        self._forms = tuple(_compiled(d, parts) for d in (*lexicon().forms, *forms_of(lexicon().frames)))
        self._ends = tuple(_compiled(d, parts) for d in lexicon().ends)
        self._maker = re.compile(
            rf"(?:^|由)\s?(?P<o>[{HAN}·]{{2,12}}?)(?:所)?{parts['{MADE}']}的[{HAN}]{{0,8}}\ue023(?P<w>\ue020+)\ue024"
        )
        self._deed = re.compile(rf"(?P<o>[{HAN}A-Za-z·]{{2,12}}?)(?:担任)?{parts['{MADE}']}(?:而成)?")
        self._stating, self._ending = _by_word(self._forms), _by_word(self._ends)
        self._nouns = Starts(relations)
        self._starts = Starts({*self._stating, *self._ending})

    def has_verb(self, text: str) -> bool:
        """Whether a text has a word that any of the forms needs."""
        return bool(self._starts.present(text))

    def read(self, piece: Piece) -> list[Read]:
        """Read a clause as a statement; several of the forms may hold of the same clause's parts."""
        for number in self._near(piece.text, self._stating):
            if self._forms[number].noun and next(self._nouns.matches(piece.text), None) is None:
                continue
            match = self._forms[number].pattern.fullmatch(piece.text)
            found = self._stated(piece, self._forms[number].data, match) if match else None
            if found:
                return found
        return []

    def ends(self, piece: Piece) -> Read | None:
        """Read a clause as an end of something."""
        for number in self._near(piece.text, self._ending):
            match = self._ends[number].pattern.fullmatch(piece.text)
            found = self._ended(piece, self._ends[number].data, match) if match else None
            if found:
                return found
        return None

    def _near(self, text: str, by_word: dict[str, list[int]]) -> list[int]:
        """The numbers of the forms of which a clause has a word, in their order."""
        return sorted({number for word in self._starts.present(text) for number in by_word.get(word, ())})

    def _relation(self, name: str) -> Relation:
        return self._names.registry.get(name)

    def _stated(self, piece: Piece, data: dict[str, Any], match: re.Match[str]) -> list[Read] | None:
        groups = match.groupdict()
        subject = self._subjects.read(piece, match.span("s")) if "s" in groups else Found(None, points=True)
        if subject is None or (data.get("named") and subject.points and not match["s"].strip()):
            return None
        if data.get("title") and not re.search(r"\ue023", match["s"]):
            return None
        if groups.get("d") is not None:
            return self._dated(piece, data, match)
        span = match.span("o")
        relation = self._named_relation(data["r"], match, piece, span)
        if relation is None or (data.get("award") and not re.search(r"奖|[\ue021]|勋章|奖章|称号|金牌", match["o"])):
            return None
        if data.get("suffix") and not match["o"].strip().endswith(tuple(data["suffix"])):
            return None
        objects = self._values.read(piece.text, span, relation, many="many" in data)
        if objects is None or (data["r"] == "members" and not _team(piece.text[slice(*match.span("s"))])):
            return None
        if "mixed" in data:
            kinds = {kind_of(piece.text[slice(*o)]) for o in objects}
            if None in kinds or len(kinds) < 2:
                return None
        if relation.name == "supports" and any(_DEED.search(piece.text[slice(*o)]) for o in objects):
            return None
        if data.get("short") and (match.end("o") - match.start("o") > _SHORT or "的" in match["o"]):
            return None
        if data.get("versioned") and not re.search(r"[A-Za-z].* ?\d", piece.text[slice(*objects[0])]):
            return None
        if data.get("person") and not _plausible_place(piece.text[slice(*objects[0])]):
            return None
        relation = _closer(relation, piece, match, objects, self._relation)
        found = [Read(subject, relation, tuple(objects), match.end(), relation.name in _TIMELESS)]
        found += self._dated_beside(piece, found[0], match)
        return found + self._besides(subject_of=found[0], match=match)

    def shared(self, piece: Piece) -> list[Read]:
        """ "由A编剧、B执导": several makers behind one "由"."""
        match = _SHARED.fullmatch(piece.text)
        subject = self._subjects.read(piece, match.span("s")) if match is not None else None
        found: list[Read] = []
        if match is None or subject is None:
            return found
        at = match.start("rest")
        for part in re.split("(、)", match["rest"]):
            deed = self._deed.fullmatch(part)
            if part != "、" and deed is None:
                return []
            if deed is not None:
                span = self._values.one(piece.text, (at + deed.start("o"), at + deed.end("o")), "person")
                if span is None:
                    return []
                named = lexicon().relations.get(piece.text[at + deed.start("o") : span[0]], self._made[deed["m"]])
                found.append(Read(subject, self._relation(named), (span,), match.end(), True))
            at += len(part)
        return found

    def makers(self, piece: Piece) -> list[tuple[str, Relation, str]]:
        """Return (work, relation, maker) of "V执导的《W》", wherever it stands in a clause."""
        found: list[tuple[str, Relation, str]] = []
        for match in self._maker.finditer(piece.text):
            maker = self._values.one(piece.text, match.span("o"), "person")
            if maker is not None:
                work = piece.raw(match.start("w"), match.end("w"))
                found.append((work, self._relation(self._made[match["m"]]), piece.raw(*maker)))
        return found

    def _dated(self, piece: Piece, data: dict[str, Any], match: re.Match[str]) -> list[Read] | None:
        subject = self._subjects.read(piece, match.span("s"))
        if subject is None:
            return None
        found = [Read(subject, self._relation(data["r"]), (match.span("d"),), match.end(), True)]
        if match.groupdict().get("b"):
            place = self._relation(data["b"])
            spans = self._values.read(piece.text, match.span("b"), place)
            if spans and place.name == "venue" and _TOWN.fullmatch(piece.text[slice(*spans[0])]):
                place = self._relation("host city")
            if spans:
                found.append(Read(subject, place, tuple(spans), match.end(), True))
        return found

    def _dated_beside(self, piece: Piece, read: Read, match: re.Match[str]) -> list[Read]:
        """ "2011年由V出版" also gives the year."""
        other = _DATED_BESIDE.get(read.relation.name)
        places = [i for i, c in enumerate(piece.text) if c == DATE]
        if other is None or len(places) != 1 or (read.relation.name == "manufacturer" and "推出" not in match[0]):
            return []
        return [Read(read.subject, self._relation(other), ((places[0], places[0] + 1),), match.end(), True)]

    def _besides(self, *, subject_of: Read, match: re.Match[str]) -> list[Read]:
        """The kind of work named with its maker ("林远创作的长篇小说")."""
        beside = match.groupdict().get("x")
        if not beside:
            return []
        genre = re.search(
            rf"[{HAN}]{{0,6}}?" + either(lexicon().lists["genres"]) + r"(?=\s*$)", beside.rpartition("的")[2]
        )
        if genre is None:
            return []
        start = match.start("x") + len(beside) - len(beside.rpartition("的")[2])
        span = (start + genre.start(), start + genre.end())
        return [Read(subject_of.subject, self._relation("genre"), (span,), match.end(), True)]

    def _named_relation(self, name: str, match: re.Match[str], piece: Piece, span: Span) -> Relation | None:
        if not name.startswith("@"):
            return self._relation(name)
        if name == "@noun":
            return self._relation(lexicon().relations[fold(match["rn"])])
        if name == "@role":
            return self._relation(self._roles[match["r"].lower()])
        if name == "@made":
            return self._relation(self._made[match["m"]])
        value = self._values.one(piece.text, span, "code")
        if value is None:
            return None
        kind = kind_of(piece.text[slice(*value)])
        if kind is None and _NUMBERED.fullmatch(piece.text[slice(*value)]) and _RAISED.search(match[0]):
            kind = "version"
        rest = piece.text[value[1] : span[1]]
        if name == "@host":
            kind = next((k for p, k in _PLACES if p.search(rest)), kind)
            return self._relation(kind) if kind in _CONFIGURED else None
        if (
            kind == "language"
            and re.search(r" v?\d", piece.text[slice(*value)])
            and not _LANGUAGE_VERBS.search(match[0])
        ):
            kind = "runtime"
        return self._relation(kind) if kind else None

    def _ended(self, piece: Piece, data: dict[str, Any], match: re.Match[str]) -> Read | None:
        subject = self._subjects.read(piece, match.span("s")) if "s" in match.groupdict() else Found(None, points=True)
        if subject is None:
            return None
        if data["r"] == "@role":
            relation = self._relation(self._roles[match["r"].lower()])
        elif data["r"] == "@noun":
            relation = self._relation(lexicon().relations[fold(match["rn"])])
        else:
            relation = self._relation(data["r"])
        if data.get("team") and not _team(piece.text[slice(*match.span("s"))]):
            return None
        organised = relation.name in ("sponsor", "parent organization", "owner", "maintainers")
        kinds = ["version"] if data.get("version") else ["person"] if data.get("named") else ["code"]
        spans = [self._values.one(piece.text, match.span("o"), k) for k in kinds + ["text"] * organised]
        span = next((s for s in spans if s is not None), None)
        if span is None:
            return None
        if relation.name == "supports" and kind_of(piece.text[slice(*span)]) == "supported platforms":
            relation = self._relation("supported platforms")
        return Read(subject, relation, (span,), match.end())


_SHARED = re.compile(rf"(?P<s>.*?){ADVERBS}由(?P<rest>[^，由]+、[^，由]+?)(?:的[{HAN}]{{0,6}})?(?:。|\s)*")
_DEED = re.compile(rf"[{HAN}]{{5}}|" + either(lexicon().lists["common_verbs"]))
"""What says what is done rather than what a thing is."""
_SHORT = 6
"""Characters of a title that names no employer beside it."""
_TOWN = re.compile(rf"[{HAN}]{{2,5}}(?<![馆场厅园楼室院堂店寺宫校学心区厂社街路村])")
_DATED_BESIDE = {
    "venue": "start date",
    "host city": "start date",
    "publisher": "publication date",
    "founder": "founding date",
    "manufacturer": "release date",
}


def _closer(
    relation: Relation, piece: Piece, match: re.Match[str], objects: list[Span], find: Callable[[str], Relation]
) -> Relation:
    """The nearer relation of "支持 Linux 和 macOS 两种平台" and of "备份任务每天执行"."""
    if relation.name == "supports":
        kinds = {kind_of(piece.text[slice(*span)]) for span in objects}
        if kinds == {"supported platforms"} or re.search(r"[种个]平台", match["o"]):
            return find("supported platforms")
    if relation.name == "parent organization" and re.search(r"[镇县乡村市区州省]\s*$", match["s"]):
        return find("located in")
    if relation.name == "venue" and _TOWN.fullmatch(piece.text[slice(*objects[0])]):
        return find("host city")
    if relation.name == "schedule" and "备份" in match["s"]:
        return find("backup schedule")
    return relation


def _by_word(forms: tuple[_Form, ...]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for number, form in enumerate(forms):
        for word in form.words:
            found.setdefault(word, []).append(number)
    return found


def _compiled(data: dict[str, Any], parts: dict[str, str]) -> _Form:
    pattern = data["p"]
    for mark, part in parts.items():
        pattern = pattern.replace(mark, part, 1) if mark != "{A}" else pattern.replace(mark, part)
    pattern = pattern.replace("{V0}", ".+?")
    return _Form(data, tuple(data["w"]), re.compile(pattern + _TAIL), "{RN}" in data["p"])


def _team(text: str) -> bool:
    return re.search(r"(?:组|队|部|团队|社|团|班|协会|委员会|中心)\s*$", text.strip()) is not None


def _plausible_place(text: str) -> bool:
    return re.fullmatch(rf"[{HAN}·]{{2,10}}", text) is not None
