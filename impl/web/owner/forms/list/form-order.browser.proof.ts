/** The order of the list of forms in a browser: links on wide screens, a menu on phones, with and without scripts. */
import { expect, test } from "vitest";
import { barriers, keepPicture, tooWide } from "../../../../test/support/browser.ts";
import { editors, small } from "../../../../test/support/editors.ts";

const PHONE = { width: 390, height: 844 };

async function start() {
  const service = await editors();
  for (const title of ["Summer school", "Winter party", "Summer party", "Chess club"])
    await service.create({ ...small, title: { en: title } });
  return { ...service, list: `${service.publicUrl}/forms` };
}

type Window = Awaited<ReturnType<Awaited<ReturnType<typeof start>>["openWindow"]>>;

const titles = (page: Window) => page.locator("#found .name").allInnerTexts();

test.each([true, false])(
  "links above the list sort it, also what was found; scripts: %s",
  async (scripts) => {
    const { openWindow, list } = await start();
    const page = await openWindow({ javaScriptEnabled: scripts });
    await page.goto(list);
    const links = page.getByRole("navigation", { name: "Sort by" });
    await links.getByRole("link", { name: "Title", exact: true }).click();
    await page.waitForURL(`${list}?sort=title-asc`);
    expect(await titles(page)).toEqual(["Chess club", "Summer party", "Summer school", "Winter party"]);
    await links.getByRole("link", { name: /^Title ?, A to Z$/ }).click();
    await page.waitForURL(`${list}?sort=title-desc`);
    expect(await titles(page)).toEqual(["Winter party", "Summer school", "Summer party", "Chess club"]);
    // The search keeps the order.
    await page.getByLabel("Search titles").fill("summer");
    await page.getByLabel("Search titles").press("Enter");
    await page.locator("#found .count", { hasText: "2 forms" }).waitFor();
    expect(await titles(page)).toEqual(["Summer school", "Summer party"]);
    expect(new URL(page.url()).searchParams.get("sort")).toBe("title-desc");
    await links.getByRole("link", { name: /^Title ?, Z to A$/ }).click();
    await page.waitForURL(/query=summer.*sort=title-asc/);
    expect(await titles(page)).toEqual(["Summer party", "Summer school"]);
    expect(await links.locator("[aria-current]").innerText()).toMatch(/^Title/);
  },
);

test("on phones a menu sorts at once, and without scripts with the button", async () => {
  const { openWindow, list } = await start();
  const page = await openWindow({ viewport: PHONE });
  await page.goto(list);
  await page.getByText("Search and filters").click();
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Title, Z to A");
  await page.locator("#found .name", { hasText: "Winter party" }).waitFor();
  await page.waitForURL(`${list}?sort=title-desc`);
  expect(await titles(page)).toEqual(["Winter party", "Summer school", "Summer party", "Chess club"]);
  const plain = await openWindow({ viewport: PHONE, javaScriptEnabled: false });
  await plain.goto(list);
  await plain.getByText("Search and filters").click();
  await plain.getByRole("combobox", { name: "Sort by" }).selectOption("Title, A to Z");
  await plain.getByRole("button", { name: "Search" }).click();
  await plain.waitForURL(/sort=title-asc/);
  expect((await titles(plain))[0]).toBe("Chess club");
});

test("the next page goes on in the order, and an action in a row leads back to it", async () => {
  const { openWindow, create, list } = await start();
  for (let n = 10; n < 30; n += 1) await create({ ...small, title: { en: `Form ${n}` } });
  const page = await openWindow();
  await page.goto(`${list}?sort=title-desc`);
  const first = await titles(page);
  await page.getByRole("link", { name: "Show more forms" }).click();
  await page.waitForURL(/cursor=/);
  const all = [...first, ...(await titles(page))];
  expect(all).toEqual(all.toSorted().reverse());
  expect(all).toHaveLength(24);
  await page.getByRole("checkbox", { name: "Select Chess club" }).check();
  await page.locator('.bulk input[name="name"]').fill("Games");
  await page.getByRole("button", { name: "Move" }).click();
  await page.getByText("The forms are moved.").waitFor();
  expect(new URL(page.url()).searchParams.get("sort")).toBe("title-desc");
});

test.each([
  ["desktop", 1_440, "light", "en"],
  ["german-dark", 1_440, "dark", "de"],
  ["tablet", 700, "light", "fr"],
  ["phone", 390, "dark", "de"],
  ["narrow", 320, "light", "pl"],
] as const)("the order has no barriers and no overflow: %s", async (name, width, colorScheme, locale) => {
  const { openWindow, list } = await start();
  const page = await openWindow({ viewport: { width, height: 900 }, colorScheme, locale });
  await page.goto(`${list}?sort=created-asc`);
  expect([await barriers(page), await tooWide(page)]).toEqual([[], []]);
  await keepPicture(page, `forms-sort-${name}`);
});

test("on a phone the list begins with its forms, and the search opens; at a desk it is there", async () => {
  const { openWindow, list } = await start();
  const phone = await openWindow({ viewport: PHONE });
  await phone.goto(list);
  const search = (page: typeof phone) => page.getByRole("searchbox", { name: "Search titles" });
  expect(await search(phone).isVisible()).toBe(false);
  const first = (await phone.locator("#found .name").first().boundingBox())!;
  expect(first.y).toBeLessThan(PHONE.height / 2);
  await phone.getByText("Search and filters").click();
  await search(phone).fill("Chess");
  await phone.locator("#found .count", { hasText: "1 form" }).waitFor();
  expect(await phone.locator("summary .tag").textContent()).toBe("1 in use");
  await keepPicture(phone, "forms-search-phone");
  const desk = await openWindow();
  await desk.goto(list);
  expect([await search(desk).isVisible(), await desk.getByText("Search and filters").isVisible()]).toEqual([
    true,
    false,
  ]);
});
