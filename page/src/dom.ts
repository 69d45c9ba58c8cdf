// Small helpers for the document.

type Child = Node | string | null | undefined | false;
type Given = Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>;

/** An element: attributes, listeners (`onclick`) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, given: Given = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  set(element, given);
  element.append(...children.filter((child): child is Node | string => Boolean(child)));
  return element;
}

/** The same for drawings. */
export function svg(tag: string, given: Given = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set(element, given);
  element.append(...children.filter((child): child is Node | string => Boolean(child)));
  return element;
}

function set(element: Element, given: Given): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** The element of this id, which the page has. */
export function the<E extends HTMLElement>(id: string): E {
  return document.getElementById(id) as E;
}

/** Calls that follow each other quickly become one, which `cancel` prevents. */
export function later<A extends unknown[]>(milliseconds: number, act: (...given: A) => void): ((...given: A) => void) & { cancel(): void } {
  let timer = 0;
  const cancel = () => clearTimeout(timer);
  const call = (...given: A) => {
    cancel();
    timer = window.setTimeout(() => act(...given), milliseconds);
  };
  return Object.assign(call, { cancel });
}

type Field = HTMLInputElement | HTMLSelectElement;
const agreed = new WeakMap<Field, string>();

/** Fills a field. */
export function put(field: Field, value: string): void {
  agreed.set(field, value);
  if (field.value !== value) field.value = value;
}

/** Fills a field if the page has another value than before: an answer that comes late must not undo what was typed since. */
export function follow(field: Field, value: string): boolean {
  if (agreed.get(field) === value) return false;
  put(field, value);
  return true;
}

/** Says something in passing. */
export function notice(text: string): void {
  const place = the("notice");
  place.replaceChildren(text ? h("p", {}, h("span", {}, ...coded(text)), h("button", { type: "button", "aria-label": "Close", onclick: () => notice("") }, "×")) : "");
}

/** Lets people keep a text as a file. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Copies a text, or shows it to be copied where that is not allowed. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notice(`${what} copied`);
  } catch {
    const field = h("input", { value: text, readonly: true, "aria-label": what });
    the("notice").replaceChildren(h("p", {}, `${what}: `, field));
    field.select();
  }
}

/** A command with a button that copies it. */
export function command(line: string): HTMLElement {
  const button = h("button", { type: "button", onclick: () => void copy(line, "Command") }, "Copy");
  // Lines may end between words only, not at the hyphens of a flag.
  const words = line.split(" ").flatMap((word, at) => [at ? " " : "", h("span", {}, word)]);
  return h("div", { class: "command" }, h("code", {}, ...words), button);
}

/** What went wrong, with its remedy. */
export function troubled(error: unknown): HTMLElement {
  const { message, help } = error as { message?: string; help?: string };
  const text = message ?? String(error);
  return h("p", { class: "trouble" }, h("strong", {}, ...coded(capitalised(text))), ...coded(help ? `. ${capitalised(help)}.` : "."));
}

/** A message whose `code` is shown as such. */
export function coded(text: string): Child[] {
  return text.split("`").map((piece, at) => (at % 2 ? h("code", {}, piece) : piece));
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `3 clauses`, `1 clause`. */
export function counted(count: number, thing: string): string {
  return `${count.toLocaleString("en")} ${thing}${count === 1 ? "" : "s"}`;
}
