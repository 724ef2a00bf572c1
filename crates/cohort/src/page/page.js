"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const table = document.getElementById("table");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const texts = new Map(rows.map((row) => [row, row.cells[0].textContent.toLowerCase()]));
  const filters = document.getElementById("filters");
  const search = document.getElementById("search");
  const found = document.getElementById("found");
  let kind = "all";
  const show = () => {
    const wanted = search.value.trim().toLowerCase();
    let count = 0;
    for (const row of rows) {
      row.hidden = !(row.dataset.kinds.split(" ").includes(kind) && texts.get(row).includes(wanted));
      if (!row.hidden) count += 1;
    }
    found.textContent = count === rows.length ? "" : count + " of " + rows.length;
  };
  filters.hidden = false;
  const buttons = all("[data-show]", filters);
  for (const button of buttons) {
    button.addEventListener("click", () => {
      kind = button.dataset.show;
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      show();
    });
  }
  search.addEventListener("input", show);
  const headings = all("th .sort", table);
  const key = (row, column, isText) => {
    if (isText) return texts.get(row);
    const cell = row.cells[column];
    return cell ? Number(cell.dataset.value) : -1;
  };
  headings.forEach((heading, column) => {
    heading.addEventListener("click", () => {
      const cell = heading.parentElement;
      const isText = heading.dataset.kind === "text";
      const before = cell.getAttribute("aria-sort");
      const down = before ? before === "ascending" : !isText;
      for (const other of headings) other.parentElement.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", down ? "descending" : "ascending");
      const order = rows.map((row, at) => [key(row, column, isText), at, row]);
      order.sort((one, other) => {
        const way = one[0] < other[0] ? -1 : one[0] > other[0] ? 1 : 0;
        return way === 0 ? one[1] - other[1] : down ? -way : way;
      });
      body.append(...order.map((one) => one[2]));
    });
  });
  const theme = document.getElementById("theme");
  theme.hidden = false;
  theme.addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
})();
