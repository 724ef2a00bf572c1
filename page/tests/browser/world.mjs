// A world of its own: subjects made by git, a journal, a server on a port that the system chose, a browser.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { models } from "./models.mjs";
import { HISTORY, PANEL, REPORT } from "./subject.mjs";

/** Longest wait for anything; a test that gets there has failed. */
export const PATIENCE = 180_000;
const root = fileURLToPath(new URL("../../../", import.meta.url));
const program = process.env.AUDITOR_BIN ?? join(root, "target/debug/auditor");
const browserPath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

function git(folder, date, ...words) {
  const who = { NAME: "Ann", EMAIL: "ann@example.org", DATE: `2024-03-0${date}T10:00:00Z` };
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  for (const [key, value] of Object.entries(who)) for (const role of ["AUTHOR", "COMMITTER"]) env[`GIT_${role}_${key}`] = value;
  return execFileSync("git", words, { cwd: folder, env, encoding: "utf8" }).trim();
}

function subject(folder) {
  mkdirSync(folder, { recursive: true });
  git(folder, 1, "init", "--quiet", "--initial-branch=main");
  HISTORY.forEach(([message, files], at) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    git(folder, at + 1, "add", "--all");
    git(folder, at + 1, "commit", "--quiet", "--message", message);
  });
}

async function serve(room, more) {
  const words = ["serve", "--listen", "127.0.0.1:0", "--root", ".", "--data", "../data", ...more];
  const env = { PATH: process.env.PATH, HOME: join(room, "home"), FAKE_KEY: "sk-none", TMPDIR: process.env.TMPDIR ?? "/tmp" };
  const child = spawn(program, words, { cwd: join(room, "work"), env, stdio: ["ignore", "ignore", "pipe"] });
  const lines = createInterface({ input: child.stderr });
  const address = await new Promise((found, failed) => {
    lines.on("line", (line) => {
      const at = /http:\/\/[^/]+/.exec(line);
      if (at) found(at[0]);
      else process.stderr.write(`${line}\n`);
    });
    child.on("exit", (code) => failed(new Error(`the server ended with ${code}`)));
  });
  return { address, end: () => child.kill("SIGKILL") };
}

export async function world() {
  const room = mkdtempSync(join(tmpdir(), "courthouse-"));
  for (const name of ["home", "work"]) mkdirSync(join(room, name));
  const work = join(room, "work");
  subject(join(work, "swarm"));
  writeFileSync(join(work, "report.md"), REPORT);
  const fake = await models();
  writeFileSync(join(work, "panel.toml"), PANEL(fake.base));
  const server = await serve(room, ["--allow-panel", "panel.toml"]);
  const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  const post = async (path, body) => {
    const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const response = await fetch(server.address + path, options);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    work,
    fake,
    address: server.address,
    post,
    serve: (more) => serve(room, more),
    get: async (path) => (await fetch(server.address + path)).json(),
    rev: (name) => git(join(work, "swarm"), 1, "rev-parse", name),
    tab: (options) => tab(browser, options),
    async decided(body) {
      const { id } = await post("/api/cases", { subject: "swarm", rubric: "automaton-auditor", ...body });
      // The stream of events ends when the case is over.
      await (await fetch(`${server.address}/api/cases/${id}/events`)).text();
      return id;
    },
    async end() {
      await browser.close();
      server.end();
      fake.close();
      rmSync(room, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** A tab of a browser that shows nothing moving, with what it complained about. */
async function tab(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options });
  // The policy of the page lets no script of others in, so axe comes with the browser.
  await context.addInitScript({ path: axe });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.complaints = [];
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  page.on("console", (message) => {
    const isExpected = /status of (401|404|409|422)/.test(message.text());
    if (message.type() === "error" && !isExpected) page.complaints.push(message.text());
  });
  return page;
}

/** What axe finds, once nothing moves. */
export async function violations(page) {
  await page.waitForFunction(() => document.getAnimations().length === 0);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map(
    (one) => `${one.id}: ${one.nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`,
  );
}

export const isThere = existsSync(program) && existsSync(browserPath);
export const missing = `this needs ${program} and ${browserPath}`;
