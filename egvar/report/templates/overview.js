"use strict";
(function () {
  const rows = Array.from(document.querySelectorAll("tbody tr"));
  const boxes = Array.from(document.querySelectorAll("input[name=status]"));
  const reason = document.getElementById("reason");
  const table = document.getElementById("which");
  const words = document.getElementById("words");
  const said = document.getElementById("said");
  function apply() {
    const on = new Set(boxes.filter((b) => b.checked).map((b) => b.value));
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      const keep = on.has(row.dataset.status) &&
        (!reason || !reason.value || row.dataset.reason === reason.value) &&
        (!table || !table.value || row.dataset.table === table.value) &&
        wanted.every((w) => text.includes(w));
      row.hidden = !keep;
      shown += keep ? 1 : 0;
    }
    said.textContent = shown + " of " + rows.length + " shown";
  }
  document.querySelector("form").addEventListener("input", apply);
  document.querySelector("form").addEventListener("reset", () => setTimeout(apply));
  document.querySelector("form").addEventListener("submit", (e) => e.preventDefault());
  document.querySelector("form").hidden = false;
  apply();
})();
