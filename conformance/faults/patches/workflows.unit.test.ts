/** The table of workflows in evidence/laws.md is that of the workflows of the service. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readPatches } from "./patches.ts";

interface Workflow {
  readonly workflowId: string;
  /** The reason why no law proves it; a guide has none. */
  readonly description?: string;
}

const guide = "It is a page of a skill: what an agent does, with each call tested.";
const repository = join(import.meta.dirname, "../../..");
const folder = join(repository, "spec/scenarios");
const patches = readPatches(join(import.meta.dirname, "patches.yaml"));

/** Returns the rows of one file: its name, the workflow, its reason, and the number of patches that name one of its steps. */
function rowsOf(file: string): string[] {
  const { workflows } = parse(readFileSync(join(folder, file), "utf8")) as {
    readonly workflows: readonly Workflow[];
  };
  return workflows.map(({ workflowId, description = guide }) => {
    const own = patches.filter(({ first }) => first?.startsWith(`scenarios/${workflowId}/`)).length;
    return `| ${basename(file, ".yaml")} | ${workflowId} | ${description.trim()} | ${own || ""} |`;
  });
}

test("each workflow that remains has a row", () => {
  const evidence = readFileSync(join(repository, "evidence/laws.md"), "utf8");
  const [, section = ""] = evidence.split("## What remains of the workflows\n");
  const shown = section.split("\n").filter((line) => /^\| [\w-]+ \| [\w-]+ \| [A-Z]/.test(line));
  expect(shown).toEqual(readdirSync(folder).toSorted().flatMap(rowsOf));
});
