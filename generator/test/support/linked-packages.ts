import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { repository } from "./temporary-project.ts";

/** The packages of others that a new project asks npm for, out of this repository. */
export function linkPackages(parent: string): void {
  const packages = ["@modelcontextprotocol", "@types/oidc-provider", "jose", "oidc-provider"];
  for (const name of packages) {
    const link = join(parent, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(join(repository, "node_modules", name), link, "dir");
  }
}
