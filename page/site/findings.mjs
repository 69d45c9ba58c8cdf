// The faults found in engines, from results/faults, as one file for the tab *Findings*.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "smol-toml";

/** The findings, and the reports about them, which are pages. */
export async function findings(root) {
  const found = [];
  const folder = "results/faults";
  for (const group of (await readdir(join(root, folder), { withFileTypes: true })).filter((entry) => entry.isDirectory())) {
    for (const { name } of (await readdir(join(root, folder, group.name), { withFileTypes: true })).filter((entry) => entry.isDirectory())) {
      const place = `${folder}/${group.name}/${name}`;
      const read = (file) => readFile(join(root, place, file), "utf8");
      const { engine, version, kind, expected, answered } = parse(await read("fault.toml"));
      const report = await read("REPORT.md");
      const others = [...(report.match(/^(`.*`) shows? the same\.$/m)?.[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, other]) => other);
      // A trace is in the report; its last line says what happened.
      const said = answered.trim().split("\n").at(-1);
      const program = (await read("program.pl")).trimEnd();
      found.push({ name, group: group.name, engine, engines: [engine, ...others], version: version ?? "", kind, expected: expected ?? "", answered: said, program, report: `${place}/REPORT.md` });
    }
  }
  const rank = ({ kind }) => ["wrong-answer", "rejected"].indexOf(kind) + 1 || 9;
  return found.sort((a, b) => rank(a) - rank(b) || b.engines.length - a.engines.length || a.program.length - b.program.length);
}
