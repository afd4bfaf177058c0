/* Moves a run's counters while someone looks. A socket brings them; without one htmx asks every three seconds. */
(() => {
  "use strict";
  const RECONNECT_MS = 5000, NOT_ALLOWED = 4403;
  let socket = null, live = false, shown = null;

  const page = () => document.getElementById("run");
  const state = () => document.getElementById("live")?.dataset.state;

  /* All of the fragment: another state has other buttons, and the table has other rows. */
  function refresh() {
    if (page()) htmx.ajax("GET", page().dataset.url, { target: "#run", swap: "outerHTML" });
  }

  function show(seen) {
    const box = document.getElementById("live");
    if (!box) return;
    if (seen.state !== state()) {
      shown = seen.state;
      return refresh();
    }
    const bar = box.querySelector("progress");
    if (bar) bar.value = seen.done;
    for (const [key, text] of Object.entries(seen.facts)) {
      const place = box.querySelector(`[data-fact="${key}"]`);
      if (place && place.textContent !== text) place.textContent = text;
    }
    const silence = box.querySelector("[data-live=silence]");
    if (silence) { silence.textContent = seen.silence; silence.hidden = !seen.silence; }
  }

  function connect() {
    if (socket || !page() || state() !== "running") return;
    const place = page().dataset.socket;
    let opened = false;
    try {
      socket = new WebSocket(place.startsWith("/") ? location.origin.replace(/^http/, "ws") + place : place);
    } catch { return; }
    socket.onopen = () => { opened = true; };
    socket.onmessage = (event) => { live = true; show(JSON.parse(event.data)); };
    socket.onclose = (event) => {
      socket = null; live = false;
      if (opened && event.code !== NOT_ALLOWED) setTimeout(connect, RECONNECT_MS);
    };
  }

  function settle() {
    document.querySelector(".live-note")?.setAttribute("hidden", "");
    const now = state();
    if (shown && now !== shown) {
      /* The poll brought only the upper part; the table below it is of the state before. */
      shown = now;
      refresh();
    }
    shown = now;
    if (now === "running") connect();
    else if (socket) socket.close();
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (live && event.detail.elt.id === "live") event.preventDefault();
  });
  document.addEventListener("htmx:afterSettle", settle);
  document.addEventListener("DOMContentLoaded", settle);
})();
