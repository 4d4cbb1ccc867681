/** The country of phone questions that an agent makes, on the wire: from the time zone of the account, never against a structure. */
import { expect, test } from "vitest";
import type { FormField, FormStructure } from "../../../generated/types.ts";
import { builtInEditor, builtInGenerator } from "../../ai/built-in.ts";
import { startService } from "../../test/support/service.ts";

async function service(zone: string | null) {
  const running = await startService({ generateForm: builtInGenerator, editForm: builtInEditor });
  const { token } = await running.mint();
  await running.storage.db.updateTable("accounts").set({ time_zone: zone }).execute();
  const phones = async (id: string) => {
    const args = { form_id: id, include_structure: true };
    const { structuredContent } = await running.call(token, "service_get_form", args);
    const { pages }: FormStructure = structuredContent.structure;
    return pages
      .flatMap(({ fields }): readonly FormField[] => fields)
      .map((field) => [field.id, field.type === "phone" && field.default_country]);
  };
  const create = async (args: object): Promise<string> =>
    (await running.call(token, "service_create_form", args)).structuredContent.form_id;
  const update = (args: object) => running.call(token, "service_update_form", args);
  return { create, update, phones };
}

const prompt = "Contact\nName\nPhone (phone)\nMobile of a parent (phone, country = FR)";

test.each([
  ["Europe/Dublin", "IE"],
  [null, undefined],
  // Another question of the form has a country, so it goes before a zone whose country speaks another language.
  ["Europe/Berlin", undefined],
] as const)("with the zone %s a prompt makes phone questions of %s", async (zone, country) => {
  const { create, phones } = await service(zone);
  expect(await phones(await create({ prompt: "Contact\nPhone (phone)" }))).toEqual([["phone", country]]);
});

test("a phone question of a prompt takes the country of the one beside it, and an edit that of the form", async () => {
  const { create, update, phones } = await service("Europe/Dublin");
  const id = await create({ prompt });
  const made = [
    ["name", false],
    ["phone", "FR"],
    ["mobile_of_a_parent", "FR"],
  ];
  expect(await phones(id)).toEqual(made);
  await update({ form_id: id, ai_prompt: "add Phone of the office (phone)" });
  expect(await phones(id)).toEqual([...made, ["phone_of_the_office", "FR"]]);
});

test("a structure and operations of the caller stay as they are", async () => {
  const { create, update, phones } = await service("Europe/Dublin");
  const structure = {
    title: { en: "Contact" },
    default_language: "en",
    languages: ["en"],
    pages: [{ id: "one", fields: [{ id: "phone", type: "phone", label: { en: "Phone" } }] }],
  };
  const id = await create({ structure });
  const field = { type: "phone", label: "Mobile" };
  await update({ form_id: id, operations: [{ op: "add_field", field, after: "phone" }] });
  expect(await phones(id)).toEqual([
    ["phone", undefined],
    ["mobile", undefined],
  ]);
});
