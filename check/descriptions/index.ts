/** `@toolwright/check/descriptions`: holds the texts of tools against rules, each with its reason and its source. */

export type { CheckFinding, RefusedCall } from "../verdict/verdict.ts";
export { describeFindings } from "./descriptions.ts";
export type { Breach, DescriptionRule } from "./rule.ts";
export { descriptionRules } from "./rules.ts";
export type { RuleSource } from "./sources.ts";
