/** Tests the subject that an owner writes for copies of answers: what answers can do in it, and when ours stands there. */
import { expect, test } from "vitest";
import type { FormStructure, LocalizedText } from "../../../generated/types.ts";
import { structureProblems } from "../../forms/structure/check.ts";
import { structureWarnings } from "../../forms/structure/warnings/warnings.ts";
import { headersOf, hostileAnswers } from "../../test/support/hostile-mails.ts";
import { copied, order } from "../../test/support/receipts.ts";

function withSubject(receipt_subject: LocalizedText | undefined): FormStructure {
  const note = { id: "note", type: "long_text", label: { en: "Note" } } as const;
  return {
    ...order,
    pages: order.pages.map((page) => ({ ...page, fields: [...page.fields, note] })),
    settings: receipt_subject === undefined ? {} : { receipt_subject },
  };
}

/** A form that sends copies with this subject. */
async function titled(receipt_subject: LocalizedText | undefined) {
  const world = await copied(withSubject(receipt_subject));
  const { storage, form, verified } = world;
  return {
    ...world,
    /** Answers in German. */
    async respondInGerman(name: string, email: string) {
      const id = await verified(form, { name, dish: "soup", vegan: "no" }, email);
      await storage.db.updateTable("responses").set({ language: "de" }).where("id", "=", id).execute();
    },
  };
}

test("the subject is the owner's, in the language of the respondent, with answers of the same response only", async () => {
  const { form, verified, work, letters, respondInGerman } = await titled({
    en: "{{name}}: {{dish}}, {{vegan}} ({{margin}}, {{source}}, {{note}}, {{none}})",
    de: "Essen für {{name}}: {{dish}}, {{vegan}}",
  });
  await verified(form, { name: "Bo", dish: "soup", vegan: "yes", source: "list" }, "bo@example.net");
  await respondInGerman("Eva", "eva@example.net");
  expect(await work()).toBe(2);
  expect(Object.fromEntries(letters.map(({ to, subject }) => [to, subject]))).toEqual({
    "bo@example.net": "Bo: Soup, Yes (3, list, …, {{none}})",
    "eva@example.net": "Essen für Eva: Suppe, Nein",
  });
  expect(letters.every(({ html, subject }) => html.includes(`<title>${subject}</title>`))).toBe(true);
});

test("days, times and amounts in a copy are written as in the language of the respondent", async () => {
  const { form, verified, work, letters, storage } = await copied({
    ...order,
    pages: [
      {
        id: "one",
        fields: [
          { id: "day", type: "date", label: { en: "Day" } },
          { id: "pickup", type: "datetime", label: { en: "Pickup" } },
          { id: "weight", type: "number", label: { en: "Weight" }, unit: { en: "kg" } },
        ],
      },
    ],
    settings: { receipt_subject: { en: "{{day}}" } },
  });
  const answers = { day: "2027-05-20", pickup: "2027-05-21T10:30", weight: "2.5" };
  const id = await verified(form, answers, "eva@example.net");
  await storage.db.updateTable("responses").set({ language: "de" }).where("id", "=", id).execute();
  await work();
  const [{ subject, text } = expect.fail("There is no letter.")] = letters;
  const plain = text.replaceAll("\u00a0", " ");
  expect(subject.replaceAll("\u00a0", " ")).toBe("20. Mai 2027");
  for (const written of ["20. Mai 2027", "21. Mai 2027 um 10:30", "2,5 kg"]) expect(plain).toContain(written);
});

test("a subject without a translation is in the default language of the form", async () => {
  const { work, letters, respondInGerman } = await titled({ en: "Order of {{name}}" });
  await respondInGerman("Eva", "eva@example.net");
  await work();
  expect(letters.map(({ subject }) => subject)).toEqual(["Order of Eva"]);
});

test.for(hostileAnswers)(
  "an answer cannot change the head of a copy, and stays text: %s",
  async ([what, answer]) => {
    const { form, verified, work, letters } = await titled({ en: "Order of {{name}} ready" });
    await verified(form, { name: answer, note: "secret note" }, "bo@example.net");
    await work();
    const [letter = expect.fail(what)] = letters;
    expect(letter.subject).toMatch(/^Order of [^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,60} ready$/u);
    expect(letter.subject).not.toContain("secret note");
    expect(await headersOf(letter)).toEqual(["To", "Subject"]);
    expect(letter.html).not.toMatch(/<(script|img)|<a [^>]*evil|<(b|strong)>bold/);
  },
);

test.for(hostileAnswers)(
  "an owner's subject cannot change the head of a copy: %s",
  async ([what, subject]) => {
    const { form, verified, work, letters } = await titled({ en: subject });
    await verified(form, { name: "Bo", note: "https://evil.example" }, "bo@example.net");
    await work();
    const [letter = expect.fail(what)] = letters;
    expect(letter.subject).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,200}$/u);
    expect(await headersOf(letter)).toEqual(["To", "Subject"]);
    expect(letter.html).not.toMatch(/<(script|img)|<a [^>]*evil|<(b|strong)>bold/);
  },
);

test.for<[why: string, subject: LocalizedText | undefined]>([
  ["the owner has written none", undefined],
  ["nothing in the owner's can be seen", { en: "\u200b", de: "\u202e\u200b" }],
])("the subject is ours, in the language of the respondent, where %s", async ([, subject]) => {
  const { form, verified, work, letters, respondInGerman } = await titled(subject);
  await verified(form, { name: "Bo" }, "bo@example.net");
  await respondInGerman("Eva", "eva@example.net");
  await work();
  expect(letters.map((letter) => letter.subject).sort()).toEqual([
    "Ihre Antworten: Mittagessen",
    "Your answers: Lunch order",
  ]);
});

test("a subject of 200 characters fits, one more does not, and answers do not make it longer", async () => {
  const longest = { en: "🎉".repeat(200), de: `{{name}} ${"x".repeat(191)}` };
  expect(structureProblems(withSubject(longest))).toEqual([]);
  const tooLong = structureProblems(withSubject({ ...longest, de: "x".repeat(201) }));
  expect(tooLong.map(({ path }) => path)).toEqual(["/settings/receipt_subject/de"]);
  const { work, letters, respondInGerman } = await titled(longest);
  await respondInGerman("Eva ".repeat(10), "eva@example.net");
  await work();
  expect([...letters[0]!.subject]).toHaveLength(200);
});

test("a mention of no answer is a warning", () => {
  const warnings = structureWarnings(withSubject({ en: "{{nam}} and {{note}}" }));
  expect(warnings.filter(({ code }) => code === "mention")).toEqual([
    {
      code: "mention",
      message: expect.stringContaining("{{nam}} stays as it is written"),
      path: "/settings/receipt_subject",
    },
  ]);
});
