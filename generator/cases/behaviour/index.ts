/** Derives the behaviour part of the case file: the rules that a spec declares, and one case for each promise. */
import type { Base, Behaviour, BehaviourCase } from "@toolwright/conformance/cases";
import { unlessEmpty, withoutUndefined } from "../../model/members.ts";
import type { Model } from "../../model/model.ts";
import { caseContextFor } from "../case-context.ts";
import { completionCases } from "../completions.ts";
import { accessCases } from "./access.ts";
import { accountStateCases, accountStateRule } from "./account-states.ts";
import { agreementCases, fileAgreementCases, resourceAgreementCases } from "./agreement/agreement.ts";
import { namedEntityCases } from "./agreement/named-entities.ts";
import { argumentCases } from "./argument-effects.ts";
import { changeRules } from "./changed-places.ts";
import { concurrencyCases, revisionRule } from "./concurrency.ts";
import { type BehaviourContext, behaviourContext, mapByName } from "./context.ts";
import { digitCases } from "./digits.ts";
import { copyRule } from "./effects/copies.ts";
import { effectCases } from "./effects/effects.ts";
import { listCases, listRules } from "./effects/lists.ts";
import { endedCases, entityRule } from "./entities.ts";
import { fieldCases, fieldFileCases, fieldRules } from "./fields.ts";
import { isolationCases } from "./isolation.ts";
import { drawRule, limitRule } from "./limits/limit-rules.ts";
import { limitCases } from "./limits/limits.ts";
import { chargeRule, workCases } from "./limits/work.ts";
import { listingCases, listingRule } from "./listings.ts";
import { modeCases } from "./modes.ts";
import { movedRevisionCases } from "./moved-revisions.ts";
import { overlapCases, overlapRules } from "./one-place/overlaps.ts";
import { takeCases, takeRule } from "./one-place/takes.ts";
import { pageCases, pagesRule } from "./pages.ts";
import { replayCases } from "./replay.ts";
import { invariantRules, repeatRules, resultCases, resultRules } from "./results.ts";
import { scenarioCases, workflowRule } from "./scenarios.ts";
import { endedShareCases } from "./sharing/ended-shares.ts";
import { exclusiveCases } from "./sharing/exclusive.ts";
import { roleCases } from "./sharing/roles.ts";
import { seenPlaceCases } from "./sharing/seen-places.ts";
import { sharingCases, sharingRule } from "./sharing/sharing.ts";
import { requirementCases, requirementRules } from "./states/requirements.ts";
import { stateCases, stateRule } from "./states/states.ts";
import { sumRules } from "./summaries.ts";
import { taskCases } from "./tasks.ts";

export interface DerivedBehaviour {
  readonly behaviour: Behaviour;
  readonly cases: readonly BehaviourCase[];
}

/** @param bases valid arguments of tools and of resources, by name */
export function deriveBehaviour(source: Model, bases: ReadonlyMap<string, Base>): DerivedBehaviour {
  const { context: caseContext, model } = caseContextFor(source);
  const context = behaviourContext(model, caseContext, bases);
  const { fields, cases: ofFields } = deriveFields(context);
  return {
    behaviour: { ...deriveRules(context), fields },
    cases: [
      ...model.tools.flatMap((tool) => modeCases(tool, context)),
      ...model.limits.flatMap((limit) => limitCases(limit, context)),
      ...model.states.flatMap((machine) => stateCases(machine, context)),
      ...model.tools.flatMap((tool) => requirementCases(tool, context)),
      ...model.tools.flatMap((tool) => overlapCases(tool, context)),
      ...model.entities.flatMap((entity) => endedCases(entity, context)),
      ...model.tools.flatMap((tool) => effectCases(tool, context)),
      ...model.tools.flatMap((tool) => takeCases(tool, context)),
      ...model.tools.flatMap((tool) => listCases(tool, context)),
      ...model.tools.flatMap((tool) => workCases(tool, context)),
      ...model.tools.flatMap((tool) => argumentCases(tool, context)),
      ...model.entities.flatMap((entity) => accessCases(entity, context)),
      ...model.entities.flatMap((entity) => sharingCases(entity, context)),
      ...model.entities.flatMap((entity) => endedShareCases(entity, context)),
      ...model.entities.flatMap((entity) => roleCases(entity, context)),
      ...model.entities.flatMap((entity) => seenPlaceCases(entity, context)),
      ...model.states.flatMap((machine) => exclusiveCases(machine, context)),
      ...model.accountStates.flatMap((state) => accountStateCases(state, context)),
      ...isolationCases(context),
      ...ofFields,
      ...model.tools.flatMap((tool) => [
        ...replayCases(tool, context),
        ...concurrencyCases(tool, context),
        ...movedRevisionCases(tool, context),
        ...listingCases(tool, context),
        ...pageCases(tool, context),
        ...resultCases(tool, context),
        ...digitCases(tool, context),
        ...namedEntityCases(tool, context),
        ...taskCases(tool, context),
      ]),
      ...model.entities.flatMap((entity) => agreementCases(entity, context)),
      ...model.entities.flatMap((entity) => resourceAgreementCases(entity, context)),
      ...fileAgreementCases(context),
      ...completionCases(context),
      ...listWorkflows(model).flatMap((workflow) => scenarioCases(workflow, context)),
    ],
  };
}

function deriveRules(context: BehaviourContext): Omit<Behaviour, "fields"> {
  const { model } = context;
  return {
    entities: mapByName(model.entities, (entity) => ({
      ...entityRule(entity, context),
      ...withoutUndefined({ sharedBy: sharingRule(entity, context) }),
    })),
    accountStates: mapByName(model.accountStates, (state) => accountStateRule(state, context)),
    states: mapByName(model.states, (machine) => stateRule(machine, context)),
    limits: mapByName(model.limits, (limit) => limitRule(limit, context)),
    idempotency: mapByName(
      model.tools,
      ({ behaviour: { idempotency }, file }) =>
        idempotency && { at: context.at({ file, path: ["idempotency"] }), ...idempotency },
    ),
    revisions: mapByName(model.tools, (tool) => revisionRule(tool, context)),
    pages: mapByName(model.tools, (tool) => pagesRule(tool, context)),
    draws: mapByName(model.tools, (tool) => drawRule(tool, context)),
    spends: mapByName(model.tools, ({ behaviour }) => behaviour.spends?.name),
    charges: mapByName(model.tools, (tool) => chargeRule(tool, context)),
    sums: mapByName(model.tools, (tool) => sumRules(tool, context)),
    repeats: mapByName(model.tools, (tool) => repeatRules(tool, context)),
    invariants: mapByName(model.tools, (tool) => invariantRules(tool, context)),
    files: mapByName(model.tools, ({ behaviour }) => resultRules(behaviour.files, context)),
    changes: mapByName(model.tools, (tool) => unlessEmpty(changeRules(tool, context))),
    copies: mapByName(model.tools, (tool) => copyRule(tool, context)),
    requires: mapByName(model.tools, (tool) => requirementRules(tool, context)),
    overlaps: mapByName(model.tools, (tool) => overlapRules(tool, context)),
    takes: mapByName(model.tools, (tool) => takeRule(tool, context)),
    adds: mapByName(model.tools, (tool) => listRules(tool, "adds", context)),
    removes: mapByName(model.tools, (tool) => listRules(tool, "removes", context)),
    lists: mapByName(model.tools, (tool) => listingRule(tool, context)),
    workflows: Object.fromEntries(
      listWorkflows(model).map((workflow) => [workflow.id, workflowRule(workflow, context)]),
    ),
  };
}

function listWorkflows({ scenarios }: Model) {
  return scenarios.flatMap((scenario) => scenario.workflows);
}

function deriveFields(context: BehaviourContext): { fields: Behaviour["fields"]; cases: BehaviourCase[] } {
  const fields: Behaviour["fields"][number][] = [];
  const cases: BehaviourCase[] = [];
  for (const tool of context.readers) {
    const rules = fieldRules(tool, context);
    cases.push(...fieldCases(tool, rules, fields.length, context));
    fields.push(...rules);
  }
  return { fields, cases: [...cases, ...fieldFileCases(fields, context)] };
}
