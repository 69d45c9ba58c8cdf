// Serves a built page on this machine: `node serve.mjs DIRECTORY [PORT]`.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".json": "application/json",
  ".png": "image/png",
  ...Object.fromEntries([".txt", ".md", ".pl", ".toml", ".csv", ".jsonl"].map((suffix) => [suffix, "text/plain; charset=utf-8"])),
};

/** A server for the files of a directory, and of nothing else. */
export function serve(directory, port) {
  const root = resolve(directory);
  const server = createServer(async (request, response) => {
    const refuse = (code) => response.writeHead(code, { "content-type": "text/plain" }).end(`${code}\n`);
    try {
      const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
      const file = join(root, normalize(path.endsWith("/") ? `${path}index.html` : path));
      if (!file.startsWith(root)) return refuse(404);
      const { size } = await stat(file);
      const type = TYPES[extname(file)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type, "content-length": size, "x-content-type-options": "nosniff" });
      createReadStream(file).pipe(response);
    } catch {
      refuse(404);
    }
  });
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(port, "127.0.0.1", () => done(server));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [directory, port] = [process.argv[2] ?? "dist", Number(process.argv[3] ?? 8000)];
  const server = await serve(directory, port).catch((error) => {
    console.error(`cannot serve on port ${port}: ${error.message}; give another one`);
    process.exit(1);
  });
  console.log(`http://localhost:${server.address().port}/`);
}
