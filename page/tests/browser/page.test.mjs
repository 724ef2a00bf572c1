import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { isThere, missing, PATIENCE, violations, world } from "./world.mjs";

/** @type {Awaited<ReturnType<typeof world>>} */
let here;
/** Two decided cases of the same program, the first with its report. */
let decided;
let earlier;

const encoded = (text) => Buffer.from(text).toString("base64");

before(async () => {
  assert.ok(isThere, missing);
  here = await world();
  const report = { name: "report.md", base64: encoded(readFileSync(join(here.work, "report.md"))) };
  decided = await here.decided({ report });
  earlier = await here.decided({ rev: here.rev("HEAD~2") });
});
after(() => here?.end());

/** One test in a tab of its own, which may complain of nothing. */
const seen = (name, look, options) =>
  test(name, { timeout: 5 * PATIENCE }, async () => {
    const page = await here.tab(options);
    try {
      await look(page);
      assert.deepEqual(page.complaints, []);
    } finally {
      await page.context().close();
    }
  });
const go = (page, way) => page.goto(`${here.address}/#/${way}`);
const chip = (page, state) => page.locator(".head .chip", { hasText: state }).waitFor();
/** Waits until a condition holds in the page; nothing is looked at before it is drawn. */
const until = (page, condition, argument) => page.waitForFunction(condition, argument);
const text = (page, place, wanted) =>
  until(page, ([place, wanted]) => document.querySelector(place)?.textContent === wanted, [place, wanted]);
const count = (page, place, wanted) =>
  until(page, ([place, wanted]) => document.querySelectorAll(place).length === wanted, [place, wanted]);
const has = (page, place) => until(page, (place) => document.activeElement?.matches(place), place);
const score = (page) => page.getByTestId("score").textContent();

seen("a new audit is filed and goes on to its verdict", async (page) => {
  await go(page, "new");
  await page.getByLabel("Repository", { exact: true }).fill("swarm");
  await page.getByLabel("Branch, tag or commit").fill(here.rev("HEAD~1"));
  await page.getByLabel("Rubric", { exact: true }).selectOption("engineering");
  await page.getByRole("button", { name: "Audit" }).click();
  await page.waitForURL(/#\/case\/[0-9a-f]{16}$/);
  await chip(page, "decided");
  await page.getByRole("heading", { name: "Scores" }).waitFor();
  const id = page.url().split("/").at(-1);
  const report = await here.get(`/api/cases/${id}/report.json`);
  assert.equal(Number(await score(page)), Math.round(report.overall_score * 100) / 100);
  assert.equal(await page.locator("details.dimension").count(), report.criteria.length);
});

seen("what cannot be audited is refused in words, and the form stays", async (page) => {
  await go(page, "new");
  await page.getByLabel("Repository", { exact: true }).fill("https://127.0.0.1/a/b");
  await page.getByRole("button", { name: "Audit" }).click();
  await page.getByRole("alert").waitFor();
  assert.equal(await page.getByLabel("Repository", { exact: true }).inputValue(), "https://127.0.0.1/a/b");
  await page.getByRole("button", { name: "Audit", disabled: false }).waitFor();
});

test("a reload in the middle and a second tab show the same trial, which then ends in both", {
  timeout: 5 * PATIENCE,
}, async () => {
  here.fake.hold();
  const { id } = await here.post("/api/cases", { subject: "swarm", rubric: "automaton-auditor", panel: "panel.toml" });
  const [one, other] = [await here.tab(), await here.tab()];
  // The judges are held: everything before them has happened, and nothing after them can.
  const middle = async (page) => {
    await page.locator(".vote.speaks").first().waitFor();
    await count(page, ".card.done", 3);
    return page.locator(".court .three").first().textContent();
  };
  await go(one, `case/${id}`);
  const before = await middle(one);
  await one.reload();
  assert.equal(await middle(one), before);
  await go(other, `case/${id}`);
  assert.equal(await middle(other), before);
  assert.deepEqual(await violations(other), []);
  here.fake.release();
  for (const page of [one, other]) {
    await chip(page, "decided");
    await page.getByRole("heading", { name: "Scores" }).waitFor();
  }
  assert.equal(await score(one), await score(other));
  assert.deepEqual([...one.complaints, ...other.complaints], []);
  await one.context().close();
  await other.context().close();
});

seen("a case that runs is called off, and one that waits moves up", async (page) => {
  here.fake.hold();
  const held = { subject: "swarm", rubric: "automaton-auditor", panel: "panel.toml", rev: here.rev("HEAD~1") };
  const running = await here.post("/api/cases", held);
  const waiting = await here.post("/api/cases", { ...held, panel: null, rubric: "engineering", rev: here.rev("HEAD~2") });
  await go(page, `case/${running.id}`);
  await page.locator(".vote.speaks").first().waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await chip(page, "cancelled");
  assert.equal(await page.getByRole("button", { name: "Cancel" }).count(), 0);
  await go(page, `case/${waiting.id}`);
  await chip(page, "decided");
  here.fake.release();
});

seen("evidence opens beside what cites it, with its lines, and Escape leads back", async (page) => {
  await go(page, `case/${decided}`);
  const dimension = page.locator("details.dimension", { hasText: "State Management Rigor" });
  await dimension.locator("summary").click();
  const report = await here.get(`/api/cases/${decided}/report.json`);
  const rigor = report.criteria.find((one) => one.dimension_name === "State Management Rigor");
  const all = Object.values(report.evidences).flat();
  const quoted = rigor.judge_opinions[0].cited_evidence.find((id) =>
    all.some((one) => one.id === id && one.content && /:\d+/.test(one.location)),
  );
  assert.ok(quoted, "a cited piece of evidence has lines");
  const cite = dimension.getByRole("button", { name: `Evidence ${quoted}`, exact: true }).first();
  await cite.click();
  const beside = page.getByRole("complementary", { name: `Evidence ${quoted}` });
  await beside.locator("pre .at").first().waitFor();
  const { location } = all.find((one) => one.id === quoted);
  assert.ok((await beside.textContent()).includes(location));
  assert.equal(await beside.locator("pre .at").first().textContent(), /:(\d+)/.exec(location)[1]);
  await has(page, "aside.beside");
  await page.keyboard.press("Escape");
  await beside.waitFor({ state: "detached" });
  await has(page, `button.cite[aria-label="Evidence ${quoted}"]`);
});

seen("the graph is drawn nearer and moved by buttons and keys", async (page) => {
  await go(page, `case/${decided}`);
  const sheet = page.locator(".topology").first();
  await sheet.waitFor();
  // Where it begins and how much of it is seen.
  const box = () => sheet.evaluate((node) => node.getAttribute("viewBox").split(" ").map(Number));
  const moved = (before) =>
    until(page, (before) => document.querySelector(".topology").getAttribute("viewBox") !== before.join(" "), before);
  const whole = await box();
  await page.getByRole("button", { name: "Nearer" }).first().click();
  await moved(whole);
  const near = await box();
  assert.ok(near[2] < whole[2], `${near} ${whole}`);
  await page.locator(".sheet").first().focus();
  await page.keyboard.press("ArrowRight");
  await moved(near);
  assert.ok((await box())[0] > near[0]);
  await page.getByRole("button", { name: "Whole graph" }).first().click();
  await until(page, (whole) => document.querySelector(".topology").getAttribute("viewBox") === whole.join(" "), whole);
});

seen("a finished trial is watched again from its events", async (page) => {
  await go(page, `case/${decided}/trial`);
  const events = page.getByRole("slider", { name: "Event" });
  await events.waitFor();
  const report = await here.get(`/api/cases/${decided}/report.json`);
  await count(page, ".tile.ruled", report.criteria.length);
  assert.equal(Number(await score(page)), Math.round(report.overall_score * 100) / 100);
  await events.fill("1");
  await count(page, ".tile", 0);
  await text(page, "[data-testid=score]", "…");
  // The last of them come by themselves.
  await events.fill(String(Number(await events.getAttribute("max")) - 5));
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByRole("button", { name: "Watch again" }).waitFor();
  await count(page, ".tile.ruled", report.criteria.length);
});

seen("other votes and other rules move the score as the court's own engine says", async (page) => {
  const ask = (asked) => here.post(`/api/cases/${decided}/what-if`, asked);
  const shown = (score) => String(Math.round(score * 100) / 100);
  const votes = ["Prosecutor", "Defense", "TechLead"].map((judge) => ({ dimension: "git_forensic_analysis", judge, score: "1" }));
  const told = await ask({ votes });
  const under = await ask({ rules: "seed-points-35" });
  const moved = told.dimensions.find((one) => one.dimension === "git_forensic_analysis");
  assert.notEqual(moved.after, moved.before);
  const [before, after] = [shown(told.overall.before), shown(told.overall.after)];
  await go(page, `case/${decided}/what-if`);
  await text(page, "[data-testid=after]", before);
  const row = page.locator("tbody tr", { hasText: "Git Forensic Analysis" });
  for (const judge of ["Prosecutor", "Defense", "Tech Lead"]) await row.getByLabel(judge).selectOption("1");
  await text(page, "[data-testid=after]", after);
  await text(page, "tr .moved", String(moved.after));
  await page.getByRole("button", { name: "As it was ruled" }).click();
  await text(page, "[data-testid=after]", before);
  await count(page, "tr .moved", 0);
  await page.getByLabel("Rules", { exact: true }).selectOption("seed-points-35");
  await text(page, "[data-testid=after]", shown(under.overall.after));
  assert.equal(
    (await here.get(`/api/cases/${decided}/report.json`)).overall_score,
    told.overall.before,
    "the case stays as it is",
  );
});

seen("a person overrides a score, every tab tells it, and takes it back", async (page) => {
  await go(page, `case/${earlier}/say`);
  const form = page.locator("form", { hasText: "Override a score" });
  await form.getByLabel("Dimension").selectOption("safe_tool_engineering");
  await form.getByLabel("Score").fill("2");
  await form.getByLabel("Why").fill("seen in class");
  await form.getByLabel("Who says so").fill("Ann");
  await form.getByRole("button", { name: "Override" }).click();
  await form.getByText("2 says Ann").waitFor();
  await page.getByRole("link", { name: "Report", exact: true }).click();
  await page.locator("details.dimension", { hasText: "Safe Tool Engineering" }).locator("summary").click();
  await page.getByText("Overruled by Ann.").waitFor();
  await go(page, `case/${earlier}/say`);
  await form.getByLabel("Dimension").selectOption("safe_tool_engineering");
  await form.getByLabel("Why").fill("it was another one");
  await form.getByLabel("Who says so").fill("Ann");
  await form.getByRole("button", { name: "Override" }).click();
  await form.getByText("stands again").waitFor();
});

seen("a point is appealed, and the appeal is a case of its own", async (page) => {
  await go(page, `case/${earlier}/say`);
  const form = page.locator("form", { hasText: "Appeal a point" });
  await form.getByLabel("Dimension").selectOption("state_management_rigor");
  const report = await here.get(`/api/cases/${earlier}/report.json`);
  const rigor = report.criteria.find((one) => one.dimension_id === "state_management_rigor");
  await form.getByLabel("What was overlooked").fill(rigor.judge_opinions[0].cited_evidence[0]);
  await form.getByLabel("Why").fill("look again");
  await form.getByRole("button", { name: "Appeal" }).click();
  await form.getByRole("link", { name: "The appeal's own case" }).click();
  await page.getByText("This is the appeal of case").waitFor();
  await chip(page, "decided");
});

seen("two cases are compared", async (page) => {
  await go(page, "compare");
  await page.getByLabel("First case").selectOption(earlier);
  await page.getByLabel("Second case").selectOption(decided);
  await page.locator("tr.total").waitFor();
  assert.ok((await page.locator(".claims li").count()) > 0, "facts differ between the first commit and the last");
});

seen("a class is audited and has its page", async (page) => {
  await go(page, "classes");
  await page.getByLabel("What it is called").fill("Course");
  const list = `id,repository\nann,${here.work}/swarm\nbob,\n`;
  await page.getByLabel("List").setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(list) });
  await page.getByLabel("Rubric").selectOption("automaton-auditor");
  await page.getByRole("button", { name: "Audit the class" }).click();
  await page.getByRole("heading", { name: "Submissions" }).waitFor();
  await page.getByRole("link", { name: "ann" }).click();
  await chip(page, "decided");
});

seen("the docket finds a case by words and by state, also by keyboard alone", async (page) => {
  await go(page, "");
  await page.locator(".docket tbody tr").first().waitFor();
  await page.getByLabel("Search").fill(decided);
  await count(page, ".docket tbody tr", 1);
  await page.getByLabel("State").selectOption("failed");
  await page.getByText("No case fits.").waitFor();
  await page.getByLabel("State").selectOption("");
  const link = page.locator(".docket a");
  await link.waitFor();
  await link.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`#/case/${decided}$`));
  await page.getByRole("heading", { name: "Scores" }).waitFor();
});

seen("a server with a token asks for it once", async (page) => {
  const token = join(here.work, "token");
  writeFileSync(token, "correct horse\n");
  const locked = await here.serve(["--token-file", "token"]);
  try {
    await page.goto(`${locked.address}/`);
    await page.getByLabel("Token").fill("wrong");
    await page.getByRole("button", { name: "Enter" }).click();
    await page.getByText("this is not the token").waitFor();
    await page.getByLabel("Token").fill("correct horse");
    await page.getByRole("button", { name: "Enter" }).click();
    await page.locator(".docket tbody tr").first().waitFor();
    await page.reload();
    await page.locator(".docket tbody tr").first().waitFor();
  } finally {
    // A page that is gone asks no server that is gone.
    await page.goto("about:blank");
    locked.end();
  }
});

const VIEWS = () => [
  ["", ".docket"],
  ["new", "form"],
  ["classes", "form"],
  ["compare", "#first"],
  [`compare/${earlier}/${decided}`, "tr.total"],
  [`case/${decided}`, "#evidence"],
  [`case/${decided}/trial`, ".player"],
  [`case/${decided}/what-if`, "select.vote-of"],
  [`case/${decided}/say`, "#appeal"],
  ["case/0123456789abcdef", ".alert"],
];
const LOOKS = [
  ["light", {}],
  ["dark", { colorScheme: "dark" }],
  ["at the width of a phone", { viewport: { width: 360, height: 740 }, hasTouch: true }],
];
for (const [name, options] of LOOKS) {
  seen(
    `axe finds nothing in any view, ${name}, and nothing is wider than the screen`,
    async (page) => {
      for (const [way, sign] of VIEWS()) {
        await go(page, way);
        await page.locator(sign).first().waitFor();
        if (sign === "#evidence") {
          for (const summary of await page.locator("details.dimension summary").all()) await summary.click();
          await page.locator("details.dimension .cite").first().click();
          await page.getByRole("complementary").waitFor();
        }
        assert.deepEqual(await violations(page), [], way);
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(beyond <= 0, `${way} is ${beyond} pixels too wide`);
      }
    },
    options,
  );
}

seen("on paper a report has its scores and nothing to press", async (page) => {
  await go(page, `case/${decided}`);
  await page.getByRole("heading", { name: "Scores" }).waitFor();
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.getByRole("heading", { name: "Scores" }).isVisible());
  for (const hidden of ["header", ".parts", ".forms", ".zoom"])
    assert.equal(await page.locator(hidden).first().isVisible(), false, hidden);
  const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(colour, "rgb(255, 255, 255)");
  const paper = await page.pdf();
  assert.ok(paper.subarray(0, 5).toString() === "%PDF-" && paper.length > 10_000);
});
