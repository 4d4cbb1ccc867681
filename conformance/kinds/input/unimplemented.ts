/** Judges tools without a handler: whether they check their arguments before they answer `not_implemented`. */
import type { Context } from "../../calls/context.ts";
import { isInvalidParams } from "../../judge/outcome.ts";
import { memoize } from "../../memoize.ts";
import { failed, type Verdict } from "../../results/verdict.ts";
import type { Exchange } from "../../wire/client.ts";
import { notImplemented } from "./failed-call.ts";
import { InputCalls } from "./input-calls.ts";
import { listSamples } from "./schema-refusals.ts";

/** Returns the verdict on invalid arguments that a tool answers with `not_implemented`. */
export type JudgeUnimplemented = (
  each: { readonly tool: string; readonly id: string },
  exchange: Exchange,
) => Promise<Verdict>;

/**
 * Creates the judge. If the tool refuses other invalid arguments, these arguments have reached its handler: a failure. A tool that
 * does not check its arguments stays unverified.
 */
export function makeUnimplementedJudge(context: Context): JudgeUnimplemented {
  const { cases, bindings } = context;
  const calls = new InputCalls(context);
  const refusedCases = memoize(findRefused);
  return async ({ tool, id }, exchange) => {
    const others = [...(await refusedCases(tool))].filter((other) => other !== id);
    return others.length > 0
      ? failed(
          "a refusal of the arguments",
          "not_implemented: these arguments reached the handler, although other invalid arguments are refused",
          exchange,
        )
      : notImplemented(tool, exchange);
  };

  /** Finds the ids of invalid calls that the tool refuses as invalid. */
  async function findRefused(tool: string): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    for (const each of listSamples(cases, tool)) {
      const { outcome, exchange } = await calls.call(each, bindings.listShared());
      const isInvalid = outcome.is === "refusal" && outcome.code === "invalid_input";
      if (isInvalid || isInvalidParams(exchange.answer)) ids.add(each.id);
    }
    return ids;
  }
}
