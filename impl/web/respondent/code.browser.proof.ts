/** The page that asks for the code sends it after its last digit. */
import type { BrowserContextOptions } from "playwright-core";
import { expect, test } from "vitest";
import { barriers, DESKTOP, keepPicture, openPage, PHONE } from "../../test/support/browser.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { goOn, letter } from "../../test/support/states/respondent.ts";

const ITSELF = "After the last digit, the code is sent by itself.";

async function toCode(options: BrowserContextOptions = {}) {
  const forms = await publicForms();
  const page = await openPage({ viewport: PHONE, locale: "en", ...options });
  await page.goto(await forms.publish(letter));
  await page.fill("#f-email", "ada@example.org");
  forms.later(61_000);
  await goOn(page);
  await page.waitForURL("**/sent/**");
  const { code } = await forms.mail();
  return { forms, page, code, wrong: code === "000000" ? "000001" : "000000" };
}

test("the last digit sends the code, which the page says before", async () => {
  const { page, code } = await toCode();
  await page.getByText(ITSELF).waitFor();
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "code");
  await page.focus("#f-code");
  await page.keyboard.type(code.slice(0, 5));
  expect(page.url()).toContain("/sent/");
  await page.keyboard.type(code.slice(5));
  await page.waitForURL("**/done/**");
});

test("a pasted code with a space is sent, too", async () => {
  const { page, code } = await toCode({ viewport: DESKTOP });
  await page.focus("#f-code");
  await page.keyboard.insertText(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.waitForURL("**/done/**");
});

test("a wrong code costs one attempt, even if Enter follows at once; its correction waits for the button", async () => {
  const { page, code, wrong } = await toCode();
  await page.focus("#f-code");
  await page.keyboard.type(wrong);
  await page.keyboard.press("Enter");
  // Enter is that of the first page, or that of the page with this message.
  await page.getByText("You have 4 attempts left").waitFor();
  expect(await page.getByText(ITSELF).count()).toBe(0);
  const again = page.waitForResponse((response) => response.request().method() === "POST");
  await page.keyboard.press("Enter");
  await again;
  await page.getByText("You have 4 attempts left").waitFor();
  await page.fill("#f-code", code);
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL("**/done/**");
});

test("without scripts the page does not say so, and the button sends the code", async () => {
  const { page, code } = await toCode({ javaScriptEnabled: false });
  expect(await page.getByText(ITSELF).isVisible()).toBe(false);
  await page.fill("#f-code", code);
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL("**/done/**");
});
