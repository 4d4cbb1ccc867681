/** Opens pages in Chromium and checks their accessibility. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContextOptions, chromium as driver, type Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { chromiumProgram } from "./chromium.ts";

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };

let browser: Promise<Browser> | undefined;

/** The browser of this process, which ends with it. Tests are kept apart by their contexts. */
export function openBrowser(): Promise<Browser> {
  browser ??= launchBrowser();
  return browser;
}

async function launchBrowser(): Promise<Browser> {
  return driver.launch({
    executablePath: chromiumProgram(),
    // A shared process, as the package proposes, would end with its first window.
    args: ["--no-sandbox"],
    headless: true,
  });
}

/** A window of its own, which the test closes; whatever goes wrong in the page fails it. */
export async function openPage(options: BrowserContextOptions): Promise<Page> {
  const context = await (await openBrowser()).newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  onTestFinished(async () => {
    await context.close();
    // A page with mistakes has a status that browsers report as an error, and tests interrupt connections.
    const expected =
      /status of (403|404|409|410|422|429|503)|net::ERR_(FAILED|INTERNET_DISCONNECTED|CONNECTION_REFUSED)/;
    expect(errors.filter((text) => !expected.test(text))).toEqual([]);
  });
  return page;
}

/** A folder for pictures of the pages, for people to look at. */
export const pictures = process.env.PICTURES;

export async function keepPicture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await page.waitForTimeout(200);
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** The short file: each page that is checked parses it. */
const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** WCAG 2.2, level AA. */
export const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Returns the accessibility problems of the page in its current state, and whether it is too wide for its window. */
export async function barriers(page: Page, rules = [...WCAG, "best-practice"]): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  const found = (await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)}, iframes: false, resultTypes: ["violations"] })`,
  )) as AxeResult;
  const violations = found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`,
  );
  return [...violations, ...(await tooWide(page))];
}

/** Returns the selects whose chosen words are wider than their box, so that readers see only their beginning. */
export async function cutSelects(page: Page): Promise<string[]> {
  return (await page.evaluate(`[...document.querySelectorAll("select")].filter((select) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.font = font;
    const { width } = canvas.measureText(select.selectedOptions[0]?.textContent.trim() ?? "");
    return select.checkVisibility() && width > select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  }).map((select) => "cut: " + select.selectedOptions[0].textContent.trim() + " in " + select.name)`)) as string[];
}

/** The parts of a page that are wider than its window, if it is to be scrolled sideways. */
export async function tooWide(page: Page): Promise<string[]> {
  return (await page.evaluate(`document.documentElement.scrollWidth <= innerWidth ? [] :
    [...document.body.querySelectorAll("*")].filter((part) => part.getBoundingClientRect().right > innerWidth)
      .map((part) => "wider than the window: " + part.outerHTML)`)) as string[];
}

/** Scrolls to questions, and waits until a part that a script adds is there. */
export async function comeNear(page: Page, ...parts: readonly string[]): Promise<void> {
  for (const part of parts) {
    const [question = part] = part.split(" ");
    await page.locator(question).scrollIntoViewIfNeeded();
    await page.locator(part).first().waitFor();
  }
}
