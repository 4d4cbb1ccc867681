/** Names of a server of others stand on one line of the code and the pages that are generated for it, without control characters. */
import { expect, test } from "vitest";
import { compile, emit } from "../compile.ts";
import { importListing } from "../import/index.ts";
import { listingOf } from "../test/support/import/listings.ts";

const forged = "NAME\n\n# Forged\r\u001b[31m\u2028\u202e*/";
/** Characters that hide text, turn its direction, or end a line in some program. */
const controls = /(?![\n])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

test("names cannot end a line of generated code and pages, or turn it", { timeout: 30_000 }, async () => {
  const properties = { [`argument ${forged}`]: { type: "string", description: forged } };
  const schema = { type: "object", properties };
  const listing = {
    ...listingOf({ name: `tool ${forged}`, title: forged, inputSchema: schema, outputSchema: schema }),
    server: { name: forged, version: forged, title: forged, description: forged },
    offers: {
      resources: [{ uri: "a:b", name: `resource ${forged}`, title: forged }],
      prompts: [{ name: `prompt ${forged}`, title: forged, arguments: [{ name: `topic ${forged}` }] }],
    },
  };
  const { model } = compile(importListing(listing).sources);
  const files = (await emit(model!)).filter(({ path }) => /\.(ts|md)$/.test(path));
  expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(["client.ts", "docs/tools.md"]));
  for (const { path, text } of files) {
    const lines = text.split("\n").filter((line) => controls.test(line));
    expect(lines, path).toEqual([]);
  }
  const client = files.find(({ path }) => path === "client.ts")!.text;
  expect(client).not.toMatch(/^ \* #? ?Forged/m);
});
