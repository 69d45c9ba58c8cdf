// The page: the program in the middle, and tabs around it.
import { copy, follow, h, later, notice, put, the, troubled } from "./dom";
import { Editor, type Mark } from "./editor";
import { Cancelled, Lane, Trouble } from "./machine";
import type { Page, View } from "./page";
import { FIRST, fromHash, isIndex, type State, type Tab, TABS, toHash } from "./state";
import { theme } from "./theme";
import { answersTab } from "./tabs/answers";
import { findingsTab } from "./tabs/findings";
import { likeTab } from "./tabs/like";
import { programsTab } from "./tabs/programs";
import { spaceTab } from "./tabs/space";
import { specTab } from "./tabs/spec";
import type { Drawn, Keys, Looked } from "./types";

/** A longer text is no program that a page could do anything with. */
const LONGEST_PROGRAM = 4 << 20;

const [drawing, looking] = [new Lane(), new Lane()];
const [seed, index] = [the<HTMLInputElement>("seed"), the<HTMLInputElement>("index")];
const typed = later(200, (text: string) => change({ own: text }));
const editor = new Editor(the("text"), "The program", "prolog", (text) => {
  // A program that is still being drawn must not replace what is typed.
  drawing.drop();
  typed(text);
});

const opened = fromHash(location.hash);
let state: State = opened.state;
let keys: Keys;
let drawn: Drawn | null = null;
let looked: Looked | null = null;
let views: Record<Tab, View> | undefined;

const page: Page = {
  get state() { return state; },
  get keys() { return keys; },
  get program() { return editor.text; },
  get drawn() { return drawn; },
  get looked() { return looked; },
  change,
  edit(from, to, insert) {
    editor.replace(from, to, insert);
    change({ own: editor.text });
  },
};

function change(patch: Partial<State>): void {
  const before = state;
  if (patch.own !== undefined) typed.cancel();
  // A program from elsewhere is judged once the spec is changed.
  const isJudged = patch.isJudged ?? (state.isJudged || patch.toml !== undefined || patch.own === null);
  state = { ...state, ...patch, isJudged };
  remember();
  const isOther = (...names: (keyof State)[]) => names.some((name) => state[name] !== before[name]);
  if (isOther("tab", "findings")) select();
  if (isOther("toml")) {
    views?.[state.tab].spec?.();
    stale.clear();
    TABS.filter((tab) => tab !== state.tab).forEach((tab) => stale.add(tab));
  }
  if (isOther("own") && state.own !== null) {
    drawing.drop();
    show(state.own);
  } else if (isOther("toml", "seed", "index", "method", "settings", "own")) draw();
  else if (isOther("tab") && RULES.has(state.tab) !== RULES.has(before.tab)) void look();
}

/** Tabs that are about the rules of the spec: elsewhere, a program that breaks them is as good as any. */
const RULES = new Set<Tab>(["spec", "space", "programs"]);

/** Tabs that have not seen the spec yet. */
const stale = new Set<Tab>(TABS);

const remember = later(300, () => {
  const hash = toHash(state);
  if (hash !== null) history.replaceState(null, "", hash);
});

/** Draws the program that belongs to the spec, the seed and the index; one's own stays until then. */
async function draw(): Promise<void> {
  if (state.own !== null) return look();
  const { toml, settings, method } = state;
  try {
    drawn = await drawing.ask("draw", { toml, seed: state.seed, index: state.index, count: 1, method, ...(settings ? { settings } : {}) }, "Drawing a program");
    the("trouble").replaceChildren();
    show((drawn.programs[0] ?? "").trimEnd());
  } catch (wrong) {
    the("trouble").replaceChildren(wrong instanceof Cancelled ? h("p", { class: "quiet" }, "Cancelled: the program is the one from before.") : troubled(wrong));
  }
}

function show(text: string): void {
  if (text.length > LONGEST_PROGRAM) {
    const size = (text.length / (1 << 20)).toFixed(1);
    the("trouble").replaceChildren(troubled(new Trouble(`this text is ${size} MB long, more than the page takes`, "use the command line, `randlog check` or `randlog infer`, for large programs")));
    return;
  }
  editor.show(text);
  the("trouble").replaceChildren();
  origin();
  void look();
}

/** Reads the program in the middle. */
async function look(): Promise<void> {
  const program = editor.text;
  if (!views) return;
  if (program.length > LONGEST_PROGRAM) return show(program);
  try {
    // The spec is about rules alone: with facts and a query, nothing is checked.
    const isChecked = state.settings === null && state.isJudged && RULES.has(state.tab);
    looked = await looking.ask("look", { program, ...(isChecked ? { toml: state.toml } : {}) }, "Reading the program");
    editor.mark((looked.broken ?? []).flatMap(({ at, message }): Mark[] => (at ? [{ at, message, severity: "warning" }] : [])));
    the("trouble").replaceChildren();
  } catch (wrong) {
    if (!(wrong instanceof Trouble)) return;
    looked = null;
    const isOwn = state.own !== null;
    editor.mark(wrong.at ? [{ at: wrong.at, message: `${wrong.message}: ${wrong.help}`, severity: "error" }] : []);
    if (isOwn) the("trouble").replaceChildren(troubled(wrong));
  }
  views?.[state.tab].program?.();
}

/** Says where the program comes from. */
function origin(): void {
  const back = h("button", { type: "button", onclick: () => change({ own: null }) }, "Back to drawn programs");
  the("origin").replaceChildren(...(state.own === null
    ? [h("span", { class: "quiet" }, state.settings ? `rules, facts and a query, by ${drawn?.method ?? state.method}` : drawn ? `drawn by ${drawn.method}` : "")]
    : [h("span", { class: "quiet" }, "your own "), back]));
  follow(seed, state.seed);
  follow(index, String(state.index));
  the<HTMLButtonElement>("previous").disabled = state.index === 0;
}

/** Shows the tab that is chosen. */
function select(): void {
  for (const tab of TABS) {
    const isShown = tab === state.tab;
    const button = the(`tab-${tab}`);
    button.setAttribute("aria-selected", String(isShown));
    button.tabIndex = isShown ? 0 : -1;
    the(`panel-${tab}`).hidden = !isShown;
    if (isShown) reveal(button, the("tabs"));
  }
  if (stale.delete(state.tab)) views?.[state.tab].spec?.();
  views?.[state.tab].program?.();
}

/** On a phone, not all tabs have room: their row is moved, and nothing else. */
function reveal(button: HTMLElement, row: HTMLElement): void {
  const [inner, outer] = [button.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += Math.max(0, inner.right - outer.right) + Math.min(0, inner.left - outer.left);
}

function build(): void {
  const built = { spec: specTab(page), space: spaceTab(page), programs: programsTab(page), like: likeTab(page), answers: answersTab(page), findings: findingsTab(page) };
  views = built;
  for (const tab of TABS) {
    the("tabs").append(h("button", { type: "button", role: "tab", id: `tab-${tab}`, "aria-controls": `panel-${tab}`, onclick: () => change({ tab }) }, built[tab].title));
    the("panels").append(h("div", { role: "tabpanel", id: `panel-${tab}`, "aria-labelledby": `tab-${tab}`, hidden: true }, built[tab].element));
  }
  the("tabs").addEventListener("keydown", (event) => {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
    const at = TABS.indexOf(state.tab);
    const to = event.key === "Home" ? 0 : event.key === "End" ? TABS.length - 1 : at + (steps[event.key] ?? NaN);
    const tab = TABS[(to + TABS.length) % TABS.length];
    if (!tab) return;
    event.preventDefault();
    change({ tab });
    the(`tab-${tab}`).focus();
  });
  the("draw").addEventListener("submit", (event) => {
    event.preventDefault();
    const isSame = seed.value.trim() === state.seed && index.value.trim() === String(state.index) && state.own === null;
    const next = isSame ? String((BigInt(state.seed) + 1n) % (1n << 64n)) : seed.value.trim();
    go(next, isSame ? "0" : index.value.trim());
  });
  the("previous").addEventListener("click", () => go(state.seed, String(Math.max(0, state.index - 1))));
  the("next").addEventListener("click", () => go(state.seed, String(state.index + 1)));
  the("share").addEventListener("click", () => void share());
}

/** Draws the program of a seed and an index. */
function go(newSeed: string, newIndex: string): void {
  const isSeed = /^\d{1,20}$/.test(newSeed) && BigInt(newSeed) < 1n << 64n;
  if (!isSeed || !isIndex(newIndex)) {
    const wrong = isSeed ? new Trouble(`the index cannot be \`${newIndex}\``, "give a whole number") : new Trouble(`the seed cannot be \`${newSeed}\``, "give a whole number below 2^64");
    the("trouble").replaceChildren(troubled(wrong));
    return;
  }
  put(seed, newSeed);
  put(index, newIndex);
  change({ seed: newSeed, index: Number(newIndex), own: null });
}

async function share(): Promise<void> {
  const hash = toHash(state);
  if (hash === null) return notice("This program is too long for an address: download the file and share that.");
  history.replaceState(null, "", hash);
  await copy(location.href, "Address");
}

/** Says what takes long, with a way to end it. */
const busy = later(400, () => {
  the("busy").replaceChildren(...[...Lane.busy].map(({ lane, what }) =>
    h("p", {}, h("span", { class: "working", "aria-hidden": "true" }), `${what}… `, h("button", { type: "button", class: "cancel", onclick: () => lane.cancel() }, "Cancel"))));
});

async function start(): Promise<void> {
  theme();
  Lane.onbusy = busy;
  origin();
  if (state.own === null) void draw();
  else show(state.own);
  keys = await looking.ask("keys", {}, "Loading");
  build();
  if (!keys.methods.includes(state.method)) {
    opened.wrong.push(`there is no method \`${state.method.slice(0, 30)}\``);
    state = { ...state, method: FIRST.method };
  }
  if (opened.wrong.length) notice(`This address is damaged: ${opened.wrong.join("; ")}. The rest of it is shown.`);
  select();
  if (editor.text) void look();
  window.addEventListener("hashchange", () => {
    const { state: other, wrong } = fromHash(location.hash);
    if (wrong.length) notice(`This address is damaged: ${wrong.join("; ")}. The rest of it is shown.`);
    change(other);
  });
}

start().catch((wrong: unknown) => the("trouble").replaceChildren(troubled(wrong)));
