declare module "bound/randlog_face.js" {
  export class Desk {
    ask(question: string, given: string): string;
  }
  export default function init(given: { module_or_path: WebAssembly.Module }): Promise<unknown>;
}
