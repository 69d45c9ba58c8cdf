// Faults that were found in engines, and figures of the experiments.
import { capitalised, counted, follow, h, put, troubled } from "../dom";
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

/** So many are shown at once. */
const SHOWN = 12;

const FIGURES = [
  { place: "results/scaling", file: "nodes.svg", report: "report.html", words: "How large the search is: nodes of the search tree against each parameter of a spec, over 399,360 runs." },
  { place: "results/scaling", file: "distribution.svg", report: "report.html", words: "How long these runs take: the share of them that takes less than a time." },
  { place: "results/inference/safe", file: "cactus.svg", report: "report.html", words: "How many random instances each engine answers within a time; their queries need their rules." },
  { place: "results/inference/safe", file: "answered.svg", report: "report.html", words: "Which share of these instances each engine answers, by how many pairs of predicates are independent." },
];

export function findingsTab(page: Page): View {
  const whose = h("select", { onchange: choose }, h("option", { value: "" }, "all engines"));
  const told = h("p", { class: "quiet", "aria-live": "polite" }, "Loading…");
  const cards = h("div", { class: "cards" });
  const more = h("button", { type: "button", onclick: () => list(Infinity) });
  const element = h("div", {},
    h("h3", {}, "Faults found in engines"),
    h("p", {}, "Each program is as short as ", h("code", {}, "randlog fuzz"), " could make it. The expected answer is exact, and confirmed by enumerating all worlds. Open one: this page answers it as well."),
    h("p", { class: "bar" }, h("label", {}, "Engine ", whose), h("a", { href: "results/faults/index.html" }, "How they were found")),
    told, cards, h("p", { class: "bar" }, more),
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
      const names = [...new Set(findings.flatMap(({ engines, group }) => [...engines, group]))].sort();
      whose.append(...names.map((name) => h("option", { value: name }, name)));
      put(whose, page.state.findings);
      list(SHOWN);
    } catch (wrong) {
      told.replaceChildren(troubled(wrong instanceof Trouble ? wrong : new Trouble("the findings could not be loaded", "reload the page")));
    }
  }

  function choose() {
    put(whose, whose.value);
    page.change({ findings: whose.value });
    list(SHOWN);
  }

  function list(most: number) {
    if (!findings) return;
    const chosen = findings.filter(({ engines, group }) => !whose.value || group === whose.value || engines.includes(whose.value));
    told.textContent = `${counted(chosen.length, "finding")}.`;
    cards.replaceChildren(...chosen.slice(0, most).map(card));
    more.hidden = chosen.length <= most;
    more.textContent = `Show all ${chosen.length}`;
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
    if (page.state.tab !== "findings") return;
    if (!findings) void load();
    else if (follow(whose, page.state.findings)) list(SHOWN);
  }
  return { title: "Findings", element, program };
}
