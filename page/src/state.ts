// What the page shows, and how an address holds it.

export const TABS = ["spec", "space", "programs", "like", "answers", "findings"] as const;
export type Tab = (typeof TABS)[number];

export type State = {
  tab: Tab;
  toml: string;
  seed: string;
  index: number;
  method: string;
  /** A program of one's own, in place of a drawn one. */
  own: string | null;
  /** Whether this program is meant to meet the spec; programs from elsewhere have nothing to do with it. */
  isJudged: boolean;
  /** The settings of instances, if facts and a query are drawn, too. */
  settings: Record<string, string> | null;
  query: string;
  evidence: string;
  /** Whose findings are shown: those of an engine or of a campaign, or all. */
  findings: string;
};

/** Programs as people write them, about people and their friends. */
export const FIRST: State = {
  tab: "programs",
  toml: `# Programs as people write them, about people and their friends.
preset        = "written"
predicates    = ["stress/1", "smokes/1", "asthma/1"]
data          = ["person/1", "friend/2"]
probabilities = [0.3, 0.8, 1]
goals         = ["asthma"]
weights       = { node = 0.2 } # small bodies are more likely
`,
  seed: "6",
  index: 0,
  method: "auto",
  own: null,
  isJudged: true,
  settings: null,
  query: "",
  evidence: "",
  findings: "",
};

/** Browsers and chats cut longer addresses off. */
const LONGEST = 30_000;

/** The part of an address behind `#`; nothing if it would be too long. */
export function toHash(state: State): string | null {
  const words = new URLSearchParams();
  words.set("tab", state.tab);
  if (state.toml !== FIRST.toml) words.set("spec", state.toml);
  words.set("seed", state.seed);
  if (state.index) words.set("index", String(state.index));
  if (state.method !== FIRST.method) words.set("method", state.method);
  if (state.own !== null) words.set("program", state.own);
  if (!state.isJudged) words.set("judged", "no");
  if (state.settings) words.set("facts", new URLSearchParams(state.settings).toString());
  if (state.query) words.set("query", state.query);
  if (state.evidence) words.set("evidence", state.evidence);
  if (state.findings) words.set("findings", state.findings);
  const hash = `#${words}`;
  return hash.length <= LONGEST ? hash : null;
}

/** What an address says; what is wrong with it is told, and left out. */
export function fromHash(hash: string): { state: State; wrong: string[] } {
  const state = { ...FIRST };
  const wrong: string[] = [];
  if (hash.length > 1) {
    try {
      decodeURIComponent(hash.replace(/\+/g, " "));
    } catch {
      wrong.push("a part of it cannot be read");
    }
  }
  for (const [name, value] of new URLSearchParams(hash.replace(/^#/, ""))) {
    if (name === "tab" && TABS.includes(value as Tab)) state.tab = value as Tab;
    else if (name === "spec") state.toml = value;
    else if (name === "seed" && /^\d{1,20}$/.test(value)) state.seed = value;
    else if (name === "index" && isIndex(value)) state.index = Number(value);
    else if (name === "method") state.method = value;
    else if (name === "program") state.own = value;
    else if (name === "judged" && value === "no") state.isJudged = false;
    else if (name === "facts") state.settings = Object.fromEntries(new URLSearchParams(value));
    else if (name === "query") state.query = value;
    else if (name === "evidence") state.evidence = value;
    else if (name === "findings") state.findings = value;
    else wrong.push(`\`${name.slice(0, 30)}\` ${["tab", "seed", "index"].includes(name) ? "cannot be" : "="} \`${value.slice(0, 30)}\``);
  }
  return { state, wrong };
}

/** Whether a text is the index of a program that JavaScript can count. */
export function isIndex(text: string): boolean {
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text));
}
