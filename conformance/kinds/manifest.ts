/** Judges the cases of kind manifest: `tools/list` against the generated manifest. */
import { isDeepStrictEqual } from "node:util";
import { canonical } from "@toolwright/runtime/json";
import type { Context } from "../calls/context.ts";
import { isObject, type Json, type JsonObject } from "../cases/edits.ts";
import type { ManifestCase, ManifestEntry } from "../cases/format.ts";
import { describeDifference } from "../judge/difference.ts";
import { isMinor, listEntryDifferences } from "../judge/listed-entry.ts";
import { failed, held, inapplicable, type Verdict } from "../results/verdict.ts";
import type { Exchange } from "../wire/client.ts";
import { modernRequest } from "../wire/request-metadata.ts";
import { type Listing, listAll } from "./list-all.ts";

/** Creates the judge of a run. The list is requested twice in the whole run. */
export function makeManifestJudge(context: Context): (each: ManifestCase) => Promise<Verdict> {
  const { cases, caller } = context;
  const listings: Promise<Listing>[] = [];
  const list = (time: 0 | 1) => (listings[time] ??= listAll(caller, "tools/list", "tools"));

  return async (each) => {
    if (each.check === "server") return serverVerdict(context);
    const listing = await list(0);
    if ("problem" in listing) return noListing(listing);
    const { entries, exchange } = listing;
    if (each.check === "entry") return entryVerdict(each.tool, entries, exchange);
    return each.check === "names" ? namesVerdict(entries, exchange) : stableVerdict(entries);
  };

  function namesVerdict(tools: readonly Json[], exchange: Exchange): Verdict {
    const expected = cases.manifest.map(({ name }) => name);
    const actual = tools.map((tool) => (isObject(tool) ? String(tool.name) : "?"));
    if (isDeepStrictEqual(expected, actual)) return held;
    const got = actual.length === 0 ? "no tools" : actual.join(", ");
    const difference = failed(expected.join(", "), got, exchange);
    // MCP gives the order no meaning.
    const isOtherOrder = isDeepStrictEqual(expected.toSorted(), actual.toSorted());
    return isOtherOrder ? { ...difference, advice: true } : difference;
  }

  async function stableVerdict(tools: readonly Json[]): Promise<Verdict> {
    const again = await list(1);
    if ("problem" in again) return noListing(again);
    if (canonical(again.entries) === canonical(tools)) return held;
    return failed("the same list twice", "two different lists", again.exchange);
  }

  function entryVerdict(name: string, tools: readonly Json[], exchange: Exchange): Verdict {
    const expected: ManifestEntry | undefined = cases.manifest.find((entry) => entry.name === name);
    const actual = tools.find((tool) => isObject(tool) && tool.name === name);
    if (actual === undefined) return failed(`an entry for ${name}`, "none", exchange);
    const found = listEntryDifferences((expected ?? {}) as JsonObject, actual as JsonObject);
    const got = found.map(describeDifference).join("; ");
    if (got === "") return held;
    const difference = failed("the entry of the manifest", got, exchange);
    return found.every(isMinor) ? { ...difference, advice: true } : difference;
  }

  function noListing({ problem, exchange }: Extract<Listing, { problem: string }>): Verdict {
    return failed("a list of tools", problem, exchange);
  }
}

/** Checks that the server reports the name and the version of the spec. */
async function serverVerdict({ cases, caller }: Context): Promise<Verdict> {
  const introduction = await introduce(caller);
  // Since MCP 2026-07-28 this is optional. If it is required, a protocol check fails.
  if (introduction === undefined) return inapplicable("the server does not report its name and version");
  const { exchange, info } = introduction;
  const { name, version } = cases.server;
  if (info.name === name && info.version === version) return held;
  if (version === unknownVersion)
    return inapplicable(
      "the spec does not know the server's name and version: 0.0.0 stands for a version that was not reported",
    );
  return failed(`${name} ${version}`, `${showValue(info.name)} ${showValue(info.version)}`, exchange);
}

/** The version that an imported spec has if the server reported an empty one, or if a manifest without `serverInfo` was imported. */
const unknownVersion = "0.0.0";

/** The name and version that a server reports, and the call that shows them. */
interface Introduction {
  readonly exchange: Exchange;
  readonly info: JsonObject;
}

/** Reads the name and version from the answer to `initialize`; since MCP 2026-07-28 from `_meta` of a result. */
async function introduce(caller: Context["caller"]): Promise<Introduction | undefined> {
  const { answer } = caller.initialization;
  if (answer.kind === "result" && isObject(answer.result.serverInfo))
    return { exchange: caller.initialization, info: answer.result.serverInfo };
  const { exchange } = await caller.send(modernRequest("server/discover"), caller.allScopes, "alone");
  const meta = exchange.answer.kind === "result" ? exchange.answer.result._meta : undefined;
  const info = isObject(meta) ? meta["io.modelcontextprotocol/serverInfo"] : undefined;
  return isObject(info) ? { exchange, info } : undefined;
}

function showValue(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
