/** What a handler can ask of the client while it answers a call (MCP 2026-07-28, multi round-trip requests). */

/** A request to the client's own model (`sampling/createMessage`). */
export interface SampleRequest {
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly text: string }[];
  /** The system prompt. */
  readonly system?: string;
  readonly maxTokens: number;
}

/** What the client's model answered. The client is not trusted: check the text like any input. */
export interface Sample {
  readonly text: string;
  /** The model's name, as the client reports it. */
  readonly model: string;
  /** Such as `endTurn` or `maxTokens`. */
  readonly stopReason: string | undefined;
}

/** A question to the person behind the client (`elicitation/create`, mode `form`). */
export interface Question {
  readonly message: string;
  /** The fields to fill in: strings, numbers, integers, booleans and choices, as JSON Schemas without nesting. */
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required?: readonly string[];
}

/** The answer to a question. `content` is what the client sent: check it like any input. */
export type Reply =
  | {
      readonly action: "accept";
      readonly content: Readonly<Record<string, string | number | boolean | readonly string[]>>;
    }
  | { readonly action: "decline" | "cancel" };
