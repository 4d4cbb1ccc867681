/**
 * Tests phone numbers without a country code in forms of three languages: entered and stored numbers, and messages for rejected
 * ones.
 */
import { expect, test } from "vitest";
import type { FormStructure, Language } from "../../../generated/types.ts";
import { barriers, keepPicture, openPage, PHONE } from "../../test/support/browser.ts";
import { publicForms } from "../../test/support/public-forms.ts";

interface Spoken {
  readonly language: Language;
  /** The country that the owner has set. */
  readonly country?: string;
  /** The country that the form takes, as the page names it; undefined: none. */
  readonly hint: string | undefined;
  /** Entered and stored numbers. */
  readonly stored: readonly (readonly [typed: string, stored: string])[];
  readonly refused: readonly string[];
  /** The message for a rejected number. */
  readonly message: string;
}

const spoken: readonly Spoken[] = [
  {
    language: "en",
    hint: undefined,
    stored: [
      ["030 1234", "030 1234"],
      ["(020) 7946-0958", "(020) 7946-0958"],
      ["+44 20 7946 0958", "+442079460958"],
      ["0044 20 7946 0958", "+442079460958"],
    ],
    refused: ["12", "none", "020 7946 0958 7946 0958", "+49 123", "0044"],
    message: "+353 85 012 3456.",
  },
  {
    language: "en",
    country: "GB",
    hint: "United Kingdom\u00a0(+44)",
    stored: [["020 7946 0958", "+442079460958"]],
    refused: ["12", "+44 12"],
    message: "+44 7400 123456.",
  },
  {
    language: "de",
    hint: "Deutschland\u00a0(+49)",
    stored: [
      ["030 123456", "+4930123456"],
      ["0151/234 567-89", "+4915123456789"],
      ["+43 1 58858", "+43158858"],
      ["0043 1 58858", "+43158858"],
    ],
    refused: ["12", "keine", "030 123456 789 012 345", "+49"],
    message: "+49 1512 3456789.",
  },
  {
    language: "fr",
    hint: "France\u00a0(+33)",
    stored: [
      ["01 23 45 67 89", "+33123456789"],
      ["06.12.34.56.78", "+33612345678"],
      ["+32 2 123 45 67", "+3221234567"],
    ],
    refused: ["12", "01 23 45", "+33", "06 12 34 56 78 90 12"],
    message: "+33 6 12 34 56 78.",
  },
];

const title = (language: Language) => ({ [language]: "Club" }) as FormStructure["title"];

test.for(spoken)(
  "in $language, numbers get the country of the form, and wrong ones a helpful message",
  async ({ language, country, hint, stored, refused, message }) => {
    const forms = await publicForms();
    const phone = {
      id: "phone",
      type: "phone",
      label: title(language),
      required: true,
      ...(country !== undefined && { default_country: country }),
    } as const;
    const url = await forms.publish({
      title: title(language),
      default_language: language,
      languages: [language],
      pages: [{ id: "one", fields: [phone] }],
    });
    const page = await openPage({ viewport: PHONE, locale: language });
    await page.goto(url);
    forms.later(10_000);
    const code = page.locator("#q-phone").getByText("(+");
    expect(await code.allInnerTexts()).toEqual(hint === undefined ? [] : [expect.stringContaining(hint)]);
    await page.fill("#f-address", "ada@example.org");
    for (const typed of refused) {
      await page.fill("#f-phone", typed);
      await page.click(".actions .main");
      await page.locator("#q-phone.wrong .message").getByText(message).waitFor();
      expect(await page.locator("#q-phone.wrong .message:visible").count(), typed).toBe(1);
      expect(await page.inputValue("#f-phone")).toBe(typed);
    }
    expect(await barriers(page)).toEqual([]);
    await keepPicture(page, `phone ${language}`);
    expect(await forms.responses()).toEqual([]);
    for (const [typed] of stored) {
      await page.goto(url);
      await page.fill("#f-phone", typed);
      await page.fill("#f-address", `${stored.findIndex(([one]) => one === typed)}@example.org`);
      forms.later(10_000);
      await page.click(".actions .main");
      await page.waitForURL("**/sent/**");
    }
    const answers = (await forms.responses()).map((response) => JSON.parse(response.answers).phone);
    expect(answers.sort()).toEqual(stored.map(([, number]) => number).sort());
  },
);
