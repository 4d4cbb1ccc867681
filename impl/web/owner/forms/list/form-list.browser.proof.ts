/** The list of forms in a browser: search while typing, and the bin, on desktops and phones, in the dark, in German. */
import { expect, test } from "vitest";
import { putIntoBin } from "../../../../forms/bin/bin.ts";
import { listFolders } from "../../../../forms/folders/folders.ts";
import { moveForms } from "../../../../forms/folders/move-forms.ts";
import { barriers, DESKTOP, keepPicture, tooWide } from "../../../../test/support/browser.ts";
import { editors, small } from "../../../../test/support/editors.ts";

const TITLES = ["Summer school", "Summer party", "Chess club"];

async function start() {
  const service = await editors();
  for (const title of TITLES) await service.create({ ...small, title: { en: title } });
  const list = `${service.publicUrl}/forms`;
  return { ...service, list };
}

type Window = Awaited<ReturnType<Awaited<ReturnType<typeof start>>["openWindow"]>>;

const counted = (page: Window, text: string) => page.locator("#found .count", { hasText: text }).waitFor();

test("the list follows what is typed: the box keeps the focus, the number is announced, the history stays", async () => {
  const { openWindow, list, publicUrl } = await start();
  const page = await openWindow();
  await page.goto(`${publicUrl}/settings/account`);
  await page.goto(list);
  const entries = await page.evaluate("history.length");
  const box = page.getByLabel("Search titles");
  await box.pressSequentially("summer");
  await counted(page, "2 forms");
  const state = async () => [
    page.url().slice(list.length),
    await page.evaluate("history.length"),
    await page.evaluate("document.activeElement.id"),
    await page.locator("#live-news").textContent(),
  ];
  expect(await state()).toEqual(["?query=summer", entries, "search", "2 forms"]);
  await box.pressSequentially(" s");
  await counted(page, "1 form");
  await page.getByLabel("Status").selectOption("published");
  await page.locator("#found .empty").waitFor();
  expect((await state()).toSpliced(2, 1)).toEqual([
    "?query=summer+s&status=published",
    entries,
    "No form matches this search.",
  ]);
  await page.getByLabel("Status").selectOption("");
  await counted(page, "1 form");
  // A form that is opened, and back: the list is the one that was left.
  await page.getByRole("link", { name: "Summer school", exact: true }).click();
  await page.waitForURL("**/forms/frm_*");
  await page.goBack();
  await counted(page, "1 form");
  expect(await page.getByLabel("Search titles").inputValue()).toBe("summer s");
  await page.getByLabel("Search titles").fill("");
  await counted(page, "3 forms");
  expect(page.url()).toBe(list);
  await page.goBack();
  expect(page.url()).toBe(`${publicUrl}/settings/account`);
});

test("a request whose text was replaced is cancelled, and never shows its answer", async () => {
  const { openWindow, list } = await start();
  const page = await openWindow();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/forms?query=sum", async (route) => {
    await released;
    await route.continue().catch(() => {});
  });
  await page.goto(list);
  const box = page.getByLabel("Search titles");
  const [request] = await Promise.all([page.waitForRequest("**/forms?query=sum"), box.fill("sum")]);
  const failed = page.waitForEvent("requestfailed", (one) => one === request);
  await box.fill("chess");
  await counted(page, "1 form");
  await failed;
  release();
  await box.fill("");
  await counted(page, "3 forms");
});

test("without scripts the button searches, and a session that has ended leads to the page to sign in", async () => {
  const { openWindow, list } = await start();
  const plain = await openWindow({ javaScriptEnabled: false });
  await plain.goto(list);
  await plain.getByLabel("Search titles").fill("chess");
  await plain.getByRole("button", { name: "Search" }).click();
  await plain.waitForURL("**/forms?query=chess*");
  await counted(plain, "1 form");
  const page = await openWindow();
  await page.goto(list);
  await page.context().clearCookies();
  await page.getByLabel("Search titles").fill("chess");
  await page.waitForURL(/\/sign-in\?next=.*chess/);
});

test.each([
  ["desktop", 1_440, "light", "en"],
  ["dark", 1_440, "dark", "de"],
  ["phone", 390, "dark", "de"],
  ["narrow", 320, "light", "de"],
] as const)(
  "the list and the bin have no barriers and no overflow: %s",
  async (name, width, colorScheme, locale) => {
    const { openWindow, create, accountId, list, now, ...parts } = await start();
    const long =
      "A form with a long title that has to break, and a Donaudampfschifffahrtsgesellschaftskapitän";
    for (const title of ["Old sign-up", long])
      await putIntoBin(parts, accountId, await create({ ...small, title: { en: title } }), now());
    const { db } = parts.storage;
    const [one, two] = await db.selectFrom("forms").select("id").where("title", "like", "Summer%").execute();
    await moveForms(
      { ...parts, clock: now },
      accountId,
      [one!.id, two!.id],
      "Everything about the summer of 2026",
    );
    const [folder] = await listFolders(db, accountId);
    const page = await openWindow({ viewport: { width, height: 900 }, colorScheme, locale });
    for (const [state, address] of Object.entries({
      list,
      folder: `${list}?folder=${folder!.id}`,
      found: `${list}?query=summer`,
      none: `${list}?query=nothing`,
      bin: `${list}/bin`,
    })) {
      await page.goto(address);
      if (state === "bin") await page.locator(".rows summary").first().click();
      if (state === "list") {
        await page.locator(".rows .pick").first().click();
        const { x, width: wide } = (await page.locator(".bulk button").first().boundingBox())!;
        expect(x + wide).toBeLessThanOrEqual(width);
      }
      expect([state, await barriers(page)]).toEqual([state, []]);
      await keepPicture(page, `forms-${state}-${name}`);
    }
  },
);

test("a form is restored and another one deleted for good by the keyboard alone", async () => {
  const { openWindow, create, accountId, list, now, ...parts } = await start();
  for (const title of ["First", "Second"])
    await putIntoBin(parts, accountId, await create({ ...small, title: { en: title } }), now());
  const page = await openWindow();
  await page.goto(list);
  await page.getByRole("link", { name: "Bin (2)" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Restore: First" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("The form is back as it was.").waitFor();
  await page.goto(`${list}/bin`);
  await page.locator(".rows summary").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("The form is deleted for good.").waitFor();
  await page.getByText("The bin is empty.").waitFor();
});

test("a form is deleted in the menu of its row by the keyboard alone, in the list that was found, and restored", async () => {
  const { openWindow, list } = await start();
  const page = await openWindow();
  await page.goto(`${list}?query=summer`);
  const menu = page.locator(".row-menu", { hasText: "Summer party" });
  await menu.locator("summary").focus();
  await page.keyboard.press("Enter");
  await menu.getByRole("link", { name: "Manage" }).waitFor();
  await page.keyboard.press("Escape");
  await menu.getByRole("link", { name: "Manage" }).waitFor({ state: "hidden" });
  await page.keyboard.press("Enter");
  await menu.getByRole("button", { name: "Delete" }).focus();
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "forms-row-menu");
  await page.keyboard.press("Enter");
  await page.getByText("The form is in the bin.").waitFor();
  await counted(page, "1 form");
  expect(page.url()).toContain("query=summer");
  await page.getByRole("button", { name: "Restore: Summer party" }).press("Enter");
  await page.getByText("The form is back as it was.").waitFor();
});

test.each([true, false])(
  "a form is copied in the menu of its row by the keyboard alone, with scripts: %s",
  async (javaScriptEnabled) => {
    const { openWindow, list } = await start();
    const page = await openWindow({ javaScriptEnabled });
    await page.goto(list);
    const menu = page.locator(".row-menu", { hasText: "Summer party" });
    await menu.locator("summary").focus();
    await page.keyboard.press("Enter");
    await menu.getByRole("button", { name: "Make a copy" }).press("Enter");
    await page.getByRole("heading", { name: "Summer party (copy)", level: 1 }).waitFor();
    await page.getByText("Draft", { exact: true }).first().waitFor();
  },
);

test("without scripts the menu deletes as well, and Enter in the box of folders deletes nothing", async () => {
  const { openWindow, list, storage } = await start();
  const page = await openWindow({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  await page.goto(list);
  const menu = page.locator(".row-menu", { hasText: "Chess club" });
  await menu.locator("summary").click();
  expect(await tooWide(page)).toEqual([]);
  await keepPicture(page, "forms-row-menu-narrow");
  await menu.getByRole("button", { name: "Delete" }).click();
  await page.getByText("The form is in the bin.").waitFor();
  await page.getByRole("checkbox", { name: "Select Summer party" }).check();
  await page.locator('.bulk input[name="name"]').fill("Summer");
  await page.locator('.bulk input[name="name"]').press("Enter");
  await page.getByText("The forms are moved.").waitFor();
  const deleted = await storage.db
    .selectFrom("forms")
    .select("title")
    .where("deleting_at", "is not", null)
    .execute();
  expect(deleted).toEqual([{ title: "Chess club" }]);
});

test("ticked forms move into a new folder, and the menu of folders filters at once", async () => {
  const { openWindow, list } = await start();
  const page = await openWindow();
  await page.goto(list);
  expect(await page.locator(".bulk").isVisible()).toBe(false);
  for (const title of ["Summer school", "Summer party"])
    await page.getByRole("checkbox", { name: `Select ${title}` }).check();
  const bar = page.locator(".bulk");
  expect(await bar.evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThanOrEqual(DESKTOP.height);
  await bar.getByLabel("Folder").fill("Summer");
  await bar.getByRole("button", { name: "Move" }).click();
  await page.getByText("The forms are moved.").waitFor();
  await page.locator("#folder").selectOption("Summer");
  await counted(page, "2 forms");
  const names = await page.locator("#found .name").allInnerTexts();
  expect(names.toSorted()).toEqual(["Summer party", "Summer school"]);
  await page.getByText("Remove the folder").first().click();
  await page.getByRole("button", { name: "Remove the folder" }).click();
  await page.getByText("The folder is removed.").waitFor();
  await counted(page, "3 forms");
  expect(await page.locator("#folder").count()).toBe(0);
});
