/* Draws the board's figure once it is seen; until then the server's small picture stands in its place, in a box of
   the height that the figure will have. On a phone the situations go down the page, one row each. */
(() => {
  "use strict";

  function colours() {
    const style = getComputedStyle(document.documentElement);
    return (name) => style.getPropertyValue(name).trim();
  }

  /* Side by side within a category, so that intervals do not cover each other. */
  function spread(traces, tall) {
    const drawn = traces.filter((trace) => trace.visible === true).length;
    const step = Math.min(0.07, 0.8 / drawn);
    return traces.map((trace, i) => {
      const places = trace.x.map((_, place) => place + ((i % drawn) - (drawn - 1) / 2) * step);
      const { error_y: error, x, y, hovertemplate, ...rest } = trace;
      const hover = { customdata: y, hovertext: x, hovertemplate: `${trace.name}<br>%{hovertext}: %{customdata:${hovertemplate.includes("+") ? "+" : ""}.1f}<extra></extra>` };
      return tall
        ? { ...rest, ...hover, x: y, y: places.map((place) => -place), error_x: error }
        : { ...rest, ...hover, x: places, y, error_y: error };
    });
  }

  const narrow = window.matchMedia("(max-width: 44rem)");
  const plotly = document.querySelector("script[data-plotly]").dataset.plotly;
  let loading;

  function height(figure) {
    return narrow.matches ? figure.layout.categories.length * 62 + figure.data.length * 20 + 60 : 340 + Math.ceil(figure.data.length / 3) * 19;
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
    const source = document.getElementById("figure-data");
    if (!box || !source) return;
    box.style.minHeight = `${height(JSON.parse(source.textContent))}px`;
    seen.disconnect();
    seen.observe(box);
  }

  function redraw() {
    const box = document.getElementById("figure");
    if (box && box.classList.contains("js-plotly-plot")) draw();
    else prepare();
  }

  function draw() {
    const box = document.getElementById("figure");
    const source = document.getElementById("figure-data");
    if (!box || !source || !window.Plotly) return;
    if (!box.classList.contains("js-plotly-plot")) box.replaceChildren();
    const figure = JSON.parse(source.textContent);
    const tall = narrow.matches;
    const colour = colours();
    const titles = figure.layout.categories;
    const data = spread(figure.data, tall).map((trace, i) => {
      const ink = colour(`--${trace.meta}`);
      return { ...trace, marker: { ...trace.marker, color: ink }, line: { ...trace.line, color: ink }, [tall ? "error_x" : "error_y"]: { ...figure.data[i].error_y, color: ink } };
    });
    const wrapped = titles.map((title) => (title.length > 16 ? title.replace(/^(.{8,16}?)[ ,]+/, "$1<br>") : title));
    const places = titles.map((_, i) => (tall ? -i : i));
    const words = { tickvals: places, ticktext: wrapped, zeroline: false, showgrid: false, range: tall ? [-titles.length + 0.4, 0.6] : [-0.6, titles.length - 0.4], tickangle: titles.length > 10 ? 60 : 0, automargin: true, fixedrange: true };
    const { range, reference } = figure.layout;
    const numbers = { ...(range && { range }), title: { text: figure.layout.title }, gridcolor: colour("--line"), zerolinecolor: colour("--soft"), automargin: true, fixedrange: true };
    const along = tall ? { x0: reference, x1: reference, yref: "paper", y0: 0, y1: 1 } : { y0: reference, y1: reference, xref: "paper", x0: 0, x1: 1 };
    Plotly.newPlot(box, data, {
      shapes: reference === undefined ? [] : [{ type: "line", layer: "below", line: { color: colour("--soft"), width: 1, dash: "dash" }, ...along }],
      height: height(figure),
      margin: { l: 8, r: 8, t: 8, b: 8 },
      paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
      font: { family: "system-ui, sans-serif", size: 12, color: colour("--soft") },
      showlegend: true, legend: { orientation: "h", y: -0.22, yanchor: "top" },
      xaxis: tall ? numbers : words, yaxis: tall ? words : numbers,
    }, { displayModeBar: false, responsive: true });
  }

  document.addEventListener("DOMContentLoaded", prepare);
  document.addEventListener("htmx:afterSettle", prepare);
  narrow.addEventListener("change", redraw);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
})();
