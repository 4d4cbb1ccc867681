import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import type { Validate } from "../../runtime/service/service.ts";
import { compile } from "../compile.ts";
import { importListing } from "../import/index.ts";
import type { SpecSource } from "../parse/source.ts";
import { writeAll } from "../test/support/compiler.ts";
import { generate } from "../test/support/fixtures.ts";
import { listingOf, tool } from "../test/support/import/listings.ts";
import { inTemporaryProject } from "../test/support/temporary-project.ts";

/** Would keep `RegExp` busy for centuries. */
const hostile = `${"a".repeat(64)}!`;

const hopeless = "^(a+)+$";
const quadratic = "^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$";
const lookingBack = "(?<!b.*)c$";

test("matches texts of a spec against an endless pattern in bounded time, and reports the pattern", () => {
  const text = { type: "string", pattern: hopeless, default: hostile, examples: [hostile] };
  const { diagnostics } = compile(
    specOf({
      properties: {
        text,
        names: { type: "object", propertyNames: { pattern: hopeless }, default: { [hostile]: 1 } },
      },
      examples: { one: { input: { text: hostile }, content: [{ type: "text", text: "a" }] } },
    }),
  );
  expect(diagnostics.map(({ code }) => code)).toEqual([
    // Causes first.
    "pattern-terminates",
    "pattern-terminates",
    "default-fits",
    "examples-fit",
    "default-fits",
    "example-fits",
  ]);
});

test("validators match hostile texts in linear time", async () => {
  const properties = {
    accepted: { type: "string", pattern: hopeless },
    address: { type: "string", pattern: quadratic },
    named: { type: "object", patternProperties: { [hopeless]: { type: "integer" } } },
    bounded: { type: "string", pattern: lookingBack, maxLength: 300 },
  };
  const files = await generate(specOf({ properties, accept: { "pattern-terminates": "They have it so." } }));
  const validate = await inTemporaryProject(async (folder) => {
    writeAll(folder, files);
    const module = await import(/* @vite-ignore */ join(folder, "validators/ask.ts"));
    return module.input as Validate;
  });
  const broken = (value: object) => {
    validate(value);
    return (validate.errors ?? []).map(({ keyword }) => keyword);
  };
  expect(broken({ accepted: "aaa", address: "a@b.c", named: { aa: 1, ab: "" }, bounded: "ac" })).toEqual([]);
  expect(broken({ accepted: hostile, address: `a@${".".repeat(1_000_000)} ` })).toEqual([
    "pattern",
    "pattern",
  ]);
  expect(broken({ named: { [hostile]: "no integer", a: "no integer" } })).toEqual(["type"]);
  expect(broken({ bounded: "bc" })).toEqual(["pattern"]);
  expect(broken({ bounded: "a".repeat(1_000_000) })).toEqual(["maxLength"]);
});

test("imports a manifest with such a pattern into a spec that accepts it", () => {
  const { sources, diagnostics } = importListing(
    listingOf(tool("ask", { text: { type: "string", pattern: hopeless } })),
  );
  expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
    ["pattern-terminates", "warning"],
  ]);
  expect(sources.find(({ path }) => path === "service.yaml")!.text).toContain("pattern-terminates: ");
});

function specOf({
  properties,
  examples,
  accept,
}: {
  properties: object;
  examples?: object;
  accept?: object;
}): SpecSource[] {
  const service = {
    toolwright: 1,
    server: { name: "hostile", version: "1" },
    endpoint: { transport: "stdio" },
    auth: { scheme: "none" },
    modes: { read: {} },
    ...(accept && { accept }),
    tools: ["ask"],
  };
  return [
    { path: "service.yaml", text: stringify(service) },
    {
      path: "tools/ask.yaml",
      text: stringify({ mode: "read", input: { type: "object", properties }, ...(examples && { examples }) }),
    },
  ];
}
