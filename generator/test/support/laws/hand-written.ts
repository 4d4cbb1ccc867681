import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import { header } from "../../../emit/file.ts";
import { DiskError } from "../../../files/disk-error.ts";
import { writeGenerated } from "../../../files/output-files.ts";
import { writeAll } from "../compiler.ts";
import { fixture, generate } from "../fixtures.ts";

const names = fc.constantFrom(
  "handlers.ts",
  "tools.ts",
  "manifest.json",
  "notes.md",
  "own.ts",
  "validators/now.ts",
  "validators/mine.ts",
  "deep/er/file.ts",
  ".hidden.ts",
);
const texts = fc.oneof(
  fc.constantFrom("export const mine = 1;\n", "", `// ${header}\nexport {};\n`, `/* ${header} */`, "{}\n"),
  fc.string({ maxLength: 20 }),
);

/** Whatever lies in the folder of output and beside it: files that were not generated are there afterwards, unchanged. */
export async function neverTouched(numRuns: number): Promise<void> {
  const generated = await generate(fixture("one-tool").sources);
  const found = fc.uniqueArray(fc.record({ path: names, text: texts }), {
    selector: ({ path }) => path,
    maxLength: 6,
  });
  fc.assert(
    fc.property(found, found, (inside, beside) => {
      const folder = mkdtempSync(join(tmpdir(), "toolwright-"));
      try {
        writeAll(join(folder, "out"), inside);
        writeAll(join(folder, "impl"), beside);
        const refused = refuses(() => writeGenerated(join(folder, "out"), generated));
        for (const { path, text } of beside)
          expect(readFileSync(join(folder, "impl", path), "utf8")).toBe(text);
        for (const { path, text } of inside) {
          if (refused || !isOurs(path, text))
            expect(readFileSync(join(folder, "out", path), "utf8")).toBe(text);
        }
        if (!refused)
          for (const { path, text } of generated)
            expect(readFileSync(join(folder, "out", path), "utf8")).toBe(text);
        expect(readdirSync(join(folder)).filter((name) => name.includes("staging"))).toEqual([]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }),
    { numRuns, endOnFailure: true },
  );

  /** A file that says it was generated, or that a folder of generated files has in the place of one that cannot say so. */
  function isOurs(path: string, text: string): boolean {
    const says = (content: string) =>
      content.startsWith(`// ${header}`) || content.includes(`"$comment": "${header}`);
    return says(text) || generated.some((file) => file.path === path && !says(file.text));
  }
}

function refuses(act: () => void): boolean {
  try {
    act();
    return false;
  } catch (error) {
    if (error instanceof DiskError) return true;
    throw error;
  }
}
