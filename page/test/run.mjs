// The tests of the page: `node run.mjs SITE BOUND RANDLOG [DIRECTORY OF SCREENSHOTS]`. The variable `THOROUGH` adds what
// takes long.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { open, violations } from "./browser.mjs";
import { broken, pages } from "./documents.mjs";
import { desk, native, random } from "./machine.mjs";
import { compare } from "./same.mjs";

const [site, bound, randlog, shots] = process.argv.slice(2);
const TABS = ["Spec", "Space", "Programs", "Like", "Answers", "Findings"];
const isThorough = Boolean(process.env.THOROUGH);
const failures = [];

async function test(name, act) {
  const started = performance.now();
  try {
    await act();
    console.log(`ok    ${name} (${Math.round(performance.now() - started)} ms)`);
  } catch (error) {
    failures.push(name);
    console.log(`FAIL  ${name}\n${error.stack}`);
  }
}

const program = (page) => page.evaluate(() => [...document.querySelectorAll("#text .cm-line")].map((line) => line.textContent).join("\n"));
const tab = (page, name) => page.getByRole("tab", { name }).click();
const settled = (page) => page.waitForFunction(() => document.querySelector("#text .cm-line")?.textContent && !document.querySelector("#busy p"));

async function write(page, label, text) {
  await page.getByRole("textbox", { name: label }).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

/** The text of the file that a click on this button keeps. */
async function downloaded(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: button }).click()]);
  return readFile(await download.path(), "utf8");
}

/** The words of a command, as a shell splits them. */
const words = (line) => [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain).slice(1);

const { page: opened, close, complaints, address } = await open(site);
const page = await opened({ acceptDownloads: true });

await test("the first screen shows a program that means something, with its graph", async () => {
  await settled(page);
  assert.match(await program(page), /smokes\(X\)/);
  await page.locator(".graph svg .node").first().waitFor();
  await page.getByText("It meets the spec", { exact: false }).waitFor();
});

await test("1: a form and its TOML follow each other, and errors are told at their place", async () => {
  await tab(page, "Spec");
  await page.getByLabel("max clauses", { exact: false }).first().fill("4");
  await page.locator(".toml .cm-line", { hasText: "max_clauses = 4" }).waitFor();
  await page.locator(".toml .cm-line", { hasText: "# small bodies are more likely" }).waitFor();
  await page.getByLabel("max clauses", { exact: false }).first().fill("many");
  await page.locator(".field .trouble", { hasText: "max_clauses" }).waitFor();
  await write(page, "The spec in TOML", 'predicates = ["p/1"]\nvariable = 1\nmax_nodes = 2\nmax_clauses = 1\n');
  await page.getByText("did you mean variables", { exact: false }).first().waitFor();
  await page.locator(".toml .cm-lintRange-error").first().waitFor();
  await write(page, "The spec in TOML", 'predicates = ["p/1"]\nvariables = 1\nmax_nodes = 4\nmax_clauses = 1\ncycles = "any"\n');
  await page.waitForFunction(() => document.querySelector("#key-max_nodes").value === "4" && document.querySelector("#key-cycles").value === "any");
  await page.waitForFunction(() => /p\(/.test(document.querySelector("#text").textContent));
  await page.locator("#key-preset").selectOption("written");
  await page.locator(".toml .cm-line", { hasText: 'preset = "written"' }).waitFor();
  await page.locator("#key-preset").selectOption("");
});

await test("2: the space is counted while one types, with all digits on demand", async () => {
  await tab(page, "Space");
  await page.locator(".count .large", { hasText: /^15$/ }).waitFor();
  await page.locator(".averages tbody tr").first().waitFor();
  await tab(page, "Spec");
  await write(page, "The spec in TOML", 'predicates = ["p/1", "q/2", "r/3"]\nvariables = 3\nconstants = 3\nmax_nodes = 5\nmax_clauses = 5\n');
  await tab(page, "Space");
  await page.getByText(/All \d+ digits/).click();
  const shown = (await page.locator(".digits").textContent()).replace(/\D/g, "");
  const flags = "--predicates p/1,q/2,r/3 --variables 3 --constants 3 --max-nodes 5 --max-clauses 5";
  const { out } = await native(randlog, ["count", ...flags.split(" ")]);
  assert.equal(shown, out.trim());
});

await test("3: programs by seed and index, a file byte for byte, small spaces, a program of one's own", async () => {
  await tab(page, "Spec");
  await write(page, "The spec in TOML", 'predicates = ["p/1"]\nvariables = 1\nmax_nodes = 4\nmax_clauses = 1\ncycles = "any"\n');
  await tab(page, "Programs");
  await settled(page);
  for (let step = 0; step < 3; step++) await page.getByRole("button", { name: "Next program" }).click();
  await page.waitForFunction(() => document.querySelector("#index").value === "3");
  // A program that comes late leaves the seed that is typed meanwhile.
  await page.evaluate(() => {
    document.querySelector("#previous").click();
    document.querySelector("#seed").value = "11";
    document.querySelector("#index").focus();
  });
  await page.locator(".command code", { hasText: "--index 2" }).waitFor();
  assert.equal(await page.locator("#seed").inputValue(), "11");
  await page.locator("#index").fill("0");
  await page.getByRole("button", { name: "Draw", exact: true }).click();
  await page.locator(".command code", { hasText: "--seed 11" }).waitFor();
  const line = await page.locator(".command code").first().textContent();
  const { out } = await native(randlog, words(line));
  assert.equal(await downloaded(page, "Download the file"), out);
  await page.getByRole("button", { name: "List all" }).click();
  await page.getByText("All 15 programs").waitFor();
  assert.equal(await page.locator(".list li").count(), 15);
  const listed = await native(randlog, words(await page.locator(".command code").last().textContent()));
  assert.equal(await downloaded(page, "Download the list"), listed.out);
  await write(page, "The program", "p(X) :- q(X).\np(X) :- p(X), \\+ p(X).\n");
  await page.getByText("It breaks", { exact: false }).waitFor();
  await page.locator("#text .cm-lintRange-warning").first().waitFor();
  await page.getByText("Not stratified", { exact: false }).waitFor();
  assert.equal(await page.locator(".edge.negative").count(), 1);
  await write(page, "The program", "p(X) :- q(X");
  await page.locator("#text .cm-lintRange-error").first().waitFor();
  await page.getByRole("button", { name: "Back to drawn programs" }).click();
  await settled(page);
});

await test("4: relatives of a pasted program", async () => {
  await tab(page, "Like");
  await write(page, "The program", "path(X, Y) :- edge(X, Y).\npath(X, Y) :- edge(X, Z), path(Z, Y).\n0.4::edge(a, b). 0.2::edge(b, c).\n");
  await page.locator("#panel-like .list li").first().waitFor();
  assert.equal(await page.locator("#panel-like .list li").count(), 5);
  assert.match(await page.locator("#panel-like .list li").first().textContent(), /path\(/);
  await page.getByRole("button", { name: "Take their spec" }).click();
  await page.locator(".toml .cm-line", { hasText: "edge/2" }).first().waitFor();
});

await test("5: facts and a query drawn, exact answers, worlds, and a slider that moves them", async () => {
  await tab(page, "Answers");
  await page.getByRole("button", { name: "Draw facts and a query" }).click();
  await page.locator(".answers tbody tr").first().waitFor();
  await write(page, "The program", "1/3::rain.\n0.25::sprinkler.\nwet :- rain.\nwet :- sprinkler.\nquery(wet).\n");
  await page.locator(".answers td", { hasText: "1/2" }).waitFor();
  await page.getByText("4 worlds").waitFor();
  assert.deepEqual(await page.locator("#panel-answers .node text").allTextContents(), ["1/3::rain", "0.25::sprinkler", "wet"]);
  await page.locator("#slide-1").fill("0.5");
  await page.locator(".answers td", { hasText: "2/3" }).waitFor();
  await page.getByLabel("Given that").fill("\\+ rain");
  await page.locator(".answers td", { hasText: /^1\/2$/ }).waitFor();
  await page.getByLabel("Given that").fill("");
  await page.getByLabel("Ask").fill("rain");
  await page.locator(".answers td", { hasText: "1/3" }).waitFor();
  await page.getByText("of 4 clauses matter", { exact: false }).waitFor();
});

await test("6: the faults that were found, opened in the page, and figures", async () => {
  await tab(page, "Findings");
  await page.locator(".card").first().waitFor();
  await page.getByRole("button", { name: "Show all" }).click();
  assert.ok(await page.locator(".card").count() > 30);
  await page.getByLabel("Engine").selectOption("kbest");
  await page.waitForFunction(() => location.hash.includes("findings=kbest"));
  const card = page.locator(".card").first();
  const [atom, expected] = (await card.locator(".holds").textContent()).split(": ");
  await card.getByRole("button", { name: "Open here" }).click();
  await page.locator(".answers tbody tr", { hasText: atom }).first().waitFor();
  assert.equal(await page.locator(".answers tbody tr", { hasText: atom }).first().locator(".number").first().textContent(), expected);
  assert.equal(await page.locator("#text .cm-lintRange-warning").count(), 0);
  await tab(page, "Findings");
  for (const figure of await page.locator("figure img").all()) {
    await figure.scrollIntoViewIfNeeded();
    await page.waitForFunction((image) => image.complete && image.naturalWidth > 0, await figure.elementHandle());
  }
});

await test("an address brings everything back", async () => {
  await tab(page, "Answers");
  await write(page, "The program", "1/3::rain.\nwet :- rain.\nquery(wet).\n");
  await page.getByLabel("Ask").fill("rain");
  await page.waitForFunction(() => ["tab=answers", "%3Arain.%0Awet", "query=rain"].every((part) => location.hash.includes(part)));
  const other = await opened({}, await page.evaluate(() => location.hash));
  await other.locator(".answers td", { hasText: "1/3" }).waitFor();
  assert.match(await program(other), /1\/3::rain/);
  await other.context().close();
});

await test("everything can be reached by keyboard", async () => {
  const other = await opened({ viewport: { width: 390, height: 844 } });
  await settled(other);
  await other.keyboard.press("Tab");
  await other.keyboard.press("Enter");
  assert.equal(await other.evaluate(() => document.activeElement.id), "program");
  await other.getByRole("tab", { name: "Programs" }).focus();
  await other.keyboard.press("ArrowRight");
  assert.equal(await other.evaluate(() => document.activeElement.id), "tab-like");
  await other.keyboard.press("Home");
  await other.locator("#panel-spec").waitFor();
  await other.context().close();
});

await test("no tab is wider than a phone, and axe finds nothing, in dark and light", async () => {
  const [phone, desktop] = [{ width: 390, height: 844 }, { width: 1360, height: 900 }];
  for (const [colorScheme, viewports] of [["light", shots ? [phone, desktop] : [phone]], ["dark", shots ? [phone, desktop] : [desktop]]]) {
    for (const viewport of viewports) {
      const other = await opened({ viewport, colorScheme });
      await settled(other);
      for (const name of TABS) {
        await tab(other, name);
        if (name === "Answers") {
          await other.getByRole("button", { name: "Draw facts and a query" }).click();
          await other.locator(".answers tbody tr").first().waitFor();
        }
        if (name === "Space") await other.locator(".averages td").first().waitFor();
        if (name === "Findings") await other.locator(".card").first().waitFor();
        // Relatives of the first program take seconds of a processor, which may be busy.
        if (name === "Like") await write(other, "The program", "path(X, Y) :- edge(X, Y).\npath(X, Y) :- edge(X, Z), path(Z, Y).\n");
        if (name === "Like") await other.locator("#panel-like .list li").first().waitFor();
        await settled(other);
        assert.ok(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} is too wide`);
        assert.deepEqual(await violations(other), [], `${name}, ${colorScheme}, ${viewport.width}`);
        if (shots) await other.screenshot({ path: `${shots}/${name}-${colorScheme}-${viewport.width}.png`, fullPage: true });
      }
      await other.context().close();
    }
  }
});

await test("a broken link, a text of 5 MB, no storage: a sentence each", async () => {
  const broken = await opened({}, "#tab=nothing&seed=minus&method=magic&x=%E0%A4");
  await broken.getByText("This address is damaged").waitFor();
  await settled(broken);
  await broken.context().close();

  const bad = await opened({}, `#spec=${encodeURIComponent("predicates = [")}`);
  await bad.getByText("not TOML", { exact: false }).first().waitFor();
  await bad.context().close();

  const large = await opened();
  await settled(large);
  await large.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "p(a).\n".repeat(900_000));
    document.querySelector("#text .cm-content").dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await large.getByText("MB long, more than the page takes", { exact: false }).waitFor();
  await large.context().close();

  const forgetful = await opened({}, "", () => {
    Object.defineProperty(globalThis, "localStorage", { get: () => { throw new DOMException("denied", "SecurityError"); } });
  });
  await settled(forgetful);
  await forgetful.getByLabel("Colours").selectOption("dark");
  await forgetful.getByText("keeps nothing for this page", { exact: false }).waitFor();
  await forgetful.context().close();
});

if (isThorough) await test("a space that is too large to be counted: a sentence", async () => {
  const predicates = Array.from({ length: 60 }, (_, at) => `"p${at}/3"`).join(", ");
  const spec = `predicates = [${predicates}]\nvariables = 9\nconstants = 9\nmax_nodes = 60\nmax_clauses = 900\nsafe = true\n`;
  const vast = await opened({}, `#tab=space&spec=${encodeURIComponent(spec)}`);
  await vast.locator(".count .trouble").waitFor();
  await vast.context().close();
});

await test("what takes long can be cancelled, again and again", async () => {
  const tries = Number(process.env.CANCELS ?? (isThorough ? 20 : 3));
  // Random clauses over coins: no order of the coins keeps a diagram or a sweep small.
  const { below, chance } = random(7);
  const coins = Array.from({ length: 60 }, (_, at) => `0.5::v(${at}).`);
  const literals = () => Array.from({ length: 3 }, () => `${chance(0.5) ? "\\+ " : ""}v(${below(60)})`).join(", ");
  const clauses = Array.from({ length: 150 }, (_, at) => `q${at % 7} :- ${literals()}.`);
  const endless = [...coins, ...clauses, "q :- q0, q1, q2, q3, q4, q5, q6.", "query(q)."].join("\n");
  const other = await opened({}, `#tab=answers&program=${encodeURIComponent(endless)}`);
  for (let round = 0; round < tries; round++) {
    await other.locator("#busy p", { hasText: "Computing the answer" }).getByRole("button", { name: "Cancel" }).click();
    await other.locator("#panel-answers").getByText("Cancelled.").waitFor();
    await other.waitForFunction(() => !document.querySelector("#busy p"));
    await other.getByLabel("Ask").fill(round % 2 ? "q" : "q ");
  }
  // And the page still works.
  await write(other, "The program", "0.5::a.\nquery(a).\n");
  await other.getByLabel("Ask").fill("a");
  await other.locator(".answers td", { hasText: "1/2" }).waitFor();
  await other.context().close();
});

await test("WebAssembly gives the bytes and numbers of the command line", async () => {
  const { tally, differences } = await compare(bound, randlog, Number(process.env.SPECS ?? (isThorough ? 100 : 12)));
  assert.deepEqual(differences, []);
  assert.ok(tally.specs > 5 && tally.answers > 2, JSON.stringify(tally));
});

await test("every link of the documentation leads somewhere, and what opens the page can be read by it", async () => {
  const ask = await desk(bound);
  const openings = [];
  const whole = await pages(site);
  assert.ok(whole.pages.size > 50, `${whole.pages.size} pages`);
  assert.deepEqual(broken(whole, (hash, file) => openings.push({ hash, file })), []);
  const wrong = openings.filter(({ hash }) => {
    const words = new URLSearchParams(hash.slice(1));
    if ([...words.keys()].some((name) => !["tab", "spec", "seed", "program", "judged", "findings"].includes(name))) return true;
    if (words.has("spec") && ask("spec", { toml: words.get("spec") }).ok?.trouble !== null) return true;
    return words.has("program") && !ask("look", { program: words.get("program") }).ok;
  });
  assert.deepEqual(wrong, []);
  assert.ok(openings.length > 20, `${openings.length} links`);
});

await test("the documentation: search, phone width, dark and light, axe", async () => {
  const other = await opened({}, "docs/index.html");
  await other.getByRole("searchbox").fill("frontier elimination");
  await other.locator("#found a").first().click();
  await other.waitForFunction(() => /frontier/i.test(document.querySelector("#content").textContent));
  await other.context().close();
  const names = isThorough ? [...(await pages(site)).pages.keys()].filter((name) => name !== "index.html") : ["docs/index.html", "docs/guide.html", "docs/gallery.html", "docs/spec.html", "docs/python-reference.html", "about.html", "results/scaling/report.html"];
  for (const [colorScheme, viewport] of [["light", { width: 390, height: 844 }], ["dark", { width: 1360, height: 900 }]]) {
    const page = await opened({ viewport, colorScheme }, names[0]);
    for (const name of names) {
      await page.goto(new URL(name, address).href);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} is too wide`);
      assert.deepEqual(await violations(page), [], `${name}, ${colorScheme}`);
      if (shots) await page.screenshot({ path: `${shots}/${name.replaceAll("/", "-")}-${viewport.width}.png` });
    }
    await page.context().close();
  }
});

await test("each example of the gallery opens in the page", async () => {
  const gallery = await opened({}, "docs/gallery.html");
  const links = await gallery.locator("#content td a").evaluateAll((all) => all.map(({ href, textContent }) => [href, textContent]));
  assert.ok(links.length >= 12);
  for (const [href, name] of isThorough ? links : [links[0], links.at(-3), links.at(-1)]) {
    const example = await opened({}, href.slice(address.length));
    await settled(example);
    assert.equal(await example.locator(".trouble:not(:empty)").count(), 0, name);
    await example.context().close();
  }
  await gallery.context().close();
  const some = await opened({}, "#tab=findings&findings=clingo");
  await some.locator(".card").first().waitFor();
  assert.ok((await some.locator(".card h4").allTextContents()).every((title) => title.includes("clingo")));
  assert.equal(await some.locator("#notice").textContent(), "");
  await some.context().close();
});

await test("no page complained, or asked another host for anything", () => assert.deepEqual(complaints, []));

await close();
console.log(failures.length ? `\n${failures.length} failed: ${failures.join("; ")}` : "\nall passed");
process.exit(failures.length ? 1 : 0);
