/** Answers calls: refuses them as the spec declares, applies their effects, and shows the result. */
import type { Validate } from "@toolwright/runtime";
import type { Tool } from "../model/operation.ts";
import type { MockCaller, MockContext } from "./context.ts";
import { apply } from "./effects.ts";
import { readExamples } from "./examples.ts";
import type { Instance } from "./instances.ts";
import { Quotas } from "./limits.ts";
import { namedInstances, refuseUnknown } from "./named-instances.ts";
import { Pager } from "./pages.ts";
import { refuse } from "./refusals.ts";
import { Replays } from "./replays.ts";
import { makeResult } from "./results.ts";
import { checkRevision, countRevisions } from "./revisions.ts";
import { keepFields } from "./stored-fields.ts";
import { listMoves } from "./transitions.ts";
import type { Data } from "./values.ts";

export type Answer = (tool: Tool, input: Data, caller: MockCaller) => unknown;

/** @param inputOf the validator of a tool's input, which applies defaults in place */
export function createAnswers(context: MockContext, inputOf: (tool: Tool) => Validate): Answer {
  const { model, now, failing } = context;
  const quotas = new Quotas(model, now);
  const pager = new Pager(model);
  const replays = new Replays(model);
  const examplesOf = new Map(model.tools.map((tool) => [tool, readExamples(tool, inputOf(tool))]));
  return (tool, input, caller) => {
    const code = failing.get(tool.name);
    if (code !== undefined)
      refuse(model, code, "The mock was started with --fail, so every call is refused.");
    const examples = examplesOf.get(tool)!;
    const exact = examples.exact(input);
    const { named, unknown } = namedInstances(tool, input, caller, context);
    if (unknown && exact?.failure === undefined && exact?.output !== undefined) return exact.output;
    // The account state was checked before the handler.
    if (exact?.failure !== undefined && tool.ownFailures.includes(exact.failure))
      refuse(model, exact.failure, `The example ${exact.name} of ${tool.name} is refused.`);
    if (unknown) refuseUnknown(unknown, model);
    const earlier = replays.find(tool, input, caller.account);
    if (earlier !== undefined) return earlier;
    checkEnds(tool, named, context);
    checkRevision(tool, input, named, model);
    const moves = listMoves(tool, input, named, model);
    quotas.check(tool, input, caller);
    const call = { tool, input, caller, examples, named };
    const made = countRevisions(named, model, () => apply(call, moves, context));
    quotas.draw(tool, input, caller);
    const result = makeResult(call, made, { context, quotas, pager });
    keepFields(call, made, result, context);
    replays.keep(tool, input, caller.account, result);
    return result;
  };
}

/** Refuses an id whose declared lifetime has ended. */
function checkEnds(tool: Tool, named: readonly Instance[], { model, now }: MockContext): void {
  for (const { ends, numbers } of model.limits) {
    if (ends?.tool !== tool.name) continue;
    const instance = named.find(({ kind }) => kind.findArguments(tool).includes(ends.argument));
    if (instance && now() >= instance.createdAt + numbers.seconds! * 1_000)
      refuse(model, ends.failure, `${String(instance.id)} ended after ${numbers.seconds} seconds.`);
  }
}
