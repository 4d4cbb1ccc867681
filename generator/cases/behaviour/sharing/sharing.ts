/** Derives the rule and the cases of an entity that accounts share: an account with access sees what the owner sees. */
import type { BehaviourCase, Json, SharingRule } from "@toolwright/conformance/cases";
import { describing } from "@toolwright/json-schema/graph";
import { withArticle } from "@toolwright/runtime/problems";
import type { Entity } from "../../../model/behaviour.ts";
import type { Tool } from "../../../model/operation.ts";
import { locationBelow } from "../../../resolve/limits.ts";
import { addCheck, promise, unmade } from "../../promise.ts";
import { listArguments } from "../argument-values.ts";
import type { BehaviourContext, Input } from "../context.ts";
import { isListOf, makeCall } from "../entities.ts";

/** The most ways in which an entity is shared. */
const mostCalls = 6;

/** Returns the rule; undefined if no valid arguments of the tool are known. */
export function sharingRule(entity: Entity, context: BehaviourContext): SharingRule | undefined {
  const { sharedBy } = entity;
  const tool = sharedBy && context.tool(sharedBy.tool);
  const base = tool && context.baseOf(tool);
  if (sharedBy === undefined || tool === undefined || base === undefined) return undefined;
  const { account, differs, roles } = sharedBy;
  const input = sharedBy.input as Input;
  // The first example may be about another entity, whose id stands in place of this one.
  const example = context.readContent(base);
  const others = Object.entries(example).filter(([name]) => !tool.exactlyOne.includes(name));
  const call =
    makeCall(entity, tool, { ...example, ...input }, context) ??
    makeCall(entity, tool, { ...Object.fromEntries(others), ...input }, context);
  if (call === undefined) return undefined;
  const calls = listLevels(tool, { ...call, account, role: roles?.argument }, context);
  if (calls.length === 0) return undefined;
  return {
    tool: tool.name,
    id: call.id,
    account,
    calls,
    differs,
    ...(roles && {
      roles: {
        argument: roles.argument,
        refused: roles.refused,
        ...(Object.keys(roles.sees).length > 0 && { sees: roles.sees }),
      },
    }),
  };
}

interface SharingCall {
  readonly id: string;
  readonly account: string;
  /** The argument whose values are the roles. */
  readonly role: string | undefined;
  readonly input: Input;
}

/** Lists the call with each role, or with each value of its first enumerated argument. */
function listLevels(
  tool: Tool,
  { id, account, role, input }: SharingCall,
  context: BehaviourContext,
): Input[] {
  const enumerated = (role === undefined ? listArguments(tool) : [role])
    .filter((argument) => argument !== id && argument !== account)
    .map((argument) => ({ name: argument.slice(1), values: listEnumerated(tool, argument, context) }))
    .find(({ values }) => values.length > 0);
  if (enumerated === undefined) return [input];
  return enumerated.values
    .map((value) => ({ ...input, [enumerated.name]: value }))
    .filter((candidate) => context.fitsInput(tool, candidate))
    .slice(0, mostCalls);
}

function listEnumerated(tool: Tool, argument: string, context: BehaviourContext): Json[] {
  const nodes = context.findSchemas(tool, "input", argument).flatMap(describing);
  return nodes.flatMap(({ enums }) => enums.flat() as Json[]);
}

/** Makes a case for each tool and resource that shows the entity, and one for each list of such entities. */
export function sharingCases(entity: Entity, context: BehaviourContext): BehaviourCase[] {
  const { name, at, madeBy, observedBy, sharedBy } = entity;
  if (sharedBy === undefined) return [];
  const rule = sharingRule(entity, context);
  const obstacle = rule === undefined ? `no valid arguments of ${sharedBy.tool} were found` : undefined;
  const reason = madeBy ? obstacle : unmade(name);
  const place = context.at(locationBelow(at, ["shared_by"]));
  const readers = context.readers.filter(
    (reader) => observedBy.includes(reader.name) || isReader(entity, reader, context),
  );
  const lists = context.model.tools.filter(
    (tool) => observedBy.includes(tool.name) && isListOf(entity, tool, context),
  );
  return [
    ...readers.map((reader) => {
      const must = `${reader.name} shows an account that has access to ${withArticle(name)} what it shows its owner.`;
      const promised = promise("access", `${reader.name}/${name}/shared`, reader.name, must, place);
      return addCheck(promised, reason ?? { check: "shared" as const, entity: name });
    }),
    ...lists.map((tool) => {
      const must = `The pages of ${tool.name} have every ${name} once, the own and the shared ones.`;
      const promised = promise("pages", `${tool.name}/shared-items`, tool.name, must, place);
      return addCheck(promised, reason ?? { check: "shared-items" as const });
    }),
  ];
}

/** Whether a tool only reads, or a resource is about the entity alone. */
function isReader(entity: Entity, reader: Tool, { model, argumentsOf, baseOf }: BehaviourContext): boolean {
  const isResource = !model.tools.includes(reader);
  if (!isResource && reader.annotations?.readOnlyHint !== true) return false;
  const others = model.entities.filter((each) => each !== entity);
  return (
    argumentsOf(entity, reader).length > 0 &&
    baseOf(reader) !== undefined &&
    others.every((other) => argumentsOf(other, reader).length === 0)
  );
}
