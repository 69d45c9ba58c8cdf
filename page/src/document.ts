// A page of the documentation: search, colours, and the list of pages, which is folded on phones.
import MiniSearch from "minisearch";
import { h, later, the } from "./dom";
import { theme } from "./theme";

type Section = { id: string; title: string; page: string; text: string };

const SHOWN = 12;
const up = document.body.dataset.up ?? ".";
const [input, found, list] = [the<HTMLInputElement>("search"), the("found"), the<HTMLDetailsElement>("list")];

let index: Promise<MiniSearch<Section>> | undefined;

function loaded(): Promise<MiniSearch<Section>> {
  index ??= fetch(`${up}/search.json`).then(async (response) => {
    if (!response.ok) throw new Error("the index cannot be loaded");
    const search = new MiniSearch<Section>({
      fields: ["title", "page", "text"],
      storeFields: ["title", "page"],
      searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: "AND" },
    });
    search.addAll(await response.json());
    return search;
  });
  return index;
}

const look = later(120, async () => {
  const words = input.value.trim();
  list.hidden = words !== "";
  if (!words) return found.replaceChildren();
  try {
    const hits = (await loaded()).search(words).slice(0, SHOWN);
    const items = hits.map(({ id, title, page }) => h("li", {}, h("a", { href: `${up}/${id}` }, title), title === page ? null : h("span", { class: "quiet" }, ` ${page}`)));
    found.replaceChildren(items.length ? h("ul", {}, ...items) : h("p", { class: "quiet" }, "Nothing is found. Try fewer letters."));
  } catch {
    index = undefined;
    found.replaceChildren(h("p", { class: "trouble" }, "The search needs a file that could not be loaded. Reload the page."));
  }
});

theme();
if (matchMedia("(max-width: 60rem)").matches) list.open = false;
input.addEventListener("input", look);
input.addEventListener("focus", () => void loaded().catch(() => {}), { once: true });
document.querySelector("form[role=search]")?.addEventListener("submit", (event) => event.preventDefault());
