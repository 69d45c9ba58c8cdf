// Facts and a query, and exact answers.
import { capitalised, counted, follow, h, later, put, troubled } from "../dom";
import { drawn } from "../graph";
import { Cancelled, Lane } from "../machine";
import type { Page, View } from "../page";
import type { Inferred, World } from "../types";

/** An instance that people can read. */
const SMALL: Record<string, string> = { domain: "3", facts: "6", query: "derived" };

/** More sliders help nobody. */
const SLIDERS = 12;

export function answersTab(page: Page): View {
  const lane = new Lane();
  const query = h("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: "as in the program" });
  const evidence = h("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: "none but the program’s" });
  for (const input of [query, evidence]) {
    input.addEventListener("input", later(300, () => {
      put(input, input.value);
      page.change({ query: query.value, evidence: evidence.value });
      void ask();
    }));
  }
  const settings = page.keys.settings.filter(({ name }) => name !== "format");
  const inputs = settings.map(({ name, help, default: usual }) => {
    const input = h("input", { id: `set-${name}`, name, type: "text", autocomplete: "off", spellcheck: "false", value: SMALL[name] ?? usual, "aria-describedby": `set-${name}-help` });
    return { name, input, row: h("div", { class: "field" }, h("label", { for: `set-${name}` }, name.replaceAll("_", " ")), input, h("p", { class: "help", id: `set-${name}-help` }, `${help}.`)) };
  });
  const found = h("div", { "aria-live": "polite" });
  const reasons = h("div", { class: "reasons" });
  const sliders = h("div", { class: "sliders" });
  const element = h("div", {},
    h("form", { "aria-label": "Facts and a query", onsubmit: draw },
      h("p", { class: "bar" }, h("button", { type: "submit", class: "main" }, "Draw facts and a query"),
        h("button", { type: "button", onclick: () => page.change({ settings: null, own: null }) }, "Rules only")),
      h("details", {}, h("summary", {}, "What they are like"), ...inputs.map(({ row }) => row))),
    h("div", { class: "pair" }, h("label", {}, "Ask ", query), h("label", {}, "Given that ", evidence)),
    found,
    h("h3", {}, "Move a probability"), sliders,
    reasons);

  function draw(event: Event) {
    event.preventDefault();
    const written = inputs.map(({ name, input }) => [name, input.value.trim()] as const);
    const given = Object.fromEntries(written.filter(([, value]) => value !== ""));
    const isAgain = page.state.settings !== null && page.state.own === null;
    page.change({ settings: given, own: null, query: "", evidence: "", index: isAgain ? page.state.index + 1 : page.state.index });
  }

  async function ask() {
    const list = (text: string) => (text.trim() ? [text.trim()] : []);
    const isAsked = query.value.trim() !== "" || /\bquery\s*\(/.test(page.program);
    if (!isAsked) {
      lane.drop();
      reasons.replaceChildren();
      return found.replaceChildren(h("p", { class: "quiet" }, "Nothing is asked yet: draw facts and a query, write an atom under “Ask”, or add query(…) to the program."));
    }
    try {
      const answer = await lane.ask("infer", { program: page.program, queries: list(query.value), evidence: list(evidence.value), fractions: true }, "Computing the answer");
      found.replaceChildren(told(answer));
      reasons.replaceChildren(explained(answer));
    } catch (wrong) {
      reasons.replaceChildren();
      found.replaceChildren(wrong instanceof Cancelled ? h("p", { class: "quiet" }, "Cancelled.") : troubled(wrong));
    }
  }

  function program() {
    if (page.state.tab !== "answers") return;
    follow(query, page.state.query);
    follow(evidence, page.state.evidence);
    move();
    void ask();
  }

  /** A slider for each probability, in the order of the text. */
  function move() {
    const spots = probabilities(page.program).slice(0, SLIDERS);
    if (sliders.querySelectorAll(".slider").length !== spots.length || spots.length === 0) {
      sliders.replaceChildren(...spots.map((_, at) => {
        const slider = h("input", { type: "range", min: 0, max: 1, step: 0.01, id: `slide-${at}` });
        const value = h("output", { for: `slide-${at}` });
        slider.addEventListener("input", () => {
          const spot = probabilities(page.program)[at];
          if (spot) page.edit(spot.from, spot.to, Number(slider.value).toString());
        });
        return h("div", { class: "slider" }, h("label", { for: `slide-${at}` }), slider, value);
      }));
      if (spots.length === 0) sliders.append(h("p", { class: "quiet" }, "The program has no probabilities."));
    }
    spots.forEach(({ text, clause }, at) => {
      const [label, slider, value] = [...sliders.children[at]!.children] as [HTMLElement, HTMLInputElement, HTMLElement];
      label.textContent = clause;
      const [top, bottom] = text.split("/").map(Number) as [number, number?];
      if (slider !== document.activeElement) slider.value = String(top / (bottom ?? 1));
      value.textContent = text;
    });
  }
  return { title: "Answers", element, program };
}

/** Where probabilities stand in a program, outside comments. */
function probabilities(program: string) {
  const found: { from: number; to: number; text: string; clause: string }[] = [];
  const pattern = /%[^\n]*|'(?:[^'\\\n]|\\.)*'|(\d+\/\d+|\d+(?:\.\d+)?(?:[eE]-?\d+)?)(?=\s*::)/g;
  for (const match of program.matchAll(pattern)) {
    const text = match[1];
    if (text === undefined) continue;
    const [from, to] = [match.index, match.index + text.length];
    const clause = program.slice(to, to + 80).replace(/^\s*::\s*/, "").split(/\.\s|\.$|\n/)[0] ?? "";
    found.push({ from, to, text, clause });
  }
  return found;
}

function told({ answers }: Inferred): HTMLElement {
  if (answers.length === 0) return h("p", {}, "No instance of the query can be true.");
  const rows = answers.map(({ atom, probability, complement, fraction }) => {
    const bar = h("span", { class: "bar-of", "aria-hidden": "true" });
    bar.style.width = `${100 * probability}%`;
    return h("tr", {}, h("th", { scope: "row" }, h("code", {}, atom)),
      h("td", {}, h("span", { class: "number" }, shown(probability)), h("span", { class: "bars" }, bar)),
      h("td", {}, shown(complement)), h("td", { class: "fraction" }, shortened(fraction)));
  });
  const head = h("tr", {}, ...["query", "probability", "complement", "as a fraction"].map((name) => h("th", { scope: "col" }, name)));
  return h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Answers" }, h("table", { class: "answers" }, h("thead", {}, head), h("tbody", {}, ...rows)));
}

/** How the answers were found: what matters, the ground graph, and the worlds, where these are small. */
function explained({ relevance, sizes, hardest, graph, worlds }: Inferred): HTMLElement {
  const { predicates, irrelevant, clauses, of_clauses } = relevance;
  const attempts = hardest.attempts.map(({ method, steps, outcome }) => h("li", {}, `${capitalised(method)} (up to ${counted(steps, "step")}): ${outcome}.`));
  return h("div", {},
    h("h3", {}, "How it was found"),
    h("p", {}, `${clauses} of ${counted(of_clauses, "clause")} matter, of ${predicates.join(", ")}.`, irrelevant.length ? ` Not relevant: ${irrelevant.join(", ")}.` : ""),
    h("p", {}, `${counted(sizes.atoms, "ground atom")}, ${counted(sizes.clauses, "ground clause")}, ${counted(sizes.choices, "random choice")}. `,
      attempts.length ? `The hardest part: ${counted(hardest.gates, "gate")} over ${counted(hardest.events, "random event")}.` : "All parts are independent: sums and products suffice."),
    attempts.length ? h("ul", {}, ...attempts) : null,
    graph && graph.edges.length ? h("h3", {}, "Ground atoms that the query depends on") : null,
    graph && graph.edges.length ? drawn(graph, "Ground graph", "by chance alone") : null,
    worlds ? table(worlds) : null);
}

/** All worlds, one to a row. */
function table(worlds: World[]): HTMLElement {
  const first = worlds[0];
  if (!first || first.chosen.length === 0) return h("div");
  const asked = first.answers.map(({ atom }) => atom);
  const head = h("tr", {}, h("th", { scope: "col" }, "world"), h("th", { scope: "col" }, "chosen"), h("th", { scope: "col" }, "probability"), ...asked.map((atom) => h("th", { scope: "col" }, h("code", {}, atom))));
  const rows = worlds.map(({ probability, value, chosen, answers, agrees }, at) =>
    h("tr", { class: agrees ? "" : "against" },
      h("th", { scope: "row" }, String(at + 1)),
      h("td", {}, chosen.filter(Boolean).join(", ") || "nothing", agrees ? "" : " (against the evidence)"),
      h("td", { title: probability }, shown(value)),
      ...answers.map(({ holds }) => h("td", { class: holds ? "holds" : "" }, holds ? "true" : "–"))));
  return h("div", {}, h("h3", {}, counted(worlds.length, "world")),
    h("p", { class: "quiet" }, capitalised("the definition, written out: the probability of a query is that of the worlds where it is true.")),
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Worlds" }, h("table", { class: "worlds" }, h("thead", {}, head), h("tbody", {}, ...rows))));
}

function shown(number: number): string {
  return number !== 0 && number < 1e-4 ? number.toExponential(3) : String(Number(number.toPrecision(12)));
}

function shortened(fraction: string | null): string {
  if (!fraction) return "–";
  return fraction.length > 60 ? `${fraction.slice(0, 24)}… (${fraction.length} characters)` : fraction;
}
