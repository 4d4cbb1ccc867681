/** Content and `_meta` that a tool returns in addition to its structured output. */
import type { ContentBlock } from "./content.ts";

export interface Beside {
  readonly content: readonly ContentBlock[] | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
}

/** Keyed by output, so that validation, redaction and serialisation do not see it. */
const besides = new WeakMap<object, Beside>();

/**
 * Adds content for the model and `_meta` for the client to a handler's output.
 *
 * @param content if undefined, the output as text, as without this function
 * @param meta data for the client, such as the data of an MCP Apps page. Fields for which a caller lacks scopes are removed from
 * the output, but not from this
 *
 * @example
 * ```ts
 * import { withContent } from "@toolwright/runtime";
 * import type { Handlers } from "../generated/handlers.ts";
 * import { books } from "./books.ts";
 *
 * export const findBooks: Handlers["findBooks"] = ({ words }) => {
 *   const matching = [...books.values()].filter(({ title }) => title.includes(words));
 *   return withContent({ books: matching }, [{ type: "text", text: `${matching.length} books have "${words}".` }]);
 * };
 * ```
 */
export function withContent<Output extends object>(
  output: Output,
  content: readonly ContentBlock[] | undefined,
  meta?: Readonly<Record<string, unknown>>,
): Output {
  const own = Array.isArray(output) ? ([...output] as unknown as Output) : { ...output };
  besides.set(own, { content, meta });
  return own;
}

/** Returns the additions that `withContent` made to an output. */
export function getBeside(output: unknown): Beside | undefined {
  return typeof output === "object" && output !== null ? besides.get(output) : undefined;
}
