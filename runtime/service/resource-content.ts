/** The types that handlers of resources and prompts return, and the requests for completions. */
import { isObject } from "../json/object.ts";
import { type ContentBlock, isContent, type ResourceItem } from "./content.ts";

/** The content of a resource: a text or bytes, or an object that also replaces the type and the `_meta` of the spec. */
export type ResourceContent = string | Uint8Array | ResourceItem;

/** A message of a prompt. */
export interface PromptMessage {
  /** The speaker of the message. */
  readonly role: "user" | "assistant";
  /** One block; further ones are further messages. */
  readonly content: ContentBlock;
}

/** A request for values of one parameter, of which `value` is the start. */
export interface CompletionRequest<
  Name extends string = string,
  Parameters = Readonly<Record<string, string>>,
> {
  /** The name of the parameter that the user fills in. */
  readonly parameter: Name;
  /** The text that the user has typed so far; it may be empty. */
  readonly value: string;
  /** The other parameters that the client knows. They are not validated. */
  readonly others: { readonly [Key in keyof Parameters]?: string };
}

/** Whether a value is a list of messages. */
export function isPromptMessages(value: unknown): value is readonly PromptMessage[] {
  return (
    Array.isArray(value) &&
    value.every(
      (message) =>
        isObject(message) &&
        (message.role === "user" || message.role === "assistant") &&
        isContent([message.content]),
    )
  );
}
