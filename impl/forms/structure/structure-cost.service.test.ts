/** Tests the cost limit: expensive structures are rejected wherever they are saved, and stored ones keep working. */
import { expect, test } from "vitest";
import type { FormField, FormStructure } from "../../../generated/types.ts";
import { everyFieldForm } from "../../test/support/every-field-form.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { visit } from "../../test/support/visitor.ts";
import { sentenceText } from "../../texts/sentences/sentence.ts";
import { compiledCalculations } from "../answers/expression-trees.ts";
import { structureProblems } from "./check.ts";
import { MAX_COST, structureCost } from "./cost.ts";

const repeat = <Made>(count: number, make: (at: number) => Made) =>
  Array.from({ length: count }, (_, at) => make(at));

const question = (at: number, more: object = {}): FormField => ({
  id: `q${at}`,
  type: "short_text",
  label: { en: `Question ${at}` },
  ...more,
});

const choices = (count: number, text = "Agree strongly") =>
  repeat(count, (at) => ({ id: `c${at}`, label: { en: text } }));

const matrix = (at: number, text?: string): FormField => ({
  id: `m${at}`,
  type: "matrix",
  label: { en: "M" },
  rows: choices(50, text),
  columns: choices(20, text),
});

function form(pages: readonly FormField[][], more: Partial<FormStructure> = {}): FormStructure {
  return {
    title: { en: "Costs" },
    default_language: "en",
    languages: ["en"],
    pages: pages.map((fields, at) => ({ id: `p${at}`, fields })),
    ...more,
  };
}

const plain = form([repeat(500, (at) => question(at))]);
const test50 = repeat(50, () => ({ field: "q0", op: "not_equals" as const, value: "x" }));
const shown = (at: number, condition: object) => question(at, at === 0 ? {} : { visible_if: condition });
const calculations = repeat(50, (at) => ({ id: `k${at}`, formula: `n${" + 1".repeat(240)}` }));
const number: FormField = { id: "n", type: "number", label: { en: "N" } };

const accepted: [name: string, structure: FormStructure][] = [
  ["500 plain questions", plain],
  ["every kind of field", everyFieldForm()],
  ["5 matrices of 50 rows and 20 columns", form([repeat(5, (at) => matrix(at))])],
  [
    "10 menus of 250 countries",
    form([
      repeat(10, (at) => ({
        id: `d${at}`,
        type: "dropdown",
        label: { en: "Country" },
        choices: choices(250, "Country"),
      })),
    ]),
  ],
  [
    "500 texts of 360 characters",
    form([
      repeat(500, (at) => ({ id: `s${at}`, type: "statement", label: { en: "A sentence. ".repeat(30) } })),
    ]),
  ],
  ["500 conditions", form([repeat(500, (at) => shown(at, { field: "q0", op: "equals", value: "x" }))])],
  ["50 formulas of 240 terms whose results are stored", form([[number]], { calculations })],
];

test.for(accepted)("%s are accepted", ([_, structure]) => {
  expect(structureProblems(structure)).toEqual([]);
});

const refused: [name: string, structure: FormStructure, costliest: string][] = [
  ["20 matrices", form([repeat(20, (at) => matrix(at, "x"))]), "m"],
  ["2 matrices with long texts", form([repeat(2, (at) => matrix(at, "long".repeat(250)))]), "m"],
  [
    "500 rows of eleven points",
    form([repeat(500, (at) => ({ id: `n${at}`, type: "nps", label: { en: "N" } }))]),
    "n",
  ],
  [
    "100 rankings",
    form([
      repeat(100, (at) => ({ id: `r${at}`, type: "ranking", label: { en: "R" }, choices: choices(50) })),
    ]),
    "r",
  ],
  ["20,000 tests of one answer on its page", form([repeat(400, (at) => shown(at, { all: test50 }))]), "q"],
  [
    "90,000 values in conditions",
    form([
      repeat(300, (at) => shown(at, { field: "q0", op: "not_in", value: repeat(300, (to) => `v${to}`) })),
    ]),
    "q",
  ],
  [
    "conditions that search long answers",
    form([
      [question(0)],
      repeat(100, (at) =>
        question(at + 1, {
          visible_if: { all: repeat(50, (to) => ({ field: "q0", op: "contains", value: `v${to}` })) },
        }),
      ),
    ]),
    "q",
  ],
  [
    "formulas that a page shows while it is filled in",
    form([[number, question(1, { label: { en: "{{k0}}" } })]], { calculations }),
    "k",
  ],
  [
    "texts that mention an answer 1,900 times",
    form([repeat(10, (at) => question(at, { label: { en: "{{source}}".repeat(190) } }))], {
      hidden_fields: [{ id: "source" }],
    }),
    "q",
  ],
  [
    "450 texts of 1,900 characters",
    form([repeat(450, (at) => question(at, { label: { en: "y".repeat(1_900) } }))]),
    "q",
  ],
  [
    "lists of 57,000 lines",
    form([repeat(90, (at) => question(at, { description: { en: "a\n".repeat(630) } }))]),
    "q",
  ],
];

test.for(refused)("rejects %s, and names the largest cost and the remedy", ([_, structure, costliest]) => {
  const [problem, ...others] = structureProblems(structure);
  expect(others).toEqual([]);
  expect(problem!.path).toMatch(/^\/pages\/[01]$/);
  expect(problem!.problem).toMatch(/takes \d+ points of computing a visit.* at most 200000 are allowed/);
  expect(problem!.problem).toMatch(new RegExp(`Most of them: ${costliest}\\d+ \\(\\d+\\)`));
  expect(problem!.problem).toContain("Move questions to other pages");
  expect(sentenceText(problem!.sentence!, "de")).toContain(`Am meisten kosten: ${costliest}`);
});

test("other pages add only the cost of evaluation, and the costliest page counts", () => {
  const onPages = form(repeat(20, (at) => [matrix(at)]));
  expect(structureProblems(onPages)).toEqual([]);
  const { page, points } = structureCost(form([[question(0)], [matrix(1)]]));
  expect([page, points > structureCost(form([[question(0)]])).points]).toEqual([1, true]);
  expect(structureCost(plain).points * 4).toBeGreaterThan(MAX_COST);
});

test("rejects saving at create, structure and operations; a stored form above the limit keeps working and can be made cheaper", async () => {
  const forms = await publicForms();
  const { token } = await forms.mint({ email: "owner@example.org" });
  const fields = repeat(12, (at) => matrix(at));
  const created = await forms.call(token, "service_create_form", { structure: form([fields]) });
  expect([created.isError, JSON.stringify(created)]).toEqual([
    true,
    expect.stringContaining("Most of them: m"),
  ]);
  const url = await forms.publish(form([fields]));
  expect((await visit(url)).status).toBe(200);
  const form_id = url.split("/").at(-1);
  const update = (change: object) => forms.call(token, "service_update_form", { form_id, ...change });
  const more = { op: "change_form", title: { en: "Other" } };
  const edited = await update({ operations: [more] });
  expect([edited.isError, JSON.stringify(edited)]).toEqual([
    true,
    expect.stringContaining("Most of them: m"),
  ]);
  const replaced = await update({ structure: form([fields], { title: { en: "Other" } }) });
  expect(replaced.isError).toBe(true);
  expect((await update({ structure: form([fields.slice(0, 4)]) })).isError).toBeFalsy();
});

test("the formulas of a structure are compiled once, also where another form is opened in between", () => {
  const [one, other] = [
    form([[number]], { calculations }),
    form([[number]], { calculations: [calculations[0]!] }),
  ];
  const before = compiledCalculations(one);
  compiledCalculations(other);
  for (const [at, { expression }] of compiledCalculations(one).entries())
    expect(expression).toBe(before[at]!.expression);
});
