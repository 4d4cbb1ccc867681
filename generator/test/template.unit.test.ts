/** The workflows of a new project are valid, and run no text of others. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validateWorkflow } from "@action-validator/core";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { repository } from "./support/temporary-project.ts";

const folder = join(repository, "generator", "template", "_github", "workflows");

test.each(readdirSync(folder))("%s is a workflow, and puts no expression into a script", (file) => {
  const text = readFileSync(join(folder, file), "utf8");
  expect(validateWorkflow(text).errors).toEqual([]);
  const { jobs }: { jobs: Record<string, { steps: readonly { run?: string }[] }> } = parse(text);
  for (const { run = "" } of Object.values(jobs).flatMap(({ steps }) => steps))
    expect(run).not.toContain("${{");
});
