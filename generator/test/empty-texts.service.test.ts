/** A server of others that takes an empty text for one that is missing, as no schema of it says. */
import { expect, onTestFinished, test } from "vitest";
import { expand } from "../../conformance/cases/stored.ts";
import { type Fault, hasMethod, json, proxy } from "../../conformance/test/support/proxy.ts";
import { testServer } from "../../conformance/test/support/test-server.ts";
import { printWholeCases } from "../emit/cases.ts";
import { importListing } from "../import/index.ts";
import { listingOf, tool } from "./support/import/listings.ts";
import { modelOf, serve } from "./support/mock/serving.ts";

const properties = { title: { type: "string" }, note: { type: "string" } };
const saving = {
  ...tool("save", properties),
  inputSchema: { type: "object", properties, required: ["title"] },
};
const model = modelOf(importListing(listingOf(saving)).sources);

const isCall = hasMethod("tools/call");

/** Refuses a missing title and an empty one with the same text. */
const refusesEmpty: Fault = async (request, forward) => {
  if (!isCall(request)) return forward();
  const { id, params } = request.message;
  const sent = Object(params.arguments);
  if (typeof sent.title === "string" && sent.title !== "") return forward();
  const result = { content: [{ type: "text", text: "Missing parameter: title" }], isError: true };
  return { status: 200, headers: json, body: JSON.stringify({ jsonrpc: "2.0", id, result }) };
};

async function judge(target: { readonly coded?: boolean }): Promise<string> {
  const mock = await serve(model);
  onTestFinished(mock.close);
  const server = await proxy(mock.url, refusesEmpty);
  onTestFinished(server.close);
  const { results } = await testServer(server.url, {
    cases: expand(JSON.parse(printWholeCases(model))),
    selection: { cases: ["input/save/title/type/empty"] },
    target: { name: "saving", tokens: [], bindings: {}, ...target },
  });
  return results.map(({ verdict }) => ("advice" in verdict ? "advice" : verdict.status)).join();
}

test("gets advice, since no client is surprised", async () => {
  expect(await judge({})).toBe("advice");
});

test("fails if it promises a code for each refusal: then its spec says what it refuses", async () => {
  expect(await judge({ coded: true })).not.toBe("advice");
});
