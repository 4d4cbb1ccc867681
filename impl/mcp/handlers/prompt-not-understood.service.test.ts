/** Tests the answers to prompts that the built-in generator does not understand. */
import { expect, test } from "vitest";
import { limits } from "../../../generated/limits.ts";
import type { FormStructure } from "../../../generated/types.ts";
import { builtInEditor, builtInGenerator } from "../../ai/built-in.ts";
import { MAX_UNDERSTOOD_BYTES, PromptNotUnderstood } from "../../platform/failures/prompt-not-understood.ts";
import { oneField } from "../../test/support/one-field-form.ts";
import { startService } from "../../test/support/service.ts";

const failureKey = "dev.toolwright/failure";

test("finally rejects empty prompts, at no cost", async () => {
  const { mint, call } = await startService({ generateForm: builtInGenerator, editForm: builtInEditor });
  const { token } = await mint();
  const made = await call(token, "service_create_form", { prompt: "qwrtz plmk" });
  const { structuredContent: form } = await call(token, "service_create_form", { prompt: "Name, email" });
  const args = { form_id: form.form_id, ai_prompt: "qwrtz plmk" };
  const edited = await call(token, "service_update_form", args);
  const text = "//? No line asks for anything. Write a line for each question.\nqwrtz plmk";
  for (const [refused, details] of [
    [made, { text }],
    [edited, {}],
  ] as const)
    expect(refused._meta?.[failureKey]).toEqual({ code: "prompt_not_understood", details, retryable: false });
  const { structuredContent: status } = await call(token, "service_get_subscription_status", {});
  expect(status.generation_quota.used).toBe(1);
});

test("limits the text of a refusal to the length of a prompt by omitting the last marks", async () => {
  const { mint, call } = await startService({ generateForm: builtInGenerator });
  const { token } = await mint();
  const { max } = limits.prompt_length;
  const lines = Array.from({ length: 20 }, (_, n) => `Drink ${n}: tea, coffee or juice`);
  const prompt = ["Trip", ...lines].join("\n").padEnd(max - 200);
  const refused = await call(token, "service_create_form", { prompt });
  const text = String(refused._meta?.[failureKey]?.details.text);
  expect(text.split("\n").slice(0, 3)).toEqual(["Trip", expect.stringMatching(/^\/\/\? /), lines[0]]);
  expect(text.length).toBeLessThanOrEqual(max);
  const again = await call(token, "service_create_form", { prompt: text.replaceAll(" or ", ", ") });
  expect(again.structuredContent).toMatchObject({ field_count: 20 });
});

test.each([
  ["a table", "How was it?\n| | bad | good |\n|---|---|---|\n| Food | | |\n| Food | | |", ["matrix"]],
  ["a list", "Which colour?\n- red\n- red\n- blue", ["single_choice"]],
])("the marks of a refusal never split %s", async (_, prompt, types) => {
  const { mint, call } = await startService({ generateForm: builtInGenerator });
  const { token } = await mint();
  const refused = await call(token, "service_create_form", { prompt });
  const marked = String(refused._meta?.[failureKey]?.details.text);
  expect(marked).toContain("//? Two choices have the same text.");
  const right = marked.replace(/(Food|red)(?!.*\1)/s, "other");
  const made = await call(token, "service_create_form", { prompt: right });
  const form_id = made.structuredContent?.form_id;
  const { structuredContent } = await call(token, "service_get_form", { form_id, include_structure: true });
  const { fields } = structuredContent.structure.pages[0];
  expect(fields.map(({ type }: { type: string }) => type)).toEqual(types);
});

test("returns the understood part for programs and models, ready to be sent", async () => {
  const structure = oneField("Sign-up", ["en"]);
  const { mint, call } = await startService({ generateForm: refusing(structure) });
  const { token } = await mint();
  const refused = await call(token, "service_create_form", { prompt: "A lot more than that" });
  const { code, details } = refused._meta![failureKey]!;
  expect([code, details]).toEqual(["prompt_not_understood", { structure }]);
  const [, json] = /`structure`, which costs no generation:\n(.*)$/s.exec(refused.content[0]!.text!)!;
  expect(JSON.parse(json!)).toEqual(structure);
  const sent = await call(token, "service_create_form", { structure: details.structure });
  expect(sent.structuredContent).toMatchObject({ field_count: 1, generator: { kind: "caller" } });
});

test("leaves out parts that are too large for a result", async () => {
  const form = oneField("Sign-up", ["en"]);
  const size = Buffer.byteLength(JSON.stringify({ ...form, description: { en: "" } }));
  const details = (length: number) =>
    new PromptNotUnderstood("No.", [], { structure: { ...form, description: { en: "x".repeat(length) } } })
      .details;
  expect(details(MAX_UNDERSTOOD_BYTES - size)).toHaveProperty("structure");
  expect(details(MAX_UNDERSTOOD_BYTES - size + 1)).toEqual({});
});

function refusing(structure: FormStructure) {
  return () => Promise.reject(new PromptNotUnderstood("Most of it was not understood.", [], { structure }));
}
