import type { FormValues } from "../../form-body.ts";

/** Whether the box was ticked that stands beside questions for a secret. */
export function isAcknowledged(values: FormValues): boolean {
  return values.get("acknowledge") === "yes";
}
