// Where things are on the site, and how the page is opened with a program or a spec.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";

/** The place of a Markdown file: the same path, so that links between files become links between pages. */
export function placeOf(source) {
  if (source === "README.md") return "about.html";
  return source.replace(/(^|\/)README\.md$/, "$1index.html").replace(/\.md$/, ".html");
}

/** A title as a list has it: "A guide: from …" is the "Guide". */
export const shortened = (title) => title.replace(/^(A |The )/, "").replace(/:.*$/, "").replace(/^./, (first) => first.toUpperCase());

/** The part of an address that opens the page with this; the same words as in src/state.ts. */
export function opening(words) {
  return `#${new URLSearchParams(words)}`;
}

/** What a file of examples opens. */
function openedBy(file, tab) {
  const text = readFileSync(file, "utf8");
  return file.endsWith(".toml") ? opening({ tab: tab ?? "programs", spec: text, seed: "1" }) : opening({ tab: tab ?? "programs", program: text, judged: "no" });
}

export class Links {
  /** Markdown files that are pages, and files that are copied; both grow as links to them are found. */
  pages = new Set();
  files = new Set();

  constructor(root, repository) {
    this.root = root;
    this.repository = repository;
  }

  /** The address of a link from one source to another; `title` may name a tab of the page. */
  resolve(from, href, title) {
    if (/^[a-z]+:/.test(href) || href.startsWith("#")) return href;
    const [path, anchor] = href.split("#");
    const source = posix.normalize(posix.join(posix.dirname(from), path)).replace(/\/$/, "");
    // Above the repository's files, there are the pages of its host.
    if (source.startsWith("../")) return `${this.repository}/${source.replace(/^(\.\.\/)+/, "")}`;
    const file = join(this.root, source);
    const fail = () => { throw new Error(`${from} links to ${href}, which does not exist`); };
    if (!existsSync(file)) return fail();
    const to = (place) => relative(dirname(placeOf(from)), place).replaceAll("\\", "/") + (anchor ? `#${anchor}` : "");
    if (statSync(file).isDirectory()) {
      if (existsSync(join(file, "README.md")) && !source.startsWith("crates/")) return this.page(`${source}/README.md`, to);
      if (source.startsWith("results/")) return to("index.html") + opening({ tab: "findings", findings: posix.basename(source) });
      return `${this.repository}/tree/main/${source}`;
    }
    if (/^examples\/.*\.(toml|pl)$/.test(source)) return to("index.html") + openedBy(file, title);
    if (source.endsWith(".md")) return this.page(source, to);
    if (/^(docs|results|examples)\/|^LICENSE/.test(source)) {
      this.files.add(source);
      return to(source.startsWith("LICENSE") ? `${source}.txt` : source);
    }
    return `${this.repository}/blob/main/${source}`;
  }

  /** The title of the page that a link leads to, if it is one. */
  title(from, href) {
    const file = join(this.root, posix.join(posix.dirname(from), href));
    if (!href.endsWith(".md") || !existsSync(file)) return null;
    const [, title] = readFileSync(file, "utf8").match(/^# (.*)$/m) ?? [];
    return title ? shortened(title).replaceAll("`", "") : null;
  }

  page(source, to) {
    this.pages.add(source);
    return to(placeOf(source));
  }
}
