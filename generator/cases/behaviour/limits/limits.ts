/** Derives the cases of limits that a call can observe. */
import type { BehaviourCase, LimitCase, LimitRule, RateLimitRule } from "@toolwright/conformance/cases";
import { rootsBelow } from "@toolwright/json-schema";
import { withArticle } from "@toolwright/runtime/problems";
import { withoutUndefined } from "../../../model/members.ts";
import type { Limit } from "../../../model/model.ts";
import type { Tool } from "../../../model/operation.ts";
import { serverTransitions } from "../../../model/states.ts";
import { proseKeys } from "../../../resolve/limits.ts";
import type { BehaviourContext } from "../context.ts";
import { drawRule, limitRule } from "./limit-rules.ts";
import { placesCases } from "./places.ts";

export function limitCases(limit: Limit, context: BehaviourContext): BehaviourCase[] {
  const rule = limitRule(limit, context);
  if (rule === undefined) return isExercisedElsewhere(limit, context) ? [] : [untestable(limit, context)];
  const { name } = limit;
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
    case "rate":
      return rateCases(rule, make);
    case "count":
      return rule.tools.flatMap((tool) => [
        make("never-more", `No result of ${tool} has more than ${rule.max} at ${rule.field}.`, tool),
        make("at-limit", `A result of ${tool} can have ${rule.max} at ${rule.field}.`, tool),
      ]);
    case "duration":
      return rule.tools.flatMap((tool) => durationCases(rule, tool, make, context));
    case "notice":
      return rule.tools.flatMap((tool) => [
        make("before", `${tool} is accepted more than ${rule.seconds} s before ${rule.before}.`, tool),
        make(
          "after",
          `${tool} is refused with ${rule.refused} less than ${rule.seconds} s before ${rule.before}.`,
          tool,
        ),
      ]);
    case "places":
      return rule.tools.flatMap((tool) => placesCases(limit, rule, tool, context));
    case "quota":
      return quotaCases(limit, rule, make, context);
    case "refusals":
      return rule.tools.flatMap((tool) => refusalCases(limit, rule, tool, make, context));
  }
}

type MakeCase = (check: LimitCase["check"], must: string, tool?: string) => BehaviourCase;

function rateCases({ max, seconds, tools, per }: RateLimitRule, make: MakeCase): BehaviourCase[] {
  const what = tools === "all" ? "call" : `call of ${tools.join(" or ")}`;
  const [tool] = tools === "all" ? [] : tools;
  const over = `After ${max} calls in ${seconds} s, the next ${what} of ${per === "account" ? "an account" : "a token"} is refused for a while.`;
  const others =
    per === "account"
      ? [
          make("other-token", "The calls of all tokens of an account are counted together."),
          make("other-account", "The calls of one account leave another one its own."),
        ]
      : [make("other-token", "The calls of one token leave another one its own.")];
  const next = make("next-window", `After ${seconds} s a refused ${per ?? "token"} may call again.`);
  return [make("over", over), ...others, next].map((each) => ({ ...each, ...withoutUndefined({ tool }) }));
}

function refusalCases(
  { name }: Limit,
  { max, period, code }: Extract<LimitRule, { kind: "refusals" }>,
  tool: string,
  make: MakeCase,
  context: BehaviourContext,
): BehaviourCase[] {
  const often = `${tool} refuses a caller at most ${max} times a ${period} with ${code}.`;
  const again = `What ${name} counts in a ${period} is not counted in the next one.`;
  const all = [make("refused", often, tool), make("next-period", again, tool)];
  const isShown = context.tool(tool)?.examples.some(({ failure }) => failure === code);
  if (isShown) return all;
  return all.map((each) => unverifiable(each, `no example of ${tool} is refused with ${code}`));
}

type DurationRule = Extract<LimitRule, { kind: "duration" }>;

function durationCases(
  rule: DurationRule,
  tool: string,
  make: MakeCase,
  context: BehaviourContext,
): BehaviourCase[] {
  const { field, seconds, ends } = rule;
  const afterUse =
    ends && isKey(ends, context)
      ? `${ends.tool} with what was accepted in time has the same result after ${seconds} s.`
      : `${field} of ${tool} has ended after ${seconds} s, although it was just used.`;
  return [
    make("before", `${field} of ${tool} holds until ${seconds} s have passed.`, tool),
    make("after", `${field} of ${tool} has ended after ${seconds} s.`, tool),
    ...(isUsable(rule, context) ? [make("after-use", afterUse, tool)] : []),
  ];
}

/** Whether the limited value can be used again and again: an address, or the argument of a tool that changes nothing or repeats its result. */
function isUsable({ is, ends }: DurationRule, context: BehaviourContext): boolean {
  if (ends === undefined) return is === "address";
  return isKey(ends, context) || context.tool(ends.tool)?.annotations?.readOnlyHint === true;
}

/** Whether the value is the idempotency key of the call that accepts it. */
function isKey({ tool, argument }: NonNullable<DurationRule["ends"]>, context: BehaviourContext): boolean {
  return context.tool(tool)?.behaviour.idempotency?.key === argument;
}

function quotaCases(
  limit: Limit,
  rule: Extract<LimitRule, { kind: "quota" }>,
  make: MakeCase,
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
        const must = `The end of ${withArticle(entity)} gives back nothing of ${limit.name} that ${name} drew.`;
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
  make: MakeCase,
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
