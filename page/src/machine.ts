// The libraries, in workers. A lane answers one question at a time. A new question ends the one before, which then never
// has an answer, and `cancel` ends it with an error; both end the worker.
import type { Answers, Questions } from "./types";

/** What went wrong, and what to do about it. */
export class Trouble extends Error {
  constructor(
    message: string,
    readonly help: string,
    readonly at?: [number, number],
    readonly isLimit = false,
  ) {
    super(message);
  }
}

/** Somebody did not want to wait for the answer. */
export class Cancelled extends Error {}

export type Busy = { lane: Lane; what: string };

const HELP_IF_BROKEN = "make it smaller, or use the command line, which has more room";

let module: Promise<WebAssembly.Module> | undefined;

function compiled(): Promise<WebAssembly.Module> {
  const file = new URL("randlog.wasm", document.baseURI);
  module ??= fetch(file).then(async (response) => {
    if (!response.ok) throw new Trouble("the page could not be loaded whole", "reload it");
    return WebAssembly.compile(await response.arrayBuffer());
  });
  return module;
}

export class Lane {
  static readonly busy = new Set<Busy>();
  static onbusy: () => void = () => {};

  private worker: Worker | undefined;
  private pending: { id: number; busy: Busy; fail: (error: Error) => void } | undefined;
  private count = 0;

  /** The answer to a question. `what` is told to people while they wait. */
  async ask<Q extends keyof Questions>(question: Q, given: Questions[Q], what: string): Promise<Answers[Q]> {
    this.drop();
    const id = ++this.count;
    const busy = { lane: this, what };
    const answer = new Promise<string>((done, fail) => {
      this.pending = { id, busy, fail };
      Lane.busy.add(busy);
      Lane.onbusy();
      this.start()
        .then((worker) => {
          if (this.pending?.id !== id) return;
          worker.onmessage = ({ data }) => {
            if (data.id !== id) return;
            if ("answer" in data) return done(data.answer);
            this.end();
            fail(new Trouble("this was too much for the page", HELP_IF_BROKEN));
          };
          worker.onerror = () => {
            this.end();
            fail(new Trouble("the part of the page that computes could not be started", "reload the page"));
          };
          worker.postMessage({ id, question, with: JSON.stringify(given) });
        })
        .catch(fail);
    });
    try {
      const told = JSON.parse(await answer);
      if ("ok" in told) return told.ok;
      const { message, help, at, is_limit } = told.trouble;
      throw new Trouble(message, help, at, is_limit);
    } finally {
      Lane.busy.delete(busy);
      if (this.pending?.id === id) this.pending = undefined;
      Lane.onbusy();
    }
  }

  /** Ends what is being computed, if anything is. */
  cancel(): void {
    this.drop()?.fail(new Cancelled());
  }

  /** Ends what is being computed; who asked hears nothing. */
  drop() {
    const pending = this.pending;
    if (!pending) return undefined;
    this.pending = undefined;
    Lane.busy.delete(pending.busy);
    Lane.onbusy();
    this.end();
    return pending;
  }

  private end(): void {
    this.worker?.terminate();
    this.worker = undefined;
  }

  private async start(): Promise<Worker> {
    const module = await compiled();
    if (!this.worker) {
      this.worker = new Worker(new URL("worker.js", document.baseURI), { type: "module" });
      this.worker.postMessage({ module });
    }
    return this.worker;
  }
}
