// The spec as a form and as a text, both live.
import { capitalised, follow, h, later, put, troubled } from "../dom";
import { Editor } from "../editor";
import { Cancelled, Lane, Trouble } from "../machine";
import type { Page, View } from "../page";
import type { Key, Spec } from "../types";

export function specTab(page: Page): View {
  const [reading, setting] = [new Lane(), new Lane()];
  let set = Promise.resolve();
  const problem = h("div", { role: "alert" });
  const preset = h("p", { class: "quiet" });
  const fields = new Map(page.keys.keys.map((key) => [key.name, field(key)]));
  const text = h("div", { class: "editor toml" });
  const editor = new Editor(text, "The spec in TOML", "toml", later(250, (toml) => page.change({ toml })));
  const element = h("div", { class: "columns" },
    h("form", { class: "keys", "aria-label": "The spec as a form", onsubmit: (event) => event.preventDefault() },
      h("h3", {}, "Form"), preset, h("p", { class: "quiet" }, "A key that is not given shows what it comes to, in grey or in parentheses. A spec needs the keys with a star."), ...[...fields.values()].map(({ row }) => row)),
    h("div", {}, h("h3", {}, "TOML"), text, problem));

  function field(key: Key) {
    const id = `key-${key.name}`;
    const given = { id, name: key.name, "aria-describedby": `${id}-help`, autocomplete: "off", spellcheck: "false" };
    const input = key.choices
      ? h("select", given, h("option", { value: "" }, ""), ...key.choices.map((word) => h("option", { value: word }, word)))
      : h("input", { ...given, type: "text", placeholder: key.default ?? "" });
    const error = h("p", { class: "trouble", role: "alert" });
    const help = h("p", { class: "help", id: `${id}-help` }, `${key.help}. ${capitalised(key.takes)}${key.example ? `, such as ${key.example}` : ""}.`);
    const send = later(250, () => {
      put(input, input.value);
      // One after the other: each changes the text that the one before made.
      set = set.then(() => change(key, input.value, error));
    });
    input.addEventListener("input", send);
    return { input, error, row: h("div", { class: "field" }, h("label", { for: id }, key.name.replaceAll("_", " "), key.required ? " *" : ""), input, help, error) };
  }

  async function change(key: Key, value: string, error: HTMLElement) {
    const isRemoved = value.trim() === "" && !(key.choices === null && key.required);
    try {
      const { toml } = await setting.ask("set", { toml: page.state.toml, key: key.name, value: isRemoved ? null : value.trim() }, "Changing the spec");
      error.replaceChildren();
      page.change({ toml });
    } catch (wrong) {
      if (!(wrong instanceof Cancelled)) error.replaceChildren(...troubled(wrong).childNodes);
    }
  }

  function show({ written, values, trouble }: Spec) {
    for (const key of page.keys.keys) {
      const { input, error } = fields.get(key.name)!;
      const [own, effective] = [written[key.name] ?? "", values?.[key.name] ?? ""];
      if (input !== document.activeElement && follow(input, own)) error.replaceChildren();
      if (input instanceof HTMLSelectElement) input.options[0]!.textContent = effective ? `(${effective})` : "";
      else input.placeholder = effective;
      input.setAttribute("aria-invalid", "false");
    }
    const named = page.keys.presets.find(({ name }) => name === written.preset);
    preset.textContent = named ? `Preset ${named.name}: ${named.summary}` : "No preset: a key that is not given has its default.";
    tell(trouble ? new Trouble(trouble.message, trouble.help, trouble.at) : null);
  }

  function tell(wrong: Trouble | null) {
    problem.replaceChildren(wrong ? troubled(wrong) : "");
    editor.mark(wrong?.at ? [{ at: wrong.at, message: `${wrong.message}: ${wrong.help}`, severity: "error" }] : []);
  }

  async function spec() {
    editor.show(page.state.toml);
    try {
      show(await reading.ask("spec", { toml: page.state.toml }, "Reading the spec"));
    } catch (wrong) {
      if (wrong instanceof Trouble) tell(wrong);
    }
  }
  return { title: "Spec", element, spec };
}
