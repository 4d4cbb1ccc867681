/** The page for a form as text, in a browser. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { barriers, DESKTOP, keepPicture } from "../../../test/support/browser.ts";
import { editors } from "../../../test/support/editors.ts";

const TEXT =
  "Workshop day\n# About you\nName *\nEmail (required)\n# Your day\nBlood group: A+ | B+\nAge (18 to 99)";
const UNCLEAR = "Trip\nName *\nDrink: tea, coffee or juice\nSize: S, M, required\n// ask Jo";
const LOOKS = [
  { viewport: DESKTOP, locale: "en", colorScheme: "light" },
  { viewport: { width: 375, height: 740 }, locale: "de", colorScheme: "dark" },
] as const;

async function open(options: BrowserContextOptions = {}) {
  const service = await editors();
  const page = await service.openWindow(options);
  await page.goto(`${service.publicUrl}/forms/text`);
  return { ...service, page };
}

const preview = (page: Page) => page.frameLocator("#text-preview iframe:not(.new)");

const formOf = (page: Page) => /frm_\w+/.exec(page.url())![0];

test("the preview follows the typed text, its pages can be turned, and the text creates the form", async () => {
  const { page, stored, ada } = await open();
  await page.locator("#text").pressSequentially("Trip\nName *");
  await preview(page).getByLabel("Name").waitFor();
  expect(await page.locator("#text-found").textContent()).toBe("1 question · English");
  await page.fill("#text", TEXT);
  await preview(page).getByRole("heading", { name: "Workshop day" }).waitFor();
  await preview(page).getByRole("button", { name: "Next" }).click();
  await preview(page).locator("#summary").waitFor();
  await preview(page).getByLabel("Name").fill("Ada");
  await preview(page).getByLabel("Email").first().fill("ada@example.org");
  await preview(page).getByRole("button", { name: "Next" }).click();
  await preview(page).getByText("Blood group").waitFor();
  await page.getByRole("button", { name: "Create form" }).click();
  await page.waitForURL(/\/edit\?done=created$/);
  const { title, pages } = await stored(formOf(page));
  expect([title, pages.map(({ fields }) => fields.length)]).toEqual([{ en: "Workshop day" }, [2, 2]]);
  expect((await ada.open("/forms/new")).html).toContain("100 generations left");
});

test("reports unclear lines while the user types, and marks them if the user creates the form", async () => {
  const { page, stored } = await open();
  await page.fill("#text", UNCLEAR);
  const told = page.locator(".unclear li");
  await told.first().waitFor();
  expect(await told.allTextContents()).toEqual([
    'Line 3: "tea, coffee or juice": It is not clear what the word "or" separates. Write | between the choices.',
    'Line 4: "required": One of these choices is a word of the notation. Put it in quotes.',
  ]);
  expect(await page.locator(".checks li").allTextContents()).toEqual([
    'A comment, so not in the form: "ask Jo".',
  ]);
  await page.getByRole("button", { name: "Create form" }).click();
  await page.locator(".refusal").waitFor();
  const marked = await page.inputValue("#text");
  expect(marked.split("\n").filter((line) => line.startsWith("//?"))).toHaveLength(2);
  expect(await told.first().textContent()).toMatch(/^Line 4:/);
  await page.fill("#text", marked.replace(" or ", ", ").replace("required", "L"));
  await told.first().waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Create form" }).click();
  await page.waitForURL(/\/edit\?done=created$/);
  expect((await stored(formOf(page))).pages[0]?.fields).toHaveLength(3);
  // The notes beside the text are notes of the new form.
  await page.getByText('A comment, so not in the form: "ask Jo".').waitFor({ state: "attached" });
});

test("the number of an unclear line is a link to it, even far down in a long text", async () => {
  const { page } = await open();
  const lines = Array.from({ length: 120 }, (_, n) => `Question ${n} yes/no`);
  await page.fill("#text", ["Trip", ...lines, "Drink: tea, coffee or juice"].join("\n"));
  await page.getByRole("link", { name: "Line 122:" }).click();
  const box = await page.locator("#text").evaluate((element) => {
    const { value, selectionStart, selectionEnd, scrollTop } = element as unknown as {
      value: string;
      selectionStart: number;
      selectionEnd: number;
      scrollTop: number;
    };
    return { text: value.slice(selectionStart, selectionEnd), scrollTop };
  });
  expect(box.text).toBe("Drink: tea, coffee or juice");
  expect(box.scrollTop).toBeGreaterThan(500);
  expect(await page.locator("#text").getAttribute("aria-invalid")).toBe("true");
});

test("reports a failed preview, keeps the text, and draws again with the next letter", async () => {
  const { page } = await open();
  await page.route("**/forms/text", (route) => route.abort());
  await page.fill("#text", "Trip\nName");
  await page.getByText("The preview is not available right now.").waitFor();
  await page.unroute("**/forms/text");
  await page.locator("#text").pressSequentially("s");
  await preview(page).getByLabel("Names").waitFor();
  expect(await page.locator("#text-failed").isHidden()).toBe(true);
});

test("without scripts, a button shows the preview, its next page opens in a tab, and another button creates the form", async () => {
  const { page } = await open({ javaScriptEnabled: false });
  await page.fill("#text", TEXT);
  await page.getByRole("button", { name: "Show preview" }).click();
  expect(await page.inputValue("#text")).toBe(TEXT);
  await preview(page).getByLabel("Name").fill("Ada");
  await preview(page).getByLabel("Email").first().fill("ada@example.org");
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    preview(page).getByRole("button", { name: "Next" }).click(),
  ]);
  await tab.getByText("Blood group").waitFor();
  await tab.getByText("nothing that you enter is sent or stored").waitFor();
  await page.getByRole("button", { name: "Create form" }).click();
  await page.waitForURL(/\/edit\?done=created$/);
});

test("inserts a template in the language of the form, and asks before it replaces a text", async () => {
  const { page } = await open();
  await page.selectOption("#language", "fr");
  await page.selectOption("#template", "contact");
  await page.getByRole("button", { name: "Use template" }).click();
  await preview(page).getByRole("button", { name: "Envoyer" }).waitFor();
  expect(await page.inputValue("#text")).toMatch(/^Formulaire de contact\n/);
  expect(await page.locator("#text-notation code").nth(1).textContent()).toBe("Nom *");
  await page.fill("#text", "Mine\nName");
  const asked = page.waitForEvent("dialog");
  const click = page.getByRole("button", { name: "Use template" }).click();
  await (await asked).dismiss();
  await click;
  expect(await page.inputValue("#text")).toBe("Mine\nName");
});

test("unless a language is chosen, the form is in that of the text, and so are the words of the notation", async () => {
  const { page, stored } = await open();
  await page.fill("#text", "Bewerbung\nName *\nLebenslauf (Datei)\nAlter (Zahl, 18 bis 99)");
  await page.getByText("3 questions · Deutsch").waitFor();
  expect(await page.locator("#text-notation code").nth(2).textContent()).toContain("langer Text");
  await page.selectOption("#language", "en");
  await preview(page).getByRole("button", { name: "Send" }).waitFor();
  await preview(page).locator("input[type=file]").waitFor({ state: "attached" });
  expect(await preview(page).getByText("(Datei)").count()).toBe(0);
  await page.selectOption("#language", { label: "As in the text" });
  await page.getByText("3 questions · Deutsch").waitFor();
  await page.getByRole("button", { name: "Create form" }).click();
  await page.waitForURL(/\/edit\?done=created$/);
  const { default_language, pages } = await stored(formOf(page));
  expect([default_language, pages[0]?.fields.map(({ type, label }) => [type, label?.de])]).toEqual([
    "de",
    [
      ["short_text", "Name"],
      ["file_upload", "Lebenslauf"],
      ["number", "Alter"],
    ],
  ]);
});

test.for(LOOKS)("in $locale, $viewport.width wide, the page has no barrier", async (look) => {
  const { page, publicUrl, create } = await open(look);
  const name = (state: string) => `form-text-${state}-${look.locale}`;
  const check = async (state: string) => {
    expect([state, await barriers(page)]).toEqual([state, []]);
    await keepPicture(page, name(state));
  };
  await check("empty");
  await page.fill("#text", UNCLEAR);
  await page.locator(".unclear").waitFor();
  await check("unclear");
  const lines = Array.from(
    { length: 100 },
    (_, n) => `Question ${n} with_a_long_word_${"x".repeat(60)}? yes/no`,
  );
  await page.fill("#text", `${TEXT}\n${lines.join("\n")}`);
  await page
    .getByText(/10[45] /)
    .first()
    .waitFor();
  await preview(page).getByRole("heading", { name: "Workshop day" }).waitFor();
  await check("long");
  await page.locator("form button.main").click();
  await page.waitForURL(/\/edit/);
  const id = await create({
    title: { en: "Trip", de: "Ausflug" },
    default_language: "en",
    languages: ["en", "de"],
    pages: [{ id: "one", fields: [{ id: "name", type: "short_text", label: { en: "Name", de: "Name" } }] }],
    theme: { color: "#7c3aed" },
  });
  await page.goto(`${publicUrl}/forms/${id}/text`);
  await check("of-a-form");
  await page.goto(`${publicUrl}/forms`);
  await check("link");
});
