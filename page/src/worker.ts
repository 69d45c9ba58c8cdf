// Runs the libraries. Questions come as messages, answers go back; to stop an answer, the page ends the worker.
import init, { Desk } from "bound/randlog_face.js";

type Message = { module: WebAssembly.Module } | { id: number; question: string; with: string };

let desk: Promise<Desk> | undefined;

self.onmessage = async ({ data }: MessageEvent<Message>) => {
  if ("module" in data) {
    desk = init({ module_or_path: data.module }).then(() => new Desk());
    return;
  }
  try {
    const answer = (await desk)?.ask(data.question, data.with);
    self.postMessage({ id: data.id, answer });
  } catch (error) {
    // Out of memory, or nested too deeply: nothing in this worker can be trusted any more.
    self.postMessage({ id: data.id, broken: String(error) });
  }
};
