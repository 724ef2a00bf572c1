"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  for (const group of all("[data-filter]")) {
    group.hidden = false;
    const rows = all("." + group.dataset.filter);
    const buttons = all("[data-show]", group);
    for (const button of buttons) {
      button.addEventListener("click", () => {
        for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
        for (const row of rows) {
          row.hidden = !row.dataset.kinds.split(" ").includes(button.dataset.show);
          const fold = row.closest("details");
          if (fold && !row.hidden && button.dataset.show !== "all") fold.open = true;
        }
      });
    }
  }
  for (const button of all("[data-unfold]")) {
    button.addEventListener("click", () => {
      const unfold = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(unfold));
      for (const details of all("#" + button.dataset.unfold + " details")) details.open = unfold;
    });
  }
  const box = document.getElementById("search-box");
  const search = document.getElementById("search");
  if (box && search) {
    box.hidden = false;
    const exhibits = all(".exhibit");
    search.addEventListener("input", () => {
      const wanted = search.value.toLowerCase();
      let found = 0;
      for (const exhibit of exhibits) {
        exhibit.hidden = !exhibit.textContent.toLowerCase().includes(wanted);
        if (!exhibit.hidden) found += 1;
        if (wanted && !exhibit.hidden) exhibit.closest("details").open = true;
      }
      document.getElementById("found").textContent = wanted ? found + " found" : "";
    });
  }
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let at = target; at; at = at.parentElement) {
      at.hidden = false;
      if (at.tagName === "DETAILS") at.open = true;
    }
    const inside = target.querySelector("details");
    if (inside && target.classList.contains("dimension")) inside.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  if (location.hash) reveal();
  const folded = [];
  addEventListener("beforeprint", () => {
    for (const details of all(".dimension > details:not([open]), .group:not([open]), details.excerpt:not([open]), .plan-rest:not([open])")) {
      details.open = true;
      folded.push(details);
    }
  });
  addEventListener("afterprint", () => { for (const details of folded.splice(0)) details.open = false; });
  const theme = document.getElementById("theme");
  theme.hidden = false;
  theme.addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
})();
