/** Judges the key `requires` where no state decides what an entity shows: a call leads it out of what the tool requires, and another one back. */
import { withArticle } from "@toolwright/runtime/problems";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { isFree } from "../../behaviour/states/earlier-calls.ts";
import type { CallOfEntity } from "../../cases/call-rules.ts";
import type { LedOutCase } from "../../cases/change-rules.ts";
import { ifPossible, PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { inapplicable, type Verdict } from "../../results/verdict.ts";
import { callRequiring, isMet, judgeRequired, readShown } from "./requirements.ts";

export async function ledOutVerdict(each: LedOutCase, engine: Engine): Promise<Verdict> {
  const { rules, instances } = engine;
  const rule = requireDeclared(rules.requires[each.tool]?.[each.rule]);
  for (const leader of each.leaders.filter(({ out }) => isFree(out.tool, rules))) {
    const instance = await instances.make(rule.entity);
    if (!(await isLed(instance, leader.out, false))) continue;
    const trial = await callRequiring(each, instance, engine);
    const verdict = await judgeRequired(trial, engine);
    if (verdict.status !== "held" || leader.back === undefined) return verdict;
    if (!(await isLed(instance, leader.back, true))) return verdict;
    return judgeRequired(await callRequiring(each, instance, engine), engine);
  }
  const { entity, place } = rule;
  const why = `no call was found that changes what ${withArticle(entity)} shows at ${place}`;
  // The states of what is made in it decide what it shows.
  const isInStates = engine.context.cases.cases.some(
    (other) =>
      "check" in other && other.check === "required" && other.tool === each.tool && other.rule === each.rule,
  );
  if (isInStates) return inapplicable(why);
  throw new PreconditionError("undeclared", why);

  /** Calls about an instance, and tells whether it shows what is required, or does not, thereafter. */
  async function isLed(instance: EntityInstance, call: CallOfEntity, meets: boolean): Promise<boolean> {
    const called = await ifPossible(instances.callAbout(instance, call));
    if (called?.outcome.is !== "success") return false;
    const shown = readShown(await engine.observer.observe(instance), rule);
    return shown !== undefined && isMet(rule, shown) === meets;
  }
}
