/** The workflows of the service: each says why no law proves it, and each patch that names a step of one names one that exists. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readPatches } from "./patches.ts";

interface Workflow {
  readonly workflowId: string;
  /** The reason why no law proves it; a guide, which is a page of a skill, has none. */
  readonly description?: string;
}

const folder = join(import.meta.dirname, "../../../spec/scenarios");
const workflows = readdirSync(folder).flatMap((file) => {
  const { workflows } = parse(readFileSync(join(folder, file), "utf8")) as {
    readonly workflows: readonly Workflow[];
  };
  return workflows.map((workflow) => ({ file, ...workflow }));
});

test.each(workflows.filter(({ file }) => file !== "guides.yaml"))(
  "$workflowId says why no law proves it",
  ({ description }) => {
    expect(description).toMatch(/\blaw\b/);
  },
);

test("patches name workflows that exist", () => {
  const names = new Set(workflows.map(({ workflowId }) => workflowId));
  const named = readPatches(join(import.meta.dirname, "patches.yaml"))
    .map(({ first }) => /^scenarios\/([^/]+)\//.exec(first ?? "")?.[1])
    .filter((name) => name !== undefined);
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});
