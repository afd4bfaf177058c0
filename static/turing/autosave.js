/* Says so when a text could not be kept. The keeping itself is htmx's; every page works without either. */
(() => {
  "use strict";
  for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(failure, (event) => {
      const box = event.detail.elt;
      const form = box.closest("form[data-not-kept]");
      const note = document.getElementById(`note-${box.id}`);
      if (form && note) note.textContent = form.dataset.notKept;
    });
  }
})();
