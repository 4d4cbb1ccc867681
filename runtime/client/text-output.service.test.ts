/** Tools whose output is JSON or lines in a text block: what the runtime sends, and what a typed client reads. */
import type { Service } from "@toolwright/runtime";
import { clientOf, type OfficialClient } from "@toolwright/runtime/client";
import { inProcess } from "@toolwright/runtime/testing";
import { describe, expect, test } from "vitest";
import type { Layout } from "../layout/layout.ts";
import { notes, tool } from "../test/support/wire/notes.ts";

interface Rates {
  rate: { name: "rate"; arguments: { of: string }; output: { rate: number }; failure: "unknown" };
}

const rule = { rate: { name: "rate", hasOutput: true, outputAs: "text", failures: ["unknown"] } } as const;

const service: Service = {
  ...notes,
  tools: [
    tool({
      name: "rate",
      method: "rate",
      outputAs: "text",
      failures: { unknown: { when: "no bank trades it", retryable: false } },
      input: { properties: { of: { type: "string" } } },
      output: { type: "object", properties: { rate: { type: "number" } }, required: ["rate"] },
    }),
  ],
};
const client = inProcess({ service, handlers: { rate: () => ({ rate: 1.2 }) } });

test("the result has the output as a text, and no structuredContent", async () => {
  const call = client.callTool as (params: object, options: object) => Promise<unknown>;
  const result = await call({ name: "rate", arguments: { of: "GBP" } }, {});
  expect(result).toEqual({ content: [{ type: "text", text: '{"rate":1.2}' }] });
});

test("a typed client reads the output", async () => {
  const { rate } = clientOf<Rates>(client, rule);
  expect(await rate({ of: "GBP" })).toEqual({ ok: true, output: { rate: 1.2 } });
});

test.each([
  ["no text", [], "rate returned a result without a text."],
  ["no JSON", [{ type: "text", text: "1.20 euros" }], "rate returned a text that is not JSON."],
])("a typed client throws where there is %s", async (_, content, message) => {
  await expect(clientOf<Rates>(answering(content), rule).rate({ of: "GBP" })).rejects.toThrow(message);
});

test("an output that is a sentence is sent as it is", async () => {
  const [rate] = service.tools;
  const words = { ...service, tools: [{ ...rate!, output: () => true }] };
  const sentence = inProcess({ service: words, handlers: { rate: () => "There are no rates." } });
  const call = sentence.callTool as (params: object, options: object) => Promise<unknown>;
  expect(await call({ name: "rate", arguments: {} }, {})).toEqual({
    content: [{ type: "text", text: "There are no rates." }],
  });
});

test("a typed client returns a sentence where the output may be a text", async () => {
  const other = answering([{ type: "text", text: "There are no rates." }]);
  const { rate } = clientOf<Rates>(other, { rate: { ...rule.rate, allowsText: true } });
  expect(await rate({ of: "GBP" })).toEqual({ ok: true, output: "There are no rates." });
});

describe("lines", () => {
  const layout: Layout = [
    { forms: [["Rate of ", { path: ["of"], type: "string" }, ": ", { path: ["rate"], type: "number" }]] },
    { forms: [["Bank: ", { path: ["bank"], type: "string" }]] },
  ];
  const inLines: Service = {
    ...service,
    tools: [
      tool({
        name: "rate",
        method: "rate",
        outputAs: layout,
        redaction: [{ remove: { bank: ["banks"] } }],
        input: { properties: { of: { type: "string" } } },
        output: {
          type: "object",
          properties: { of: { type: "string" }, rate: { type: "number" }, bank: { type: "string" } },
          required: ["of", "rate"],
        },
      }),
    ],
  };
  const lineRule = { rate: { ...rule.rate, outputAs: layout } };
  const output = { of: "GBP", rate: 1.2, bank: "Alpha" };

  test("the result has the output as lines, without the line of a field that the caller may not see", async () => {
    const caller = { scopes: new Set<string>() };
    const lines = inProcess({ service: inLines, handlers: { rate: () => output }, caller });
    const call = lines.callTool as (params: object, options: object) => Promise<unknown>;
    const result = await call({ name: "rate", arguments: { of: "GBP" } }, {});
    expect(result).toEqual({ content: [{ type: "text", text: "Rate of GBP: 1.2" }] });
  });

  test("a typed client reads the output", async () => {
    const given = answering([{ type: "text", text: "Here it is.\nRate of GBP: 1.2\nBank: Alpha" }]);
    expect(await clientOf<Rates>(given, lineRule).rate({ of: "GBP" })).toEqual({ ok: true, output });
  });

  test("a typed client throws for a text without any of the lines, or returns it where the output may be a text", async () => {
    const given = answering([{ type: "text", text: "There are no rates." }]);
    await expect(clientOf<Rates>(given, lineRule).rate({ of: "GBP" })).rejects.toThrow(
      "rate returned a text without any of the lines that it should have.",
    );
    const { rate } = clientOf<Rates>(given, { rate: { ...lineRule.rate, allowsText: true } });
    expect(await rate({ of: "GBP" })).toEqual({ ok: true, output: "There are no rates." });
  });
});

/** An official client whose calls have this content. */
function answering(content: readonly object[]): OfficialClient {
  return { callTool: async () => ({ content }) } as unknown as OfficialClient;
}
