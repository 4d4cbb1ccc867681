/** A connection that drops while a form is sent: the answers stay, one message reports it, and the form is sent once. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { barriers, keepPicture, openPage, PHONE } from "../../test/support/browser.ts";
import { publicForms } from "../../test/support/public-forms.ts";

const label = (en: string) => ({ en });
const name = { id: "name", type: "short_text", label: label("Name"), required: true } as const;
const town = { id: "town", type: "short_text", label: label("Town") } as const;

const onePage: FormStructure["pages"] = [{ id: "one", fields: [name, town] }];
const twoPages: FormStructure["pages"] = [
  { id: "one", fields: [name] },
  { id: "two", fields: [town] },
];

interface Display {
  readonly display: string;
  readonly structure: Pick<FormStructure, "pages" | "settings">;
  /** Answers all but the last question. */
  fill(page: Page): Promise<void>;
}

const next = (page: Page) => page.click(".actions .main");

const displays: readonly Display[] = [
  {
    display: "one page",
    structure: { pages: onePage },
    fill: (page) => page.fill("#f-name", "Ada"),
  },
  {
    display: "page by page",
    structure: { pages: twoPages },
    async fill(page) {
      await page.fill("#f-name", "Ada");
      await next(page);
      await page.locator("#f-town").waitFor();
    },
  },
  {
    display: "one question at a time",
    structure: { pages: twoPages, settings: { display: "one_question" } },
    async fill(page) {
      await page.fill("#f-name", "Ada");
      await next(page);
      await page.locator("#f-town:visible").fill("London");
      await next(page);
    },
  },
];

/** The time of the drop: before the service receives the form, or after the service has stored it and before its answer. */
const drops = ["before the form arrives", "before the answer arrives", "behind a proxy"] as const;

test.for(displays.flatMap((display) => drops.map((drop) => ({ ...display, drop }))))(
  "$display: a connection that drops $drop loses nothing, and sends once",
  async ({ structure, fill, drop }) => {
    const forms = await publicForms();
    const url = await forms.publish({
      title: label("Trip"),
      default_language: "en",
      languages: ["en"],
      ...structure,
    });
    const page = await openPage({ viewport: PHONE, locale: "en" });
    await page.goto(url);
    forms.later(10_000);
    await fill(page);
    const lastTown = page.locator("#f-town:visible");
    if (await lastTown.count()) await lastTown.fill("London");
    await page.fill("#f-address", "ada@example.org");

    let isDropping = true;
    await page.route(`${url}*`, async (route) => {
      if (!isDropping || route.request().method() !== "POST") return route.continue();
      if (drop === "before the answer arrives") await route.fetch({ maxRedirects: 0 });
      if (drop === "behind a proxy") await route.fulfill({ status: 503, body: "Not there" });
      else await route.abort("internetdisconnected");
    });
    await next(page);
    const message = page.getByText("Your answers are kept in this browser");
    await message.waitFor();
    expect(await message.count()).toBe(1);
    expect(await page.inputValue("#f-address")).toBe("ada@example.org");
    expect(await barriers(page)).toEqual([]);
    await keepPicture(page, `dropped connection ${drop}`);

    isDropping = false;
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await page.waitForURL("**/sent/**");
    const responses = await forms.responses();
    expect(responses.map(({ answers }) => JSON.parse(answers))).toEqual([{ name: "Ada", town: "London" }]);
    expect(await forms.mails.list()).toHaveLength(1);
    // Nothing is left to send, and Back does not send it again.
    await page.goBack();
    await page.waitForTimeout(300);
    expect(await forms.responses()).toHaveLength(1);
  },
);

test("a connection that drops between two pages loses no answer", async () => {
  const forms = await publicForms();
  const url = await forms.publish({
    title: label("Trip"),
    default_language: "en",
    languages: ["en"],
    pages: twoPages,
  });
  const page = await openPage({ viewport: PHONE, locale: "en" });
  await page.goto(url);
  await page.fill("#f-name", "Ada");
  let isDropping = true;
  await page.route(`${url}*`, (route) =>
    isDropping && route.request().method() === "POST"
      ? route.abort("internetdisconnected")
      : route.continue(),
  );
  // The browser shows its error page about the network.
  await page.evaluate(() => document.querySelector<HTMLElement>(".actions .main")?.click());
  await expect.poll(() => page.url(), { timeout: 10_000 }).toContain("chrome-error:");
  isDropping = false;
  await page.goto(url);
  expect(await page.inputValue("#f-name")).toBe("Ada");
  await next(page);
  await page.fill("#f-town", "London");
  await page.fill("#f-address", "ada@example.org");
  forms.later(10_000);
  await next(page);
  await page.waitForURL("**/sent/**");
  const responses = await forms.responses();
  expect(responses.map(({ answers }) => JSON.parse(answers))).toEqual([{ name: "Ada", town: "London" }]);
});

test.for(["light", "dark"] as const)(
  "the message is seen in a low window, though it pushes the pressed button out of sight: %s",
  async (colorScheme) => {
    const forms = await publicForms();
    const page = await openPage({ viewport: { width: 320, height: 568 }, locale: "en", colorScheme });
    const notes = { id: "notes", type: "long_text", label: label("Notes") } as const;
    const pages: FormStructure["pages"] = [{ id: "one", fields: [name, notes] }];
    const url = await forms.publish({
      title: label("Trip"),
      default_language: "en",
      languages: ["en"],
      pages,
    });
    await page.goto(url);
    await page.fill("#f-name", "Ada");
    await page.fill("#f-address", "ada@example.org");
    forms.later(10_000);
    // The button is at the lower edge, as for somebody who has just come to it.
    await page.locator(".actions .main").evaluate((button) => button.scrollIntoView(false));
    await page.context().setOffline(true);
    await next(page);
    const notice = page.locator(".notice.offline");
    await notice.waitFor();
    const isSeen = (part: Element) => part.getBoundingClientRect().bottom <= innerHeight;
    expect(await notice.evaluate(isSeen)).toBe(true);
    expect(await page.locator(".actions .main").evaluate(isSeen)).toBe(true);
    await keepPicture(page, `offline-low-${colorScheme}`);
  },
);
