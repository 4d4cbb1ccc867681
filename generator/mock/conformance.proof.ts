/** All kinds of cases against the mocks of the specs that docs/mock.md names. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSpec } from "../files/spec.ts";
import type { Model } from "../model/model.ts";
import {
  conformance,
  importedModels,
  modelOf,
  templateModel,
  trackerModel,
} from "../test/support/mock/serving.ts";
import { repository } from "../test/support/temporary-project.ts";

const page = readFileSync(join(repository, "docs/mock.md"), "utf8");

const formKinds: readonly string[] = [
  "protocol",
  "manifest",
  "authorization",
  "input",
  "output",
  "failures",
  "errors",
];

const complete: readonly { readonly name: string; readonly model: Model }[] = [
  { name: "a new project", model: templateModel() },
  { name: "the tracker of the suite's tests", model: trackerModel() },
  ...importedModels(),
];

describe.each(complete)("$name", ({ name, model }) => {
  test("has findings only in scenarios, and the page names them", async () => {
    const judged = await conformance(model);
    expect(judged.length).toBeGreaterThan(100);
    expect(judged.filter(({ status, kind }) => status === "failed" && kind !== "scenarios")).toEqual([]);
    expect(page).toContain(name);
  });
});

test("the form service: declared rules hold, and some scenarios need the real service", async () => {
  const judged = await conformance(modelOf(readSpec(join(repository, "spec"))));
  const failed = judged.filter(({ status }) => status === "failed");
  expect(failed.filter(({ kind }) => formKinds.includes(kind))).toEqual([]);
  const ofBehaviour = judged.filter(({ kind }) => !formKinds.includes(kind) && kind !== "scenarios");
  const wrong = failed.filter(({ kind }) => kind !== "scenarios");
  expect(wrong.length / ofBehaviour.length).toBeLessThan(0.05);
});
