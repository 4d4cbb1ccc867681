import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Validate } from "@toolwright/runtime";
import { explainErrors } from "@toolwright/runtime/problems";
import { beforeAll, describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { type Compiled, compile } from "../compile.ts";
import { emitValidators } from "../emit/validators.ts";
import { writeAll } from "../test/support/compiler.ts";
import { inTemporaryProject } from "../test/support/temporary-project.ts";

interface Row {
  readonly schema: object;
  readonly beside?: string;
  readonly fits: readonly unknown[];
  readonly misfits: readonly unknown[];
  readonly refused?: readonly unknown[];
  readonly accepted?: readonly unknown[];
}

const table: Record<string, Row> = parse(
  readFileSync(join(import.meta.dirname, "../test/unevaluated.yaml"), "utf8"),
);
const rows = Object.entries(table).map(([name, row], index) => ({ name, index, ...row }));

let compiled: Compiled;
let input: Validate;

/** Each row is a type of its own, used once by reference and once with a schema beside the reference. */
beforeAll(async () => {
  const service = {
    toolwright: 1,
    server: { name: "unevaluated", version: "1" },
    endpoint: { transport: "stdio" },
    auth: { scheme: "none" },
    modes: { read: {} },
    tools: ["ask"],
  };
  const properties = Object.fromEntries(
    rows.map(({ index }) => [`r${index}`, { $ref: `../types/r${index}.yaml` }]),
  );
  compiled = compile([
    { path: "service.yaml", text: stringify(service) },
    { path: "tools/ask.yaml", text: stringify({ mode: "read", input: { type: "object", properties } }) },
    ...rows.map(({ schema, index }) => ({ path: `types/r${index}.yaml`, text: stringify(schema) })),
  ]);
  await inTemporaryProject(async (folder) => {
    writeAll(folder, emitValidators(compiled.model!));
    ({ input } = await import(/* @vite-ignore */ join(folder, "validators/ask.ts")));
  });
});

describe.each(rows)("$name", ({ index, beside, fits, misfits, refused = [], accepted = [] }) => {
  test("the generated validator agrees with Ajv", () => {
    const takes = (value: unknown) => input({ [`r${index}`]: value });
    expect([...fits, ...accepted].filter((value) => !takes(value))).toEqual([]);
    expect([...misfits, ...refused].filter(takes)).toEqual([]);
  });

  test("warns exactly where Ajv may differ from the standard", () => {
    const warnings = compiled.diagnostics.filter(
      ({ code, place }) => code === "unevaluated-as-standard" && place.file === `types/r${index}.yaml`,
    );
    expect(warnings.map(({ detail }) => /`(\w+)`/.exec(detail ?? "")?.[1])).toEqual(beside ? [beside] : []);
  });
});

test("names unevaluated properties", () => {
  const at = (name: string) => `r${rows.findIndex((row) => row.name === name)}`;
  const value = { [at("prefixItems")]: ["a", 1], [at("allOf")]: { a: 1, c: 1 } };
  expect(input(value)).toBe(false);
  expect(explainErrors(input.errors ?? [], value, compiled.model!.tools[0]!.input.schema)).toEqual([
    { path: `/${at("allOf")}/c`, problem: "is not a known property; leave it out" },
    { path: `/${at("prefixItems")}`, problem: "must have at most 1 item" },
  ]);
});
