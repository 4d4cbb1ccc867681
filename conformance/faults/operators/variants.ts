/** Tables of variants: the possible faults of one part of a server. */
import type { FaultDraft, FaultyServer } from "../fault.ts";
import type { FaultScope } from "../scope.ts";

/** A name that is unique in the table, the end of the description, and the change. */
export type Variant<Change> = readonly [name: string, description: string, change: Change];

/** The properties that all variants of a table share. */
interface Place {
  readonly location: string;
  readonly scope: FaultScope;
  /** The beginning of the descriptions. */
  readonly subject: string;
}

/** Makes one fault for each variant. */
export function draftVariants<Change>(
  { location, scope, subject }: Place,
  variants: readonly Variant<Change>[],
  start: (change: Change) => FaultyServer,
): FaultDraft[] {
  return variants.map(([name, description, change]) => ({
    location: [location, name].filter(Boolean).join("/"),
    description: `${subject} ${description}.`,
    scope,
    start: () => start(change),
  }));
}

/** Makes one fault for each variant at each tool. */
export function draftPerTool<Change>(
  tools: readonly string[],
  { part, verb }: { readonly part: "access" | "answers"; readonly verb: string },
  variants: readonly Variant<Change>[],
  start: (tool: string, change: Change) => FaultyServer,
): FaultDraft[] {
  return tools.flatMap((tool) =>
    draftVariants({ location: tool, scope: { part, tool }, subject: `${tool} ${verb}` }, variants, (change) =>
      start(tool, change),
    ),
  );
}

/** Makes one fault for each variant of the whole server. */
export function draftForServer<Change>(
  variants: readonly Variant<Change>[],
  start: (change: Change) => FaultyServer,
): FaultDraft[] {
  return draftVariants({ location: "", scope: { part: "server" }, subject: "The server" }, variants, start);
}
