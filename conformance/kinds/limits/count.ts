/** Judges the limits of kind count: no result has more, and a result can have this many. */
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

/** The most items that a tool creates for one case. A hook can create more at once. */
const mostByTool = 20;
const mostByHook = 10_000;

/** Creates one item more than the limit allows. The result must then have exactly the limit. */
export async function atLimitVerdict(each: LimitCase, rule: CountRule, engine: Engine): Promise<Verdict> {
  const tool = each.tool!;
  const example = baseArguments(engine.context.cases, tool);
  // Use another account if a search of another case could also find these items.
  const account = isOwnList(engine.rules, { tool, input: example })
    ? undefined
    : await engine.accounts.findDedicated("reader");
  const supply = await createSupply(engine, { tool, input: example, items: rule.field }, account);
  const most = supply.isByHook ? mostByHook : mostByTool;
  if (rule.max > most)
    throw new PreconditionError("large", `the limit is ${rule.max}, but a run creates at most ${most}`);
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
    `${rule.max + 1} items were created, but the result has ${sizes[0] ?? "none"}`,
  );
}

/** Returns values for items that a search by the text of the example finds: their title, name or other text is that text. */
function namesFor(example: Json): { readonly [name: string]: Json } {
  const [text] = Object.values(example as object).filter((value) => typeof value === "string");
  return text === undefined
    ? {}
    : Object.fromEntries(["title", "name", "subject", "text"].map((name) => [name, text]));
}
