// The pages of the documentation: what their links lead to, without a browser.
import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";

const unescaped = (text) => text.replace(/&quot;/g, '"').replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");

/** All pages of a site, with their links and anchors. */
export async function pages(site) {
  const entries = await readdir(site, { recursive: true, withFileTypes: true });
  const files = new Set(entries.filter((entry) => entry.isFile()).map((entry) => posix.join(posix.relative(site, entry.parentPath), entry.name)));
  const found = new Map();
  for (const file of files) {
    // `cargo doc` checks the links between its own pages.
    if (!file.endsWith(".html") || file.startsWith("rust/")) continue;
    const html = await readFile(join(site, file), "utf8");
    const all = (pattern) => [...html.matchAll(pattern)].map(([, text]) => unescaped(text));
    found.set(file, { html, links: all(/<(?:a|img|link|script)\b[^>]*?\b(?:href|src)="([^"]*)"/g), anchors: new Set(all(/\bid="([^"]*)"/g)) });
  }
  return { files, pages: found };
}

/** What is wrong with the links of a site; `opened` gets what is behind `#` where a link opens the page. */
export function broken({ files, pages }, opened) {
  const wrong = [];
  for (const [file, { links }] of pages) {
    for (const link of links) {
      if (/^(https?|mailto|data):/.test(link)) continue;
      const [path, anchor] = link.split("#");
      const target = path === "" ? file : posix.normalize(posix.join(posix.dirname(file), path));
      if (!files.has(target)) wrong.push(`${file}: ${link} does not exist`);
      else if (target === "index.html" && anchor?.includes("=")) opened(`#${anchor}`, file);
      else if (anchor && !pages.get(target)?.anchors.has(anchor)) wrong.push(`${file}: ${link} has no such place`);
    }
  }
  return wrong;
}
