// The dependency graph of a program, and the ground graph of a query, drawn in layers: what is used is below what uses it.
import { h, svg } from "./dom";
import type { Graph } from "./types";

const [WIDTH, HEIGHT, GAP, RISE, MARGIN] = [96, 30, 46, 78, 26];

/** More vertices make no picture. */
const MOST = 40;

/** A wider layer takes several rows. */
const WIDEST = 640;

/** Arrowheads are known by names that no other drawing may have: those of a hidden one are not drawn. */
let drawings = 0;

type Spot = { x: number; y: number; w: number };

/** The graph of the predicates of a program, and its strata. */
export function dependencies(graph: Graph): HTMLElement {
  const { nodes, cycle } = graph;
  const words = h("p", { class: "quiet" }, cycle ? `Not stratified: ${cycle} goes through a negation.` : strata(graph));
  if (nodes.length === 0) return h("p", { class: "quiet" }, "There are no predicates yet.");
  if (nodes.length > MOST) return h("div", {}, words, h("p", { class: "quiet" }, `${nodes.length} predicates are too many for a picture.`));
  return h("div", {}, drawn(graph, "Dependency graph", "data"), words);
}

/** A graph with its legend; `data` is what vertices are called that stand alone. */
export function drawn(graph: Graph, label: string, data: string): HTMLElement {
  const { nodes, edges, cycle } = graph;
  const widthOf = (name: string) => Math.max(WIDTH, 8.2 * name.length + 20);
  const layers = layered(graph).flatMap((layer) => rows(layer, widthOf));
  const spots = new Map<string, Spot>();
  const wide = Math.max(...layers.map((layer) => layer.reduce((sum, name) => sum + widthOf(name) + GAP, -GAP)));
  layers.forEach((layer, level) => {
    const own = layer.reduce((sum, name) => sum + widthOf(name) + GAP, -GAP);
    let x = MARGIN + (wide - own) / 2;
    for (const name of layer) {
      const w = widthOf(name);
      spots.set(name, { x: x + w / 2, y: MARGIN + (layers.length - 1 - level) * RISE + HEIGHT / 2, w });
      x += w + GAP;
    }
  });
  const [width, height] = [wide + 2 * MARGIN + 20, (layers.length - 1) * RISE + HEIGHT + 2 * MARGIN];
  const isOnCycle = (from: string, to: string) => Boolean(cycle?.includes(`${from} -[`) && cycle.includes(`-> ${to}`));
  const drawing = drawings++;
  const arrow = (sign: string) => svg("marker", { id: `arrow-${drawing}-${sign}`, class: sign, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 10, markerHeight: 10, markerUnits: "userSpaceOnUse", orient: "auto" }, svg("path", { d: "M0 0L8 4L0 8z" }));
  const lines = edges.map(({ from, to, negative }) => {
    const kind = `${negative ? "negative" : "positive"}${isOnCycle(from, to) ? " cycle" : ""}`;
    const isBothWays = edges.some((edge) => edge.from === to && edge.to === from);
    const isBothSigns = edges.some((edge) => edge.from === from && edge.to === to && edge.negative !== negative);
    const path = route(spots.get(from), spots.get(to), isBothWays, isBothSigns ? (negative ? 7 : -7) : 0, wide / 2 + MARGIN);
    return svg("path", { class: `edge ${kind}`, d: path, "marker-end": `url(#arrow-${drawing}-${negative ? "negative" : "positive"})` });
  });
  const boxes = nodes.map(({ name, data, asked }) => {
    const { x, y, w } = spots.get(name)!;
    return svg("g", { class: `node${data ? " data" : ""}${asked ? " asked" : ""}` },
      svg("rect", { x: x - w / 2, y: y - HEIGHT / 2, width: w, height: HEIGHT, rx: data ? 3 : HEIGHT / 2 }),
      svg("text", { x, y: y + 4.5, "text-anchor": "middle" }, name));
  });
  const told = edges.map(({ from, to, negative }) => `${to} uses ${negative ? "not " : ""}${from}`).join("; ");
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `${label}: ${told || "no edges"}` },
    svg("defs", {}, arrow("positive"), arrow("negative")), ...lines, ...boxes);
  const legend = h("p", { class: "legend quiet" },
    h("span", { class: "key positive" }), "uses ", h("span", { class: "key negative" }), "uses its negation ", h("span", { class: "key data" }), data);
  return h("div", { class: "graph" }, h("div", { class: "picture", tabindex: 0, role: "group", "aria-label": label }, picture as unknown as Node), legend);
}

/** A layer in rows that are no wider than a page. */
function rows(layer: string[], widthOf: (name: string) => number): string[][] {
  const whole = layer.reduce((sum, name) => sum + widthOf(name) + GAP, 0);
  const length = Math.ceil(layer.length / Math.ceil(whole / WIDEST));
  return Array.from({ length: Math.ceil(layer.length / length) }, (_, at) => layer.slice(at * length, (at + 1) * length));
}

function strata({ nodes }: Graph): string {
  const levels = new Map<number, string[]>();
  for (const { name, stratum } of nodes) levels.set(stratum ?? 0, [...(levels.get(stratum ?? 0) ?? []), name]);
  const sorted = [...levels].sort(([a], [b]) => a - b);
  if (sorted.length < 2) return "One stratum: no negation separates the predicates.";
  return `Strata: ${sorted.map(([level, names]) => `${level}: ${names.join(", ")}`).join("; ")}.`;
}

/** Predicates by how far they are above the data; those on a common cycle are side by side. */
function layered({ nodes, edges }: Graph): string[][] {
  const level = new Map(nodes.map(({ name }) => [name, 0]));
  const reach = reachability(nodes.map(({ name }) => name), edges);
  const isMutual = (a: string, b: string) => Boolean(reach.get(a)?.has(b) && reach.get(b)?.has(a));
  for (let round = 0; round < nodes.length; round++) {
    for (const { from, to } of edges) {
      const above = level.get(from)! + (isMutual(from, to) ? 0 : 1);
      level.set(to, Math.max(level.get(to)!, above));
    }
  }
  const layers: string[][] = [];
  for (const { name } of nodes) (layers[level.get(name)!] ??= []).push(name);
  return layers.filter(Boolean);
}

function reachability(names: string[], edges: Graph["edges"]): Map<string, Set<string>> {
  const reach = new Map(names.map((name) => [name, new Set<string>()]));
  for (const { from, to } of edges) reach.get(from)?.add(to);
  for (const via of names) {
    for (const set of reach.values()) {
      if (set.has(via)) reach.get(via)!.forEach((name) => set.add(name));
    }
  }
  return reach;
}

function route(from: Spot | undefined, to: Spot | undefined, isBothWays: boolean, aside: number, centre: number): string {
  if (!from || !to) return "";
  const half = HEIGHT / 2;
  if (from === to) {
    const side = from.x + from.w / 2;
    const out = side + 26 + 2 * aside;
    return `M${side - 8} ${from.y - half + 2}C${out} ${from.y - 34} ${out} ${from.y + 34} ${side - 8 + aside} ${from.y + half - 1}`;
  }
  const shift = (isBothWays ? (from.x < to.x || (from.x === to.x && from.y < to.y) ? 12 : -12) : 0) + aside;
  if (from.y === to.y) {
    const [start, end] = [from.x < to.x ? from.x + from.w / 2 : from.x - from.w / 2, from.x < to.x ? to.x - to.w / 2 - 2 : to.x + to.w / 2 + 2];
    const bend = from.y + (shift || -4) * 1.6;
    return `M${start} ${from.y + shift / 3}Q${(start + end) / 2} ${bend} ${end} ${to.y + shift / 3}`;
  }
  const up = from.y > to.y ? 1 : -1;
  const [startY, endY] = [from.y - up * half, to.y + up * (half + 2)];
  const middle = (startY + endY) / 2;
  if (Math.abs(from.y - to.y) > RISE) {
    // Past the vertices of the layers in between.
    const out = from.x + to.x < 2 * centre ? -WIDTH : WIDTH;
    return `M${from.x + out / 5} ${startY}C${from.x + out} ${middle} ${to.x + out} ${middle} ${to.x + out / 5} ${endY}`;
  }
  return `M${from.x + shift} ${startY}C${from.x + shift} ${middle} ${to.x + shift} ${middle} ${to.x + shift} ${endY}`;
}
