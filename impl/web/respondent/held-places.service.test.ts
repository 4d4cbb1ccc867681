/** The pages before the confirmation say for how long a place is held, and what to do when that time is over. */
import { expect, test } from "vitest";
import type { FormField, FormStructure } from "../../../generated/types.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { type Page, sendForm, visit } from "../../test/support/visitor.ts";
import { languageCodes } from "../../texts/languages.ts";

const MINUTE = 60_000;
const READING_MS = 5_000;

const slot: FormField = {
  id: "slot",
  type: "single_choice",
  label: { en: "Which slot?" },
  choices: [
    { id: "ten", label: { en: "Ten" }, capacity: 1 },
    { id: "noon", label: { en: "Noon" } },
  ],
};
const form: FormStructure = {
  title: { en: "Visit" },
  default_language: "en",
  languages: languageCodes as ["en"],
  pages: [
    { id: "one", fields: [slot, { id: "email", type: "email", label: { en: "Email" }, required: true }] },
  ],
};

/** The lines of the part about places; none: there is no such part. */
function shownPlaces({ html }: Page): string[] {
  const [shown = ""] = /<section class="taken">.*?<\/section>/s.exec(html) ?? [];
  return (
    shown
      .replace(/<div hidden>.*?<\/div>/s, "")
      .replaceAll(/<[^>]+>/g, "\n")
      .match(/[^\n]+/g) ?? []
  );
}

async function sent(choice: string) {
  const forms = await publicForms();
  const url = await forms.publish(form);
  const send = async (address: string, wanted = choice) => {
    const page = await visit(`${url}?lang=en`);
    forms.later(READING_MS);
    return sendForm(page, { "a.slot": wanted, "a.email": address, go: "send" });
  };
  return { forms, send, asked: await send("ada@example.org") };
}

test("the page that asks for the code and the page of the link say how long a place is held", async () => {
  const { forms, asked } = await sent("ten");
  const rows = ["Which slot?", "Ten"];
  expect(shownPlaces(asked)).toEqual([
    "Held for you until you confirm",
    "Time left to confirm: 30 minutes",
    ...rows,
  ]);
  forms.later(12 * MINUTE);
  expect(shownPlaces(await visit(asked.url))).toContain("Time left to confirm: 18 minutes");
  const wrong = await sendForm(asked, { code: "12345" });
  expect(shownPlaces(wrong), "beside a mistake, too").toContain("Time left to confirm: 18 minutes");
  expect(shownPlaces(await visit((await forms.mail()).link))).toContain("Time left to confirm: 18 minutes");
});

test("nothing is said where nothing is held", async () => {
  const { asked } = await sent("noon");
  expect(shownPlaces(asked)).toEqual([]);
  expect(asked.html).not.toContain("hold-");
});

test("when the time is over, the page says so and what to do; a place that is still free is given", async () => {
  const { forms, asked } = await sent("ten");
  forms.later(31 * MINUTE);
  const late = await visit(asked.url);
  expect(shownPlaces(late)[1]).toBe(
    "The time is up, so others may take this place. Confirm soon: your answers count if it is still free.",
  );
  const confirmed = await sendForm(await visit((await forms.mail()).link), { go: "confirm" });
  expect(shownPlaces(confirmed)).toEqual(["Reserved for you", "Which slot?", "Ten"]);
});

test("a place that others took after the time is said to be gone, with a way to another one", async () => {
  const { forms, send, asked } = await sent("ten");
  const early = await forms.mail();
  forms.later(31 * MINUTE);
  const other = await send("eva@example.org");
  expect(other.url).toContain("/sent/");
  expect(shownPlaces(await visit(asked.url))[1]).toContain("The time is up");
  const lost = await sendForm(await visit(early.link), { go: "confirm" });
  expect(lost.status).toBe(410);
  expect(lost.html).toContain("“Ten” was taken before you confirmed");
  expect(lost.html).toContain("Fill in the form again");
});

test("the mail says how long a place is held, and a later one for how long still", async () => {
  const { forms, asked } = await sent("ten");
  const first = await forms.mail();
  const sentence = "Your place is held for 30 minutes from when this email was sent.";
  expect(first.text).toContain(sentence);
  expect(first.html).toContain(sentence);
  expect(first.text, "any visitor can have the mail sent to a stranger").not.toContain("Ten");
  forms.later(12 * MINUTE);
  await sendForm(asked, { go: "again" });
  expect((await forms.mail()).text).toContain("held for 18 minutes");
  forms.later(20 * MINUTE);
  await sendForm(asked, { go: "again" });
  const last = await forms.mail();
  expect(last.text).toContain("The time is up, so others may take this place.");
  expect(last.text).not.toContain("held for");
});

test("the mail says nothing about places where none is held", async () => {
  const { forms } = await sent("noon");
  expect((await forms.mail()).text).not.toMatch(/held|place/);
});

test("each language has words for it", async () => {
  const { forms, asked } = await sent("ten");
  const shown = new Set<string>();
  for (const language of languageCodes) {
    const [, left = ""] = shownPlaces(await visit(asked.url.replace("lang=en", `lang=${language}`)));
    expect(left, language).toMatch(/: (noch )?30 \p{L}/u);
    shown.add(left);
  }
  forms.later(31 * MINUTE);
  for (const language of languageCodes)
    shown.add(shownPlaces(await visit(asked.url.replace("lang=en", `lang=${language}`)))[1]!);
  expect(shown.size).toBe(2 * languageCodes.length);
});
