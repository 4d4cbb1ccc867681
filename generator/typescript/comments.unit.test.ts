import { join } from "node:path";
import { expect, test } from "vitest";
import { compile, emit } from "../compile.ts";
import { readSpec } from "../files/spec.ts";
import type { SpecSource } from "../parse/source.ts";
import { repository } from "../test/support/temporary-project.ts";

test("comments in a spec do not change generated files", async () => {
  const spec = readSpec(join(repository, "spec"));
  const commented = spec.map(
    ({ path, text }): SpecSource => ({
      path,
      text: path.endsWith(".yaml") ? `# A comment.\n\n${text}` : text,
    }),
  );
  expect(await generated(commented)).toEqual(await generated(spec));
});

async function generated(sources: readonly SpecSource[]): Promise<[path: string, text: string][]> {
  const { model } = compile(sources);
  const files = await emit(model!);
  return files.map(({ path, text }) => [path, text]);
}
