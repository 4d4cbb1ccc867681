import { expect, test } from "vitest";
import type { FormField } from "../../../generated/types.ts";
import { builtInGenerator } from "../../ai/built-in.ts";
import { languageCodes } from "../../texts/languages.ts";
import { templateStructure } from "../../web/owner/forms/new-page.ts";

const isRequired = (field: FormField) => "required" in field && field.required === true;

const fieldsOf = (fields: readonly FormField[]) =>
  fields.map((field) => [field.type, isRequired(field), field.visible_if ?? null] as const);

test.each([...languageCodes])("who does not come is asked for no guests and no food: %s", (language) => {
  const { fields } = templateStructure("rsvp", language).pages[0]!;
  const ifYes = { field: fields[2]!.id, op: "equals", value: true };
  expect(fieldsOf(fields)).toEqual([
    ["short_text", true, null],
    ["email", true, null],
    ["yes_no", true, null],
    ["number", true, ifYes],
    ["multiple_choice", false, ifYes],
    ["long_text", false, null],
  ]);
});

test("a template that is named in a prompt has its rules, too", async () => {
  const request = { accountId: "", prompt: "RSVP", title: undefined, languages: undefined };
  const { structure } = await builtInGenerator(request, new AbortController().signal);
  expect(structure.pages[0]!.fields.map(({ visible_if }) => visible_if !== undefined)).toEqual([
    false,
    false,
    false,
    true,
    true,
    false,
  ]);
});

test.each([...languageCodes])("no template requires what some people cannot answer: %s", (language) => {
  const required = (name: Parameters<typeof templateStructure>[0]) =>
    templateStructure(name, language).pages[0]!.fields.map(isRequired);
  // Who bought a service has no product to rate; not everybody has somebody for emergencies.
  expect(required("customer_satisfaction").slice(0, 5)).toEqual([true, false, false, false, true]);
  expect(required("patient_intake").slice(5, 7)).toEqual([false, false]);
  const guests = templateStructure("booking", language).pages[0]!.fields[5]!;
  expect(guests).toMatchObject({ type: "number", validation: { min: 1, integer: true } });
});
