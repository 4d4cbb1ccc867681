/** Rates that name resources and prompts: enforced over HTTP, listed in the docs, and tested by the suite. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Fault, Reply } from "../../conformance/test/support/proxy.ts";
import { compile } from "../compile.ts";
import { emitDocs } from "../emit/docs.ts";
import { readSpec } from "../files/spec.ts";
import type { Model } from "../model/model.ts";
import { conformance, mainToken, modelOf, otherToken, serve } from "../test/support/mock/serving.ts";

function withRate(...appliesTo: readonly string[]) {
  return withLimit(`{ kind: rate, max: 2, seconds: 60, applies_to: ["${appliesTo.join('", "')}"] }`);
}

function withLimit(rate: string) {
  return readSpec(join(import.meta.dirname, "../test/fixtures/resources/spec")).map((source) =>
    source.path === "service.yaml"
      ? { ...source, text: `${source.text}limits: { reads: ${rate} }\n` }
      : source,
  );
}

const model = modelOf(withRate("resource:note", "prompt:review"));

test("counts all operations of a rate together, for each token", async () => {
  const { url, close } = await serve(model);
  const send = async (method: string, params: object, token = mainToken) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return `${response.status} ${response.headers.get("ratelimit-policy") ?? ""}`.trim();
  };
  const note = ["resources/read", { uri: "notes://note/n1" }] as const;
  const review = ["prompts/get", { name: "review", arguments: { note_id: "n1" } }] as const;
  try {
    expect([await send(...note), await send(...review)]).toEqual(["200", "200"]);
    expect(await send(...note)).toBe('429 "pat-tool";q=2;w=60');
    expect(await send(...review)).toMatch(/^429/);
    expect(await send(...note, otherToken)).toBe("200");
    for (const uri of ["notes://guide", "notes://feed", "notes://note/n1/list.txt"])
      expect(await send("resources/read", { uri })).toBe("200");
    expect(await send("prompts/get", { name: "summarise", arguments: { note_id: "n1" } })).toBe("200");
    expect(await send("resources/list", {})).toBe("200");
    // A name or a URI that is no text is refused as unknown, and ends nothing.
    for (const method of ["tools/call", "prompts/get", "resources/read"])
      expect(await send(method, { name: { toString: 1 }, uri: { toString: 1 } })).toBe("200");
  } finally {
    await close();
  }
});

test("the suite reaches such a rate by reading", async () => {
  const judged = await conformance(model, { kinds: ["limits"] });
  expect(judged.map(({ id, status }) => `${status} ${id}`)).toEqual([
    "held limits/reads/over",
    "held limits/reads/other-token",
    "held limits/reads/next-window",
  ]);
});

/** A limiter on the clock of the machine refuses the first call after the hook has moved the clock of the server. */
const onOwnClock = (retryAfter: string): Fault => {
  let refusals = 0;
  return async (_, forward) => {
    const reply = await forward();
    if (reply.status === 429) refusals++;
    // The calls beyond the limit are refused, and then the first one of the next window.
    const isNext = reply.status !== 429 && refusals === 3;
    if (isNext) refusals++;
    return isNext
      ? { ...reply, status: 429, headers: { ...reply.headers, "retry-after": retryAfter } }
      : reply;
  };
};

test.each([
  ["held", "1"],
  ["unverified", "66"],
])(
  "the next window of a limiter that the clock hook does not move is %s with Retry-After: %s",
  async (status, wait) => {
    const judged = await conformance(model, { cases: ["limits/reads/next-window"] }, onOwnClock(wait));
    expect(judged.map(({ id, status }) => `${status} ${id}`)).toEqual([`${status} limits/reads/next-window`]);
  },
);

test("the docs name the operations of a rate, and unknown names are reported", () => {
  const [docs] = [emitDocs(model)].flat();
  expect(docs?.text).toContain("| 2 in 1 minute | `note`, `review` |");
  const [{ code, detail } = {}] = compile(withRate("resource:notes")).diagnostics;
  expect({ code, detail }).toEqual({
    code: "limit-applies",
    detail: expect.stringContaining("resource:notes"),
  });
});

describe("a rate of accounts", () => {
  const rateOf = (per: "account" | "token") =>
    modelOf(withLimit(`{ kind: rate, max: 20, seconds: 60, per: ${per}, applies_to: all }`));
  const checks = ["next-window", "other-account", "other-token", "over"];

  test.each<[name: string, served: Model, fault: Fault, failed: readonly string[]]>([
    ["a right server", rateOf("account"), (_, forward) => forward(), []],
    [
      "a server that counts each token by itself",
      rateOf("token"),
      (_, forward) => forward(),
      ["other-token"],
    ],
    [
      "a server that counts nothing",
      modelOf(withRate("resource:note")),
      (_, forward) => forward(),
      ["other-token", "over"],
    ],
    ["a server that refuses all while one is refused", rateOf("account"), refuseLater(), ["other-account"]],
  ])("is tried at %s", async (_, served, fault, failed) => {
    const selection = { cases: ["limits/reads/*"] };
    const judged = await conformance(rateOf("account"), selection, fault, served);
    expect(judged.map(({ id, status }) => `${id} ${status}`).sort()).toEqual(
      checks.map((check) => `limits/reads/${check} ${failed.includes(check) ? "failed" : "held"}`),
    );
  });
});

/** Refuses every token that comes for the first time after one was refused. */
function refuseLater(): Fault {
  const known = new Set<string | undefined>();
  let refusal: Reply | undefined;
  return async (request, forward) => {
    const { authorization } = request.headers;
    if (refusal && !known.has(authorization)) return refusal;
    known.add(authorization);
    const reply = await forward();
    if (reply.status === 429) refusal = reply;
    return reply;
  };
}
