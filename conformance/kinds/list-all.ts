/** Reads a list of MCP with all its pages. */
import type { Context } from "../calls/context.ts";
import type { Json } from "../cases/edits.ts";
import { describeAnswer } from "../wire/answer.ts";
import type { Exchange } from "../wire/client.ts";

/** All entries, or why there is no list. */
export type Listing =
  | { readonly entries: readonly Json[]; readonly exchange: Exchange }
  | { readonly problem: string; readonly exchange?: Exchange };

/** After this many pages the list counts as endless. */
const maxPages = 100;

/** @param member of the result, which has the entries */
export async function listAll(
  { request, allScopes }: Context["caller"],
  method: string,
  member: string,
): Promise<Listing> {
  const entries: Json[] = [];
  let cursor: Json | undefined;
  for (let page = 0; page < maxPages; page++) {
    const requested = await request(method, cursor === undefined ? {} : { cursor }, allScopes);
    if ("missing" in requested) return { problem: requested.missing };
    const { exchange } = requested;
    const { answer } = exchange;
    const listed = answer.kind === "result" ? answer.result[member] : undefined;
    if (answer.kind !== "result" || !Array.isArray(listed))
      return { problem: describeAnswer(answer), exchange };
    entries.push(...(listed as Json[]));
    cursor = answer.result.nextCursor;
    if (cursor === undefined || cursor === null) return { entries, exchange };
  }
  return { problem: `more than ${maxPages} pages of ${member}` };
}
