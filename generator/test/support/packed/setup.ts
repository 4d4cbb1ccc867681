/** Builds and packs the packages once for all tests of packages: each build would remove the files of another. */
import type { TestProject } from "vitest/node";
import { pack, type Tarballs } from "./pack.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The tarballs that `npm publish` would send. */
    tarballs: Tarballs;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { tarballs, remove } = await pack();
  project.provide("tarballs", tarballs);
  return remove;
}
