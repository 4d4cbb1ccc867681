import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSpec } from "../files/spec.ts";
import { compilerErrors, writeAll } from "./support/compiler.ts";
import { generate } from "./support/fixtures.ts";
import { growSpec } from "./support/grown-spec.ts";
import { inTemporaryProject, repository } from "./support/temporary-project.ts";

test("the output of 1,400 tools compiles in one strict program", async () => {
  await inTemporaryProject(async (project) => {
    const spec = join(project, "spec");
    mkdirSync(spec);
    growSpec(join(repository, "spec"), 100, spec);
    const files = await generate(readSpec(spec));
    const code = files.filter(({ path }) => /\.ts$|^(manifest|resources|prompts)\.json$/.test(path));
    const manifest = code.find(({ path }) => path === "manifest.json")!;
    expect(JSON.parse(manifest.text).tools).toHaveLength(1_400);
    writeAll(join(project, "generated"), code);
    expect(compilerErrors(project)).toEqual([]);
  });
});
