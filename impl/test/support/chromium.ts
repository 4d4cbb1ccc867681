/** The program of the browser, which its package holds compressed. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const packageFile = new URL("../package.json", import.meta.resolve("@sparticuz/chromium"));
const { version } = JSON.parse(readFileSync(packageFile, "utf8")) as { version: string };
const cache = fileURLToPath(new URL("../../.cache/", packageFile));

const unpack = `import chromium from "@sparticuz/chromium"; await chromium.executablePath();`;

/**
 * The package unpacks into the folder for temporary files, where it takes any file that is there for a whole one: two test workers
 * on a new machine, or one that was ended meanwhile, left the other a program that does not start. So each process unpacks into a folder
 * of its own, and the first that has all of it gives it its name.
 * @returns the path of the program
 */
export function chromiumProgram(): string {
  const folder = join(cache, `chromium-${version}`);
  const program = join(folder, "chromium");
  if (existsSync(program)) return program;
  mkdirSync(cache, { recursive: true });
  const own = mkdtempSync(`${folder}-`);
  try {
    execFileSync(process.execPath, ["--input-type=module", "--eval", unpack], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: own },
    });
    renameSync(own, folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(program)) throw error;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
  return program;
}
