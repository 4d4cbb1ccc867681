/** Forms by the caller's own model: the client of SDK 2.x answers what the service asks in the middle of a call. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { builtInEditor, builtInGenerator } from "../generation/built-in.ts";
import { modelServer } from "./model-server.ts";
import { startService } from "./service.ts";

interface Sampled {
  readonly systemPrompt?: string;
  readonly messages: readonly { readonly content: unknown }[];
}

/** A service without a model, and a client whose own model gives these answers in turn. */
async function sampling(answers: readonly (string | object)[], environment: Record<string, string> = {}) {
  const service = await startService({
    generateForm: builtInGenerator,
    editForm: builtInEditor,
    environment,
  });
  const { token } = await service.mint();
  const asked: Sampled[] = [];
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { capabilities: { sampling: {} }, versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  client.setRequestHandler("sampling/createMessage", async ({ params }) => {
    asked.push(params as unknown as Sampled);
    const answer = answers[Math.min(asked.length, answers.length) - 1]!;
    const text = typeof answer === "string" ? answer : JSON.stringify(answer);
    return { role: "assistant", model: "claude-of-mine", content: { type: "text", text } };
  });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(service.endpoint), { requestInit }));
  onTestFinished(() => client.close());
  return {
    asked,
    // biome-ignore lint/suspicious/noExplicitAny: each tool answers with its own shape
    call: async (name: string, args: object): Promise<any> =>
      client.callTool({ name, arguments: { ...args } }),
    used: async () =>
      (await service.call(token, "service_get_subscription_status")).structuredContent.generation_quota.used,
    forms: async () => (await service.call(token, "service_list_forms")).structuredContent.total_count,
  };
}

const form = {
  title: "Bike repair",
  language: "en",
  fields: [{ type: "single_choice", label: "What is broken?", choices: ["Brakes", "Lights"] }],
  left_out: [],
};

test("the caller's model writes the form, with a correction, and costs one unit", async () => {
  const { call, asked, used, forms } = await sampling(["no JSON", form]);
  const made = await call("service_create_form", { prompt: "Bike repair", idempotency_key: "key-00000001" });
  expect(made.structuredContent).toMatchObject({
    title: "Bike repair",
    field_count: 1,
    generator: { kind: "model", name: "claude-of-mine (the caller's)" },
  });
  expect(asked).toHaveLength(2);
  expect(JSON.stringify(asked[1]!.messages)).toContain("The answer has no JSON object in it");
  expect([await used(), await forms()]).toEqual([1, 1]);
  // The key holds for the whole call, so a repetition asks nobody.
  const again = await call("service_create_form", { prompt: "Bike repair", idempotency_key: "key-00000001" });
  expect(again.structuredContent.form_id).toBe(made.structuredContent.form_id);
  expect(asked).toHaveLength(2);
});

test("it edits forms by operations", async () => {
  const rename = {
    operations: [{ op: "change_field", id: "what_is_broken", set: { label: "What broke?" } }],
  };
  const { call, used } = await sampling([form, rename]);
  const made = await call("service_create_form", { prompt: "Bike repair" });
  const edited = await call("service_update_form", {
    form_id: made.structuredContent.form_id,
    ai_prompt: "Ask what broke",
  });
  expect(edited.structuredContent.generator.name).toBe("claude-of-mine (the caller's)");
  expect(edited.structuredContent.changes).toHaveLength(1);
  expect(await used()).toBe(2);
});

test("what it never gets right is generation_failed, and free", async () => {
  const { call, asked, used, forms } = await sampling(["never"]);
  const failed = await call("service_create_form", { prompt: "Bike repair" });
  expect(failed._meta["dev.toolwright/failure"]).toMatchObject({
    code: "generation_failed",
    retryable: true,
  });
  expect(asked).toHaveLength(3);
  expect([await used(), await forms()]).toEqual([0, 0]);
});

test("where the service has a model, the caller's is not asked", async () => {
  const { environment } = await modelServer("anthropic", [form]);
  const { call, asked } = await sampling(["never"], environment);
  const made = await call("service_create_form", { prompt: "Bike repair" });
  expect(made.structuredContent.generator.name).toBe("test-model");
  expect(asked).toHaveLength(0);
});
