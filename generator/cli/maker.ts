import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const generator = join(import.meta.dirname, "..");

/**
 * What makes the results of this process, as a digest: the generator's own code, the packages it stands on and Node.
 * The version alone would not do, since a generator that is being worked on changes without it.
 */
export function maker(): string {
  const code = readdirSync(generator, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[jt]s$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/[\\/]test[\\/]/.test(path.slice(generator.length)))
    .sort()
    .map((path) => readFileSync(path, "utf8"));
  return hash("sha256", JSON.stringify([process.version, ...code, ...installed()]));
}

/** `package.json` of this package, and the list of what npm has installed around it, where there is one. */
function installed(): string[] {
  const texts: string[] = [];
  for (let folder = generator; dirname(folder) !== folder; folder = dirname(folder)) {
    for (const file of ["package.json", join("node_modules", ".package-lock.json")]) {
      const path = join(folder, file);
      if (existsSync(path)) texts.push(readFileSync(path, "utf8"));
    }
  }
  return texts;
}
