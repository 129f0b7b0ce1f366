"""What the reports are made of: one HTML file that needs nothing else. No script, nothing remote, all text escaped."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape

from tenure.answer.marks import Mark

STYLE = """
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
.bar-current { fill:var(--current); } .bar-stale { fill:var(--stale); } .reach { stroke:var(--text); stroke-width:1.5; }
"""

_PAGE = """<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-{digest}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>{style}</style></head><body>
{body}
</body></html>
"""

_LEFT, _WIDTH, _ROW, _CAPTION = 150, 520, 60, 250
"""Of the chart, in pixels: room for names, length of a whole bar, height of a name's two bars, room for words."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of the chart.

    Attributes:
        kind: ``current`` or ``stale``, which gives the colour.
        share: its length, between 0 and 1.
        low, high: the interval drawn over its end.
        caption: what stands beside it.
    """

    kind: str
    share: float
    low: float
    high: float
    caption: str


def document(title: str, parts: Sequence[str], *, style: str = "", lang: str = "en") -> str:
    """Return a whole page.

    Args:
        title: plain text.
        parts: HTML, made with what is here.
        style: rules beside the common ones; their digest is the only thing the page's policy lets in.
        lang: the language of the page's words.
    """
    rules = STYLE + style
    digest = b64encode(sha256(rules.encode()).digest()).decode()
    return _PAGE.format(lang=escape(lang), digest=digest, title=escape(title), style=rules, body="\n".join(parts))


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return a table of plain texts, the first row its head."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:])
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def marked(
    text: str, marks: Sequence[Mark], note: Callable[[Mark], str], tip: Callable[[Mark], str] | None = None
) -> str:
    """Return a text with the values it claims marked; stale ones are struck through and followed by a note.

    Args:
        text: plain text.
        marks: the values in it.
        note: plain text after a stale value.
        tip: plain text shown over any value it claims.
    """
    parts = []
    place = 0
    for mark in marks:
        value = escape(text[mark.start : mark.end])
        title = f' title="{escape(tip(mark))}"' if tip is not None else ""
        parts.append(escape(text[place : mark.start]))
        if mark.stale:
            parts.append(f'<s class="stale"{title}>{value}</s><span class="note">{escape(note(mark))}</span>')
        elif mark.claimed:
            parts.append(f'<b class="{mark.state.value}"{title}>{value}</b>')
        else:
            parts.append(value)
        place = mark.end
    return "".join(parts) + escape(text[place:])


def chart(groups: Sequence[tuple[str, Sequence[Bar]]], label: str) -> str:
    """Return bars as SVG: a name at the left of its two bars with their intervals and captions.

    Args:
        groups: names, each with two bars.
        label: what the whole shows, for screen readers.
    """
    parts = []
    for number, (name, bars) in enumerate(groups):
        top = 10 + number * _ROW
        parts.append(f'<text x="0" y="{top + 24}">{escape(name)}</text>')
        parts += [_bar(bar, top + place * 23) for place, bar in enumerate(bars)]
    height, total = 10 + _ROW * len(groups), _LEFT + _WIDTH + _CAPTION
    return f'<svg viewBox="0 0 {total} {height}" role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'


def _bar(bar: Bar, y: int) -> str:
    end, low, high = (_LEFT + part * _WIDTH for part in (bar.share, bar.low, bar.high))
    middle, width = y + 9, max(1.0, end - _LEFT)
    return (
        f'<rect class="bar-{bar.kind}" x="{_LEFT}" y="{y}" width="{width:.1f}" height="18" rx="3"></rect>'
        f'<path class="reach" d="M{low:.1f} {middle}H{high:.1f}M{low:.1f} {y + 4}v10M{high:.1f} {y + 4}v10"></path>'
        f'<text x="{max(end, high) + 10:.1f}" y="{y + 14}">{escape(bar.caption)}</text>'
    )
