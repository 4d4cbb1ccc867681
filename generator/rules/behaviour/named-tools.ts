/** Lists where entities, limits and states name tools, with the arguments that they give them. */
import type { SpecLocation } from "../../diagnostics/diagnostic.ts";
import type { Model } from "../../model/model.ts";
import { locationBelow } from "../../resolve/limits.ts";

/** A tool that a declaration names. */
export interface NamedTool {
  readonly tool: string;
  readonly at: SpecLocation;
  /** The arguments that the declaration gives it. */
  readonly input?: { readonly values: Readonly<Record<string, unknown>>; readonly at: SpecLocation };
}

/** The tools that entities and limits name; another rule is about those of states. */
export function namedTools({ entities, limits }: Model): NamedTool[] {
  return [
    ...entities.flatMap(({ madeBy, endedBy, observedBy, at }) => [
      ...(madeBy ? [namedTool(madeBy, locationBelow(at, ["made_by"]))] : []),
      ...(endedBy ? [namedTool(endedBy, locationBelow(at, ["ended_by"]))] : []),
      ...observedBy.map((tool, index) => ({ tool, at: locationBelow(at, ["observed_by", index]) })),
    ]),
    ...limits.flatMap(({ ends, shownBy, at }) => [
      ...(ends ? [namedTool(ends, locationBelow(at, ["ends"]))] : []),
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
