/** All rules, and the check of a model by them. */

import { memoize } from "@toolwright/json-schema";
import {
  type Diagnostic,
  inReadingOrder,
  type Place,
  type SpecLocation,
  type Violation,
} from "../diagnostics/diagnostic.ts";
import { didYouMean } from "../diagnostics/suggest.ts";
import type { AcceptedViolation, Model } from "../model/model.ts";
import { textSentences } from "../parse/syntax.ts";
import { keyBelow } from "../resolve/limits.ts";
import { structureSentences } from "../structure/describe-error.ts";
import { accountStateRules } from "./accounts/account-states.ts";
import { exclusiveRules } from "./accounts/exclusive-states.ts";
import { roleRules } from "./accounts/roles.ts";
import { sharingRules } from "./accounts/sharing.ts";
import { appRules } from "./apps.ts";
import { changeRules } from "./behaviour/changes.ts";
import { copyRules } from "./behaviour/copies.ts";
import { entityRules } from "./behaviour/entities.ts";
import { invariantRules } from "./behaviour/invariants.ts";
import { listChangeRules } from "./behaviour/list-changes.ts";
import { listingRules } from "./behaviour/listings.ts";
import { orderRules } from "./behaviour/orders.ts";
import { overlapRules } from "./behaviour/overlaps.ts";
import { refusalRules } from "./behaviour/refusals.ts";
import { requirementRules } from "./behaviour/requirements.ts";
import { revisionRules } from "./behaviour/revisions.ts";
import { roundTripRules } from "./behaviour/round-trips.ts";
import { spendingRules } from "./behaviour/spending.ts";
import { sumRules } from "./behaviour/sums.ts";
import { takeRules } from "./behaviour/takes.ts";
import { toolKeyRules } from "./behaviour/tool-keys.ts";
import { treeRules } from "./behaviour/trees.ts";
import { declarationRules } from "./declarations.ts";
import { exampleRules } from "./examples.ts";
import { headerRules } from "./headers.ts";
import { layoutRules } from "./layouts.ts";
import { limitRules } from "./limits.ts";
import { nameRules } from "./names.ts";
import { passedThroughRules } from "./pass-through-keys.ts";
import { patternRules } from "./patterns.ts";
import { portabilityRules } from "./portability.ts";
import { circularityRule, referenceRules, repetitionRule } from "./references.ts";
import { registryRules } from "./registry.ts";
import { resourceRules } from "./resources.ts";
import type { Rule } from "./rule.ts";
import { scenarioRules } from "./scenarios/index.ts";
import { dialectRules } from "./schemas/dialects.ts";
import { discriminatorRules } from "./schemas/discriminators.ts";
import { inPlaceRules } from "./schemas/in-place.ts";
import { keywordRules } from "./schemas/keywords.ts";
import { schemaRules } from "./schemas/schemas.ts";
import { unevaluatedRules } from "./schemas/unevaluated-keywords.ts";
import { serverRules } from "./server.ts";
import { serverTransitionRules } from "./server-transitions.ts";
import { skillRules } from "./skills.ts";
import { stateRules } from "./states.ts";
import { taskRules } from "./tasks.ts";
import { toolRules } from "./tools.ts";
import { valueRules } from "./values.ts";

/** Rules that look at the source alone. */
const sourceRules: readonly Rule[] = [
  ...nameRules,
  ...declarationRules,
  ...referenceRules,
  circularityRule,
  repetitionRule,
  ...dialectRules,
  ...keywordRules,
  ...patternRules,
  ...toolRules,
  ...layoutRules,
  ...headerRules,
  ...registryRules,
  ...serverRules,
  ...passedThroughRules,
  ...taskRules,
  ...resourceRules,
  ...appRules,
  ...skillRules,
];
/**
 * Rules that follow references and validate values against schemas: rules about schemas, about references to them, and about
 * calls.
 */
const semanticRules: readonly (readonly Rule[])[] = [
  [
    ...schemaRules,
    ...inPlaceRules,
    ...unevaluatedRules,
    ...portabilityRules,
    ...discriminatorRules,
    ...valueRules,
  ],
  [
    ...limitRules,
    ...accountStateRules,
    ...entityRules,
    ...toolKeyRules,
    ...changeRules,
    ...copyRules,
    ...roundTripRules,
    ...requirementRules,
    ...overlapRules,
    ...takeRules,
    ...listChangeRules,
    ...listingRules,
    ...sumRules,
    ...revisionRules,
    ...sharingRules,
    ...roleRules,
    ...exclusiveRules,
    ...treeRules,
    ...orderRules,
    ...spendingRules,
    ...invariantRules,
    ...refusalRules,
    ...stateRules,
    ...serverTransitionRules,
  ],
  [...scenarioRules, ...exampleRules],
];
const breakable: readonly Rule[] = [...sourceRules, ...semanticRules.flat()];

/** Maps a code to the rank of its rule: a mistake in a schema also breaks its examples, so those rules come later. */
const ranks: ReadonlyMap<string, number> = new Map(
  semanticRules.flatMap((group, index) => group.map(({ code }) => [code, index + 1] as const)),
);

/** The rules about examples, which tests and docs read, but no caller. */
export const exampleCodes: ReadonlySet<string> = new Set(exampleRules.map(({ code }) => code));

/** Causes before their consequences, then in reading order. */
export function causesFirst(a: Diagnostic, b: Diagnostic): number {
  return (ranks.get(a.code) ?? 0) - (ranks.get(b.code) ?? 0) || inReadingOrder(a, b);
}

/** Every rule, for the docs and for the test that wants a fixture of each. */
export const rules: readonly Rule[] = [...breakable, acceptanceRule(breakable)];

/** Codes of the rules that a spec may break if it says why. */
export const acceptableCodes: readonly string[] = breakable
  .filter(({ acceptable }) => acceptable)
  .map(({ code }) => code);

/** The violations of all rules. The semantic rules are skipped for circular or multiplying references, on which they would not end. */
export function check(model: Model, place: (location: SpecLocation) => Place): Diagnostic[] {
  // The acceptance rule needs the violations, too.
  const all = breakable.map((rule) => ({ ...rule, violations: memoize(rule.violations) }));
  const isBlocked = all.some(({ code, violations }) => blocking.has(code) && violations(model).length > 0);
  const applied = isBlocked ? all.slice(0, sourceRules.length) : all;
  return [...applied, acceptanceRule(all, applied)].flatMap((rule) => apply(rule, model, place));
}

/** With a violation of these rules, the semantic rules might not end. */
const blocking: ReadonlySet<string> = new Set([circularityRule.code, repetitionRule.code]);

function apply(
  { code, sentence, severity, acceptable, violations }: Rule,
  model: Model,
  place: (location: SpecLocation) => Place,
): Diagnostic[] {
  const accepted = acceptable === true && model.accepted.some((entry) => entry.code === code);
  // A warning asks for a decision; `accept` is that decision.
  if (accepted && severity === "warning") return [];
  return violations(model).map(({ at, detail, hint, related }) => ({
    severity: accepted ? "warning" : (severity ?? "error"),
    ...(accepted && { accepted }),
    code,
    message: sentence,
    place: place(at),
    detail,
    ...(hint !== undefined && { hint }),
    ...(related && { related: related.map((other) => ({ place: place(other.at), message: other.message })) }),
  }));
}

/** The rule about `accept`: it names rules that may be broken, and that something breaks. `applied`: the rules that are evaluated now. */
function acceptanceRule(rules: readonly Rule[], applied: readonly Rule[] = rules): Rule {
  const acceptable = new Map(rules.filter((each) => each.acceptable).map((rule) => [rule.code, rule]));
  return {
    code: "accepted-is-broken",
    sentence: "A spec accepts only rules that may be violated, and violates each accepted rule.",
    violations: (model) =>
      model.accepted.flatMap((accepted) => findMisaccepted(accepted, acceptable.get(accepted.code), model)),
  };

  function findMisaccepted(
    { code, at }: AcceptedViolation,
    rule: Rule | undefined,
    model: Model,
  ): Violation | [] {
    if (rule && (!applied.includes(rule) || rule.violations(model).length > 0)) return [];
    const place = keyBelow(at);
    if (rule)
      return { at: place, detail: `No part of the spec violates ${code}.`, hint: "Delete the entry." };
    const hint = didYouMean(code, [...acceptable.keys()]);
    return { at: place, detail: `${JSON.stringify(code)} may not be accepted.`, hint };
  }
}

/** A rule as a row for people. */
export interface RuleRow {
  readonly code: string;
  /** `error` or `warning`, and `, may be accepted` where `accept` of `service.yaml` can name the rule. */
  readonly kind: string;
  readonly sentence: string;
}

/** Every rule: those of parsing and of shapes, then those of meaning. */
export const ruleRows: readonly RuleRow[] = [
  ...Object.entries({ ...textSentences, ...structureSentences }).map(([code, sentence]) => ({
    code,
    kind: "error",
    sentence,
  })),
  ...rules.map(({ code, sentence, severity = "error", acceptable }) => ({
    code,
    kind: acceptable ? `${severity}, may be accepted` : severity,
    sentence,
  })),
];
