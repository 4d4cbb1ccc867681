import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Json } from "toolwright/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { type Schemas, schemasOf } from "../judge/schemas.ts";
import { casesOf } from "./notes-server.ts";

/** The table by which validators are generated, too. */
const table = join(import.meta.dirname, "../../generator/test/evaluated");
const rows = ["properties", "items"].flatMap((file) =>
  Object.entries<{ schema: object; fits: Json[]; misfits: Json[] }>(
    parse(readFileSync(join(table, `${file}.yaml`), "utf8")),
  ).map(([name, row], index) => ({ name: `${file}: ${name}`, type: `${file}${index}`, ...row })),
);

let folder: string;
let schemas: Schemas;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "toolwright-"));
  const write = (path: string, value: object) => writeFileSync(join(folder, path), JSON.stringify(value));
  for (const name of ["tools", "types"]) mkdirSync(join(folder, name));
  write("service.yaml", {
    toolwright: 1,
    server: { name: "evaluated", version: "1" },
    endpoint: { transport: "stdio" },
    auth: { scheme: "none" },
    modes: { read: {} },
    tools: ["ask"],
  });
  const properties = Object.fromEntries(rows.map(({ type }) => [type, { $ref: `../types/${type}.yaml` }]));
  write("tools/ask.yaml", {
    mode: "read",
    input: { type: "object" },
    output: { type: "object", properties },
  });
  for (const { type, schema } of rows) write(`types/${type}.yaml`, schema);
  schemas = schemasOf(await casesOf(folder));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(rows)("results are judged as the standard has it: $name", ({ type, fits, misfits }) => {
  const takes = (value: Json) => schemas.problemsOfOutput("ask", { [type]: value }).length === 0;
  expect(fits.filter((value) => !takes(value))).toEqual([]);
  expect(misfits.filter(takes)).toEqual([]);
});

test("a result that is deep is judged in little more time than it has levels", () => {
  const { type } = rows.find(({ name }) => name === "properties: recursion inside a branch")!;
  const nested = (innermost: Json) =>
    Array.from({ length: 200 }).reduce<Json>((next) => ({ next }), innermost);
  expect(schemas.problemsOfOutput("ask", { [type]: nested({ a: 1 }) })).toEqual([]);
  expect(schemas.problemsOfOutput("ask", { [type]: nested({ b: 1 }) })).not.toEqual([]);
});
