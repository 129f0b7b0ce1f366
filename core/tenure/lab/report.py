"""``report.html``: one file that needs nothing else, no script, nothing remote; all text is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from tenure.answer.marks import Mark
from tenure.lab.ansi import explained
from tenure.lab.questions import Question
from tenure.lab.run import Asked, Figures, Scored
from tenure.lab.table import table_rows
from tenure.project import Sample

_STYLE = """
:root { color-scheme: light dark; --text:#1d2129; --soft:#5d6673; --ground:#ffffff; --card:#f5f6f8; --line:#dde1e6;
  --current:#1a7f4b; --stale:#c62f2f; --future:#2f62c6; --unknown:#9a6b00; }
@media (prefers-color-scheme: dark) { :root { --text:#e4e7ec; --soft:#9aa4b2; --ground:#15181d; --card:#1d2128;
  --line:#323943; --current:#4cc38a; --stale:#ff7b72; --future:#7aa2ff; --unknown:#e0b04a; } }
* { box-sizing: border-box; }
body { margin:0 auto; padding:2rem 1.25rem 4rem; max-width:72rem; background:var(--ground); color:var(--text);
  font:15px/1.55 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
h1 { margin:0 0 .25rem; font-size:1.7rem; } h2 { margin:2.5rem 0 .75rem; font-size:1.2rem; }
p { max-width:48rem; } .soft { color:var(--soft); }
table { border-collapse:collapse; width:100%; font-variant-numeric:tabular-nums; }
th, td { text-align:left; padding:.45rem .6rem; border-bottom:1px solid var(--line); vertical-align:top; }
th { color:var(--soft); font-weight:600; font-size:.85rem; }
.wide { overflow-x:auto; }
svg { display:block; max-width:100%; height:auto; } svg text { fill:var(--text); font:13px system-ui, sans-serif; }
details { background:var(--card); border:1px solid var(--line); border-radius:8px; margin:.5rem 0; }
summary { cursor:pointer; padding:.6rem .8rem; display:flex; gap:.75rem; align-items:baseline; flex-wrap:wrap; }
summary .q { flex:1 1 24rem; } .inside { padding:0 .8rem .8rem; }
.answers { display:grid; grid-template-columns:repeat(auto-fit, minmax(18rem, 1fr)); gap:.75rem; }
.answer { background:var(--ground); border:1px solid var(--line); border-radius:8px; padding:.6rem .75rem; }
.answer h3 { margin:0 0 .35rem; font-size:.9rem; display:flex; justify-content:space-between; }
.answer p { margin:.2rem 0; overflow-wrap:anywhere; }
.answer ul { margin:.4rem 0 0; padding-left:1.1rem; font-size:.85rem; }
.badge { font-size:.78rem; padding:.05rem .45rem; border-radius:99px; border:1px solid currentColor;
  white-space:nowrap; }
.correct, .current { color:var(--current); } .stale, .superseded, .ended { color:var(--stale); }
.abstained, .other, .unknown { color:var(--unknown); } .future { color:var(--future); }
s { text-decoration-thickness:2px; } .note { color:var(--stale); font-size:.85em; }
"""

_HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>{style}</style></head><body>
"""


def write_report(
    path: Path, sample: Sample, asked: Sequence[Asked], figures: Sequence[Figures], results: dict[str, Any]
) -> None:
    """Write the report of one run."""
    path.write_text(report(sample, asked, figures, results), encoding="utf-8")


def report(sample: Sample, asked: Sequence[Asked], figures: Sequence[Figures], results: dict[str, Any]) -> str:
    """Return the report of one run as HTML."""
    title = f"{sample.title}: {len(asked)} questions, {len(figures)} strategies"
    parts = [
        _HEAD.format(title=escape(title), style=_STYLE),
        f"<h1>{escape(title)}</h1>",
        f'<p class="soft">{escape(sample.description)}</p>',
        _setting(results),
        "<h2>Strategies</h2>",
        _table(table_rows(figures)),
        "<h2>Right and stale</h2>",
        _chart(figures),
        "<h2>By kind of question</h2>",
        _table(_kind_rows(results, figures)),
        "<h2>Every question</h2>",
        *(_question(one) for one in asked),
        "<h2>Where the two scorers differ</h2>",
        _differences(results),
        "</body></html>\n",
    ]
    return "\n".join(parts)


def _setting(results: dict[str, Any]) -> str:
    model = results["text_model"] or "none: the ledger words its answers"
    return (
        f"<p>Read from {results['files']} raw files ({results['passages']} passages, {results['statements']} "
        f"statements), each recorded at its own date; now is {escape(results['now'][:10])}. Text model: "
        f"{escape(model)}. Embedder: {escape(results['embedder'] or 'none')}. Each strategy may retrieve "
        f"{results['k']} passages. An answer is <b class='correct'>correct</b> if it claims the gold value and no "
        "other of its key, <b class='stale'>stale</b> if it claims a value that was superseded or ended. Stale-fact "
        "errors are counted among the answered. Times are of whole questions, with search and generation.</p>"
    )


def _table(rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:])
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _chart(figures: Sequence[Figures]) -> str:
    """Two bars a strategy: the share correct, the share of the answered that is stale."""
    left, width, row = 110, 560, 58
    parts = []
    for number, one in enumerate(figures):
        top = 10 + number * row
        parts.append(f'<text x="0" y="{top + 24}">{escape(one.strategy)}</text>')
        for place, (name, share) in enumerate((("current", one.accuracy), ("stale", one.stale_rate))):
            y = top + place * 22
            label = f"{share:.1%} {'correct' if name == 'current' else 'stale'}"
            parts.append(
                f'<rect x="{left}" y="{y}" width="{max(1.0, share * width):.1f}" height="18" rx="3" '
                f'fill="var(--{name})"></rect><text x="{left + share * width + 8:.1f}" y="{y + 14}">{label}</text>'
            )
    height = 10 + row * len(figures)
    total = left + width + 120
    return (
        f'<svg viewBox="0 0 {total} {height}" role="img" aria-label="Shares correct and stale">{"".join(parts)}</svg>'
    )


def _kind_rows(results: dict[str, Any], figures: Sequence[Figures]) -> list[list[str]]:
    kinds = dict.fromkeys(kind for one in results["strategies"].values() for kind in one["by_kind"])
    rows = [["kind", *(f"{one.strategy}: correct / stale / asked" for one in figures)]]
    for kind in kinds:
        cells = (results["strategies"][one.strategy]["by_kind"][kind] for one in figures)
        rows.append([kind, *(f"{cell['correct']} / {cell['stale']} / {cell['questions']}" for cell in cells)])
    return rows


def _question(one: Asked) -> str:
    question = one.question
    badges = " ".join(
        f'<span class="badge {scored.score.value}">{escape(name)}: {scored.score.value}</span>'
        for name, scored in one.answers.items()
    )
    answers = "".join(_answer(name, scored) for name, scored in one.answers.items())
    return (
        f'<details><summary><span class="soft">{escape(question.id)}</span><span class="q">{escape(question.text)}'
        f'<span class="soft">{escape(_times(question))}</span></span>{badges}</summary><div class="inside">'
        f'<p class="soft">Gold: {escape(", ".join(question.gold) or "nothing holds")} · {question.asks.value} · '
        f'{escape(question.where)}</p><div class="answers">{answers}</div></div></details>'
    )


def _times(question: Question) -> str:
    parts = [f" {name} {when}" for name, when in (("valid", question.valid), ("known", question.known)) if when]
    parts += [f" {question.scope}"] if question.scope else []
    return " ·" + ",".join(parts) if parts else ""


def _answer(name: str, scored: Scored) -> str:
    answer = scored.answer
    evidence = "".join(
        f'<li class="{item.state.value}">{escape(" ".join(item.text.split())[:240])} '
        f'<span class="soft">{escape(item.source or "")}</span></li>'
        for item in answer.evidence
    )
    return (
        f'<div class="answer"><h3><span>{escape(name)}</span><span class="{scored.score.value}">{scored.score.value}'
        f"</span></h3><p>{_marked(answer.text, answer.marks)}</p>"
        f'<p class="soft">worded by the {answer.worded_by.value} · {scored.seconds:.2f} s</p><ul>{evidence}</ul></div>'
    )


def _marked(text: str, marks: Sequence[Mark]) -> str:
    parts = []
    place = 0
    for mark in marks:
        value = escape(text[mark.start : mark.end])
        parts.append(escape(text[place : mark.start]))
        if mark.stale:
            parts.append(f'<s class="stale">{value}</s><span class="note">{escape(explained(mark))}</span>')
        elif mark.claimed:
            parts.append(f'<b class="{mark.state.value}">{value}</b>')
        else:
            parts.append(value)
        place = mark.end
    return "".join(parts) + escape(text[place:])


def _differences(results: dict[str, Any]) -> str:
    found = results["disagreements"]
    if not found:
        return "<p>Nowhere: the scorer by marks and the one by whole tokens agree on every answer.</p>"
    rows = [["question", "strategy", "by marks", "by tokens", "answer"]]
    rows += [[one["id"], one["strategy"], one["by_marks"], one["by_tokens"], one["text"]] for one in found]
    return _table(rows)
