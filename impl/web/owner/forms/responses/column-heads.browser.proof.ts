/** The menus in the heads of the table of responses: they sort, filter and hide columns, with scripts and without. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import {
  barriers,
  DESKTOP,
  keepPicture,
  openPage,
  PHONE,
  tooWide,
} from "../../../../test/support/browser.ts";
import { everyFieldForm } from "../../../../test/support/every-field-form.ts";
import { ownerPages } from "../../../../test/support/owner.ts";

async function start(options: Parameters<typeof openPage>[0] = { viewport: DESKTOP }) {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form, respond } = await answeredForm(service, everyFieldForm());
  await respond({ name: "Zoë", age: 30, interests: ["art", "ai"], track: "web", birthday: "1990-01-02" });
  await respond(
    { name: "Bo", age: 50, interests: ["art"], birthday: "2001-05-06" },
    { email: "bo@example.org" },
  );
  const email = "cy@example.org";
  await respond({ name: "Cy", age: 41, interests: ["sport"], email }, { email });
  const page = await openPage(options);
  await page
    .context()
    .addCookies([{ name: "session", value: ada.cookie("session")!, url: service.publicUrl }]);
  const list = `${service.publicUrl}/forms/${form.id}/responses`;
  const columns = "columns=name,age,interests,birthday";
  await page.goto(`${list}?${columns}`);
  return { page, list, columns };
}

const menuOf = (page: Page, id: string) => page.locator(`.column-menu:has(#menu-${id})`);
const names = (page: Page) => page.locator('.answers td[data-question="Name"] span').allInnerTexts();
const chips = (page: Page) => page.locator(".conditions li > span").allInnerTexts();

test.each([true, false])(
  "a column is filtered by its choices and sorted in its head (scripts: %s)",
  async (js) => {
    const { page } = await start({ viewport: DESKTOP, javaScriptEnabled: js });
    const menu = menuOf(page, "interests");
    await menu.locator("summary").focus();
    await page.keyboard.press("Enter");
    await menu.getByLabel("Art").focus();
    await page.keyboard.press("Space");
    await menu.getByRole("button", { name: "Filter" }).click();
    await expect.poll(() => chips(page)).toEqual(["Interests: Art"]);
    expect(await menu.locator("summary").textContent()).toBe("Sort and filter: Interests (filtered)");
    // With scripts the page stays, and so does the focus.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(js ? "menu-interests" : "");
    await menuOf(page, "age").locator("summary").click();
    await menuOf(page, "age").getByRole("link", { name: "Sort descending" }).click();
    await expect.poll(() => names(page)).toEqual(["Bo", "Zoë"]);
    expect(await page.locator("th", { hasText: "Age" }).getAttribute("aria-sort")).toBe("descending");
    // The filter that applies is shown, and another one takes its place.
    await menu.locator("summary").click();
    expect(await menu.getByLabel("Art").isChecked()).toBe(true);
    await menu.getByLabel("Art").uncheck();
    await menu.getByLabel("AI").check();
    await menu.getByRole("button", { name: "Filter" }).click();
    await expect.poll(() => chips(page)).toEqual(["Interests: AI"]);
    expect(await names(page)).toEqual(["Zoë"]);
    await page.locator(".conditions li > a").click();
    await expect.poll(() => names(page)).toEqual(["Bo", "Cy", "Zoë"]);
  },
);

test("numbers, days, texts and the time are filtered in their heads, also where no response is left", async () => {
  const { page } = await start();
  const filter = async (id: string, fill: (menu: ReturnType<typeof menuOf>) => Promise<void>) => {
    const menu = menuOf(page, id);
    await menu.locator("summary").click();
    await fill(menu);
    await menu.getByRole("button", { name: "Filter" }).click();
  };
  await filter("age", async (menu) => {
    await menu.getByLabel("From").fill("40");
    await menu.getByLabel("To").fill("50");
  });
  await expect.poll(async () => (await names(page)).toSorted()).toEqual(["Bo", "Cy"]);
  await filter("birthday", (menu) => menu.getByLabel("From").fill("2000-01-01"));
  await expect.poll(() => names(page)).toEqual(["Bo"]);
  await filter("name", (menu) => menu.getByRole("textbox", { name: "Text" }).fill("zoe"));
  await page.locator("#shown-table .empty").waitFor();
  await menuOf(page, "name").locator("summary").click();
  await menuOf(page, "name").getByRole("link", { name: "Remove the filter" }).click();
  await expect.poll(() => names(page)).toEqual(["Bo"]);
  // A search keeps what the heads have filtered since the page was opened.
  await page.getByLabel("Search answers and addresses").fill("bo");
  await page.keyboard.press("Enter");
  await page.locator(".count", { hasText: "1 match on this page." }).waitFor();
  expect(await chips(page)).toHaveLength(2);
  await filter("-time", (menu) =>
    menu
      .getByLabel("Period")
      .selectOption("own")
      .then(() => menu.getByLabel("To").fill("2001-01-31")),
  );
  await page.locator("#shown-table .empty").waitFor();
  expect((await chips(page))[0]).toBe("Submitted: up to 31\u00a0January 2001");
});

test("what is no number is explained, and the filter that applies stays", async () => {
  const { page, list, columns } = await start({ viewport: DESKTOP, javaScriptEnabled: false });
  await page.goto(`${list}?${columns}&answers=age:range:40..`);
  const menu = menuOf(page, "age");
  await menu.locator("summary").click();
  await menu.getByLabel("From").fill("many");
  await menu.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("alert").waitFor();
  expect(await chips(page)).toEqual(["Age: from 40"]);
  await page.locator(".conditions .panel").getByLabel("From").fill("45");
  await page.locator(".conditions .panel").getByRole("button", { name: "Filter" }).click();
  expect(await chips(page)).toEqual(["Age: from 45"]);
});

test("the column of addresses filters by the question that it repeats", async () => {
  const { page, list } = await start();
  await page.goto(`${list}?columns=name,email`);
  const others = page.getByLabel("Filter by a question without a column").locator("option");
  expect(await others.allInnerTexts()).not.toContain("Email");
  const menu = menuOf(page, "-address");
  await menu.locator("summary").click();
  await menu.getByRole("textbox", { name: "Text" }).fill("cy@");
  await menu.getByRole("button", { name: "Filter" }).click();
  await expect.poll(() => names(page)).toEqual(["Cy"]);
});

test("a link beside the number of responses leads to the download below the table", async () => {
  const { page } = await start({ viewport: PHONE });
  await page.locator(".count").getByRole("link", { name: "Download" }).click();
  expect(await page.locator("#download").evaluate((part) => part.getBoundingClientRect().top)).toBeLessThan(
    844,
  );
});

test("a column is hidden in its head, and its question can still be filtered", async () => {
  const { page } = await start();
  const heads = page.locator(".answers th .head > a");
  expect(
    await page.getByLabel("Filter by a question without a column").locator("option").allInnerTexts(),
  ).not.toContain("Age");
  await menuOf(page, "age").locator("summary").click();
  await menuOf(page, "age").getByRole("link", { name: "Hide this column" }).click();
  await expect
    .poll(() => heads.allInnerTexts())
    .toEqual(["Submitted", "Email address", "Name", "Birthday", "Interests"]);
  expect(
    await page.getByLabel("Filter by a question without a column").locator("option").allInnerTexts(),
  ).toContain("Age");
});

test.each([
  ["desktop-light", DESKTOP, "light"],
  ["desktop-dark", DESKTOP, "dark"],
  ["phone-light", PHONE, "light"],
  ["phone-dark", PHONE, "dark"],
  ["narrow", { width: 320, height: 640 }, "light"],
] as const)(
  "menus of columns have no barriers and lie in the window: %s",
  async (name, viewport, colorScheme) => {
    const { page, list, columns } = await start({ viewport, colorScheme, locale: "de" });
    for (const [state, query, ids] of [
      ["filtered", "&answers=interests:one_of:art;age:range:18..60&from=2020-01-01", ["-time", "interests"]],
      ["empty", "&answers=interests:one_of:web", ["birthday"]],
    ] as const) {
      await page.goto(`${list}?${columns}${query}`);
      for (const id of ids) {
        const menu = menuOf(page, id);
        await menu.locator("summary").click();
        const { x, y, width, height } = (await menu.locator("summary + *").boundingBox())!;
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(viewport.width);
        expect(y + height).toBeLessThanOrEqual(viewport.height);
        expect([state, id, await barriers(page), await tooWide(page)]).toEqual([state, id, [], []]);
        await keepPicture(page, `column-${id}-${state}-${name}`);
        await page.keyboard.press("Escape");
        expect(await menu.getAttribute("open")).toBeNull();
      }
    }
  },
);
