/** The places of pasted questions in a form. */
import { expect, test } from "vitest";
import type { FormPage } from "../../../generated/types.ts";
import { small } from "../../test/support/editors.ts";
import { insertPasted } from "./model/pasted-questions.ts";

const page = (id: string, title: string | undefined, ...fields: string[]) =>
  ({
    id,
    ...(title && { title: { en: title } }),
    fields: fields.map((field) => ({ id: field, type: "short_text", label: { en: field } })),
  }) as unknown as FormPage;

const shape = (pages: readonly FormPage[]) =>
  pages.map(({ id, fields }) => [id, ...fields.map((field) => field.id)]);

test.each([
  [
    "a page without a title goes to the place",
    [page("page_1", undefined, "name", "colour")],
    [
      ["one", "name", "name_2", "colour", "course", "age"],
      ["two", "notes"],
    ],
  ],
  [
    "pages with titles go behind the page",
    [page("one", "You", "name"), page("page_2", "Day", "notes")],
    [
      ["one", "name", "course", "age"],
      ["one_2", "name_2"],
      ["page_2", "notes_2"],
      ["two", "notes"],
    ],
  ],
])("%s", (_, pasted, wanted) => {
  const { structure, ids } = insertPasted(small, { pageId: "one", index: 1 }, pasted);
  expect(shape(structure.pages)).toEqual(wanted);
  expect(ids).toHaveLength(2);
});
