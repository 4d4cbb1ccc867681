/** The limits and entities that a run may use up, make and leave, announced before the first request. */
import { readBehaviour } from "../behaviour/rules/rules.ts";
import { findMost, listSpendables } from "../calls/spending.ts";
import type { CaseFile } from "../cases/format.ts";
import type { RateLimitRule } from "../cases/limits.ts";
import type { Drawn } from "../results/report.ts";
import type { Plan } from "./plan.ts";

/** A limit that calls use up, or an entity that they make and leave. */
export interface Announced extends Pick<Drawn, "quota" | "kind"> {
  /** The most that the run uses up: a number, or the share of what is left that the target shows later. */
  readonly most: number | "a tenth" | "as many as its cases need";
}

/** A rate, and whether cases use it up. */
export interface AnnouncedRate extends Pick<RateLimitRule, "max" | "seconds"> {
  readonly name: string;
  /** How often cases use it up, each time with a token of their own. */
  readonly most: 0 | 1;
}

/** Lists everything that a run with these limits may use up or leave by the tools that it calls. */
export function announceSpending(
  { spend, exclude }: Pick<Plan, "spend" | "exclude">,
  file: CaseFile,
): Announced[] {
  const spendables = listSpendables(readBehaviour(file)).filter(({ tools }) =>
    tools.some((tool) => !exclude.includes(tool)),
  );
  return spendables.map((each) => ({
    quota: each.name,
    kind: each.kind,
    most: findMost(each, spend) ?? (spend === "all" ? "as many as its cases need" : "a tenth"),
  }));
}

/** Lists the rates of the spec. A run uses up those of which it tries the end. */
export function announceRates({ cases, standby, isSendable }: Plan, file: CaseFile): AnnouncedRate[] {
  const tried = new Set(
    [...cases, ...standby].flatMap((each) =>
      each.kind === "limits" && "limit" in each && isSendable(each) ? [each.limit] : [],
    ),
  );
  return Object.entries(readBehaviour(file).limits).flatMap(([name, rule]) =>
    rule.kind === "rate"
      ? [{ name, max: rule.max, seconds: rule.seconds, most: tried.has(name) ? 1 : 0 }]
      : [],
  );
}
