import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const generator = join(import.meta.dirname, "..");

/**
 * A digest of everything that decides what a spec generates: the generator's code, its dependencies and the version of Node.
 * The package's version alone is not enough, since the code of a clone changes without it.
 */
export function generatorDigest(): string {
  const code = readdirSync(generator, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[jt]s|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/[\\/]test[\\/]/.test(path.slice(generator.length)))
    .sort()
    .map((path) => readFileSync(path, "utf8"));
  return hash("sha256", JSON.stringify([process.version, ...code, ...installed()]));
}

/** The text of this package's `package.json`, and of npm's list of installed packages if there is one. */
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
