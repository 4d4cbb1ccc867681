/** The result of an adapter for a case: a form with warnings, or a refusal. */
import type { FormStructure, Warning } from "../../generated/types.ts";

export interface Made {
  readonly structure: FormStructure;
  readonly warnings: readonly Warning[];
}

export interface Refused {
  readonly refusal: string;
  readonly retryable: boolean;
}

export type Result = Made | Refused;

/** The outcome for one demand of a prompt. */
export type Outcome = "built" | "warned" | "refused" | "wrong in silence";

export const OUTCOMES: readonly Outcome[] = ["built", "warned", "refused", "wrong in silence"];

/** One demand of a prompt, and its outcome. */
export interface Finding {
  /** The demand, in the notation of the corpus. */
  readonly what: string;
  readonly outcome: Outcome;
  /** Whether forms support the demand at all. An unsupported demand must lead to a warning or a refusal. */
  readonly expressible: boolean;
}
