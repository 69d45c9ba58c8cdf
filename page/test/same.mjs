// Is what WebAssembly says the same as what the command line says? `node same.mjs BOUND RANDLOG [COUNT]` compares files of
// programs and of instances byte for byte, counts digit for digit, and answers number for number.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { desk, native, random, randomSpec } from "./machine.mjs";

const LIMITS = { memory: 256 << 20, seconds: 60 };
const MEMORY = ["--memory", "256MiB"];

/** Compares so many specs and so many programs, and tells what differs. */
export async function compare(bound, executable, count, first = 0) {
  const ask = await desk(bound);
  const folder = await mkdtemp(join(tmpdir(), "randlog-same-"));
  const differences = [];
  const tally = { specs: 0, refused: 0, instances: 0, counts: 0, answers: 0, unanswered: 0 };
  const differ = (what, seed, ours, theirs) => differences.push({ what, seed, ours, theirs });
  try {
    const programs = [];
    for (let seed = first; seed < first + count; seed++) {
      const toml = randomSpec(seed);
      const file = join(folder, "spec.toml");
      await writeFile(file, toml);
      const draw = { toml, seed: String(seed), index: seed % 7, count: 3, method: "auto", limits: LIMITS };
      const words = ["--seed", String(seed), "--index", String(seed % 7), "--count", "3", ...MEMORY];
      const ours = ask("draw", draw);
      const theirs = await native(executable, ["sample", file, ...words]);
      if (theirs.code !== 0) {
        tally.refused += 1;
        if (ours.ok || !theirs.messages.includes(ours.trouble.message.slice(0, 20))) differ("refusal", seed, ours, theirs.messages);
        continue;
      }
      tally.specs += 1;
      if (ours.ok?.file !== theirs.out) differ("programs", seed, ours.ok?.file ?? ours, theirs.out);

      const settings = { domain: "3", facts: "5", query: seed % 2 ? "unlisted" : "derived" };
      const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
      const instances = ask("draw", { ...draw, settings });
      const theirInstances = await native(executable, ["instance", file, ...words, ...flags]);
      if (theirInstances.code === 0) {
        tally.instances += 1;
        if (instances.ok?.file !== theirInstances.out) differ("instances", seed, instances.ok?.file ?? instances, theirInstances.out);
        else programs.push(instances.ok.programs[0]);
      } else if (instances.ok) differ("refused instances", seed, instances.ok.file, theirInstances.messages);

      if (seed % 4 === 0) {
        const counted = ask("count", { toml, limits: LIMITS });
        const theirCount = await native(executable, ["count", file, ...MEMORY]);
        if (theirCount.code === 0) {
          tally.counts += 1;
          if (counted.ok?.count !== theirCount.out.trim()) differ("count", seed, counted, theirCount.out);
        }
      }
    }
    await answers(ask, executable, folder, programs, differ, tally);
  } finally {
    await rm(folder, { recursive: true });
  }
  return { tally, differences };
}

async function answers(ask, executable, folder, programs, differ, tally) {
  const { below } = random(programs.length);
  const names = await Promise.all(programs.map(async (program, at) => {
    // Other questions as well: about all instances, and given evidence.
    const changed = below(3) === 0 ? program.replace(/query\((\w+)\(.*\)\)/, "query($1(X))") : program;
    programs[at] = changed;
    const name = join(folder, `${String(at).padStart(5, "0")}.pl`);
    await writeFile(name, changed);
    return name;
  }));
  if (names.length === 0) return;
  const { out } = await native(executable, ["infer", ...names, "--format", "json", "--fractions", "--timeout", "60"]);
  const lines = out.trim().split("\n").map((line) => JSON.parse(line));
  const byFile = new Map(lines.map((line) => [line.file, line]));
  names.forEach((name, at) => {
    const ours = ask("infer", { program: programs[at], fractions: true, limits: LIMITS });
    const theirs = byFile.get(name);
    if (theirs?.answers) {
      tally.answers += 1;
      if (JSON.stringify(ours.ok?.answers) !== JSON.stringify(theirs.answers)) differ("answers", at, ours, theirs);
    } else {
      tally.unanswered += 1;
      if (ours.ok) differ("no answer", at, ours.ok, theirs);
    }
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [bound, executable, count = "1000"] = process.argv.slice(2);
  const { tally, differences } = await compare(bound, executable, Number(count));
  console.log(JSON.stringify(tally));
  for (const difference of differences.slice(0, 5)) console.log(difference);
  console.log(`${differences.length} differences`);
  process.exit(differences.length ? 1 : 0);
}
