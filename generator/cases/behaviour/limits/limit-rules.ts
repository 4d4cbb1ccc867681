/** Derives the rules of limits, and of the calls that draw from quotas. */
import type { DrawRule, LimitRule, PlacesRule } from "@toolwright/conformance/cases";
import { describing } from "@toolwright/json-schema/graph";
import { withoutUndefined } from "../../../model/members.ts";
import type { Limit } from "../../../model/model.ts";
import type { Tool } from "../../../model/operation.ts";
import { readAddedAmount } from "../../../scenarios/added-amount.ts";
import { type BehaviourContext, type Input, inTool } from "../context.ts";

/** Returns the rule of a limit; `undefined` if the spec declares nothing that shows it. */
export function limitRule(limit: Limit, context: BehaviourContext): LimitRule | undefined {
  const { kind, numbers, settings, field, appliesTo } = limit;
  const at = context.at(limit.at);
  const tools = appliesTo === "all" ? [] : appliesTo;
  const { max, seconds } = numbers;
  const shown = field ?? limit.ends?.value;
  switch (kind) {
    case "rate":
      if (appliesTo.length === 0) return undefined;
      return {
        kind,
        at,
        max: max!,
        seconds: seconds!,
        tools: appliesTo,
        ...(settings.per === "account" && { per: settings.per }),
      };
    case "duration":
      if (limit.before !== undefined && limit.refused !== undefined)
        return { kind: "notice", at, seconds: seconds!, tools, before: limit.before, refused: limit.refused };
      if (shown === undefined) return undefined;
      return {
        kind,
        at,
        seconds: seconds!,
        tools,
        field: shown,
        is: findSort(shown, tools, context),
        ...withoutUndefined({
          endsAt: limit.endsAt,
          ends: wholeCall(limit.ends, {}, context),
        }),
      };
    case "quota":
      return {
        kind,
        at,
        per: settings.per as "account" | "token",
        period: settings.period as "day" | "month",
        ...withoutUndefined({ shownBy: wholeCall(limit.shownBy, {}, context), refused: limit.refused }),
      };
    default:
      return countRule(limit, at, tools, context);
  }
}

function countRule(
  {
    kind,
    numbers,
    settings,
    field,
    refusals: code,
    of: entity,
    within = [],
    sum,
    while: states,
    refused,
  }: Limit,
  at: string,
  tools: readonly string[],
  context: BehaviourContext,
): LimitRule | undefined {
  const { min } = numbers;
  const max = numbers.max ?? settings.max!;
  const period = settings.period as "day" | "month" | undefined;
  if (
    settings.per === "account" &&
    entity !== undefined &&
    numbers.max !== undefined &&
    refused !== undefined
  )
    return {
      kind: "places",
      at,
      max: numbers.max,
      tools,
      entity,
      within: [],
      per: settings.per,
      ...withoutUndefined({ while: states }),
      refused,
    };
  if (within.length > 0 && refused !== undefined)
    return {
      kind: "places",
      at,
      max,
      tools,
      ...withoutUndefined({ entity }),
      within: within.map(ofFirstItem),
      ...withoutUndefined({ while: states }),
      ...withoutUndefined({ sum: sum === undefined ? undefined : addedAmount(sum), period }),
      refused,
    };
  if (typeof max === "string") return undefined;
  if (code !== undefined) return { kind: "refusals", at, max, period: period!, code, tools };
  if (field === undefined) return undefined;
  // A range of a list bounds the page that a caller asks for. The last page, or an empty one, has less.
  const least = kind === "range" && isList(field, tools, context) ? undefined : min;
  return { kind: "count", at, ...withoutUndefined({ min: least }), max, tools, field };
}

function addedAmount(sum: string): PlacesRule["sum"] {
  const added = readAddedAmount(sum);
  return typeof added === "string" ? undefined : { ...added, argument: ofFirstItem(added.argument) };
}

/** Calls of cases have one item in a list whose items have amounts. */
function ofFirstItem(pointer: string): string {
  return pointer.replaceAll("/*", "/0");
}

export function drawRule(tool: Tool, context: BehaviourContext): DrawRule | undefined {
  const { draws } = tool.behaviour;
  if (!draws) return undefined;
  const base = findDrawingBase(tool, draws.with, context);
  if (base === undefined) return undefined;
  const other = draws.with === undefined ? undefined : callWithout(tool, draws.with, context);
  return {
    at: context.at(inTool(tool, "draws")),
    limit: draws.limit,
    call: { tool: tool.name, input: context.readContent(base) },
    ...withoutUndefined({ with: draws.with, otherwise: other && { tool: tool.name, input: other } }),
    returnedOn: draws.returnedOn,
    ...withoutUndefined({ returnedIn: draws.returnedIn }),
  };
}

/** Returns the base of a call that draws from a quota; if an argument is needed, an example that has it. */
function findDrawingBase(
  tool: Tool,
  argument: string | undefined,
  context: BehaviourContext,
): string | undefined {
  if (argument === undefined) return context.baseOf(tool);
  const call = context.callWith(tool, argument);
  return call?.edits ? undefined : call?.base;
}

/** Whether the field is an address, a time or something else: from its format. */
function findSort(
  field: string,
  tools: readonly string[],
  context: BehaviourContext,
): "address" | "time" | "value" {
  const formats = tools.flatMap((name) => {
    const tool = context.tool(name);
    const schemas = tool ? context.findSchemas(tool, "output", field) : [];
    return schemas.flatMap(describing).map(({ format }) => format);
  });
  if (formats.some((format) => format === "uri" || format === "iri")) return "address";
  return formats.includes("date-time") ? "time" : "value";
}

function isList(field: string, tools: readonly string[], context: BehaviourContext): boolean {
  const schemas = tools.flatMap((name) => {
    const tool = context.tool(name);
    return tool ? context.findSchemas(tool, "output", field) : [];
  });
  return schemas.flatMap(describing).some(({ types }) => types?.includes("array"));
}

/** A call with all the arguments that its tool requires; `undefined` where none are known. */
function wholeCall<Call extends object>(
  call: (Call & { readonly tool: string }) | undefined,
  some: Input,
  context: BehaviourContext,
) {
  const tool = call && context.tool(call.tool);
  const input = tool && context.whole(tool, some);
  return input && { ...call, input };
}

function callWithout(tool: Tool, argument: string, context: BehaviourContext): Input | undefined {
  const name = argument.slice(1);
  return tool.examples
    .filter(({ failure }) => failure === undefined)
    .map(({ input }) => input as Input)
    .find((input) => !Object.hasOwn(input, name) && context.fitsInput(tool, input));
}
