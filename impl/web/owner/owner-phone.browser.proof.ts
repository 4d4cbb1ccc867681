/** The owner's pages on a phone, in languages with long words: texts do not touch, buttons stand where there is room. */
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { amount, drawSample } from "../../../.ci/draw.ts";
import { answeredForm } from "../../test/support/answered-form.ts";
import { cutSelects, keepPicture, openPage, PHONE } from "../../test/support/browser.ts";
import { openAll } from "../../test/support/editor-panels.ts";
import { ownerPages } from "../../test/support/owner.ts";
import { ownerLanguages } from "../../texts/owner/owner-texts.ts";

/** The languages of this run: some in the proof, others each time, and all in the soak. */
const locales = drawSample(ownerLanguages, amount({ proof: 3, soak: ownerLanguages.length }));

async function boxOf(part: Locator) {
  const { x, y, width, height } = (await part.boundingBox())!;
  return { left: x, top: y, right: x + width, bottom: y + height, width };
}

/** Measures the words of a part, without its padding. */
async function wordsOf(part: Locator): Promise<{ left: number; right: number }> {
  return part.evaluate((element) => {
    const range = element.ownerDocument.createRange();
    range.selectNodeContents(element);
    const { left, right } = range.getBoundingClientRect();
    return { left, right };
  });
}

/** Counts the lines of the words of a part. */
async function linesOf(part: Locator): Promise<number> {
  return part.evaluate((element) => {
    const range = element.ownerDocument.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
}

async function openPhone(locale = "de") {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form, respond } = await answeredForm(service);
  const page: Page = await openPage({ viewport: PHONE, locale });
  const cookie = { name: "session", value: ada.cookie("session")!, url: service.publicUrl };
  await page.context().addCookies([cookie]);
  return { page, open: (path: string) => page.goto(service.publicUrl + path), id: form.id, respond };
}

test("credits stand apart from their reason", async () => {
  const { page, open } = await openPhone();
  await open("/settings/subscription");
  const [, reason, credits] = await page.locator(".table tbody tr").first().locator("td").all();
  expect((await boxOf(credits!)).left - (await boxOf(reason!)).right).toBeGreaterThanOrEqual(12);
});

test("the button of the filters has a line of its own, or is beside the period", async () => {
  const { page, open, id, respond } = await openPhone();
  await respond({ name: "Alan" });
  const fold = page.locator(".filter-fold > summary");
  await open(`/forms/${id}/responses`);
  await fold.click();
  const whole = await boxOf(page.locator("#text"));
  expect((await boxOf(page.locator(".filters .go button"))).width).toBe(whole.width);
  await open(`/forms/${id}/responses/summary`);
  await fold.click();
  const [period, button] = [
    await boxOf(page.locator("#period")),
    await boxOf(page.locator(".filters .go button")),
  ];
  expect(Math.abs(button.bottom - period.bottom)).toBeLessThanOrEqual(2);
  expect(button.left).toBeGreaterThan(period.right);
});

test.for(locales)("no select is cut in %s", async (locale) => {
  const { page, open, id } = await openPhone(locale);
  const found: Record<string, readonly string[]> = {};
  const paths = [
    "/forms",
    "/forms/text",
    "/settings/account",
    `/forms/${id}`,
    `/forms/${id}/responses`,
    `/forms/${id}/responses?from=2026-03-01&to=2026-03-02`,
    `/forms/${id}/responses/summary`,
    `/forms/${id}/prefilled`,
  ];
  for (const path of paths) {
    await page.setViewportSize(PHONE);
    await open(path);
    if (path.includes("/responses")) await openAll(page, "details");
    // A button moves below its select at another width in each language and font.
    for (const width of [430, 412, 400, PHONE.width, 375, 360, 340, 320]) {
      await page.setViewportSize({ ...PHONE, width });
      const cut = await cutSelects(page);
      // One menu of the heads is open at a time.
      for (const menu of await page.locator(".column-menu").all()) {
        await menu.evaluate((element) => element.setAttribute("open", ""));
        cut.push(...(await cutSelects(page)));
      }
      if (cut.length > 0) found[`${path} ${width}`] = cut;
    }
  }
  await open(`/forms/${id}/edit`);
  for (const item of await page.locator(".ed-top-items .ed-item-name").all()) {
    await page.locator(".ed-views button").first().click();
    const name = await item.innerText();
    await item.click();
    const cut = await cutSelects(page);
    if (cut.length > 0) found[name] = cut;
  }
  expect(found).toEqual({});
});

test("the links of a form stand beside each other, and a button in two lines is balanced", async () => {
  const { page, open, id } = await openPhone("en");
  await page.setViewportSize({ ...PHONE, width: 360 });
  await open(`/forms/${id}/settings`);
  const links = await page.locator(".form-head a").all();
  const tops = await Promise.all(links.map(async (link) => (await boxOf(link)).top));
  expect(tops.length).toBeGreaterThan(2);
  expect(new Set(tops).size).toBe(1);
  await open("/settings/account/delete");
  const button = page.locator(".main").last();
  expect(await button.evaluate((one) => getComputedStyle(one).textWrap)).toBe("balance");
});

test("a refused password stands in its open box, and the page moves to it", async () => {
  const { page, open, id } = await openPhone("en");
  await open(`/forms/${id}/settings`);
  await page.getByText("Set password").first().click();
  await page.locator("#in-password").fill("abc");
  await page.locator("#in-password").press("Enter");
  const refusal = page.locator("details[open] [role=alert]");
  await refusal.waitFor();
  expect(await refusal.innerText()).toBe("This was not possible\n\nThe password needs 4 to 128 characters.");
  expect(await page.locator("[role=alert]").count()).toBe(1);
  const { top, bottom } = await boxOf(refusal);
  expect(top).toBeGreaterThan(0);
  expect(bottom).toBeLessThan(PHONE.height);
});

test("a form as text has the whole width, below its button", async () => {
  const { page, open, id } = await openPhone();
  await open(`/forms/${id}/text`);
  const [text, button] = [
    await boxOf(page.locator(".wrapped pre")),
    await boxOf(page.locator(".wrapped .copy")),
  ];
  expect(button.bottom).toBeLessThanOrEqual(text.top);
  expect(text.width).toBeGreaterThan(330);
  expect((await wordsOf(page.locator(".wrapped pre"))).right).toBeLessThanOrEqual(text.right);
});

test.for(locales)("the address of the account is beside the name of the service in %s", async (locale) => {
  const { page, open } = await openPhone(locale);
  await open("/forms");
  const [name, account] = [
    await boxOf(page.locator(".bar .brand")),
    await boxOf(page.locator(".bar .account")),
  ];
  expect(account.top).toBeLessThan(name.bottom);
  expect(account.left).toBeGreaterThanOrEqual(name.right);
});

test.for(locales)(
  "the parts of the settings are beside each other, and none is cut, in %s",
  async (locale) => {
    const { page, open } = await openPhone(locale);
    await open("/settings/account");
    for (const width of [320, 360, PHONE.width]) {
      await page.setViewportSize({ ...PHONE, width });
      const [shown, whole] = await page
        .locator(".settings-nav ul")
        .evaluate((list) => [list.clientWidth, list.scrollWidth]);
      expect([width, whole]).toEqual([width, shown]);
    }
  },
);

test("topics of lessons are as high as a fingertip", async () => {
  const { page, open } = await openPhone();
  await open("/lessons");
  for (const topic of await page.locator(".topic").all())
    expect((await boxOf(topic)).bottom - (await boxOf(topic)).top).toBeGreaterThanOrEqual(43.5);
});

test("a shadow shows that there are more tabs", async () => {
  const { page, open, id } = await openPhone("pl");
  await open(`/forms/${id}`);
  const tabs = page.locator(".tabs ul");
  expect(await tabs.evaluate((list) => list.scrollWidth > list.clientWidth)).toBe(true);
  const attachments = (list: Element) =>
    list.ownerDocument.defaultView!.getComputedStyle(list).backgroundAttachment;
  expect(await tabs.evaluate(attachments)).toBe("local, local, scroll, scroll");
});

// The fonts of phones are narrower than those of this test, so the longer Spanish and Polish words fit there, too.
test.for(["en", "de", "fr", "it", "nl", "pt"])("in %s no word of the tabs is cut", async (language) => {
  const { page, open, id } = await openPhone(language);
  await open(`/forms/${id}`);
  const [end, window] = await page.locator(".tabs ul").evaluate((list) => {
    const words = list.ownerDocument.createRange();
    words.selectNodeContents(list.querySelector("li:last-child a")!);
    return [words.getBoundingClientRect().right, list.getBoundingClientRect().right];
  });
  expect(end).toBeLessThanOrEqual(window!);
});

test("links beside the title and above the responses are as high as a fingertip", async () => {
  const { page, open, id, respond } = await openPhone();
  await respond({ name: "Alan" });
  await open(`/forms/${id}/responses`);
  for (const link of await page.locator(".form-head > a, .answers th > a:visible").all()) {
    const { top, bottom } = await boxOf(link);
    expect([await link.textContent(), bottom - top]).toEqual([expect.anything(), expect.closeTo(44, 0)]);
  }
});

test("the prompt of a new form and the parts of a response are cards", async () => {
  const { page, open, id, respond } = await openPhone("en");
  await respond({ name: "Ada" });
  const paddingOf = (part: Locator) => part.evaluate((one) => getComputedStyle(one).paddingLeft);
  await open("/forms/new");
  expect(await paddingOf(page.locator(".new"))).toBe("24px");
  await open(`/forms/${id}/responses`);
  await page.locator(".when a").first().click();
  await page.locator(".response").first().waitFor();
  expect(await paddingOf(page.locator(".response").first())).toBe("24px");
});

test("charts fit the smallest phones, break no word of a head, and say once that nobody answered", async () => {
  const { page, open, id, respond } = await openPhone("en");
  for (let score = 0; score <= 10; score += 1)
    await respond({ recommend: score, sessions: { rows: { morning: ["talk"] } } });
  await page.setViewportSize({ width: 320, height: 640 });
  await open(`/forms/${id}/responses/summary`);
  const scores = page.locator("#q-recommend");
  const card = await boxOf(scores);
  expect((await boxOf(scores.locator(".columns li").last())).right).toBeLessThan(card.right - 8);
  expect((await boxOf(scores.locator(".columns a").first())).width).toBeGreaterThanOrEqual(24);
  for (const head of await page.locator(".shades thead th").all())
    expect(await linesOf(head), await head.innerText()).toBeLessThanOrEqual(
      (await head.innerText()).trim().split(/\s+/).length,
    );
  const texts = await page.locator(".question").allInnerTexts();
  const empty = texts.filter((text) => text.includes("Nobody has answered this yet."));
  expect(empty.length).toBeGreaterThan(0);
  expect(empty.filter((text) => text.includes("0 of"))).toEqual([]);
});

test("the list of types is not cut in the editor, and its rows are high enough for fingers", async () => {
  const { page, open, id, respond } = await openPhone();
  await respond({ recommend: 9 });
  await page.setViewportSize({ ...PHONE, width: 360 });
  await open(`/forms/${id}/edit`);
  const row = page.locator('[data-item="recommend"] .ed-item-name');
  expect((await row.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await row.click();
  await page.locator("option:checked[value=nps]").waitFor({ state: "attached" });
  expect(await cutSelects(page)).toEqual([]);
  await page.setViewportSize({ ...PHONE, width: 320 });
  for (const item of ["track", "size", "interests"]) {
    await page.locator(".ed-views button").first().click();
    await page.locator(`[data-item="${item}"] .ed-item-name`).click();
    expect([item, await cutSelects(page)]).toEqual([item, []]);
  }
});

/** The buttons in sight that are lower than a fingertip. */
const lowButtons = `[...document.querySelectorAll(":is(.ed-head, .ed-outline, .ed-panel, .ed-dialog[open]) :is(button, summary, .ed-check)")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().height < 43.5)
  .map((one) => one.textContent || one.getAttribute("aria-label"))`;

test("every button of the editor is as high as a fingertip", async () => {
  const { page, open, id, respond } = await openPhone();
  await respond({ track: "web" });
  await page.setViewportSize({ ...PHONE, width: 320 });
  await open(`/forms/${id}/edit`);
  for (const part of ["Track", "Score", "Gestaltung", "Formularoptionen", "Sprachen und Übersetzungen"]) {
    await page.locator(".ed-views button").first().click();
    expect(await page.evaluate(lowButtons)).toEqual([]);
    await page.locator(".ed-item-name", { hasText: part }).last().click();
    await openAll(page, ".ed-panel details:not(.ed-menu)");
    expect([part, await page.evaluate(lowButtons)]).toEqual([part, []]);
    await keepPicture(page, `fingers-${part}`);
  }
  await page.locator(".ed-views button").first().click();
  await page.getByRole("button", { name: "Frage hinzufügen" }).first().click();
  await page.locator(".ed-types").waitFor();
  expect(await page.evaluate(lowButtons)).toEqual([]);
});

test("a refusal stands apart from the people above it", async () => {
  const { page, open, id } = await openPhone("en");
  for (const email of ["bo@example.org", "ada@example.org"]) {
    await open(`/forms/${id}`);
    await page.locator("form.share [name=email]").fill(email);
    await page.locator("form.share button").click();
    await page.locator(email === "bo@example.org" ? ".rows.people" : "[role=alert] b").waitFor();
  }
  const people = await boxOf(page.locator(".rows.people"));
  expect((await boxOf(page.locator("[role=alert]"))).top).toBeGreaterThanOrEqual(people.bottom + 12);
});

test("lists of the notation have bullets", async () => {
  const { page, open } = await openPhone("en");
  await open("/forms/text/notation");
  const lists = page.locator(".document ul");
  expect(await lists.first().evaluate((list) => getComputedStyle(list).listStyleType)).toBe("disc");
});
