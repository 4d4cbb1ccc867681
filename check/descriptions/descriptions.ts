/** Holds the descriptions of a server against the rules. */
import type { Published } from "../surface/published-interface.ts";
import type { CheckFinding } from "../verdict/verdict.ts";
import type { Breach, DescriptionRule } from "./rule.ts";
import { descriptionRules } from "./rules.ts";

/** The code frames of a finding: its other places are alike. */
const mostFrames = 3;

/**
 * One finding for each rule that is broken, with all its places. No text of the server is in it unescaped.
 *
 * @param off codes of rules that are left out
 * @param base the earlier state of the server: places that broke the rule there have a frame only after all others
 */
export function describeFindings(
  { tools }: Published,
  off: readonly string[] = [],
  base?: Published,
): CheckFinding[] {
  return descriptionRules
    .filter(({ code }) => !off.includes(code))
    .flatMap((rule) => {
      const earlier = new Set(base === undefined ? [] : rule.find(base.tools).map(({ place }) => place));
      const breaches = rule
        .find(tools)
        .toSorted((a, b) => Number(earlier.has(a.place)) - Number(earlier.has(b.place)));
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
