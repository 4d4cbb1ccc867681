/** The limits of kind `rate`, as the runtime and the suite read them. */
import type { RateRule } from "@toolwright/runtime";
import type { Limit } from "./model.ts";

/** Returns the rule of a limit of kind `rate`. */
export function rateRule({ name, numbers, settings }: Limit): RateRule {
  const { max, seconds } = numbers;
  return { name, max: max!, seconds: seconds!, ...(settings.per === "account" && { per: settings.per }) };
}
