import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { DESKTOP, keepPicture, openPage, PHONE } from "../../test/support/browser.ts";
import { publicForms } from "../../test/support/public-forms.ts";

const text = (en: string, de: string) => ({ en, de });

const form: FormStructure = {
  title: text("Delivery", "Lieferung"),
  default_language: "en",
  languages: ["en", "de"],
  pages: [
    {
      id: "amounts",
      fields: [
        { id: "budget", type: "number", label: text("Budget", "Budget"), required: true },
        { id: "weight", type: "number", label: text("Weight", "Gewicht"), unit: text("kg", "Kilo") },
        {
          id: "lorry",
          type: "yes_no",
          label: text("Is there room for a lorry?", "Ist Platz für einen Lastwagen?"),
          visible_if: "weight > 1000",
        },
      ],
    },
  ],
};

test.for([
  { locale: "en", viewport: DESKTOP, typed: "45.000", asked: "Write 45 or 45000.", unclear: "45 / 45,000 ?" },
  {
    locale: "de",
    viewport: PHONE,
    colorScheme: "dark",
    typed: "1,234",
    asked: "Schreiben Sie 1,2340 oder 1234.",
    unclear: "1,234 / 1.234 ?",
  },
] as const)("a page in $locale asks which number $typed is before it is sent", async (look) => {
  const { locale, typed, asked, unclear } = look;
  const forms = await publicForms();
  const page = await openPage(look);
  await page.goto(await forms.publish(form));
  const [question, reading] = [page.locator("#q-budget"), page.locator("#q-budget .as-read")];
  await page.fill("#f-weight", "1'200 kg");
  await page.locator("#q-lorry").waitFor();
  expect(await page.locator("#q-weight .as-read").textContent()).toBe(
    locale === "en" ? "= 1,200" : "= 1.200",
  );
  await page.fill("#f-budget", typed);
  await expect.poll(() => reading.textContent()).toBe(unclear);
  await page.click(".actions .main");
  expect(await question.locator(".message").textContent()).toContain(asked);
  await keepPicture(page, `typed numbers ${locale}`);
  await page.fill("#f-budget", "45000");
  expect(await question.locator(".message").isVisible()).toBe(false);
  await page.click(".actions .main");
  await page.waitForSelector("#f-address");
});

test("without scripts, the service asks", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: DESKTOP, locale: "en", javaScriptEnabled: false });
  await page.goto(await forms.publish(form));
  await page.fill("#f-budget", "45.000");
  await page.fill("#f-weight", "1'200 kg");
  await page.click(".actions .main");
  expect(await page.textContent("#q-budget .message")).toContain("Write 45 or 45000.");
  expect(await page.textContent("#q-weight .as-read")).toBe("= 1,200");
});
