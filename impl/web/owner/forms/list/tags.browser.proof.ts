/** Tags on the list of forms, in browsers. */
import { expect, test } from "vitest";
import { addTag } from "../../../../forms/tags/tags.ts";
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
  ["desktop", DESKTOP, "light", "en-GB"],
  ["phone", PHONE, "dark", "de"],
] as const)(
  "forms are tagged with a key, and a tag is a link to its forms: %s",
  async (name, viewport, colorScheme, locale) => {
    const service = await ownerPages();
    const ada = await service.signIn();
    const forms = [];
    for (const title of [
      "Summer party",
      "Conference",
      "Intake of new members, with all that we ask",
      "Survey",
    ])
      forms.push((await answeredForm(service, { ...everyFieldForm(), title: { en: title } })).form);
    const [first, second] = forms;
    const owner = first!.owner_id;
    await addTag(
      service,
      owner,
      forms.map(({ id }) => id),
      "2026",
    );
    await addTag(service, owner, [first!.id, second!.id], "For the whole of our association");
    for (const tag of ["events", "members", "Zürich", "waiting for an answer", "x".repeat(30)])
      await addTag(service, owner, [first!.id], tag);
    const page = await openPage({ viewport, colorScheme, locale });
    await page
      .context()
      .addCookies([{ name: "session", value: ada.cookie("session")!, url: service.publicUrl }]);
    await page.goto(`${service.publicUrl}/forms`);
    await page.locator(`input[name="form"][value="${second!.id}"]`).check();
    expect([await barriers(page), await tooWide(page)]).toEqual([[], []]);
    await keepPicture(page, `tags-${name}`);
    await page.fill('input[name="tag_name"]', "urgent");
    await page.press('input[name="tag_name"]', "Enter");
    await page.waitForURL(/done=tagged/);
    await page.click("a.chip >> text=urgent");
    await page.waitForURL(/tag=urgent/);
    expect(await page.locator(".rows.forms li").count()).toBe(1);
    expect([await barriers(page), await tooWide(page)]).toEqual([[], []]);
    await page.locator('input[name="form"]').check();
    await keepPicture(page, `tags-filtered-${name}`);
    await page.click('button[value="untag"]');
    await page.waitForURL(/done=untagged/);
    expect(await page.locator("a.chip >> text=urgent").count()).toBe(0);
  },
);
