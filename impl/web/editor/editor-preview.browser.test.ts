/** The head of the preview: its buttons have names, and show the form as wide as on a desktop or a phone. */
import { expect, test } from "vitest";
import { WIDE } from "../../test/support/editor-page.ts";
import { editors, previewOf, small } from "../../test/support/editors.ts";

test("the preview is as wide as its place or as a phone, by two buttons that say which it is", async () => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow({ viewport: WIDE });
  await edit(page, await create(small));
  await previewOf(page).locator("#form").waitFor();
  const [desktop, phone] = ["Desktop", "Phone"].map((name) =>
    page.getByRole("button", { name, exact: true }),
  );
  const pressed = async () => [
    await desktop!.getAttribute("aria-pressed"),
    await phone!.getAttribute("aria-pressed"),
  ];
  const width = async () => (await page.locator(".ed-frames").boundingBox())!.width;
  expect(await pressed()).toEqual(["true", "false"]);
  const wide = await width();
  await phone!.press("Enter");
  expect(await pressed()).toEqual(["false", "true"]);
  expect(await width()).toBeLessThan(400);
  await desktop!.press("Enter");
  expect(await width()).toBe(wide);
  for (const name of ["Edit texts", "Desktop", "Phone"])
    expect(await page.getByRole("button", { name, exact: true }).locator("svg").count()).toBe(1);
});
