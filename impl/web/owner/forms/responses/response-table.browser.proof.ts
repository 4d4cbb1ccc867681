/** The table of responses in a browser: what stays in sight, and the actions for ticked rows. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { barriers, keepPicture, openPage } from "../../../../test/support/browser.ts";
import { ownerPages } from "../../../../test/support/owner.ts";

const QUESTIONS = 12;
const ids = Array.from({ length: QUESTIONS }, (_, n) => `question_${n + 1}`);

async function openTable(
  width: number,
  colorScheme: "light" | "dark" = "light",
  locale = "en",
  javaScriptEnabled = true,
) {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form, respondOften } = await answeredForm(service, {
    title: { en: "Summer school" },
    languages: ["en"],
    default_language: "en",
    pages: [
      {
        id: "page",
        fields: ids.map((id, n) => ({ id, type: "short_text", label: { en: `What is number ${n + 1}?` } })),
      },
    ],
  });
  await respondOften(40, (n) => Object.fromEntries(ids.map((id) => [id, `An answer of person ${n}`])));
  const page = await openPage({ viewport: { width, height: 800 }, colorScheme, locale, javaScriptEnabled });
  await page
    .context()
    .addCookies([{ name: "session", value: ada.cookie("session")!, url: service.publicUrl }]);
  await page.goto(`${service.publicUrl}/forms/${form.id}/responses`);
  return page;
}

/** The texts of the accessibility tree, with what styles add to a text. */
async function spokenTexts(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const texts = new Map(nodes.map((node) => [node.nodeId, node]));
  const textOf = (id: string): string => {
    const node = texts.get(id);
    const isText = node?.role?.value === "StaticText";
    if (isText) return String(node?.name?.value).trim();
    return (node?.childIds ?? []).map(textOf).filter(Boolean).join(" ");
  };
  return nodes.map(({ nodeId }) => textOf(nodeId));
}

test("once a response is ticked, the actions come, stay in sight and tell how many there are", async () => {
  const page = await openTable(1_440);
  const bar = page.locator(".bulk");
  const bottom = () => bar.evaluate((element) => element.getBoundingClientRect().bottom);
  expect(await bar.isVisible()).toBe(false);
  await page.locator(".answers .pick input").nth(1).check();
  await page.locator(".answers .pick input").nth(2).check();
  expect(await bottom()).toBeLessThanOrEqual(800);
  expect(await spokenTexts(page)).toContain("Selected responses: 2");
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "response-table-ticked");
  await bar.getByRole("button", { name: "Delete" }).click();
  await page.getByText("38 responses").waitFor();
});

test.each([
  [1_440, "light", true],
  [390, "dark", true],
  [320, "light", false],
] as const)(
  "all that match are deleted by number at %i pixels, %s, scripts: %s",
  async (width, look, scripts) => {
    const page = await openTable(width, look, "en", scripts);
    await page.getByRole("link", { name: "Select all 40 that match" }).click();
    const bar = page.locator(".bulk");
    await page.getByText("All 40 that match are selected.").waitFor();
    expect(await bar.innerText()).toContain("Selected responses: 40");
    await keepPicture(page, `response-table-all-${width}`);
    if (scripts) expect(await barriers(page)).toEqual([]);
    await bar.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { name: "Delete 40 responses?" }).waitFor();
    if (scripts) expect(await barriers(page)).toEqual([]);
    await keepPicture(page, `response-table-sure-${width}`);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText("No responses are left in this list.").waitFor();
    await page.getByRole("status").locator("..").getByRole("link", { name: "Deleted" }).click();
    await page.getByText("40 responses").waitFor();
  },
);

test("a wide table has the whole window, and its first columns stay in sight", async () => {
  const page = await openTable(1_440, "dark", "de");
  const table = page.locator(".sideways");
  expect((await table.boundingBox())!.width).toBeGreaterThan(1_340);
  const when = page.locator(".answers tbody .when").first();
  const left = async () => Math.round((await when.boundingBox())!.x);
  const before = await left();
  await table.evaluate((element) => element.scrollTo({ left: 600 }));
  expect(await left()).toBe(before);
  await keepPicture(page, "response-table-scrolled");
});

test("on a phone each response is a card, and the actions stay in sight", async () => {
  const page = await openTable(390, "light", "de");
  await page.locator(".answers .pick input").nth(1).check();
  const bottom = await page.locator(".bulk").evaluate((bar) => bar.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThanOrEqual(800);
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "response-table-phone");
});

const heads = async (page: Page) => (await page.locator(".answers .head > a").allInnerTexts()).slice(2);

test("the menu of columns shows the table again with each change, and stays open under the focus", async () => {
  const page = await openTable(1_440);
  const entries = await page.evaluate("history.length");
  expect(await heads(page)).toHaveLength(8);
  await page.locator(".columns-menu summary").click();
  expect(await page.locator(".columns-menu button").isVisible()).toBe(false);
  const box = page.getByRole("checkbox", { name: "What is number 12?" });
  await box.check();
  await page.locator(".answers .head > a", { hasText: "What is number 12?" }).waitFor();
  expect(await heads(page)).toHaveLength(9);
  await page.getByRole("checkbox", { name: "What is number 1?", exact: true }).uncheck();
  await page.locator(".answers .head > a", { hasText: "What is number 1?" }).waitFor({ state: "detached" });
  expect(await heads(page)).toEqual([
    ...ids.slice(1, 8).map((_, n) => `What is number ${n + 2}?`),
    "What is number 12?",
  ]);
  expect(await page.evaluate("document.activeElement.value")).toBe("question_1");
  expect(await page.locator(".columns-menu").getAttribute("open")).not.toBeNull();
  expect(await page.evaluate("history.length")).toBe(entries);
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "response-columns-desktop");
  await page.reload();
  expect(await heads(page)).toHaveLength(8);
  await page.locator(".columns-menu summary").click();
  await page.keyboard.press("Escape");
  expect(await page.locator(".columns-menu").getAttribute("open")).toBeNull();
});

test("without scripts the menu of columns has a button", async () => {
  const page = await openTable(1_440, "light", "en", false);
  await page.locator(".columns-menu summary").click();
  await page.getByRole("checkbox", { name: "What is number 12?" }).check();
  await page.locator(".columns-menu button").click();
  await page.locator(".answers .head > a", { hasText: "What is number 12?" }).waitFor();
  expect(await heads(page)).toHaveLength(9);
});

test("a period is chosen in the head of the time, and own days are entered after choosing them", async () => {
  const page = await openTable(1_440);
  const count = (text: string) => page.locator(".count", { hasText: text }).waitFor();
  const menu = page.locator(".column-menu:has(#menu--time)");
  await count("40 responses");
  await menu.locator("summary").click();
  expect(await menu.getByLabel("From").isVisible()).toBe(false);
  await menu.getByLabel("Period").selectOption("Last 7 days");
  await menu.getByRole("button", { name: "Filter" }).click();
  await page.waitForURL("**period=7*");
  await count("40 responses");
  expect(await page.locator("#live-news").textContent()).toBe("40 responses");
  await menu.locator("summary").click();
  await menu.getByLabel("Period").selectOption("Own dates");
  await menu.getByLabel("From").fill("2001-01-01");
  await menu.getByLabel("To", { exact: true }).fill("2001-01-31");
  await menu.getByRole("button", { name: "Filter" }).click();
  await page.locator("#shown-table .empty").waitFor();
  await page.reload();
  await menu.locator("summary").click();
  expect(await menu.getByLabel("Period").inputValue()).toBe("own");
  expect(await menu.getByLabel("From").inputValue()).toBe("2001-01-01");
  await page.locator("#shown-all").getByRole("link", { name: "Show all" }).click();
  await count("40 responses");
  expect(await page.locator(".columns-menu").isVisible()).toBe(true);
});

test.each([
  [1_440, "dark", "de"],
  [1_024, "light", "de"],
  [390, "dark", "de"],
  [320, "light", "de"],
] as const)(
  "filters and columns at %i pixels in the %s in %s have no barriers",
  async (width, look, locale) => {
    const page = await openTable(width, look, locale);
    await page.locator(".columns-menu summary").click();
    expect(await barriers(page)).toEqual([]);
    await keepPicture(page, `response-columns-${width}-${look}`);
    await page.keyboard.press("Escape");
    await page.locator("#menu--time").click();
    await page.getByLabel("Zeitraum").selectOption("own");
    expect(await barriers(page)).toEqual([]);
    await keepPicture(page, `response-own-dates-${width}-${look}`);
    const widths = await page
      .locator(".column-menu input[type=date]")
      .evaluateAll((days) => days.map((day) => Math.round(day.getBoundingClientRect().width)));
    expect(widths).toHaveLength(2);
    expect(Math.abs(widths[0]! - widths[1]!)).toBeLessThanOrEqual(1);
  },
);
