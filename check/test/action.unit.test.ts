/** The files of workflows are valid: the action, and the examples of the guide. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validateAction, validateWorkflow } from "@action-validator/core";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const repository = join(import.meta.dirname, "../..");
const text = (file: string) => readFileSync(join(repository, file), "utf8");

test("action.yml is an action", () => {
  expect(validateAction(text("action.yml")).errors).toEqual([]);
  expect(validateAction("name: x\nruns: { using: composite, steps: [] }").errors).not.toEqual([]);
});

test("no step of the action puts an expression into a script: texts of others come as variables", () => {
  const { runs }: { runs: { steps: readonly { run: string }[] } } = parse(text("action.yml"));
  expect(runs.steps.length).toBeGreaterThan(3);
  for (const { run } of runs.steps) expect(run).not.toContain("${{");
});

test.each(readdirSync(join(repository, ".github/workflows")))(
  ".github/workflows/%s is a workflow",
  (file) => {
    expect(validateWorkflow(text(`.github/workflows/${file}`)).errors).toEqual([]);
  },
);

describe("docs/check.md", () => {
  const blocks = [...text("docs/check.md").matchAll(/^```yaml\n# (\S+)\n([\s\S]*?)^```$/gm)];
  const workflows = blocks.filter(([, file]) => file?.startsWith(".github/workflows/"));

  test("has workflows for three languages, and files for GitLab and pre-commit", () => {
    expect(workflows.length).toBeGreaterThanOrEqual(3);
    expect(blocks.map(([, file]) => file)).toEqual(
      expect.arrayContaining([".gitlab-ci.yml", ".pre-commit-config.yaml"]),
    );
  });

  test.each(workflows.map(([, file = "", yaml = ""]) => [file, yaml]))("%s is a workflow", (_, yaml) => {
    expect(validateWorkflow(yaml).errors).toEqual([]);
  });

  test("names each input and output of the action, and no others", () => {
    const { inputs, outputs } = parse(text("action.yml"));
    const listed = [...text("docs/check.md").matchAll(/^\| (?:input|output) `([a-z-]+)` \|/gm)];
    expect(listed.map(([, name]) => name).sort()).toEqual(
      [...Object.keys(inputs), ...Object.keys(outputs)].sort(),
    );
  });
});
