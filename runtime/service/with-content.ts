/** Content and `_meta` beside the structured output of a tool. */
import type { ContentBlock } from "./content.ts";

export class Beside {
  readonly content: readonly ContentBlock[] | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;

  constructor(content: Beside["content"], meta: Beside["meta"]) {
    this.content = content;
    this.meta = meta;
  }
}

/** A symbol, so that validation, redaction and JSON pass it by. */
const beside = Symbol("beside the output");

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
  return { ...output, [beside]: new Beside(content, meta) };
}

/** What `withContent` put beside an output. */
export function getBeside(output: unknown): Beside | undefined {
  if (typeof output !== "object" || output === null || !(beside in output)) return undefined;
  return output[beside] instanceof Beside ? output[beside] : undefined;
}
