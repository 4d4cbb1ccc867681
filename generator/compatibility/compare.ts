/** Compares two published interfaces. */
import { classes, type Finding, subjects } from "./codes.ts";
import { declaredFindings } from "./declared.ts";
import type { Published } from "./published.ts";
import { toolFindings } from "./tools.ts";

export interface InterfaceComparison {
  /** The gravest first, then by subject and tool. */
  readonly findings: readonly Finding[];
  /** What could not be compared, as sentences. */
  readonly notes: readonly string[];
}

export function compareInterfaces(old: Published, current: Published): InterfaceComparison {
  const findings = [...toolFindings(old, current), ...declaredFindings(old, current)];
  const silent = [...(old.declared ? [] : ["the old"]), ...(current.declared ? [] : ["the new"])];
  const notes =
    silent.length === 0
      ? []
      : [
          `Failures, limits, states and guarded fields were not compared: ${silent.join(" and ")} side is a manifest, which does not say them.`,
        ];
  return { findings: inOrder(findings), notes };
}

function inOrder(findings: readonly Finding[]): Finding[] {
  const rank = ({ class: kind, subject }: Finding) =>
    classes.indexOf(kind) * subjects.length + subjects.indexOf(subject);
  const text = ({ tool = "", place, code }: Finding) => `${tool} ${place} ${code}`;
  return findings.toSorted(
    (a, b) => rank(a) - rank(b) || (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0),
  );
}
