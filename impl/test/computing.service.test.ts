/** What the formulas of a form may cost: they are read once, and together they are not longer than a page can take. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { compiledCalculations } from "../forms/answers/compiled.ts";
import { MAX_FORMULA_CHARACTERS } from "../forms/structure/computing.ts";
import { publicForms } from "./support/public-forms.ts";
import { visit } from "./support/visitor.ts";

/** As many formulas as a form may have, each of another text and of 10 characters a term. */
function computing(terms: number): FormStructure {
  const formula = (at: number) => `n${` + ${1_234_500 + at}`.repeat(terms - 1)}`.padEnd(terms * 10);
  return {
    title: { en: "Sums" },
    default_language: "en",
    languages: ["en"],
    pages: [
      {
        id: "p",
        title: { en: "{{c0}} {{c49}}" },
        fields: ["n", "m"].map((id) => ({ id, type: "number", label: { en: id } })),
      },
    ],
    calculations: Array.from({ length: 50 }, (_, at) => ({ id: `c${at}`, formula: formula(at) })),
  };
}

test("formulas beyond 50,000 characters are refused, and the longest is named; a stored form of before goes on", async () => {
  const forms = await publicForms();
  const { token } = await forms.mint();
  const create = (structure: FormStructure) => forms.call(token, "service_create_form", { structure });
  const most = computing(MAX_FORMULA_CHARACTERS / 500);
  expect((await create(most)).isError).toBeFalsy();
  const longer = structuredClone(most);
  longer.calculations![7]!.formula += " + n";
  const refused = await create(longer);
  expect(refused.isError).toBe(true);
  expect(JSON.stringify(refused)).toContain(
    "have 50004 characters together; at most 50000 are allowed. Shorten c7",
  );
  const url = await forms.publish(computing(400));
  expect((await visit(url)).status).toBe(200);
});

test("the formulas of the largest form are read once, also where another form is opened in between", () => {
  const [one, other] = [computing(400), computing(100)];
  const before = compiledCalculations(one);
  compiledCalculations(other);
  for (const [at, { expression }] of compiledCalculations(one).entries())
    expect(expression).toBe(before[at]!.expression);
});
