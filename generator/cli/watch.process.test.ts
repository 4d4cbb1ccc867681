/** `toolwright generate --watch` while the spec is edited; `watch.proof.ts` has problems of folders and the disk. */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { watching } from "../test/support/cli/watching.ts";

test("generates after every kind of save, also after a temporary mistake in the spec", async () => {
  await watching(async ({ folder, after }) => {
    const tool = join(folder, "spec/tools/find_book.yaml");
    const type = join(folder, "spec/types/book.yaml");
    const types = () => readFileSync(join(folder, "generated/types.ts"), "utf8");
    const [right, book] = [readFileSync(tool, "utf8"), readFileSync(type, "utf8")];

    await after(
      () =>
        writeFileSync(
          tool,
          right.replace("title: { type: string }", "title: { type: string, maxLength: 9 }"),
        ),
      /\d\d:\d\d:\d\d spec\/tools\/find_book\.yaml: wrote .*generated\/types\.ts.* \(\d+ ms\)\n/,
    );
    expect(types()).toContain("At most 9 characters.");

    const before = types();
    await after(
      () => writeFileSync(tool, right.replace("mode:", "mood:")),
      /error\[known-key\][\s\S]*find_book\.yaml: has errors; generated\/ stays as it is/,
    );
    await after(() => writeFileSync(tool, "mode: [\n"), /error\[yaml\][\s\S]*has errors/);
    expect(types()).toBe(before);

    await after(() => {
      writeFileSync(`${tool}.tmp`, right);
      renameSync(`${tool}.tmp`, tool);
    }, /find_book\.yaml: wrote /);
    expect(types()).not.toContain("At most 9 characters.");

    await after(() => writeFileSync(join(folder, "spec/types/shelf.yaml"), "type: string\n"), /shelf\.yaml/);
    await after(
      () =>
        writeFileSync(type, book.replace("properties:\n", "properties:\n  shelf: { $ref: shelf.yaml }\n")),
      /wrote .*types\.ts/,
    );
    expect(types()).toContain("export type Shelf = string");

    await after(() => rmSync(join(folder, "spec/types/shelf.yaml")), /shelf\.yaml: has errors/);
  });
});
