// Editors for programs and specs.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { Annotation, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { COLOURS, LANGUAGES } from "./languages";

export type Mark = { at: [number, number]; message: string; severity: "error" | "warning" };

/** A longer text is shown without colours, which would make typing slow. */
const LONG = 200_000;

/** Typing over a selection. Left alone, the browser would first put styles of its own into the text, which the policy refuses. */
function replaceSelected(event: InputEvent, view: EditorView): boolean {
  const isOver = event.inputType === "insertText" && !event.isComposing && !view.state.selection.main.empty;
  if (!isOver || event.data === null) return false;
  view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
  event.preventDefault();
  return true;
}

/** Marks changes that the page makes itself. */
const byPage = Annotation.define<boolean>();

export class Editor {
  readonly view: EditorView;
  private isPlain = false;

  constructor(
    parent: HTMLElement,
    private readonly name: string,
    private readonly language: "prolog" | "toml",
    private readonly typed: (text: string) => void,
  ) {
    this.view = new EditorView({ parent, state: this.state("") });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Shows another text. */
  show(text: string): void {
    if (text === this.text) return;
    if (text.length > LONG !== this.isPlain) {
      this.isPlain = text.length > LONG;
      this.view.setState(this.state(text));
      return;
    }
    this.replace(0, this.view.state.doc.length, text);
  }

  /** Changes a part of the text. */
  replace(from: number, to: number, insert: string): void {
    this.view.dispatch({ changes: { from, to, insert }, annotations: byPage.of(true) });
  }

  /** Marks what is wrong. */
  mark(marks: Mark[]): void {
    const length = this.view.state.doc.length;
    const diagnostics = marks.map(({ at, message, severity }): Diagnostic => {
      // What is missing at the end is marked at the last character.
      const [start, end] = [Math.min(at[0], length), Math.min(at[1], length)];
      return { from: start < end ? start : Math.max(0, end - 1), to: Math.max(start, end), message, severity };
    });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  private state(doc: string): EditorState {
    return EditorState.create({
      doc,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        lintGutter(),
        EditorView.lineWrapping,
        keymap.of([...defaultKeymap, ...historyKeymap]),
        this.isPlain ? [] : [LANGUAGES[this.language], syntaxHighlighting(COLOURS)],
        EditorView.contentAttributes.of({ "aria-label": this.name, spellcheck: "false", autocapitalize: "off", tabindex: "0" }),
        EditorView.domEventHandlers({ beforeinput: replaceSelected }),
        EditorView.updateListener.of((update) => {
          const isTyped = update.docChanged && !update.transactions.some((one) => one.annotation(byPage));
          if (isTyped) this.typed(this.text);
        }),
      ],
    });
  }
}
