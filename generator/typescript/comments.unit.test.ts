import { expect, test } from "vitest";
import { compile, emit } from "../compile.ts";
import type { SpecSource } from "../parse/source.ts";
import { fixture } from "../test/support/fixtures.ts";

test("comments in a spec do not change generated files", async () => {
  const { sources } = fixture("every-key");
  const commented = sources.map(
    ({ path, text }): SpecSource => ({
      path,
      text: path.endsWith(".yaml") ? `# A comment.\n\n${text}` : text,
    }),
  );
  expect(await generated(commented)).toEqual(await generated(sources));
});

async function generated(sources: readonly SpecSource[]): Promise<[path: string, text: string][]> {
  const { model } = compile(sources);
  const files = await emit(model!);
  return files.map(({ path, text }) => [path, text]);
}
