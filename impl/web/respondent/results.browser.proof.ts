/** The page with the results of a form for everybody, and the part of the summary that shares them. */
import { expect, test } from "vitest";
import { answeredForm } from "../../test/support/answered-form.ts";
import { barriers, DESKTOP, keepPicture, openPage, PHONE, tooWide } from "../../test/support/browser.ts";
import { everyFieldForm } from "../../test/support/every-field-form.ts";
import { ownerPages } from "../../test/support/owner.ts";
import { ownerWindows } from "../../test/support/owner-windows.ts";

async function start() {
  const service = await ownerPages();
  await service.signIn();
  const structure = everyFieldForm();
  const { form, respondOften } = await answeredForm(service, {
    ...structure,
    theme: { color: "#7c3aed" },
    settings: { ...structure.settings, privacy_url: "https://example.org/privacy" },
  });
  const tracks = ["web", "data", "ops"];
  await respondOften(43, (n) => ({
    name: `Person ${n}`,
    track: tracks[(n * n) % 3]!,
    age: 18 + ((n * 7) % 60),
    stars: (n % 5) + 1,
    recommend: (n * 3) % 11,
    birthday: `19${60 + (n % 40)}-0${(n % 6) + 1}-15`,
  }));
  return { ...service, summary: `${service.publicUrl}/forms/${form.id}/responses/summary` };
}

test("an owner shares results with a few clicks, and everybody sees charts on any screen and on paper", async () => {
  const service = await start();
  const { summary } = service;
  const show = await ownerWindows(service, "ada@example.org");
  const [page, phone] = await show("results-off", summary);
  const part = page!.locator("#results");
  await part.getByRole("button", { name: "Share the results" }).click();
  const link = await part.locator("code").innerText();
  await phone!.goto(summary);
  await phone!.locator("#results summary").first().click();
  await keepPicture(page!, "results-on");
  await keepPicture(phone!, "results-on-phone");
  for (const one of [page!, phone!]) expect(await barriers(one)).toEqual([]);

  const visitor = await openPage({ viewport: DESKTOP, locale: "en" });
  await visitor.goto(link);
  expect(await visitor.locator("h1").count()).toBe(1);
  expect(await visitor.getByText("40 responses").count()).toBe(1);
  expect(await visitor.locator("script").count()).toBe(0);
  expect(await barriers(visitor)).toEqual([]);
  await keepPicture(visitor, "results-page");
  await visitor.emulateMedia({ media: "print" });
  await keepPicture(visitor, "results-paper");
  const small = await openPage({ viewport: PHONE, colorScheme: "dark", locale: "de" });
  await small.goto(link);
  expect(await barriers(small)).toEqual([]);
  await keepPicture(small, "results-phone");
  // Others have just looked in English.
  expect(await small.getByText("1. Januar 1965").count()).toBe(1);
  // The form is only partly in German, so its texts stay English between German words.
  expect(await small.getByRole("heading", { name: "Age" }).getAttribute("lang")).toBe("en");
  await small.setViewportSize({ width: 320, height: 640 });
  expect(await tooWide(small)).toEqual([]);

  await part.getByRole("button", { name: "Stop sharing" }).click();
  await page!.getByText("The results are no longer shared").waitFor();
  await visitor.goto(link);
  expect(await visitor.locator("h1").innerText()).toBe("There is no form here");
});
