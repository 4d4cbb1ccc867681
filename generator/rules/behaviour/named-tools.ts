/** Lists the tools that keys about behaviour name. */
import type { SpecLocation } from "../../diagnostics/diagnostic.ts";
import type { Roles } from "../../model/behaviour.ts";
import type { Model } from "../../model/model.ts";
import { locationBelow } from "../../resolve/limits.ts";

/** A tool that a declaration names. */
export interface NamedTool {
  readonly tool: string;
  readonly at: SpecLocation;
  /** The arguments that the declaration gives it. */
  readonly input?: { readonly values: Readonly<Record<string, unknown>>; readonly at: SpecLocation };
}

/** Returns the tools that entities and limits name; another rule is about the tools of states. */
export function namedTools({ entities, limits }: Model): NamedTool[] {
  return [
    ...entities.flatMap(({ madeBy, endedBy, observedBy, sharedBy, at }) => [
      ...(madeBy ? [namedTool(madeBy, locationBelow(at, ["made_by"]))] : []),
      ...(endedBy ? [namedTool(endedBy, locationBelow(at, ["ended_by"]))] : []),
      ...observedBy.map((tool, index) => ({ tool, at: locationBelow(at, ["observed_by", index]) })),
      ...(sharedBy ? [namedTool(sharedBy, locationBelow(at, ["shared_by"]))] : []),
      ...listAllowed(sharedBy?.roles).map(({ tool, path }) => ({
        tool,
        at: locationBelow(at, ["shared_by", "roles", "allow", ...path]),
      })),
    ]),
    ...limits.flatMap(({ ends, shownBy, at }) => [
      ...(ends ? [{ tool: ends.tool, at: locationBelow(at, ["ends", "tool"]) }] : []),
      ...(shownBy ? [{ tool: shownBy.tool, at: locationBelow(at, ["shown_by", "tool"]) }] : []),
    ]),
  ];
}

function namedTool(
  { tool, input }: { readonly tool: string; readonly input: Readonly<Record<string, unknown>> },
  at: SpecLocation,
): NamedTool {
  const values = { values: input, at: locationBelow(at, ["input"]) };
  return { tool, at: locationBelow(at, ["tool"]), input: values };
}

/** Lists the tools that roles allow. `path`: the keys of `allow` that lead there. */
export function listAllowed(
  roles: Roles | undefined,
): { readonly tool: string; readonly path: readonly (string | number)[] }[] {
  return Object.entries(roles?.allow ?? {}).flatMap(([role, tools]) =>
    tools.map((tool, index) => ({ tool, path: [role, index] })),
  );
}
