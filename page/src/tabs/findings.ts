// Faults that were found in engines, and figures of the experiments.
import { capitalised, counted, h, troubled } from "../dom";
import { Trouble } from "../machine";
import type { Page, View } from "../page";

type Finding = {
  name: string;
  group: string;
  engine: string;
  engines: string[];
  version: string;
  kind: string;
  expected: string;
  answered: string;
  program: string;
  report: string;
};

const FIGURES = [
  { place: "results/scaling", file: "nodes.svg", report: "report.html", words: "How large the search is: nodes of the search tree against each parameter of a spec, over 399,360 runs." },
  { place: "results/scaling", file: "distribution.svg", report: "report.html", words: "How long these runs take: the share of them that takes less than a time." },
  { place: "results/inference/safe", file: "cactus.svg", report: "report.html", words: "How many random instances each engine answers within a time; their queries need their rules." },
  { place: "results/inference/safe", file: "answered.svg", report: "report.html", words: "Which share of these instances each engine answers, by how many pairs of predicates are independent." },
];

export function findingsTab(page: Page): View {
  const engine = h("select", { onchange: list }, h("option", { value: "" }, "all engines"));
  const told = h("p", { class: "quiet", "aria-live": "polite" }, "Loading…");
  const cards = h("div", { class: "cards" });
  const element = h("div", {},
    h("h3", {}, "Faults found in engines"),
    h("p", {}, "Each program is as short as ", h("code", {}, "randlog fuzz"), " could make it. The expected answer is exact, and confirmed by enumerating all worlds. Open one: this page answers it as well."),
    h("p", { class: "bar" }, h("label", {}, "Engine ", engine), h("a", { href: "results/faults/index.html" }, "How they were found")),
    told, cards,
    h("h3", {}, "Figures of the experiments"),
    ...FIGURES.map(({ place, file, report, words }) => h("figure", {},
      h("a", { href: `${place}/${report}` }, h("img", { src: `${place}/${file}`, alt: words, loading: "lazy" })),
      h("figcaption", { class: "quiet" }, words))));
  let findings: Finding[] | null = null;

  async function load() {
    try {
      const response = await fetch(new URL("findings.json", document.baseURI));
      if (!response.ok) throw new Trouble("the findings could not be loaded", "reload the page");
      findings = await response.json() as Finding[];
      const engines = [...new Set(findings.flatMap((finding) => finding.engines))].sort();
      engine.append(...engines.map((name) => h("option", { value: name }, name)));
      list();
    } catch (wrong) {
      told.replaceChildren(troubled(wrong instanceof Trouble ? wrong : new Trouble("the findings could not be loaded", "reload the page")));
    }
  }

  function list() {
    if (!findings) return;
    const shown = findings.filter(({ engines }) => !engine.value || engines.includes(engine.value));
    told.textContent = `${counted(shown.length, "finding")}.`;
    cards.replaceChildren(...shown.map(card));
  }

  function card({ name, group, engines, version, kind, expected, answered, program, report }: Finding): HTMLElement {
    const title = `${capitalised(kind.replaceAll("-", " "))}: ${engines.join(", ")}`;
    return h("article", { class: "card", "aria-label": `${group}, ${name}` },
      h("h4", {}, title, version ? h("span", { class: "quiet" }, ` ${version}`) : null),
      h("pre", { tabindex: 0 }, program),
      h("dl", {}, h("dt", {}, "exact"), h("dd", {}, h("code", { class: "holds" }, expected)), h("dt", {}, engines.length > 1 ? "they say" : "it says"), h("dd", {}, h("code", { class: "wrong" }, answered))),
      h("p", { class: "bar" },
        h("button", { type: "button", onclick: () => page.change({ tab: "answers", own: program, isJudged: false, settings: null, query: "", evidence: "" }) }, "Open here"),
        h("a", { href: report }, "Report")));
  }

  function program() {
    if (page.state.tab === "findings" && !findings) void load();
  }
  return { title: "Findings", element, program };
}
