/** Refusals whose sentences pages can say in their own language. */
import { type FailureCode, Refusal } from "@toolwright/runtime";
import { type Sentence, sentenceText } from "../../texts/sentences/sentence.ts";

/** The problem: in English, and as a sentence that exists in other languages too. */
export interface Reason {
  /** The JSON Pointer to the mistake, if the reason needs it as its subject. */
  readonly path?: string;
  readonly problem: string;
  /** Undefined where it only exists in English. */
  readonly sentence: Sentence | undefined;
}

export class WordedRefusal extends Refusal {
  readonly reasons: readonly Reason[];

  constructor(
    code: FailureCode,
    message: string,
    reasons: readonly Reason[],
    details: Readonly<Record<string, unknown>> = {},
    options: { readonly retryable?: false } = {},
  ) {
    super(code, message, details, options);
    this.reasons = reasons;
  }
}

export function toReason(sentence: Sentence): Reason {
  return { problem: sentenceText(sentence, "en"), sentence };
}
