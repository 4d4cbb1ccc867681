import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect } from "vitest";

/**
 * Holds a text against a file that a person has read and found right. `UPDATE_GOLDENS=1` writes the file instead:
 * read the difference before committing it.
 */
export function expectGolden(path: string, text: string): void {
  if (process.env.UPDATE_GOLDENS === "1") {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return;
  }
  expect(existsSync(path), `${path} is missing: write it, or run with UPDATE_GOLDENS=1 and read it`).toBe(
    true,
  );
  expect(text).toBe(readFileSync(path, "utf8"));
}
