/** Derives the rules and cases of limits that a call can observe. */

import type { BehaviourCase, DrawRule, LimitCase, LimitRule } from "@toolwright/conformance/cases";
import { rootsBelow } from "@toolwright/json-schema";
import { describing } from "@toolwright/json-schema/graph";
import { serverTransitions } from "../../model/behaviour.ts";
import { withoutUndefined } from "../../model/members.ts";
import type { Limit, Tool } from "../../model/model.ts";
import { proseKeys } from "../../resolve/limits.ts";
import { type BehaviourContext, type Input, inTool } from "./context.ts";

/** Returns the rule of a limit; `undefined` if the spec declares nothing that shows it. */
export function limitRule(limit: Limit, context: BehaviourContext): LimitRule | undefined {
  const { kind, numbers, settings, field, appliesTo } = limit;
  const at = context.at(limit.at);
  const tools = appliesTo === "all" ? [] : appliesTo;
  const { max, seconds } = numbers;
  const shown = field ?? limit.ends?.value;
  switch (kind) {
    case "rate":
      return appliesTo.length === 0
        ? undefined
        : { kind, at, max: max!, seconds: seconds!, tools: appliesTo };
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
          ends: wholeCall(limit.ends, limit.ends?.input as Input, context),
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
  { kind, numbers, settings, field, refusals: code }: Limit,
  at: string,
  tools: readonly string[],
  context: BehaviourContext,
): LimitRule | undefined {
  const { min } = numbers;
  const max = numbers.max!;
  if (code !== undefined)
    return { kind: "refusals", at, max, period: settings.period as "day" | "month", code, tools };
  if (field === undefined) return undefined;
  // A range of a list bounds the page that a caller asks for. The last page, or an empty one, has less.
  const least = kind === "range" && isList(field, tools, context) ? undefined : min;
  return { kind: "count", at, ...withoutUndefined({ min: least }), max, tools, field };
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

export function limitCases(limit: Limit, context: BehaviourContext): BehaviourCase[] {
  const rule = limitRule(limit, context);
  if (rule === undefined || rule.kind === "refusals")
    return isExercisedElsewhere(limit, context) ? [] : [untestable(limit, context)];
  const { name, numbers } = limit;
  const make = (check: LimitCase["check"], must: string, tool?: string): BehaviourCase => ({
    id: ["limits", name, ...(tool === undefined ? [] : [tool]), check].join("/"),
    kind: "limits",
    must,
    at: rule.at,
    limit: name,
    check,
    ...(tool !== undefined && { tool }),
  });
  switch (rule.kind) {
    case "rate": {
      const what = rule.tools === "all" ? "call" : `call of ${rule.tools.join(" or ")}`;
      const [tool] = rule.tools === "all" ? [] : rule.tools;
      const over = `After ${rule.max} calls in ${rule.seconds} s, the next ${what} of a token is refused for a while.`;
      return [
        make("over", over),
        make("other-token", "The calls of one token leave another one its own."),
        make("next-window", `After ${rule.seconds} s a refused token may call again.`),
      ].map((each) => ({ ...each, ...withoutUndefined({ tool }) }));
    }
    case "count":
      return rule.tools.flatMap((tool) => [
        make("never-more", `No result of ${tool} has more than ${rule.max} at ${rule.field}.`, tool),
        make("at-limit", `A result of ${tool} can have ${rule.max} at ${rule.field}.`, tool),
      ]);
    case "duration":
      return rule.tools.flatMap((tool) => [
        make("before", `${rule.field} of ${tool} holds until ${numbers.seconds} s have passed.`, tool),
        make("after", `${rule.field} of ${tool} has ended after ${numbers.seconds} s.`, tool),
        ...(isUsable(rule, context)
          ? [
              make(
                "after-use",
                `${rule.field} of ${tool} has ended after ${numbers.seconds} s, although it was just used.`,
                tool,
              ),
            ]
          : []),
      ]);
    case "notice":
      return rule.tools.flatMap((tool) => [
        make("before", `${tool} is accepted more than ${rule.seconds} s before ${rule.before}.`, tool),
        make(
          "after",
          `${tool} is refused with ${rule.refused} less than ${rule.seconds} s before ${rule.before}.`,
          tool,
        ),
      ]);
    case "quota":
      return quotaCases(limit, rule, make, context);
  }
}

/** Whether the limited value can be used again and again: an address, or the argument of a tool that changes nothing. */
function isUsable(
  { is, ends }: Extract<LimitRule, { kind: "duration" }>,
  { tool }: BehaviourContext,
): boolean {
  return ends === undefined ? is === "address" : tool(ends.tool)?.annotations?.readOnlyHint === true;
}

function quotaCases(
  limit: Limit,
  rule: Extract<LimitRule, { kind: "quota" }>,
  make: (check: LimitCase["check"], must: string, tool?: string) => BehaviourCase,
  context: BehaviourContext,
): BehaviourCase[] {
  const tools = context.model.tools.filter(({ behaviour }) => behaviour.draws?.limit === limit.name);
  const cases = tools.flatMap((tool) => {
    const { name, behaviour, failures } = tool;
    const { with: argument, returnedOn = [] } = behaviour.draws ?? {};
    const nothing = `draws nothing from ${limit.name}`;
    const refused =
      rule.refused !== undefined && failures.includes(rule.refused) ? ` with ${rule.refused}` : "";
    const all = [
      make("draws", `A call of ${name} draws one from ${limit.name}.`, name),
      ...(argument === undefined
        ? []
        : [make("draws-nothing", `A call of ${name} without ${argument.slice(1)} ${nothing}.`, name)]),
      make("refusal-draws-nothing", `A refused call of ${name} ${nothing}.`, name),
      ...returnedOn.map((code) => {
        const each = make("returned", `A call of ${name} that is refused with ${code} ${nothing}.`, name);
        return { ...each, id: `${each.id}/${code}`, code };
      }),
      ...listEndable(tool, context).map((entity) => {
        const must = `The end of a ${entity} gives back nothing of ${limit.name} that ${name} drew.`;
        const each = make("ended", must, name);
        return { ...each, id: `${each.id}/${entity}`, entity };
      }),
      make("end", `When ${limit.name} is used up, ${name} is refused${refused}.`, name),
    ];
    if (rule.shownBy && drawRule(tool, context)) return all;
    const reason = rule.shownBy
      ? `no valid arguments of ${name} were found that draw`
      : `the spec names no tool that shows ${limit.name} (shown_by)`;
    return all.map((each) => unverifiable(each, reason));
  });
  return cases.length > 0 ? [...cases, periodCase(limit, rule, make, tools)] : [untestable(limit, context)];
}

/** Lists the entities that a tool makes or takes, and that another call ends. */
function listEndable(tool: Tool, context: BehaviourContext): string[] {
  return context.model.entities
    .filter(
      (entity) =>
        entity.endedBy !== undefined &&
        (entity.madeBy?.tool === tool.name ||
          (entity.madeBy !== undefined && context.argumentsOf(entity, tool).length > 0)),
    )
    .map(({ name }) => name);
}

function periodCase(
  { name, settings }: Limit,
  { shownBy }: Extract<LimitRule, { kind: "quota" }>,
  make: (check: LimitCase["check"], must: string, tool?: string) => BehaviourCase,
  [first]: readonly Tool[],
): BehaviourCase {
  const must = `What was drawn from ${name} counts until its ${settings.period} ends, and no longer.`;
  const each = make("next-period", must, first?.name);
  if (shownBy?.resets !== undefined) return each;
  return unverifiable(each, `the spec names no place that shows when ${name} starts again (shown_by.resets)`);
}

/** The same promise without a check. */
function unverifiable({ id, must, at, tool }: BehaviourCase, reason: string): BehaviourCase {
  return { id, kind: "limits", must, at, ...(tool !== undefined && { tool }), untestable: reason };
}

function untestable(limit: Limit, context: BehaviourContext): BehaviourCase {
  const { name, kind, appliesTo, description } = limit;
  const [tool] = appliesTo === "all" ? [] : appliesTo;
  const what = {
    quota: "no tool that draws from it (draws)",
    rate: "no tools that it applies to (applies_to)",
  }[kind];
  return {
    id: `limits/${name}`,
    kind: "limits",
    must: `The limit ${name} holds${description === undefined ? "." : `: ${description}`}`,
    at: context.at(limit.at),
    ...(tool !== undefined && { tool }),
    untestable: `the spec names ${what ?? "neither a field of a result that shows it (field) nor a schema or scenario that reaches it"}`,
  };
}

/**
 * Tells whether an argument, a scenario or a transition uses the number of a limit, so that other cases test it. A result that
 * must not exceed a number says nothing about how many items there can be, so results are only checked for the range.
 */
function isExercisedElsewhere(
  { name, kind, scenario }: Limit,
  { model, resolve }: BehaviourContext,
): boolean {
  if (scenario !== undefined) return true;
  const transitions = model.states.flatMap(serverTransitions);
  if (transitions.some(({ within, after }) => within === name || after === name)) return true;
  const shown = ({ input, output }: Tool) => (kind === "range" && output ? [input, output] : [input]);
  const roots = model.tools.flatMap(shown).flatMap((root) => rootsBelow(root, resolve));
  return model.limitUses.some(
    ({ limit, at }) =>
      limit === name &&
      !proseKeys.has(String(at.path.at(-1))) &&
      roots.some((root) => root.at.file === at.file && root.at.path.every((step, i) => step === at.path[i])),
  );
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
