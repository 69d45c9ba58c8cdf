// The picture of the page in the README: `node picture.mjs SITE FILE`.
import { open } from "./browser.mjs";

const [site, file] = process.argv.slice(2);
const { page: opened, close } = await open(site);
const page = await opened({ viewport: { width: 1360, height: 590 }, deviceScaleFactor: 1.2, colorScheme: "light" });
await page.locator(".graph svg .node").first().waitFor();
await page.waitForFunction(() => !document.querySelector("#busy p"));
await page.screenshot({ path: file });
await close();
