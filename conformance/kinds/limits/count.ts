/** Judges the limits of kind count: no result has more, and a result can have as many. */
import { readStructured } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { createSupply, isOwnList } from "../../behaviour/lists/supply.ts";
import { measureSize } from "../../behaviour/observe/watched-results.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { LimitCase } from "../../cases/behaviour-cases.ts";
import type { Json } from "../../cases/edits.ts";
import type { CountRule } from "../../cases/limits.ts";
import { valuesAt } from "../../cases/places.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";

/** How many items a tool makes at most for one case. A hook can make more at once. */
const mostByTool = 20;
const mostByHook = 10_000;

/** Makes one more than the limit allows: the result then has exactly as many as it allows. */
export async function atLimitVerdict(each: LimitCase, rule: CountRule, engine: Engine): Promise<Verdict> {
  const tool = each.tool!;
  const example = baseArguments(engine.context.cases, tool);
  // Items that a search of another case finds as well would crowd out those of that case.
  const account = isOwnList(engine.rules, { tool, input: example })
    ? undefined
    : await engine.accounts.findDedicated("reader");
  const supply = await createSupply(engine, { tool, input: example, items: rule.field }, account);
  const most = supply.isByHook ? mostByHook : mostByTool;
  if (rule.max > most)
    throw new PreconditionError("large", `the limit is ${rule.max}, and a run makes at most ${most}`);
  await supply.add(rule.max + 1, namesFor(example));
  const called = await engine.calls.requireSuccess(
    { tool, input: supply.input },
    { account: supply.account },
  );
  const sizes = valuesAt(readStructured(called), rule.field).map(({ value }) => measureSize(value));
  if (sizes.some((size) => size > rule.max))
    return engine.verdicts.failed(each.must, called, `${Math.max(...sizes)} at ${rule.field}`);
  if (sizes.includes(rule.max)) return held;
  throw new PreconditionError(
    "unobserved",
    `of ${rule.max + 1} that were made, the result has ${sizes[0] ?? "none"}`,
  );
}

/** Items that a search by the text of the example finds: their title, name or other text is that text. */
function namesFor(example: Json): { readonly [name: string]: Json } {
  const [text] = Object.values(example as object).filter((value) => typeof value === "string");
  return text === undefined
    ? {}
    : Object.fromEntries(["title", "name", "subject", "text"].map((name) => [name, text]));
}
