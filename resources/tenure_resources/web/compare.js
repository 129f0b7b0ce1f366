"use strict";
/* The chart of a question set. Data comes as JSON through the bridge; every name is shown as text. */
(function () {
  let bridge = null, data = null, queued = false;

  const $ = (id) => document.getElementById(id);
  const send = (kind, rest) => bridge && bridge.send(JSON.stringify(Object.assign({ kind }, rest)));
  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
  const pixels = (name) => parseInt(css(name), 10);

  /* plotly reads a little HTML in its texts: a name must not be read so */
  const plain = (text) => String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

  /* Bars of one kind; the second is hatched, so that colour is not the only sign. */
  function traceOf(kind, colour, hatched) {
    const given = data.strategies.map((one) => one[kind]);
    return { type: "bar", orientation: "h", name: plain(data.texts[kind]), y: data.strategies.map((_, at) => at),
      x: given.map((one) => one.share), hoverinfo: "text",
      hovertext: data.strategies.map((one) => plain(one.name) + "<br>" + plain(data.texts[kind]) + ": " + plain(one[kind].text)),
      marker: { color: css(colour + "-fill"), line: { color: css(colour), width: 1 }, cornerradius: 3,
        pattern: hatched ? { shape: "/", fgcolor: css(colour), size: 6, solidity: 0.15 } : undefined },
      error_x: { type: "data", symmetric: false, array: given.map((one) => one.interval[1] - one.share),
        arrayminus: given.map((one) => one.share - one.interval[0]), color: css("text"), thickness: 1.2, width: 4 } };
  }

  /* What stands beside a bar, after the end of its interval. */
  function notes() {
    const found = [];
    data.strategies.forEach((one, at) => [["right", -0.2, "current"], ["stale", 0.2, "retired"]].forEach(([kind, off, colour]) =>
      found.push({ x: Math.max(one[kind].interval[1], one[kind].share), y: at + off, xanchor: "left", yanchor: "middle", xshift: 8,
        showarrow: false, text: plain(one[kind].text), font: { color: css(colour), size: pixels("size-small") } })));
    return found;
  }

  function layoutOf() {
    const count = data.strategies.length, soft = { color: css("muted"), size: pixels("size-small") };
    return { template: data.template, width: $("plot").clientWidth, height: $("plot").clientHeight, barmode: "group", bargap: 0.2,
      margin: { l: 8, r: 12, t: 30, b: 44 }, dragmode: false, hovermode: "closest", annotations: notes(),
      paper_bgcolor: css("surface"), plot_bgcolor: css("surface"),
      legend: { orientation: "h", x: 0, y: 1, yanchor: "bottom", font: soft, itemclick: false, itemdoubleclick: false },
      xaxis: { range: [0, 1.22], tickvals: [0, 0.25, 0.5, 0.75, 1], tickformat: ".0%", fixedrange: true, gridcolor: css("divider"),
        zeroline: false, tickfont: soft, title: { text: plain(data.texts.share), font: soft, standoff: 6 } },
      yaxis: { range: [count - 0.5, -0.5], tickvals: data.strategies.map((_, at) => at), automargin: true, fixedrange: true,
        ticktext: data.strategies.map((one) => plain(one.name) + "  "), tickfont: { color: css("text"), size: pixels("size-body") },
        showgrid: false, zeroline: false } };
  }

  function draw() {
    queued = false;
    if (!data) return;
    $("plot").setAttribute("aria-label", data.strategies.map((one) =>
      one.name + ": " + data.texts.right + " " + one.right.text + ", " + data.texts.stale + " " + one.stale.text).join("; "));
    const config = { displayModeBar: false, scrollZoom: false, doubleClick: false, responsive: false, showTips: false };
    Plotly.react($("plot"), [traceOf("right", "current", false), traceOf("stale", "retired", true)], layoutOf(), config)
      .then(() => send("drawn", {}));
  }

  function later() { if (!queued) { queued = true; requestAnimationFrame(draw); } }

  function received(text) {
    const message = JSON.parse(text);
    if (message.kind === "show") { data = message; later(); }
    else if (message.kind === "theme") {
      const link = $("theme").cloneNode();
      link.href = message.css;
      link.addEventListener("load", () => { if (data) data.template = message.template; later(); });
      $("theme").replaceWith(link);
    }
  }

  /* What stands on the page, for whoever wants to read it back. */
  window.tenure = {
    bars: () => $("plot").data ? $("plot").data.map((trace) => ({ name: trace.name, x: trace.x,
      low: trace.error_x.arrayminus, high: trace.error_x.array, colour: trace.marker.color })) : [],
    names: () => [...document.querySelectorAll("#plot .yaxislayer-above .ytick text")].map((node) => node.textContent.trim()),
    notes: () => [...document.querySelectorAll("#plot .annotation-text")].map((node) => node.textContent),
  };

  document.addEventListener("DOMContentLoaded", () => {
    new ResizeObserver(later).observe($("plot"));
    new QWebChannel(qt.webChannelTransport, (channel) => {
      bridge = channel.objects.bridge;
      bridge.message.connect(received);
      Promise.all(["400 13px Inter", "600 13px Inter"].map((font) => document.fonts.load(font))).finally(() => send("ready", {}));
    });
  });
})();
