/** PDF files of responses, as owners download them by clicks. */
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
  ["desktop", DESKTOP, "light", "en-GB", "Download as PDF"],
  ["phone", PHONE, "dark", "de", "Als PDF herunterladen"],
] as const)(
  "a response is downloaded from its page, and selected ones from the list: %s",
  async (name, viewport, colorScheme, locale, label) => {
    const service = await ownerPages();
    const ada = await service.signIn();
    const { form, respond, respondOften } = await answeredForm(service, everyFieldForm());
    await respondOften(2, (n) => ({ name: `Guest ${n}` }), new Date(service.time.now.getTime() + 60_000));
    const response = await respond({ name: "Zoë" });
    await respondOften(1, () => ({ name: "Earlier" }), new Date(service.time.now.getTime() - 60_000));
    const page = await openPage({ viewport, colorScheme, locale });
    const cookie = { name: "session", value: ada.cookie("session")!, url: service.publicUrl };
    await page.context().addCookies([cookie]);
    const list = `${service.publicUrl}/forms/${form.id}/responses`;
    await page.goto(`${list}/${response}`);
    expect([await barriers(page), await tooWide(page)]).toEqual([[], []]);
    await keepPicture(page, `response-pdf-${name}`);
    const [one] = await Promise.all([page.waitForEvent("download"), page.click(`text=${label}`)]);
    expect(one.suggestedFilename()).toMatch(/^\d{4}-\d\d-\d\d-\d\d-\d\d-conference\.pdf$/);
    await page.goto(list);
    for (const box of (await page.locator(".pick input").all()).slice(0, 3)) await box.check();
    await page.locator(".bulk select").selectOption("pdf");
    expect([await barriers(page), await tooWide(page)]).toEqual([[], []]);
    await keepPicture(page, `response-pdf-list-${name}`);
    const [three] = await Promise.all([
      page.waitForEvent("download"),
      page.click('.bulk button[value="export"]'),
    ]);
    expect(three.suggestedFilename()).toBe("conference.pdf");
  },
);
