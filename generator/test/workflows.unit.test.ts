/** The workflows of this repository: what they run is pinned, and exists. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "./support/temporary-project.ts";

const folder = join(repository, ".github/workflows");
const workflows = readdirSync(folder).map(
  (name) => [name, readFileSync(join(folder, name), "utf8")] as const,
);
const { scripts } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));

test.each(workflows)("every action of %s is pinned to a commit", (_, text) => {
  const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
  expect(used.length).toBeGreaterThan(0);
  for (const action of used) expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40}$/);
});

test.each([...workflows, [".ci/run", readFileSync(join(repository, ".ci/run"), "utf8")] as const])(
  "every script that %s runs exists",
  (_, text) => {
    for (const [, script = ""] of text.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty(script);
  },
);
