import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The top of this repository. */
export const repository = join(import.meta.dirname, "../../..");

/** The packages of this repository that a project depends on, and where they are. */
const packages = [
  ["toolwright", "generator"],
  ["@toolwright/runtime", "runtime"],
  ["@toolwright/conformance", "conformance"],
] as const;

/** A folder outside the repository in which generated code finds `@toolwright/runtime` and compiles; removed after use. */
export async function inTemporaryProject<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-"));
  try {
    writeFileSync(join(folder, "package.json"), `{ "type": "module" }\n`);
    mkdirSync(join(folder, "node_modules", "@toolwright"), { recursive: true });
    for (const [name, part] of packages)
      symlinkSync(join(repository, part), join(folder, "node_modules", name), "dir");
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
