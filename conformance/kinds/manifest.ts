/** Judges the cases of kind manifest: `tools/list` against the generated manifest. */

import { canonical, differences } from "@toolwright/runtime/json";
import type { Context } from "../calls/context.ts";
import type { Json } from "../cases/edits.ts";
import type { ManifestCase, ManifestEntry } from "../cases/format.ts";
import { describeDifference } from "../judge/difference.ts";
import { failed, held, unverified, type Verdict } from "../results/verdict.ts";
import { describeAnswer, isObject } from "../wire/answer.ts";
import type { Exchange } from "../wire/client.ts";

/** All pages of `tools/list`, or why there is no list. */
export type Listing =
  | { readonly tools: readonly Json[]; readonly exchange: Exchange }
  | { readonly problem: string; readonly exchange?: Exchange };

/** After this many pages the list counts as endless. */
const maxPages = 100;

/** Creates the judge of a run. The list is requested twice in the whole run. */
export function manifestJudge(context: Context): (each: ManifestCase) => Promise<Verdict> {
  const { cases, caller } = context;
  const first = once(() => listTools(caller));
  const second = once(() => listTools(caller));

  return async (each) => {
    const listing = await first();
    if ("problem" in listing) return noListing(each, listing);
    const evidence = () => context.evidence(listing.exchange, each.id);
    switch (each.check) {
      case "names": {
        const expected = cases.manifest.map(({ name }) => name).join(", ");
        const actual = listing.tools.map((tool) => (isObject(tool) ? String(tool.name) : "?")).join(", ");
        return expected === actual ? held : failed(expected, actual === "" ? "no tools" : actual, evidence());
      }
      case "stable": {
        const again = await second();
        if ("problem" in again) return noListing(each, again);
        const same = canonical(again.tools) === canonical(listing.tools);
        return same
          ? held
          : failed("the same list twice", "two different lists", context.evidence(again.exchange, each.id));
      }
      case "entry":
        return entryVerdict(each.tool, listing.tools, evidence);
    }
  };

  function entryVerdict(
    name: string,
    tools: readonly Json[],
    evidence: () => ReturnType<Context["evidence"]>,
  ): Verdict {
    const expected: ManifestEntry | undefined = cases.manifest.find((entry) => entry.name === name);
    const actual = tools.find((tool) => isObject(tool) && tool.name === name);
    if (actual === undefined) return failed(`an entry for ${name}`, "none", evidence());
    const list = differences(expected, actual);
    return list.length === 0
      ? held
      : failed("the entry of the manifest", list.map(describeDifference).join("; "), evidence());
  }

  function noListing(
    each: ManifestCase,
    { problem, exchange }: Extract<Listing, { problem: string }>,
  ): Verdict {
    if (exchange === undefined) return unverified("no-hook", problem);
    return failed("a list of tools", problem, context.evidence(exchange, each.id));
  }
}

async function listTools({ request, allScopes }: Context["caller"]): Promise<Listing> {
  const tools: Json[] = [];
  let cursor: Json | undefined;
  for (let page = 0; page < maxPages; page++) {
    const requested = await request("tools/list", cursor === undefined ? {} : { cursor }, allScopes);
    if ("missing" in requested) return { problem: requested.missing };
    const { exchange } = requested;
    const { answer } = exchange;
    if (answer.kind !== "result" || !Array.isArray(answer.result.tools))
      return { problem: describeAnswer(answer), exchange };
    tools.push(...(answer.result.tools as Json[]));
    cursor = answer.result.nextCursor;
    if (cursor === undefined || cursor === null) return { tools, exchange };
  }
  return { problem: `more than ${maxPages} pages of tools` };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= make();
    return result;
  };
}
