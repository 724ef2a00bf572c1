// Runs a folder of tests with node's own runner: `unit` after it was bundled, `browser` against the built program.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const kind = process.argv[2];
const folder = fileURLToPath(new URL(kind, import.meta.url));
const names = readdirSync(folder).filter((name) => /\.test\.(ts|mjs)$/.test(name));
const room = mkdtempSync(join(tmpdir(), "page-tests-"));
let files = names.map((name) => join(folder, name));
if (kind === "unit") {
  await build({
    entryPoints: files,
    outdir: room,
    bundle: true,
    platform: "node",
    format: "esm",
    outExtension: { ".js": ".mjs" },
  });
  files = names.map((name) => join(room, name.replace(/\.ts$/, ".mjs")));
}
const ended = spawnSync(process.execPath, ["--test", "--test-concurrency=1", "--test-reporter=spec", ...files], {
  stdio: "inherit",
});
rmSync(room, { recursive: true, force: true });
process.exitCode = ended.status ?? 1;
