/** What clients make of tools, as data. */
import type { PublishedTool } from "../compatibility/published.ts";

/**
 * From bad to harmless. `refused`: the client drops the tool, or a valid call of it. `lost`: the model is not told of a part of
 * the schema. `noted`: the tool works, without something that the client could do.
 */
export const effects = ["refused", "lost", "noted"] as const;
export type Effect = (typeof effects)[number];

export interface Finding {
  readonly tool: string;
  readonly client: string;
  readonly effect: Effect;
  /** A JSON Pointer into the entry of `tools/list`. */
  readonly place: string;
  /** What happens there, as a sentence. */
  readonly what: string;
  readonly instead: string;
}

/** One column of the table. */
export interface Client {
  readonly name: string;
  readonly title: string;
  /** Left out: checked by rules. Else the package that was run, with its version; null: it is not installed. */
  readonly ran?: { readonly package: string; readonly version: string | null };
}

/** Everything that was found. */
export interface Portability {
  readonly tools: readonly PublishedTool[];
  readonly clients: readonly Client[];
  readonly findings: readonly Finding[];
}

/** What the client does with the tool: its worst finding, `taken` without one, `unchecked` if the client is not installed. */
export function chooseCell(
  { findings }: Portability,
  tool: string,
  { name, ran }: Client,
): Effect | "taken" | "unchecked" {
  if (ran?.version === null) return "unchecked";
  const own = findings.filter((each) => each.tool === tool && each.client === name);
  return effects.find((effect) => own.some((each) => each.effect === effect)) ?? "taken";
}

/** Whether every client that was checked takes every tool. */
export function isPortable({ findings }: Portability): boolean {
  return findings.every(({ effect }) => effect === "noted");
}
