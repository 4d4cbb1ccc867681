/**
 * Lets the programs that tests start compile each module once a run: Node caches the code in a folder that is removed after the
 * run.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export function shareCompiledModules(): void {
  // A cache of the caller's own stays.
  if (process.env.NODE_COMPILE_CACHE !== undefined) return;
  const folder = mkdtempSync(join(tmpdir(), "toolwright-compiled-"));
  process.env.NODE_COMPILE_CACHE = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}
