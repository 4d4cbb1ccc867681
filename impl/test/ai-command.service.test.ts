import { expect, test } from "vitest";
import { builtInGenerator } from "../generation/built-in.ts";
import { runCommand } from "./support/command.ts";
import { engineEnvironment } from "./support/engine.ts";
import { modelServer } from "./support/model-server.ts";
import { startService } from "./support/service.ts";

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

test.each([
  [["usage", "--days", "0"], "--days takes a whole number"],
  [["spend"], "one action: usage"],
  [["usage", "--account", "nobody"], "is not an email address"],
])("%j is a mistake", async (args, message) => {
  const { code, stderr } = await runCommand("ai", args, {});
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
