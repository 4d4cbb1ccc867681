import type { Json, ManifestCase, ManifestEntry } from "toolwright/runtime";
import type { Context } from "../calls/context.ts";
import { canonical, differenceInWords, differences } from "../judge/canonical.ts";
import { failed, held, unverified, type Verdict } from "../results/verdict.ts";
import { inWords, isObject } from "../wire/answer.ts";
import type { Exchange } from "../wire/client.ts";

/** `tools/list`, all pages of it, or why there is none. */
export type Listing =
  | { readonly tools: readonly Json[]; readonly exchange: Exchange }
  | { readonly problem: string; readonly exchange?: Exchange };

/** A target that goes on and on is not followed further. */
const mostPages = 100;

/** Judges the cases of kind manifest; the list is asked for twice, in the whole run. */
export function manifestJudge(context: Context): (each: ManifestCase) => Promise<Verdict> {
  const { cases, caller } = context;
  const first = once(() => listTools(caller));
  const second = once(() => listTools(caller));

  return async (each) => {
    const listing = await first();
    if ("problem" in listing) return noListing(each, listing);
    const show = () => context.evidence(listing.exchange, each.id);
    switch (each.check) {
      case "names": {
        const wanted = cases.manifest.map(({ name }) => name).join(", ");
        const found = listing.tools.map((tool) => (isObject(tool) ? String(tool.name) : "?")).join(", ");
        return wanted === found ? held : failed(wanted, found === "" ? "no tools" : found, show());
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
        return entryVerdict(each.tool, listing.tools, show);
    }
  };

  function entryVerdict(
    name: string,
    tools: readonly Json[],
    show: () => ReturnType<Context["evidence"]>,
  ): Verdict {
    const wanted: ManifestEntry | undefined = cases.manifest.find((entry) => entry.name === name);
    const found = tools.find((tool) => isObject(tool) && tool.name === name);
    if (found === undefined) return failed(`an entry for ${name}`, "none", show());
    const list = differences(wanted, found);
    return list.length === 0
      ? held
      : failed("the entry of the manifest", list.map(differenceInWords).join("; "), show());
  }

  function noListing(
    each: ManifestCase,
    { problem, exchange }: Extract<Listing, { problem: string }>,
  ): Verdict {
    if (exchange === undefined) return unverified("no-hook", problem);
    return failed("a list of tools", problem, context.evidence(exchange, each.id));
  }
}

async function listTools({ request, everyScope }: Context["caller"]): Promise<Listing> {
  const tools: Json[] = [];
  let cursor: Json | undefined;
  for (let page = 0; page < mostPages; page++) {
    const requested = await request("tools/list", cursor === undefined ? {} : { cursor }, everyScope);
    if ("missing" in requested) return { problem: requested.missing };
    const { exchange } = requested;
    const { answer } = exchange;
    if (answer.kind !== "result" || !Array.isArray(answer.result.tools))
      return { problem: inWords(answer), exchange };
    tools.push(...(answer.result.tools as Json[]));
    cursor = answer.result.nextCursor;
    if (cursor === undefined || cursor === null) return { tools, exchange };
  }
  return { problem: `more than ${mostPages} pages of tools` };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
