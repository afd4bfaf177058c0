/* Response times and a faster keyboard. Every page works without this file. */
(() => {
  "use strict";
  let shown = performance.now();
  let first = {};

  function begin() {
    shown = performance.now();
    first = {};
  }

  document.addEventListener("DOMContentLoaded", begin);
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target && event.detail.target.id === "main") begin();
  });

  /* The time from the page shown to an item's first choice, in milliseconds. */
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-timed]");
    if (!form || event.target.type !== "radio") return;
    if (!(event.target.name in first)) first[event.target.name] = Math.round(performance.now() - shown);
    form.elements.timings.value = JSON.stringify(first);
  }, true);

  /* A step that did not arrive leaves the page as it is; say so. */
  for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(failure, (event) => {
      const lost = document.getElementById("lost");
      if (!lost || !event.detail.elt.matches("form")) return;
      lost.hidden = false;
      lost.focus();
    });
  }

  /* A digit answers the item that has the focus and goes on to the next. */
  document.addEventListener("keydown", (event) => {
    const item = event.target.closest && event.target.closest("fieldset.item");
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    const radio = item.querySelector(`input[value="${CSS.escape(event.key)}"]`);
    if (!radio) return;
    event.preventDefault();
    radio.click();
    const next = item.nextElementSibling;
    const there = next && next.matches("fieldset.item") ? next : null;
    (there ? there.querySelector("input:checked") || there.querySelector("input") : radio).focus();
  });
})();
