// The documentation as pages: every Markdown file that can be reached from the README by links, and the index of a search.
import MarkdownIt from "markdown-it";
import { execFile } from "node:child_process";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { colours, escape } from "./code.mjs";
import { Links, opening, placeOf, shortened } from "./links.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");

/** Addresses that are longer do not survive everywhere. */
const LONGEST = 8_000;

/** Pages beside those that docs/README.md lists; `cargo doc` writes those of the libraries. */
const MORE = [["Python reference", "docs/python-reference.md"], ["Rust libraries", "rust/randlog_generate/index.html"], ["About randlog", "README.md"]];

/** As GitHub makes anchors of headings. */
export function slug(title, taken) {
  const base = title.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-");
  const count = taken.get(base) ?? 0;
  taken.set(base, count + 1);
  return count ? `${base}-${count}` : base;
}

/** A block that is a whole spec, or a program with a query, opens in the page; not one that shows what is refused. */
function opens(text, language) {
  if (language === "toml" && /^predicates\s*=/m.test(text) && /^(max_nodes|preset)\s*=/m.test(text)) return opening({ tab: "programs", spec: text });
  if (/^(problog|prolog)$/.test(language) && /^\s*query\(/m.test(text) && !text.includes("% refused")) return opening({ tab: "answers", program: text, judged: "no" });
  return null;
}

function renderer(links, colour) {
  const markdown = new MarkdownIt({ html: false, linkify: false });
  const { rules } = markdown.renderer;
  rules.fence = (tokens, at, options, { source }) => {
    const { content, info } = tokens[at];
    const [language, file] = info.split(" ");
    const hash = opens(content, language);
    const isOpened = hash !== null && hash.length <= LONGEST;
    const bar = [file ? `<span>${escape(file)}</span>` : "", isOpened ? `<a class="try" href="${escape(links.resolveHome(source) + hash)}">Open in the page</a>` : ""].join("");
    return `<div class="block">${bar ? `<p class="block-bar">${bar}</p>` : ""}<pre tabindex="0"><code>${colour(content, language)}</code></pre></div>\n`;
  };
  // Alignment as a class: the policy allows no styles in attributes.
  for (const name of ["th_open", "td_open"]) {
    rules[name] = (tokens, at, options, env, self) => {
      const style = tokens[at].attrGet("style");
      tokens[at].attrs = style?.includes("right") ? [["class", "right"]] : null;
      return self.renderToken(tokens, at, options);
    };
  }
  rules.table_open = () => '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n';
  rules.table_close = () => "</table></div>\n";
  markdown.core.ruler.push("places", ({ tokens, env }) => {
    const taken = new Map();
    tokens.forEach((token, at) => {
      if (token.type === "heading_open") {
        const words = tokens[at + 1].children.map(({ type, content }) => (type === "text" || type === "code_inline" ? content : "")).join("");
        token.attrSet("id", slug(words, taken));
        env.headings.push({ level: Number(token.tag.slice(1)), words, id: token.attrGet("id"), line: at });
      }
      // A heading without words is none.
      if (token.type === "th_open" && tokens[at + 1].content === "") token.tag = tokens[at + 2].tag = "td";
      for (const [at, child] of (token.children ?? []).entries()) {
        const name = child.type === "link_open" ? "href" : child.type === "image" ? "src" : null;
        if (!name) continue;
        // On the site, pages have titles rather than names of files.
        const words = token.children[at + 1];
        if (name === "href" && words.content === posix.basename(child.attrGet("href"))) words.content = links.title(env.source, child.attrGet("href")) ?? words.content;
        const title = child.attrGet("title");
        child.attrSet(name, links.resolve(env.source, child.attrGet(name), title));
        if (title) child.attrs = child.attrs.filter(([key]) => key !== "title");
        if (name === "src") child.attrSet("loading", "lazy");
      }
    });
  });
  return markdown;
}

/** The sections of a page, as texts to search. */
function sections(tokens, headings, place) {
  const found = [];
  let current = null;
  tokens.forEach((token, at) => {
    const heading = headings.find(({ line }) => line === at);
    if (heading) found.push((current = { id: `${place}#${heading.id}`, title: heading.words, page: headings[0].words, text: "" }));
    else if (current && token.content && !(tokens[at - 1]?.type === "heading_open")) current.text += ` ${token.content}`;
  });
  return found;
}

/** The navigation: the sections of docs/README.md, in its order. */
function navigation(index) {
  const groups = [];
  for (const line of index.split("\n")) {
    if (line.startsWith("## ")) groups.push({ title: line.slice(3), entries: [] });
    const [, label, target] = line.match(/^\| \[([^\]]+)\]\(([^)#]+)\)/) ?? [];
    if (target?.endsWith(".md")) groups.at(-1).entries.push([label, join("docs", target)]);
  }
  groups.at(0).entries.push(...MORE);
  return groups;
}

const names = (label) => label.replace(/^\.\.\//, "").replace(/\.md$/, "").replaceAll("-", " ").toLowerCase().replace(/^./, (first) => first.toUpperCase());

function frame(template, { source, title, body, groups, titles }) {
  const up = relative(dirname(placeOf(source)), "") || ".";
  const entry = ([label, target]) => {
    const current = target === source ? ' aria-current="page"' : "";
    const words = label.endsWith(".md") ? (titles.get(target) ?? names(label)) : label;
    return `<li><a href="${up}/${placeOf(target)}"${current}>${escape(words)}</a></li>`;
  };
  const navigation = groups.map((group) => `<h2>${escape(group.title)}</h2><ul>${group.entries.map(entry).join("")}</ul>`).join("");
  const isExamples = source === "docs/gallery.md";
  const mark = (isHere) => (isHere ? ' aria-current="true"' : "");
  const fields = { up, title: escape(title), navigation, body, inExamples: mark(isExamples), inDocumentation: mark(!isExamples) };
  return template.replace(/\{\{(\w+)\}\}/g, (whole, name) => fields[name] ?? whole);
}

/** Writes all pages into `dist`, with these reports; `scratch` is a directory for what is needed on the way. */
export async function documents(dist, scratch, reports) {
  const cargo = await readFile(join(root, "Cargo.toml"), "utf8");
  const repository = cargo.match(/^repository = "(.*)"$/m)[1];
  const links = new Links(root, repository);
  links.resolveHome = (source) => `${relative(dirname(placeOf(source)), "") || "."}/index.html`;
  const markdown = renderer(links, await colours(join(here, ".."), scratch));
  const template = await readFile(join(here, "document.html"), "utf8");
  const made = { "docs/python-reference.md": await reference() };
  for (const source of ["README.md", "docs/README.md", ...Object.keys(made), "SECURITY.md", "CODE_OF_CONDUCT.md", "LICENSE-MIT", "LICENSE-APACHE", ...reports]) {
    (source.endsWith(".md") ? links.pages : links.files).add(source);
  }
  const groups = navigation(await readFile(join(root, "docs/README.md"), "utf8"));
  const rendered = [];
  // The set grows while pages are read.
  for (const source of links.pages) {
    // Badges come from other hosts, which no page asks for anything; comments are for tests.
    const text = (made[source] ?? (await readFile(join(root, source), "utf8"))).replace(/^\[!\[.*\n|<!--.*?-->\n?/gm, "");
    const env = { source, headings: [] };
    const tokens = markdown.parse(text, env);
    const body = markdown.renderer.render(tokens, markdown.options, env);
    rendered.push({ source, title: env.headings[0]?.words ?? source, body, found: sections(tokens, env.headings, placeOf(source)) });
  }
  const titles = new Map(rendered.map(({ source, title }) => [source, shortened(title)]));
  for (const { source, title, body } of rendered) {
    const file = join(dist, placeOf(source));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, frame(template, { source, title, body, groups, titles }));
  }
  for (const file of links.files) {
    const name = file.startsWith("LICENSE") ? `${file}.txt` : file;
    await mkdir(dirname(join(dist, name)), { recursive: true });
    await cp(join(root, file), join(dist, name));
  }
  await writeFile(join(dist, "search.json"), JSON.stringify(rendered.flatMap(({ found }) => found)));
}

/** The reference of the Python package, from its docstrings. */
async function reference() {
  const { stdout } = await promisify(execFile)("python3", [join(here, "reference.py"), join(root, "python/randlog")], { maxBuffer: 1 << 24 });
  return stdout;
}
