/** Reads a list of MCP with all its pages. */
import type { Context } from "../calls/context.ts";
import type { Json } from "../cases/edits.ts";
import { describeAnswer } from "../wire/answer.ts";
import type { Exchange } from "../wire/client.ts";

/** All entries, or the reason why there is no list. */
export type Listing =
  | { readonly entries: readonly Json[]; readonly exchange: Exchange }
  | { readonly problem: string; readonly exchange: Exchange };

/** A list with more pages counts as endless. */
const maxPages = 100;

/** Reads a list. @param member the member of the result that has the entries */
export async function listAll(caller: Context["caller"], method: string, member: string): Promise<Listing> {
  const entries: Json[] = [];
  const cursors = new Set<Json | undefined>();
  let cursor: Json | undefined;
  let exchange: Exchange;
  do {
    cursors.add(cursor);
    ({ exchange } = await caller.request(method, cursor === undefined ? {} : { cursor }, caller.allScopes));
    const { answer } = exchange;
    const listed = answer.kind === "result" ? answer.result[member] : undefined;
    if (answer.kind !== "result" || !Array.isArray(listed))
      return { problem: describeAnswer(answer), exchange };
    entries.push(...(listed as Json[]));
    cursor = answer.result.nextCursor ?? undefined;
    if (cursor === undefined) return { entries, exchange };
  } while (!cursors.has(cursor) && cursors.size < maxPages);
  return { problem: `pages of ${member} that do not end`, exchange };
}
