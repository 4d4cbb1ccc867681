/** Tests the scripts of a form: they store answers, rank them, move sliders, and count the mistakes left to correct. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { FormField, FormStructure } from "../../../generated/types.ts";
import { barriers, DESKTOP, openPage, PHONE } from "../../test/support/browser.ts";
import { publicForms } from "../../test/support/public-forms.ts";

const text = (id: string, more: object = {}): FormField => ({
  id,
  type: "short_text",
  label: { en: `Text ${id}` },
  ...more,
});
const email: FormField = { id: "email", type: "email", label: { en: "Email" }, required: true };
const consent: FormField = {
  id: "terms",
  type: "consent",
  label: { en: "Terms" },
  statement: { en: "I agree." },
  required: true,
};
const choices = ["a", "b", "c"].map((id) => ({ id, label: { en: `Choice ${id}` } }));

function form(...pages: FormField[][]): FormStructure {
  return {
    title: { en: "Answers" },
    default_language: "en",
    languages: ["en"],
    pages: pages.map((fields, at) => ({ id: `p${at}`, fields })),
  };
}

const kept = (page: Page) => page.evaluate("Object.keys(localStorage).length");

test("a browser keeps answers until they are sent, except consents, and none behind a password", async () => {
  const forms = await publicForms();
  const pick: FormField = { id: "pick", type: "multiple_choice", label: { en: "Pick" }, choices };
  const rank: FormField = { id: "rank", type: "ranking", label: { en: "Rank" }, choices };
  const structure = form([text("one"), pick, rank, consent], [text("two"), email]);
  const url = await forms.publish(structure);
  const page = await openPage({ viewport: PHONE });
  await page.goto(url);
  expect(await page.locator(".notice").count()).toBe(0);
  await page.fill("#f-one", "First <b>");
  await page.check("#q-pick [value=b]");
  await page.locator("#q-rank li", { hasText: "Choice c" }).locator(".rank").click();
  await page.check("#q-terms [value=yes]");
  await page.reload();
  expect(await page.locator(".notice").textContent()).toContain("still here");
  expect(await barriers(page)).toEqual([]);
  expect(await page.inputValue("#f-one")).toBe("First <b>");
  expect(await page.isChecked("#q-pick [value=b]")).toBe(true);
  expect(await page.locator("#q-rank .rank").first().textContent()).toBe("1");
  expect(await page.isChecked("#q-terms [value=yes]")).toBe(false);
  await page.locator("#q-rank .rank").nth(1).click();
  await page.check("#q-terms [value=yes]");
  await page.click("#form .actions .main");
  await page.fill("#f-two", "Second");
  await page.goto(url);
  await page.check("#q-terms [value=yes]");
  await page.click("#form .actions .main");
  await page.waitForSelector("#f-two");
  expect(await page.inputValue("#f-two")).toBe("Second");
  await page.fill("#f-email", "ada@example.org");
  forms.later(5_000);
  await page.click("#form .actions .main");
  await page.waitForURL("**/sent/**");
  expect(await kept(page)).toBe(0);
  await page.goto(url);
  expect(await page.inputValue("#f-one")).toBe("");
  await page.fill("#f-one", "Again");
  await page.reload();
  await Promise.all([page.waitForEvent("load"), page.click(".notice button")]);
  expect(await page.inputValue("#f-one")).toBe("");
  expect(await kept(page)).toBe(0);
  for (const wish of [{ password: "open sesame" }, { settings: { keep_answers: false } }]) {
    await page.goto(await forms.publish(structure, wish));
    if (wish.password) {
      await page.fill("[type=password]", wish.password);
      await page.click(".main");
    }
    await page.fill("#f-one", "Secret");
    await page.reload();
    expect(await kept(page)).toBe(0);
  }
});

test("the list of mistakes of browser or server follows corrections, and says how many are left", async () => {
  const forms = await publicForms();
  const phone: FormField = { id: "phone", type: "phone", label: { en: "Phone" } };
  const fields = [text("a", { required: true }), text("b", { required: true }), email, phone];
  const pattern = text("c", { validation: { pattern: "(?i)[0-9]+" } });
  const page = await openPage({ viewport: DESKTOP });
  await page.goto(await forms.publish(form([...fields, pattern])));
  await page.click("#form .actions .main");
  const summary = page.locator("#summary");
  const news = page.locator("#summary-news");
  expect(await summary.locator("h2").textContent()).toBe("Please check 3 answers");
  await summary.locator("a", { hasText: "Text b" }).click();
  await page.keyboard.type("B");
  expect(await summary.locator("a").allTextContents()).toEqual(["Text a", "Email"]);
  expect(await news.textContent()).toBe("Please check 2 answers");
  await page.fill("#f-email", "ada");
  expect(await summary.locator("li", { hasText: "Email" }).textContent()).toContain("such as name@");
  for (const [number, mistakes] of [
    ["030 1234", 0],
    ["030", 1],
    ["+49 30 12ab", 1],
    ["+49 12", 1],
    ["+49 (30) 123-456", 0],
    ["\u202a+49 30 123456\u202c", 0],
  ] as const) {
    await page.fill("#f-phone", number);
    expect(await summary.locator("li", { hasText: "Phone" }).count(), number).toBe(mistakes);
    const message = page.locator("#q-phone >> text=with its country code >> visible=true");
    expect(await message.count(), number).toBe(mistakes);
  }
  await page.fill("#f-b", "");
  expect(await summary.locator("a").allTextContents()).toEqual(["Text a", "Text b", "Email"]);
  for (const [id, value] of Object.entries({ c: "x", a: "A", b: "B", email: "ada@example.org" }))
    await page.fill(`#f-${id}`, value);
  expect(await summary.isVisible()).toBe(false);
  expect(await news.textContent()).toBe("Everything is corrected.");
  expect(await summary.getAttribute("role")).toBe("group");
  await page.click("#form .actions .main");
  await page.waitForSelector("#summary >> text=Text c");
  expect(await summary.locator("span").textContent()).not.toContain("Error");
  await page.fill("#f-c", "1");
  expect(await summary.isVisible()).toBe(false);
  expect(await barriers(page)).toEqual([]);
});

test("messages about a step disappear on the next one: corrections and files", async () => {
  const forms = await publicForms();
  const files: FormField = { id: "files", type: "file_upload", label: { en: "Files" } };
  const page = await openPage({ viewport: PHONE, hasTouch: true });
  const two = [text("a", { required: true }), text("b", { required: true })];
  const structure = form(two, [files], [text("end")]);
  await page.goto(await forms.publish({ ...structure, settings: { display: "one_question" } }));
  const said = page.locator("#form [role=status]");
  const next = () => page.click("#form .actions .main");
  await next();
  expect(await page.locator("#e-a").isVisible()).toBe(true);
  expect(await page.locator("#summary").count()).toBe(0);
  expect(await page.evaluate("document.activeElement.id")).toBe("f-a");
  await page.fill("#f-a", "A");
  await next();
  await page.fill("#f-b", "B");
  await next();
  await page.setInputFiles("#f-files", {
    name: "me.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.7"),
  });
  await expect.poll(() => said.textContent()).toContain("me.pdf");
  await next();
  await page.locator("#f-end:visible").waitFor();
  expect(await said.textContent()).toBe("");
});

test("a wide scale is a slider with its number; an untouched one is not an answer", async () => {
  const forms = await publicForms();
  const walk: FormField = {
    id: "walk",
    type: "scale",
    label: { en: "How far?" },
    min: 0,
    max: 100,
    step: 2,
    required: true,
  };
  const page = await openPage({ viewport: PHONE });
  await page.goto(await forms.publish(form([walk, email])));
  const range = page.locator("#q-walk .slider");
  expect(await range.getAttribute("aria-valuetext")).toBe("no answer yet");
  await page.fill("#f-email", "ada@example.org");
  await page.click("#form .actions .main");
  expect(await page.locator("#e-walk").isVisible()).toBe(true);
  await range.press("Enter");
  expect(await page.inputValue("#f-walk")).toBe("50");
  await range.press("ArrowRight");
  expect(await page.inputValue("#f-walk")).toBe("52");
  expect(await range.getAttribute("aria-valuetext")).toBe("52");
  await page.fill("#f-walk", "20");
  expect(await range.inputValue()).toBe("20");
  await page.fill("#f-walk", "");
  expect(await range.getAttribute("aria-valuetext")).toBe("no answer yet");
  await range.press("End");
  expect(await page.inputValue("#f-walk")).toBe("100");
  expect(await barriers(page)).toEqual([]);
  forms.later(5_000);
  await page.click("#form .actions .main");
  await page.waitForURL("**/sent/**");
  const [response] = await forms.responses();
  expect(JSON.parse(response!.answers)).toMatchObject({ walk: 100 });
});

test("choices are ranked by drag, with a mouse and with a finger, and a drag can be taken back", async () => {
  const forms = await publicForms();
  const rank: FormField = { id: "rank", type: "ranking", label: { en: "Rank" }, choices };
  const url = await forms.publish(form([rank]));
  for (const isTouch of [false, true]) {
    const page = await openPage({ viewport: isTouch ? PHONE : DESKTOP, hasTouch: isTouch });
    await page.goto(url);
    const order = () => page.locator("#q-rank li > span:not(.grip)").allTextContents();
    const places = () => page.locator("#q-rank .rank").allTextContents();
    const center = async (name: string, part: string) => {
      const box = (await page.locator("#q-rank li", { hasText: name }).locator(part).boundingBox())!;
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const grip = await center("Choice c", ".grip");
    const goal = { x: grip.x, y: (await center("Choice a", ".grip")).y - 8 };
    if (isTouch) await dragByTouch(page, grip, goal);
    else {
      await page.mouse.move(grip.x, grip.y);
      await page.mouse.down();
      await page.mouse.move(goal.x, goal.y, { steps: 4 });
      await page.mouse.up();
    }
    expect(await order()).toEqual(["Choice c", "Choice a", "Choice b"]);
    expect(await places()).toEqual(["1", "2", "3"]);
    if (isTouch) continue;
    const first = await center("Choice c", ".grip");
    await page.mouse.move(first.x, first.y);
    await page.mouse.down();
    await page.mouse.move(first.x, first.y + 300, { steps: 4 });
    expect(await order()).toEqual(["Choice a", "Choice b", "Choice c"]);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    expect(await order()).toEqual(["Choice c", "Choice a", "Choice b"]);
    await page
      .locator("#q-rank li", { hasText: "Choice a" })
      .getByRole("button", { name: /up$/ })
      .press("Enter");
    expect(await order()).toEqual(["Choice a", "Choice c", "Choice b"]);
    expect(await barriers(page)).toEqual([]);
  }
});

test("three taps rank three choices, and each tap after that takes a place away or gives it", async () => {
  const forms = await publicForms();
  const rank: FormField = { id: "rank", type: "ranking", label: { en: "Rank" }, choices };
  const page = await openPage({ viewport: PHONE, hasTouch: true });
  await page.goto(await forms.publish(form([rank])));
  const tap = (name: string) => page.locator("#q-rank li", { hasText: name }).tap();
  const places = () => page.locator("#q-rank li").allInnerTexts();
  for (const name of ["Choice c", "Choice a", "Choice b"]) await tap(name);
  expect(
    (await places()).map((one) =>
      one
        .replaceAll(/[\n↑↓]/g, " ")
        .trim()
        .replaceAll(/ +/g, " "),
    ),
  ).toEqual(["1 Choice c", "2 Choice a", "3 Choice b"]);
  await tap("Choice b");
  expect(await page.locator("#q-rank .rank").allTextContents()).toEqual(["1", "2", ""]);
});

async function dragByTouch(page: Page, from: Point, to: Point): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  const send = (type: string, points: readonly Point[]) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: points } as never);
  await send("touchStart", [from]);
  for (let at = 1; at <= 4; at += 1)
    await send("touchMove", [{ x: to.x, y: from.y + ((to.y - from.y) * at) / 4 }]);
  await send("touchEnd", []);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

test("the choice of an optional question can be cleared, and its conditions follow; a required one cannot", async () => {
  const forms = await publicForms();
  const one: FormField = { id: "one", type: "single_choice", label: { en: "One" }, choices };
  const matrix: FormField = {
    id: "rows",
    type: "matrix",
    label: { en: "Rows" },
    rows: choices,
    columns: choices,
    validation: { require_all_rows: true },
  };
  const more = text("more", { visible_if: { field: "one", op: "equals", value: "b" } });
  const url = await forms.publish(form([one, more, { ...one, id: "two", required: true }, matrix, email]));
  const page = await openPage({ viewport: PHONE });
  await page.goto(url);
  const clear = (id: string) => page.locator(`#q-${id} > .link`);
  expect(await page.locator("#form .link:visible").count()).toBe(0);
  await page.check("#q-one [value=b]");
  await page.check("#q-two [value=b]");
  await page.locator("#q-rows [value=a]").first().check();
  expect(await page.locator("#f-more").isVisible()).toBe(true);
  expect([await clear("one").count(), await clear("two").count(), await clear("rows").count()]).toEqual([
    1, 0, 1,
  ]);
  expect(await barriers(page)).toEqual([]);
  await page.fill("#f-email", "ada@example.org");
  forms.later(5_000);
  await page.click("#form .actions .main");
  await expect.poll(() => page.locator("#e-rows").textContent()).toContain("every row");
  await clear("one").press("Enter");
  await clear("rows").click();
  expect(await page.locator("#f-more").isVisible()).toBe(false);
  expect(await page.locator("#form .link:visible").count()).toBe(0);
  await page.click("#form .actions .main");
  await page.waitForURL("**/sent/**");
  const [response] = await forms.responses();
  expect(JSON.parse(response!.answers)).toEqual({ two: "b", email: "ada@example.org" });
});
