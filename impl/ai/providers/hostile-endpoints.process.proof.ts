/** Endpoints that attack the service: redirects, answers without an end, slow and cut ones. */
import { describe, expect, test } from "vitest";
import { receiverPost } from "../../platform/outgoing/receiver.ts";
import { endings } from "../../test/support/ask-endpoint.ts";
import {
  type Attack,
  hostileEndpoint,
  hostileMailServer,
  type mailAttacks,
} from "../../test/support/hostile-endpoints.ts";
import { ModelFailure } from "../language-model.ts";
import { imageProvider } from "./image-provider.ts";
import { providerModel } from "./provider.ts";

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
    "does not follow HTTP %i, which would leak the key and the prompt",
    async (status) => {
      const other = await hostileEndpoint();
      const { url, requests } = await hostileEndpoint(`${other.url}/endless-line/v1/chat/completions`);
      const model = providerModel({ ...secret, provider, baseUrl: `${url}/redirect/${status}` });
      const failure = await failureOf(model.answer(conversation, signal));
      expect(failure.reason).toBe("redirect");
      expect(failure.message).toBe(
        `The language model's address answered with a redirect (HTTP ${status}), which is not followed. The operator of the service sets the address that it leads to.`,
      );
      expect([requests.length, other.requests]).toEqual([1, []]);
    },
  );

  test.each<Attack>(["slow-comments", "slow-bytes", "no-answer"])("%s counts as silence", async (attack) => {
    const { url } = await hostileEndpoint();
    const model = providerModel(
      { ...secret, provider, baseUrl: `${url}/${attack}` },
      { ...bounds, timeLimitMs: 60_000, silenceMs: 300 },
    );
    expect((await failureOf(model.answer(conversation, signal))).reason).toBe("silent");
  });

  test("rejects an answer shorter than declared", async () => {
    const { url } = await hostileEndpoint();
    const model = providerModel({ ...secret, provider, baseUrl: `${url}/short-body` });
    expect((await failureOf(model.answer(conversation, signal))).reason).toBe("unreachable");
  });
});

test("cuts off an answer that is too slow to end", async () => {
  const { url } = await hostileEndpoint();
  const model = providerModel(
    { ...secret, provider: "openai-compatible", baseUrl: `${url}/slow-text` },
    { ...bounds, timeLimitMs: 600, silenceMs: 60_000 },
  );
  expect((await failureOf(model.answer(conversation, signal))).reason).toBe("slow");
});

describe("an image model", () => {
  const painter = (baseUrl: string, timeLimitMs = 60_000) =>
    imageProvider(
      { ...secret, baseUrl, size: undefined },
      { name: "The image model", maxBytes: 1_000_000, timeLimitMs },
    );

  test("is not followed to another host", async () => {
    const other = await hostileEndpoint();
    const { url } = await hostileEndpoint(`${other.url}/endless-line/v1/images/generations`);
    const failure = await failureOf(painter(`${url}/redirect/307`).draw("Dough", signal));
    expect([failure.reason, other.requests]).toEqual(["redirect", []]);
  });

  test.each<Attack>(["endless-line", "packed-lines", "endless-error"])("%s is cut", async (attack) => {
    const { url } = await hostileEndpoint();
    expect((await failureOf(painter(`${url}/${attack}`).draw("Dough", signal))).reason).toBe("too_large");
  });

  test.each<[Attack, string]>([
    ["slow-bytes", "slow"],
    ["no-answer", "slow"],
    ["short-body", "broken_off"],
  ])("%s is cut", async (attack, reason) => {
    const { url } = await hostileEndpoint();
    const failure = await failureOf(painter(`${url}/${attack}`, 300).draw("Dough", signal));
    expect(failure.reason).toBe(reason);
  });
});

describe.each(["list", "file", "document"] as const)("%s", (kind) => {
  test("is not followed to another host", async () => {
    const other = await hostileEndpoint("", kind === "document");
    const { url, requests } = await hostileEndpoint(`${other.url}/short-body`, kind === "document");
    expect(await endings[kind](`${url}/redirect/307`)).not.toBe("done");
    expect(requests.length).toBeGreaterThan(0);
    expect(other.requests).toEqual([]);
  });

  test.each<[Attack, RegExp]>([
    ["endless-line", /^too_large$/],
    // The answer is not unpacked.
    ["packed-lines", /^too_large$|parse error|not valid JSON/],
    ["endless-error", /^too_large$/],
    // A file without a length is not read at all.
    ["slow-bytes", kind === "file" ? /^too_large$/ : /^slow$|AbortError/],
    ["short-body", /aborted/],
    ["no-answer", /TimeoutError|AbortError/],
  ])("%s is cut", async (attack, ending) => {
    const { url } = await hostileEndpoint("", kind === "document");
    expect(
      await endings[kind](`${url}/${attack}`, { slowMs: /slow|no-answer/.test(attack) ? 300 : 20_000 }),
    ).toMatch(ending);
  });
});

describe("a receiver of webhooks", () => {
  const post = (url: string, timeLimitMs = 20_000, networks = ["127.0.0.1"]) =>
    receiverPost({ networks, timeLimitMs })({ url, headers: {}, body: "{}" }, signal);

  test.each([301, 307, 308])("does not follow HTTP %i", async (status) => {
    const other = await hostileEndpoint();
    const { url } = await hostileEndpoint(`${other.url}/endless-line`);
    expect(await post(`${url}/redirect/${status}`)).toEqual({ status, text: "" });
    expect(other.requests).toEqual([]);
  });

  test.each<[Attack, number]>([
    ["endless-line", 200],
    ["endless-lines", 200],
    ["packed-line", 200],
    ["endless-error", 400],
    ["short-body", 200],
  ])("cuts off %s, and uses its status", async (attack, status) => {
    const { url } = await hostileEndpoint();
    const answer = await post(`${url}/${attack}`);
    expect(answer.status).toBe(status);
    expect(answer.text.length).toBeLessThanOrEqual(2_000);
  });

  test("cuts off slow bytes at the time limit, and treats silence as a missing answer", async () => {
    const { url } = await hostileEndpoint();
    expect(await post(`${url}/slow-bytes`, 300)).toMatchObject({ status: 200 });
    await expect(post(`${url}/no-answer`, 300)).rejects.toMatchObject({ reason: "slow" });
  });

  test("does not connect to a name with a private address, even if it has others", async () => {
    const { url, requests } = await hostileEndpoint("", true);
    const { port } = new URL(url);
    for (const addresses of [
      ["127.0.0.1"],
      ["93.184.215.14", "127.0.0.1"],
      ["::1"],
      ["169.254.169.254"],
      [],
    ]) {
      const named = receiverPost({ networks: ["10.0.0.0/8"], resolve: async () => addresses });
      const sent = named({ url: `https://app.example:${port}/`, headers: {}, body: "" }, signal);
      await expect(sent, addresses.join()).rejects.toMatchObject({ reason: "not_public" });
    }
    await expect(post(`https://127.0.0.1:${port}/`, 300, [])).rejects.toMatchObject({ reason: "not_public" });
    expect(requests).toEqual([]);
  });

  test("without TLS only networks of the operator are reached", async () => {
    const { url, requests } = await hostileEndpoint();
    const open = receiverPost({ networks: ["10.0.0.0/8"], resolve: async () => ["93.184.215.14"] });
    await expect(open({ url: "http://app.example/", headers: {}, body: "" }, signal)).rejects.toMatchObject({
      reason: "not_public",
    });
    await expect(post(url, 300, ["127.0.0.2/32", "::1"])).rejects.toMatchObject({ reason: "not_public" });
    expect(requests).toEqual([]);
    expect(await post(url, 20_000, ["127.0.0.0/8"])).toMatchObject({ status: 404 });
  });

  test("reports an unknown name or port in the words of the system", async () => {
    await expect(post("http://127.0.0.1:1/")).rejects.toMatchObject({
      reason: "unreachable",
      message: "ECONNREFUSED",
    });
  });
});

test.each<[keyof typeof mailAttacks, RegExp]>([
  ["endless-line", /exceeds maximum allowed size/],
  ["endless-lines", /exceeds maximum allowed size/],
  ["endless-replies", /Invalid greeting/],
  ["slow-bytes", /AbortError/],
  ["no-answer", /AbortError/],
])("disconnects from a mail server with %s", async (attack, ending) => {
  expect(await endings.mail(await hostileMailServer(attack), { slowMs: 300 })).toMatch(ending);
});
