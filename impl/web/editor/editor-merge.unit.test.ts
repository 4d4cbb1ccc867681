/** Properties of merges and of renames, checked over generated edits. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { isSame, merge } from "../../forms/edits/merge.ts";
import { structureProblems } from "../../forms/structure/check.ts";
import { collectTexts } from "../../forms/structure/identified-texts.ts";
import { everyFieldForm } from "../../test/support/every-field-form.ts";
import { moveField, setProperty, setText, stepField, updateField } from "./model/edits.ts";
import { removeLanguage } from "./model/form-texts.ts";
import { removeField, renameId } from "./model/references.ts";

const base = everyFieldForm();
const ids = base.pages.flatMap(({ fields }) => fields.map(({ id }) => id));
const id = fc.constantFrom(...ids);
const words = fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" });

/** Edits that the editor offers. */
const edit: fc.Arbitrary<(form: FormStructure) => FormStructure> = fc.oneof(
  fc.tuple(id, words).map(
    ([field, text]) =>
      (form: FormStructure) =>
        updateField(form, field, (one) => setProperty(one, "label", setText(one.label, "en", text))),
  ),
  fc.tuple(id, words).map(
    ([field, text]) =>
      (form: FormStructure) =>
        updateField(form, field, (one) =>
          setProperty(one, "description", setText(one.description, "de", text)),
        ),
  ),
  id.map((field) => (form: FormStructure) => removeField(form, field)),
  fc.tuple(id, fc.constantFrom(1 as const, -1 as const)).map(
    ([field, by]) =>
      (form: FormStructure) =>
        stepField(form, field, by),
  ),
  fc.tuple(id, fc.nat(5), fc.nat(1)).map(
    ([field, index, page]) =>
      (form: FormStructure) =>
        moveField(form, field, form.pages[page % form.pages.length]!.id, index),
  ),
  words.map((text) => (form: FormStructure) => setProperty(form, "title", { en: text })),
);
const edits = fc
  .array(edit, { maxLength: 5 })
  .map((list) => (form: FormStructure) => list.reduce((one, change) => change(one), form));

const fieldIds = ({ pages }: FormStructure) => pages.flatMap(({ fields }) => fields.map((field) => field.id));

test("a change of one side alone is merged unchanged", () => {
  fc.assert(
    fc.property(edits, (change) => {
      const changed = change(base);
      for (const merged of [
        merge(base, changed, base),
        merge(base, base, changed),
        merge(base, changed, changed),
      ]) {
        expect(merged.conflicts).toEqual([]);
        expect(isSame(merged.structure, changed)).toBe(true);
      }
    }),
  );
});

test("a merge loses nothing and duplicates nothing", () => {
  fc.assert(
    fc.property(edits, edits, (one, other) => {
      const [mine, theirs] = [one(base), other(base)];
      const { structure } = merge(base, mine, theirs);
      const merged = fieldIds(structure);
      expect(new Set(merged).size).toBe(merged.length);
      const kept = fieldIds(mine).filter((field) => fieldIds(theirs).includes(field));
      expect(merged).toEqual(expect.arrayContaining(kept));
    }),
  );
});

test("either side of a conflict can be chosen, and all other changes of both are merged", () => {
  const mine = updateField(base, "name", (field) =>
    setProperty(setProperty(field, "label", { en: "Mine" }), "required", undefined),
  );
  const theirs = updateField(base, "name", (field) => setProperty(field, "label", { en: "Theirs" }));
  const { conflicts } = merge(base, mine, theirs);
  expect(conflicts.map(({ key }) => key)).toEqual(["fields.name.label.en"]);
  for (const [side, text] of [
    ["mine", "Mine"],
    ["theirs", "Theirs"],
  ] as const) {
    const { structure } = merge(base, mine, theirs, () => side);
    const field = structure.pages.flatMap(({ fields }) => fields).find((one) => one.id === "name")!;
    expect([field.label.en, "required" in field]).toEqual([text, false]);
  }
});

test("references follow when a field is renamed or removed, so the form stays valid", () => {
  for (const field of ids) {
    const renamed = renameId(base, field, "another_name");
    expect([field, structureProblems(renamed)]).toEqual([field, []]);
    expect(isSame(renameId(renamed, "another_name", field), base)).toBe(true);
    const wrong = structureProblems(removeField(base, field));
    expect([field, wrong]).toEqual([field, []]);
  }
});

test("removing a language removes only its texts", () => {
  const without = removeLanguage(base, "de");
  expect(without.languages).toEqual(["en"]);
  expect(
    collectTexts(without)
      .flatMap(({ text }) => Object.keys(text))
      .every((language) => language === "en"),
  ).toBe(true);
  expect(collectTexts(without)).toHaveLength(collectTexts(base).length);
});
