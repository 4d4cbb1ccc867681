/** Every kind of field is whole: what one part of it makes, the others take. */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import type { FormField, FormStructure } from "../../../generated/types.ts";
import { html } from "../../platform/html.ts";
import { editorTexts } from "../../texts/owner/editor/texts.ts";
import { translation } from "../../texts/translate.ts";
import { changeType, newField } from "../../web/editor/model/field-types.ts";
import { FormValues } from "../../web/form-body.ts";
import { checkAnswers } from "../check-answers.ts";
import { structureProblems } from "../structure/check.ts";
import { readStructure } from "../structure/fits-schema.ts";
import { clientKind, editorInputs, fieldTypes, isFileField, takesAnswer } from "./client/client-kinds.ts";
import { displayKind, fieldKind, questionKind } from "./kinds.ts";

const t = translation("en", "en");
const words = (key: string, n: number) => `${key} ${n}`;
const added = fieldTypes.map((type) => newField(type, `new_${type}`, `A new ${type}`, "en", words));
const questions = added.filter(takesAnswer);

function formOf(fields: FormField[]): FormStructure {
  return {
    title: { en: "All" },
    default_language: "en",
    languages: ["en"],
    pages: [{ id: "page", fields }],
  };
}

function problems(fields: FormField[]) {
  const read = readStructure(formOf(fields));
  return "problems" in read ? read.problems : structureProblems(read.structure);
}

/** Returns the values that a browser would send for these inputs, and the names of all inputs except files. */
function valuesIn(page: string): { readonly values: FormValues; readonly keys: ReadonlySet<string> } {
  const values = new FormValues();
  const keys = new Set<string>();
  const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
  for (const [tag] of page.matchAll(/<input [^>]*>/g)) {
    if (attribute(tag, "type") === "file" || attribute(tag, "name") === "") continue;
    keys.add(attribute(tag, "name"));
    if (/radio|checkbox/.test(attribute(tag, "type")) && !/ checked/.test(tag)) continue;
    values.add(attribute(tag, "name"), attribute(tag, "value"));
  }
  for (const [, tag = "", text = ""] of page.matchAll(/(<textarea [^>]*>)([^<]*)/g))
    values.add(attribute(tag, "name"), text);
  for (const [tag, inner = ""] of page.matchAll(/<select [^>]*>(.*?)<\/select>/gs)) {
    keys.add(attribute(tag, "name"));
    values.add(
      attribute(tag, "name"),
      attribute(/<option [^>]* selected[^>]*>/.exec(inner)?.[0] ?? "", "value"),
    );
  }
  return { values, keys };
}

test("each type of the spec has one file", () => {
  const folder = new URL("./", import.meta.url);
  const own = /^kinds?\.ts$|\.(test|proof)\.ts$/;
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts") && !own.test(name));
  const wanted = fieldTypes.map((type) => `${type.replaceAll("_", "-")}.ts`);
  expect(files.sort()).toEqual(wanted.sort());
});

test("parts added by the editor can be stored, also after any change of type", () => {
  expect(problems(added)).toEqual([]);
  for (const field of added) {
    const changed = fieldTypes.map((type) => ({
      ...changeType(field, type, "en", words),
      id: `${field.id}_${type}`,
    }));
    expect(problems(changed), field.type).toEqual([]);
  }
});

test.each(fieldTypes)(
  "%s: the editor has a name and a group for it, and shows only its properties",
  (type) => {
    const { group, placeholder, becomes = [] } = clientKind(type);
    const texts = Object.keys(editorTexts.en);
    expect(texts).toEqual(expect.arrayContaining([type, `group_${group}`]));
    const own = Object.keys(fieldKind(type).own);
    if (placeholder) expect(own).toContain("placeholder");
    if (JSON.stringify(editorInputs[type]).includes("limits")) expect(own).toContain("validation");
    for (const other of becomes) expect(Object.keys(fieldKind(other).own).sort()).toEqual(own.sort());
  },
);

test.each(questions.map((field) => [field.type, field] as const))(
  "%s: a sample is accepted, counted, drawn, and read back from the page",
  (_type, field) => {
    const kind = questionKind(field);
    const sample = kind.sample(field, "ana@example.org");
    const file = { id: "f", name: "a.png", size_bytes: 10, content_type: "image/png" };
    const uploads = isFileField(field) ? { [field.id]: [file] } : {};
    const { answers, problems: wrong } = checkAnswers(
      formOf([field]),
      { [field.id]: sample },
      uploads,
      new Date(),
    );
    expect([...wrong]).toEqual([]);
    const drawn = kind.input({
      field,
      t,
      language: "en",
      rawAnswer: sample,
      files: [],
      places: new Map(),
      aria: html``,
      seed: "",
      now: new Date(),
      images: new Map(),
      mentions: { show: (text) => html`${text}` },
    });
    const values = valuesIn(String(drawn));
    for (const name of values.keys) expect(kind.accepts(field, name), name).toBeDefined();
    if (!isFileField(field)) {
      const again = checkAnswers(
        formOf([field]),
        { [field.id]: kind.read(field, values.values) },
        {},
        new Date(),
      );
      expect(again.answers[field.id]).toEqual(answers[field.id]);
    }
    const tally = kind.tally(field, { ...t, language: "en", yes: "yes", no: "no" });
    tally.add(answers[field.id]!);
    expect(JSON.stringify(tally.result())).toMatch(/[1-9]|Sample|@|http/);
  },
);

test("a required question that is left empty has a problem, and one that is not required has none", () => {
  const required = questions.map((field) => ({ ...field, required: true }));
  expect([...checkAnswers(formOf(required), {}, {}, new Date()).problems.keys()]).toEqual(
    questions.map(({ id }) => id),
  );
  expect(checkAnswers(formOf(questions), {}, {}, new Date()).problems.size).toBe(0);
});

test("a text field has a heading and no answer", () => {
  for (const field of added)
    if (!takesAnswer(field)) {
      const shown = displayKind(field).heading({ en: "Read this" }, translation("en", "en"), {
        show: (text) => html`${text}`,
      });
      expect(String(shown)).toContain("Read this");
      expect(clientKind(field.type).answer).toBe("none");
    }
});
