/** A tool call and its answer. */
import type { Json } from "../cases/edits.ts";
import type { Credential } from "../cases/format.ts";
import type { Outcome } from "../judge/outcome.ts";
import type { OwnToken } from "../target/tokens.ts";
import type { SentRequest } from "./sender.ts";

/** The answer to a tool call. */
export interface AnsweredCall extends SentRequest {
  /** What the answer is: a success, a refusal, or something else. */
  readonly outcome: Outcome;
}

export interface CompletedCall extends AnsweredCall {
  readonly tool: string;
  readonly input: Json | undefined;
  readonly credential: Credential | OwnToken;
}
