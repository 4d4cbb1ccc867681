/** The owner's pages on a phone in German: texts do not touch, buttons stand where there is room. */
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { answeredForm } from "../../test/support/answered.ts";
import { openPage, PHONE } from "../../test/support/browser.ts";
import { ownerPages } from "../../test/support/owner.ts";

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

async function openPhone() {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form } = await answeredForm(service);
  const page: Page = await openPage({ viewport: PHONE, locale: "de" });
  const cookie = { name: "session", value: ada.cookie("session")!, url: service.publicUrl };
  await page.context().addCookies([cookie]);
  return { page, open: (path: string) => page.goto(service.publicUrl + path), id: form.id };
}

test("credits stand apart from their reason", async () => {
  const { page, open } = await openPhone();
  await open("/settings/subscription");
  const [, reason, credits] = await page.locator(".table tbody tr").first().locator("td").all();
  expect((await boxOf(credits!)).left - (await boxOf(reason!)).right).toBeGreaterThanOrEqual(12);
});

test("the button of the filters is beside the period", async () => {
  const { page, open, id } = await openPhone();
  await open(`/forms/${id}/responses`);
  const [period, button] = [
    await boxOf(page.locator("#period")),
    await boxOf(page.locator(".filters .go button")),
  ];
  expect(Math.abs(button.bottom - period.bottom)).toBeLessThanOrEqual(2);
  expect(button.left).toBeGreaterThan(period.right);
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
