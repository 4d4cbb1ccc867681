/** Shared folders in a browser: an owner shares one, a member finds its forms and leaves it, on desktops and phones, in every language. */
import { expect, test } from "vitest";
import { amount, drawSample } from "../../../../../.ci/draw.ts";
import { moveForms } from "../../../../forms/folders/move-forms.ts";
import { shareForm } from "../../../../forms/sharing/share.ts";
import { shareFolder, shareFolderOrInvite } from "../../../../forms/sharing/share-folder.ts";
import { barriers, keepPicture } from "../../../../test/support/browser.ts";
import { editors, small } from "../../../../test/support/editors.ts";
import { ownerLanguages } from "../../../../texts/owner/owner-texts.ts";

/** The languages of this run: some in the proof, others each time, and all in the soak. */
const locales = drawSample(ownerLanguages, amount({ proof: 3, soak: ownerLanguages.length }));

const NAME = "Sports club, everything about the summer of 2026";

/** Ada's folder with two forms, and Bob. */
async function start() {
  const service = await editors();
  const ids: string[] = [];
  for (const title of ["Summer party", "Swimming course"])
    ids.push(await service.create({ ...small, title: { en: title } }));
  const bob = await service.signIn("bob@example.org");
  const parts = { storage: service.storage, clock: service.now };
  await moveForms(parts, service.accountId, ids, NAME);
  const { id } = await service.storage.db.selectFrom("folders").select("id").executeTakeFirstOrThrow();
  const address = `${service.publicUrl}/forms/folders/${id}`;
  return { ...service, parts, bob, ids, id, address, list: `${service.publicUrl}/forms` };
}

test("an owner shares a folder by the keyboard, a member finds its forms, and leaves it", async () => {
  const { openWindow, bob, list, ids, publicUrl } = await start();
  const page = await openWindow();
  await page.goto(list);
  await page.getByLabel("Folder", { exact: true }).first().selectOption(NAME);
  await page.getByRole("link", { name: "Share the folder" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: NAME }).waitFor();
  await page.getByLabel("Email address").focus();
  await page.keyboard.type("bob@example.org");
  await page.keyboard.press("Tab");
  await page.keyboard.type("change");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Access is given. The person gets a mail.").waitFor();
  await page.getByText("May also change its forms").waitFor();
  await page.goto(`${publicUrl}/forms/${ids[0]}`);
  await page.getByRole("heading", { name: `People with access by the folder “${NAME}”` }).waitFor();
  await page.getByRole("link", { name: "Open the folder's people" }).click();
  await page.getByRole("heading", { name: NAME }).waitFor();

  const other = await openWindow({ javaScriptEnabled: false }, bob);
  await other.goto(list);
  await other.getByRole("link", { name: "Summer party", exact: true }).click();
  await other.getByRole("link", { name: "Open the folder" }).click();
  await other.getByText("2 forms").waitFor();
  await other.getByRole("link", { name: "People with access" }).click();
  await other.locator("summary", { hasText: "Leave the folder" }).click();
  await other.getByRole("button", { name: "Leave the folder" }).click();
  await other.getByText("You no longer have access to the folder.").waitFor();
  expect(await other.getByText("Summer party").count()).toBe(0);
});

test.each([
  ["desktop", 1_440, "light", "en"],
  ["dark", 1_440, "dark", "de"],
  ["phone", 390, "dark", "en"],
  ["narrow", 320, "light", "de"],
] as const)(
  "the pages of a shared folder have no barriers and no overflow: %s",
  async (name, width, colorScheme, locale) => {
    const { openWindow, bob, parts, accountId, address, list, id, ids, signIn } = await start();
    const long = "a-long-name-of-somebody.who-breaks-lines@the-mail-server-of-a-sports-club.example.org";
    await signIn(long);
    const people = [
      ["bob@example.org", "edit"],
      [long, "admin"],
    ] as const;
    for (const [email, permission] of people) await shareFolder(parts, accountId, id, { email, permission });
    await shareFolderOrInvite(parts, accountId, id, { email: "new@example.org", permission: "view" });
    await shareForm(parts, accountId, ids[0]!, { email: long, permission: "view" });
    const options = { viewport: { width, height: 900 }, colorScheme, locale };
    const ada = await openWindow(options);
    const member = await openWindow(options, bob);
    for (const [state, page, path] of [
      ["people", ada, address],
      ["list", ada, `${list}?folder=${id}`],
      ["form", ada, `${list}/${ids[0]}`],
      ["member", member, address],
      ["member-all", member, list],
      ["member-list", member, `${list}?folder=${id}`],
      ["member-form", member, `${list}/${ids[0]}`],
    ] as const) {
      await page.goto(path);
      for (const summary of await page
        .locator("main .view-actions summary, main > details summary, .parts > .choose summary")
        .all())
        await summary.click();
      expect([state, await barriers(page)]).toEqual([state, []]);
      await keepPicture(page, `shared-folder-${state}-${name}`);
    }
  },
);

test("the pages of a shared folder fit a small phone in every language", async () => {
  const { openWindow, bob, parts, accountId, address, list, id, ids } = await start();
  await shareFolder(parts, accountId, id, { email: "bob@example.org", permission: "admin" });
  for (const locale of locales)
    for (const person of [undefined, bob]) {
      const page = await openWindow({ viewport: { width: 320, height: 700 }, locale }, person);
      for (const path of [address, `${list}?folder=${id}`, `${list}/${ids[0]}`]) {
        await page.goto(path);
        expect([locale, path, await barriers(page)]).toEqual([locale, path, []]);
      }
      await page.close();
    }
}, 180_000);
