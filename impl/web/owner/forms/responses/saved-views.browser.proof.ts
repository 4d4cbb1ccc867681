/** Saved views in a browser: by keyboard without scripts, on phones, in the dark, in German. */
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
import { ownerPages } from "../../../../test/support/owner.ts";

async function start() {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form, respond } = await answeredForm(service);
  await respond({ name: "Zoë", age: 30, interests: ["art", "ai"] });
  await respond({ name: "Bo", age: 50, interests: ["art"] }, { email: "bo@example.org" });
  const open = async (options: Parameters<typeof openPage>[0]) => {
    const page = await openPage(options);
    const cookie = { name: "session", value: ada.cookie("session")!, url: service.publicUrl };
    await page.context().addCookies([cookie]);
    return page;
  };
  return { service, form, open, list: `${service.publicUrl}/forms/${form.id}/responses` };
}

test("a view is saved, opened and deleted by the keyboard alone, without scripts", async () => {
  const { open, list } = await start();
  const page = await open({ viewport: DESKTOP, locale: "en", javaScriptEnabled: false });
  await page.goto(`${list}?text=bo&sort=name`);
  await page.locator(".view-actions summary").first().focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Bo by name");
  await page.keyboard.press("Enter");
  const shown = page.getByRole("navigation", { name: "Saved views" }).locator("[aria-current=page]");
  expect(await shown.innerText()).toBe("Bo by name");
  await page.goto(list);
  expect([await page.locator(".answers tbody tr").count(), await shown.count()]).toEqual([2, 0]);
  await page.getByRole("link", { name: "Bo by name" }).focus();
  await page.keyboard.press("Enter");
  await shown.waitFor();
  expect(await page.locator(".answers tbody tr").count()).toBe(1);
  await page.locator(".view-actions summary").last().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Delete the view" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("The view is deleted.").waitFor();
  expect(await page.locator(".saved-views").count()).toBe(0);
});

test.each([
  ["phone", PHONE, "dark", "de"],
  ["narrow", { width: 320, height: 700 }, "light", "de"],
  ["desktop", DESKTOP, "light", "en"],
] as const)("views have no barriers and no overflow: %s", async (name, viewport, colorScheme, locale) => {
  const { service, form, open, list } = await start();
  const shown = { status: "verified", text: "bo" };
  for (const [view, settings] of [
    ["Waiting list", shown],
    [
      "Vegetarians who arrive on Friday evening, with a child",
      { status: "verified", answers: "age:range:18.." },
    ],
    ["W".repeat(60), { status: "spam" }],
    ["قائمة الانتظار", { status: "verified", sort: "name" }],
  ] as const)
    await saveView({ ...service, clock: service.now }, form.owner_id, form.id, { name: view, settings });
  const page = await open({ viewport, colorScheme, locale });
  for (const [state, path] of Object.entries({
    list: "",
    shown: "?text=bo",
    new: "?text=zo&sort=name",
    summary: "/summary?text=bo",
  })) {
    await page.goto(`${list}${path}`);
    if (name !== "desktop") await page.locator(".filter-fold > summary").click();
    for (const summary of await page.locator(".view-actions summary").all()) await summary.click();
    expect([state, await barriers(page), await tooWide(page)]).toEqual([state, [], []]);
    await keepPicture(page, `views-${state}-${name}`);
  }
});
