/** Collects what is known of the tools of an imported server and of their results. */
import type { Entry, Listing } from "@toolwright/check/surface";
import type { SchemaObject } from "@toolwright/json-schema";
import { findIds, type IdPlace, type ReadTool, readTools } from "./guesses/things.ts";
import { commonPrefix } from "./type-names.ts";

/** What is known of the results of a tool that publishes no schema of them. */
export interface SeenOutput {
  readonly schema: SchemaObject;
  /** Whether the tool was not called, so that the schema is a guess. */
  readonly isGuess: boolean;
}

/** By the names of tools. */
export type SeenOutputs = ReadonlyMap<string, SeenOutput>;

/** The tools of a server, with all that is known of their results. */
export interface DescribedTools {
  /** In the order of the manifest, with an output schema also where it was only seen. */
  readonly entries: readonly Entry[];
  readonly toolPrefix?: string;
  /** The words of the tools' names. */
  readonly tools: readonly ReadTool[];
  /** The places with ids of things. */
  readonly ids: readonly IdPlace[];
}

export function describeTools(
  listing: Pick<Listing, "tools">,
  seen: SeenOutputs = new Map(),
): DescribedTools {
  const entries = listing.tools.map((entry): Entry => {
    const outputSchema = entry.outputSchema ?? seen.get(entry.name)?.schema;
    return outputSchema === undefined ? entry : { ...entry, outputSchema };
  });
  const toolPrefix = commonPrefix(entries.map(({ name }) => name));
  const tools = readTools(entries, toolPrefix);
  return { entries, ...(toolPrefix !== undefined && { toolPrefix }), tools, ids: findIds(tools) };
}
