/** Derives the cases about roles: what an account may do that was given access with each of them. */
import type { BehaviourCase } from "@toolwright/conformance/cases";
import { withArticle } from "@toolwright/runtime/problems";
import type { Entity } from "../../../model/behaviour.ts";
import type { Tool } from "../../../model/operation.ts";
import { locationBelow } from "../../../resolve/limits.ts";
import { promise, unmade } from "../../promise.ts";
import type { BehaviourContext } from "../context.ts";
import { findCallAlone } from "./calls-alone.ts";
import { sharingRule } from "./sharing.ts";

/** Makes a case for each role and each writing tool that takes the id, and one for each such tool about an account that had another role. */
export function roleCases(entity: Entity, context: BehaviourContext): BehaviourCase[] {
  const roles = entity.sharedBy?.roles;
  if (roles === undefined) return [];
  const writing = context.model.tools.filter(
    (tool) => tool.annotations?.readOnlyHint !== true && context.argumentsOf(entity, tool).length > 0,
  );
  return writing.flatMap((tool) => {
    const obstacle = findObstacle(entity, tool, context);
    if (obstacle !== undefined) return [untriedCase(entity, tool, obstacle, context)];
    const named = Object.keys(roles.allow);
    const allowing = named.filter((role) => roles.allow[role]!.includes(tool.name));
    const refusing = named.filter((role) => !allowing.includes(role));
    const [before, after] = [allowing.at(-1), refusing.at(-1)];
    const refused = refusing.map((role) => roleCase(entity, tool, { role, isAllowed: false }, context));
    // An account gives itself no access, and the target names no third one.
    if (tool.name === entity.sharedBy!.tool) return refused;
    return [
      ...allowing.map((role) => roleCase(entity, tool, { role, isAllowed: true }, context)),
      ...refused,
      ...(before === undefined || after === undefined
        ? []
        : [roleCase(entity, tool, { role: after, isAllowed: false, before }, context)]),
    ];
  });
}

interface Trial {
  readonly role: string;
  readonly isAllowed: boolean;
  readonly before?: string;
}

function roleCase(entity: Entity, tool: Tool, trial: Trial, context: BehaviourContext): BehaviourCase {
  const { name, at, sharedBy } = entity;
  const { role, isAllowed, before } = trial;
  const after = before === undefined ? "" : `/after/${before}`;
  const account = `an account with the role ${role} of ${withArticle(name)}`;
  const must = isAllowed
    ? `${tool.name} can be called by ${account}.`
    : `${tool.name} refuses ${account} with ${sharedBy!.roles!.refused}, and changes nothing${before === undefined ? "" : `, although it had the role ${before}`}.`;
  const place = context.at(locationBelow(at, ["shared_by", "roles"]));
  const promised = promise("access", `${tool.name}/${name}/role/${role}${after}`, tool.name, must, place);
  const call = findCallAlone(entity, tool, context)!;
  return { ...promised, ...call, check: "role", entity: name, ...trial };
}

/** The reason why no role can be tried with a tool. */
function findObstacle(entity: Entity, tool: Tool, context: BehaviourContext): string | undefined {
  const { name, madeBy, sharedBy } = entity;
  if (!madeBy) return unmade(name);
  if (sharingRule(entity, context) === undefined) return `no valid arguments of ${sharedBy!.tool} were found`;
  return findCallAlone(entity, tool, context) === undefined
    ? `no arguments were found that name ${withArticle(name)} and nothing else that is private`
    : undefined;
}

function untriedCase(
  entity: Entity,
  tool: Tool,
  untestable: string,
  context: BehaviourContext,
): BehaviourCase {
  const { name, at } = entity;
  const must = `${tool.name} can be called by accounts whose role of ${withArticle(name)} allows it, and by no other ones.`;
  const place = context.at(locationBelow(at, ["shared_by", "roles"]));
  return { ...promise("access", `${tool.name}/${name}/role`, tool.name, must, place), untestable };
}
