"use strict";
(function () {
  const by = (id) => document.getElementById(id);
  const text = by("text"), said = by("said"), page = by("page"), list = by("tables"), drop = by("drop");
  const tables = [];          // {name, text | base64, part, item}
  let opened = null;          // a document that is not text, such as .docx
  let asked = 0, timer = 0;
  const MAX = 7 << 20;
  const EXAMPLE = "peak,country,elevation (m)\nmount ida,greece,2456\ntaygetus,greece,2404\nlefka ori,greece,2453\n" +
    "mount olympus,cyprus,1952\n";

  function tell(words, wrong) {
    said.textContent = words;
    said.className = wrong ? "wrong" : "soft";
  }

  function settled() {
    const out = {};
    for (const id of ["total_rows", "dash", "decimal"]) if (by(id).value) out[id] = by(id).value;
    return out;
  }

  async function post(task, body) {
    const answer = await fetch("api/" + task, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
    const data = await answer.json();
    if (!answer.ok) {
      const e = data.error;
      throw new Error([e.message, e.cause, e.hint].filter(Boolean).join("\n"));
    }
    return data;
  }

  function bytesOf(file) {
    return new Promise((done, fail) => {
      const reader = new FileReader();
      reader.onload = () => done(reader.result.slice(reader.result.indexOf(",") + 1));
      reader.onerror = () => fail(reader.error);
      reader.readAsDataURL(file);
    });
  }

  const sent = (t) => ({ name: t.name, text: t.text, base64: t.base64, part: t.part });

  async function addTable(table) {
    const item = document.createElement("li");
    const label = document.createElement("span");
    const away = document.createElement("button");
    label.textContent = table.name + " …";
    away.type = "button";
    away.textContent = "remove";
    away.setAttribute("aria-label", "remove " + table.name);
    away.addEventListener("click", () => {
      const at = tables.indexOf(table);
      if (at >= 0) tables.splice(at, 1);
      item.remove();
      soon();
    });
    item.append(label, away);
    list.append(item);
    try {
      const read = await post("read", { table: sent(table), ...settled() });
      label.textContent = table.name + ": " + read.rows + " rows; " +
        read.columns.map((c) => c.column + " (" + c.read_as + (c.unit ? ", " + c.unit : "") + ")").join(", ");
      tables.push(table);
      soon();
    } catch (e) {
      label.textContent = table.name + ": " + e.message;
      label.className = "wrong";
    }
  }

  async function addFiles(files) {
    for (const file of files) {
      if (file.size > MAX) {
        tell(file.name + " is larger than 7 MB", true);
        continue;
      }
      await addTable({ name: file.name, base64: await bytesOf(file) });
    }
  }

  function show(html) {  // an address of its own, so that the links inside the page stay inside it
    const before = page.src;
    page.hidden = false;
    page.src = URL.createObjectURL(new Blob([html], { type: "text/html" }));
    if (before.startsWith("blob:")) URL.revokeObjectURL(before);
  }

  async function run() {
    const words = text.value.trim();
    if (!tables.length && !opened && !words.includes("|")) {
      tell("Add a table.");
      return;
    }
    if (!words && !opened) {
      tell("Add a sentence.");
      return;
    }
    const mine = ++asked;
    tell("Checking …");
    try {
      let data;
      if (!opened && words.endsWith("?") && !words.includes("\n") && tables.length === 1) {
        data = await post("ask", { question: words, table: sent(tables[0]), page: true, ...settled() });
        if (mine !== asked) return;
        const v = data.verdict;
        tell(v.status === "Verified" ? "Answer: " + v.shown : v.status + (v.reason ? " (" + v.reason + ")" : "") + ": " + v.why);
      } else {
        const file = opened || { name: "text.md", text: text.value };
        data = await post("check", { document: file, tables: tables.map(sent), page: true, ...settled() });
        if (mine !== asked) return;
        const names = { not_about_tables: "not about the tables" };
        tell(Object.entries(data.counts).filter((x) => x[1]).map((x) => (names[x[0]] || x[0]) + " " + x[1]).join(" · ") || "No sentences.");
      }
      show(data.page);
    } catch (e) {
      if (mine === asked) tell(e.message, true);
    }
  }

  function soon() {
    clearTimeout(timer);
    timer = setTimeout(run, 500);
  }

  text.addEventListener("input", () => { opened = null; soon(); });
  for (const id of ["total_rows", "dash", "decimal"]) by(id).addEventListener("change", soon);
  by("file").addEventListener("change", (e) => { addFiles(Array.from(e.target.files)); });
  by("document").addEventListener("change", async (e) => {
    const file = e.target.files[0];
    if (!file) return;
    if (file.size > MAX) return tell(file.name + " is larger than 7 MB", true);
    if (/\.(docx|html?)$/i.test(file.name)) {
      opened = { name: file.name, base64: await bytesOf(file) };
      text.value = "";
      text.placeholder = file.name;
    } else {
      opened = null;
      text.value = await file.text();
    }
    soon();
  });
  by("example").addEventListener("click", async () => {
    if (!tables.some((t) => t.name === "peaks.csv")) await addTable({ name: "peaks.csv", text: EXAMPLE });
    text.value = "The highest elevation is 2,456 m. The mean elevation is 2,300.00 m. Taygetus has an elevation of 2404 m.";
    opened = null;
    soon();
  });
  for (const kind of ["dragenter", "dragover"]) {
    document.addEventListener(kind, (e) => { e.preventDefault(); drop.classList.add("over"); });
  }
  document.addEventListener("dragleave", (e) => { if (!e.relatedTarget) drop.classList.remove("over"); });
  document.addEventListener("drop", (e) => {
    e.preventDefault();
    drop.classList.remove("over");
    addFiles(Array.from(e.dataTransfer.files));
  });
})();
