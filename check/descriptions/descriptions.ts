/** Holds the descriptions of a server against the rules. */
import type { Published } from "../surface/published.ts";
import type { CheckFinding } from "../verdict/verdict.ts";
import type { Breach, DescriptionRule } from "./rule.ts";
import { descriptionRules } from "./rules.ts";

/** The code frames of a finding: its other places are alike. */
const mostFrames = 3;

/**
 * One finding for each rule that is broken, with all its places. No text of the server is in it unescaped.
 *
 * @param off codes of rules that are left out
 */
export function describeFindings({ tools }: Published, off: readonly string[] = []): CheckFinding[] {
  return descriptionRules
    .filter(({ code }) => !off.includes(code))
    .flatMap((rule) => {
      const breaches = rule.find(tools);
      return breaches.length > 0 ? [toFinding(rule, breaches)] : [];
    });
}

function toFinding(rule: DescriptionRule, breaches: readonly Breach[]): CheckFinding {
  const { code, level, says, advice, source } = rule;
  return {
    code,
    level,
    says,
    places: [...new Set(breaches.map(({ place }) => place))],
    shown: breaches.slice(0, mostFrames).flatMap(({ shown }) => shown),
    advice,
    source: `${source.address} (${source.date})`,
  };
}
