// What the tabs know of the page.
import type { State } from "./state";
import type { Drawn, Keys, Looked } from "./types";

/** What a tab may ask of the page. */
export interface Page {
  readonly state: State;
  readonly keys: Keys;
  /** The text of the program in the middle. */
  readonly program: string;
  readonly drawn: Drawn | null;
  readonly looked: Looked | null;
  /** Changes what is shown, and draws again if the program depends on it. */
  change(patch: Partial<State>): void;
  /** Changes a part of the program, which becomes one's own. */
  edit(from: number, to: number, insert: string): void;
}

/** A tab: what it shows, and what it does when something changes. */
export interface View {
  readonly title: string;
  readonly element: HTMLElement;
  /** The spec is another one. */
  spec?(): void;
  /** The program is another one, or more is known about it. */
  program?(): void;
}
