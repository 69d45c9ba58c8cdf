// Programs and specs on the pages, coloured as in the editors.
import { build } from "esbuild";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

const ALIASES = { problog: "prolog", pl: "prolog" };

/** A function from a text and the name of its language to HTML. */
export async function colours(page, scratch) {
  const outfile = join(scratch, "languages.mjs");
  const contents = 'export { COLOURS, LANGUAGES } from "./src/languages"; export { highlightCode } from "@lezer/highlight";';
  await build({ stdin: { contents, resolveDir: page, loader: "ts" }, bundle: true, platform: "node", format: "esm", outfile, logLevel: "warning" });
  const { COLOURS, LANGUAGES, highlightCode } = await import(pathToFileURL(outfile));
  return (text, name) => {
    const language = LANGUAGES[ALIASES[name] ?? name];
    if (!language) return escape(text);
    let html = "";
    const put = (piece, classes) => (html += classes ? `<span class="${classes}">${escape(piece)}</span>` : escape(piece));
    highlightCode(text, language.parser.parse(text), COLOURS, put, () => (html += "\n"));
    return html;
  };
}
