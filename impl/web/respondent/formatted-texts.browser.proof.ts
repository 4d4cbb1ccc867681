/** Tests texts in small Markdown in a browser: on the page, on paper, and at the end. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { barriers, DESKTOP, keepPicture, openPage } from "../../test/support/browser.ts";
import { publicForms } from "../../test/support/public-forms.ts";

const text = (en: string) => ({ en });

const formatted: FormStructure = {
  title: text("Workshop day"),
  description: text(
    "We meet on **Saturday, 12 May**, at the *old mill*.\nPlease bring:\n- shoes for the workshop\n- a lunch, if you stay\n  - no nuts\n  - no glass\n- your [signed form](https://example.org/form.pdf)\n\n1. Register\n2. Confirm\n3. Come",
  ),
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "p1",
      fields: [
        {
          id: "name",
          type: "short_text",
          label: text("Name *"),
          description: text("As in your **passport**. Fields with * are required, for all Lehrer*innen."),
        },
        {
          id: "note",
          type: "statement",
          label: text("Hello **{{name}}**, read [https://bank.example](https://evil.example/login) first."),
          description: text(
            "- one\n- two with a_very_long_word_that_has_no_place_to_break_in_a_narrow_window_of_a_phone",
          ),
        },
        {
          id: "agree",
          type: "consent",
          label: text("Terms"),
          statement: text("I agree to the [terms](https://example.org/terms) and the *house rules*."),
        },
      ],
    },
  ],
};

test.for([
  { name: "desktop", viewport: DESKTOP, colorScheme: "light" },
  { name: "phone", viewport: { width: 375, height: 800 }, colorScheme: "dark" },
  { name: "narrow", viewport: { width: 320, height: 800 }, colorScheme: "light" },
] as const)("marks are drawn without barriers and without requests: $name", async ({ name, ...window }) => {
  const forms = await publicForms();
  const address = await forms.publish(formatted);
  const page = await openPage({ ...window, locale: "en" });
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).host));
  await page.goto(address);
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, `formatted-${name}`);
  expect(await page.locator(".title .list > li").count()).toBe(8);
  expect(await page.locator("a.target").allInnerTexts()).toEqual([
    expect.stringContaining("signed form"),
    expect.stringContaining("https://bank.example (evil.example)"),
    expect.stringContaining("terms"),
  ]);
  await page.fill("#f-name", "**Ada**");
  // The script that writes mentions is loaded with the first answer.
  const mention = page.locator(".statement strong");
  await expect.poll(() => mention.innerHTML()).toBe('<span data-show="name">**Ada**</span>');
  expect(new Set(requested)).toEqual(new Set([new URL(address).host]));
  await page.emulateMedia({ media: "print" });
  const printed = await page
    .locator("a.target")
    .first()
    .evaluate((link) => getComputedStyle(link, "::after").content);
  expect(printed).toBe('" <https://example.org/form.pdf>"');
  await keepPicture(page, `formatted-${name}-print`);
});

test("required questions whose descriptions have lists can be answered", async () => {
  const forms = await publicForms();
  const description = text("- one\n- two\n- three");
  const choices = ["a", "b"].map((id) => ({ id, label: text(id) }));
  const pages: FormStructure["pages"] = [
    {
      id: "p1",
      fields: [
        { id: "name", type: "short_text", label: text("Name"), description, required: true },
        { id: "order", type: "ranking", label: text("Order"), description, choices, required: true },
      ],
    },
    { id: "p2", fields: [{ id: "email", type: "email", label: text("Email"), required: true }] },
  ];
  const page = await openPage({ viewport: DESKTOP, locale: "en" });
  await page.goto(await forms.publish({ ...formatted, pages }));
  await page.fill("#f-name", "Ada");
  for (const choice of ["a", "b"])
    await page.locator("#q-order .ranking li", { hasText: choice }).locator(".rank").click();
  await page.click("#form .actions .main");
  await page.locator("#f-email").waitFor();
});
