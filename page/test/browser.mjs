// A real browser on the built page, as a person uses it.
import { access, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "../serve.mjs";

const CANDIDATES = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/snap/bin/chromium"];
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** The path of a browser, if there is one. */
export async function browserPath() {
  for (const path of CANDIDATES.filter(Boolean)) {
    if (await access(path).then(() => true, () => false)) return path;
  }
  return null;
}

/** A server and a browser. Everything that a page complains about, or asks other hosts for, is kept in `complaints`. */
export async function open(site) {
  const server = await serve(site, 0);
  const address = `http://localhost:${server.address().port}/`;
  const browser = await chromium.launch({ executablePath: await browserPath(), args: FLAGS });
  const complaints = [];
  const page = async (options = {}, hash = "", before = null) => {
    const context = await browser.newContext({ viewport: { width: 1360, height: 900 }, ...options });
    if (before) await context.addInitScript(before);
    const opened = await context.newPage();
    // The processors may be busy with other tests.
    opened.setDefaultTimeout(60_000);
    opened.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(`console: ${message.text()} (${message.location().url}:${message.location().lineNumber}:${message.location().columnNumber})`));
    opened.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
    opened.on("request", (request) => {
      const url = new URL(request.url());
      if (["http:", "https:", "ws:", "wss:"].includes(url.protocol) && url.origin !== new URL(address).origin) complaints.push(`request: ${url}`);
    });
    await opened.goto(address + hash);
    return opened;
  };
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { page, close, complaints, address };
}

/** What axe finds wrong; its script is put into the page by the debugger, which the page's policy does not concern. */
export async function violations(page) {
  await page.evaluate(await readFile(AXE, "utf8"));
  const found = await page.evaluate(() => globalThis.axe.run());
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target }) => target.join(" ")).join("; ")}`);
}

// By itself, it says whether there is a browser.
if (process.argv[1] === fileURLToPath(import.meta.url) && !(await browserPath())) {
  console.error("no browser: install Chromium, or name one by the variable CHROMIUM");
  process.exit(1);
}
