/** All kinds of cases against the mocks of many specs; the table of docs/mock.md shows the same numbers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSpec } from "../../files/spec.ts";
import type { Model } from "../../model/model.ts";
import { repository } from "../temporary-project.ts";
import { conformance, importedModels, type Judged, modelOf, templateModel, trackerModel } from "./serving.ts";

const page = readFileSync(join(repository, "docs/mock.md"), "utf8");

function rowOf(name: string, model: Model, judged: readonly Judged[]): string {
  const count = (status: string) => judged.filter((each) => each.status === status).length;
  const cells = [name, model.tools.length, count("held"), count("failed"), count("unverified")];
  return `| ${cells.join(" | ")} |`;
}

const complete: readonly { readonly name: string; readonly model: Model }[] = [
  { name: "a new project", model: templateModel() },
  { name: "the tracker of the suite's tests", model: trackerModel() },
  ...importedModels().map(({ name, model }) => ({ name: `${name}, imported`, model })),
];

describe.each(complete)("$name", ({ name, model }) => {
  test("has no finding, and the figures of the page", async () => {
    const judged = await conformance(model);
    expect(judged.filter(({ status }) => status === "failed")).toEqual([]);
    expect(page).toContain(rowOf(name, model, judged));
  });
});

test("the form service: what its spec declares holds; some scenarios need what only the service can do", async () => {
  const model = modelOf(readSpec(join(repository, "spec")));
  const judged = await conformance(model);
  const failed = judged.filter(({ status }) => status === "failed");
  expect(failed.filter(({ kind }) => kind !== "scenarios")).toEqual([]);
  // What is verified of them depends a little on the order in which cases run.
  const [, ...figures] = /\| the form service \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|/.exec(page)!.map(Number);
  const [tools, held, wrong, unverified] = figures as [number, number, number, number];
  expect([tools, held + wrong + unverified]).toEqual([model.tools.length, judged.length]);
  expect(failed.length).toBeLessThanOrEqual(wrong);
});
