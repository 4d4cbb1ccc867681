import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compile } from "../compile.ts";
import { fixtures, generate } from "./support/fixtures.ts";
import { expectGolden } from "./support/golden.ts";

/** Fixtures whose `want/` holds every file, so that each emitter is seen with and without something to say. */
const whole = ["one-tool", "every-key"];

describe.each(fixtures)("$name", ({ name, folder, sources }) => {
  test("has no diagnostics", () => {
    expect(compile(sources).diagnostics).toEqual([]);
  });

  test("generates the files in want/", async () => {
    const files = await generate(sources);
    const want = join(folder, "want");
    const shown = whole.includes(name) ? files.map(({ path }) => path) : filesBelow(want);
    for (const path of shown) {
      const file = files.find((candidate) => candidate.path === path);
      expect(file, `nothing generates ${path}`).toBeDefined();
      expectGolden(join(want, path), file!.text);
    }
    expect(filesBelow(want)).toEqual(shown.toSorted());
  });
});

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
}
