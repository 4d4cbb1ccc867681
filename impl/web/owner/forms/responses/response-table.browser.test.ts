/** The table of responses in a browser: what stays in sight, and the actions for ticked rows. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { answeredForm } from "../../../../test/support/answered.ts";
import { barriers, keepPicture, openPage } from "../../../../test/support/browser.ts";
import { ownerPages } from "../../../../test/support/owner.ts";

const QUESTIONS = 12;
const ids = Array.from({ length: QUESTIONS }, (_, n) => `question_${n + 1}`);

async function openTable(width: number, colorScheme: "light" | "dark" = "light", locale = "en") {
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
  const page = await openPage({ viewport: { width, height: 800 }, colorScheme, locale });
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

test("once a response is ticked, the actions stay in sight and tell how many there are", async () => {
  const page = await openTable(1_440);
  const bar = page.locator(".bulk");
  const bottom = () => bar.evaluate((element) => element.getBoundingClientRect().bottom);
  expect(await bottom()).toBeGreaterThan(800);
  await page.locator(".answers .pick input").nth(1).check();
  await page.locator(".answers .pick input").nth(2).check();
  expect(await bottom()).toBeLessThanOrEqual(800);
  expect(await spokenTexts(page)).toContain("Selected responses: 2");
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "response-table-ticked");
  await bar.getByRole("button", { name: "Delete" }).click();
  await page.getByText("38 responses").waitFor();
});

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
