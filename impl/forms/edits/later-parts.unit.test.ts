import { expect, test } from "vitest";
import type { FormField, FormStructure } from "../../../generated/types.ts";
import { structureProblems } from "../structure/check.ts";
import { compareStructures } from "./compare.ts";
import { withLaterParts } from "./later-parts.ts";

const choice = (id: string) => ({ id, label: { en: id } });
const form = (fields: FormField[], more: Partial<FormStructure> = {}): FormStructure => ({
  title: { en: "Form" },
  default_language: "en",
  languages: ["en"],
  pages: [{ id: "page", fields }],
  ...more,
});
const drink = {
  id: "drink",
  type: "single_choice",
  label: { en: "Drink" },
  choices: [choice("tea"), choice("milk")],
} satisfies FormField;
const earlier = form([drink]);

const later: [what: string, present: FormStructure][] = [
  ["a question", form([drink, { id: "age", type: "number", label: { en: "Age" } }])],
  ["a question before the others", form([{ id: "age", type: "number", label: { en: "Age" } }, drink])],
  [
    "a question with a condition",
    form([drink, { id: "why", type: "long_text", label: { en: "Why" }, visible_if: "drink = 'tea'" }]),
  ],
  ["a choice", form([{ ...drink, choices: [...drink.choices, choice("beer")] } as FormField])],
  [
    "a page",
    {
      ...earlier,
      pages: [
        ...earlier.pages,
        { id: "more", fields: [{ id: "age", type: "number", label: { en: "Age" } }] },
      ],
    },
  ],
  [
    "a calculation",
    form([drink, { id: "age", type: "number", label: { en: "Age" } }], {
      calculations: [{ id: "twice", formula: "age * 2" }],
    }),
  ],
  ["a hidden field", form([drink], { hidden_fields: [{ id: "source" }] as never })],
];

test.for(later)("going back over %s breaks no response", ([, present]) => {
  const back = withLaterParts(earlier, present);
  expect(structureProblems(back)).toEqual([]);
  const changes = compareStructures(present, back, ["en"]);
  expect(changes.filter(({ impact }) => impact === "breaking")).toEqual([]);
  expect(back.pages[0]?.fields[0]).toMatchObject({ id: "drink" });
});
