/* Draws the board's figure once it is seen, in the place of the server's drawing and as high; a name in the legend
   switches its line on or off. Also makes a PNG of the drawing. */
(() => {
  "use strict";

  const plotly = document.querySelector("script[data-plotly]").dataset.plotly;
  let loading;

  function colours() {
    const style = getComputedStyle(document.documentElement);
    return (name) => style.getPropertyValue(name).trim();
  }

  /* The library is larger than all else together, so only who looks at a figure loads it. */
  function load() {
    loading ??= new Promise((resolve) => {
      const script = document.createElement("script");
      script.src = plotly;
      script.addEventListener("load", resolve);
      document.head.append(script);
    });
    return loading;
  }

  /* Seen is what has come into the upper two thirds of the window. */
  const seen = new IntersectionObserver((boxes) => {
    if (!boxes.some((box) => box.isIntersecting)) return;
    seen.disconnect();
    load().then(draw);
  }, { rootMargin: "0px 0px -33% 0px" });

  function prepare() {
    const box = document.getElementById("figure");
    seen.disconnect();
    if (!box || box.classList.contains("js-plotly-plot")) return;
    document.querySelectorAll(".legend li[data-trace]:not(:has(button))").forEach(makeSwitch);
    document.querySelectorAll("[data-png]").forEach((one) => { one.hidden = false; });
    seen.observe(box);
  }

  function makeSwitch(line) {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-pressed", String(!("off" in line.dataset)));
    button.append(...line.childNodes);
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      load().then(draw);
    });
    line.replaceChildren(button);
  }

  function isShown(place) {
    return document.querySelector(`.legend li[data-trace="${place}"] button`).getAttribute("aria-pressed") === "true";
  }

  /* Within a category below each other, so that intervals do not cover each other. The first row is at the top. */
  function turned(trace, visible, groups, { categories, row }, ink) {
    const apart = Math.min(7, (row - 12) / Math.max(groups.length - 1, 1)) / row;
    const down = (groups.indexOf(trace.offsetgroup) - (groups.length - 1) / 2) * apart;
    const { error_y: error, y: numbers, hovertemplate, ...rest } = trace;
    const number = hovertemplate.replace("%{y", "%{x");
    return {
      ...rest, x: numbers, y: categories.map((_, i) => -i - down), error_x: { ...error, color: ink },
      visible, marker: { ...trace.marker, color: ink }, line: { ...trace.line, color: ink, dash: "dot" },
      hovertext: categories, hovertemplate: `${trace.name}<br>%{hovertext}: ${number}<extra></extra>`,
    };
  }

  function draw() {
    const box = document.getElementById("figure");
    const source = document.getElementById("figure-data");
    if (!box || !source) return;
    const { data, layout } = JSON.parse(source.textContent);
    const colour = colours();
    const names = parseFloat(getComputedStyle(box).getPropertyValue("--names"));
    const groups = [...new Set(data.filter((_, place) => isShown(place)).map((trace) => trace.offsetgroup))];
    const traces = data.map((trace, place) => turned(trace, isShown(place), groups, layout, colour(`--${trace.meta}`)));
    const rows = layout.labels.length;
    const { reference } = layout;
    const line = { type: "line", layer: "below", x0: reference, x1: reference, yref: "paper", y0: 0, y1: 1, line: { color: colour("--soft"), width: 1, dash: "dash" } };
    const text = { text: layout.reference_text, x: reference, yref: "paper", y: 1, yanchor: "bottom", showarrow: false };
    const title = { text: layout.title, xref: "paper", x: 1, xanchor: "right", yref: "paper", y: 0, yanchor: "top", yshift: -24, showarrow: false };
    const between = layout.labels.slice(1).map((_, i) => ({ type: "line", layer: "below", xref: "paper", x0: 0, x1: 1, y0: -i - 0.5, y1: -i - 0.5, line: { color: colour("--line"), width: 1 } }));
    if (!box.classList.contains("js-plotly-plot")) {
      box.style.height = `${layout.height}px`;
      box.replaceChildren();
    }
    window.Plotly.newPlot(box, traces, {
      shapes: reference === undefined ? between : [...between, line],
      annotations: reference === undefined ? [title] : [title, text],
      height: layout.height,
      margin: { l: names, r: 16, t: layout.top, b: layout.bottom, autoexpand: false },
      paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
      font: { family: "system-ui, sans-serif", size: 12, color: colour("--soft") },
      showlegend: false, hovermode: "closest",
      xaxis: { range: layout.range, tickvals: layout.ticks, tickformat: `.${layout.decimals}f`, gridcolor: colour("--line"), zeroline: layout.range[0] < 0, zerolinecolor: colour("--soft"), fixedrange: true },
      yaxis: { range: [-rows + 0.5, 0.5], tickvals: layout.labels.map((_, i) => -i), ticktext: layout.labels.map((lines) => lines.join("<br>")), tickfont: { color: colour("--ink") }, ticklabelstandoff: 8, zeroline: false, showgrid: false, fixedrange: true },
    }, { displayModeBar: false, responsive: true });
  }

  function redraw() {
    if (document.querySelector("#figure.js-plotly-plot")) draw();
  }

  /* The file that SVG downloads, as an image twice as large. */
  function makePicture(button) {
    const image = new Image();
    image.addEventListener("load", () => {
      const canvas = document.createElement("canvas");
      canvas.width = image.naturalWidth * 2;
      canvas.height = image.naturalHeight * 2;
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(blob);
        link.download = button.dataset.name;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 1000);
      }, "image/png");
    });
    image.src = button.dataset.png;
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-png]");
    if (button) makePicture(button);
  });
  document.addEventListener("DOMContentLoaded", prepare);
  document.addEventListener("htmx:afterSettle", prepare);
  window.matchMedia("(max-width: 44rem)").addEventListener("change", redraw);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
})();
