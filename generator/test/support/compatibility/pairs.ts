/** Pairs of manifests, each with the gravest class that a person gives to the change. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PublishedTool } from "@toolwright/check/surface";

export interface ManifestPair {
  readonly name: string;
  readonly class: "breaking" | "risky" | "additive" | "wording" | "none";
  readonly old: { readonly tools: readonly PublishedTool[] };
  readonly new: { readonly tools: readonly PublishedTool[] };
}

export const manifestPairs: readonly ManifestPair[] = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../compatibility/pairs.json"), "utf8"),
);

/** Tools of others: for each pair whether they call it breaking; null where they fail at it. Made by `peers-program.ts`. */
export const peerResults: Readonly<Record<string, readonly (boolean | null)[]>> = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../compatibility/peers.json"), "utf8"),
);
