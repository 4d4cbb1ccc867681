/** The table of rules about descriptions, from what a tool says to what it hides. */
import { annotationRules } from "./annotation-rules.ts";
import { argumentRules } from "./argument-rules.ts";
import { hostileRules } from "./hostile-rules.ts";
import type { DescriptionRule } from "./rule.ts";
import { setRules } from "./set-rules.ts";
import { toolRules } from "./tool-rules.ts";

/** The rules about what models read of tools, in the order of reports. */
export const descriptionRules: readonly DescriptionRule[] = [
  ...toolRules,
  ...argumentRules,
  ...setRules,
  ...annotationRules,
  ...hostileRules,
];
