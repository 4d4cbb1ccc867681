import type { FormValues } from "../../form-body.ts";

/** Returns whether the user ticked the box about questions for a secret. */
export function isAcknowledged(values: FormValues): boolean {
  return values.get("acknowledge") === "yes";
}
