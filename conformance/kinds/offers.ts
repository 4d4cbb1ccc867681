/** Judges the cases of the kinds resources and prompts: their lists, what the spec itself answers, refusals and denials. */
import { differences } from "@toolwright/runtime/json";
import type { Context } from "../calls/context.ts";
import type { Json } from "../cases/edits.ts";
import type { OfferCase, OfferList } from "../cases/format.ts";
import { describeDifference } from "../judge/difference.ts";
import { toReadOutcome } from "../judge/outcome.ts";
import { failed, held, unverified, type Verdict } from "../results/verdict.ts";
import { describeAnswer } from "../wire/answer.ts";
import type { Exchange } from "../wire/client.ts";
import { listAll } from "./list-all.ts";

const methods: Readonly<Record<OfferList, string>> = {
  resources: "resources/list",
  resourceTemplates: "resources/templates/list",
  prompts: "prompts/list",
};

export async function offerVerdict(each: OfferCase, { caller, evidence }: Context): Promise<Verdict> {
  if ("untestable" in each) return unverified("undeclared", each.untestable);
  if ("list" in each) {
    const listing = await listAll(caller, methods[each.list], each.list);
    if ("entries" in listing) return sameVerdict(each.entries, listing.entries, listing.exchange);
    const { problem, exchange } = listing;
    return exchange ? failed("a list", problem, evidence(exchange, each.id)) : unverified("no-hook", problem);
  }
  const { method, params, expect } = each;
  const requested = await caller.request(
    method,
    params,
    expect === "denied" ? { scopes: [] } : caller.allScopes,
  );
  if ("missing" in requested) return unverified("no-hook", requested.missing);
  const { exchange } = requested;
  const { answer } = exchange;
  if (typeof expect !== "string")
    return answer.kind === "result"
      ? sameVerdict(expect.value, answer.result[expect.member] ?? null, exchange)
      : failed("a result", describeAnswer(answer), evidence(exchange, each.id));
  const isHeld = expect === "denied" ? isDenied(exchange) : answer.kind === "error";
  const wanted = expect === "denied" ? "insufficient_scope, or HTTP 403" : "a JSON-RPC error";
  return isHeld ? held : failed(wanted, describeAnswer(answer), evidence(exchange, each.id));

  function sameVerdict(expected: object, actual: Json | readonly Json[], from: Exchange): Verdict {
    const list = differences(expected, actual);
    if (list.length === 0) return held;
    return failed("what the spec says", list.map(describeDifference).join("; "), evidence(from, each.id));
  }
}

/** Another error could come from a handler that ran although the token may not call it. */
function isDenied({ answer }: Exchange): boolean {
  const outcome = toReadOutcome(answer);
  return outcome.is === "forbidden" || (outcome.is === "refusal" && outcome.code === "insufficient_scope");
}
