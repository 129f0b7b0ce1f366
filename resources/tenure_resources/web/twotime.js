"use strict";
/* The two-time map: valid time across, system time up, each belief a rectangle. Data comes as JSON through the
   bridge; every value is shown as text. */
(function () {
  const LEFT = 128, RIGHT = 16, TOP = 34, BOTTOM = 48, LEAST = 3600000, DAY = 86400000, EDGE = 7;
  let bridge = null;
  let data = { blocks: [], levels: [], span: [0, 1], valid: 0, known: null, band: -1, now: 0, scale: "steps", texts: {}, template: {} };
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

  function fitted(sign, value, room) {
    const start = sign ? sign + " " : "", text = start + value;
    if (measure(text) <= room) return text;
    let low = 0, high = text.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (measure(text.slice(0, middle) + "…") <= room) low = middle; else high = middle - 1;
    }
    if (low >= start.length + 2) return text.slice(0, low) + "…";
    return sign && measure(sign) <= room ? sign : "";
  }

  const width = () => Math.max(60, $("view").clientWidth - LEFT - RIGHT);
  const height = () => Math.max(60, $("view").clientHeight - TOP - BOTTOM);
  const perPixel = () => (range[1] - range[0]) / width();

  /* Where a level stands: in even steps, or to scale of its time. */
  const steps = () => data.scale === "steps";
  function yOf(level) {
    if (steps()) return level;
    return level < data.levels.length ? data.levels[level].at : bounds()[1];
  }
  function bounds() {
    const count = data.levels.length;
    if (steps()) return [0, Math.max(count, 1)];
    const first = data.levels[0].at, last = Math.max(data.now, data.levels[count - 1].at);
    return [first, last + Math.max((last - first) * 0.06, DAY)];
  }
  const pixelOf = (y) => { const [low, high] = bounds(); return TOP + height() * (1 - (y - low) / (high - low)); };
  function knownY() {
    if (data.known === null) return bounds()[1];
    if (!steps()) return Math.min(Math.max(data.known, bounds()[0]), bounds()[1]);
    return Math.max(data.band + 0.5, 0);
  }

  function wholeRange() {
    const [from, to] = data.span, room = Math.max(to - from, 30 * DAY);
    return [from - room * 0.03, to + room * 0.08];
  }

  function traceOf(blocks) {
    const scale = perPixel(), bodySize = parseInt(css("size-body"), 10);
    const trace = { type: "bar", orientation: "v", base: [], x: [], y: [], width: [], text: [], customdata: [], hovertext: [],
      textposition: "inside", insidetextanchor: "middle", constraintext: "none", textangle: 0, hoverinfo: "text", cliponaxis: true,
      insidetextfont: { color: [], size: bodySize },
      marker: { color: [], line: { color: [], width: [] }, pattern: { shape: [], fgcolor: [], fillmode: "overlay", size: 8, solidity: 0.1, fgopacity: 0.35 } } };
    for (const block of blocks) {
      const left = Math.max(block.from, range[0] - scale * 8), event = block.to === block.from;
      const right = event ? left + EDGE * scale : Math.max(Math.min(block.to === null ? Infinity : block.to, range[1] + scale * 8), left + 3 * scale);
      const low = yOf(block.bottom), high = yOf(block.top), token = block.colour.replace(/[A-Z]/g, (c) => "-" + c.toLowerCase());
      const tall = Math.abs(pixelOf(low) - pixelOf(high)), given = block.state === "given up" || block.state === "not yet";
      const seen = (Math.min(right, range[1]) - Math.max(left, range[0])) / scale;
      trace.base.push(low);
      trace.y.push(high - low);
      trace.x.push((Math.max(left, range[0]) + Math.min(right, range[1])) / 2);
      trace.width.push(Math.min(right, range[1]) - Math.max(left, range[0]));
      trace.text.push(tall >= 16 ? plain(fitted(block.sign, block.value, seen - 12)) : "");
      trace.hovertext.push(block.hover.map(plain).join("<br>"));
      trace.customdata.push(block);
      trace.marker.color.push(css(token + "-fill"));
      trace.marker.line.color.push(css(token));
      trace.marker.line.width.push(block.id === selected ? 3 : 1);
      trace.marker.pattern.shape.push(given ? "/" : "");
      trace.marker.pattern.fgcolor.push(css(token));
      trace.insidetextfont.color.push(css(token));
    }
    return trace;
  }

  function ticks() {
    const values = [], texts = [];
    let last = Infinity;
    data.levels.forEach((level, index) => {
      const y = pixelOf(yOf(index));
      if (last - y < 20) return;
      last = y;
      values.push(yOf(index));
      texts.push(plain(level.label));
    });
    return [values, texts];
  }

  function layoutOf() {
    const small = { color: css("muted"), size: parseInt(css("size-small"), 10) };
    const [values, texts] = ticks(), [low, high] = bounds();
    return { template: data.template, width: width() + LEFT + RIGHT, height: height() + TOP + BOTTOM,
      margin: { l: LEFT, r: RIGHT, t: TOP, b: BOTTOM }, barmode: "overlay", dragmode: "pan", showlegend: false,
      hovermode: "closest", paper_bgcolor: css("surface"), plot_bgcolor: css("surface"),
      xaxis: { type: "date", range: range.slice(), tickfont: small, showgrid: true, gridcolor: css("divider"), zeroline: false,
        showline: true, linecolor: css("border"), nticks: Math.max(2, Math.floor(width() / 90)),
        title: { text: plain(data.texts.across || ""), font: small, standoff: 8 } },
      yaxis: { type: "linear", range: [low, high], fixedrange: true, tickmode: "array", tickvals: values, ticktext: texts,
        tickfont: small, showgrid: true, gridcolor: css("divider"), zeroline: false, showline: true, linecolor: css("border"),
        title: { text: plain(data.texts.up || ""), font: small, standoff: 6 } } };
  }

  function draw() {
    queued = false;
    if (!range || !data.blocks.length) return send("drawn", { blocks: 0, serial: data.serial || 0 });
    const scale = perPixel();
    drawn = data.blocks.filter((block) => block.from < range[1] && (block.to === null || block.to > range[0]
      || (block.to === block.from && block.from + EDGE * scale > range[0])));
    const config = { displayModeBar: false, scrollZoom: false, doubleClick: false, responsive: false, showTips: false };
    const done = Plotly.react(plot(), [traceOf(drawn)], layoutOf(), config);
    if (!plotted) {
      plotted = true;
      plot().on("plotly_click", (event) => choose(event.points[0].customdata));
      plot().on("plotly_relayout", (change) => { if (take(change)) later(); });
      plot().on("plotly_relayouting", (change) => { if (take(change)) lines(); });
    }
    lines();
    return done.then(() => send("drawn", { blocks: drawn.length, serial: data.serial || 0 }));
  }

  function later() { if (!queued) { queued = true; requestAnimationFrame(draw); } }

  function take(change) {
    const pair = change["xaxis.range"] || [change["xaxis.range[0]"], change["xaxis.range[1]"]];
    if (pair[0] === undefined) return false;
    range = pair.map((edge) => typeof edge === "number" ? edge : Date.parse(String(edge).replace(" ", "T") + (/Z$/.test(edge) ? "" : "Z")));
    return true;
  }

  function setRange(from, to) {
    if (to - from < LEAST) { const middle = (from + to) / 2; from = middle - LEAST / 2; to = middle + LEAST / 2; }
    range = [from, to];
    later();
  }

  function zoom(factor, at) {
    const [from, to] = range, middle = at === undefined ? (from + to) / 2 : at;
    setRange(middle - (middle - from) * factor, middle + (to - middle) * factor);
  }

  function choose(block) {
    selected = block.id;
    $("said").textContent = block.hover.join(". ");
    later();
    send("select", { id: block.id });
  }

  /* The block beside the chosen one: among those believed together, or the next belief above or below. */
  function step(key) {
    const here = data.blocks.find((block) => block.id === selected);
    if (!here) return data.blocks[data.blocks.length - 1];
    const across = key === "ArrowLeft" || key === "ArrowRight", forth = key === "ArrowRight" || key === "ArrowUp";
    const far = (block) => across ? block.from - here.from : block.bottom - here.bottom;
    const beside = data.blocks.filter((block) => forth ? far(block) > 0 : far(block) < 0);
    const aside = (block) => across ? Math.abs(block.bottom - here.bottom) : Math.abs(block.from - here.from);
    const order = across ? (a, b) => aside(a) - aside(b) || Math.abs(far(a)) - Math.abs(far(b))
      : (a, b) => Math.abs(far(a)) - Math.abs(far(b)) || aside(a) - aside(b);
    return beside.sort(order)[0];
  }

  function setValid(at, text) {
    const line = $("valid");
    line.hidden = at < range[0] || at > range[1];
    if (line.hidden) return;
    const x = (at - range[0]) / perPixel();
    line.style.left = LEFT + x + "px";
    line.style.top = TOP + "px";
    line.style.height = height() + "px";
    line.firstElementChild.textContent = text;
    const half = line.firstElementChild.offsetWidth / 2;
    line.classList.toggle("start", x + LEFT < half);
    line.classList.toggle("end", x > width() + RIGHT - half);
  }

  function setKnown(y, text) {
    const line = $("known");
    line.hidden = false;
    line.style.top = y + "px";
    line.style.left = LEFT + "px";
    line.style.width = width() + "px";
    line.firstElementChild.textContent = text;
  }

  function lines() {
    setValid(data.valid, data.texts.valid);
    setKnown(pixelOf(knownY()), data.texts.known);
    for (const id of ["valid", "known"]) {
      $(id).setAttribute("aria-label", data.texts[id + "Name"] || "");
      $(id).setAttribute("aria-valuetext", data.texts[id] || "");
    }
  }

  /* The level whose band holds a place, or above all of them null: the latest. */
  function levelAt(pixel) {
    const [low, high] = bounds(), y = low + (high - low) * (1 - (pixel - TOP) / height());
    if (!steps()) return y >= data.now ? { at: null } : { at: Math.round(y) };
    const index = Math.floor(y);
    return { at: index >= data.levels.length - 1 ? null : data.levels[Math.max(index, 0)].at };
  }

  function dragging(id, track, settle) {
    const line = $(id);
    let moving = false, place = null;
    line.addEventListener("pointerdown", (event) => { moving = true; place = null; line.setPointerCapture(event.pointerId); event.preventDefault(); line.focus(); });
    line.addEventListener("pointermove", (event) => { if (moving) place = track(event); });
    line.addEventListener("pointerup", () => { if (moving && place !== null) settle(place); moving = false; });
  }

  function draggingBoth() {
    dragging("valid", (event) => {
      const at = range[0] + Math.min(Math.max(event.clientX - LEFT, 0), width()) * perPixel();
      setValid(at, new Date(at).toISOString().slice(0, 10));
      return at;
    }, (at) => send("travel", { at: Math.round(at) }));
    dragging("known", (event) => {
      const y = Math.min(Math.max(event.clientY, TOP), TOP + height()), level = levelAt(y);
      setKnown(y, level.at === null ? data.texts.latest : new Date(level.at).toISOString().slice(0, 10));
      return level;
    }, (level) => send("known", level));
    $("valid").addEventListener("keydown", (event) => {
      const days = { ArrowLeft: -1, ArrowRight: 1, PageDown: -30, PageUp: 30 }[event.key];
      if (days) { send("travel", { at: data.valid + days * DAY }); event.preventDefault(); event.stopPropagation(); }
    });
    $("known").addEventListener("keydown", (event) => {
      const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      const last = data.levels.length - 1, index = (data.known === null ? last : data.band) + by;
      send("known", { at: index >= last ? null : data.levels[Math.max(index, 0)].at });
      event.preventDefault(); event.stopPropagation();
    });
  }

  function keys() {
    window.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || !range) return;
      if (event.key === "+" || event.key === "=") zoom(0.8);
      else if (event.key === "-") zoom(1.25);
      else if (event.key === "0") setRange(...wholeRange());
      else if (event.key.startsWith("Arrow")) { const block = step(event.key); if (block) choose(block); }
      else return;
      event.preventDefault();
    });
    $("view").addEventListener("wheel", (event) => {
      if (!range) return;
      event.preventDefault();
      const amount = event.deltaY || event.deltaX;
      if (event.shiftKey) { const by = (range[1] - range[0]) * (amount > 0 ? 0.06 : -0.06); setRange(range[0] + by, range[1] + by); }
      else zoom(amount > 0 ? 1.15 : 1 / 1.15, range[0] + Math.max(0, event.clientX - LEFT) * perPixel());
    }, { passive: false });
    new ResizeObserver(later).observe($("view"));
  }

  function show(message) {
    const keep = range && message.keep;
    data = message;
    selected = message.selected;
    $("empty").hidden = data.blocks.length > 0;
    $("empty").textContent = data.texts.empty;
    $("view").setAttribute("aria-label", data.texts.name || "");
    if (!keep) range = wholeRange();
    later();
  }

  function received(text) {
    const message = JSON.parse(text);
    if (message.kind === "show") show(message);
    else if (message.kind === "scale") { data.scale = message.scale; later(); }
    else if (message.kind === "zoom") { if (!range) return; if (message.factor) zoom(message.factor); else setRange(...wholeRange()); }
    else if (message.kind === "theme") {
      const link = $("theme").cloneNode();
      link.href = message.css;
      link.addEventListener("load", () => { if (message.template) data.template = message.template; later(); });
      $("theme").replaceWith(link);
    }
  }

  /* What stands on the page, for whoever wants to read it back. */
  window.tenure = {
    blocks: () => plotted ? plot().data[0].customdata.map((block, at) => ({ id: block.id, value: block.value, from: block.from,
      to: block.to, bottom: block.bottom, top: block.top, state: block.state, hover: block.hover,
      text: plot().data[0].text[at], base: plot().data[0].base[at], height: plot().data[0].y[at],
      colour: plot().data[0].marker.color[at] })) : [],
    at: (id) => {
      const index = drawn.findIndex((block) => block.id === id);
      const points = [...document.querySelectorAll("#plot .points .point path")];
      if (index < 0 || !points[index]) return null;
      const box = points[index].getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    },
    lines: () => ["valid", "known"].map((id) => [$(id).hidden, $(id).textContent]),
    range: () => range,
  };

  document.addEventListener("DOMContentLoaded", () => {
    draggingBoth();
    keys();
    new QWebChannel(qt.webChannelTransport, (channel) => {
      bridge = channel.objects.bridge;
      bridge.message.connect(received);
      Promise.all(["400 13px Inter", "600 13px Inter"].map((font) => document.fonts.load(font))).finally(() => send("ready", {}));
    });
  });
})();
