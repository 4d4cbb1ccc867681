import { describe, expect, test } from "vitest";
import { builtInGenerator } from "../../ai/built-in.ts";
import { runCommand } from "../../test/support/command.ts";
import { engineEnvironment } from "../../test/support/engine.ts";
import { modelServer } from "../../test/support/model-server.ts";
import { startService } from "../../test/support/service.ts";

test("an operator sees tokens and money by purpose, and the same in the metrics", async () => {
  const form = { title: "Party", language: "en", fields: [{ type: "short_text", label: "Name" }] };
  const model = await modelServer("anthropic", [form, { status: 400 }]);
  const metrics = { METRICS_TOKEN: "0123456789abcdef" };
  const service = await startService({
    generateForm: builtInGenerator,
    environment: { ...model.environment, ...metrics },
  });
  const { token } = await service.mint();
  for (const prompt of ["A party", "Another"]) await service.call(token, "service_create_form", { prompt });
  const environment = await engineEnvironment(service.folder);
  const ai = (...args: string[]) => runCommand("ai", args, environment);
  const cost = 1000 * 3 + 200 * 15;
  const row = { purpose: "create_form", model: "test-model", calls: 2, failed: 1, unpriced: 0 };
  const shown = await ai("usage", "--json", "--account", "ada@example.org");
  expect(shown.stderr).toBe("");
  expect(JSON.parse(shown.stdout)).toEqual([{ ...row, inputTokens: 1000, outputTokens: 200, cost }]);
  const { stdout } = await ai("usage", "--days", "7");
  expect(stdout).toMatch(/^test-model +create_form +2 +1 +1000 +200 +0\.0060$/m);
  const response = await fetch(service.metrics!, {
    headers: { Authorization: `Bearer ${metrics.METRICS_TOKEN}` },
  });
  const written = await response.text();
  expect(written).toContain('model_calls_total{purpose="create_form",outcome="http_400"} 1');
  expect(written).toContain('model_tokens_total{purpose="create_form",direction="input"} 1000');
  expect(written).toContain('model_cost_total{purpose="create_form"} 0.006');
});

const party = {
  title: "Party",
  language: "en",
  fields: [
    { type: "short_text", label: "Name", required: true },
    { type: "single_choice", label: "Diet", choices: ["Vegan", "Meat"] },
  ],
  left_out: ["send a reminder"],
};

describe("ai try", () => {
  test("shows the form in short, the time, the tokens and the cost", async () => {
    const model = await modelServer("openai-compatible", ["no JSON", party]);
    const { code, stdout, stderr } = await runCommand("ai", ["try", "A", "party"], model.environment);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /^test-model \(openai-compatible, http:\/\/127\.0\.0\.1:\d+\/v1\) made this form:$/m,
    );
    expect(stdout).toMatch(/^Name +short_text, required$/m);
    expect(stdout).toMatch(/^Diet +single_choice +Vegan, Meat$/m);
    expect(stdout).toContain('! Not in the form: "send a reminder".');
    expect(stdout).toMatch(/^2 answers in \d+\.\d s, 2000 tokens of input and 400 of output, cost 0\.0120$/m);
    expect(model.bodies[0]).toContain("DATA\\nA party\\nDATA");
    expect(stdout).not.toContain("sk-very-secret-key");
  });

  test("has a default prompt, and prints a line of JSON for programs", async () => {
    const { environment, bodies } = await modelServer("anthropic", [party]);
    const { stdout } = await runCommand("ai", ["try", "--json"], { ...environment, AI_PRICES: "" });
    expect(JSON.parse(stdout)).toMatchObject({
      provider: "anthropic",
      model: "test-model",
      requests: 1,
      inputTokens: 1000,
      outputTokens: 200,
      ms: expect.any(Number),
      warnings: [{ code: "left_out" }],
      structure: { title: { en: "Party" } },
    });
    expect(bodies[0]).toContain("summer party");
  });

  test.each([
    [{ status: 401 }, "does not accept the service's key"],
    [{ refusal: "I can't help with that.", by: "model" }, '"I can\'t help with that."'],
    ["no JSON", "no JSON object in it"],
  ] as const)("%j fails with exit code 1, the reason and the cost", async (reply, says) => {
    const { environment } = await modelServer("anthropic", [reply]);
    const { code, stdout, stderr } = await runCommand("ai", ["try"], environment);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(says);
    expect(stderr).toMatch(/^\d answers? in \d+\.\d s, /m);
  });

  test("without a model explains how to set one, with exit code 2 as for wrong settings", async () => {
    const none = await runCommand("ai", ["try"], {});
    expect([none.code, none.stdout]).toEqual([2, ""]);
    expect(none.stderr).toMatch(/No language model is set.*AI_PROVIDER.*AI_MODEL.*AI_API_KEY.*Example: /);
    const wrong = await runCommand("ai", ["try"], { AI_MODEL: "m" });
    expect([wrong.code, wrong.stderr.includes("AI_PROVIDER is missing")]).toEqual([2, true]);
  });
});

test.each([
  [["usage", "--days", "0"], "not a whole number from 1 to 366"],
  [["spend"], "one action: try or usage"],
  [["usage", "more"], "one action: try or usage"],
  [["usage", "--account", "nobody"], "is not an email address"],
])("%j is a mistake", async (args, message) => {
  const { code, stderr } = await runCommand("ai", args, {});
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
