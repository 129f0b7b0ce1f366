"use strict";
/* The timeline page. Data comes as JSON through the bridge; every value is shown as text. */
(function () {
  const ROW = 34, AXIS = 70, LABELS = 172, PAD = 14, GAP = 2;
  const DAY = 86400000, CELL = 8;
  let bridge = null;
  let data = { level: "relations", rows: 0, first: 0, last: 0, window: null, span: [0, 1], lanes: [], bars: [],
    cells: { first: 0, width: DAY, counts: [] }, now: 0, valid: null, known: null, texts: {}, template: {} };
  let range = null, plotted = false, queued = false, telling = 0, drawn = [], selected = "", hovered = "", wantedRow = null;

  const $ = (id) => document.getElementById(id);
  const plot = () => $("plot");
  const send = (kind, rest) => bridge && bridge.send(JSON.stringify(Object.assign({ kind }, rest)));
  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();

  /* plotly reads a little HTML in its texts: a value must not be read so */
  const plain = (text) => String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

  const measure = (function () {
    const context = document.createElement("canvas").getContext("2d");
    return (text) => { context.font = css("size-body") + " " + css("family"); return context.measureText(text).width; };
  })();

  /* A value shortened to its bar; where not even two characters fit, the sign alone, or nothing. */
  function fitted(sign, value, room) {
    const start = sign ? sign + " " : "", text = start + value, pad = "\u00a0";
    if (measure(text) <= room) return pad + text;
    let low = 0, high = text.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (measure(text.slice(0, middle) + "…") <= room) low = middle; else high = middle - 1;
    }
    if (low >= start.length + 2) return pad + text.slice(0, low) + "…";
    return sign && measure(sign) <= room ? pad + sign : "";
  }

  const height = () => $("scroll").clientHeight;
  const width = () => Math.max(50, $("scroll").clientWidth - LABELS - PAD);
  const perPixel = () => (range[1] - range[0]) / width();

  function wholeRange() {
    const [from, to] = data.span, room = Math.max(to - from, DAY) * 0.025;
    return [from - room, to + room];
  }

  const topRow = () => Math.floor($("scroll").scrollTop / ROW);
  const rowsInView = () => Math.max(1, Math.ceil((height() - AXIS) / ROW));
  const cellsInView = () => Math.max(8, Math.floor(width() / CELL));

  /* What the window is told of the view; more: whether what is here does not cover it. */
  function view() {
    const here = { first: topRow(), rows: rowsInView(), cells: cellsInView() };
    return range ? Object.assign(here, { from: range[0], to: range[1] }) : here;
  }

  function lacking() {
    const bottom = Math.min(topRow() + rowsInView(), data.rows);
    if (topRow() < data.first || bottom > data.last) return true;
    if (data.window && (range[0] < data.window[0] || range[1] > data.window[1])) return true;
    const finest = (range[1] - range[0]) / cellsInView();
    return data.cells.counts.length > 0 && (finest < data.cells.width * 0.45 || finest > data.cells.width * 2);
  }

  function tell() {
    clearTimeout(telling);
    telling = setTimeout(() => send("range", Object.assign(view(), { more: lacking() })), 70);
  }

  function visibleBars() {
    const first = topRow() - 1, last = first + height() / ROW + 3;
    return data.bars.filter((bar) => bar.row >= first && bar.row <= last
      && bar.from < range[1] && (bar.to === null || bar.to > range[0] || bar.to <= bar.from));
  }

  function traceOf(bars) {
    const scale = perPixel();
    const open = Math.max(range[1], data.span[1]) + scale * 4;
    const trace = { type: "bar", orientation: "h", base: [], x: [], y: [], width: [], text: [], customdata: [],
      textposition: "inside", insidetextanchor: "start", constraintext: "none", textangle: 0, hoverinfo: "none", cliponaxis: true,
      insidetextfont: { color: [], size: parseInt(css("size-body"), 10) },
      marker: { color: [], line: { color: [], width: [] }, cornerradius: 5 }, selectedpoints: null };
    for (const bar of bars) {
      const left = Math.max(bar.from, range[0] - scale * 8);
      const right = Math.max(Math.min(bar.to === null ? open : bar.to, open) - GAP * scale, left + 7 * scale);
      const chosen = bar.id === selected;
      trace.base.push(left);
      trace.x.push(right - left);
      trace.y.push(bar.row + 0.5);
      trace.width.push(24 / ROW);
      trace.text.push(plain(fitted(bar.sign, bar.value, (Math.min(right, range[1]) - Math.max(left, range[0])) / scale - 12)));
      trace.customdata.push(bar);
      trace.marker.color.push(css(bar.colour + "-fill"));
      trace.marker.line.color.push(css(bar.colour));
      trace.marker.line.width.push(chosen ? 2.5 : 1);
      trace.insidetextfont.color.push(css(bar.colour));
    }
    return trace;
  }

  /* Counts as columns in their rows: what still holds full at the bottom, what was retired outlined above, the future on top. */
  function cellTraces() {
    const { first, width: wide, counts } = data.cells, room = 26 / ROW, gap = perPixel();
    const top = topRow() - 1, bottom = top + rowsInView() + 3;
    const kinds = [["current", css("current")], ["retired", css("retired-fill")], ["future", css("future-fill")]];
    const traces = kinds.map(([name, fill]) => ({ type: "scatter", mode: "lines", x: [], y: [], fill: "toself", fillcolor: fill,
      line: { color: css(name), width: 0.6 }, hoverinfo: "skip", cliponaxis: true }));
    const most = counts.reduce((least, [,,, ...parts]) => Math.max(least, parts[0] + parts[1] + parts[2]), 1);
    for (const [row, , cell, ...parts] of counts) {
      const left = first + cell * wide, right = left + wide - gap;
      if (row < top || row > bottom || right < range[0] || left > range[1]) continue;
      const total = parts[0] + parts[1] + parts[2], tall = room * (0.18 + 0.82 * Math.log1p(total) / Math.log1p(most));
      let base = row + 1 - 4 / ROW;
      parts.forEach((part, kind) => {
        if (!part) return;
        const rim = base - tall * part / total;
        traces[kind].x.push(left, right, right, left, left, null);
        traces[kind].y.push(base, base, rim, rim, base, null);
        base = rim;
      });
    }
    return traces.filter((trace) => trace.x.length);
  }

  function layoutOf() {
    const top = $("scroll").scrollTop / ROW, rows = (height() - AXIS) / ROW;
    const lines = [];
    for (let row = Math.floor(top); row <= top + rows + 1; row += 1) if (data.starts.has(row)) lines.push(row);
    const axisText = { color: css("muted"), size: parseInt(css("size-small"), 10) };
    return { template: data.template, width: width() + PAD, height: height(), margin: { l: 0, r: PAD, t: AXIS, b: 0 }, barmode: "overlay",
      dragmode: "pan", showlegend: false, hovermode: "closest", bargap: 0,
      paper_bgcolor: css("surface"), plot_bgcolor: css("surface"),
      xaxis: { type: "date", side: "top", range: range.slice(), tickfont: axisText, showgrid: true, gridcolor: css("divider"),
        zeroline: false, showline: true, linecolor: css("divider"), nticks: Math.max(2, Math.floor(width() / 80)), ticklabelstandoff: 4 },
      yaxis: { range: [top + rows, top], fixedrange: true, tickmode: "array", tickvals: lines, showticklabels: false, showgrid: true,
        gridcolor: css("divider"), zeroline: false } };
  }

  function draw() {
    queued = false;
    if (!range) return;
    place();
    drawn = visibleBars();
    const config = { displayModeBar: false, scrollZoom: false, doubleClick: false, responsive: false, showTips: false };
    const done = Plotly.react(plot(), [traceOf(drawn), ...cellTraces()], layoutOf(), config);
    if (!plotted) {
      plotted = true;
      plot().on("plotly_click", (event) => event.points[0].customdata && choose(event.points[0].customdata));
      plot().on("plotly_hover", hoverBar);
      plot().on("plotly_unhover", () => { hovered = ""; hideTip(); });
      plot().on("plotly_relayout", moved);
      plot().on("plotly_relayouting", (change) => { if (take(change)) lines(); });
    }
    lines();
    return done.then(() => send("drawn", { bars: drawn.length, cells: data.cells.counts.length, serial: data.serial || 0 }));
  }

  function later() { if (!queued) { queued = true; requestAnimationFrame(draw); } }

  function take(change) {
    const pair = change["xaxis.range"] || [change["xaxis.range[0]"], change["xaxis.range[1]"]];
    if (pair[0] === undefined) return false;
    range = pair.map((edge) => typeof edge === "number" ? edge : Date.parse(String(edge).replace(" ", "T") + (/Z$/.test(edge) ? "" : "Z")));
    return true;
  }

  function moved(change) { if (take(change)) { later(); tell(); } }

  function setRange(from, to) {
    const least = 3600000;
    if (to - from < least) { const middle = (from + to) / 2; from = middle - least / 2; to = middle + least / 2; }
    range = [from, to]; later(); tell();
  }

  function zoom(factor, at) {
    const [from, to] = range, middle = at === undefined ? (from + to) / 2 : at;
    setRange(middle - (middle - from) * factor, middle + (to - middle) * factor);
  }

  function place() {
    $("view").style.height = height() + "px";
    $("plot").style.left = LABELS + "px";
    $("corner").style.width = LABELS + "px";
    $("corner").style.height = AXIS + "px";
    $("labels").style.width = LABELS + "px";
    $("stage").style.height = Math.max(height(), AXIS + data.rows * ROW + 2) + "px";
  }

  function labels() {
    const box = $("labels"), held = box.contains(document.activeElement) ? Number(document.activeElement.dataset.row) : null;
    box.replaceChildren(...data.lanes.map(labelOf));
    const row = wantedRow === null ? held : wantedRow;
    wantedRow = null;
    if (row !== null) focusRow(row);
  }

  function labelOf(lane) {
    const label = document.createElement(lane.header ? "h2" : "button");
    label.dir = "auto";
    label.style.top = AXIS + lane.row * ROW + 1 + "px";
    label.style.height = lane.rows * ROW - 1 + "px";
    label.style.lineHeight = ROW - 1 + "px";
    label.textContent = lane.label;
    label.title = lane.title;
    if (lane.header) return label;
    label.setAttribute("role", "listitem");
    label.dataset.row = lane.row;
    if (data.grouped && lane.kind === "relations") label.classList.add("inner");
    if (lane.scope) { const small = document.createElement("small"); small.textContent = " " + lane.scope; label.append(small); }
    label.addEventListener("click", () => send("lane", { of: lane.kind, index: lane.index }));
    label.addEventListener("keydown", (event) => laneKey(event, lane));
    return label;
  }

  const laneAt = (row) => data.lanes.find((lane) => !lane.header && row >= lane.row && row < lane.row + lane.rows);

  /* Focus the lane at a row or the next in the direction; one not here yet is scrolled to and focused when it comes. */
  function focusRow(row, step) {
    const all = [...document.querySelectorAll("#labels button")].filter((label) =>
      step < 0 ? Number(label.dataset.row) <= row : Number(label.dataset.row) >= row);
    const target = step < 0 ? all[all.length - 1] : all[0];
    if (target) target.focus();
    else if (step && row >= 0 && row < data.rows) { wantedRow = row; $("scroll").scrollTop = (row - 2) * ROW; }
  }

  function laneKey(event, lane) {
    const inLane = (bar) => bar.row >= lane.row && bar.row < lane.row + lane.rows;
    const bars = data.bars.filter(inLane), here = bars.findIndex((bar) => bar.id === selected);
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      if (!bars.length) return;
      const next = event.key === "ArrowRight" ? Math.min(here + 1, bars.length - 1) : Math.max(here - 1, 0);
      choose(bars[next]);
    } else if (event.key === "ArrowDown") focusRow(lane.row + lane.rows, 1);
    else if (event.key === "ArrowUp") focusRow(lane.row - 1, -1);
    else return;
    event.preventDefault(); event.stopPropagation();
  }

  function choose(bar) {
    selected = bar.id;
    mark();
    later();
    send("select", { id: bar.id });
  }

  function mark() {
    const bar = data.bars.find((one) => one.id === selected), lane = bar && laneAt(bar.row);
    for (const label of document.querySelectorAll("#labels button"))
      label.classList.toggle("selected", Boolean(lane) && Number(label.dataset.row) === lane.row);
  }

  /* Tips: of a bar the window says what it is, of a cell it is known here. */
  function showTip(lines, x, y) {
    const tip = $("tip");
    tip.textContent = lines.join("\n");
    tip.hidden = false;
    tip.style.left = Math.max(4, Math.min(x + 14, document.body.clientWidth - tip.offsetWidth - 4)) + "px";
    tip.style.top = Math.max(4, y + 18 + tip.offsetHeight > height() ? y - tip.offsetHeight - 8 : y + 18) + "px";
  }

  function hideTip() { $("tip").hidden = true; }

  function hoverBar(event) {
    const bar = event.points[0].customdata;
    if (!bar || !event.event) return;
    hovered = bar.id;
    hoverBar.at = [event.event.clientX, event.event.clientY];
    send("hover", { id: bar.id });
  }

  function cellAt(x, y) {
    if (!range || x < LABELS || y < AXIS) return null;
    const row = Math.floor(($("scroll").scrollTop + y - AXIS) / ROW), at = range[0] + (x - LABELS) * perPixel();
    const place = Math.floor((at - data.cells.first) / data.cells.width);
    const found = data.cells.counts.find((cell) => cell[0] === row && cell[2] === place);
    return found ? { row, at, parts: found.slice(3), from: data.cells.first + place * data.cells.width } : null;
  }

  function cellLines(cell) {
    const lane = laneAt(cell.row), written = (at) => new Date(at).toISOString().slice(0, data.cells.width < DAY ? 16 : 10).replace("T", " ");
    const total = cell.parts.reduce((sum, part) => sum + part, 0);
    const parts = cell.parts.map((part, kind) => part ? part.toLocaleString() + " " + data.texts.states[kind] : "").filter(Boolean);
    const begin = data.texts.begin.replace("{0}", total.toLocaleString()).replace("{1}", parts.join(", "));
    return [lane ? lane.title : "", written(cell.from) + " – " + written(cell.from + data.cells.width), begin];
  }

  function overCells() {
    let pressed = null;
    $("view").addEventListener("pointermove", (event) => {
      const cell = cellAt(event.clientX, event.clientY);
      if (cell) showTip(cellLines(cell), event.clientX, event.clientY); else if (!hovered) hideTip();
    });
    $("view").addEventListener("pointerleave", () => { hovered = ""; hideTip(); });
    window.addEventListener("pointerdown", (event) => { pressed = [event.clientX, event.clientY]; }, true);
    window.addEventListener("pointerup", (event) => {
      const still = pressed && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) < 4;
      const cell = still && event.button === 0 && !event.target.closest(".line") ? cellAt(event.clientX, event.clientY) : null;
      pressed = null;
      if (cell) closer(cell);
    }, true);
  }

  function closer(cell) {
    const lane = laneAt(cell.row);
    hideTip();
    if (data.level === "relations") zoom(1 / 8, cell.at);
    else if (lane) send("lane", { of: lane.kind, index: lane.index });
  }

  function setLine(id, at, text) {
    const line = $(id);
    line.hidden = at === null || at < range[0] || at > range[1];
    if (line.hidden) return;
    const x = (at - range[0]) / perPixel();
    line.style.left = LABELS + x + "px";
    line.firstElementChild.textContent = text;
    const half = line.firstElementChild.offsetWidth / 2;
    line.classList.toggle("start", x < half);
    line.classList.toggle("end", x > width() + PAD - half);
  }

  const lineAt = (id) => data[id] === null ? data.now : data[id];

  function lines() {
    for (const id of ["known", "valid"]) {
      setLine(id, lineAt(id), data.texts[id]);
      $(id).setAttribute("aria-label", data.texts[id + "Name"] || "");
      $(id).setAttribute("aria-valuetext", data.texts[id] || "");
    }
  }

  /* A line goes where it is dragged, and by the arrow keys a day, by the page keys a month. */
  function movable(id, kind) {
    const line = $(id);
    let start = null, at = null;
    const follow = (event) => {
      if (start === null || (at === null && event.clientX === start)) return;
      at = range[0] + Math.min(Math.max(event.clientX - LABELS, 0), width()) * perPixel();
      setLine(id, at, new Date(at).toISOString().slice(0, 10));
    };
    line.addEventListener("pointerdown", (event) => { start = event.clientX; at = null; line.setPointerCapture(event.pointerId); event.preventDefault(); line.focus(); });
    line.addEventListener("pointermove", follow);
    line.addEventListener("pointerup", (event) => { follow(event); if (at !== null) send(kind, { at: Math.round(at) }); start = at = null; });
    line.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1, PageDown: -30, PageUp: 30 }[event.key];
      if (step) { send(kind, { at: lineAt(id) + step * DAY }); event.preventDefault(); event.stopPropagation(); }
    });
  }

  function keys() {
    window.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || !range) return;
      const step = (range[1] - range[0]) / 10, page = Math.max(1, rowsInView() - 2);
      const scrolls = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -data.rows, End: data.rows };
      if (event.key === "+" || event.key === "=") zoom(0.8);
      else if (event.key === "-") zoom(1.25);
      else if (event.key === "0") setRange(...wholeRange());
      else if (event.key === "ArrowLeft") setRange(range[0] - step, range[1] - step);
      else if (event.key === "ArrowRight") setRange(range[0] + step, range[1] + step);
      else if (event.key in scrolls) $("scroll").scrollTop += scrolls[event.key] * ROW;
      else return;
      event.preventDefault();
    });
    $("scroll").addEventListener("wheel", (event) => {
      if (!range || !(event.ctrlKey || event.shiftKey)) return;
      event.preventDefault();
      const amount = event.deltaY || event.deltaX;
      if (event.ctrlKey) zoom(amount > 0 ? 1.15 : 1 / 1.15, range[0] + Math.max(0, event.clientX - LABELS) * perPixel());
      else { const step = (range[1] - range[0]) * (amount > 0 ? 0.06 : -0.06); setRange(range[0] + step, range[1] + step); }
    }, { passive: false });
    $("scroll").addEventListener("scroll", () => { later(); if (range) tell(); });
    new ResizeObserver(() => { later(); if (range) tell(); }).observe($("scroll"));
  }

  function show(message) {
    const keep = range ? message.keep : "";
    data = message;
    data.starts = new Set(data.lanes.map((lane) => lane.row));
    data.starts.add(data.rows);
    selected = message.selected;
    hovered = "";
    $("empty").hidden = data.rows > 0;
    $("empty").textContent = data.texts.empty;
    if (!keep) range = wholeRange();
    place();
    if (keep !== "all") $("scroll").scrollTop = data.top * ROW;
    labels();
    mark();
    later();
    tell();
  }

  function received(text) {
    const message = JSON.parse(text);
    if (message.kind === "show") show(message);
    else if (message.kind === "hover") { if (message.id === hovered && hoverBar.at) showTip(message.lines, ...hoverBar.at); }
    else if (message.kind === "selected") { selected = message.id; mark(); later(); }
    else if (message.kind === "zoom") { if (message.factor) zoom(message.factor); else setRange(...wholeRange()); }
    else if (message.kind === "theme") {
      const link = $("theme").cloneNode();
      link.href = message.css;
      link.addEventListener("load", () => { if (message.template) data.template = message.template; later(); });
      $("theme").replaceWith(link);
    }
  }

  /* What stands on the page, for whoever wants to read it back. */
  window.tenure = {
    bars: () => plotted ? plot().data[0].customdata.map((bar, at) => ({ id: bar.id, subject: bar.subject, relation: bar.relation,
      value: bar.value, from: bar.from, to: bar.to, state: bar.state, text: plot().data[0].text[at], base: plot().data[0].base[at],
      colour: plot().data[0].marker.color[at] })) : [],
    texts: () => [...document.querySelectorAll("#plot .bartext")].map((node) => node.textContent),
    at: (id) => {
      const index = drawn.findIndex((bar) => bar.id === id);
      const points = [...document.querySelectorAll("#plot .points .point path")];
      if (index < 0 || !points[index]) return null;
      const box = points[index].getBoundingClientRect();
      return [box.left + Math.min(box.width / 2, 40), box.top + box.height / 2];
    },
    cells: () => data.cells.counts.map(([row, , cell, current, retired, future]) => ({ row, title: (laneAt(row) || {}).title,
      from: data.cells.first + cell * data.cells.width, to: data.cells.first + (cell + 1) * data.cells.width, current, retired, future })),
    columns: () => plotted ? plot().data.slice(1).map((trace) => trace.x.length / 6) : [],
    lanes: () => data.lanes,
    level: () => data.level,
    rows: () => data.rows,
    scroll: (row) => { $("scroll").scrollTop = row * ROW; return row; },
    place: (row, at) => [LABELS + (at - range[0]) / perPixel(), AXIS + (row + 0.8) * ROW - $("scroll").scrollTop],
    setRange: (from, to) => { setRange(from, to); return true; },
    range: () => range,
  };

  document.addEventListener("DOMContentLoaded", () => {
    movable("valid", "travel");
    movable("known", "travelKnown");
    overCells();
    keys();
    new QWebChannel(qt.webChannelTransport, (channel) => {
      bridge = channel.objects.bridge;
      bridge.message.connect(received);
      Promise.all(["400 13px Inter", "600 13px Inter"].map((font) => document.fonts.load(font))).finally(() => send("ready", view()));
    });
  });
})();
