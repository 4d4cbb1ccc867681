/** All kinds of cases against the mocks of many specs; the table of docs/mock.md shows the same numbers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSpec } from "../../files/spec.ts";
import type { Model } from "../../model/model.ts";
import {
  conformance,
  importedModels,
  type Judged,
  modelOf,
  templateModel,
  trackerModel,
} from "../support/mock/serving.ts";
import { repository } from "../support/temporary-project.ts";

const page = readFileSync(join(repository, "docs/mock.md"), "utf8");

/** The figures of a row: tools, and cases that held, failed and were not verified. */
function figuresOf(name: string): readonly number[] {
  const cells =
    page
      .split("\n")
      .find((line) => line.startsWith(`| ${name} |`))
      ?.split("|") ?? [];
  return cells.slice(2, 6).map(Number);
}

/** A spec grows, and with it its cases; the page is right within a tenth. */
function expectAbout(name: string, judged: readonly Judged[]): void {
  const [, held = 0, failed = 0, unverified = 0] = figuresOf(name);
  const shown = held + failed + unverified;
  expect(Math.abs(judged.length - shown) / judged.length, `${name}: ${judged.length}`).toBeLessThan(0.1);
}

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
  ...importedModels().map(({ name, model }) => ({ name: `${name}, imported`, model })),
];

describe.each(complete)("$name", ({ name, model }) => {
  test("has no finding but in scenarios, and the figures of the page", async () => {
    const judged = await conformance(model);
    const failed = judged.filter(({ status }) => status === "failed");
    expect(failed.filter(({ kind }) => kind !== "scenarios")).toEqual([]);
    expectAbout(name, judged);
    expect(figuresOf(name)[2]).toBe(failed.length);
  });
});

test("the form service: what its spec declares holds; some scenarios need what only the service can do", async () => {
  const judged = await conformance(modelOf(readSpec(join(repository, "spec"))));
  const failed = judged.filter(({ status }) => status === "failed");
  expect(failed.filter(({ kind }) => formKinds.includes(kind))).toEqual([]);
  const ofBehaviour = judged.filter(({ kind }) => !formKinds.includes(kind) && kind !== "scenarios");
  const wrong = failed.filter(({ kind }) => kind !== "scenarios");
  expect(wrong.length / ofBehaviour.length).toBeLessThan(0.05);
  expectAbout("the form service", judged);
});
