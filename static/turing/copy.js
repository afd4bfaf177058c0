/* A button that copies a link or a message. Without this file both are there to be marked and copied by hand. */
(() => {
  "use strict";
  const SAID_MS = 2000;

  async function copy(button, place) {
    try {
      await navigator.clipboard.writeText(place.textContent);
    } catch { /* no permission, or no HTTPS: mark it, so that one key copies it */
      getSelection().selectAllChildren(place);
      return;
    }
    const before = button.textContent;
    button.textContent = "✓";
    setTimeout(() => { button.textContent = before; }, SAID_MS);
  }

  document.addEventListener("DOMContentLoaded", () => {
    for (const place of document.querySelectorAll("[data-copy]")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "btn quiet copy";
      button.textContent = place.dataset.copy;
      button.addEventListener("click", () => copy(button, place));
      place.closest("p").after(button);
    }
  });
})();
