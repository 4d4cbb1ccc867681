/** What --plan prints. */
import type { CaseFile } from "../cases/format.ts";
import type { Plan } from "../run/plan.ts";

/** One line per case. */
export function planReport(plan: Plan): string {
  return [
    ...plan.cases.map(({ id, must }) => `${id}\t${must}`),
    ...plan.omitted.map(({ case: { id }, cause }) => `${id}\tnot sent: ${cause}`),
  ].join("\n");
}

/** The size and the duration of a run. `tokens`: how many tokens share the declared rate. */
export function planSummary(
  { cases, omitted, requests, maxRequests }: Plan,
  { rate }: CaseFile,
  tokens: number,
): string {
  const left = omitted.length > 0 ? `, ${omitted.length} cases are left out` : "";
  const most = maxRequests === Number.POSITIVE_INFINITY ? "" : ` and never more than ${maxRequests}`;
  return `${cases.length} cases, about ${requests} requests${most}${left}, ${durationOf(requests, rate, tokens)}`;
}

function durationOf(requests: number, rate: CaseFile["rate"], tokens: number): string {
  if (rate === undefined || tokens === Number.POSITIVE_INFINITY) return "as fast as the target answers";
  const windows = Math.ceil(requests / (rate.max * Math.max(1, tokens))) - 1;
  const minutes = Math.ceil((windows * rate.seconds) / 60);
  return minutes === 0
    ? "less than a minute"
    : `about ${minutes} minute${minutes === 1 ? "" : "s"} at the declared rate`;
}
