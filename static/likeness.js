/* After a step is swapped in, the focus goes where the reader begins: the heading, or what went wrong. */
(() => {
  "use strict";
  function focusStart() {
    const start = document.querySelector("#main [data-focus]");
    if (start) start.focus({ preventScroll: !start.matches("[role=alert]") });
  }

  /* What was left open needs no place in the address. */
  document.addEventListener("htmx:configRequest", (event) => {
    const { verb, parameters } = event.detail;
    if (verb === "get") Object.keys(parameters).filter((key) => parameters[key] === "").forEach((key) => delete parameters[key]);
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target && event.detail.target.id === "main") focusStart();
  });
  document.addEventListener("DOMContentLoaded", () => {
    if (document.querySelector("#main [role=alert][data-focus]")) focusStart();
  });
})();
