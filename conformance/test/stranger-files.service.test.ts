import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { onRuntime, writeStrangerFiles } from "./support/stranger-files.ts";

const folder = join(import.meta.dirname, "strangers");

/** The files that the sources of a server import from its spec. */
function importsOf(name: string): string[] {
  const sources = readdirSync(join(folder, name)).filter((file) => file.endsWith(".ts"));
  return sources.flatMap((file) => {
    const text = readFileSync(join(folder, name, file), "utf8");
    return [...text.matchAll(/"\.\/(generated\/[\w/.-]+)"/g)].map(([, path = ""]) => path);
  });
}

test.each(onRuntime)(
  "the server %s finds the files of its spec, and none of them is committed",
  async (name) => {
    await writeStrangerFiles(name);
    for (const path of importsOf(name)) expect(readFileSync(join(folder, name, path), "utf8")).not.toBe("");
    const committed = execFileSync("git", ["ls-files", `${name}/generated`], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(committed).toBe("");
  },
);

test("a file of an earlier spec is replaced", async () => {
  const path = join(folder, "hire", "generated", "scopes.ts");
  await writeStrangerFiles("hire");
  const text = readFileSync(path, "utf8");
  writeFileSync(path, "// earlier");
  await writeStrangerFiles("hire");
  expect(readFileSync(path, "utf8")).toBe(text);
});
