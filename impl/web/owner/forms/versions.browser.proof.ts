/** The pages about versions as owners see them: in English on a large window, and in German on a dark phone. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../../generated/types.ts";
import { findAccount } from "../../../accounts/accounts.ts";
import { createTokens } from "../../../accounts/tokens/tokens.ts";
import { answeredForm } from "../../../test/support/answered-form.ts";
import { tooWide } from "../../../test/support/browser.ts";
import { small } from "../../../test/support/editors.ts";
import { ownerPages } from "../../../test/support/owner.ts";
import { ownerWindows } from "../../../test/support/owner-windows.ts";

/** A form with answers, whose versions are of an agent, an app and the browser. */
async function changedForm() {
  const service = await ownerPages();
  await service.signIn();
  const { storage, now, call } = service;
  const { form, respond } = await answeredForm(service, small);
  const account = (await findAccount(storage.db, "ada@example.org"))!;
  const [one, two] = small.pages;
  const structures: readonly (readonly [string, FormStructure])[] = [
    ["Claude on the laptop", { ...small, title: { en: "Winter school of painting and of music" } }],
    ["Chat", { ...small, pages: [{ ...one!, fields: one!.fields.slice(0, 2) }, two!] }],
    ["A-name-without-any-space-".repeat(4), { ...small, pages: [one!] }],
  ];
  for (const [name, structure] of structures) {
    const wish = { name, scopes: ["forms:read", "forms:write"], expiresInDays: undefined };
    const [made] = await createTokens(storage.db, account, wish, 1, now());
    if (name === "Chat")
      await storage.db
        .updateTable("tokens")
        .set({ app_host: "chat.example" })
        .where("id", "=", made!.tokenId)
        .execute();
    const { isError } = await call(made!.token, "service_update_form", { form_id: form.id, structure });
    expect(isError).not.toBe(true);
  }
  return { service, respond, path: `/forms/${form.id}` };
}

test("the list, an open version and the comparison have no barriers and fit on a phone", async () => {
  const { service, respond, path } = await changedForm();
  const show = await ownerWindows(service, "ada@example.org");
  const see = async (name: string, address: string) => {
    const pages = await show(name, service.publicUrl + address);
    for (const page of pages) expect([name, await tooWide(page)]).toEqual([name, []]);
    return pages;
  };
  const [english, german] = await see("versions", `${path}/versions`);
  expect(await english!.textContent("main")).toContain("through the connected app “Chat”");
  expect(await german!.textContent("main")).toContain("über die verbundene App „Chat“");
  await see("versions-open", `${path}/versions/1`);
  await see("versions-compare", `${path}/versions/2/compare`);
  await see("versions-present", `${path}/versions/4/compare`);
  for (const page of ["", "/edit"])
    await show(`versions-link${page.replace("/", "-")}`, service.publicUrl + path + page);
  await respond({ name: "Alan" });
  // A question that came since is retired once the form has responses.
  const [answered] = await see("versions-answered", `${path}/versions/3/compare`);
  expect(await answered!.textContent("main")).toContain("is no longer asked. Its answers stay.");
});

test("the keyboard alone goes back to a version", async () => {
  const { service, path } = await changedForm();
  const show = await ownerWindows(service, "ada@example.org");
  const [page] = await show("versions-keyboard", `${service.publicUrl}${path}/versions`);
  const focus = page!.locator("a", { hasText: "Go back to this version: Version 1" });
  await focus.focus();
  await page!.keyboard.press("Enter");
  await page!.waitForURL(/\/versions\/1\/compare#back$/);
  for (let steps = 0; steps < 40; steps += 1) {
    await page!.keyboard.press("Tab");
    if (await page!.evaluate(`document.activeElement.matches("#back button")`)) break;
  }
  await page!.keyboard.press("Enter");
  await page!.waitForURL(/done=went_back_unpublished/);
  expect(await page!.textContent("#changes")).toContain("Unpublished changes");
  const pages = await show("versions-kept", `${service.publicUrl}${path}/versions`);
  for (const each of pages) expect(await tooWide(each)).toEqual([]);
  const [english, german] = await Promise.all(
    pages.map((each) => each.textContent(".versions > :first-child")),
  );
  expect([english, german]).toEqual([
    expect.stringContaining("Unpublished changes"),
    expect.stringContaining("Unveröffentlichte Änderungen"),
  ]);
});
