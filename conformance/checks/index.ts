import type { Check } from "./check.ts";
import { lifecycleChecks } from "./lifecycle.ts";

/** Every check, one file a topic. */
export const checks: readonly Check[] = [...lifecycleChecks];
