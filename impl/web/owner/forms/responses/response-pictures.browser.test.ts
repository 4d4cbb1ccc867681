/** Uploaded pictures on the page of a response: small, in the link of their file. */
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

test.each([
  ["desktop", DESKTOP, "light"],
  ["phone", PHONE, "dark"],
] as const)(
  "a picture is shown small, and its link is that of the file: %s",
  async (name, viewport, colorScheme) => {
    const service = await ownerPages();
    const ada = await service.signIn();
    const { form, respond, upload } = await answeredForm(service, everyFieldForm());
    const page = await openPage({ viewport, colorScheme, locale: "de" });
    await page
      .context()
      .addCookies([{ name: "session", value: ada.cookie("session")!, url: service.publicUrl }]);
    await page.goto(`${service.publicUrl}/forms`);
    const photo = await upload("The door, from outside.png", await page.screenshot(), "image/png");
    const raw = await upload("IMG_0042.heic", "no browser but one shows it", "image/heic");
    const script = await upload("evil.png", "<script>globalThis.attacked=1</script>", "image/png");
    const plan = await upload("plan.pdf", "%PDF-1.7");
    const all = [photo, raw, script, plan];
    const response = await respond({ name: "Zoë", slides: all.map(({ file }) => file) });
    for (const { attach } of all) await attach(response, "slides");
    await page.goto(`${service.publicUrl}/forms/${form.id}/responses/${response}`);
    const pictures = page.locator(".files img");
    expect(await pictures.count()).toBe(2);
    const first = pictures.first();
    await expect
      .poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    const { width, height } = (await first.boundingBox())!;
    expect([width <= 242, height <= 195]).toEqual([true, true]);
    const [download] = await Promise.all([page.waitForEvent("download"), first.click()]);
    expect(download.suggestedFilename()).toBe("The door, from outside.png");
    expect(await page.evaluate("globalThis.attacked")).toBeUndefined();
    expect([await barriers(page), await tooWide(page)]).toEqual([[], []]);
    await keepPicture(page, `response-pictures-${name}`);
  },
);
