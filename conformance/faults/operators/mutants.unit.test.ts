/** Mutants of a small source file: the changed places, and the places that run. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { effectVariable, listMutants, tracer } from "../patches/mutants.ts";
import type { Patch } from "../patches/patches.ts";
import { reachedVariable, readReached, withNotes } from "../patches/reached.ts";

const source = `import { db } from "./db.ts";

interface Item { size: 7 }

export async function find(items: Item[], cursor?: string) {
  if (cursor === "gone") throw new Error("No such cursor.");
  await db.insert(cursor);
  const rows = await db.select().where("id", "=", cursor).execute();
  const big = items.filter(({ size }) => size > 3);
  return { rows, total: big.length, isLast: (await db.next()) && big[0] };
}

function neverCalled() {
  return false;
}
`;

const mutants = listMutants("src/find.ts", source);
const folder = mkdtempSync(join(tmpdir(), "mutants-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("each operator changes its places and nothing else", () => {
  expect(mutants.map(({ id, description }) => [id, description])).toEqual([
    ["check/src/find.ts:6:7+17", 'cursor === "gone" -> false'],
    ["condition/src/find.ts:6:7+17", 'cursor === "gone" -> cursor !== "gone"'],
    ["effect/src/find.ts:7:3+23", "await db.insert(cursor) -> null"],
    ["query/src/find.ts:8:46+3", '"=" -> "!="'],
    ["query/src/find.ts:8:22+36", 'db.select().where("id", "=", cursor) -> db.select()'],
    ["list/src/find.ts:9:15+36", "items.filter(({ size }) => size > 3) -> items"],
    ["condition/src/find.ts:9:42+8", "size > 3 -> size >= 3"],
    ["bound/src/find.ts:9:49+1", "3 -> 3 + 1"],
    ["return/src/find.ts:10:25+10", "big.length -> undefined"],
    ["return/src/find.ts:10:45+27", "(await db.next()) && big[0] -> undefined"],
    ["bound/src/find.ts:10:70+1", "0 -> 0 + 1"],
    ["return/src/find.ts:14:10+5", "false -> !false"],
  ]);
  expect(mutants[0]?.key).toBe('check/src/find.ts#find cursor === "gone" -> false');
  const moved = listMutants("src/find.ts", `// A line.\n${source}`);
  expect(moved.map(({ key }) => key)).toEqual(mutants.map(({ key }) => key));
  for (const mutant of mutants) {
    expect(mutant.edits.map(({ find, at }) => source.startsWith(find, at))).toEqual([true]);
    expect(() => stripTypeScriptTypes(mutated(mutant, source), { mode: "strip" })).not.toThrow();
  }
});

/** Runs a program with the noted copy of a source text; `run` is the text's function. Returns what it printed, and the groups of each mutant. */
function runNoted(text: string, program: string) {
  const own = mkdtempSync(join(folder, "reached-"));
  const places = listMutants("run.ts", text).flatMap(({ id, edits }) =>
    edits.map((edit) => ({ id, ...edit })),
  );
  const file = join(own, "noted.mjs");
  writeFileSync(file, withNotes(text, places));
  const notes = mkdtempSync(join(own, "notes-"));
  const printed = execFileSync(
    process.execPath,
    ["--input-type=module", "-e", `const { run } = await import(${JSON.stringify(file)});\n${program}`],
    { env: { ...process.env, [reachedVariable]: notes }, encoding: "utf8" },
  );
  const { until, ...rest } = JSON.parse(printed);
  const reached = readReached(notes, [
    { group: "first", until },
    { group: "second", until: Number.POSITIVE_INFINITY },
  ]);
  const during = (operator: string, find: string) => {
    const place = places.find((each) => each.find === find && each.id.startsWith(operator))!;
    return [...(reached.get(place.id) ?? ["never ran"])];
  };
  return { rest, during };
}

const twoGroups = (first: string, second: string) => `
  const results = [${first}];
  const began = Date.now();
  while (Date.now() === began);
  process.stdout.write(JSON.stringify({ results, until: began, last: ${second} ?? null }));`;

test("each place notes when the mutant would give another value, also one within another, and changes nothing", () => {
  const { rest, during } = runNoted(
    "export const run = (size) => (size > 3 && size < 9 ? [3].filter((one) => one > 3) : size.none?.map(String));\n",
    twoGroups("run(1), run(1), run(5)", "run(10)"),
  );
  expect(rest).toEqual({ results: [null, null, []], last: null });
  // With `||` the value is another one for 1 and 10. The size is never at the bound.
  expect(during("condition", "size > 3 && size < 9")).toEqual(["first", "second"]);
  expect(during("condition", "size < 9")).toEqual([]);
  // A value that is computed once may be kept, such as a prepared query, and may matter to every case.
  expect(during("list", "[3].filter((one) => one > 3)")).toEqual([undefined]);
  expect(during("condition", "one > 3")).toEqual([undefined]);
});

test("a lost check matters when it would have refused, and a call that may change something whenever it runs", () => {
  const { rest, during } = runNoted(
    `const seen = [];
    const note = (size) => seen.push(size) > 0;
    export function run(size) {
      if (size.big) throw new Error("too big");
      if (note(size) && size.known) return seen.length;
      return false;
    }
    export const never = () => { if (seen.length) return 1; };\n`,
    twoGroups(
      "run({}), run({}), run({}), run({ known: true })",
      "(() => { try { return run({ big: {} }); } catch (error) { return error.message; } })()",
    ),
  );
  // The call of `note` was not repeated.
  expect(rest).toEqual({ results: [false, false, false, 4], last: "too big" });
  expect(during("check", "size.big")).toEqual(["second"]);
  expect(during("check", "note(size) && size.known")).toEqual(["first"]);
  expect(during("condition", "note(size) && size.known")).toEqual(["first"]);
  expect(during("check", "seen.length")).toEqual(["never ran"]);
});

test.each([
  [
    "counts if it gives another value",
    "export const run = () => [3, 4].filter((size) => size > 3);",
    [3, 4],
    1,
  ],
  [
    "counts if it throws",
    "const none = null;\nexport const run = () => none !== null && none.size;",
    undefined,
    1,
  ],
  [
    "does not count if it gives the same value",
    "export const run = () => [4, 5].filter((size) => size > 3);",
    [4, 5],
    0,
  ],
] as const)("a mutant %s", async (name, text, value, notes) => {
  const kind = value ? "list" : "condition";
  const mutant = listMutants("run.ts", text).find(
    ({ operator, edits: [edit] }) => operator === kind && edit?.find.includes("&&") !== !!value,
  )!;
  const own = mkdtempSync(join(folder, "run-"));
  const file = join(folder, `${name.replaceAll(" ", "-")}.mjs`);
  writeFileSync(file, mutated(mutant, text));
  const before = process.env[effectVariable];
  process.env[effectVariable] = join(own, "effect");
  try {
    const { run } = await import(file);
    if (value) expect(run()).toEqual(value);
    else expect(run).toThrow(TypeError);
  } finally {
    if (before === undefined) delete process.env[effectVariable];
    else process.env[effectVariable] = before;
  }
  expect(readdirSync(own)).toHaveLength(notes);
});

function mutated({ edits }: Patch, text: string): string {
  const changed = edits.reduce(
    (code, { find, replace, at = 0 }) => code.slice(0, at) + replace + code.slice(at + find.length),
    text,
  );
  return changed + tracer;
}
