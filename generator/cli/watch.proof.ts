/** `toolwright generate --watch` while the folder of the spec disappears, and while nothing can be written. */
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { watching } from "../test/support/cli/watching.ts";

test("keeps watching while the spec folder disappears, as when git changes branches", async () => {
  await watching(async ({ folder, after }) => {
    const spec = join(folder, "spec");
    cpSync(spec, join(folder, "other"), { recursive: true });
    writeFileSync(join(folder, "other/types/book.yaml"), "type: object\ndescription: Another book.\n");
    await after(() => {
      rmSync(spec, { recursive: true });
      renameSync(join(folder, "other"), spec);
    }, /spec\/types\/book\.yaml: wrote /);
    await after(
      () => writeFileSync(join(spec, "types/book.yaml"), "type: object\ndescription: A third book.\n"),
      /spec\/types\/book\.yaml: wrote /,
    );
    expect(readFileSync(join(folder, "generated/types.ts"), "utf8")).toContain("A third book.");
    expect(existsSync(join(folder, "other"))).toBe(false);
  });
});

test("reports a problem of the disk, and continues when it is solved", async () => {
  await watching(async ({ folder, after }) => {
    const type = join(folder, "spec/types/book.yaml");
    const generated = join(folder, "generated");
    await after(() => {
      rmSync(generated, { recursive: true });
      writeFileSync(generated, "");
      writeFileSync(type, "type: object\ndescription: A rare book.\n");
    }, /toolwright: generated cannot be read: a file is in the place of a folder \(ENOTDIR\)\. Still watching\.\n/);
    await after(() => rmSync(generated), /spec\/types\/book\.yaml: wrote /);
    expect(readFileSync(join(generated, "types.ts"), "utf8")).toContain("A rare book.");
  });
});
