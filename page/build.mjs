// Builds the page into the crate that serves it. The same sources give the same bytes, so the gate can compare them.

import { copyFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const out = process.argv[2] ?? here("../crates/courthouse/page");

await build({
  absWorkingDir: here("."),
  entryPoints: { page: "src/main.tsx" },
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
});
await build({
  absWorkingDir: here("."),
  entryPoints: { page: "src/style.css" },
  outdir: out,
  minify: true,
  target: ["es2022", "chrome120", "firefox121", "safari17"],
  charset: "utf8",
  logLevel: "warning",
});
await copyFile(here("src/index.html"), `${out}/index.html`);
