// The libraries in WebAssembly, in this process; and native, as the command line.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** Something that answers questions; `bound` is the directory that `randlog-bind` wrote. */
export async function desk(bound) {
  const { default: init, Desk } = await import(pathToFileURL(resolve(bound, "randlog_face.js")));
  const module = await WebAssembly.compile(await readFile(join(bound, "randlog_face_bg.wasm")));
  await init({ module_or_path: module });
  const desk = new Desk();
  return (question, given) => JSON.parse(desk.ask(question, JSON.stringify(given)));
}

/** What the command line prints: output, messages and exit code. */
export function native(executable, words, input = "") {
  return new Promise((done) => {
    const child = execFile(executable, words, { maxBuffer: 1 << 28 }, (error, out, messages) => done({ out, messages, code: error ? (error.code ?? 1) : 0 }));
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

/** Random numbers that are the same every time (mulberry32). */
export function random(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound) => Math.floor(next() * bound);
  return { below, chance: (share) => next() < share, one: (list) => list[below(list.length)] };
}

/** A random spec, small enough to be drawn from in a moment; about one in ten makes no sense. */
export function randomSpec(seed) {
  const { below, chance, one } = random(seed);
  const lines = [];
  const predicate = (name) => `"${name}/${one([0, 1, 1, 2])}"`;
  const names = ["p", "q", "r"].slice(0, 1 + below(3));
  lines.push(`predicates = [${names.map(predicate).join(", ")}]`);
  if (chance(0.4)) lines.push(`data = [${["e", "f"].slice(0, 1 + below(2)).map(predicate).join(", ")}]`);
  if (chance(0.3)) lines.push('preset = "written"');
  lines.push(`variables = ${below(4)}`);
  if (chance(0.5)) lines.push(`constants = ${below(3)}`);
  lines.push(`max_nodes = ${1 + below(5)}`);
  lines.push(`max_clauses = ${chance(0.3) ? '"2 per predicate"' : names.length + below(4)}`);
  if (chance(0.5)) lines.push(`probabilities = [${one(["0.1, 0.5, 1", '"1/3"', "0.25, 1"])}]`);
  if (chance(0.5)) lines.push(`cycles = "${one(["any", "stratified", "acyclic"])}"`);
  if (chance(0.6)) lines.push(`bodies = "${one(["formula", "conjunction", "set"])}"`);
  for (const key of ["safe", "connected", "derivable"]) if (chance(0.25)) lines.push(`${key} = true`);
  if (chance(0.2)) lines.push("redundant = false");
  if (chance(0.2)) lines.push("empty_bodies = false");
  if (chance(0.15)) lines.push('goals = ["p"]');
  if (chance(0.2)) lines.push(`weights = { negation = ${one([0.2, 5])}, node = ${one([0.5, 2])} }`);
  else if (chance(0.1)) lines.push("averages = { nodes = 2 }");
  if (names.length > 1 && chance(0.1)) lines.push('required = { and = ["p", "q"] }');
  if (names.length > 2 && chance(0.1)) lines.push('independent = [["p", "q"]]');
  return `${lines.join("\n")}\n`;
}
