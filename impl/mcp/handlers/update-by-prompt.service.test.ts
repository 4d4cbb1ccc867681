import { expect, test } from "vitest";
import manifest from "../../../generated/manifest.json" with { type: "json" };
import type { FormStructure } from "../../../generated/types.ts";
import { builtInEditor, builtInGenerator } from "../../ai/built-in.ts";
import { startService } from "../../test/support/service.ts";
import { failureCode } from "../../test/support/wire.ts";

/** An agent with a form of the built-in generator. */
async function withForm() {
  const service = await startService({ generateForm: builtInGenerator, editForm: builtInEditor });
  const { token } = await service.mint();
  const ask = async (tool: string, args: object) => service.call(token, `service_${tool}`, args);
  const prompt = "Contact form\nName *\nEmail *\nComments";
  const { form_id } = (await ask("create_form", { prompt, publish: true })).structuredContent;
  const edit = (ai_prompt: string, more: object = {}) => ask("update_form", { form_id, ai_prompt, ...more });
  async function fields(): Promise<string[]> {
    const { structuredContent } = await ask("get_form", { form_id, include_structure: true });
    const { pages } = structuredContent.structure as FormStructure;
    return pages.flatMap((page) => page.fields).map(shown);
  }
  const used = async () =>
    (await ask("get_subscription_status", {})).structuredContent.generation_quota.used as number;
  return { ...service, form_id, edit, fields, used };
}

function shown(field: FormStructure["pages"][number]["fields"][number]): string {
  const isRequired = "required" in field && field.required;
  return `${field.type} ${field.label.en}${isRequired ? " *" : ""}`;
}

test("the structure in the description of service_create_form works as it stands", async () => {
  const service = await startService();
  const { token } = await service.mint();
  const { inputSchema } = manifest.tools.find(({ name }) => name === "service_create_form")!;
  const { structure } = inputSchema.properties as Record<string, { description: string }>;
  const [json] = /\{.*\}/s.exec(structure!.description)!;
  const written = await service.call(token, "service_create_form", { structure: JSON.parse(json) });
  expect(written.structuredContent).toMatchObject({ field_count: 1, warnings: [] });
});

test("an agent edits a form in plain words", async () => {
  const { edit, fields, used } = await withForm();
  const first = await fields();
  expect(first).toEqual(["short_text Name *", "email Email *", "long_text Comments"]);
  const told: string[] = [];
  for (const prompt of [
    "add a phone number",
    "make email optional",
    "rename Comments to Your wishes",
    "remove the phone number",
  ]) {
    const { structuredContent } = await edit(prompt);
    told.push(...structuredContent.changes.map(({ kind }: { kind: string }) => kind));
  }
  expect(told).toEqual(["field_added", "required_changed", "text_changed", "field_removed"]);
  expect(await fields()).toEqual(["short_text Name *", "email Email", "long_text Your wishes"]);
  expect(await used()).toBe(5);
});

test("edits by a prompt do not break responses either, and a refusal costs nothing", async () => {
  const { edit, fields, used, storage, form_id, time } = await withForm();
  const at = time.now.toISOString();
  const response = { form_version: 1, status: "verified", language: "en", email: "a@example.org" } as const;
  const answers = JSON.stringify({ name: "Alan" });
  await storage.db
    .insertInto("responses")
    .values({ id: "rsp_1", form_id, ...response, answers, submitted_at: at, verified_at: at })
    .execute();
  const before = await fields();
  for (const more of [{}, { dry_run: true }]) {
    const refused = await edit("remove the comments", more);
    expect(failureCode(refused)).toBe("breaking_edit_blocked");
    expect(JSON.stringify(refused)).toContain("service_clone_form");
  }
  expect([await fields(), await used()]).toEqual([before, 1]);
});
