/* Keys 1 and 2 choose between the two answers. Every page works without this file. */
(() => {
  "use strict";
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !event.target.closest) return;
    /* There a digit is a rating or a letter. */
    if (event.target.closest("fieldset.item, textarea, select")) return;
    const radio = document.querySelector(`.pair input[value="${CSS.escape(event.key)}"]`);
    if (!radio) return;
    event.preventDefault();
    radio.click();
    radio.focus({ preventScroll: true });
  });
})();
