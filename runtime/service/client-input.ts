/** The requests that a handler can send to its client while it answers a call: in rounds (MCP 2026-07-28), or while the call is open (2025-11-25). */

export type Json = Readonly<Record<string, unknown>>;

/** A request to the client, in the terms of MCP's schema. */
export interface InputRequest {
  /** `elicitation/create`, `sampling/createMessage`, `roots/list`, or another method that the client declares. */
  readonly method: string;
  /** The parameters of the method; left out where it takes none. */
  readonly params?: Json;
}

/** The results of the methods that MCP defines. A client may send any values in this shape: check them like any input. */
export interface InputResults {
  /** What the user answered: the fields, or that they declined or closed the question. */
  "elicitation/create":
    | { readonly action: "accept"; readonly content?: FormContent }
    | { readonly action: "decline" | "cancel" };
  /** The message that the model of the client wrote. */
  "sampling/createMessage": {
    readonly role: "user" | "assistant";
    /** The model's name, as the client reports it. */
    readonly model: string;
    readonly content: Json | readonly Json[];
    readonly stopReason?: string;
  };
  /** The folders that the client opens to the server, as `file:` URIs. */
  "roots/list": { readonly roots: readonly { readonly uri: string; readonly name?: string }[] };
}

/** The result of a method; an object of any shape for methods that this runtime does not know. */
export type InputResult<Method extends string> = Method extends keyof InputResults
  ? InputResults[Method]
  : Json;

/** The results of several requests, under the same keys. */
export type InputResultsOf<Requests extends Readonly<Record<string, InputRequest>>> = {
  readonly [Key in keyof Requests]: InputResult<Requests[Key]["method"]>;
};

/** A question to the user of the client (`elicitation/create`, mode `form`). */
export interface Question {
  /** The question, as the user reads it. */
  readonly message: string;
  /** The fields to fill in: strings, numbers, integers, booleans and choices, as JSON Schemas without nesting. */
  readonly properties: Readonly<Record<string, Json>>;
  /** The names of the fields that the user must fill in; by default none. */
  readonly required?: readonly string[];
}

/** The answer to a question. `content` comes from the client: check it like any input. */
export type Reply =
  | { readonly action: "accept"; readonly content: FormContent }
  | { readonly action: "decline" | "cancel" };

/** The fields that a user filled in, by name. */
export type FormContent = Readonly<Record<string, string | number | boolean | readonly string[]>>;
