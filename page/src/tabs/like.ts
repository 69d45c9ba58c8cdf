// Relatives of the program in the middle.
import { command, download, h, later, troubled } from "../dom";
import { Cancelled, Lane } from "../machine";
import type { Page, View } from "../page";
import type { Liked } from "../types";
import { cell } from "./space";

const SHOWN = 5;

export function likeTab(page: Page): View {
  const lane = new Lane();
  const found = h("div");
  let seed = 0;
  let shown = "";
  const element = h("div", {},
    h("p", {}, "Paste a program of your own into the editor. Its relatives are random programs with the same predicates, the same rules and, as far as possible, the same averages."),
    h("p", {}, h("button", { type: "button", class: "main", onclick: () => { seed += 1; void ask(); } }, "Draw others")),
    found);

  async function ask() {
    shown = page.program;
    found.replaceChildren(h("p", { class: "quiet" }, "Looking for relatives…"));
    try {
      found.replaceChildren(told(await lane.ask("like", { program: page.program, seed, count: SHOWN }, "Drawing relatives")));
    } catch (wrong) {
      found.replaceChildren(wrong instanceof Cancelled ? h("p", { class: "quiet" }, "Cancelled.") : troubled(wrong));
    }
  }

  function told({ programs, given, relatives, summary, toml, command: line, file, name }: Liked): HTMLElement {
    const rows = given.map(({ words, average }, at) => {
      const other = relatives[at]?.average ?? null;
      const most = Math.max(average ?? 0, other ?? 0, 1e-9);
      return h("tr", {}, h("th", { scope: "row" }, words), cell(average, most), cell(other, most));
    });
    const head = h("tr", {}, h("td"), h("th", { scope: "col" }, "given"), h("th", { scope: "col" }, `these ${programs.length}`));
    return h("div", {},
      h("p", { class: "quiet" }, `${summary.join(". ")}.`),
      h("ol", { class: "list" }, ...programs.map((text, at) => h("li", {}, h("button", { type: "button", class: "listed", onclick: () => page.change({ own: text }) }, h("span", { class: "unseen" }, `Show relative ${at + 1}`), h("pre", {}, text.trimEnd()))))),
      h("p", { class: "bar" },
        h("button", { type: "button", onclick: () => page.change({ toml, own: null, tab: "spec" }) }, "Take their spec"),
        h("button", { type: "button", onclick: () => download(name, file) }, "Download the file")),
      command(line),
      h("h3", {}, "On average"),
      h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Averages" }, h("table", { class: "averages" }, h("thead", {}, head), h("tbody", {}, ...rows))));
  }
  const again = later(400, () => void (page.state.tab === "like" && shown !== page.program && ask()));
  return { title: "Like", element, program: again };
}
