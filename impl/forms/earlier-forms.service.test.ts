/** Forms that were stored before formulas, on the wire: read, kept and edited. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { startService } from "../test/support/service.ts";
import { failureCode } from "../test/support/wire.ts";

const number = (id: string) => ({ id, type: "number", label: { en: id } });
const is = (field: string, value: number) => ({ field, op: "eq", value });
const wide = {
  all: [1, 2, 3, 4, 5, 6].map((value) => ({
    any: [is("a", value), { all: [is("b", value), is("c", value)] }],
  })),
};
/** Too long in two levels. */
const deep = { any: [wide, { all: [is("d", 1), wide] }] };
const earlier = {
  title: { en: "Party" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "page_1",
      fields: [
        ...["a", "b", "c", "d", "e", "f"].map(number),
        {
          ...number("shown"),
          visible_if: { not: { all: [is("a", 1), { field: "b", op: "lt", value: 2 }] } },
        },
        { ...number("nested"), visible_if: deep },
      ],
    },
  ],
  calculations: [
    { id: "total", expression: { op: "multiply", args: [20, { op: "add", args: [{ field: "a" }, 1] }] } },
  ],
};

test("reads a form from before formulas in the current format, keeps its version, and allows only keeping or replacing its deep condition", async () => {
  const { mint, call, storage } = await startService();
  const { token } = await mint();
  const simple = { ...earlier, calculations: [], pages: [{ id: "page_1", fields: [number("a")] }] };
  const made = await call(token, "service_create_form", { structure: simple });
  const id: string = made.structuredContent.form_id;
  await storage.db
    .updateTable("form_versions")
    .set({ structure: JSON.stringify(earlier) })
    .where("form_id", "=", id)
    .execute();

  const read = async () =>
    (await call(token, "service_get_form", { form_id: id, include_structure: true })).structuredContent;
  const { structure, revision } = (await read()) as { structure: FormStructure; revision: number };
  const [, , , , , , shown, nested] = structure.pages[0]!.fields;
  expect(structure.calculations).toEqual([{ id: "total", formula: "20 * (a + 1)" }]);
  expect(shown!.visible_if).toEqual({
    any: [
      { field: "a", op: "not_equals", value: 1 },
      { field: "b", op: "gte", value: 2 },
      { field: "b", op: "empty" },
    ],
  });
  expect(nested!.visible_if).toMatch(/^\(\(a = 1 or \(b = 1 and c = 1\)\) and /);
  expect(revision).toBe(1);

  const update = (args: object) => call(token, "service_update_form", { form_id: id, ...args });
  expect((await update({ structure })).structuredContent).toMatchObject({ revision: 1, changes: [] });
  const set = (condition: unknown) => ({
    operations: [{ op: "change_field", id: "nested", set: { visible_if: condition } }],
  });
  const refused = await update(set("not (a = 1 and (b = 1 or c = 1))"));
  expect(refused.content[0]!.text).toContain('Send {"any":[{"field":"a","op":"not_equals","value":1}');
  expect(failureCode(await update(set(`${nested!.visible_if} and a + 1 = 2`)))).toBe("invalid_input");
  const kept = await update({ operations: [{ op: "change_field", id: "a", set: { label: "Guests" } }] });
  expect(kept.structuredContent).toMatchObject({ revision: 2, changes: [{ kind: "text_changed" }] });
  expect((await read()).structure.pages[0].fields[7].visible_if).toBe(nested!.visible_if);
});

test.each([
  ["service_create_form", {}],
  ["service_update_form", { form_id: "frm_8IQ9Y7aJZqhB6baeCN6Zj4" }],
])("%s rejects the format from before formulas, and says what to send instead", async (tool, more) => {
  const { mint, call } = await startService();
  const { token } = await mint();
  const refused = await call(token, tool, { structure: earlier, ...more });
  expect(failureCode(refused)).toBe("invalid_input");
  const { text } = refused.content[0]!;
  expect(text).toContain(
    'Send {"any":[{"field":"a","op":"not_equals","value":1},{"field":"b","op":"gte","value":2},',
  );
  expect(text).toContain("has more than two levels and stays so when multiplied out");
  expect(text).toContain('Send "formula": "20 * (a + 1)" instead.');
  expect(text.split("\n").length).toBe(4);
});
