import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { fitting } from "../../cases/fits.ts";
import { compile } from "../../compile.ts";
import type { SpecSource } from "../../document.ts";
import { buildHere, modulesOf } from "../../emit/validators.ts";
import { forgetful } from "../../memory.ts";
import type { Model } from "../../model.ts";
import { problemsOf } from "../../runtime/dispatch/problems.ts";
import type { Validate } from "../../runtime/service.ts";
import { meantModel } from "../../schema/meant.ts";
import { resolver } from "../../schema/roots.ts";
import { writeAll } from "../compiled.ts";
import { hyperjump } from "../laws/judges.ts";
import type { Schema } from "../laws/schemas.ts";
import { inWorkshop } from "../workshop.ts";

/** What a schema has to say of values. */
interface Row {
  readonly name: string;
  readonly schema: Schema;
  readonly fits: readonly unknown[];
  readonly misfits: readonly unknown[];
}

const rows = ["properties", "items"].flatMap((file) => {
  const table: Record<string, Omit<Row, "name">> = parse(
    readFileSync(join(import.meta.dirname, `${file}.yaml`), "utf8"),
  );
  return Object.entries(table).map(([name, row]): Row => ({ name: `${file}: ${name}`, ...row }));
});

/** Whether a value fits the schema of a row. */
type Judge = (row: number, value: unknown) => boolean;

let model: Model;
let input: Validate;

beforeAll(async () => {
  const compiled = compile(sources());
  if (!compiled.model) throw new Error(JSON.stringify(compiled.diagnostics, null, 1));
  model = compiled.model;
  await inWorkshop(async (folder) => {
    writeAll(folder, await modulesOf(model, forgetful, buildHere));
    ({ input } = await import(/* @vite-ignore */ join(folder, "validators/ask.ts")));
  });
});

const judges: Readonly<Record<string, () => Promise<Judge>>> = {
  async "generated validators"() {
    return (row, value) => input({ [`r${row}`]: value });
  },

  async "what cases and examples are held against"() {
    const { types } = meantModel(model);
    const fits = fitting(resolver(meantModel(model)));
    return (row, value) => {
      const { root } = types.find(({ root }) => root.uri.endsWith(`/s${row}.yaml`))!;
      return fits(value, { root, pointer: "", schema: root.schema });
    };
  },

  /** So the rows are not only our own reading of the standard. */
  async Hyperjump() {
    const validators: ((value: unknown) => boolean)[] = [];
    for (const { schema } of rows) validators.push(await hyperjump(schema));
    return (row, value) => validators[row]!(value);
  },
};

function rowOf(name: string): number {
  return rows.findIndex((row) => row.name === name);
}

describe.each(Object.keys(judges))("%s", (name) => {
  let judge: Judge;

  beforeAll(async () => {
    judge = await judges[name]!();
  });

  test.each(rows.map((row, index) => ({ ...row, index })))("$name", ({ fits, misfits, index }) => {
    expect(fits.filter((value) => !judge(index, value))).toEqual([]);
    expect(misfits.filter((value) => judge(index, value))).toEqual([]);
  });
});

test("a value that is deep is looked at once a level, not once a branch", () => {
  const nested = (innermost: object) => ({
    [`r${rowOf("properties: recursion inside a branch")}`]: Array.from({ length: 400 }).reduce<object>(
      (next) => ({ next }),
      innermost,
    ),
  });
  expect(input(nested({ a: 1 }))).toBe(true);
  expect(input(nested({ b: 1 }))).toBe(false);
});

test("what is left over is named", () => {
  const [items, properties] = [`r${rowOf("items: contains")}`, `r${rowOf("properties: allOf")}`];
  const given = { [items]: ["a", 1, "b", 2], [properties]: { a: 1, c: 1 } };
  expect(input(given)).toBe(false);
  const problems = problemsOf(input.errors ?? [], given, model.tools[0]!.input.schema);
  expect(problems).toEqual([
    { path: `/${properties}/c`, problem: "is not a known property; leave it out" },
    { path: `/${items}/1`, problem: "is not allowed here" },
    { path: `/${items}/3`, problem: "is not allowed here" },
  ]);
});

/** Every row is a type of its own: some are compiled apart, some into the tool's module. */
function sources(): SpecSource[] {
  const service = {
    toolwright: 1,
    server: { name: "evaluated", version: "1" },
    endpoint: { transport: "stdio" },
    auth: { scheme: "none" },
    modes: { read: {} },
    tools: ["ask"],
  };
  const properties = Object.fromEntries(
    rows.map((_, index) => [`r${index}`, { $ref: `../types/s${index}.yaml` }]),
  );
  const tool = { mode: "read", input: { type: "object", properties } };
  return [
    { path: "service.yaml", text: stringify(service) },
    { path: "tools/ask.yaml", text: stringify(tool) },
    ...rows.map(({ schema }, index) => ({ path: `types/s${index}.yaml`, text: stringify(schema) })),
  ];
}
