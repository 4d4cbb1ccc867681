import { expect, test } from "vitest";
import { expand } from "../../conformance/cases/stored.ts";
import { compile } from "../compile.ts";
import { emitCases } from "../emit/cases.ts";
import { importListing } from "../import/index.ts";
import { listingOf, tool } from "../test/support/import/listings.ts";

test.each(["a[", "b(", "c*+", "(?:d", "e\\", "f{2", "[^]g", "$&h", 'say "hi"', "new\nline"])(
  "the cases of a tool called %j can be read",
  (name) => {
    const { model } = compile(importListing(listingOf(tool(name, { a: { type: "string" } }))).sources);
    const file = JSON.parse(emitCases(model!).text);
    expect(Object.keys(file.tools)).toEqual([name]);
    const own = expand(file).cases.filter((each) => "tool" in each && each.tool === name);
    expect(own.length).toBeGreaterThan(5);
  },
);
