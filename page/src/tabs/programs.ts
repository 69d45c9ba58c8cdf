// What can be said of the program in the middle, and the way to it from the command line.
import { coded, command, counted, download, h, troubled } from "../dom";
import { dependencies } from "../graph";
import { Cancelled, Lane } from "../machine";
import type { Page, View } from "../page";
import type { Looked } from "../types";

/** More programs are listed by the command line. */
const LISTED = 200;

export function programsTab(page: Page): View {
  const [listing, keeping] = [new Lane(), new Lane()];
  const graph = h("div");
  const facts = h("div");
  const broken = h("div", { "aria-live": "polite" });
  const method = h("select", { onchange: () => page.change({ method: method.value, own: null }) }, ...page.keys.methods.map((name) => h("option", {}, name)));
  const many = h("input", { inputmode: "numeric", value: "1", size: 6, autocomplete: "off" });
  const language = h("select", {}, ...page.keys.languages.map((name) => h("option", {}, name)));
  const repeat = h("div");
  const list = h("div");
  const kept = h("div", { role: "alert" });
  const element = h("div", {},
    broken,
    h("h3", {}, "Dependency graph"), graph,
    h("h3", {}, "Measures"), facts,
    h("h3", {}, "The same on the command line"), repeat,
    h("form", { class: "bar", "aria-label": "Download", onsubmit: (event) => { event.preventDefault(); void keep(); } },
      h("label", {}, "Programs ", many), h("label", {}, "Language ", language), h("button", { type: "submit" }, "Download the file")), kept,
    h("h3", {}, "How programs are drawn"),
    h("label", {}, "Method ", method),
    h("p", { class: "quiet" }, "By auto, programs are equally likely, or as likely as their weights say, wherever that can be done; else the search finds them."),
    h("h3", {}, "Every program of a small space"),
    h("p", {}, h("button", { type: "button", onclick: () => void all() }, "List all")), list);

  async function keep() {
    const { toml, seed, index, method, settings } = page.state;
    const count = Math.min(Math.max(1, Number(many.value) || 1), 100_000);
    many.value = String(count);
    kept.replaceChildren();
    try {
      const given = { toml, seed, index, count, method, language: language.value, ...(settings ? { settings } : {}) };
      const { file, name, command: line } = await keeping.ask("draw", given, `Drawing ${counted(count, "program")}`);
      repeat.replaceChildren(command(line));
      download(name, file);
    } catch (wrong) {
      if (!(wrong instanceof Cancelled)) kept.replaceChildren(troubled(wrong));
    }
  }

  async function all() {
    list.replaceChildren(h("p", { class: "quiet" }, "Listing…"));
    try {
      const { programs, whole, file, command: line } = await listing.ask("list", { toml: page.state.toml, limit: LISTED }, "Listing programs");
      const items = programs.map((text, at) => h("li", {}, h("button", { type: "button", class: "listed", onclick: () => page.change({ own: text }) }, h("span", { class: "unseen" }, `Show program ${at}`), h("pre", {}, text.trimEnd()))));
      const words = whole ? `All ${counted(programs.length, "program")}, each once up to names of variables, order and probabilities.` : `The first ${programs.length}: there are more.`;
      list.replaceChildren(h("p", {}, `${words} `, h("button", { type: "button", onclick: () => download("programs.pl", file) }, "Download the list")), command(line), h("ol", { class: "list", start: 0 }, ...items));
    } catch (wrong) {
      list.replaceChildren(wrong instanceof Cancelled ? h("p", { class: "quiet" }, "Cancelled.") : troubled(wrong));
    }
  }

  function program() {
    method.value = page.state.method;
    const { looked, drawn } = page;
    repeat.replaceChildren(page.state.own === null && drawn ? command(drawn.command) : h("p", { class: "quiet" }, "A program of your own: the command line reads it from a file. The download below is of drawn programs."));
    broken.replaceChildren(looked ? verdict(looked) : "");
    graph.replaceChildren(looked ? dependencies(looked.graph) : "");
    facts.replaceChildren(looked ? measures(looked) : "");
  }

  function verdict({ broken }: Looked): HTMLElement | string {
    if (broken === null) return "";
    if (broken.length === 0) return h("p", { class: "fine" }, page.state.own === null ? "It meets the spec, by an independent check." : "Your program meets the spec.");
    return h("div", { class: "faults" }, h("p", {}, h("strong", {}, `It breaks ${counted(broken.length, "rule")} of the spec:`)), h("ul", {}, ...broken.map(({ message }) => h("li", {}, ...coded(message)))));
  }
  return { title: "Programs", element, program, spec: () => list.replaceChildren() };
}

function measures(looked: Looked): HTMLElement {
  const { clauses, facts, nodes, negations, unsafe, clean, redundant, underivable } = looked;
  const rows: [string, string][] = [
    ["clauses", `${clauses}, ${facts} of them without a body`],
    ["largest body", counted(nodes, "node")],
    ["negations", String(negations)],
    ["safe", unsafe ? `no: ${unsafe.message}` : "yes"],
    ["clean", clean === null ? "not known: too large to compare all clauses" : clean ? "yes: nothing is redundant or underivable" : "no"],
    ...redundant.map(({ clause, message }): [string, string] => ["redundant", `clause ${clause}: ${message}`]),
  ];
  if (underivable.length) rows.push(["underivable", underivable.join(", ")]);
  return h("dl", {}, ...rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, ...coded(value))]));
}
