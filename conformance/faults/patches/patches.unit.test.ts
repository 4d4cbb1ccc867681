/** The patches of the fault experiment fit the current sources of the service. */
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { generatedCases } from "../../cases/load.ts";
import { listFindings, requiredShares, toleratedSurvivors } from "../findings.ts";
import { patchSources } from "./patched-copy.ts";
import { readPatches } from "./patches.ts";

const patches = readPatches(join(import.meta.dirname, "patches.yaml"));

test.each(patches.map((patch) => [patch.id, patch] as const))("%s", (_, patch) => {
  for (const text of patchSources(patch).values()) {
    expect(() => stripTypeScriptTypes(text, { mode: "strip" })).not.toThrow();
  }
});

test("the cases that are tried first exist", () => {
  const ids = generatedCases().cases.map(({ id }) => id);
  expect(patches.flatMap(({ first }) => first ?? []).filter((first) => !ids.includes(first))).toEqual([]);
});

test("there are at least 60 patches of ten kinds", () => {
  expect(patches.length).toBeGreaterThanOrEqual(60);
  expect(new Set(patches.map(({ operator }) => operator)).size).toBeGreaterThanOrEqual(10);
});

test.each([
  ["no such text", /lost-check\/gone does not find its place in impl\/main\.ts/],
  ["import ", /lost-check\/gone finds two places in impl\/main\.ts/],
])("the error for a patch whose place has changed names the patch: %j", (find, message) => {
  const edits = [{ file: "impl/main.ts", find, replace: "" }];
  const patch = { id: "lost-check/gone", operator: "lost-check", description: "", edits };
  expect(() => patchSources(patch)).toThrow(message);
});

test("each patch finds its place, and no other one", () => {
  for (const patch of patches) expect(patchSources(patch).size).toBeGreaterThan(0);
});

describe("the experiment passes", () => {
  const possible = Map.groupBy(patches, ({ operator }) => operator);
  const finding = {
    subject: { id: "access/x", kind: "access", must: "", at: "" },
    verdict: { status: "failed", expected: "", got: "" },
  } as const;
  const [caught, survivor] = patches.map((fault, index) => ({
    trial: { fault },
    firstFinding: index === 0 ? finding : undefined,
  }));
  const entry = { fault: patches[1]!.id, reason: "No tool shows it." };
  const ofMutants = (caughtOnes: number, survivors: number) => [
    ...Array.from({ length: caughtOnes }, () => caught!),
    ...Array.from({ length: survivors }, () => survivor!),
  ];

  test.each([
    ["if all patches were caught", [caught!], [], true],
    ["not if one survives", [caught!, survivor!], [], false],
    ["if a survivor is known", [caught!, survivor!], [entry], true],
    ["not if a known survivor is caught", [caught!], [{ ...entry, fault: patches[0]!.id }], false],
    ["whatever the entries of the proxy", [caught!], [{ ...entry, fault: "leak/none" }], true],
  ])("%s", (_, outcomes, known, passed) => {
    const bar = { share: requiredShares.named, known, tolerated: toleratedSurvivors, isComplete: true };
    expect(listFindings({ possible, equivalent: [], outcomes }, bar).passed).toBe(passed);
  });

  test.each([
    ["if enough mutants were caught", ofMutants(4, 6), [], true],
    ["not if fewer were", ofMutants(3, 7), [], false],
    ["not if fewer were of a small sample", ofMutants(1, 2), [], false],
    ["if no client can see those that survive", ofMutants(3, 7), [entry], true],
    [
      "not if an entry names no mutant any more",
      ofMutants(4, 6),
      [{ ...entry, fault: `${patches[1]!.operator}/gone` }],
      false,
    ],
  ])("%s", (_, outcomes, known, passed) => {
    const bar = { share: 0.4, known, isComplete: false };
    expect(listFindings({ possible, equivalent: [], outcomes }, bar).passed).toBe(passed);
  });
});
