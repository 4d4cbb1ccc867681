/** Section `descriptions`: what a model is told of the tools. */
import { describeFindings, descriptionRules } from "../descriptions/index.ts";
import { formatCount } from "../report/wording.ts";
import type { Published } from "../surface/published-interface.ts";
import type { Section } from "../verdict/verdict.ts";

/**
 * @param off codes of rules that are left out
 * @param base the earlier state of the server
 */
export function descriptionsSection(published: Published, off: readonly string[], base?: Published): Section {
  const findings = describeFindings(published, off, base);
  const rules = descriptionRules.filter(({ code }) => !off.includes(code)).length;
  const broken = findings.length;
  return {
    name: "descriptions",
    summary:
      broken === 0
        ? `${formatCount(rules, "rule")} held`
        : `${broken} of ${formatCount(rules, "rule")} broken`,
    findings,
    notes: [],
  };
}
