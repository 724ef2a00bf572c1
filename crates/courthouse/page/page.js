// The page of the court. Plain modules and no library: it is three files, cargo alone builds the program, and a policy that
// lets nothing in from elsewhere needs no exception. Text of subjects only ever becomes text: `el` makes no markup of it.

const main = document.getElementById("main");
let leave = () => {};

function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "class") node.className = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

async function api(path, body) {
  const options = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(path, options);
  if (response.status === 401 && path !== "/api/session") { signIn(); throw new Error("the token is asked for"); }
  const text = await response.text();
  const isJson = (response.headers.get("content-type") || "").includes("json");
  const value = isJson && text ? JSON.parse(text) : text;
  if (!response.ok) throw new Error(value.detail || response.statusText);
  return value;
}

function show(title, ...nodes) {
  document.title = `${title} – Courthouse`;
  main.replaceChildren(...nodes.flat());
}

const alertOf = (error) => el("p", { class: "alert", role: "alert" }, error.message);
const stateOf = (state) => el("span", { class: `state ${state}` }, state || "unknown");
const scoreText = (one) => (one.score ? `${one.score} of ${one.out_of}` : "–");

function signIn() {
  leave();
  const box = el("input", { type: "password", id: "token", autocomplete: "current-password", required: true });
  const told = el("div");
  const enter = async (event) => {
    event.preventDefault();
    try { await api("/api/session", { token: box.value }); route(); } catch (error) { told.replaceChildren(alertOf(error)); }
  };
  show("Sign in", el("h1", {}, "Sign in"), el("form", { onsubmit: enter }, el("label", { for: "token" }, "Token"), box, told, el("button", { class: "first" }, "Enter")));
  box.focus();
}

// Docket

function docket() {
  const words = el("input", { type: "search", placeholder: "Name, id, commit or rubric", "aria-label": "Search" });
  const states = ["", "waiting", "running", "decided", "failed", "interrupted", "cancelled"];
  const state = el("select", { "aria-label": "State" }, states.map((one) => el("option", { value: one }, one || "every state")));
  const body = el("tbody");
  const told = el("div", { "aria-live": "polite" });
  let last = "";
  const load = async () => {
    if (document.hidden) return;
    try {
      const query = new URLSearchParams({ q: words.value, limit: "200" });
      if (state.value) query.set("state", state.value);
      const { cases, count } = await api(`/api/cases?${query}`);
      const text = JSON.stringify(cases);
      if (text === last) return;
      last = text;
      body.replaceChildren(...cases.map(docketRow));
      told.replaceChildren(el("p", { class: "soft" }, count === 0 ? "No case here. “New audit” begins one." : `${count} cases`));
    } catch (error) { told.replaceChildren(alertOf(error)); }
  };
  words.addEventListener("input", load);
  state.addEventListener("change", load);
  const heads = [["Subject"], ["State"], ["Score", "n"], ["Rubric", "narrow-no"], ["Commit", "narrow-no"]];
  show("Docket", el("h1", {}, "Docket"), el("div", { class: "filters" }, words, state), told,
    el("div", { class: "wide" }, el("table", {}, el("thead", {}, el("tr", {}, heads.map(([text, kind]) => el("th", { class: kind, scope: "col" }, text)))), body)));
  load();
  const timer = setInterval(load, 2000);
  leave = () => clearInterval(timer);
}

function docketRow(one) {
  return el("tr", {}, el("td", {}, el("a", { href: `#/case/${one.id}` }, one.name)),
    el("td", {}, stateOf(one.state)), el("td", { class: "n" }, scoreText(one)),
    el("td", { class: "narrow-no" }, one.rubric || "by subject"), el("td", { class: "narrow-no" }, el("code", {}, (one.commit || "").slice(0, 10))));
}

// New audit

async function upload(input) {
  const file = input.files[0];
  if (!file) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return { name: file.name, base64: btoa(text) };
}

async function fresh() {
  const { rubrics } = await api("/api/rubrics");
  const subject = el("input", { id: "subject", required: true, placeholder: "owner/name or https://…" });
  const rev = el("input", { id: "rev", placeholder: "HEAD" });
  const rubric = el("select", { id: "rubric" }, el("option", { value: "" }, "the one that fits the subject"), rubrics.map((name) => el("option", { value: name }, name)));
  const report = el("input", { id: "report", type: "file", accept: ".pdf,.md,.docx,.html,.txt" });
  const found = el("input", { id: "found", type: "checkbox" });
  const told = el("div");
  const button = el("button", { class: "first" }, "Audit");
  const send = async (event) => {
    event.preventDefault();
    button.disabled = true;
    button.textContent = "Looking the address up …";
    try {
      const asked = { subject: subject.value.trim(), find_report: found.checked, report: await upload(report) };
      if (rev.value.trim()) asked.rev = rev.value.trim();
      if (rubric.value) asked.rubric = rubric.value;
      const filed = await api("/api/cases", asked);
      location.hash = `#/case/${filed.id}`;
    } catch (error) {
      told.replaceChildren(alertOf(error));
      button.disabled = false;
      button.textContent = "Audit";
    }
  };
  const field = (name, input, text) => [el("label", { for: name }, text), input];
  show("New audit", el("h1", {}, "New audit"), el("form", { onsubmit: send },
    field("subject", subject, "Repository"), field("rev", rev, "Branch, tag or commit"), field("rubric", rubric, "Rubric"),
    field("report", report, "Report that belongs to it"), el("label", { class: "check" }, found, " Take the report that lies in the repository"), told, button));
  subject.focus();
}

// A case

const JUDGES = ["Prosecutor", "Defense", "TechLead"];
const DETECTIVES = ["RepoInvestigator", "DocAnalyst", "VisionInspector"];

async function oneCase(id) {
  const one = await api(`/api/cases/${id}`);
  const head = el("div");
  const body = el("div");
  show(one.name, head, body);
  heading(head, one);
  if (one.state === "decided") return decided(body, one);
  live(head, body, one);
}

function heading(head, one) {
  const cancel = el("button", { onclick: async () => {
    try { await api(`/api/cases/${one.id}/cancel`, {}); route(); } catch (error) { head.append(alertOf(error)); }
  } }, "Cancel");
  const place = one.position ? el("span", { class: "soft" }, `${one.position === 1 ? "next" : `number ${one.position}`} in the queue`) : null;
  head.replaceChildren(el("h1", {}, one.name), el("div", { class: "row" },
    el("span", { class: "score", id: "score", "aria-live": "polite" }, one.state === "decided" ? scoreText(one) : "…"), stateOf(one.state), place,
    el("code", {}, (one.commit || "").slice(0, 12)), el("span", { class: "soft" }, one.rubric || ""),
    one.state === "waiting" || one.state === "running" ? cancel : null));
  if (one.said) head.append(el("p", { class: "alert" }, one.said));
  if (one.state === "interrupted") head.append(el("p", { class: "soft" }, "The same audit goes on where this one stopped."));
}

// All that is shown of a live case follows from its events, so a reload shows the same.
function live(head, body, one) {
  let view = court(body);
  const source = new EventSource(`/api/cases/${one.id}/events`);
  source.onmessage = (event) => {
    const told = JSON.parse(event.data);
    if (told.kind === "opened") view = court(body);
    else if (told.kind === "job") view(told);
  };
  source.addEventListener("end", () => { source.close(); route(); });
  const timer = setInterval(async () => {
    const now = await api(`/api/cases/${one.id}`).catch(() => one);
    if (now.state !== one.state || now.position !== one.position) { const score = document.getElementById("score").textContent; one = now; heading(head, now); document.getElementById("score").textContent = score; }
  }, 2000);
  leave = () => { source.close(); clearInterval(timer); };
}

function court(body) {
  const detectives = new Map(DETECTIVES.map((name) => [name, { state: el("p", { class: "soft" }, "waits"), list: el("ul", { tabindex: "0", "aria-label": `What ${name} found` }) }]));
  const dimensions = new Map();
  const scores = new Map();
  const list = el("div");
  const now = el("p", { class: "soft", "aria-live": "off" });
  body.replaceChildren(now, el("h2", {}, "Detectives"),
    el("div", { class: "three" }, [...detectives].map(([name, one]) => el("section", { class: "card" }, el("h3", {}, name), one.state, one.list))),
    el("h2", {}, "Dimensions"), list);
  const dimension = (id) => {
    if (!dimensions.has(id)) {
      const one = { score: el("span", { class: "n" }, "…"), seats: new Map(JUDGES.map((name) => [name, el("p", { class: "soft" }, "not heard yet")])), rules: el("div") };
      const seats = JUDGES.map((name) => el("section", { class: "card" }, el("h3", {}, name === "TechLead" ? "Tech Lead" : name), one.seats.get(name)));
      list.append(el("details", {}, el("summary", {}, el("span", {}, id.replaceAll("_", " ")), one.score), el("div", { class: "three" }, seats), one.rules));
      dimensions.set(id, one);
    }
    return dimensions.get(id);
  };
  return (told) => {
    now.textContent = `${told.label} ${told.step}${told.trouble ? `: ${told.trouble}` : ""}`;
    const [stage, name, judge] = told.label.split("/");
    const seen = told.seen;
    if (stage === "investigate" && detectives.has(name)) investigate(detectives.get(name), told, seen);
    else if (stage === "admit") dimension(name);
    else if ((stage === "opine" || stage === "rehear") && judge) seat(dimension(name).seats.get(judge), told, seen);
    else if (stage === "rule" && seen) rule(dimension(name), seen);
    else if (stage === "pronounce" && seen) return void (document.getElementById("score").textContent = scoreText({ score: seen.overall, out_of: seen.out_of }));
    if (stage === "rule" && seen && seen.score) { scores.set(name, seen.score); document.getElementById("score").textContent = `${scores.size} ruled`; }
  };
}

function investigate(one, told, seen) {
  one.state.textContent = seen ? `${seen.length} facts` : told.step === "started" ? "looks" : told.step;
  if (!seen) return;
  one.list.replaceChildren(...seen.map((fact) => el("li", {}, el("strong", {}, fact.finding), ` ${fact.probe} `, fact.place ? el("code", {}, fact.place) : null, el("div", { class: "soft" }, fact.told))));
}

function seat(node, told, seen) {
  if (!node) return;
  if (!seen) { node.textContent = told.step === "started" ? "speaks" : told.step; return; }
  const words = seen.recused ? [`no valid answer: ${seen.recused}`] : [el("strong", {}, seen.score), ` ${seen.argument}`];
  node.className = "";
  node.replaceChildren(...words);
}

function rule(one, seen) {
  one.score.textContent = seen.score || "no score";
  one.rules.replaceChildren(seen.why ? el("p", { class: "soft" }, seen.why) : "", ...seen.rules.map((step) => el("p", {}, el("code", {}, step.rule), step.after ? ` gives ${step.after}` : "", `: ${step.why}`)), seen.dissent ? el("p", { class: "soft" }, seen.dissent) : "");
}

// A decided case

function decided(body, one) {
  const forms = ["html", "md", "json", "sarif", "csv"];
  const frame = el("iframe", { src: `/api/cases/${one.id}/report.html`, title: `Report on ${one.name}`, sandbox: "allow-scripts allow-popups" });
  body.replaceChildren(el("p", { class: "row" }, forms.map((form) => el("a", { href: `/api/cases/${one.id}/report.${form}` }, form))), frame,
    el("h2", {}, "What if"), whatIf(one), el("h2", {}, "Overrule"), overrule(one));
}

function whatIf(one) {
  const rules = el("select", { id: "rules" });
  const told = el("div", { "aria-live": "polite" });
  api("/api/rules").then((all) => rules.append(...all.rules.map((row) => el("option", { value: row.name }, `${row.name} – ${row.what}`))));
  const ask = async () => {
    try {
      const moved = await api(`/api/cases/${one.id}/what-if`, { rules: rules.value });
      const row = (name, was, is) => el("tr", {}, el("td", {}, name), el("td", { class: "n" }, `${was ?? "–"}`), el("td", { class: "n" }, was === is ? "same" : `${is ?? "–"}`));
      told.replaceChildren(el("table", {}, el("thead", {}, el("tr", {}, ["Dimension", "as ruled", "then"].map((text, at) => el("th", { class: at ? "n" : "", scope: "col" }, text)))),
        el("tbody", {}, moved.dimensions.map((one) => row(one.name, one.before, one.after)), row("Overall", moved.overall.before, moved.overall.after))));
    } catch (error) { told.replaceChildren(alertOf(error)); }
  };
  rules.addEventListener("change", ask);
  return el("div", {}, el("label", { for: "rules" }, "Under the rules"), rules, told);
}

function overrule(one) {
  const dimension = el("select", { id: "dimension" });
  const score = el("input", { id: "says", inputmode: "decimal", placeholder: "empty: the court's own stands again" });
  const why = el("textarea", { id: "why", required: true, rows: "2" });
  const by = el("input", { id: "by", required: true, autocomplete: "name" });
  const told = el("div");
  api(`/api/cases/${one.id}/report.json`).then((report) => dimension.append(...report.criteria.map((row) => el("option", { value: row.dimension_id }, row.dimension_name))));
  const send = async (event) => {
    event.preventDefault();
    try {
      await api(`/api/cases/${one.id}/overrides`, { dimension: dimension.value, score: score.value.trim() || null, why: why.value, by: by.value });
      route();
    } catch (error) { told.replaceChildren(alertOf(error)); }
  };
  const field = (name, input, text) => [el("label", { for: name }, text), input];
  return el("form", { onsubmit: send }, field("dimension", dimension, "Dimension"), field("says", score, "Score"), field("why", why, "Why"), field("by", by, "Who says so"), told, el("button", { class: "first" }, "Overrule"));
}

// Ways

async function route() {
  leave();
  leave = () => {};
  const [, where, id] = location.hash.split("/");
  try {
    if (where === "case" && id) await oneCase(id);
    else if (where === "new") await fresh();
    else docket();
  } catch (error) { if (error.message !== "the token is asked for") show("Not found", el("h1", {}, "Not found"), alertOf(error)); }
}

addEventListener("hashchange", () => { route(); main.focus(); });
route();
