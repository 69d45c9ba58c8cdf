// How many programs there are, and what they are like.
import { coded, h, troubled } from "../dom";
import { Cancelled, Lane } from "../machine";
import type { Page, View } from "../page";
import type { Count, Row } from "../types";

const METHODS = ["uniform", "search"] as const;

export function spaceTab(page: Page): View {
  const counting = new Lane();
  const averaging = { uniform: new Lane(), search: new Lane() };
  const count = h("div", { class: "count", "aria-live": "polite" });
  const table = h("div");
  const element = h("div", {},
    h("h3", {}, "How many programs there are"), count,
    h("h3", {}, "What they are like on average"),
    h("p", { class: "quiet" }, "Beside each other: all programs equally likely, and programs as the constraint search finds them. Weights do not count here."),
    table);
  let known: Partial<Record<(typeof METHODS)[number], { basis: string; rows: Row[] } | HTMLElement>> = {};

  async function spec() {
    const { toml } = page.state;
    known = {};
    show();
    count.replaceChildren(h("p", { class: "quiet" }, "Counting…"));
    counting.ask("count", { toml }, "Counting")
      .then((told) => count.replaceChildren(counted(told)))
      .catch((wrong) => {
        count.replaceChildren(wrong instanceof Cancelled ? h("p", { class: "quiet" }, "Not counted: cancelled.") : troubled(wrong));
      });
    for (const method of METHODS) {
      averaging[method].ask("averages", { toml, method }, `Averages, ${method}`)
        .then((told) => void (known[method] = told))
        .catch((wrong) => void (known[method] = wrong instanceof Cancelled ? h("p", { class: "quiet" }, "Cancelled.") : troubled(wrong)))
        .then(show);
    }
  }

  function show() {
    const columns = METHODS.map((method) => known[method]);
    const told = columns.filter((column): column is { basis: string; rows: Row[] } => Boolean(column && "rows" in column));
    const problems = columns.flatMap((column, at) => (column instanceof HTMLElement ? [h("div", {}, h("strong", {}, `${METHODS[at]}: `), column)] : []));
    const first = told[0];
    if (!first) return table.replaceChildren(...problems, problems.length === METHODS.length ? "" : h("p", { class: "quiet" }, "Working…"));
    const head = h("tr", {}, h("td"), ...METHODS.map((method) => h("th", { scope: "col" }, method)));
    const body = first.rows.map(({ words }, at) => {
      const numbers = columns.map((column) => (column && "rows" in column ? (column.rows[at]?.average ?? null) : null));
      const most = Math.max(...numbers.map((number) => number ?? 0), 1e-9);
      return h("tr", {}, h("th", { scope: "row" }, words), ...numbers.map((number, at) => (columns[at] ? cell(number, most) : h("td", {}, "…"))));
    });
    const basis = h("tr", { class: "basis" }, h("th", { scope: "row" }, "how it was found"),
      ...columns.map((column) => h("td", {}, column && "basis" in column ? column.basis : "…")));
    table.replaceChildren(h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Averages" }, h("table", { class: "averages" }, h("thead", {}, head), h("tbody", {}, ...body, basis))), ...problems);
  }
  return { title: "Space", element, spec };
}

/** A number with a bar. */
export function cell(number: number | null, most: number): HTMLElement {
  if (number === null) return h("td", {}, "–");
  const bar = h("span", { class: "bar-of", "aria-hidden": "true" });
  bar.style.width = `${(100 * number) / most}%`;
  return h("td", {}, h("span", { class: "number" }, number.toFixed(3)), h("span", { class: "bars" }, bar));
}

function counted({ count, how, why, low, high }: Count): HTMLElement {
  const isLong = count.length > 18;
  // The last digits of an estimate mean nothing.
  const short = low ? ["about ", ...about(count)] : isLong ? about(count) : [grouped(count)];
  const digits = h("details", {}, h("summary", {}, `All ${count.length} digits`), h("p", { class: "digits", tabindex: 0 }, grouped(count)));
  const bounds = low && high ? h("p", {}, "Between ", ...about(low), " and ", ...about(high), " with a probability of 95\u202f%.") : null;
  return h("div", {}, h("p", { class: "large" }, ...short), isLong && !low ? digits : null, bounds,
    h("p", { class: "quiet" }, `${low ? "Estimated" : `Exact, ${how}`}.`, ...coded(why ? ` (Not by closed forms: ${why}.)` : "")));
}

/** A long number in short. */
function about(digits: string): (string | HTMLElement)[] {
  if (digits.length <= 6) return [grouped(digits)];
  return [`${digits[0]}.${digits.slice(1, 4)} × 10`, h("sup", {}, String(digits.length - 1))];
}

/** Digits in groups of three, which a line may end after. */
function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, "\u2009\u200b");
}
