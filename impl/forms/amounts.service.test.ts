/** Amounts of money have two digits after the decimal point wherever people see them. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { versionColumns } from "../responses/exports/columns.ts";
import { answerRows } from "../responses/notifications/answer-rows.ts";
import { answeredForm } from "../test/support/answered-form.ts";
import { ownerPages } from "../test/support/owner.ts";
import { shownDigits } from "./amounts.ts";

const donation: FormStructure = {
  title: { en: "Donation", de: "Spende" },
  default_language: "en",
  languages: ["en", "de"],
  pages: [
    {
      id: "page",
      fields: [
        { id: "gift", type: "number", label: { en: "Gift" }, unit: { en: "€" } },
        { id: "months", type: "number", label: { en: "Months" }, unit: { en: "months" } },
        {
          id: "sum",
          type: "statement",
          label: { en: "Gift {{gift}}, total {{total}} €, months {{months}}" },
        },
      ],
    },
  ],
  calculations: [
    { id: "total", label: { en: "Total" }, formula: "gift * months" },
    { id: "years", label: { en: "Years" }, formula: "months / 12" },
  ],
};

const answers = { gift: 12.5, months: 3.5, total: 43.5, years: 0.291666 };

test.for<[text: string, digits: readonly [number, number] | undefined]>([
  ["{{total}} €", [2, 2]],
  ["€{{total}} in all", [2, 2]],
  ["USD {{total}}", [2, 2]],
  ["{{total}} Kč", [2, 2]],
  ["{{total}} kr.", [2, 2]],
  ["{{total}} points, {{years}} €", undefined],
  ["{{total}} krill", undefined],
  ["{{total}}, or 5 €", undefined],
])("a result that a text mentions as %j has the digits %j", ([text, digits]) => {
  const structure = structuredClone(donation);
  structure.pages[0]!.fields[2]!.label = { en: text };
  expect(shownDigits(structure).get("total")).toEqual(digits);
});

test.for<[formula: string, label: string, digits: readonly [number, number] | undefined]>([
  ["gift * 2", "Sum (€)", [2, 2]],
  ["gift * 2", "Sum in EUR", [2, 2]],
  ["gift * 2", "Neuro score", undefined],
  ["round(gift, 0)", "Sum (€)", [0, 0]],
  ["round(gift, 1)", "Score", [1, 1]],
])("the result of %s with the label %j has the digits %j", ([formula, label, digits]) => {
  const structure = { ...donation, calculations: [{ id: "total", label: { en: label }, formula }] };
  structure.pages = [{ id: "page", fields: donation.pages[0]!.fields.slice(0, 2) }];
  expect(shownDigits(structure).get("total")).toEqual(digits);
});

test("an answer with a currency is never rounded, and whole amounts stay whole", () => {
  const structure = structuredClone(donation);
  expect(shownDigits(structure).get("gift")).toEqual([2, 20]);
  expect(shownDigits(structure).has("months")).toBe(false);
  Object.assign(structure.pages[0]!.fields[0]!, { validation: { integer: true } });
  expect(shownDigits({ ...structure }).has("gift")).toBe(false);
  structure.pages[0]!.fields[2]!.label = { en: "You give {{months}} €." };
  expect(shownDigits({ ...structure }).get("months")).toEqual([2, 20]);
});

test("owners see amounts in the table, on the page of a response, in the summary and in mails", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form, respond } = await answeredForm(service, donation);
  const id = await respond(answers);
  const path = `/forms/${form.id}/responses`;
  for (const page of [path, `${path}?text=12.5`, `${path}?text=12.50`, `${path}/${id}`]) {
    const { html } = await ada.open(page);
    for (const amount of ["12.50", "43.50", "3.5 months<", "0.291666<"]) expect(html, page).toContain(amount);
  }
  const { html } = await ada.open(`${path}/summary`);
  expect(html).toContain("<dd>12.50 – 12.50 €</dd>");
  expect(html).toContain("<dd>3.5 – 3.5 months</dd>");
  const columns = versionColumns(donation, { language: "en", file: ({ name }) => name });
  expect(columns.map((column) => column.cell({} as never, answers))).toEqual([12.5, 3.5, 43.5, 0.291666]);
  expect(answerRows(columns, { answers } as never)).toEqual([
    ["Gift", "12.50 €"],
    ["Months", "3.5 months"],
    ["Total", "43.50"],
    ["Years", "0.291666"],
  ]);
});

test("owners see numbers as their language writes them, and only amounts with groups of digits", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form, respond } = await answeredForm(service, donation);
  const id = await respond({ ...answers, gift: 2400, months: 1985.5 });
  const path = `/forms/${form.id}/responses`;
  const expectOn = async (page: string, texts: readonly string[]) => {
    const { html } = await ada.open(page);
    for (const text of texts) expect(html, page).toContain(text);
  };
  for (const page of [path, `${path}/${id}`]) await expectOn(page, ["2,400.00 €", "1985.5 months", "43.50"]);
  await ada.send(await ada.open("/settings/account"), "/settings/account/language", { language: "de" });
  for (const search of ["2.400,00", "2400.00", "1985,5", "1985.5"])
    await expectOn(`${path}?text=${search}`, ["2.400,00 €", "1985,5 months", "43,50", "0,291666"]);
  await expectOn(`${path}/${id}`, ["2.400,00 €", "1985,5 months"]);
});
