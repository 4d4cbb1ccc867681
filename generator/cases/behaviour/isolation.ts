/** Derives the cases about the separation of accounts: keys, cursors, values that end, and quotas. */
import type { BehaviourCase } from "@toolwright/conformance/cases";
import type { Limit } from "../../model/model.ts";
import type { Tool } from "../../model/operation.ts";
import { promise } from "../promise.ts";
import { type BehaviourContext, inTool } from "./context.ts";
import { drawRule, limitRule } from "./limits/limit-rules.ts";
import { pagesRule } from "./pages.ts";

/** Makes the cases only if the spec declares that accounts are separate. Otherwise accounts may share cursors and keys. */
export function isolationCases(context: BehaviourContext): BehaviourCase[] {
  const { model } = context;
  if (!model.entities.some((entity) => entity.private !== undefined)) return [];
  return [
    ...model.tools.flatMap((tool) => [
      ...keyCases(tool, context),
      ...cursorCases(tool, context),
      ...fileCases(tool, context),
    ]),
    ...model.limits.flatMap((limit) => [...valueCases(limit, context), ...quotaCases(limit, context)]),
  ];
}

/** A key that is the id of an entity belongs to the account of that entity, as the cases about access show. */
function keyCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const { idempotency } = tool.behaviour;
  const call = idempotency && context.callWith(tool, idempotency.key);
  if (!idempotency || !call || isIdOfEntity(tool, idempotency.key, context)) return [];
  const must = `The key of one account is a new one for another account that calls ${tool.name}.`;
  const at = context.at(inTool(tool, "idempotency"));
  return [{ ...promise("isolation", `${tool.name}/key`, tool.name, must, at), ...call, check: "key" }];
}

/** Makes a case for the cursor of a list. Everyone who may read an entity may read its lists. */
function cursorCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const shows = context.model.entities.some(
    (entity) => entity.private !== undefined && context.resultsOf(entity, tool).length > 0,
  );
  const takesId = context.model.entities.some((entity) => context.argumentsOf(entity, tool).length > 0);
  if (!shows || takesId || pagesRule(tool, context)?.cursor === undefined) return [];
  const must = `A cursor of ${tool.name} shows nothing of its account to another one.`;
  const at = context.at(inTool(tool, "pages"));
  return [{ ...promise("isolation", `${tool.name}/cursor`, tool.name, must, at), check: "cursor" }];
}

/** Makes a case for each file of what an account has. Other files are about an entity that their call names. */
function fileCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const base = context.baseOf(tool);
  const takesId = context.model.entities.some((entity) => context.argumentsOf(entity, tool).length > 0);
  if (takesId || base === undefined) return [];
  return tool.behaviour.files.map(({ url, at }, rule): BehaviourCase => {
    const must = `The file at ${url} of ${tool.name} has nothing of another account.`;
    const promised = promise("isolation", `${tool.name}/file${url}`, tool.name, must, context.at(at));
    return { ...promised, check: "file", rule, base };
  });
}

function valueCases(limit: Limit, context: BehaviourContext): BehaviourCase[] {
  const rule = limitRule(limit, context);
  if (rule?.kind !== "duration" || (!rule.ends && rule.is !== "address")) return [];
  const { ends, at, tools, field } = rule;
  const taker = ends && context.tool(ends.tool);
  if (ends && taker && isIdOfEntity(taker, ends.argument, context)) return [];
  const tool = ends?.tool ?? tools[0] ?? "";
  const must = ends
    ? `${tool} refuses ${ends.value} of another account.`
    : `${field} of ${tool} does not work with the signature of another account's.`;
  const promised = promise("isolation", `${tool}/${limit.name}`, tool, must, at);
  return tools.length === 0 ? [] : [{ ...promised, check: "value", limit: limit.name }];
}

function quotaCases(limit: Limit, context: BehaviourContext): BehaviourCase[] {
  const rule = limitRule(limit, context);
  if (rule?.kind !== "quota" || !rule.shownBy) return [];
  const drawing = context.model.tools.filter(
    (tool) => tool.behaviour.draws?.limit === limit.name && drawRule(tool, context) !== undefined,
  );
  const at = rule.at;
  return [
    ...drawing.map((tool): BehaviourCase => {
      const must = `A call of ${tool.name} by one account draws nothing from ${limit.name} of another one.`;
      const promised = promise("isolation", `${tool.name}/${limit.name}/account`, tool.name, must, at);
      return { ...promised, check: "quota", limit: limit.name };
    }),
    ...drawing.slice(0, 1).flatMap((tool): BehaviourCase[] => {
      const end = `One account can call ${tool.name} while another one has nothing left of ${limit.name}.`;
      const counts = rule.per === "token" ? "count for it alone" : "count for all tokens of its account";
      const tokens = `The draws of a token from ${limit.name} ${counts}.`;
      const id = `${tool.name}/${limit.name}`;
      return [
        {
          ...promise("isolation", `${id}/other-end`, tool.name, end, at),
          check: "quota-end",
          limit: limit.name,
        },
        {
          ...promise("isolation", `${id}/tokens`, tool.name, tokens, at),
          check: "quota-tokens",
          limit: limit.name,
        },
      ];
    }),
    ...drawing
      .filter((tool) => tool.behaviour.idempotency)
      .map((tool): BehaviourCase => {
        const must = `A call of ${tool.name} that repeats another one with its key draws nothing from ${limit.name}.`;
        const promised = promise("isolation", `${tool.name}/${limit.name}/replay`, tool.name, must, at);
        return { ...promised, check: "replay-draws-nothing", limit: limit.name };
      }),
  ];
}

function isIdOfEntity(tool: Tool, pointer: string, context: BehaviourContext): boolean {
  return context.model.entities.some((entity) => context.argumentsOf(entity, tool).includes(pointer));
}
