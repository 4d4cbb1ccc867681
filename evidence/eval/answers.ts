/** What an adapter makes of a case: a form with warnings, or a refusal. */
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

/** How something that a prompt asks for came out. */
export type Outcome = "built" | "warned" | "refused" | "wrong in silence";

export const OUTCOMES: readonly Outcome[] = ["built", "warned", "refused", "wrong in silence"];

/** One thing that a prompt asks for, and how it came out. */
export interface Finding {
  /** In the notation of the corpus. */
  readonly what: string;
  readonly outcome: Outcome;
  /** Whether forms can have it at all. What they cannot have must be warned of or refused. */
  readonly expressible: boolean;
}
