/** The patches of the fault experiment fit the sources of the service as they are. */
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { generatedCases } from "../../cases/load.ts";
import { patchFindings } from "../patches/patch-report.ts";
import { patchedSources } from "../patches/patched-copy.ts";
import { readKind, readPatches } from "../patches/patches.ts";

const patches = readPatches(join(import.meta.dirname, "..", "patches", "patches.yaml"));

test.each(patches.map((patch) => [patch.id, patch] as const))("%s", (_, patch) => {
  for (const text of patchedSources(patch).values()) {
    expect(() => stripTypeScriptTypes(text, { mode: "strip" })).not.toThrow();
  }
});

test("the cases that are tried first are there", () => {
  const ids = generatedCases().cases.map(({ id }) => id);
  expect(patches.flatMap(({ first }) => first ?? []).filter((first) => !ids.includes(first))).toEqual([]);
});

test("there are at least 60 patches of ten kinds", () => {
  expect(patches.length).toBeGreaterThanOrEqual(60);
  expect(new Set(patches.map(readKind)).size).toBeGreaterThanOrEqual(10);
});

test("a patch whose place has changed is named", () => {
  const edits = [{ file: "impl/main.ts", find: "no such text", replace: "" }];
  const patch = { id: "lost-check/gone", description: "", edits };
  expect(() => patchedSources(patch)).toThrow(/lost-check\/gone does not find its place in impl\/main\.ts/);
});

describe("the experiment passes", () => {
  const [caught, survivor] = patches.slice(0, 2).map((patch, index) => ({
    patch,
    seconds: 1,
    firstFinding:
      index === 0
        ? {
            subject: { id: "access/x", kind: "access" as const, must: "", at: "" },
            verdict: { status: "failed" as const, expected: "", got: "" },
          }
        : undefined,
  }));
  const entry = { fault: survivor!.patch.id, reason: "No tool shows it." };

  test.each([
    ["if all patches were caught", [caught!], [], true],
    ["not if one survives", [caught!, survivor!], [], false],
    ["if a survivor is known", [caught!, survivor!], [entry], true],
    ["not if a known survivor is caught", [caught!], [{ ...entry, fault: caught!.patch.id }], false],
  ])("%s", (_, outcomes, known, passed) => {
    expect(patchFindings(outcomes, known).passed).toBe(passed);
  });
});
