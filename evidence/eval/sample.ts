/** Draws the same few cases each time, so that a fixed minimum can be required of them. */
import { createHash } from "node:crypto";
import type { Case } from "./corpus.ts";

/** Returns a sample of cases from all sets. The choice depends on their texts, so new cases displace few of them. */
export function drawCases(cases: readonly Case[], size: number): Case[] {
  return cases
    .map((each) => ({ each, rank: createHash("sha256").update(`${each.task} ${each.text}`).digest("hex") }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, size)
    .map(({ each }) => each);
}
