import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The top of this repository. */
export const repository = join(import.meta.dirname, "..", "..");

/** A folder outside the repository in which generated code finds `toolwright/runtime` and compiles; removed after use. */
export async function inWorkshop<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-"));
  try {
    writeFileSync(join(folder, "package.json"), `{ "type": "module" }\n`);
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(repository, join(folder, "node_modules", "toolwright"), "dir");
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
