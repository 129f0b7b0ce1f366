"use strict";
/* The timeline page. Data comes as JSON through the bridge; every value is shown as text. */
(function () {
  const ROW = 34, AXIS = 48, LABELS = 172, PAD = 14, GAP = 2;
  const DAY = 86400000;
  let bridge = null;
  let data = { lanes: [], bars: [], rows: 0, span: [0, 1], now: 0, valid: null, known: null, texts: {}, template: {} };
  let range = null, plotted = false, queued = false, drawn = [], selected = "";

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

  function visibleBars() {
    const first = $("scroll").scrollTop / ROW - 1, last = first + height() / ROW + 2;
    return data.bars.filter((bar) => bar.row >= first && bar.row <= last
      && bar.from < range[1] && (bar.to === null || bar.to > range[0] || bar.to <= bar.from));
  }

  function traceOf(bars) {
    const scale = perPixel();
    const open = Math.max(range[1], data.span[1]) + scale * 4;
    const trace = { type: "bar", orientation: "h", base: [], x: [], y: [], width: [], text: [], customdata: [], hovertext: [],
      textposition: "inside", insidetextanchor: "start", constraintext: "none", textangle: 0, hoverinfo: "text", cliponaxis: true,
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
      trace.hovertext.push(bar.hover.map(plain).join("<br>"));
      trace.customdata.push(bar);
      trace.marker.color.push(css(bar.colour + "-fill"));
      trace.marker.line.color.push(css(bar.colour));
      trace.marker.line.width.push(chosen ? 2.5 : 1);
      trace.insidetextfont.color.push(css(bar.colour));
    }
    return trace;
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
    const done = Plotly.react(plot(), [traceOf(drawn)], layoutOf(), config);
    if (!plotted) {
      plotted = true;
      plot().on("plotly_click", (event) => choose(event.points[0].customdata));
      plot().on("plotly_relayout", moved);
      plot().on("plotly_relayouting", (change) => { if (take(change)) lines(); });
    }
    lines();
    return done.then(() => send("drawn", { bars: drawn.length, serial: data.serial || 0 }));
  }

  function later() { if (!queued) { queued = true; requestAnimationFrame(draw); } }

  function take(change) {
    const pair = change["xaxis.range"] || [change["xaxis.range[0]"], change["xaxis.range[1]"]];
    if (pair[0] === undefined) return false;
    range = pair.map((edge) => typeof edge === "number" ? edge : Date.parse(String(edge).replace(" ", "T") + (/Z$/.test(edge) ? "" : "Z")));
    return true;
  }

  function moved(change) { if (take(change)) { later(); tellRange(); } }

  function tellRange() { send("range", { from: range[0], to: range[1] }); }

  function setRange(from, to) {
    const least = 3600000;
    if (to - from < least) { const middle = (from + to) / 2; from = middle - least / 2; to = middle + least / 2; }
    range = [from, to]; later(); tellRange();
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
    $("stage").style.height = Math.max(height(), AXIS + data.rows * ROW + 8) + "px";
  }

  function labels() {
    const box = $("labels");
    box.replaceChildren();
    for (const lane of data.lanes) {
      const label = document.createElement(lane.header ? "h2" : "button");
      label.dir = "auto";
      label.style.top = AXIS + lane.row * ROW + 1 + "px";
      label.style.height = lane.rows * ROW - 1 + "px";
      label.style.lineHeight = ROW - 1 + "px";
      label.textContent = lane.label;
      label.title = lane.title;
      if (!lane.header) {
        label.setAttribute("role", "listitem");
        label.dataset.lane = lane.index;
        if (data.grouped) label.classList.add("inner");
        if (lane.scope) { const small = document.createElement("small"); small.textContent = " " + lane.scope; label.append(small); }
        label.addEventListener("click", () => send("lane", { lane: lane.index }));
        label.addEventListener("keydown", (event) => laneKey(event, lane));
      }
      box.append(label);
    }
  }

  function laneKey(event, lane) {
    const bars = data.bars.filter((bar) => bar.lane === lane.index);
    const here = bars.findIndex((bar) => bar.id === selected);
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      const next = event.key === "ArrowRight" ? Math.min(here + 1, bars.length - 1) : Math.max(here - 1, 0);
      if (bars[next]) choose(bars[next]);
      event.preventDefault(); event.stopPropagation();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const all = [...document.querySelectorAll("#labels button")];
      const target = all[all.indexOf(event.currentTarget) + (event.key === "ArrowDown" ? 1 : -1)];
      if (target) target.focus();
      event.preventDefault(); event.stopPropagation();
    }
  }

  function choose(bar) {
    selected = bar.id;
    mark();
    later();
    send("select", { id: bar.id, lane: bar.lane });
  }

  function mark() {
    const bar = data.bars.find((one) => one.id === selected);
    for (const label of document.querySelectorAll("#labels button"))
      label.classList.toggle("selected", bar !== undefined && Number(label.dataset.lane) === bar.lane);
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

  function lines() {
    const at = data.valid === null ? data.now : data.valid;
    setLine("valid", at, data.texts.valid);
    $("valid").setAttribute("aria-label", data.texts.validName || "");
    $("valid").setAttribute("aria-valuetext", data.texts.valid || "");
    setLine("known", data.known, data.texts.known);
  }

  function dragging() {
    const line = $("valid");
    let moving = false, at = null;
    line.addEventListener("pointerdown", (event) => { moving = true; at = null; line.setPointerCapture(event.pointerId); event.preventDefault(); line.focus(); });
    line.addEventListener("pointermove", (event) => {
      if (!moving) return;
      const x = Math.min(Math.max(event.clientX - LABELS, 0), width());
      at = range[0] + x * perPixel();
      setLine("valid", at, new Date(at).toISOString().slice(0, 10));
    });
    line.addEventListener("pointerup", () => { if (moving && at !== null) send("travel", { at: Math.round(at) }); moving = false; });
    line.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1, PageDown: -30, PageUp: 30 }[event.key];
      if (step) { send("travel", { at: (data.valid === null ? data.now : data.valid) + step * DAY }); event.preventDefault(); event.stopPropagation(); }
    });
  }

  function keys() {
    window.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || !range) return;
      const step = (range[1] - range[0]) / 10;
      if (event.key === "+" || event.key === "=") zoom(0.8);
      else if (event.key === "-") zoom(1.25);
      else if (event.key === "0") setRange(...wholeRange());
      else if (event.key === "ArrowLeft") setRange(range[0] - step, range[1] - step);
      else if (event.key === "ArrowRight") setRange(range[0] + step, range[1] + step);
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
    $("scroll").addEventListener("scroll", later);
    new ResizeObserver(later).observe($("scroll"));
  }

  function show(message) {
    const keep = range && message.keep;
    data = message;
    data.starts = new Set(data.lanes.map((lane) => lane.row));
    data.starts.add(data.rows);
    selected = message.selected;
    $("empty").hidden = data.bars.length > 0;
    $("empty").textContent = data.texts.empty;
    if (!keep) { range = wholeRange(); $("scroll").scrollTop = 0; }
    labels();
    mark();
    later();
  }

  function received(text) {
    const message = JSON.parse(text);
    if (message.kind === "show") show(message);
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
    range: () => range,
  };

  document.addEventListener("DOMContentLoaded", () => {
    dragging();
    keys();
    new QWebChannel(qt.webChannelTransport, (channel) => {
      bridge = channel.objects.bridge;
      bridge.message.connect(received);
      Promise.all(["400 13px Inter", "600 13px Inter"].map((font) => document.fonts.load(font))).finally(() => send("ready", {}));
    });
  });
})();
