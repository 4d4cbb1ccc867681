/** Content and `_meta` beside the structured output of a tool. */
import type { ContentBlock } from "./content.ts";

export interface Beside {
  readonly content: readonly ContentBlock[] | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
}

/** By output, so that validation, redaction and JSON see nothing of it. */
const besides = new WeakMap<object, Beside>();

/**
 * A handler's output with content for the model, and `_meta` for the client, of its own.
 *
 * @param content undefined: the output as text, as without this function
 * @param meta for the client, such as what a page of MCP Apps shows. Fields that a caller lacks scopes for are removed from the
 * output, and not from this
 */
export function withContent<Output extends object>(
  output: Output,
  content: readonly ContentBlock[] | undefined,
  meta?: Readonly<Record<string, unknown>>,
): Output {
  const own = { ...output };
  besides.set(own, { content, meta });
  return own;
}

/** What `withContent` put beside an output. */
export function getBeside(output: unknown): Beside | undefined {
  return typeof output === "object" && output !== null ? besides.get(output) : undefined;
}
