/** The search and the filters of responses in a browser: by keyboard, on phones, in the dark, in German. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { saveView } from "../../../../responses/saved-views.ts";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import {
  barriers,
  DESKTOP,
  keepPicture,
  openPage,
  PHONE,
  tooWide,
} from "../../../../test/support/browser.ts";
import { everyFieldForm, field } from "../../../../test/support/every-field-form.ts";
import { ownerPages } from "../../../../test/support/owner.ts";

async function start() {
  const service = await ownerPages();
  const ada = await service.signIn();
  const structure = everyFieldForm();
  field(structure, "interests").choices[2].retired = true;
  field(structure, "bio").label = { en: `Tell us about yourself, ${"and please write ".repeat(8)}all of it` };
  const { form, respond } = await answeredForm(service, structure);
  await respond({ name: "Zoë", age: 30, interests: ["art", "ai"], track: "web", birthday: "1990-01-02" });
  await respond({ name: "Bo", age: 50, interests: ["art"], bio: "Short" }, { email: "bo@example.org" });
  const open = async (options: Parameters<typeof openPage>[0]) => {
    const page = await openPage(options);
    const cookie = { name: "session", value: ada.cookie("session")!, url: service.publicUrl };
    await page.context().addCookies([cookie]);
    return page;
  };
  return { service, form, open, list: `${service.publicUrl}/forms/${form.id}/responses` };
}

test("a filter is added and removed by the keyboard alone, without scripts", async () => {
  const { open, list } = await start();
  const page = await open({ viewport: DESKTOP, locale: "en", javaScriptEnabled: false });
  await page.goto(`${list}?columns=name,bio`);
  await page.getByLabel("Filter by a question without a column").focus();
  await page.keyboard.type("Interests");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const panel = page.locator(".conditions .panel");
  expect(await panel.locator("h2").innerText()).toBe("Interests");
  await panel.getByLabel("is one of these").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  expect(await page.locator(".conditions li").innerText()).toContain("Interests: AI");
  expect(await page.locator(".answers tbody tr").count()).toBe(1);
  await page.getByLabel("Remove the filter").focus();
  await page.keyboard.press("Enter");
  await page.locator(".answers tbody tr").nth(1).waitFor();
  expect(await page.locator(".conditions li").count()).toBe(0);
});

test.each([
  ["phone", PHONE, "dark", "de"],
  ["narrow", { width: 320, height: 700 }, "light", "de"],
  ["desktop", DESKTOP, "light", "en"],
] as const)("filters have no barriers and no overflow: %s", async (name, viewport, colorScheme, locale) => {
  const { open, list } = await start();
  const page = await open({ viewport, colorScheme, locale });
  const answers = "answers=interests:none_of:sport;age:range:18..60;bio:empty;name:contains:zoe";
  for (const [state, query] of Object.entries({
    chips: answers,
    choices: `${answers}&where=interests`,
    wrong: "where=age&op=range&low=many",
    text: "where=bio",
    long: "answers=bio:contains:short",
    unknown: "answers=gone:answered",
    day: "where=birthday",
    file: "where=slides",
  })) {
    await page.goto(`${list}?${query}`);
    if (name !== "desktop") await page.locator(".filter-fold > summary").click();
    expect([state, await barriers(page), await tooWide(page)]).toEqual([state, [], []]);
    await keepPicture(page, `filters-${state}-${name}`);
  }
  await page.goto(`${list}/summary?${answers}`);
  expect([await barriers(page), await tooWide(page)]).toEqual([[], []]);
  await keepPicture(page, `filters-summary-${name}`);
});

/** Measures where the first response ends, in pixels below the top of the page. */
const firstEnd = async (page: Page) => {
  const { y, height } = (await page.locator(".answers tbody tr").first().boundingBox())!;
  return y + height;
};

test.each([true, false])(
  "a phone shows the first response on its first screen, and filters in use (scripts: %s)",
  async (javaScriptEnabled) => {
    const { service, form, open, list } = await start();
    for (const name of ["Art", "Those who want to hear about artificial intelligence", "Others", "Children"])
      await saveView({ ...service, clock: service.now }, form.owner_id, form.id, {
        name,
        settings: { status: "verified", text: name },
      });
    const page = await open({ viewport: PHONE, javaScriptEnabled });
    await page.goto(list);
    const fold = page.locator(".filter-fold > summary");
    expect(await fold.innerText()).toBe("Search and filters");
    expect(await firstEnd(page)).toBeLessThan(PHONE.height);
    const order = page.locator(".answers thead");
    expect(await order.isVisible()).toBe(true);
    await fold.focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Search answers and addresses").fill("bo");
    await page.keyboard.press("Enter");
    await page.locator(".count", { hasText: "1 match on this page." }).waitFor();
    expect(await page.getByLabel("Search answers and addresses").isVisible()).toBe(false);
    expect(await fold.innerText()).toMatch(/^Search and filters\s+1 in use$/);
    expect(await firstEnd(page)).toBeLessThan(PHONE.height);
    // One response has no order.
    expect(await order.isVisible()).toBe(false);
    await keepPicture(page, `filters-folded-${javaScriptEnabled}`);
    await page.goto(`${list}?status=spam&from=2026-01-01&answers=interests:one_of:ai;age:answered`);
    expect(await fold.innerText()).toContain("4 in use");
  },
);

test("the fold stays open while filters change, and counts them", async () => {
  const { open, list } = await start();
  const page = await open({ viewport: { width: 320, height: 640 }, colorScheme: "dark" });
  await page.goto(`${list}?text=bo&answers=interests:one_of:art`);
  await page.locator(".filter-fold > summary").click();
  expect([await barriers(page), await tooWide(page)]).toEqual([[], []]);
  await page.getByLabel("Status").selectOption("Spam");
  await page.getByText("3 in use").waitFor();
  expect(await page.getByLabel("Status").isVisible()).toBe(true);
  await page.locator("#shown-table").getByRole("link", { name: "Show all" }).click();
  await page.locator(".count", { hasText: "2 responses" }).waitFor();
  expect(await page.locator(".filter-fold > summary").innerText()).toBe("Search and filters");
});

test("a wide window shows the filters without a fold", async () => {
  const { open, list } = await start();
  const page = await open({ viewport: DESKTOP });
  for (const address of [list, `${list}/summary`]) {
    await page.goto(address);
    expect(await page.locator(".filter-fold > summary").isVisible()).toBe(false);
    expect(await page.getByLabel("Search answers and addresses").isVisible()).toBe(true);
    await page.getByLabel("Search answers and addresses").fill("bo");
    await page.keyboard.press("Enter");
    await page.waitForURL("**text=bo*");
    if (address === list) await page.locator("#menu--time").click();
    expect(await page.getByLabel("Period").isVisible()).toBe(true);
    expect(await page.getByRole("searchbox").count()).toBe(1);
  }
});
