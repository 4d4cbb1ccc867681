/** Forms from a structure that the caller wrote, on the wire. */
import { expect, test } from "vitest";
import type { GenerateForm } from "../../forms/generator.ts";
import { startService } from "../../test/support/service.ts";
import { failureCode, type Outcome } from "../../test/support/wire.ts";

const structure = {
  title: { en: "Contact", de: "Kontakt" },
  default_language: "en",
  languages: ["en", "de"],
  pages: [
    {
      id: "page_1",
      fields: [{ id: "mail", type: "email", label: { en: "Where to answer" }, required: true }],
    },
  ],
};

const neverCalled: GenerateForm = async () => {
  throw new Error("A structure generates nothing");
};

async function service() {
  const running = await startService({ generateForm: neverCalled });
  const { token } = await running.mint();
  return {
    ...running,
    create: (args: object) => running.call(token, "service_create_form", args),
    update: (args: object) => running.call(token, "service_update_form", args),
    read: async (id: string) => {
      const args = { form_id: id, include_structure: true };
      return (await running.call(token, "service_get_form", args)).structuredContent.structure;
    },
    used: async () =>
      (await running.call(token, "service_get_subscription_status")).structuredContent.generation_quota.used,
  };
}

test("a structure becomes a form, with warnings like those of an edit, and draws no unit", async () => {
  const { create, read, used } = await service();
  const { structuredContent: form } = await create({ structure });
  expect(form).toMatchObject({
    title: "Contact",
    status: "draft",
    revision: 1,
    languages: ["en", "de"],
    field_count: 1,
    generator: { kind: "caller" },
    warnings: [{ code: "untranslated", path: "/pages/0/fields/0/label" }],
  });
  expect(await read(form.form_id)).toEqual(structure);
  expect(await used()).toBe(0);
});

test("the same key gives the same form, also at once, and other arguments are refused", async () => {
  const { create, used } = await service();
  const args = { structure, idempotency_key: "key-00000001" };
  const made = await Promise.all([create(args), create(args), create(args)]);
  expect(new Set(made.map(({ structuredContent }) => structuredContent.form_id)).size).toBe(1);
  for (const other of [
    { ...args, publish: true },
    { prompt: "Name", idempotency_key: "key-00000001" },
  ])
    expect(failureCode(await create(other))).toBe("invalid_input");
  expect(await used()).toBe(0);
});

test("a title replaces the structure's, and languages must be those of the structure", async () => {
  const { create, read } = await service();
  const { structuredContent: form } = await create({
    structure,
    title: "Write to us",
    languages: ["de", "en"],
  });
  expect(form.title).toBe("Write to us");
  expect((await read(form.form_id)).title).toEqual({ en: "Write to us" });
  for (const args of [{ languages: ["en"] }, { default_language: "de" }]) {
    const refused = await create({ structure, ...args });
    expect(failureCode(refused)).toBe("invalid_input");
    expect(refused.content[0]!.text).toContain("The structure has its own");
  }
});

const field = structure.pages[0]!.fields[0]!;
const page = (fields: readonly object[]) => ({ ...structure, pages: [{ id: "page_1", fields }] });
const broken: [string, object][] = [
  ["an unknown type", page([{ ...field, type: "e-mail" }])],
  ["an unknown property", { ...structure, pagez: [] }],
  ["no pages", { ...structure, pages: [] }],
  ["an id twice", page([field, field])],
  ["no text in the default language", page([{ ...field, label: { de: "Mail" } }])],
  ["a condition on a later field", page([{ ...field, visible_if: { field: "x", op: "answered" } }])],
  ["too many fields", page(Array.from({ length: 501 }, (_, index) => ({ ...field, id: `f${index}` })))],
];

test.each(broken)("rejects %s like an update, with the same place", async (_, wrong) => {
  const { create, update } = await service();
  const { structuredContent: form } = await create({ structure });
  const [made, updated] = [
    await create({ structure: wrong }),
    await update({ form_id: form.form_id, structure: wrong }),
  ];
  const problems = (outcome: typeof made) => outcome._meta?.["dev.toolwright/failure"]?.details.problems;
  expect(failureCode(made)).toBe("invalid_input");
  expect(problems(made)).toEqual(problems(updated));
});

test("requires exactly one of prompt and structure", async () => {
  const { create } = await service();
  for (const args of [{}, { prompt: "Name", structure }, { structure: [] }])
    expect(failureCode(await create(args))).toBe("invalid_input");
});

test.each<[levels: number, refused: RegExp]>([
  [30, /has the format of before conditions of two levels|has none of the shapes/],
  [20_000, /more than 500 levels/],
])("a condition of %i levels is refused", async (levels, refused) => {
  const { endpoint, mint } = await service();
  const { token } = await mint();
  const deep = `${'{"not":'.repeat(levels)}{"field":"mail","op":"answered"}${"}".repeat(levels)}`;
  const wrong = JSON.stringify(
    page([
      { ...field, id: "first" },
      { ...field, visible_if: "DEEP" },
    ]),
  );
  const call = { name: "service_create_form", arguments: { structure: "STRUCTURE" } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  const text = body.replace('"STRUCTURE"', wrong).replace('"DEEP"', deep);
  const response = await fetch(endpoint, { method: "POST", headers, body: text });
  const { id, result, error } = (await response.json()) as {
    id: number;
    result?: Outcome;
    error?: { message: string };
  };
  expect([id, result && failureCode(result)]).toEqual([1, result && "invalid_input"]);
  expect(result?.content[0]?.text ?? error?.message).toMatch(refused);
});
