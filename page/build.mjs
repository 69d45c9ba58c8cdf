// Builds the site into dist/: the page (scripts, styles, and the WebAssembly that the libraries were compiled to), the pages of the
// documentation, the findings and the figures.
//
// The arguments are the directory that `randlog-bind` wrote, and the directory to build.
import { build } from "esbuild";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { documents } from "./site/documents.mjs";
import { findings } from "./site/findings.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [bound, dist] = [process.argv[2] ?? join(here, "../target/bound"), process.argv[3] ?? join(here, "dist")];

// The styles of CodeMirror go into a sheet of the document: a `<style>` element would need `unsafe-inline`.
const sheets = {
  name: "sheets",
  setup: ({ onLoad }) =>
    onLoad({ filter: /style-mod\.js$/ }, async ({ path }) => {
      const [code, check] = [await readFile(path, "utf8"), "!root.head && root.adoptedStyleSheets"];
      if (!code.includes(check)) throw new Error(`${path} has changed: where does it put its styles now?`);
      return { contents: code.replace(check, "root.adoptedStyleSheets") };
    }),
};

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: { page: "src/main.ts", worker: "src/worker.ts", document: "src/document.ts", style: "src/style.css" },
  alias: { "bound/randlog_face.js": resolve(bound, "randlog_face.js") },
  plugins: [sheets],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  outdir: dist,
  legalComments: "linked",
  logLevel: "warning",
});
await cp(join(here, "src/index.html"), join(dist, "index.html"));
await cp(join(here, "src/icon.svg"), join(dist, "icon.svg"));
await cp(join(bound, "randlog_face_bg.wasm"), join(dist, "randlog.wasm"));

await cp(join(here, "../results"), join(dist, "results"), { recursive: true, filter: (source) => !/\.[^/.]+$/.test(source.slice(here.length)) || source.endsWith(".svg") });
const found = await findings(join(here, ".."));
await writeFile(join(dist, "findings.json"), JSON.stringify(found.map(({ report, ...finding }) => ({ ...finding, report: report.replace(/\.md$/, ".html") }))));
const scratch = await mkdtemp(join(tmpdir(), "randlog-site-"));
try {
  await documents(dist, scratch, found.map(({ report }) => report));
} finally {
  await rm(scratch, { recursive: true });
}
