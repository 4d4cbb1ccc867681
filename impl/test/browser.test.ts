import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { barriers, DESKTOP, openBrowser, openPage, PHONE } from "./browser.ts";
import { publicForms } from "./public-forms.ts";
import { summerSchool } from "./sample-forms.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);
afterAll(() => browser?.close());

const letter = {
  name: "Lettre é.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.7 letter"),
};

const stories = [
  {
    language: "en",
    window: { viewport: DESKTOP, colorScheme: "light" },
    sent: "Check your mail",
    done: "See you in July!",
  },
  {
    language: "de",
    window: { viewport: PHONE, colorScheme: "dark", hasTouch: true },
    sent: "Sehen Sie in Ihr Postfach",
    done: "Bis im Juli!",
  },
] as const;

test.for(stories)(
  "the whole story in $language, without a barrier on the way",
  async ({ language, window, sent, done }) => {
    const forms = await publicForms();
    const url = await forms.publish(summerSchool);
    const page = await openPage(browser, { ...window, locale: language });
    await page.goto(url);
    expect(await barriers(page)).toEqual([]);
    forms.later(5_000);
    await goOn(page);
    expect(await page.locator(".message:visible").count()).toBe(2);
    expect(await barriers(page)).toEqual([]);
    await page.fill("#f-first_name", "Ada");
    await page.check("[name='a.child'][value=yes]");
    await goOn(page);
    await page.fill("#f-parent_name", "Anne");
    await goOn(page);
    await page.check("[name='a.course'][value=c1]");
    await page.setInputFiles("#f-letter", letter);
    await page.getByText("Lettre é.pdf").first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.fill("#f-address", "ada@example.org");
    await goOn(page);
    await page.waitForURL("**/sent/**");
    expect(await page.textContent("h1")).toBe(sent);
    expect(await barriers(page)).toEqual([]);
    await page.fill("#f-code", "12");
    await page.click(".entry .main");
    expect(await barriers(page)).toEqual([]);
    await page.fill("#f-code", (await forms.mail()).code);
    await page.click(".entry .main");
    await page.waitForURL("**/done/**");
    expect(await page.textContent("h1")).toBe(done);
    expect(await barriers(page)).toEqual([]);
    const [response] = await forms.responses();
    expect(response).toMatchObject({ status: "verified", language, email: "ada@example.org" });
    expect(JSON.parse(response!.answers)).toMatchObject({ letter: [{ name: "Lettre é.pdf" }] });
  },
);

async function goOn(page: Page): Promise<void> {
  await page.click("#form .actions .main");
  await page.waitForLoadState();
}

test("answers appear and disappear with what they depend on, without a round to the server", async () => {
  const forms = await publicForms();
  const page = await openPage(browser, { viewport: DESKTOP });
  const parent = summerSchool.pages[1]!.fields[0]!;
  const [you] = summerSchool.pages;
  const url = await forms.publish({
    ...summerSchool,
    pages: [{ ...you!, fields: [...you!.fields, parent] }],
  });
  await page.goto(url);
  const question = page.locator("#q-parent_name");
  expect(await question.isVisible()).toBe(false);
  await page.check("[name='a.child'][value=yes]");
  expect(await question.isVisible()).toBe(true);
  await page.check("[name='a.child'][value=no]");
  expect(await question.isVisible()).toBe(false);
});

test("a form in a frame of another site works", async () => {
  const forms = await publicForms();
  const url = await forms.publish(summerSchool);
  const page = await openPage(browser, { viewport: DESKTOP });
  await page.goto(await otherSite(`<iframe src="${url}?embed=1" width="600" height="800"></iframe>`));
  const frame = page.frameLocator("iframe");
  await frame.locator("#f-first_name").fill("Ada");
  await frame.locator("[name='a.child'][value=no]").check();
  await frame.locator("#form .actions .main").click();
  await frame.locator("#q-course").waitFor();
});

/** The address of a page on another site of this machine. */
async function otherSite(html: string): Promise<string> {
  const server = createServer((_, response) => response.setHeader("Content-Type", "text/html").end(html));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
}
