import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { apiOf } from "../api.ts";

const folder = join(mkdtempSync(join(tmpdir(), "toolwright-api-")), "notes");
mkdirSync(join(folder, "dist"), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function apiFor(types: string) {
  const exports = { ".": { types: "./dist/index.d.ts" } };
  const file = { name: "notes", version: "1.0.0", type: "module", exports };
  writeFileSync(join(folder, "package.json"), JSON.stringify(file));
  writeFileSync(join(folder, "dist", "index.d.ts"), types);
  return apiOf(folder, "notes");
}

test("names a type that an exported one needs, and members that do not say what they are", () => {
  const { forgotten, undocumented } = apiFor(`
interface Author { readonly name: string }
export {};
/** A note. */
export interface Note { readonly author: Author }
export type Notes = readonly Note[];
`);
  expect(forgotten).toEqual([
    "notes/index.ts: Author is part of an exported type. Export it from the same entry point.",
  ]);
  expect(undocumented).toEqual([
    "notes/index.ts: author has no comment that says what it is.",
    "notes/index.ts: Notes has no comment that says what it is.",
  ]);
});

test("has nothing to say of a package whose types are exported, and say what they are", () => {
  const { forgotten, undocumented, report } = apiFor(`
/** A note. */
export interface Note {
  /** In characters. */
  readonly length: number;
}
`);
  expect([...forgotten, ...undocumented]).toEqual([]);
  expect(report).toContain("readonly length: number;");
});
