/** The rule about `accept` in a spec. */
import type { Violation } from "../diagnostics/diagnostic.ts";
import { didYouMean } from "../diagnostics/suggest.ts";
import type { AcceptedViolation, Model } from "../model/model.ts";
import type { Rule } from "./rule.ts";

/** The rule about `accept`: it names rules that may be broken, and that something breaks. `applied`: the rules that are evaluated now. */
export function acceptanceRule(rules: readonly Rule[], applied: readonly Rule[] = rules): Rule {
  const acceptable = new Map(rules.filter(mayBeBroken).map((rule) => [rule.code, rule]));
  return {
    code: "accepted-is-broken",
    sentence: "What a spec accepts is a rule that may be broken, and something in it breaks that rule.",
    violations: (model) =>
      model.accepted.flatMap((accepted) => misaccepted(accepted, acceptable.get(accepted.code), model)),
  };

  function misaccepted({ code, at }: AcceptedViolation, rule: Rule | undefined, model: Model): Violation[] {
    if (rule && (!applied.includes(rule) || rule.violations(model).length > 0)) return [];
    const place = { ...at, key: true };
    if (rule) return [{ at: place, detail: `Nothing breaks ${code}.`, hint: "Delete the entry." }];
    const hint = didYouMean(code, [...acceptable.keys()]);
    return [{ at: place, detail: `${JSON.stringify(code)} may not be broken.`, hint }];
  }
}

function mayBeBroken({ acceptable }: Rule): boolean {
  return acceptable === true;
}
