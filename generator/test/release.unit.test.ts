/** What the recipe of a release in CONTRIBUTING leaves to a person. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesIn } from "./support/shown-files.ts";
import { repository } from "./support/temporary-project.ts";

const read = (path: string) => readFileSync(join(repository, path), "utf8");

test("docs/serving.md has the version of the packages", () => {
  const [shown] = filesIn(read("docs/serving.md"), "jsonc", "// ");
  const { dependencies, devDependencies } = JSON.parse(shown!.text);
  const { version } = JSON.parse(read("generator/package.json"));
  expect(dependencies["@toolwright/runtime"]).toBe(version);
  expect(devDependencies.toolwright).toBe(version);
});
