/** `npm run manifest` with its output in a file; `manifest.process.test.ts` reads it from a pipe. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plainEnvironment, published } from "../test/support/cli/npm-script.ts";
import { repository } from "../test/support/temporary-project.ts";

test("npm run manifest prints JSON and nothing else into a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-manifest-"));
  try {
    const file = join(folder, "manifest.json");
    const { status } = spawnSync("npm", ["run", "manifest"], {
      cwd: repository,
      env: plainEnvironment(),
      stdio: ["ignore", openSync(file, "w"), "pipe"],
    });
    expect(status).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(published);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
