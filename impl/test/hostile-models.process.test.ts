/** Endpoints of models that attack the service: redirects, and answers without an end. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { ModelFailure } from "../ai/language-model.ts";
import { imageProvider } from "../ai/providers/image-provider.ts";
import { providerModel } from "../ai/providers/provider.ts";
import { type Attack, hostileModels } from "./support/hostile-models.ts";

const program = fileURLToPath(new URL("support/hostile-model-program.ts", import.meta.url));
const { signal } = new AbortController();
const secret = { model: "test-model", apiKey: "sk-very-secret-key" };
const bounds = { name: "The model", maxBytes: 1_000_000, maxLineBytes: 100_000 };
const conversation = {
  purpose: "create_form",
  system: "",
  messages: [{ role: "user", text: "Hello" }],
  maxCharacters: 60_000,
} as const;

async function failureOf(answer: Promise<unknown>): Promise<ModelFailure> {
  const ended = await answer.catch((error: unknown) => error);
  if (ended instanceof ModelFailure) return ended;
  throw new Error(`It ended with ${String(ended)}`);
}

describe.each(["openai-compatible", "anthropic"] as const)("%s", (provider) => {
  test.each([301, 302, 303, 307, 308])(
    "HTTP %i is not followed: the key and the prompt stay",
    async (status) => {
      const other = await hostileModels();
      const { url, requests } = await hostileModels(`${other.url}/endless-line/v1/chat/completions`);
      const model = providerModel({ ...secret, provider, baseUrl: `${url}/redirect/${status}` });
      const failure = await failureOf(model.answer(conversation, signal));
      expect(failure.reason).toBe("redirect");
      expect(failure.message).toBe(
        `The language model's address answered with a redirect (HTTP ${status}), which is not followed. The operator of the service sets the address that it leads to.`,
      );
      expect([requests.length, other.requests]).toEqual([1, []]);
    },
  );

  test("answers without an end, packed or not, end in a heap of 64 MB", async () => {
    const { url, requests } = await hostileModels();
    const names: Attack[] = ["endless-line", "endless-lines", "packed-line", "packed-lines", "endless-error"];
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--max-old-space-size=64",
      "--conditions=toolwright-source",
      program,
      provider,
      ...names.map((name) => `${url}/${name}`),
    ]);
    const { reasons, megabytes } = JSON.parse(stdout);
    expect(reasons).toEqual(names.map(() => "too_large"));
    expect(megabytes).toBeLessThan(300);
    expect(requests).toHaveLength(names.length);
  });

  test.each<Attack>(["slow-comments", "slow-bytes", "no-answer"])("%s is silence", async (attack) => {
    const { url } = await hostileModels();
    const model = providerModel(
      { ...secret, provider, baseUrl: `${url}/${attack}` },
      { ...bounds, timeLimitMs: 60_000, silenceMs: 300 },
    );
    expect((await failureOf(model.answer(conversation, signal))).reason).toBe("silent");
  });
});

test("an answer that goes on too slowly to end is cut", async () => {
  const { url } = await hostileModels();
  const model = providerModel(
    { ...secret, provider: "openai-compatible", baseUrl: `${url}/slow-text` },
    { ...bounds, timeLimitMs: 600, silenceMs: 60_000 },
  );
  expect((await failureOf(model.answer(conversation, signal))).reason).toBe("slow");
});

describe("an image model", () => {
  const painter = (baseUrl: string) => imageProvider({ ...secret, baseUrl, size: undefined });

  test("is not followed to another host", async () => {
    const other = await hostileModels();
    const { url } = await hostileModels(`${other.url}/endless-line/v1/images/generations`);
    const failure = await failureOf(painter(`${url}/redirect/307`).draw("Dough", signal));
    expect([failure.reason, other.requests]).toEqual(["redirect", []]);
  });

  test.each<Attack>(["endless-line", "packed-lines", "endless-error"])("%s is cut", async (attack) => {
    const { url } = await hostileModels();
    expect((await failureOf(painter(`${url}/${attack}`).draw("Dough", signal))).reason).toBe("too_large");
  });
});
