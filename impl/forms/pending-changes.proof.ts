/** Tests unpublished changes in browsers: with a killed server, with ended access, and when they are discarded. */
import { expect, test } from "vitest";
import { makeLink } from "../accounts/sign-in/mailed-links.ts";
import { barriers, DESKTOP, keepPicture, openPage, PHONE } from "../test/support/browser.ts";
import { editors, saved, small, writeText } from "../test/support/editors.ts";
import { freePort } from "../test/support/free-port.ts";
import { startServerProcess } from "../test/support/program.ts";
import { shareForm } from "./sharing/share.ts";
import { unshareForm } from "./sharing/shares.ts";

test("kill -9: another device shows kept changes, and the first one sends changes made while the server was down", async () => {
  const { folder, storage, accountId, create, stored } = await editors();
  const id = await create(small, true);
  const environment = { DATA_DIR: folder, PORT: String(await freePort()) };
  const server = await startServerProcess(environment);
  const { origin } = new URL(server.endpoint);
  const device = async (viewport: typeof PHONE) => {
    const page = await openPage({ viewport, locale: "en" });
    const link = { purpose: "sign_in", email: "ada@example.org", accountId } as const;
    await page.goto(`${origin}/link/${await makeLink(storage.db, link, new Date())}`);
    await page.locator("main form button").click();
    await page.waitForURL(`${origin}/forms`);
    await page.goto(`${origin}/forms/${id}/edit`);
    return page;
  };
  const laptop = await device(DESKTOP);
  await writeText(laptop, "Name", "Full name");
  await saved(laptop, "unpublished");
  server.process.kill("SIGKILL");
  await server.ended;
  await laptop.locator('[data-item="age"] .ed-item-name').click();
  await writeText(laptop, "Age", "How old are you?");
  await saved(laptop, "offline");
  await startServerProcess(environment);
  const phone = await device(PHONE);
  await saved(phone, "unpublished");
  await phone.locator('[data-item="name"]').getByText("Full name").waitFor();
  await saved(laptop, "unpublished");
  await laptop.locator("[data-name=publish-changes]").click();
  await saved(laptop);
  const labels = (await stored(id)).pages[0]!.fields.map(({ label }) => label.en);
  expect(labels).toEqual(["Full name", "Course", "How old are you?"]);
  expect(await storage.db.selectFrom("pending_changes").select("id").execute()).toEqual([]);
});

test("an account whose access ends can change nothing, and the owner's pages show, publish and discard the kept changes", async () => {
  const service = await editors();
  const { publicUrl, create, storage, accountId, openWindow, signIn, edit, now, stored } = service;
  const id = await create(small, true);
  const parts = { storage, clock: now };
  const friend = await signIn("friend@example.org");
  await shareForm(parts, accountId, id, { email: "friend@example.org", permission: "edit" });
  const theirs = await openPage({ viewport: DESKTOP, locale: "en" });
  const cookie = { name: "session", value: friend.cookie("session")!, url: publicUrl };
  await theirs.context().addCookies([cookie]);
  await edit(theirs, id);
  await writeText(theirs, "Name", "Full name");
  await saved(theirs, "unpublished");
  await unshareForm(parts, accountId, id, "friend@example.org");
  await writeText(theirs, "Full name", "Name and password");
  await saved(theirs, "signed_out");
  const looks = [
    { viewport: DESKTOP, locale: "en", colorScheme: "light" },
    { viewport: PHONE, locale: "de", colorScheme: "dark" },
  ] as const;
  for (const options of looks) {
    const page = await openWindow({ ...options, javaScriptEnabled: options.locale === "en" });
    for (const path of ["/forms", `/forms/${id}`, `/forms/${id}/preview`, `/forms/${id}/edit`]) {
      await page.goto(publicUrl + path);
      await keepPicture(
        page,
        `pending ${path.split("/").at(-1)} ${options.viewport.width} ${options.locale}`,
      );
      expect(await page.content()).not.toContain("Name and password");
      if (options.locale === "en") expect(await barriers(page)).toEqual([]);
    }
  }
  const page = await openWindow({ locale: "en", javaScriptEnabled: false });
  await page.goto(`${publicUrl}/forms/${id}`);
  await page.locator("#changes").getByText("friend@example.org").waitFor();
  await page.getByRole("button", { name: "Publish changes" }).click();
  await page.getByText("The changes are published.").waitFor();
  expect((await stored(id)).pages[0]!.fields[0]!.label.en).toBe("Full name");
  await page.goto(`${publicUrl}/forms/${id}/edit`);
  const structure = page.getByLabel("Structure as JSON");
  await structure.fill((await structure.inputValue()).replace("Full name", "First name"));
  await page.getByRole("button", { name: "Keep without publishing" }).click();
  await page.getByText("Changes saved. Respondents do not see them").waitFor();
  expect(await structure.inputValue()).toContain("First name");
  await page.goto(`${publicUrl}/forms/${id}`);
  await page.getByText("Discard…").click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await page.getByText("The changes are discarded.").waitFor();
  expect((await stored(id)).pages[0]!.fields[0]!.label.en).toBe("Full name");
});
