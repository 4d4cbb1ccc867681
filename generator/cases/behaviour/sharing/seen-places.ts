/** Derives the cases about places of a shared entity that some roles see: each role is shown what it may see, and nothing more. */
import type { BehaviourCase } from "@toolwright/conformance/cases";
import { withArticle } from "@toolwright/runtime/problems";
import type { Entity } from "../../../model/behaviour.ts";
import { locationBelow } from "../../../resolve/limits.ts";
import { addCheck, promise, unmade } from "../../promise.ts";
import type { BehaviourContext } from "../context.ts";
import { sharingRule } from "./sharing.ts";

/** Makes a case for each role, and each tool that shows the entity with such a place. */
export function seenPlaceCases(entity: Entity, context: BehaviourContext): BehaviourCase[] {
  const { name, at, madeBy, observedBy, sharedBy } = entity;
  if (sharedBy?.roles === undefined) return [];
  const { allow, sees } = sharedBy.roles;
  const isUnknown = sharingRule(entity, context) === undefined;
  const obstacle = isUnknown ? `no valid arguments of ${sharedBy.tool} were found` : undefined;
  const reason = madeBy ? obstacle : unmade(name);
  return Object.entries(sees).flatMap(([place, seeing]) => {
    const from = context.at(locationBelow(at, ["shared_by", "roles", "sees", place]));
    const showing = observedBy.filter((observer) => {
      const tool = context.tool(observer);
      return tool !== undefined && context.findShownSchemas(entity, tool, place).length > 0;
    });
    return showing.flatMap((tool) =>
      Object.keys(allow).map((role): BehaviourCase => {
        const account = `an account with the role ${role} of ${withArticle(name)}`;
        const must = seeing.includes(role)
          ? `${tool} shows ${account} what its owner sees at ${place}.`
          : `${tool} shows ${account} nothing at ${place}.`;
        const promised = promise("access", `${tool}/${name}/sees${place}/${role}`, tool, must, from);
        return addCheck(promised, reason ?? { check: "sees" as const, entity: name, place, role });
      }),
    );
  });
}
