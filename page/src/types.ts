// Questions and answers of the libraries; page/face is the other side.

export type Fault = { message: string; clause?: number | null; at?: [number, number] | null };
export type Key = {
  name: string;
  help: string;
  takes: string;
  placeholder: string;
  example: string;
  default: string | null;
  required: boolean;
  choices: string[] | null;
};
export type Setting = { name: string; help: string; placeholder: string; default: string };
export type Keys = {
  version: string;
  keys: Key[];
  presets: { name: string; summary: string }[];
  settings: Setting[];
  methods: string[];
  languages: string[];
};
export type Spec = {
  written: Record<string, string>;
  values: Record<string, string> | null;
  whole: string | null;
  trouble: { message: string; help: string; at?: [number, number] } | null;
};
export type Count = { count: string; how: string; why?: string; low?: string; high?: string };
export type Row = { name: string; words: string; average: number | null };
export type Drawn = {
  programs: string[];
  file: string;
  name: string;
  command: string;
  method: string;
  why: string | null;
};
export type Listed = { programs: string[]; whole: boolean; file: string; command: string };
export type Graph = {
  nodes: { name: string; stratum?: number | null; data: boolean; asked?: boolean }[];
  edges: { from: string; to: string; negative: boolean }[];
  cycle: string | null;
};
export type Looked = {
  clauses: number;
  facts: number;
  nodes: number;
  negations: number;
  unsafe: Fault | null;
  clean: boolean | null;
  redundant: Fault[];
  underivable: string[];
  graph: Graph;
  broken: Fault[] | null;
};
export type Liked = Drawn & { given: Row[]; relatives: Row[]; summary: string[]; toml: string };
export type World = {
  probability: string;
  value: number;
  chosen: (string | null)[];
  answers: { atom: string; holds: boolean }[];
  agrees: boolean;
};
export type Inferred = {
  answers: { atom: string; probability: number; complement: number; fraction: string | null }[];
  relevance: { predicates: string[]; irrelevant: string[]; clauses: number; of_clauses: number };
  sizes: { atoms: number; clauses: number; choices: number; parts: number };
  hardest: { gates: number; events: number; attempts: { method: string; steps: number; outcome: string }[] };
  graph: Graph | null;
  worlds: World[] | null;
};

export type Draw = {
  toml: string;
  seed: string;
  index: number;
  count: number;
  method: string;
  language?: string;
  settings?: Record<string, string>;
};

export type Questions = {
  keys: Record<string, never>;
  spec: { toml: string };
  set: { toml: string; key: string; value: string | null };
  count: { toml: string };
  averages: { toml: string; method: string };
  list: { toml: string; limit: number };
  draw: Draw;
  look: { program: string; toml?: string };
  like: { program: string; seed: number; count: number };
  infer: { program: string; queries: string[]; evidence: string[]; fractions: boolean };
};
export type Answers = {
  keys: Keys;
  spec: Spec;
  set: { toml: string };
  count: Count;
  averages: { basis: string; rows: Row[] };
  list: Listed;
  draw: Drawn;
  look: Looked;
  like: Liked;
  infer: Inferred;
};
